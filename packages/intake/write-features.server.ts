// The layers of a package that are no part of the register: kept by village with their days, every attribute as it came.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { GROUND_LAYERS, land_feature, type GroundLayer } from '../../land/map/tiles/feature.ts'
import { replaceFeatures } from '../../land/map/tiles/features.server.ts'
import { isAt } from '../../services/gis/features.ts'
import { boxesTouch, linesOf, pointsOf, polygonsOf } from '../checks/shapes/geometry.ts'
import { toLonLat } from '../package/crs.ts'
import { readLayer } from '../package/layer.server.ts'
import { textOf } from '../package/mapping.ts'
import { shapeExtent, withPoints } from '../package/shape.ts'
import type { Bbox, Crs, Geometry, LayerRow, StagedPackage, StagedPoint } from '../package/staged.ts'
import { bulk } from './bulk.server.ts'
import { geometryEwkb } from './ewkb.server.ts'
import type { WriteRun } from './write-run.server.ts'
import type { LayerName } from '../../land/definitions/national/format.ts'

/** Points that a line and a ring must have for the base to take it. */
const FEWEST = { line: 2, ring: 3 } as const
/** A geometry in degrees; null where the file has none, or one that lies nowhere on earth or has too few points. */
function inDegrees(g: Geometry | null, crs: Crs): Geometry | null {
  if (!g) return null
  const isWhole = linesOf(g).every((line) => line.length >= FEWEST.line) && polygonsOf(g).every((rings) => rings.every((ring) => ring.length >= FEWEST.ring))
  if (!isWhole) return null
  const shape = withPoints(g, (p) => toLonLat(crs, p))
  return pointsOf(shape).every(([lon, lat]) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90) ? shape : null
}
/** A point of a geometry that tells where it lies: the one in its middle. */
function pointOf(g: Geometry): StagedPoint | undefined {
  const points = pointsOf(g)
  return points[Math.floor(points.length / 2)]
}

interface Outline {
  code: string
  geometry: Geometry
  /** its extent: a county has hundreds of outlines, and each feature asks all of them */
  box: Bbox
}
/** Outlines of the villages and townships of a package, villages first. */
async function outlinesOf(pkg: StagedPackage, signal: AbortSignal): Promise<Outline[]> {
  const out: Outline[] = []
  for (const [name, code] of [
    ['CJQY', 'CJQYDM'],
    ['XJQY', 'XJQYDM'],
  ] as const)
    for (const layer of pkg.layers.filter((l) => l.name === name)) {
      const crs = layer.crs ?? pkg.crs
      if (!crs) continue
      for await (const row of readLayer(pkg, layer, signal)) {
        const geometry = inDegrees(row.geometry, crs)
        if (geometry) out.push({ code: textOf(row.attrs[code]), geometry, box: shapeExtent(pointsOf(geometry)) })
      }
    }
  return out
}
/** The region of a feature: its own code where it is one, else the village in which it lies, else the township, else the county. */
function regionOf(layer: GroundLayer, attrs: LayerRow['attrs'], g: Geometry | null, outlines: readonly Outline[], county: string): string {
  const own = layer.code ? textOf(attrs[layer.code]) : ''
  if (own.startsWith(county) && [6, 9, 12, 14].includes(own.length)) return own
  const at = g && pointOf(g)
  const found = at && outlines.find((o) => boxesTouch(o.box, [...at, ...at]) && isAt(o.geometry, at, 0))
  return found && found.code.startsWith(county) ? found.code : county
}

/** Streams the layers of a package beside the register into the base, since the package's day; answers how many features came that were not known. */
export async function writeFeatures({ ctx, pkg, signal, tell }: WriteRun, cause: string, day: string): Promise<number> {
  const outlines = await outlinesOf(pkg, signal)
  const into = bulk(ctx, land_feature, signal)
  let done = 0
  for (const kind of GROUND_LAYERS)
    for (const layer of pkg.layers.filter((l) => l.name === (kind.key as LayerName))) {
      const crs = layer.crs ?? pkg.crs
      if (!crs) continue
      for await (const { attrs, geometry } of readLayer(pkg, layer, signal)) {
        const shape = inDegrees(geometry, crs)
        const geom = shape && geometryEwkb(shape)
        const digest = createHash('sha256')
          .update(JSON.stringify(attrs))
          .update(geom ?? '')
          .digest('hex')
        await into.add({
          regionCode: regionOf(kind, attrs, shape, outlines, pkg.county),
          layer: kind.key,
          bsm: textOf(attrs.BSM).slice(0, 20),
          name: textOf(attrs[kind.title]),
          attrs,
          geom,
          digest,
          fromDay: day,
          causeId: cause,
        })
        if (++done % 1000 === 0) tell(70, 'features')
      }
    }
  await into.end()
  await replaceFeatures(ctx, pkg.county, cause, day)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from land_feature where "countyCode" = ${pkg.county} and "tenantId" = ${ctx.who.tenantId}
    and "causeId" = ${cause}`.execute(ctx.db)
  return rows[0]!.n
}
