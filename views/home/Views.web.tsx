import { BusinessView, type Period } from './BusinessView.web.tsx'
import { ContractView } from './ContractView.web.tsx'
import type { HomeFigures } from './home.ts'
import { MonthlyView } from './MonthlyView.web.tsx'
import type { Way } from './Crumbs.web.tsx'
import { RegionView } from './RegionView.web.tsx'
import { RenewalView } from './RenewalView.web.tsx'
import type { BusinessFigures, ContractFigures, MonthlyFigures, RenewalFigures } from './views.ts'

/** The answer to each view beside the counts. */
export interface ViewAnswers {
  business: BusinessFigures
  contract: ContractFigures
  monthly: MonthlyFigures
  region: HomeFigures
  renewal: RenewalFigures
}
export type ShownView = { [V in keyof ViewAnswers]: { view: V; data: ViewAnswers[V] } }[keyof ViewAnswers]

/** What an open tab shows: any view but the counts. */
export default function Views({ way, region, period, ...shown }: ShownView & { way: Way; region: string; period: Period }) {
  switch (shown.view) {
    case 'business':
      return <BusinessView data={shown.data} region={region} period={period} />
    case 'contract':
      return <ContractView data={shown.data} />
    case 'monthly':
      return <MonthlyView data={shown.data} />
    case 'region':
      return <RegionView data={shown.data} way={way} />
    case 'renewal':
      return <RenewalView data={shown.data} way={way} region={region} />
  }
}
