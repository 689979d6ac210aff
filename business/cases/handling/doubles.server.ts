// Persons of two households in a case: kept with the case, confirmed by a second person before the recheck passes, told to the register with who did both.
import { typedRows } from '../../../kit/server/any-query.server.ts'
import { both } from '../../../kit/model/lang.ts'
import { problems, type Problem } from '../../../kit/model/problem.ts'
import type { Row } from '../../../kit/model/resource.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { joinable, scoped } from '../../../kit/server/query.server.ts'
import { rowIdOf, type TextInput } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import type { Double } from '../../../land/register/acts/acts.ts'
import { personName } from '../../../platform/people/name.ts'
import { attach } from '../../../services/files/attach.ts'
import { business_double, type Business } from '../definitions/business.ts'
import { actorOf, lockBusiness, openTask } from './case.server.ts'
import type { AdmittedDouble, DoubleForm } from '../people/doubles.ts'
import { admits, STATUS } from '../rules/flow.ts'
import { doubleProblems, refusal } from '../rules/problems.ts'

type Kept = Row<typeof business_double>
type Case = Pick<Business, 'id' | 'regionCode'>
/** The persons of two households of a case. */
export const doublesOf = async (ctx: Ctx, b: Pick<Business, 'id'>): Promise<Kept[]> =>
  await typedRows<Kept>(scoped(ctx, business_double).selectAll('business_double').where('business_double.businessId', '=', b.id).orderBy('business_double.id'))
const isSame = (k: Pick<Kept, 'cbfbm' | 'cyxm' | 'reason' | 'attachId'>, d: DoubleForm) =>
  k.cbfbm === d.cbfbm && k.cyxm === d.cyxm && k.reason === d.reason && k.attachId === d.attachId

/** Makes the doubles of a case those of its plan: what was said otherwise before is asked and confirmed anew. @throws where a proof is no file of the case */
export async function syncDoubles(ctx: Ctx, b: Case, told: readonly AdmittedDouble[]): Promise<void> {
  const have = await doublesOf(ctx, b)
  const fresh = told.filter((d, i) => !have.some((k) => isSame(k, d)) && told.findIndex((o) => isSame(o, d)) === i)
  const gone = have.filter((k) => !told.some((d) => isSame(k, d)))
  if (gone.length) await rows.eraseMany(ctx, business_double, gone)
  if (!fresh.length) return
  const files = await joinable(ctx, attach)
    .select('attach.id')
    .where('attach.businessId', '=', b.id)
    .where('attach.id', 'in', [...new Set(fresh.map((d) => d.attachId!))])
    .execute()
  const without = fresh.find((d) => !files.some((f) => f.id === d.attachId))
  if (without) throw doubleProblems.proof({ name: without.cyxm })
  const asked = { askedBy: ctx.who.userId, askedName: personName(ctx.who) }
  await rows.insertMany(
    ctx,
    business_double,
    fresh.map(({ person: _, ...d }) => ({ ...d, ...asked, regionCode: b.regionCode, businessId: b.id })),
  )
}

/** The refusal of a recheck while one of them is not confirmed. */
export function unconfirmed(told: readonly AdmittedDouble[], kept: readonly Kept[]): Problem | undefined {
  const open = told.filter((d) => !kept.some((k) => isSame(k, d) && k.confirmedBy))
  return open.length ? doubleProblems.unconfirmed({ names: [...new Set(open.map((d) => d.cyxm))] }) : undefined
}
/** What the register is told of them, by person; of one who is not confirmed nothing, and the register refuses. `as`: who is taken for the second person where nobody was yet. */
export async function givenDoubles(ctx: Ctx, b: Pick<Business, 'id'>, told: readonly AdmittedDouble[], as?: string): Promise<ReadonlyMap<string, Double>> {
  if (!told.length) return new Map()
  const kept = await doublesOf(ctx, b)
  return new Map(
    told.flatMap((d): [string, Double][] => {
      const k = kept.find((x) => isSame(x, d))
      const confirmedBy = k?.confirmedBy ?? as
      return k && confirmedBy ? [[d.person, { reason: d.reason, attachId: d.attachId!, askedBy: String(k.askedBy), confirmedBy }]] : []
    }),
  )
}

const CONFIRMING = ['check', 'recheck']
/** Who has the open check or recheck of the case in hand, and has not asked for it. */
const mayConfirm = (ctx: Ctx, b: Business, task: Awaited<ReturnType<typeof openTask>>, k: Kept): boolean =>
  b.status === STATUS.doing &&
  CONFIRMING.includes(task?.taskKey ?? '') &&
  admits({ status: b.status, taskKey: task?.taskKey }, 'pass', actorOf(ctx, b, task)) &&
  k.askedBy !== ctx.who.userId
/** The doubles of a case as its page shows them; `may`: the caller may confirm it now; `own`: it waits for somebody else, because the caller gave the reason. */
export const shownDoubles = async (ctx: Ctx, b: Business, task: Awaited<ReturnType<typeof openTask>>) =>
  (await doublesOf(ctx, b)).map((k) => ({
    id: k.id,
    cbfbm: k.cbfbm,
    cyxm: k.cyxm,
    reason: k.reason,
    attachId: k.attachId,
    askedName: k.askedName,
    confirmedName: k.confirmedName,
    confirmTime: k.confirmTime,
    may: !k.confirmedBy && mayConfirm(ctx, b, task, k),
    own: !k.confirmedBy && k.askedBy === ctx.who.userId,
  }))
/** A second person confirms that somebody stands in two households: {businessId, id}. @throws not-found, E2002 out of check and recheck, and to who asked for it */
export async function confirmDouble(ctx: Ctx, input: TextInput<'businessId' | 'id'>): Promise<void> {
  const b = await lockBusiness(ctx, input.businessId)
  const task = await openTask(ctx, b)
  const k = (await doublesOf(ctx, b)).find((x) => x.id === rowIdOf(input))
  if (!k) throw problems.notFound(both('两户人员', 'The person of two households'))
  if (k.askedBy === ctx.who.userId) throw doubleProblems.ownRequest({ name: k.cyxm ?? '' })
  if (k.confirmedBy || !mayConfirm(ctx, b, task, k)) throw refusal('E2002')
  await rows.change(ctx, business_double, k, { confirmedBy: ctx.who.userId, confirmedName: personName(ctx.who), confirmTime: ctx.now })
}
