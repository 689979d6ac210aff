import { sql, type RawBuilder } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Input, Slice } from '../../kit/server/route.server.ts'
import { business } from '../../business/cases/business.ts'
import { STATUS } from '../../business/cases/flow.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { dk } from '../../land/definitions/dk.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { cbht } from '../../land/definitions/cbht.ts'
import { cbjyqz } from '../../land/definitions/cbjyqz.ts'
import { byChild, grouped, headOf, placeOf, type Place, type Row } from './place.server.ts'
import { isView, type View } from './views.ts'
import { cases, contract, monthly, renewal } from './views.server.ts'

/** Figures by child region, from one pass over narrow indexes. Formulas: statistics.md 2, 5 (areas in mu). */
async function countRows(ctx: Ctx, p: Place): Promise<Row[]> {
  const per = (figures: string, r: AnyResource, which: RawBuilder<unknown>) =>
    grouped(ctx, sql`select ${p.child} as code, ${sql.raw(figures)} from ${sql.table(r.name)} where ${p.of(r)} and ${which} group by 1`)
  return [
    ...(await per('count(*) as fbf', fbf, sql`zt = '1'`)),
    ...(await per(
      `count(*) filter (where cbflx = '1') as cbf1, count(*) filter (where cbflx = '2') as cbf2, count(*) filter (where cbflx = '3') as cbf3`,
      cbf,
      sql`zt = '1'`,
    )),
    ...(await per(`count(*) as jt, count(*) filter (where sfgyr = '1') as jtg`, jtcy, sql`cybz is distinct from '7'`)),
    ...(await per(
      `count(*) filter (where dklb = '10') as dkc, coalesce(sum(scmjm) filter (where dklb = '10'), 0) as "dkcArea",
      count(*) filter (where dklb <> '10') as dkn, coalesce(sum(scmjm) filter (where dklb <> '10'), 0) as "dknArea",
      coalesce(sum(scmjm) filter (where dklb = '10' and sfjbnt = '1'), 0) as "jbntArea"`,
      dk,
      sql`zt = '1'`,
    )),
    ...(await per(`count(*) as cbht, coalesce(sum(htzmjm), 0) as "htArea"`, cbht, sql`qszt = '1'`)),
    ...(await per(`count(*) filter (where fzrq is not null) as cert, count(*) filter (where sfbdcfz = '1') as bdc`, cbjyqz, sql`sfzx = 0`)),
  ]
}
const finished = (ctx: Ctx, p: Place) =>
  grouped(
    ctx,
    sql`select ${p.child} as code, count(*) as done from business where ${p.of(business)} and removed is null and status = ${STATUS.done} group by 1`,
  )

/** The cards' figures of a region and of each child region. Source: statistics.md 2. */
async function counts(ctx: Ctx, p: Place) {
  return { ...headOf(ctx, p), ...(await byChild(ctx, p, await countRows(ctx, p))) }
}
/** The same with the cases that are finished: the table of child regions. Source: statistics.md 5 (region). */
async function region(ctx: Ctx, p: Place) {
  return { ...headOf(ctx, p), ...(await byChild(ctx, p, [...(await countRows(ctx, p)), ...(await finished(ctx, p))])) }
}

const ANSWERS: Readonly<Record<View, (ctx: Ctx, p: Place, q: Input) => Promise<unknown>>> = { counts, business: cases, contract, monthly, region, renewal }
/** One sub-view of the start for a region. Throws bad-request for a view there is none of, unknown-parameter for a period where none applies. */
async function home(ctx: Ctx, q: Input) {
  const view = q.view || 'counts'
  if (!isView(view)) throw problems.badRequest({ zh: `不支持的统计视图：${view}`, en: `No such view: ${view}` })
  for (const name of ['from', 'to']) if (view !== 'business' && q[name] !== undefined) throw problems.unknownParameter({ name })
  return ANSWERS[view](ctx, placeOf(ctx, q), q)
}

export const slice: Slice = {
  name: 'home',
  resources: [],
  routes: [
    {
      method: 'GET',
      path: '/data/statistics/home',
      perm: 'signed-in',
      scope: 'land',
      audit: 'read',
      summary: '首页统计',
      query: ['regionCode', 'view', 'from', 'to'],
      run: home,
    },
  ],
}
