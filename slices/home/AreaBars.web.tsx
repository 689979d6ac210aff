import { theme } from 'antd'
import { BarChart } from 'echarts/charts'
import { DataZoomComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use, type EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useSay } from '../../kit/web/words.web.ts'
import { words, type ChildFigures } from './home.ts'

use([BarChart, DataZoomComponent, GridComponent, LegendComponent, TooltipComponent, CanvasRenderer])
const MANY = 14

/** Contract area and parcel area (mu) of each region as bars; a click tells which. Resizes with its place; light or dark with the theme. */
export function AreaBars({ children_: regions, onOpen }: { children_: readonly ChildFigures[]; onOpen(c: ChildFigures): void }) {
  const { say, lang } = useSay()
  const { token } = theme.useToken()
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(undefined)
  const latest = useRef({ regions, onOpen })
  latest.current = { regions, onOpen }
  useEffect(() => {
    const made = init(box.current!)
    chart.current = made
    // the whole column of a region is clickable, not just its bar, which may be too low to hit
    made.getZr().on('click', (e) => {
      const at = made.containPixel('grid', [e.offsetX, e.offsetY]) ? made.convertFromPixel({ seriesIndex: 0 }, [e.offsetX, e.offsetY])[0] : undefined
      const c = at === undefined ? undefined : latest.current.regions[at]
      if (c) latest.current.onOpen(c)
    })
    const sized = new ResizeObserver(() => made.resize())
    sized.observe(box.current!)
    return () => {
      sized.disconnect()
      made.dispose()
    }
  }, [])
  useEffect(() => {
    const text = { color: token.colorTextSecondary }
    const bar = (name: string, key: string, color: string) => ({
      type: 'bar' as const,
      name,
      color,
      barMaxWidth: 36,
      cursor: 'pointer',
      data: regions.map((c) => c.values[key] ?? 0),
    })
    chart.current?.setOption(
      {
        grid: { left: 8, right: 16, top: 40, bottom: regions.length > MANY ? 48 : 8, containLabel: true },
        legend: { top: 4, textStyle: text },
        tooltip: { trigger: 'axis', valueFormatter: (v: unknown) => `${Number(v).toLocaleString()} ${say(words.mu)}` },
        dataZoom: regions.length > MANY ? [{ type: 'slider', height: 18, bottom: 8, endValue: MANY - 1, startValue: 0 }] : [],
        xAxis: {
          type: 'category',
          data: regions.map((c) => c.regionName),
          axisLabel: { ...text, interval: 0, rotate: regions.length > 6 ? 30 : 0, width: 90, overflow: 'truncate' },
        },
        yAxis: { type: 'value', axisLabel: text, splitLine: { lineStyle: { color: token.colorBorderSecondary } } },
        series: [bar(say(words.area), 'htArea', '#2f7d4f'), bar(say(words.measured), 'dkcArea', '#c9a24b')],
      },
      true,
    )
  }, [regions, lang, token])
  return <div ref={box} role="img" aria-label={say(words.chart)} style={{ height: 320 }} />
}
