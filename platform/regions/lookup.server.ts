import type { Ctx } from '../../kit/server/ctx.server.ts'

/** Names of regions by code; what has no row has no name. */
export async function regionNames(ctx: Ctx, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const asked = [...new Set(codes)]
  if (asked.length === 0) return new Map()
  const found = await ctx.db.selectFrom('region').select(['code', 'name']).where('code', 'in', asked).execute()
  return new Map(found.map((r) => [String(r.code), String(r.name)]))
}

/** The name of one region; undefined where it has no row. */
export const regionName = async (ctx: Ctx, code: string): Promise<string | undefined> => (await regionNames(ctx, [code])).get(code)

/** EPSG code of the zone in which a county surveys, as its row says; undefined where it says nothing. */
export async function countyProjection(ctx: Ctx, county: string): Promise<number | undefined> {
  const row = await ctx.db.selectFrom('region').select('projection').where('code', '=', county).executeTakeFirst()
  return row?.projection ? Number(row.projection) : undefined
}
