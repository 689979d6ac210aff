import { theme, type GlobalToken } from 'antd'
import { BarChart } from 'echarts/charts'
import { DataZoomComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use, type EChartsCoreOption, type EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useMemo, useRef } from 'react'

// bars, as the large screen draws them too; a view that draws something else brings that along
use([BarChart, DataZoomComponent, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer])

interface ChartProps {
  /** what it shows, for those who do not see it */
  label: string
  option: EChartsCoreOption
  height?: number | string
  /** told which place of the horizontal axis was clicked */
  onPick?: ((at: number) => void) | undefined
  /** told the name of the part that was clicked, where there is no axis */
  onName?: ((name: string) => void) | undefined
}
/** A chart in its place: resizes with it and moves only where the theme does. An option is drawn anew when it is another object. */
export function Chart({ label, option, height = 320, onPick, onName }: ChartProps) {
  const { token } = theme.useToken()
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(undefined)
  const latest = useRef(onPick)
  latest.current = onPick
  const named = useRef(onName)
  named.current = onName
  useEffect(() => {
    const made = init(box.current!)
    chart.current = made
    // the whole column of a region is clickable, not just its bar, which may be too low to hit
    made.getZr().on('click', (e) => {
      if (!latest.current || !made.containPixel('grid', [e.offsetX, e.offsetY])) return
      const at = made.convertFromPixel({ seriesIndex: 0 }, [e.offsetX, e.offsetY])[0]
      if (at !== undefined) latest.current(at)
    })
    made.on('click', (e) => named.current?.(e.name))
    const sized = new ResizeObserver(() => made.resize())
    sized.observe(box.current!)
    return () => {
      sized.disconnect()
      made.dispose()
    }
  }, [])
  useEffect(() => void chart.current?.setOption({ animation: token.motion, ...option }, true), [option, token])
  return <div ref={box} role="img" aria-label={label} style={{ height }} />
}

/** Colours that charts share: what is good, under way, worth a look, of no effect, wrong. */
export const COLOURS = { green: '#2f7d4f', blue: '#3f7cac', gold: '#c9a24b', grey: '#9aa39d', red: '#b8544c' } as const
export interface Series {
  name: string
  data: readonly number[]
  color: string
  /** series of one stack stand on each other */
  stack?: string
  line?: boolean
}
/** Numbers over names: bars, stacked bars or lines. */
export interface Plot {
  names: readonly string[]
  series: readonly Series[]
  /** of the values, for the tip */
  unit?: string
  /** names down the side, the first on top */
  sideways?: boolean
}
const MANY = 14
/** Names that stand straight beside each other. */
const STRAIGHT = 6

function optionOf({ names, series, unit, sideways }: Plot, token: GlobalToken, clickable: boolean): EChartsCoreOption {
  const text = { color: token.colorTextSecondary }
  const many = !sideways && names.length > MANY
  const label = sideways ? { width: 110 } : { rotate: names.length > STRAIGHT ? 30 : 0, width: 90 }
  const category = { type: 'category', data: names, inverse: !!sideways, axisLabel: { ...text, interval: 0, overflow: 'truncate', ...label } }
  const value = { type: 'value', minInterval: unit ? 0 : 1, axisLabel: text, splitLine: { lineStyle: { color: token.colorBorderSecondary } } }
  return {
    grid: { left: 8, right: 16, top: series.length > 1 ? 40 : 16, bottom: many ? 48 : 8, containLabel: true },
    legend: { show: series.length > 1, type: 'scroll', top: 4, textStyle: text },
    tooltip: { trigger: 'axis', valueFormatter: (v: unknown) => [Number(v).toLocaleString(), unit].filter(Boolean).join(' ') },
    dataZoom: many ? [{ type: 'slider', height: 18, bottom: 8, endValue: MANY - 1, startValue: 0 }] : [],
    xAxis: sideways ? value : category,
    yAxis: sideways ? category : value,
    series: series.map(({ line, ...s }) => ({ ...s, type: line ? 'line' : 'bar', barMaxWidth: 36, cursor: clickable ? 'pointer' : 'default' })),
  }
}
/** A chart with two axes. */
export function AxesChart({ label, height, onPick, ...plot }: Plot & Omit<ChartProps, 'option'>) {
  const { token } = theme.useToken()
  // the same numbers in a new object are not drawn anew
  const same = JSON.stringify(plot)
  const option = useMemo(() => optionOf(plot, token, !!onPick), [same, token, !onPick])
  return <Chart label={label} option={option} onPick={onPick} {...(height ? { height } : {})} />
}
