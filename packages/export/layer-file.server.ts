import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { boxOf, shapeContent, shapeHead, prjOf, shapeRings, TABLE_END, tableHead, tableRecord } from '../../land/geometry/shapefile.ts'
import type { Geometry, StagedPoint } from '../package/staged.ts'
import { layerColumns, type StandardField, type LayerName } from '../../land/definitions/national/format.ts'
import { layerKind, type PackageZone } from './standard.ts'

/** A set of files of one layer that is being written record by record. */
export interface LayerFile {
  /** geometry in metres without the number of the zone; null: a record without shape */
  add(geometry: Geometry | null, values: Readonly<Record<string, string>>): void
  readonly count: number
  end(): void
}
/** What was too wide for its column, by layer or table and field: how often. */
export type Cuts = Map<string, number>
export const cutAt = (cuts: Cuts, where: string, field: string): void => void cuts.set(`${where}.${field}`, (cuts.get(`${where}.${field}`) ?? 0) + 1)

/** Bytes that are gathered before they are written. */
const BUNCH = 2 ** 20
/** A file that only grows; its head is written last. */
function growing(path: string, head: number) {
  const file = openSync(path, 'w', 0o600)
  let waiting: Buffer[] = [],
    size = 0,
    at = head
  const flush = () => {
    const bytes = Buffer.concat(waiting)
    if (bytes.length) writeSync(file, bytes, 0, bytes.length, at)
    at += bytes.length
    waiting = []
    size = 0
  }
  return {
    add(bytes: Buffer) {
      waiting.push(bytes)
      size += bytes.length
      if (size >= BUNCH) flush()
    },
    end(first: Buffer) {
      flush()
      writeSync(file, first, 0, first.length, 0)
      closeSync(file)
    },
  }
}

function partsOf(geometry: Geometry | null): StagedPoint[][] {
  if (!geometry) return []
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates]]
    case 'MultiPoint':
      return geometry.coordinates.slice(0, 1).map((p) => [p])
    case 'LineString':
      return [geometry.coordinates]
    case 'MultiLineString':
      return geometry.coordinates
    case 'Polygon':
      return shapeRings(geometry.coordinates)
    case 'MultiPolygon':
      return geometry.coordinates.flatMap((rings) => shapeRings(rings))
  }
}

const HEAD = 100
/**
 * Begins the files `base`.shp, .shx, .dbf, .prj and .cpg of a layer. `day` yyyy-MM-dd; `more`: its columns beside those of the standard. Characters that GBK lacks are
 * written as GB 18030 has them.
 */
export function layerFile(
  base: string,
  name: LayerName,
  { zone, isNumbered }: PackageZone,
  day: string,
  cuts: Cuts,
  more: readonly StandardField[] = [],
): LayerFile {
  const kind = layerKind(name),
    columns = layerColumns(name, more)
  const [shp, shx, dbf] = [growing(`${base}.shp`, HEAD), growing(`${base}.shx`, HEAD), growing(`${base}.dbf`, tableHead(columns, 0, day).length)]
  const shift = isNumbered ? zone * 1e6 : 0
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  let at = HEAD,
    count = 0
  return {
    add(geometry, values) {
      const parts = partsOf(geometry).map((part) => part.map(([x, y]): StagedPoint => [x + shift, y]))
      const content = shapeContent(kind, parts)
      if (parts.length) {
        const box = boxOf(parts.flat())
        ;[west, south, east, north] = [Math.min(west, box[0]), Math.min(south, box[1]), Math.max(east, box[2]), Math.max(north, box[3])]
      }
      const head = Buffer.alloc(8),
        entry = Buffer.alloc(8)
      head.writeInt32BE(++count, 0)
      entry.writeInt32BE(at / 2, 0)
      for (const b of [head, entry]) b.writeInt32BE(content.length / 2, 4)
      shp.add(head)
      shp.add(content)
      shx.add(entry)
      dbf.add(tableRecord(columns, values, 'gb18030', (column) => cutAt(cuts, name, column)))
      at += 8 + content.length
    },
    get count() {
      return count
    },
    end() {
      const box: [number, number, number, number] = west > east ? [0, 0, 0, 0] : [west, south, east, north]
      shp.end(shapeHead(kind, at, box))
      shx.end(shapeHead(kind, HEAD + count * 8, box))
      dbf.add(TABLE_END)
      dbf.end(tableHead(columns, count, day))
      writeFileSync(`${base}.prj`, prjOf(zone, isNumbered))
      writeFileSync(`${base}.cpg`, 'GBK')
    },
  }
}
