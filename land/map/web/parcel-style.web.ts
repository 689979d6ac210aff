import type { FeatureLike } from 'ol/Feature.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'
import type { Point, Shape } from '../../geometry/shape.ts'
import { SELECTED } from '../layers/colours.ts'
import { DENSE_LAYER } from '../tiles/mvt.ts'
import Polygon from 'ol/geom/Polygon.js'
import MultiPoint from 'ol/geom/MultiPoint.js'

/** One status of the legend: `code` is the value in the tile's status property. */
export type LegendEntry = { code: string; label: string; color: string }
/** `marks`: colours of single parcels over those of the legend. `leftOut`: whether a parcel of a class is not shown. */
export type ParcelLook = {
  dark: boolean
  selected?: string
  hovered?: string
  marks?: ReadonlyMap<string, string>
  leftOut?: ((dkbm: string, code: string) => boolean) | undefined
}

/** Finest resolution (degrees a pixel) at which labels appear: about 0.6 m. */
const labelFrom = 5.5e-6
/** What is being drawn in the editor. */
const EDITED = '#1677ff'
/** The letters of the map. */
export const font = '12px "Noto Sans SC", "Microsoft YaHei", sans-serif'

/** Colours of text and its halo on light and dark ground. */
export function ink(dark: boolean): { text: string; halo: string } {
  return dark ? { text: '#f0f0f0', halo: '#141414' } : { text: '#1f1f1f', halo: '#ffffff' }
}

/**
 * Style of parcels in vector tiles: filled by status, labelled once with the last five digits of dkbm and the area when near. A tile with too many
 * of them is a shaded square that says how many (`denseText`).
 */
export function tileStyle(legend: readonly LegendEntry[], statusField: string, areaField: string, look: ParcelLook, denseText: (parcels: number) => string) {
  const colors = new Map(legend.map((entry) => [entry.code, entry.color]))
  const { text, halo } = ink(look.dark)
  return (feature: FeatureLike, resolution: number): Style | undefined => {
    if (feature.get('layer') === DENSE_LAYER)
      return new Style({
        fill: new Fill({ color: '#2e8b5733' }),
        stroke: new Stroke({ color: '#2e8b57', width: 1, lineDash: [4, 4] }),
        text: new Text({
          text: denseText(Number(feature.get('parcels'))),
          font,
          overflow: true,
          fill: new Fill({ color: text }),
          stroke: new Stroke({ color: halo, width: 3 }),
        }),
      })
    const dkbm = String(feature.get('dkbm') ?? '')
    const code = String(feature.get(statusField) ?? '')
    if (look.leftOut?.(dkbm, code)) return undefined
    const mark = look.marks?.get(dkbm)
    const color = mark ?? colors.get(code) ?? '#8c8c8c'
    const chosen = dkbm === look.selected,
      hovered = dkbm === look.hovered
    const style = new Style({
      fill: new Fill({ color: chosen ? `${SELECTED}80` : `${color}${hovered || mark ? '80' : '40'}` }),
      stroke: new Stroke({ color: chosen ? SELECTED : color, width: chosen ? 4 : hovered || mark ? 2 : 1 }),
      zIndex: chosen ? 2 : hovered || mark ? 1 : 0,
    })
    if (resolution <= labelFrom && feature.get('label')) {
      const value: unknown = feature.get(areaField)
      const area = typeof value === 'number' ? value.toFixed(2) : value
      style.setText(
        new Text({
          text: area === undefined ? dkbm.slice(-5) : `${dkbm.slice(-5)}\n${area}`,
          font,
          fill: new Fill({ color: text }),
          stroke: new Stroke({ color: halo, width: 3 }),
        }),
      )
    }
    return style
  }
}

/** Style of what is drawn or measured. */
export function sketchStyle(text?: string): Style {
  return new Style({
    fill: new Fill({ color: '#fa8c1633' }),
    stroke: new Stroke({ color: '#fa8c16', width: 2, lineDash: [6, 4] }),
    image: new CircleStyle({ radius: 5, fill: new Fill({ color: '#fa8c16' }), stroke: new Stroke({ color: '#fff', width: 1.5 }) }),
    text: text
      ? new Text({ text, font: `bold ${font}`, overflow: true, fill: new Fill({ color: '#d4380d' }), stroke: new Stroke({ color: '#fff', width: 3 }) })
      : undefined,
  })
}

/** A shape as an OpenLayers polygon (rings closed). */
export function olPolygon(shape: Shape): Polygon {
  return new Polygon(shape.map((ring) => [...ring, ring[0]!]))
}

/** Styles of the editor: the edited parcel with its points, its neighbours in grey with the end of their id. */
export function editorStyle(kind: 'edited' | 'neighbour' | 'added', id: string, shape: Shape, dark: boolean, selected?: Point): Style[] {
  const color = { edited: EDITED, neighbour: dark ? '#a6a6a6' : '#8c8c8c', added: '#52c41a' }[kind]
  const { text, halo } = ink(dark)
  const body = new Style({
    fill: new Fill({ color: `${color}${kind === 'neighbour' ? '1a' : '33'}` }),
    stroke: new Stroke({ color, width: kind === 'neighbour' ? 1 : 2 }),
    text: new Text({
      text: id.slice(-7).replace(/^\d{2}(?=\d{5}$)/, ''),
      font,
      fill: new Fill({ color: text }),
      stroke: new Stroke({ color: halo, width: 3 }),
    }),
  })
  if (kind !== 'edited') return [body]
  const dot = (radius: number, fill: string) => new CircleStyle({ radius, fill: new Fill({ color: fill }), stroke: new Stroke({ color: EDITED, width: 1.5 }) })
  const points = new Style({ geometry: new MultiPoint(shape.flat()), image: dot(4, '#ffffff') })
  return selected ? [body, points, new Style({ geometry: new MultiPoint([selected]), image: dot(7, '#ff4d4f') })] : [body, points]
}

/** Style of a piece of a parcel that is cut: its colour, its corners, what stands in it. */
export function pieceStyle(label: string, color: string, shape: Shape, dark: boolean): Style[] {
  const { text, halo } = ink(dark)
  return [
    new Style({
      fill: new Fill({ color: `${color}33` }),
      stroke: new Stroke({ color, width: 2 }),
      text: new Text({ text: label, font, overflow: true, fill: new Fill({ color: text }), stroke: new Stroke({ color: halo, width: 3 }) }),
    }),
    new Style({
      geometry: new MultiPoint(shape.flat()),
      image: new CircleStyle({ radius: 3, fill: new Fill({ color: '#ffffff' }), stroke: new Stroke({ color, width: 1.5 }) }),
    }),
  ]
}
