import { LineChart, PieChart } from 'echarts/charts'
import { use, type EChartsCoreOption } from 'echarts/core'
import { useMemo } from 'react'
import { Chart, COLOURS } from '../home/Chart.web.tsx'

use([LineChart, PieChart])
/** The least size of letters on the wall, in pixels, and their colour. Source: statistics.md 15. */
export const LETTERS = { size: 18, color: '#d5e8e4' } as const
const TEXT = { fontSize: LETTERS.size, color: LETTERS.color }
const LINE = { lineStyle: { color: '#2c6e6266' } }
const TIP = { textStyle: { fontSize: LETTERS.size } }
/** Colours that are told apart on a dark ground. */
export const BRIGHT = ['#3fb27f', '#5aa9e6', '#ffd98a', '#e07a5f', '#b39ddb', '#8fd3c8'] as const

interface WallSeries {
  name: string
  data: readonly number[]
  color: string
  stack?: string
}
interface WallPlotProps {
  label: string
  names: readonly string[]
  series: readonly WallSeries[]
  kind?: 'bar' | 'line'
  /** names down the side */
  sideways?: boolean
  onPick?(at: number): void
}
function optionOf({ names, series, kind = 'bar', sideways = false }: WallPlotProps): EChartsCoreOption {
  const category = {
    type: 'category',
    data: names,
    inverse: sideways,
    axisLabel: { ...TEXT, hideOverlap: true, width: 150, overflow: 'truncate' },
    axisLine: LINE,
  }
  const value = { type: 'value', axisLabel: { ...TEXT, hideOverlap: true }, splitLine: LINE, splitNumber: 3 }
  return {
    grid: { left: 4, right: 24, top: series.length > 1 ? 40 : 12, bottom: 4, containLabel: true },
    legend: { show: series.length > 1, top: 0, textStyle: TEXT, itemHeight: 14 },
    tooltip: { trigger: 'axis', ...TIP },
    xAxis: sideways ? value : category,
    yAxis: sideways ? category : value,
    series: series.map((s) => ({ ...s, type: kind, barMaxWidth: 26, showSymbol: false })),
  }
}
/** Bars or lines in letters that are read from afar. */
export function WallPlot(props: WallPlotProps) {
  const { onPick, ...plot } = props
  const same = JSON.stringify(plot)
  const option = useMemo(() => optionOf(props), [same])
  return <Chart label={props.label} option={option} height="100%" onPick={onPick} />
}
/** Parts of a whole as a ring, named beside it. */
export function WallRing({ label, parts }: { label: string; parts: readonly { name: string; value: number }[] }) {
  const same = JSON.stringify(parts)
  const option = useMemo(
    () => ({
      tooltip: { trigger: 'item', ...TIP },
      legend: { orient: 'vertical', right: 0, top: 'middle', textStyle: TEXT },
      color: [...BRIGHT],
      series: [{ type: 'pie', radius: ['50%', '80%'], center: ['28%', '50%'], label: { show: false }, data: parts }],
    }),
    [same],
  )
  return <Chart label={label} option={option} height="100%" />
}
/** Stages one after another, each a bar as long as its part of the first. */
export function WallFunnel({ stages }: { stages: readonly { name: string; n: number }[] }) {
  const most = Math.max(1, ...stages.map((s) => s.n))
  return (
    <dl className="large-stages">
      {stages.map((s, i) => (
        <div key={s.name}>
          <dt>{s.name}</dt>
          <dd>
            <i style={{ width: `${(s.n / most) * 100}%`, background: BRIGHT[i % BRIGHT.length] ?? COLOURS.green }} />
            <b>{s.n.toLocaleString('zh-CN')}</b>
          </dd>
        </div>
      ))}
    </dl>
  )
}
