/** Packages that were taken into the register: their files lie in them still, and their layers of packages that came before those were kept. */
import { join } from 'node:path'
import { toMetres } from '../../land/geometry/crs.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import { pointsOf } from '../checks/shapes/geometry.ts'
import { HJB } from '../hjb/flow.ts'
import { hasPackage, packageFile } from '../hjb/storage.server.ts'
import { openInWorker } from '../package/apart.server.ts'
import { toLonLat } from '../package/crs.ts'
import { hjb } from '../package/hjb.ts'
import { readLayer } from '../package/layer.server.ts'
import { withPoints } from '../package/shape.ts'
import type { Bbox, Geometry, StagedPoint, StagedPackage } from '../package/staged.ts'
import { layerOf } from '../package/staged.ts'
import type { LayerName } from '../../land/definitions/national/format.ts'

/** The digests of packages that stand in the register of a county, the latest first. */
export async function formerDigests(ctx: Ctx, county: string): Promise<string[]> {
  const rows = await scoped(ctx, hjb)
    .select(['hjb.sha256'])
    .where('hjb.countyCode', '=', county)
    .where('hjb.status', 'in', [HJB.initialised, HJB.finished])
    .orderBy('hjb.id', 'desc')
    .execute()
  return (rows as { sha256: string | null }[]).flatMap((r) => r.sha256 ?? [])
}
/** Opens those whose files are there, each in a folder of its own. */
export async function openFormer(
  digests: readonly string[],
  of: { dataDir: string; tenantId: string; folder: string },
  signal: AbortSignal,
): Promise<StagedPackage[]> {
  const opened: StagedPackage[] = []
  for (const [i, sha256] of digests.entries()) {
    if (!(await hasPackage(of.dataDir, of.tenantId, sha256))) continue
    const { pkg, close } = await openInWorker({ zip: packageFile(of.dataDir, of.tenantId, sha256), dir: join(of.folder, `former-${i}`) }, { signal })
    await close()
    opened.push(pkg)
  }
  return opened
}

/** Layers of regions with the field of their code. */
export const REGION_LAYERS: Partial<Record<LayerName, readonly [code: string, name: string]>> = {
  XJXZQ: ['XZQDM', 'XZQMC'],
  XJQY: ['XJQYDM', 'XJQYMC'],
  CJQY: ['CJQYDM', 'CJQYMC'],
  ZJQY: ['ZJQYDM', 'ZJQYMC'],
}
export interface Feature {
  attrs: Readonly<Record<string, string>>
  geometry: Geometry | null
}
/** Metres from the land of the exported parcels within which features without a region belong to a part of a county. */
export const AROUND = 200
/** Attributes as texts, as a table's columns take them. */
export const attributeTexts = (attrs: Readonly<Record<string, string | number | null>>): Record<string, string> =>
  Object.fromEntries(Object.entries(attrs).map(([k, v]) => [k, v === null ? '' : String(v)]))
/** Whether an outline is of the region, of one below it or of one above it. */
export const isOfRegion = (own: string, region: string): boolean => own.startsWith(region) || region.startsWith(own)
/** Whether a feature has a point near the land of the exported parcels; what has no shape lies nowhere else. */
export function isBeside(geometry: Geometry | null, [west, south, east, north]: Bbox): boolean {
  if (!geometry) return true
  return pointsOf(geometry).some(([x, y]) => x >= west - AROUND && x <= east + AROUND && y >= south - AROUND && y <= north + AROUND)
}

/**
 * The features of a layer in all former packages, in metres of the zone. Of a part of a county (`region` longer than six digits) its regions, those above and below it, and what
 * lies around its parcels (`around`). A region that several packages have counts once: the latest.
 */
export async function* featuresOf(
  packages: readonly StagedPackage[],
  layer: LayerName,
  { zone, region, around }: { zone: number; region: string; around: Bbox },
  signal: AbortSignal,
): AsyncGenerator<Feature> {
  const seen = new Set<string>()
  const code = REGION_LAYERS[layer]?.[0]
  for (const pkg of packages) {
    const crs = layerOf(pkg, layer)?.crs
    if (!crs) continue
    const isSame = crs.kind === 'projected' && crs.centralMeridian === zone * 3 && !crs.other
    for await (const row of readLayer(pkg, layer, signal)) {
      const attrs = attributeTexts(row.attrs)
      const geometry = row.geometry && (isSame ? row.geometry : withPoints(row.geometry, (p) => toMetres(toLonLat(crs, p), zone) as StagedPoint))
      if (code) {
        const own = attrs[code] ?? ''
        if (seen.has(own) || !isOfRegion(own, region)) continue
        seen.add(own)
      } else if (region.length > 6 && !isBeside(geometry, around)) continue
      yield { attrs, geometry }
    }
  }
}
