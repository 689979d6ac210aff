import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { both } from '../../../kit/model/lang.ts'
import { problems, type Problem } from '../../../kit/model/problem.ts'
import type { FlatRow } from '../../../kit/model/resource.ts'
import { isAdministrator, type Ctx } from '../../../kit/server/ctx.server.ts'
import { dictionariesOf } from '../../../kit/server/dictionary.server.ts'
import { flatRows, joinable, scoped } from '../../../kit/server/query.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { mayTake, seenStep, tasksOf, type ProcessStep } from '../../../services/process/process.server.ts'
import { process_definition, process_instance, process_task, type ProcessTask } from '../../../services/process/process.ts'
import { lockRow } from '../../../services/process/rows.server.ts'
import { business, business_draft, contract_file, type Business, type Posted } from '../definitions/business.ts'
import { admits, barredBy, BUSINESS, next, type Action, type Actor, type BusinessEvent } from '../rules/flow.ts'
import { refusal, refusalWith } from '../rules/problems.ts'
import type { Codes, Form, PassedTask } from './handling.server.ts'

/** Dictionaries of what the frame writes with an acceptance or a step, read at once. */
export const WRITTEN = dictionariesOf(business, contract_file, process_definition, process_instance, process_task)

const isAdmin = (ctx: Ctx) => isAdministrator(ctx.who) || ctx.who.roles.includes('admin')
/** What the caller is to a business and its task. */
export const actorOf = (ctx: Ctx, b: Pick<Business, 'createUser'>, task?: ProcessTask): Actor => ({
  creator: b.createUser === ctx.who.userId,
  assignee: !!task && task.status === 'open' && mayTake(ctx.who, task),
  admin: isAdmin(ctx),
  owner: !!task?.owner && (task.owner === ctx.who.userId || isAdmin(ctx)),
  delegate: !!task?.owner && task.assignee === ctx.who.userId,
})
/** The same with what its tasks say: whether nobody but its creator has had a hand in it. One statement more for a creator in the first task of others. */
export async function actorIn(ctx: Ctx, b: Business, task?: ProcessTask): Promise<Actor> {
  const actor = actorOf(ctx, b, task)
  if (!actor.creator || !task || task.taskKey === 'register') return actor
  return { ...actor, alone: (await tasksOf(ctx, b.processInstanceId!)).every((t) => isUntaken(t, ctx.who.userId)) }
}
/** A task that he did himself, or that nobody has taken, given away or signed. */
const isUntaken = (t: ProcessTask, userId: string): boolean =>
  t.status === 'open' ? !t.claimTime && !t.owner && !t.opinionUser && !t.signers : t.taskKey === 'register' && t.assignee === userId && !t.signers
const BARRED = {
  over: both('业务已办结或已撤销', 'the business is finished or revoked'),
  others: both('该操作须由有权限的其他人员办理', 'this is for another person to do'),
} as const
/** E2002 with its reason: the task alone needs none. */
function notAdmitted(b: Business, action: Action, task?: ProcessTask): Problem {
  const why = barredBy({ status: b.status!, taskKey: task?.taskKey }, action)
  return why === 'task' ? refusal('E2002') : refusalWith('E2002', BARRED[why])
}
/** E2002 where the caller may not end the business without effect. */
export async function requireRevocable(ctx: Ctx, b: Business, task?: ProcessTask): Promise<void> {
  if (!admits({ status: b.status!, taskKey: task?.taskKey }, 'revoke', await actorIn(ctx, b, task))) throw notAdmitted(b, 'revoke', task)
}
/** E2002 where the business or its task does not admit the action of the caller. */
export function requireAction(ctx: Ctx, b: Business, action: Action, task?: ProcessTask): void {
  if (!admits({ status: b.status!, taskKey: task?.taskKey }, action, actorOf(ctx, b, task))) throw notAdmitted(b, action, task)
}

/** The business, held: every change of it, its task, its publicity and its contracts begins with this. */
export const lockBusiness = async (ctx: Ctx, id: unknown, county?: string) => await lockRow(ctx, business, id, county)

/**
 * A task with its process, their business held. A concurrent caller blocks on the row lock, then reads the committed state: every step changes the
 * row of the business, so what was read before the wait is read again when that row moved.
 */
export async function holdStep(ctx: Ctx, taskId: unknown): Promise<ProcessStep & { business: Business }> {
  const before = await seenStep(ctx, business, taskId)
  const b = await lockBusiness(ctx, before.task.businessId, before.task.countyCode)
  const { task, instance } = b.rev === before.formRev ? before : await seenStep(ctx, business, taskId)
  return { business: b, task, instance }
}

/** Moves a business along its machine and sets what came with it, while it still is as it was read. E2002 where its status admits no such step. */
export async function moveBusiness(ctx: Ctx, b: Business, event: BusinessEvent, set: Record<string, unknown> = {}): Promise<Business> {
  const status = next(BUSINESS, b.status, event)
  if (!status) throw refusal('E2002')
  return (await rows.change(ctx, business, b, { ...set, status })) as Business
}

/** The open task of a running business. */
export const openTask = async (ctx: Ctx, b: Business): Promise<ProcessTask | undefined> =>
  b.processInstanceId ? (await tasksOf(ctx, b.processInstanceId)).find((t) => t.status === 'open') : undefined

/** Attachments of a kind: how many, the largest in bytes, their extensions. */
export interface GivenFiles {
  n: number
  largest: number
  types: readonly string[]
}
/** What a business holds beside its own row: its form as stored, the codes it took, and its attachments by kind and the tasks that were passed, oldest first. */
export type Contents = StoredForm & { given: Readonly<Record<string, GivenFiles>>; passed: readonly PassedTask[] }
/** The form of a business, the codes it took, what it posts and the rules it runs by, as they are stored. */
export type StoredForm = FlatRow<typeof business_draft> & { form: Form; codes: Codes | null; posted?: Posted | null; rules?: unknown }
/** The attachments of a business by kind, as one statement or a part of one; `until`: those that came up to a moment. */
const kindsOf = (ctx: Ctx, businessId: string, until?: string) =>
  ctx.db
    .selectFrom('attach')
    .select([
      'businessItem as kind',
      sql<number>`count(*)`.as('n'),
      sql<number>`max("attachSize")`.as('largest'),
      sql<string[]>`array_agg(distinct extension)`.as('types'),
    ])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('businessId', '=', businessId)
    .$if(until !== undefined, (q) => q.where('createTime', '<=', until!))
    .groupBy('businessItem')
const byKind = (found: readonly { kind: unknown; n: number; largest: number; types: readonly string[] }[]): Contents['given'] =>
  Object.fromEntries(found.map(({ kind, n, largest, types }) => [String(kind), { n: Number(n), largest: Number(largest), types }]))
/** The attachments that hang on a case, or on one that is not stored yet, by kind; `until`: those that were there at a moment. */
export const givenTo = async (ctx: Ctx, businessId: string, until?: string): Promise<Contents['given']> =>
  byKind(await kindsOf(ctx, businessId, until).execute())
export async function contentsOf(ctx: Ctx, businessId: string): Promise<Contents> {
  const kinds = kindsOf(ctx, businessId)
  const passed = joinable(ctx, process_task)
    // ids as text: JSON has no numbers of 19 digits
    .select([
      sql<string>`process_task."instanceId"::text`.as('instanceId'),
      'process_task.taskKey',
      sql<string | null>`process_task.assignee::text`.as('assignee'),
      'process_task.assigneeName',
      'process_task.signers',
    ])
    .whereRef('process_task.countyCode', '=', 'business_draft.countyCode')
    .whereRef('process_task.businessId', '=', 'business_draft.businessId')
    .where('process_task.status', '=', 'done')
    .where('process_task.outcome', '=', 'pass')
    .orderBy('process_task.id')
  const found = await flatRows(scoped(ctx, business_draft), business_draft)
    .select([
      'business_draft.form',
      'business_draft.codes',
      'business_draft.posted',
      'business_draft.rules',
      jsonArrayFrom(kinds).as('kinds'),
      jsonArrayFrom(passed).as('passed'),
    ])
    .where('business_draft.businessId', '=', businessId)
    .executeTakeFirst()
  if (!found) throw problems.notFound({ zh: business_draft.label, en: business_draft.en })
  const { kinds: given, passed: tasks, ...draft } = found
  return { ...draft, passed: tasks as PassedTask[], form: draft.form!, given: byKind(given) }
}
/** The stored form of a business. */
export async function draftOf(ctx: Ctx, businessId: string): Promise<StoredForm> {
  const draft = (await rows.find(ctx, business_draft, { businessId }))!
  return { ...draft, form: draft.form! }
}
