/** A geometry read from WKB: flat lists of rings or paths, coordinates as they stand (x, y). Plain lists: short typed arrays cost more to make than to fill. */
export type WkbGeometry = {
  kind: 'point' | 'line' | 'polygon'
  /** point: one path with the points; line: one path a line; polygon: one list of rings a polygon */
  parts: number[][][]
}

type Cursor = { view: DataView; at: number }

const kinds: Record<number, WkbGeometry['kind']> = { 1: 'point', 2: 'line', 3: 'polygon', 4: 'point', 5: 'line', 6: 'polygon' }

function readHead(cursor: Cursor): { type: number; little: boolean; stride: number } {
  const little = cursor.view.getUint8(cursor.at) === 1
  const raw = cursor.view.getUint32(cursor.at + 1, little)
  cursor.at += 5
  if (raw & 0x20000000) cursor.at += 4
  const iso = Math.floor((raw & 0xffff) / 1000)
  const extra = (raw & 0x80000000 ? 1 : 0) + (raw & 0x40000000 ? 1 : 0) + (iso === 3 ? 2 : iso > 0 ? 1 : 0)
  return { type: (raw & 0xffff) % 1000, little, stride: 2 + extra }
}

function readPath(cursor: Cursor, little: boolean, stride: number, given?: number): number[] {
  const { view } = cursor
  const count = given ?? view.getUint32(cursor.at, little)
  if (given === undefined) cursor.at += 4
  const path: number[] = []
  for (let i = 0; i < count; i++, cursor.at += stride * 8) {
    path.push(view.getFloat64(cursor.at, little), view.getFloat64(cursor.at + 8, little))
  }
  return path
}

function readPaths(cursor: Cursor, little: boolean, stride: number): number[][] {
  const count = cursor.view.getUint32(cursor.at, little)
  cursor.at += 4
  const paths: number[][] = []
  for (let i = 0; i < count; i++) paths.push(readPath(cursor, little, stride))
  return paths
}

function readPart(cursor: Cursor): number[][] {
  const { type, little, stride } = readHead(cursor)
  if (type === 1) return [readPath(cursor, little, stride, 1)]
  return type === 2 ? [readPath(cursor, little, stride)] : readPaths(cursor, little, stride)
}

/**
 * Reads WKB or EWKB (as ST_AsBinary / ST_AsEWKB give it): Point, LineString, Polygon and their Multi forms; Z and M are skipped.
 * Throws an Error naming the type number for any other type. Source: OGC 06-103r4 section 8.
 */
export function readWkb(bytes: Uint8Array): WkbGeometry {
  const cursor: Cursor = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: 0 }
  const { type, little } = readHead(cursor)
  const kind = kinds[type]
  if (!kind) throw new Error(`WKB type ${type} is not supported`)
  if (type < 4) {
    cursor.at = 0
    return { kind, parts: [readPart(cursor)] }
  }
  const count = cursor.view.getUint32(cursor.at, little)
  cursor.at += 4
  const parts: number[][][] = []
  for (let i = 0; i < count; i++) parts.push(readPart(cursor))
  return { kind, parts }
}
