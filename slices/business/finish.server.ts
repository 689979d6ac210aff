import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { stepsOf, type TypeCode } from '../process/engine/definitions.ts'
import { remember, type Stepped } from '../process/process.server.ts'
import { process_history } from '../process/process.ts'
import { openRound } from '../publicity/rounds.server.ts'
import { business, business_book, business_draft, type Business } from './business.ts'
import { contractsOf } from './contracts.server.ts'
import { STATUS } from './flow.ts'
import { releaseObjects } from './locks.server.ts'
import { handlings } from './types/index.server.ts'
import type { Codes, Form } from './types/handling.server.ts'

/** What the rest of the product hears of a finished business. Source: business-flows.md 3.4, step 10. */
const TOPICS = ['statistics', 'archive', 'push', 'access', 'sms', 'search', 'tile'] as const

/** After a step: the business shows its new task, a publicity task gets its round, the last step finishes it. */
export async function afterStep(ctx: Ctx, businessId: string, s: Stepped): Promise<void> {
  const b = (await rows.get(ctx, business, businessId)) as unknown as Business
  if (s.ended) return finish(ctx, b)
  const steps = stepsOf(b.businessTypeCode as TypeCode).map(({ key }) => key as string)
  const key = s.opened[0]!.taskKey!
  await rows.update(ctx, business, b.id, { currentActive: key, progress: Math.round((steps.indexOf(key) / steps.length) * 100) })
  for (const t of s.opened)
    if (t.taskKey === 'publicity') await openRound(ctx, { taskId: t.id, businessId: b.id, regionCode: b.regionCode, title: `${b.businessName}公示` })
}

/**
 * 登簿: everything or nothing, in the transaction of the last commit. Checks the form against the register once more (its own locks held),
 * writes the register by the type's handling, and ends the business. Once per process: a repeated call changes nothing (I22).
 */
async function finish(ctx: Ctx, b: Business): Promise<void> {
  const instanceId = b.processInstanceId!
  if (await rows.find(ctx, process_history, { instanceId, action: 'finish' })) return
  const inside: Ctx = { ...ctx, businessId: b.id }
  const handling = handlings[b.businessTypeCode as TypeCode]
  const draft = (await rows.find(ctx, business_draft, { businessId: b.id })) as unknown as { form: Form; codes: Codes | null }
  const plan = await handling.plan(inside, { ...draft.form, businessItemCode: b.businessItemCode }, draft.codes)
  const made = await handling.finish(inside, { business: b, plan, contracts: await contractsOf(ctx, b), registrar: ctx.who.realName || ctx.who.account })
  for (const newDjbId of made) await rows.insert(ctx, business_book, { regionCode: b.regionCode, businessId: b.id, role: 'target', newDjbId })
  await remember(ctx, { regionCode: b.regionCode, instanceId, businessId: b.id }, 'finish')
  const payload = JSON.stringify({ businessId: b.id, businessCode: b.businessCode, typeCode: b.businessTypeCode, regionCode: b.regionCode, djbIds: made })
  await ctx.db
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
  await releaseObjects(ctx, b)
  await rows.update(ctx, business, b.id, { status: STATUS.done, progress: 100, currentActive: null, finishTime: ctx.now })
}
