// How the layers of packages look: fields and woods below, water and roads above them, points and names on top. Quiet colours: the parcels are what is read.
import type { FeatureLike } from 'ol/Feature.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import Text from 'ol/style/Text.js'
import { GROUND_LAYERS, THINGS } from '../tiles/feature.ts'
import { font, ink } from './parcel-style.web.ts'

/** How a layer looks: its colours, and how strong it is (0 to 1). */
interface FeatureLook {
  color?: string
  fill?: string
  width?: number
  opacity: number
}
/** The layers that are on, by key. */
export type FeatureLooks = ReadonlyMap<string, FeatureLook>

/** A colour of six or eight digits, weaker. */
const weak = (color: string, by: number): string => {
  const own = color.length === 9 ? parseInt(color.slice(7), 16) : 255
  return `${color.slice(0, 7)}${Math.round(own * by)
    .toString(16)
    .padStart(2, '0')}`
}
const ORDER = new Map(GROUND_LAYERS.toReversed().map((l, i) => [l.key, i]))
/** Style of a tile of features: nothing of a layer that is off. On dark ground fills are weaker. */
export function featureStyle(looks: FeatureLooks, dark: boolean): (feature: FeatureLike) => Style | undefined {
  const { halo } = ink(dark)
  const made = new Map<string, Style>()
  return (feature) => {
    const layer = String(feature.get('layer')),
      name = String(feature.get('name') ?? '')
    const look = looks.get(layer)
    if (!look) return undefined
    const text = layer === 'ZJ' ? name : ''
    const thing = layer === 'ZJ' ? undefined : THINGS.find(({ of }) => of.test(name))
    const key = `${layer} ${text || (thing ? THINGS.indexOf(thing) : '')}`
    const known = made.get(key)
    if (known) return known
    const { color = '#8a7f72', fill, width = 1 } = { ...look, ...thing?.look }
    const line = weak(color, look.opacity)
    const style = new Style({
      zIndex: ORDER.get(layer) ?? 0,
      stroke: new Stroke({ color: line, width }),
      ...(fill ? { fill: new Fill({ color: weak(fill, look.opacity * (dark ? 0.35 : 0.8)) }) } : {}),
      ...(text
        ? { text: new Text({ text, font, fill: new Fill({ color: line }), stroke: new Stroke({ color: halo, width: 2 }) }) }
        : { image: new CircleStyle({ radius: 2.5, fill: new Fill({ color: line }), stroke: new Stroke({ color: halo, width: 1 }) }) }),
    })
    made.set(key, style)
    return style
  }
}
