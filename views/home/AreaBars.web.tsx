import { useSay } from '../../kit/web/words.web.ts'
import { AxesChart, COLOURS } from './Chart.web.tsx'
import { words, type ChildFigures } from './home.ts'

/** Contract area and parcel area (mu) of each region as bars; a click tells which. */
export function AreaBars({ children_: regions, onOpen }: { children_: readonly ChildFigures[]; onOpen(c: ChildFigures): void }) {
  const { say } = useSay()
  const bar = (name: string, key: string, color: string) => ({ name, color, data: regions.map((c) => c.values[key] ?? 0) })
  return (
    <AxesChart
      label={say(words.chart)}
      names={regions.map((c) => c.regionName)}
      unit={say(words.mu)}
      // a past day knows no area of parcels
      series={[
        bar(say(words.area), 'htArea', COLOURS.green),
        ...(regions.some((c) => 'dkcArea' in c.values) ? [bar(say(words.measured), 'dkcArea', COLOURS.gold)] : []),
      ]}
      onPick={(at) => {
        if (regions[at]) onOpen(regions[at])
      }}
    />
  )
}
