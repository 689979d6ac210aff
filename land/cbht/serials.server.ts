import { problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { idList, isId } from '../../kit/model/resource.ts'
import { nextNumbers } from '../../kit/server/counters.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { requireRegion, scoped, underRegion } from '../../kit/server/query.server.ts'
import { type Route, type TextInput, route } from '../../kit/server/route.server.ts'
import { cbht } from '../definitions/cbht.ts'
import { QSZT } from '../definitions/statuses.ts'
import { write } from '../register/write.server.ts'
import { cbhtProblems } from './problems.ts'

/** Contracts of one call at most: what is left comes with the next. */
const MOST = 500
const LAST = 999_999

/** A serial of a contract: county, year in which it was given, six digits. Source: codes.md 3.3 (htxlh) */
export const contractSerial = (county: string, year: string, n: number): string => county + year + String(n).padStart(6, '0')

/** Current contracts without a serial: those named by `ids`, or all under a region. */
async function without(ctx: Ctx, q: TextInput<'ids' | 'regionCode'>) {
  const chosen = idList(q.ids)
  const regionCode = q.regionCode ?? ''
  if (!chosen.every(isId)) throw problems.badRequest({ zh: '合同id格式不正确', en: 'The ids of contracts are malformed' })
  if (chosen.length > MOST) throw problems.badRequest({ zh: `一次最多${MOST}份合同`, en: `At most ${MOST} contracts` })
  if (chosen.length === 0) requireRegion(ctx, regionCode)
  const open = scoped(ctx, cbht).select(['cbht.cbhtbm', 'cbht.regionCode']).where('cbht.qszt', '=', QSZT.current).where('cbht.htxlh', 'is', null)
  const named = chosen.length ? open.where('cbht.id', 'in', chosen) : underRegion(open, 'cbht', regionCode)
  return named
    .orderBy('cbht.cbhtbm')
    .limit(MOST + 1)
    .execute()
}
/** Gives serials; a contract that has one keeps it. Answers how many were given and whether some are left. */
async function give(ctx: Ctx, q: TextInput<'ids' | 'regionCode'>): Promise<{ given: number; left: boolean }> {
  const found = await without(ctx, q)
  const year = ctx.now.slice(0, 4)
  const some = found.slice(0, MOST)
  for (const [county, of] of Map.groupBy(some, (c) => countyOf(c.cbhtbm!))) {
    const numbers = await nextNumbers(ctx, 'htxlh', county + year, of.length)
    if (numbers.at(-1)! > LAST) throw cbhtProblems.serialsOut({ code: county + year })
    const serials = numbers.map((n) => contractSerial(county, year, n))
    await write(ctx, {
      cause: { kind: 'desk', id: ctx.newId() },
      unit: `htxlh/${serials[0]}`,
      regionCode: of[0]!.regionCode,
      day: ctx.now.slice(0, 10),
      acts: of.map((c, i) => ({ act: 'setContract', cbhtbm: c.cbhtbm!, htxlh: serials[i]! })),
    })
  }
  return { given: some.length, left: found.length > some.length }
}

/** GET by the specification, though it writes. */
export const serialsRoute: Route = route({
  method: 'GET',
  path: '/data/dzzw-cbht/generateHtxlh',
  perm: 'cbht_edit',
  scope: 'land',
  audit: 'cbht.htxlh',
  summary: '生成合同序列号',
  query: ['ids', 'regionCode'],
  writes: true,
  run: give,
})
