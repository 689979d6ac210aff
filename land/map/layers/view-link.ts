// What of a map stands in its address, so that a link opens the same view; and places as people type them. Pure.
import { toDegrees, toMetres, zoneOf } from '../../geometry/crs.ts'

/** Where the map is: its middle in degrees, and its zoom. */
export interface MapView {
  x: number
  y: number
  zoom: number
  /** how often somebody asked to go there: a view that was left is gone to again */
  turn?: number
}
const isPlace = (x: number, y: number) => x > 73 && x < 137 && y > 3 && y < 54.5
export const viewText = ({ x, y, zoom }: MapView): string => `${x.toFixed(6)},${y.toFixed(6)},${zoom.toFixed(2)}`
/** The view that a text of an address says; undefined where it is none. */
export function readView(text: string | undefined): MapView | undefined {
  const [x, y, zoom, ...more] = (text ?? '').split(',').map((v) => (v.trim() === '' ? NaN : Number(v)))
  return more.length === 0 && isPlace(x!, y!) && zoom! >= 0 && zoom! <= 24 ? { x: x!, y: y!, zoom: zoom! } : undefined
}

/** What a person chose of a layer, as an address says it. */
export interface LinkedLayer {
  id: string
  isOn: boolean
  opacity: number
}
/** Layers in their order: `id` is on, `id~60` is on and so strong, `-id` is off. */
export const layersText = (layers: readonly LinkedLayer[]): string =>
  layers.map((l) => (l.isOn ? `${l.id}${l.opacity === 100 ? '' : `~${l.opacity}`}` : `-${l.id}`)).join(' ')
export const readLinkedLayers = (text: string | undefined): LinkedLayer[] =>
  (text ?? '').split(' ').flatMap((part) => {
    const found = /^(-?)([\w.]{1,40})(?:~(\d{1,3}))?$/.exec(part)
    return found ? [{ id: found[2]!, isOn: found[1] === '', opacity: Math.min(100, Number(found[3] ?? 100)) }] : []
  })
/** What a layer says of itself before anybody chose. */
interface Listed {
  id: string
  isDefault: number
  opacity: number
}
type Choice = Omit<LinkedLayer, 'id'>
/** Layers with what was chosen of each, the uppermost first: those that `order` names in its order, then the others as they are listed. Map and sheet read it. */
export function chosenLayers<L extends Listed>(all: readonly L[], chosen: Readonly<Record<string, Partial<Choice>>>, order: readonly string[]): (L & Choice)[] {
  const placeOf = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length)
  return all
    .map((l) => ({ ...l, isOn: l.isDefault === 1, ...(Object.hasOwn(chosen, l.id) ? chosen[l.id] : {}) }))
    .toSorted((a, b) => placeOf(a.id) - placeOf(b.id))
}
/** The choices that a text of an address says. */
export const linkedChoices = (linked: readonly LinkedLayer[]): Readonly<Record<string, Choice>> =>
  Object.fromEntries(linked.map(({ id, isOn, opacity }) => [id, { isOn, opacity }]))
/** Of layers that show the same of the product (its own, and those that were set up of it) the uppermost alone: it is drawn once. */
export const drawnOnce = <L extends { key: string }>(uppermostFirst: readonly L[]): L[] =>
  uppermostFirst.filter((l, i) => !l.key || uppermostFirst.findIndex((x) => x.key === l.key) === i)

/** Metres of a plane with the number of the zone before the easting are read by it; without, the zone of the map counts. */
const ZONED = 1_000_000
/**
 * A place as it is typed: longitude and latitude in degrees (either order), or X (north) and Y (east) in metres, Y with the number of its zone or in the zone
 * of the map. Undefined where it is none, or lies outside of China.
 */
export function placeTyped(text: string, zone: number | undefined): [lon: number, lat: number] | undefined {
  const found = /^\s*(-?\d+(?:\.\d+)?)\s*[°度]?\s*[,，;；\s]\s*(-?\d+(?:\.\d+)?)\s*[°度]?\s*$/.exec(text)
  if (!found) return undefined
  const [a, b] = [Number(found[1]), Number(found[2])]
  if (isPlace(a, b)) return [a, b]
  if (isPlace(b, a)) return [b, a]
  // the northing is what lies between 400 and 6,100 km without a zone before it; an easting of a zone is below 1,000 km
  const [north, east] = a > 1_000_000 && a < 6_200_000 ? [a, b] : [b, a]
  const own = east >= ZONED ? Math.floor(east / ZONED) : zone
  if (own === undefined || own < 25 || own > 45 || !(north > 300_000 && north < 6_200_000)) return undefined
  const [lon, lat] = toDegrees([east % ZONED, north], own)
  return isPlace(lon, lat) ? [lon, lat] : undefined
}

/** A point that a person brings: its name and place in degrees. */
export interface NamedPoint {
  name: string
  lon: number
  lat: number
}
/** Points of a table at most. */
export const MOST_POINTS = 2000
/** Points as lines of a table: name, then two coordinates as `placeTyped` reads them (a head line is passed by). Answers the numbers of lines that are none. */
export function readPoints(text: string, zone: number | undefined): { points: NamedPoint[]; wrong: number[] } {
  const points: NamedPoint[] = []
  const wrong: number[] = []
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue
    const cells = line.split(/[,，;；\t]/).map((c) => c.trim().replace(/^"|"$/g, ''))
    const [name, a, b] = cells.length === 2 ? [String(points.length + 1), cells[0], cells[1]] : [cells[0], cells[1], cells[2]]
    const at = placeTyped(`${a} ${b}`, zone)
    if (at && points.length < MOST_POINTS) points.push({ name: name!.slice(0, 40), lon: at[0], lat: at[1] })
    // words in the first line are the names of its columns
    else if (i > 0 || /\d/.test(`${a}${b}`)) wrong.push(i + 1)
  }
  return { points, wrong }
}
const cell = (text: string) => {
  // what begins like a formula is none in a spreadsheet
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
/** The same as a table: degrees, and metres of the zone of each. */
export const pointsCsv = (points: readonly NamedPoint[], head: readonly string[]): string =>
  `\ufeff${head.join(',')}\r\n${points
    .map(({ name, lon, lat }) => {
      const zone = zoneOf(lon)
      const [east, north] = toMetres([lon, lat], zone)
      return [cell(name), lon.toFixed(9), lat.toFixed(9), north.toFixed(3), (zone * ZONED + east).toFixed(3)].join(',')
    })
    .join('\r\n')}\r\n`
