import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { write } from '../../land/register/write.server.ts'
import { stepsOf, type TypeCode } from '../../services/process/engine/definitions.ts'
import { remember, type Stepped } from '../../services/process/process.server.ts'
import { process_history } from '../../services/process/process.ts'
import { business, business_book, type Business } from './business.ts'
import { draftOf, moveBusiness } from './case.server.ts'
import { contractsOf } from './contracts.server.ts'
import { requireWhole } from './evidence.server.ts'
import { releasing } from './locks.server.ts'
import { handlingOf, stepOf, type Plan, type Ready, type Registry } from './handling.server.ts'

/** What the rest of the product hears of a finished business. Source: business-flows.md 3.4, step 10. */
const TOPICS = ['statistics', 'archive', 'push', 'access', 'sms', 'search', 'tile'] as const

/** After a step of a business that is held: it shows its new task, which does what it does when it opens; the last step finishes it. `ready`: what this transaction has checked. */
export async function afterStep(of: Registry, ctx: Ctx, b: Business, s: Stepped, ready?: Ready): Promise<void> {
  if (s.ended) return finish(of, ctx, b, ready)
  const steps = stepsOf(b.businessTypeCode as TypeCode).map(({ key }) => key as string)
  const key = s.opened[0]!.taskKey!
  await rows.change(ctx, business, b, { currentActive: key, progress: Math.round((steps.indexOf(key) / steps.length) * 100) })
  for (const task of s.opened) await stepOf(of, b, task).onOpen?.(ctx, { business: b, task })
}

/** The form as it is stored, checked against the register. */
async function planned(of: Registry, ctx: Ctx, b: Business): Promise<Plan> {
  const draft = await draftOf(ctx, b.id)
  return handlingOf(of, b).plan(ctx, { ...draft.form, businessItemCode: b.businessItemCode }, draft.codes)
}

/** Tasks whose passing approves a business, the weightiest first. */
const APPROVING = ['recheck', 'check'] as const
/** What has happened to a process so far that a finish asks about. */
const historyOf = (ctx: Ctx, instanceId: string) =>
  scoped(ctx, process_history)
    .select(['process_history.action', 'process_history.taskKey', 'process_history.userName'])
    .where('process_history.instanceId', '=', instanceId)
    .where('process_history.action', 'in', ['pass', 'finish'])
    .orderBy('process_history.id', 'desc')
    .execute()
/** 登簿人: who passed the recheck, or the check where the process has none; who ends the process where it has neither. Source: register.md 4. */
function registrarOf(ctx: Ctx, history: Awaited<ReturnType<typeof historyOf>>): string {
  const by = APPROVING.map((key) => history.find((h) => h.action === 'pass' && h.taskKey === key)?.userName).find(Boolean)
  return by ?? (ctx.who.realName || ctx.who.account)
}

/**
 * 登簿: everything or nothing, in the transaction of the last commit. The form was checked against the register in this transaction,
 * which holds the business; the type's plan says what the register is told, its writer checks that against what it locks. Once per process: a repeated call changes nothing (I22).
 */
async function finish(of: Registry, ctx: Ctx, b: Business, ready?: Ready): Promise<void> {
  const instanceId = b.processInstanceId!
  const history = await historyOf(ctx, instanceId)
  if (history.some((h) => h.action === 'finish')) return
  const handling = handlingOf(of, b)
  const plan = ready?.plan ?? (await planned(of, ctx, b))
  const contracts = ready?.contracts ?? (await contractsOf(ctx, b))
  for (const c of contracts) if (c.attachId) await requireWhole(of.digestOf, ctx, c)
  const registrar = registrarOf(ctx, history)
  const made: string[] = []
  for (const { group, acts } of handling.entries({ plan, contracts })) {
    const unit = group === undefined ? instanceId : `${instanceId}/${group}`
    const { books } = await write(ctx, { cause: { kind: 'business', id: b.id }, unit, regionCode: b.regionCode, day: ctx.now.slice(0, 10), registrar, acts })
    made.push(...books)
  }
  await rows.insertMany(
    ctx,
    business_book,
    made.map((newDjbId) => ({ regionCode: b.regionCode, businessId: b.id, role: 'target', newDjbId })),
  )
  await remember(ctx, { regionCode: b.regionCode, instanceId, businessId: b.id }, 'finish')
  const payload = JSON.stringify({ businessId: b.id, businessCode: b.businessCode, typeCode: b.businessTypeCode, regionCode: b.regionCode, djbIds: made })
  await ctx.db
    .with('released', (db) => releasing(db, b))
    .insertInto('outbox')
    .values(
      TOPICS.map((topic) => ({
        id: ctx.newId(),
        tenantId: ctx.who.tenantId,
        topic: `business.${topic}`,
        key: b.id,
        payload,
        createTime: ctx.now,
        nextTime: ctx.now,
      })),
    )
    .execute()
  await moveBusiness(ctx, b, 'finish', { progress: 100, currentActive: null, finishTime: ctx.now })
}
