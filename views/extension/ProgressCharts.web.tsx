import { theme } from 'antd'
import { FunnelChart, GaugeChart, LineChart } from 'echarts/charts'
import { use } from 'echarts/core'
import { useMemo } from 'react'
import { YB } from '../../land/definitions/extension.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { DividedPanel } from '../figures/Divisions.web.tsx'
import type { FigurePlace } from '../figures/NumberLink.web.tsx'
import { AxesChart, Chart, COLOURS } from '../home/Chart.web.tsx'
import { NO_VALUE, ofDay, STATE_FIGURES, type CampaignFigures, type CampaignSplit, type SplitPoint } from './indicators.ts'
import { progressWords as words } from './words.ts'

use([FunnelChart, GaugeChart, LineChart])
const HEIGHT = 240
/** Colours of the states: not begun, under way, to be signed, done, left out, postponed. */
const STATE_COLOUR: Readonly<Record<string, string>> = {
  [YB.none]: COLOURS.grey,
  [YB.survey]: '#a9c6dc',
  [YB.surveyed]: '#7aa9cc',
  [YB.publicity]: COLOURS.blue,
  [YB.toSign]: COLOURS.gold,
  [YB.signed]: '#6aa781',
  [YB.certified]: COLOURS.green,
  [YB.left]: '#7a6aa8',
  [YB.postponed]: COLOURS.red,
}

/** One share as a gauge. */
export function Gauge({ label, value }: { label: string; value: number }) {
  const { token } = theme.useToken()
  const option = useMemo(
    () => ({
      series: [
        {
          type: 'gauge',
          progress: { show: true, width: 14, itemStyle: { color: COLOURS.green } },
          axisLine: { lineStyle: { width: 14, color: [[1, token.colorFillSecondary]] } },
          pointer: { show: false },
          axisTick: { show: false },
          splitLine: { show: false },
          // its number stands in the middle: the scale has its ends and its half alone
          splitNumber: 2,
          axisLabel: { distance: 20, color: token.colorTextSecondary },
          detail: { formatter: `${value.toFixed(2)}%`, fontSize: 22, color: token.colorText, offsetCenter: [0, '12%'] },
          data: [{ value }],
        },
      ],
    }),
    [value, token],
  )
  return <Chart label={`${label} ${value.toFixed(2)}%`} option={option} height={HEIGHT} />
}
/** Stages one after another. */
export function Funnel({ label, stages }: { label: string; stages: readonly { name: string; value: number }[] }) {
  const { token } = theme.useToken()
  const same = JSON.stringify(stages)
  const option = useMemo(
    () => ({
      tooltip: { trigger: 'item' },
      color: [COLOURS.grey, COLOURS.blue, COLOURS.gold, '#6aa781', COLOURS.green],
      series: [
        {
          type: 'funnel',
          sort: 'none',
          top: 8,
          bottom: 8,
          left: '4%',
          width: '60%',
          minSize: '2%',
          label: { position: 'right', formatter: '{b} {c}', color: token.colorText },
          labelLine: { length: 12 },
          data: stages,
        },
      ],
    }),
    [same, token],
  )
  return <Chart label={label} option={option} height={HEIGHT} />
}
/** Households of the child regions by their state, on each other; a column leads into its region. */
export function StatesByRegion({ of, onOpen }: { of: CampaignFigures['children']; onOpen(code: string): void }) {
  const { say } = useSay()
  const state = useDict('yb_status')
  return (
    <AxesChart
      height={HEIGHT}
      label={say(words.byState)}
      names={of.map((c) => c.regionName)}
      series={STATE_FIGURES.map(([key, s]) => ({ name: state.label(s), color: STATE_COLOUR[s]!, stack: 'state', data: of.map((c) => c.values[key] ?? 0) }))}
      onPick={(at) => of[at] && !of[at].self && onOpen(of[at].regionCode)}
    />
  )
}
/** Contracts signed on each day; a day leads to its households. */
export function DaysSigned({ points, onDay }: { points: readonly SplitPoint[]; onDay(rows: ReturnType<typeof ofDay>): void }) {
  const { say } = useSay()
  return (
    <AxesChart
      height={HEIGHT}
      label={say(words.byDay)}
      names={points.map(([day]) => day)}
      series={[{ name: say(words.number), color: COLOURS.green, line: true, data: points.map(([, n]) => n) }]}
      onPick={(at) => points[at] && onDay(ofDay(points[at][0]))}
    />
  )
}
/** Households by one value: bars, and the numbers, each the way to its rows. */
export function SplitPanel({ of, points, at }: { of: CampaignSplit; points: readonly SplitPoint[]; at: FigurePlace }) {
  const { say } = useSay()
  const dict = useDict(of.dict ?? '')
  return (
    <DividedPanel<SplitPoint>
      title={say(of.label)}
      nothing={say(words.nothing)}
      points={points}
      nameOf={(key) => (key === NO_VALUE ? say(words.none) : of.dict ? dict.label(key) : key)}
      bars={{ name: say(words.number), color: COLOURS.blue, of: ([, n]) => n }}
      number={{ title: say(words.number), unit: 'households', rowsOf: (key) => (key === NO_VALUE ? undefined : of.rows?.(key)) }}
      at={at}
    />
  )
}
