import { sql } from 'kysely'
import type { Listed } from '../../kit/model/resource.ts'
import { isMoment, isDate } from '../../kit/model/formats.ts'
import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import { listNames, page, pick, scoped } from '../../kit/server/query.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { BuiltIns } from './built-in.server.ts'
import { startables, type StartableModel } from './manager.server.ts'
import { notYourTask, ofSeveral, taskDone } from './problems.ts'
import { LAND, mayTake, ofRole, remember, signedBy, unsignedBy } from './process.server.ts'
import { process_instance, process_task, type ProcessInstance } from './process.ts'
import { lockRow } from './rows.server.ts'

/** Names that work lists take beside those of tasks. */
const MORE = ['processDefinitionName', 'beginDate', 'endDate'] as const
export const TASK_FILTERS: readonly string[] = [...listNames(process_task), ...MORE]
export const SENT_FILTERS: readonly string[] = [...listNames(process_instance), ...MORE]

/** The compatible API's names for filters that our lists have under others, and the newest rows first. */
function filterOf(q: TextInput): TextInput {
  const { processDefinitionName, beginDate: _b, endDate: _e, ...rest } = q
  return { ...(rest.ascs || rest.descs ? {} : { descs: 'createTime' }), ...(processDefinitionName ? { processName: processDefinitionName } : {}), ...rest }
}
/** Rows made between two days (or moments). */
function between(from: AnyQuery, table: string, q: TextInput): AnyQuery {
  let out = from
  for (const [name, op, end] of [
    ['beginDate', '>=', ' 00:00:00'],
    ['endDate', '<=', ' 23:59:59'],
  ] as const) {
    const day = q[name]
    if (!day) continue
    if (!isDate(day) && !isMoment(day)) throw problems.badRequest({ zh: '日期格式不正确', en: 'The day is malformed' })
    out = out.where(`${table}.createTime`, op, day.length === 10 ? day + end : day)
  }
  return out
}

/** A row of a work list, in the compatible API's words. `businessId` is the land business or the form. Source: platform-api.md 3.18. */
function taskRow(t: Listed<typeof process_task>, i: InstanceFacts | undefined) {
  return {
    id: t.id,
    taskId: t.id,
    taskName: t.name,
    taskDefinitionKey: t.taskKey,
    assignee: t.assignee,
    assigneeName: t.assigneeName,
    createTime: t.createTime,
    claimTime: t.claimTime,
    endTime: t.doneTime,
    processInstanceId: t.instanceId,
    historyProcessInstanceId: t.instanceId,
    outcome: t.outcome,
    comment: t.comment,
    ...instanceRow(i),
    category: t.category,
    processDefinitionName: t.processName,
    businessId: t.businessId ?? t.formId,
    businessTable: t.category === LAND ? 'business' : t.category,
  }
}
const instanceRow = (i: InstanceFacts | undefined) => ({
  processDefinitionId: i?.definition ?? null,
  processDefinitionKey: i?.typeCode ?? null,
  processDefinitionName: i?.processName ?? null,
  processDefinitionVersion: i?.version ?? null,
  typeCode: i?.typeCode ?? null,
  startUserName: i?.startUserName ?? null,
  startTime: i?.createTime ?? null,
  status: i?.status ?? null,
  processIsFinished: i ? (i.status === 'open' ? 'unfinished' : 'finished') : null,
})
async function taskPage(ctx: Ctx, q: TextInput, from: AnyQuery) {
  const found = await page(ctx, process_task, filterOf(q), between(from, 'process_task', q))
  const tasks = found.records
  const instances = tasks.length
    ? await scoped(ctx, process_instance)
        .select(pick(process_instance, ...INSTANCE))
        .where('process_instance.id', 'in', [...new Set(tasks.map((t) => t.instanceId))])
        .execute()
    : []
  return {
    ...found,
    records: tasks.map((t) =>
      taskRow(
        t,
        instances.find((i) => i.id === t.instanceId),
      ),
    ),
  }
}
/** What lists tell of an instance: not its state, which is long. */
const INSTANCE = ['id', 'definition', 'processName', 'version', 'typeCode', 'startUserName', 'createTime', 'status'] as const
type InstanceFacts = Pick<ProcessInstance, (typeof INSTANCE)[number]>

/** Open tasks of the caller's roles that nobody holds. */
export const claimList = (ctx: Ctx, q: TextInput) =>
  taskPage(
    ctx,
    q,
    scoped(ctx, process_task)
      .where('process_task.status', '=', 'open')
      .where('process_task.assignee', 'is', null)
      .where('process_task.signMode', 'is', null)
      .where(ofRole(ctx, 'process_task')),
  )
/** Open tasks that the caller holds, and those of several performers that wait for his opinion. */
export const todoList = (ctx: Ctx, q: TextInput) =>
  taskPage(
    ctx,
    q,
    scoped(ctx, process_task)
      .where('process_task.status', '=', 'open')
      .where(
        sql<boolean>`(process_task.assignee = ${ctx.who.userId} or process_task."signMode" is not null and process_task.assignee is null
          and ${ofRole(ctx, 'process_task')} and ${unsignedBy(ctx, 'process_task')})`,
      ),
  )
/** Tasks that the caller did, alone or as one of several who may not be through yet. */
export const doneList = (ctx: Ctx, q: TextInput) =>
  taskPage(
    ctx,
    q,
    scoped(ctx, process_task).where(
      sql<boolean>`(process_task.status = 'done' and process_task.assignee = ${ctx.who.userId} or ${signedBy(ctx, 'process_task')})`,
    ),
  )
/** Processes that the caller began, running and ended. */
export async function sendList(ctx: Ctx, q: TextInput) {
  const own = scoped(ctx, process_instance).where('process_instance.createUser', '=', ctx.who.userId)
  const found = await page(ctx, process_instance, filterOf(q), between(own, 'process_instance', q))
  const list = found.records
  const records = list.map((i) => ({
    id: i.id,
    processInstanceId: i.id,
    historyProcessInstanceId: i.id,
    category: i.category,
    createTime: i.createTime,
    endTime: i.endTime,
    reason: i.reason,
    businessId: i.businessId ?? i.formId,
    businessTable: i.category === LAND ? 'business' : i.category,
    ...instanceRow(i),
  }))
  return { ...found, records }
}

const fits = (s: StartableModel, q: TextInput<'category' | 'key' | 'name'>) =>
  (!q.category || s.category === q.category) && (!q.name || s.name.includes(q.name)) && (!q.key || s.key.includes(q.key))
/** What the caller can start from a form of the process engine; land business starts with its acceptance. */
export async function startList(ctx: Ctx, q: TextInput<'category' | 'key' | 'name'>) {
  const all = (await startables(ctx)).filter((s) => fits(s, q))
  return { records: all, total: all.length, size: Math.max(all.length, 1), current: 1, pages: 1 }
}
/** The definition that a new process of a category runs; for a type of land business its built-in one. Throws not-found. */
export async function processOf(builtIns: BuiltIns, ctx: Ctx, q: TextInput<'category'>) {
  const category = q.category ?? ''
  const land = (await builtIns()).find((b) => b.category === LAND && b.key === category)
  if (land) return { ...land, id: land.processDefinitionId, version: 0, xml: undefined }
  const all = (await startables(ctx)).filter((s) => s.category === category)
  // the process of the category's own key before others
  const found = all.find((s) => s.key === category) ?? all[0]
  if (!found) throw problems.notFound({ zh: '流程', en: 'Process' })
  return found
}

/** Takes a group's task for oneself; a task taken or done by another is refused. */
export async function claim(ctx: Ctx, q: TextInput<'taskId'>): Promise<void> {
  const task = await lockRow(ctx, process_task, q.taskId)
  const perm = task.category === LAND ? 'business_edit' : 'leave_edit'
  if (!ctx.who.perms.has(perm)) throw problems.forbidden({ perm })
  if (task.status !== 'open') throw taskDone()
  if (task.signMode) throw ofSeveral()
  if (!mayTake(ctx.who, task)) throw notYourTask()
  if (task.assignee) return
  await rows.update(ctx, process_task, task.id, { assignee: ctx.who.userId, assigneeName: ctx.who.realName, claimTime: ctx.now })
  await remember(ctx, { regionCode: task.regionCode, instanceId: task.instanceId!, businessId: task.businessId }, 'claim', { task })
}
