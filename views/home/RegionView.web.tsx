import { useSay } from '../../kit/web/words.web.ts'
import { isOfDay, words, type Figures, type HomeFigures } from './home.ts'
import { Panel, RegionTable } from './parts.web.tsx'
import type { Way } from './Crumbs.web.tsx'
import { viewWords } from './view-words.ts'

/** What a past day does not have. */
const TODAY = [
  { label: viewWords.certificates, value: (v: Figures) => v.cert ?? 0 },
  { label: viewWords.finished, value: (v: Figures) => v.done ?? 0 },
]
/** The child regions beside each other, ranked by any column. Source: statistics.md 5 (region). */
export function RegionView({ data, way }: { data: HomeFigures; way: Way }) {
  const { say } = useSay()
  return (
    <Panel title={say(viewWords.regionTable)}>
      <RegionTable
        rows={data.children}
        total={data.total}
        way={way}
        columns={[
          { label: viewWords.issuers, value: (v) => v.fbf ?? 0 },
          { label: viewWords.contractors, value: (v) => (v.cbf1 ?? 0) + (v.cbf2 ?? 0) + (v.cbf3 ?? 0) + (v.cbf ?? 0) },
          { label: viewWords.parcels, value: (v) => v.dkc ?? 0 },
          ...(isOfDay(data) ? [] : [{ label: words.measured, value: (v: Figures) => v.dkcArea ?? 0, area: true as const }]),
          { label: words.contracts, value: (v) => v.cbht ?? 0 },
          { label: words.area, value: (v) => v.htArea ?? 0, area: true },
          ...(isOfDay(data) ? [] : TODAY),
        ]}
      />
    </Panel>
  )
}
