import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Tx } from '../../kit/server/db.server.ts'
import { PLATFORM_TENANT } from './tenant-codes.ts'

interface OutlinesFile {
  features: { properties: { code: string; label: [number, number] }; geometry: { type: 'Polygon'; coordinates: [number, number][][] } }[]
}
const ring = (points: readonly [number, number][]) => `(${points.map((p) => p.join(' ')).join()})`

/**
 * Gives the demonstration's county, its townships, and one township's villages and groups their outlines (demo/regions.geojson, invented). Only while no region
 * has one: what somebody took away or set otherwise stays so. Two statements, one at most starts.
 */
export async function seedOutlines(tx: Tx): Promise<void> {
  if (await tx.selectFrom('region_outline').select('code').limit(1).executeTakeFirst()) return
  const { features } = JSON.parse(await readFile(new URL('../../demo/regions.geojson', import.meta.url), 'utf8')) as OutlinesFile
  const list = features.map(({ properties: p, geometry }) => ({
    code: p.code,
    geom: `MULTIPOLYGON((${geometry.coordinates.map(ring).join()}))`,
    name: `POINT(${p.label.join(' ')})`,
  }))
  await sql`insert into region_outline (code, "tenantId", geom, name)
    select o.code, ${PLATFORM_TENANT}, ST_GeomFromText(o.geom, 4326), ST_GeomFromText(o.name, 4326)
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as o (code text, geom text, name text)
    on conflict do nothing`.execute(tx)
}
