import type { Geometry, StagedPoint } from '../package/staged.ts'

const KINDS = { Point: 1, LineString: 2, Polygon: 3, MultiPoint: 4, MultiLineString: 5, MultiPolygon: 6 } as const
/** Beside the kind: a number of the coordinate system follows. */
const NUMBERED = 0x20000000

/** A ring that ends where it begins. */
function closed(ring: readonly StagedPoint[]): readonly StagedPoint[] {
  const [first, last] = [ring[0], ring.at(-1)]
  return first && last && (first[0] !== last[0] || first[1] !== last[1]) ? [...ring, first] : ring
}
function head(kind: number, ...numbers: readonly number[]): Buffer {
  const b = Buffer.alloc(5 + numbers.length * 4)
  let at = b.writeUInt32LE(kind, b.writeUInt8(1, 0))
  for (const n of numbers) at = b.writeUInt32LE(n, at)
  return b
}
function pointBytes([x, y]: StagedPoint): Buffer {
  const b = Buffer.alloc(16)
  b.writeDoubleLE(y, b.writeDoubleLE(x, 0))
  return b
}
/** Paths with their count, each with that of its points. */
function pathsBytes(paths: readonly (readonly StagedPoint[])[]): Buffer {
  const b = Buffer.alloc(4 + paths.reduce((n, path) => n + 4 + path.length * 16, 0))
  let at = b.writeUInt32LE(paths.length, 0)
  for (const path of paths) {
    at = b.writeUInt32LE(path.length, at)
    for (const [x, y] of path) at = b.writeDoubleLE(y, b.writeDoubleLE(x, at))
  }
  return b
}
const pathBytes = (path: readonly StagedPoint[]): Buffer => pathsBytes([path]).subarray(4)
const ringsBytes = (rings: readonly (readonly StagedPoint[])[]): Buffer => pathsBytes(rings.map(closed))
const several = (parts: readonly Buffer[], kind: number): Buffer => Buffer.concat([countBytes(parts.length), ...parts.flatMap((p) => [head(kind), p])])
function countBytes(n: number): Buffer {
  const b = Buffer.alloc(4)
  b.writeUInt32LE(n)
  return b
}
function bodyOf(g: Geometry): Buffer {
  switch (g.type) {
    case 'Point':
      return pointBytes(g.coordinates)
    case 'LineString':
      return pathBytes(g.coordinates)
    case 'Polygon':
      return ringsBytes(g.coordinates)
    case 'MultiPoint':
      return several(g.coordinates.map(pointBytes), KINDS.Point)
    case 'MultiLineString':
      return several(g.coordinates.map(pathBytes), KINDS.LineString)
    case 'MultiPolygon':
      return several(g.coordinates.map(ringsBytes), KINDS.Polygon)
  }
}
const numbered = (type: Geometry['type'], body: Buffer): string => Buffer.concat([head(NUMBERED + KINDS[type], 4326), body]).toString('hex')
/** Polygon rings in degrees as hex EWKB with SRID 4326: exact doubles, cheaper to make and to read than text. Rings are closed if they are not. */
export const polygonEwkb = (rings: readonly (readonly StagedPoint[])[]): string => numbered('Polygon', ringsBytes(rings))
/** Any geometry in degrees as hex EWKB with SRID 4326, its rings closed if they are not. */
export const geometryEwkb = (g: Geometry): string => numbered(g.type, bodyOf(g))
/** Any geometry as WKB, its rings closed if they are not. */
export const geometryWkb = (g: Geometry): Buffer => Buffer.concat([head(KINDS[g.type]), bodyOf(g)])
