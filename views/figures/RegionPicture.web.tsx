import { useQuery } from '@tanstack/react-query'
import { Alert, theme } from 'antd'
import { MapChart } from 'echarts/charts'
import { VisualMapComponent } from 'echarts/components'
import { registerMap, use } from 'echarts/core'
import { useMemo, type ReactNode } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { Chart } from '../home/Chart.web.tsx'
import type { Unit } from './indicators.ts'
import { figureText } from './NumberLink.web.tsx'
import { quantiles, type RegionOutline } from './outlines.ts'
import { figureWords as words } from './words.ts'

use([MapChart, VisualMapComponent])
/** From the lowest class to the highest. */
const SHADES = ['#d8ecdf', '#a6d3b7', '#6fb68b', '#3f9463', '#1f6a42']

export interface PictureRegion {
  regionCode: string
  regionName: string
  value: number | null
}
interface RegionPictureProps {
  regionCode: string
  regions: readonly PictureRegion[]
  label: string
  unit: Unit
  height?: number | string
  /** letters of the legend, in pixels; on a dark ground they are light */
  letters?: { size: number; color: string }
  /** what stands there where no region has an outline */
  otherwise?: ReactNode
  onOpen(code: string): void
}
/** The child regions coloured by one figure in five classes; a click goes into a region. Without outlines it says so. */
export function RegionPicture({ regionCode, regions, label, unit, height = 420, letters, otherwise, onOpen }: RegionPictureProps) {
  const { say } = useSay()
  const { token } = theme.useToken()
  const { data, isPending } = useQuery({
    queryKey: queryKeyOf('figures', 'outlines', regionCode),
    staleTime: Infinity,
    queryFn: () => api.get<RegionOutline[]>('data/statistics/outlines', { regionCode }, { quiet: true }),
  })
  const same = JSON.stringify([regions, unit, letters])
  const option = useMemo(() => {
    if (!data?.length) return undefined
    const features = data.map((o) => ({ type: 'Feature', properties: { name: o.code }, geometry: { type: 'MultiPolygon', coordinates: o.coordinates } }))
    registerMap(`regions ${regionCode}`, { type: 'FeatureCollection', features } as never)
    const nameOf = new Map(regions.map((r) => [r.regionCode, r.regionName]))
    const ends = quantiles(regions.flatMap((r) => (r.value === null ? [] : [r.value])))
    const shadeOf = (i: number) => SHADES[ends.length === 1 ? SHADES.length - 1 : Math.round((i * (SHADES.length - 1)) / (ends.length - 1))]
    const text = { fontSize: letters?.size ?? 12, color: letters?.color ?? token.colorTextSecondary }
    const bounds = ends.map((max, i) => ({ ...(i === 0 ? {} : { gt: ends[i - 1]! }), lte: max, color: shadeOf(i), label: `≤ ${figureText(max, unit)}` }))
    return {
      tooltip: {
        trigger: 'item',
        textStyle: { fontSize: letters?.size ?? 14 },
        formatter: ({ name, value }: { name: string; value: number }) =>
          `${nameOf.get(name) ?? name}: ${figureText(Number.isFinite(value) ? value : null, unit)}`,
      },
      visualMap: { type: 'piecewise', left: 8, bottom: 8, pieces: bounds, textStyle: text },
      series: [
        {
          type: 'map',
          map: `regions ${regionCode}`,
          roam: false,
          selectedMode: false,
          label: {
            show: regions.length <= 40,
            ...text,
            color: letters ? '#10251c' : token.colorText,
            formatter: ({ name }: { name: string }) => nameOf.get(name) ?? '',
          },
          itemStyle: { borderColor: token.colorBorder, areaColor: token.colorFillSecondary },
          emphasis: { itemStyle: { areaColor: '#c9a24b' } },
          data: regions.filter((r) => r.value !== null).map((r) => ({ name: r.regionCode, value: r.value })),
        },
      ],
    }
  }, [data, same, regionCode, token])
  if (isPending) return <div style={{ height }} />
  if (!option) return otherwise ?? <Alert type="info" showIcon title={say(words.noOutlines)} />
  const open = (code: string) => regions.some((r) => r.regionCode === code) && onOpen(code)
  return <Chart label={label} option={option} height={height} onName={open} />
}
