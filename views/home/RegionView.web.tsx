import { useSay } from '../../kit/web/words.web.ts'
import { words, type HomeFigures } from './home.ts'
import { Panel, RegionTable } from './parts.web.tsx'
import type { Way } from './Crumbs.web.tsx'
import { viewWords } from './view-words.ts'

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
          { label: viewWords.contractors, value: (v) => (v.cbf1 ?? 0) + (v.cbf2 ?? 0) + (v.cbf3 ?? 0) },
          { label: viewWords.parcels, value: (v) => v.dkc ?? 0 },
          { label: words.measured, value: (v) => v.dkcArea ?? 0, area: true },
          { label: words.contracts, value: (v) => v.cbht ?? 0 },
          { label: words.area, value: (v) => v.htArea ?? 0, area: true },
          { label: viewWords.certificates, value: (v) => v.cert ?? 0 },
          { label: viewWords.finished, value: (v) => v.done ?? 0 },
        ]}
      />
    </Panel>
  )
}
