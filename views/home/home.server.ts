import { sql } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { asFile, reading, route, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import { business } from '../../business/cases/definitions/business.ts'
import { STATUS } from '../../business/cases/rules/flow.ts'
import { figuresOf } from './figures.server.ts'
import { byChild, grouped, placeHead, placeOf, type Place } from './place.server.ts'
import { isView, type HomeView } from './views.ts'
import { printMonthly } from './monthly-print.server.ts'
import { cases, contract, monthly, renewal } from './views.server.ts'

const finished = (ctx: Ctx, p: Place) =>
  grouped(
    ctx,
    sql`select ${p.child} as code, count(*) as done from business where ${p.of(business)} and removed is null and status = ${STATUS.done} group by 1`,
  )

/** The cards' figures of a region and of each child region. Source: statistics.md 2. */
async function counts(ctx: Ctx, p: Place) {
  return { ...placeHead(ctx, p), ...(await byChild(ctx, p, figuresOf(ctx, p))) }
}
/** The same with the cases that are finished: the table of child regions. Source: statistics.md 5 (region). */
async function region(ctx: Ctx, p: Place) {
  // cases are no register: they have no past day
  const rows = Promise.all([figuresOf(ctx, p), ctx.asOf ? [] : finished(ctx, p)])
  return {
    ...placeHead(ctx, p),
    ...(await byChild(
      ctx,
      p,
      rows.then((both) => both.flat()),
    )),
  }
}

const ANSWERS: Readonly<Record<HomeView, (ctx: Ctx, p: Place, q: TextInput) => Promise<unknown>>> = {
  counts,
  business: cases,
  contract,
  monthly,
  region,
  renewal,
}
/** One sub-view of the start for a region. Throws bad-request for a view there is none of, unknown-parameter for a period where none applies. */
async function home(ctx: Ctx, q: TextInput) {
  const view = q.view || 'counts'
  if (!isView(view)) throw problems.badRequest({ zh: `不支持的统计视图：${view}`, en: `No such view: ${view}` })
  for (const name of ['from', 'to']) if (view !== 'business' && q[name] !== undefined) throw problems.unknownParameter({ name })
  if (q.asOf !== undefined && view !== 'counts' && view !== 'region') throw problems.unknownParameter({ name: 'asOf' })
  return ANSWERS[view](ctx, placeOf(ctx, q), q)
}

export const slice: Slice = {
  name: 'home',
  resources: [],
  routes: [
    route({
      method: 'GET',
      path: '/data/statistics/home',
      perm: 'signed-in',
      scope: 'land',
      audit: 'read',
      summary: '首页统计',
      query: ['regionCode', 'view', 'from', 'to', 'asOf'],
      run: home,
    }),
    asFile(reading('land', 'print_view')('/data/statistics/monthly/print', '打印业务月报表', ['regionCode'], printMonthly)),
  ],
}
