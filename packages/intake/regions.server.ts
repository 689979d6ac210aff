import { sql } from 'kysely'
import { parentRegion, regionLevel, regionPath } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { region_ } from '../../platform/definitions/system.ts'
import { bulk } from './bulk.server.ts'
import { textOf } from '../package/mapping.ts'
import { readLayer } from '../package/layer.server.ts'
import type { StagedPackage } from '../package/staged.ts'
import type { LayerName } from '../../land/definitions/national/format.ts'

const LAYERS: readonly [LayerName, string, string][] = [
  ['XJXZQ', 'XZQDM', 'XZQMC'],
  ['XJQY', 'XJQYDM', 'XJQYMC'],
  ['CJQY', 'CJQYDM', 'CJQYMC'],
  ['ZJQY', 'ZJQYDM', 'ZJQYMC'],
]

/** Regions by code, from county to group: names of the region layers, and what only the code table (full names, codes padded to 14) has. */
async function regionsOf(pkg: StagedPackage): Promise<{ names: Map<string, string>; full: Map<string, string> }> {
  const names = new Map<string, string>()
  for (const [layer, code, name] of LAYERS) for await (const row of readLayer(pkg, layer)) names.set(textOf(row.attrs[code]), textOf(row.attrs[name]))
  const full = new Map((pkg.codeTable ?? []).map((r) => [shortened(r.code), r.name.trim()]))
  for (const [code, name] of full) {
    const above = full.get(parentRegion(code) ?? '') ?? ''
    if (!names.has(code)) names.set(code, (name.startsWith(above) && name.slice(above.length)) || name)
  }
  return { names, full }
}

/** The region a padded code of the code table stands for. */
export function shortened(code: string): string {
  const zeros: readonly [number, string][] = [
    [6, '00000000'],
    [9, '00000'],
    [12, '00'],
  ]
  for (const [n, tail] of zeros) if (code.length === 14 && code.endsWith(tail)) return code.slice(0, n)
  return code
}

/** Adds the package's regions that the region table lacks; known ones stay as they are. Answers how many were added. */
export async function writeRegions(ctx: Ctx, pkg: StagedPackage): Promise<number> {
  const { names, full: stated } = await regionsOf(pkg)
  const wanted = [...names.keys()].filter((c) => regionLevel(c) >= 3).sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  const paths = [...new Set(wanted.flatMap(regionPath))]
  const rows = await ctx.db
    .selectFrom('region')
    .select(['code', 'fullName'])
    .where(sql<boolean>`code = any(${paths}::text[])`)
    .execute()
  const known = new Map(rows.map((r) => [r.code as string, String(r.fullName ?? '')]))
  const full = new Map(known)
  const missing = wanted.filter((code) => !known.has(code))
  const b = bulk(ctx, region_)
  for (const code of missing) {
    // group layers repeat the village in their names, so the code table's full name is the better one
    const fullName = stated.get(code) ?? `${full.get(parentRegion(code)!) ?? ''}${names.get(code)}`
    full.set(code, fullName)
    await b.add({ code, parentCode: parentRegion(code), name: names.get(code), fullName, level: regionLevel(code), sort: Number(code.slice(-2)) })
  }
  return b.end()
}
