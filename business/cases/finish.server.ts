import { both } from '../../kit/model/lang.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { Cause } from '../../land/register/acts/acts.ts'
import { write } from '../../land/register/write.server.ts'
import { personName } from '../../platform/people/name.ts'
import { stepsOf, type TypeCode } from '../../services/process/engine/definitions.ts'
import { completeTask, remember, reopenLast, type Stepped } from '../../services/process/process.server.ts'
import { keepMadeBooks, syncBooks } from './handling/books.server.ts'
import { business, type Business } from './definitions/business.ts'
import { contentsOf, draftOf, moveBusiness } from './handling/case.server.ts'
import { withDoubles } from './people/doubles.ts'
import { givenDoubles } from './handling/doubles.server.ts'
import { rulesOf, type CaseRules } from './definitions/config.server.ts'
import { planFor, requireEligible } from './eligible/eligibility.server.ts'
import { filedContracts } from './handling/contracts.server.ts'
import { requireWhole } from './handling/evidence.server.ts'
import type { Planned } from './definitions/meaning.ts'
import { releasing } from './handling/locks.server.ts'
import { standIn } from './office/absence.server.ts'
import { fitsTask } from './handling/persons.server.ts'
import { settleTasks, tellOfTask } from './handling/told.server.ts'
import { handlingOf, stepOf, type Plan, type Ready, type Registry } from './handling/handling.server.ts'

/** What the rest of the product hears of a finished business. Source: business-flows.md 3.4, step 10. */
const TOPICS = ['statistics', 'archive', 'push', 'access', 'webhook', 'sms', 'search', 'tile'] as const

/** The task that a step has opened and the rules leave out. */
const leftOut = (s: Stepped, { skipped }: Pick<CaseRules, 'skipped'>) => s.opened.find((t) => (skipped as readonly (string | null)[]).includes(t.taskKey))
/** After a step of a business that is held: it shows its new task, which does what it does when it opens; a task that its rules leave out is passed at once, by nobody; the last step finishes it. Who may do the new task is told. `passed`: the tasks that were passed; `ready`: what this transaction has checked. */
export async function afterStep(
  of: Registry,
  ctx: Ctx,
  b: Business,
  stepped: Stepped,
  rules: Pick<CaseRules, 'skipped' | 'performers' | 'threePersons'>,
  passed: Ready['passed'],
  ready?: Ready,
): Promise<void> {
  let s = stepped
  for (let t = leftOut(s, rules); t; t = leftOut(s, rules))
    s = await completeTask(ctx, { task: t, instance: s.instance }, { outcome: 'pass', isLeftOut: true }, rules.performers)
  if (s.ended && ready) return finish(of, ctx, b, ready)
  await opened(of, ctx, b, s, rules, passed, stepped.returned ? 'return' : 'task')
}
/** A business at the tasks that a step has opened. `kind`: how those who may do them are told. */
async function opened(
  of: Registry,
  ctx: Ctx,
  b: Business,
  s: Stepped,
  rules: Pick<CaseRules, 'performers' | 'threePersons'>,
  passed: Ready['passed'],
  kind: 'task' | 'return',
): Promise<void> {
  const steps = stepsOf(b.businessTypeCode as TypeCode).map(({ key }) => key as string)
  const key = s.opened[0]!.taskKey!
  await rows.change(ctx, business, b, { currentActive: key, progress: Math.round((steps.indexOf(key) / steps.length) * 100) })
  await settleTasks(ctx, b)
  for (const t of s.opened) {
    const task = await standIn(ctx, b, t)
    await stepOf(of, b, task).onOpen?.(ctx, { business: b, task })
    // whoever stands in has been told
    if (task === t) await tellOfTask(ctx, b, task, fitsTask(b, task, rules, passed), kind)
  }
}

/** The form as it is stored, checked against the register; of one entry, where it has many. */
export async function planned(of: Registry, ctx: Ctx, b: Business, group?: string): Promise<Plan> {
  const draft = await draftOf(ctx, b.id)
  const { part } = handlingOf(of, b).type
  return planFor(of, ctx, b, group !== undefined && part ? part(draft.form, group) : draft.form, draft.codes)
}

/** Tasks whose passing approves a business, the weightiest first. */
const APPROVING = ['recheck', 'check'] as const
/** 登簿人: who passed the recheck, or the check where the process has none; undefined where it has neither. Source: register.md 4. */
export function registrarOf(b: Pick<Business, 'processInstanceId'>, passed: Ready['passed']): string | undefined {
  const own = passed.filter((t) => t.instanceId === b.processInstanceId)
  return APPROVING.flatMap((key) => own.findLast((t) => t.taskKey === key)?.assigneeName ?? []).find(Boolean)
}

/**
 * 登簿: everything or nothing, in the transaction of the last commit. The form was checked against the register in this transaction,
 * which holds the business; the type's plan says what the register is told, its writer checks that against what it locks. Once per process: the business is
 * under way no longer (I22).
 * Of a business of many entries those that stand or fall alone (`group`) are left to a job (batch.server.ts).
 */
async function finish(of: Registry, ctx: Ctx, b: Business, { plan, contracts: signed, passed }: Ready): Promise<void> {
  await requireEligible(of, ctx, b, plan)
  const contracts = signed ?? (await filedContracts(ctx, b))
  for (const c of contracts) if (c.attachId) await requireWhole(of.digestOf, c)
  const entries = plan.entries(contracts)
  // who ends the process, where nobody approved it
  const registrar = registrarOf(b, passed) ?? personName(ctx.who)
  const made: string[] = []
  for (const e of entries.filter((x) => x.group === undefined)) made.push(...(await enter(ctx, b, e, registrar, plan)))
  if (!entries.some((e) => e.group !== undefined)) return closeCase(ctx, b, made)
  // books that came or went since the acceptance are those of today
  await syncBooks(ctx, b, plan.books ?? [])
  await leaveToJob(ctx, b, registrar)
}

/** Kind of the job that registers a business of many entries; its payload is `FinishedBatch`. */
export const BATCH_JOB = 'business-batch'
export type FinishedBatch = { businessId: string; registrar: string }
async function leaveToJob(ctx: Ctx, b: Business, registrar: string): Promise<void> {
  const title = both(`业务登簿 ${b.businessCode}`, `Registration of business ${b.businessCode}`)[ctx.lang]
  await rows.change(ctx, business, b, { currentActive: null, progress: 99 })
  await ctx.enqueue(BATCH_JOB, { businessId: b.id, registrar } satisfies FinishedBatch, { title, regionCode: b.regionCode })
}

/** Back to the last task of a business of which nothing could be registered: whoever may do that task is told, and reads why. */
export async function toLastTask(of: Registry, ctx: Ctx, b: Business, failed: readonly { code: string | null; reason: string | null }[]): Promise<void> {
  const contents = await contentsOf(ctx, b.id)
  const rules = await rulesOf(ctx, b, contents)
  const why = both('登簿未成功', 'Not registered')[ctx.lang] + failed.map(({ code, reason }) => ` ${code}: ${reason}`).join('')
  await opened(of, ctx, b, await reopenLast(ctx, b.processInstanceId!, why.slice(0, 254), rules.performers), rules, contents.passed, 'return')
}

/** Writes one entry of a business, and keeps which books it made. Answers their ids. */
export async function enter(ctx: Ctx, b: Business, e: Planned, registrar: string, plan: Pick<Plan, 'books' | 'doubles'>): Promise<readonly string[]> {
  const unit = e.group === undefined ? b.processInstanceId! : `${b.processInstanceId}/${e.group}`
  const cause: Cause = { kind: 'business', id: b.id }
  const acts = withDoubles(e.acts, await givenDoubles(ctx, b, plan.doubles))
  const { books } = await write(ctx, { cause, unit, regionCode: b.regionCode, day: ctx.now.slice(0, 10), registrar, acts })
  await keepMadeBooks(ctx, b, e, books, plan.books !== undefined)
  return books
}

/** Ends a business that is registered: told to the rest of the product, its locks freed. */
export async function closeCase(ctx: Ctx, b: Business, djbIds: readonly string[]): Promise<void> {
  await remember(ctx, { regionCode: b.regionCode, instanceId: b.processInstanceId!, businessId: b.id }, 'finish')
  const payload = JSON.stringify({ businessId: b.id, businessCode: b.businessCode, typeCode: b.businessTypeCode, regionCode: b.regionCode, djbIds })
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
  await settleTasks(ctx, b)
  await moveBusiness(ctx, b, 'finish', { progress: 100, currentActive: null, finishTime: ctx.now })
}
