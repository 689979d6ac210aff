import { clipLine, clipRing, type Path } from './clip.ts'
import { finished, message, putDouble, putMessage, putNumber, putText, putVarint, type ProtobufMessage } from './protobuf.ts'
import { readWkb, type WkbGeometry } from './wkb.ts'

export type TileValue = string | number | boolean | null | undefined
/** One feature: `wkb` in lon/lat degrees; `id` a whole number (digits as text for 64 bit). */
export type TileFeature = { id?: number | bigint | string; wkb: Uint8Array; properties: Record<string, TileValue> }
export type TileLayer = { name: string; features: Iterable<TileFeature> }
/** `extent` units a tile side (4096), `buffer` units kept around it (64), `minArea` drops polygons smaller than this many screen pixels² (0). */
export type TileOptions = { extent?: number; buffer?: number; minArea?: number }

/** Below this zoom a parcel is smaller than a pixel, and tiles are empty. */
export const PARCEL_ZOOM = 12
/** From this zoom on tiles say which of them has the label of a parcel. */
export const LABEL_ZOOM = 16
/** The layer of a tile whose parcels are too many to be drawn: one feature, the tile, with their number as `parcels`. */
export const DENSE_LAYER = 'dense'
/** Screen pixels a tile side; with it OpenLayers' grid has the resolutions 360 / 512 / 2^z. */
export const tileSize = 512

type Frame = { west: number; north: number; scale: number; lo: number; hi: number; minArea: number }
type Pen = { out: ProtobufMessage; x: number; y: number }

/**
 * Bounds [west, south, east, north] in degrees of tile z/x/y in the grid of EPSG:4490 and EPSG:4326
 * (origin -180, 90; resolution 360 / 512 / 2^z; y grows to the south). Source: the grid of national map services (天地图 c matrix), tile size 512.
 */
export function tileEnvelope(z: number, x: number, y: number): [number, number, number, number] {
  const side = 360 / 2 ** z
  return [x * side - 180, 90 - (y + 1) * side, (x + 1) * side - 180, 90 - y * side]
}

function toTile(path: Path, frame: Frame, count: number): { points: Path; inside: boolean } {
  const points: Path = new Array(count * 2)
  let inside = true
  for (let i = 0; i < count * 2; i += 2) {
    const x = (path[i]! - frame.west) * frame.scale,
      y = (frame.north - path[i + 1]!) * frame.scale
    if (x < frame.lo || y < frame.lo || x > frame.hi || y > frame.hi) inside = false
    points[i] = x
    points[i + 1] = y
  }
  return { points, inside }
}

function roundPath(path: Path): Path {
  const out: Path = []
  for (let i = 0; i < path.length; i += 2) {
    const x = Math.round(path[i]!),
      y = Math.round(path[i + 1]!)
    if (out.length === 0 || out[out.length - 2] !== x || out[out.length - 1] !== y) out.push(x, y)
  }
  return out
}

function doubleArea(ring: Path): number {
  let sum = 0
  for (let i = 0, n = ring.length; i < n; i += 2) sum += ring[i]! * ring[(i + 3) % n]! - ring[(i + 2) % n]! * ring[i + 1]!
  return sum
}

function reversed(ring: Path): Path {
  const out: Path = []
  for (let i = ring.length - 2; i >= 0; i -= 2) out.push(ring[i]!, ring[i + 1]!)
  return out
}

function putDelta(pen: Pen, x: number, y: number): void {
  const dx = x - pen.x,
    dy = y - pen.y
  putVarint(pen.out, ((dx << 1) ^ (dx >> 31)) >>> 0)
  putVarint(pen.out, ((dy << 1) ^ (dy >> 31)) >>> 0)
  pen.x = x
  pen.y = y
}

function putPath(pen: Pen, path: Path, close: boolean): void {
  putVarint(pen.out, 9)
  putDelta(pen, path[0]!, path[1]!)
  putVarint(pen.out, ((path.length / 2 - 1) << 3) | 2)
  for (let i = 2; i < path.length; i += 2) putDelta(pen, path[i]!, path[i + 1]!)
  if (close) putVarint(pen.out, 15)
}

function putPolygon(pen: Pen, rings: Path[], frame: Frame): void {
  for (const [index, ring] of rings.entries()) {
    const { points, inside } = toTile(ring, frame, ring.length / 2 - 1)
    const small = Math.abs(doubleArea(points)) < frame.minArea * 2
    const whole = roundPath(small ? [] : inside ? points : clipRing(points, frame.lo, frame.hi))
    while (whole.length > 2 && whole[0] === whole[whole.length - 2] && whole[1] === whole[whole.length - 1]) whole.length -= 2
    const area = whole.length < 6 ? 0 : doubleArea(whole)
    if (area === 0) {
      // without its outer ring the holes have no meaning
      if (index === 0) return
      continue
    }
    // version 2 of the tile specification: outer rings positive, inner rings negative with y to the south
    putPath(pen, area > 0 === (index === 0) ? whole : reversed(whole), true)
  }
}

function putLines(pen: Pen, path: Path, frame: Frame): void {
  const { points, inside } = toTile(path, frame, path.length / 2)
  for (const piece of inside ? [points] : clipLine(points, frame.lo, frame.hi)) {
    const whole = roundPath(piece)
    if (whole.length >= 4) putPath(pen, whole, false)
  }
}

function putPoints(pen: Pen, parts: Path[][], frame: Frame): void {
  const kept: Path = []
  for (const part of parts) {
    const { points, inside } = toTile(part[0]!, frame, 1)
    if (inside) kept.push(Math.round(points[0]!), Math.round(points[1]!))
  }
  if (kept.length === 0) return
  putVarint(pen.out, ((kept.length / 2) << 3) | 1)
  for (let i = 0; i < kept.length; i += 2) putDelta(pen, kept[i]!, kept[i + 1]!)
}

function putGeometry(out: ProtobufMessage, geometry: WkbGeometry, frame: Frame): void {
  const pen: Pen = { out, x: 0, y: 0 }
  if (geometry.kind === 'point') putPoints(pen, geometry.parts, frame)
  else if (geometry.kind === 'line') geometry.parts.forEach((part) => putLines(pen, part[0]!, frame))
  else geometry.parts.forEach((part) => putPolygon(pen, part, frame))
}

type Value = Exclude<TileValue, null | undefined>
function putValue(out: ProtobufMessage, value: Value): void {
  if (typeof value === 'string') putText(out, 1, value)
  else if (typeof value === 'boolean') putNumber(out, 7, value ? 1 : 0)
  else if (!Number.isSafeInteger(value)) putDouble(out, 3, value)
  else if (value >= 0) putNumber(out, 5, value)
  else putNumber(out, 6, BigInt(-value) * 2n - 1n)
}

/** The number of a key or value in its list, which grows by those that are new. */
function numberOf<T>(known: Map<T, number>, item: T): number {
  const found = known.get(item)
  if (found !== undefined) return found
  known.set(item, known.size)
  return known.size - 1
}

const kindCode = { point: 1, line: 2, polygon: 3 }

function encodeLayer(layer: TileLayer, frame: Frame, extent: number): ProtobufMessage | undefined {
  const out = message(1 << 16)
  // one message of each sort for all features: making one for each costs more than writing it
  const [commands, tags, body, single] = [message(), message(), message(), message()]
  const keys = new Map<string, number>()
  const values = new Map<Value, number>()
  let count = 0
  putNumber(out, 15, 2)
  putText(out, 1, layer.name)
  for (const { id, wkb, properties } of layer.features) {
    commands.length = tags.length = body.length = 0
    const geometry = readWkb(wkb)
    putGeometry(commands, geometry, frame)
    if (commands.length === 0) continue
    for (const key in properties) {
      const value = properties[key]
      if (value === null || value === undefined) continue
      putVarint(tags, numberOf(keys, key))
      putVarint(tags, numberOf(values, value))
    }
    if (id !== undefined) putNumber(body, 1, typeof id === 'string' ? BigInt(id) : id)
    putMessage(body, 2, tags)
    putNumber(body, 3, kindCode[geometry.kind])
    putMessage(body, 4, commands)
    putMessage(out, 2, body)
    count++
  }
  if (count === 0) return undefined
  for (const key of keys.keys()) putText(out, 3, key)
  for (const value of values.keys()) {
    single.length = 0
    putValue(single, value)
    putMessage(out, 4, single)
  }
  putNumber(out, 5, extent)
  return out
}

/**
 * Encodes tile z/x/y (grid of tileEnvelope) as a Mapbox vector tile, version 2.1. Geometry is clipped to the tile plus buffer,
 * rings are wound as the specification wants, features that vanish are left out, and so are layers without features.
 * Null and undefined properties are left out; whole numbers stay whole. Throws on unreadable WKB.
 */
export function encodeTile(z: number, x: number, y: number, layers: TileLayer[], options: TileOptions = {}): Uint8Array {
  const { extent = 4096, buffer = 64, minArea = 0 } = options
  const [west, , , north] = tileEnvelope(z, x, y)
  const pixel = extent / tileSize
  const frame: Frame = { west, north, scale: (extent * 2 ** z) / 360, lo: -buffer, hi: extent + buffer, minArea: minArea * pixel * pixel }
  const tile = message(1 << 16)
  for (const layer of layers) {
    const made = encodeLayer(layer, frame, extent)
    if (made) putMessage(tile, 3, made)
  }
  return finished(tile).slice()
}
