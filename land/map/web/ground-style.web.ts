import type { FeatureLike } from 'ol/Feature.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'
import { NAMES } from '../tiles/ground.ts'
import { font, ink } from './parcel-style.web.ts'

/** Width and dashes of a border by the length of its region's code: 市, 县, 乡镇, 村, 组. */
const LINES: Readonly<Record<number, { width: number; lineDash?: number[] }>> = {
  4: { width: 2.5 },
  6: { width: 2 },
  9: { width: 1.5, lineDash: [10, 3, 2, 3] },
  12: { width: 1.25, lineDash: [6, 4] },
  14: { width: 1, lineDash: [2, 4] },
}
/** Grey lines and names, which what lies above them is read over. The wider a region, the further up its border. */
export function groundStyle(dark: boolean): (feature: FeatureLike) => Style {
  const { halo } = ink(dark)
  const color = dark ? '#8c8c8c' : '#9a9186'
  const borders = new Map(
    Object.entries(LINES).map(([length, line]) => [Number(length), new Style({ stroke: new Stroke({ color, ...line }), zIndex: -Number(length) })]),
  )
  return (feature) => {
    const code = String(feature.get('code') ?? '')
    if (feature.get('layer') !== NAMES) return borders.get(code.length) ?? new Style()
    return new Style({
      text: new Text({ text: String(feature.get('name') ?? ''), font, fill: new Fill({ color }), stroke: new Stroke({ color: halo, width: 3 }) }),
    })
  }
}
