import { sql } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import { inRegion, REGION_LENGTHS, regionRange } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Input, Slice } from '../../kit/server/route.server.ts'

/** Figures of a region and of each child region, from one pass over narrow indexes. Formulas: statistics.md 2, 5 (areas in mu). */
async function home(ctx: Ctx, q: Input) {
  const region = String(q.regionCode || ctx.who.regionCode)
  if (region !== '' && !inRegion(region, ctx.who.regionCode)) throw problems.outOfRegion({ regionCode: region })
  const at = (REGION_LENGTHS as readonly number[]).indexOf(region.length)
  const childLength = region === '' ? 2 : REGION_LENGTHS[Math.min(at + 1, REGION_LENGTHS.length - 1)]!
  const { lo, hi } = regionRange(region)
  const mine = sql`"tenantId" = ${ctx.who.tenantId} and "regionCode" >= ${lo} and "regionCode" < ${hi}`
  const child = sql`left("regionCode", ${sql.lit(childLength)})`
  const grouped = async (figures: ReturnType<typeof sql>) => (await sql<Record<string, string>>`${figures}`.execute(ctx.db)).rows
  const fbf = await grouped(sql`select ${child} as code, count(*) as fbf from fbf where ${mine} and zt = '1' group by 1`)
  const cbf = await grouped(
    sql`select ${child} as code, count(*) filter (where cbflx = '1') as cbf1, count(*) filter (where cbflx = '2') as cbf2, count(*) filter (where cbflx = '3') as cbf3 from cbf where ${mine} and zt = '1' group by 1`,
  )
  const jtcy = await grouped(
    sql`select ${child} as code, count(*) filter (where cybz is distinct from '7') as jt, count(*) filter (where cybz is distinct from '7' and sfgyr = '1') as jtg from jtcy where ${mine} group by 1`,
  )
  const dk =
    await grouped(sql`select ${child} as code, count(*) filter (where dklb = '10') as dkc, coalesce(sum(scmjm) filter (where dklb = '10'), 0) as "dkcArea",
    count(*) filter (where dklb <> '10') as dkn, coalesce(sum(scmjm) filter (where dklb <> '10'), 0) as "dknArea", coalesce(sum(scmjm) filter (where dklb = '10' and sfjbnt = '1'), 0) as "jbntArea"
    from dk where ${mine} and zt = '1' group by 1`)
  const cbht = await grouped(
    sql`select ${child} as code, count(*) as cbht, coalesce(sum(htzmjm), 0) as "htArea" from cbht where ${mine} and qszt = '1' group by 1`,
  )
  const cert = await grouped(
    sql`select ${child} as code, count(*) filter (where fzrq is not null) as cert, count(*) filter (where sfbdcfz = '1') as bdc from cbjyqz where ${mine} and sfzx = 0 group by 1`,
  )
  const values = new Map<string, Record<string, number>>()
  for (const r of [...fbf, ...cbf, ...jtcy, ...dk, ...cbht, ...cert]) {
    const { code, ...figures } = r
    values.set(code!, { ...values.get(code!), ...Object.fromEntries(Object.entries(figures).map(([k, v]) => [k, Number(v)])) })
  }
  const names = await ctx.db
    .selectFrom('region')
    .select(['code', 'name'])
    .where('code', 'in', values.size ? [...values.keys()] : [''])
    .execute()
  const nameOf = new Map(names.map((n: any) => [n.code, n.name]))
  const children = [...values.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, v]) => ({ regionCode: code, regionName: nameOf.get(code) ?? code, self: code.length < childLength || code === region, values: v }))
  const total: Record<string, number> = {}
  for (const c of children) for (const [k, v] of Object.entries(c.values)) total[k] = Math.round(((total[k] ?? 0) + v) * 100) / 100
  return { asOf: ctx.now, regionCode: region, unit: '亩', total, children }
}

export const slice: Slice = {
  name: 'home',
  resources: [],
  routes: [
    { method: 'GET', path: '/data/statistics/home', perm: 'signed-in', scope: 'land', audit: 'read', summary: '首页统计', query: ['regionCode'], run: home },
  ],
}
