import { readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { problems } from '../../kit/model/problem.ts'
import { isAdministrator, type Ctx, type Who } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { TypeCode } from './engine/definitions.ts'
import { complete, nodeStates, parseDefinition, start, type Definition, type OpenTask } from './engine/engine.server.ts'
import { bpmnFile } from './engine/generate.server.ts'
import { process_definition, process_history, process_instance, process_task, type HistoryAction, type ProcessInstance, type ProcessTask } from './process.ts'

/** Whose process: the business it belongs to, and its region. */
export interface Of {
  businessId: string
  regionCode: string
  typeCode: TypeCode
}
/** Roles of a task (aliases joined by commas) where they are others than the definition's candidate group. */
export type Performers = Readonly<Record<string, { role?: string } | undefined>>
export type Variables = Readonly<Record<string, string | number | boolean | null>>
export interface Decision {
  outcome: 'pass' | 'return'
  target?: string | null
  comment?: string | null
  variables?: Variables
}
export interface Stepped {
  opened: ProcessTask[]
  ended: boolean
  instance: ProcessInstance
}

const instant = (ctx: Ctx) => new Date(`${ctx.now.replace(' ', 'T')}+08:00`)
export const hashOf = (xml: string): string => createHash('sha256').update(xml).digest('hex')
/** The default definition of a type, with its diagram. */
export const defaultXml = (typeCode: TypeCode): Promise<string> => readFile(bpmnFile(typeCode), 'utf8')

/** Keeps a definition's text; the same text is kept once. Answers its hash. */
export async function keepDefinition(ctx: Ctx, typeCode: TypeCode, xml: string): Promise<string> {
  const def = await parseDefinition(xml)
  if (!(await rows.find(ctx, process_definition, { hash: def.hash })))
    await rows.insert(ctx, process_definition, { typeCode, name: def.name, hash: def.hash, xml })
  return def.hash
}
/** The text of a kept definition. Throws not-found. */
export async function definitionXml(ctx: Ctx, hash: string): Promise<string> {
  const d = await rows.find(ctx, process_definition, { hash })
  if (!d?.xml) throw problems.notFound({ zh: '流程定义', en: 'Process definition' })
  return d.xml
}
const definitionOf = async (ctx: Ctx, hash: string): Promise<Definition> => parseDefinition(await definitionXml(ctx, hash))

/** Writes one step of a process's story. */
export async function remember(
  ctx: Ctx,
  of: { regionCode: string; instanceId: string; businessId: string },
  action: HistoryAction,
  o: { task?: ProcessTask; comment?: string | null } = {},
): Promise<void> {
  await rows.insert(ctx, process_history, {
    regionCode: of.regionCode,
    instanceId: of.instanceId,
    businessId: of.businessId,
    taskId: o.task?.id ?? null,
    taskKey: o.task?.taskKey ?? null,
    name: o.task?.name ?? null,
    action,
    userName: ctx.who.realName || ctx.who.account,
    comment: o.comment ?? null,
  })
}

async function openTasks(
  ctx: Ctx,
  at: { id: string; businessId: string | null; regionCode: string },
  tasks: readonly OpenTask[],
  performers: Performers,
): Promise<ProcessTask[]> {
  const known = await scoped(ctx, process_task)
    .select('process_task.engineTaskId')
    .where('process_task.instanceId', '=', at.id)
    .where('process_task.status', '=', 'open')
    .execute()
  const fresh = tasks.filter((t) => !known.some((k) => k.engineTaskId === t.taskId))
  const out: ProcessTask[] = []
  for (const t of fresh) {
    const group = performers[t.key]?.role ?? t.candidateGroups[0] ?? null
    const id = await rows.insert(ctx, process_task, {
      regionCode: at.regionCode,
      instanceId: at.id,
      businessId: at.businessId,
      engineTaskId: t.taskId,
      taskKey: t.key,
      name: t.name,
      status: 'open',
      candidateGroup: group,
    })
    out.push((await rows.get(ctx, process_task, id)) as unknown as ProcessTask)
  }
  return out
}

/** Starts a process of `hash` for a business. */
export async function startProcess(ctx: Ctx, of: Of, hash: string, variables: Variables, performers: Performers = {}): Promise<Stepped> {
  const step = await start(await definitionOf(ctx, hash), variables, instant(ctx))
  const id = await rows.insert(ctx, process_instance, {
    regionCode: of.regionCode,
    businessId: of.businessId,
    typeCode: of.typeCode,
    definition: hash,
    state: step.state,
    status: 'open',
  })
  await remember(ctx, { ...of, instanceId: id }, 'start')
  const instance = (await rows.get(ctx, process_instance, id)) as unknown as ProcessInstance
  return { opened: await openTasks(ctx, { id, businessId: of.businessId, regionCode: of.regionCode }, step.tasks, performers), ended: step.ended, instance }
}

/** Completes an open task that the caller holds (row locked by him). The engine says what comes next. */
export async function completeTask(ctx: Ctx, task: ProcessTask, d: Decision, performers: Performers = {}): Promise<Stepped> {
  const instance = (await rows.get(ctx, process_instance, task.instanceId!, true)) as unknown as ProcessInstance
  const variables = { ...d.variables, outcome: d.outcome, ...(d.target ? { target: d.target } : {}) }
  const def = await definitionOf(ctx, instance.definition!)
  const step = await complete(def, instance.state!, task.engineTaskId!, variables, instant(ctx)).catch((e: { key?: string; message: string }) => {
    if (e.key === 'bad-outcome' || e.key === 'bad-target' || e.key === 'bad-variables') throw problems.badRequest({ zh: e.message, en: e.key })
    throw e
  })
  await rows.update(ctx, process_task, task.id, {
    status: 'done',
    outcome: d.outcome,
    target: d.target ?? null,
    comment: d.comment ?? null,
    doneTime: ctx.now,
    assignee: ctx.who.userId,
    assigneeName: ctx.who.realName,
  })
  await remember(ctx, { regionCode: task.regionCode, instanceId: instance.id, businessId: task.businessId! }, d.outcome, { task, comment: d.comment ?? null })
  await rows.update(ctx, process_instance, instance.id, { state: step.state, ...(step.ended ? { status: 'done', endTime: ctx.now } : {}) })
  return { opened: await openTasks(ctx, instance, step.tasks, performers), ended: step.ended, instance }
}

/** Ends a process before its end: open tasks are cancelled, the story stays. */
export async function deleteProcess(ctx: Ctx, instanceId: string, reason: string): Promise<void> {
  const instance = (await rows.get(ctx, process_instance, instanceId)) as unknown as ProcessInstance
  for (const t of await tasksOf(ctx, instanceId))
    if (t.status === 'open') await rows.update(ctx, process_task, t.id, { status: 'cancelled', doneTime: ctx.now })
  await rows.update(ctx, process_instance, instanceId, { status: 'deleted', endTime: ctx.now, reason })
  await remember(ctx, { regionCode: instance.regionCode, instanceId, businessId: instance.businessId! }, 'revoke', { comment: reason })
}

/** Tasks of an instance in the caller's region, oldest first. */
export const tasksOf = async (ctx: Ctx, instanceId: string): Promise<ProcessTask[]> =>
  (await scoped(ctx, process_task)
    .selectAll('process_task')
    .where('process_task.instanceId', '=', instanceId)
    .orderBy('process_task.id')
    .execute()) as ProcessTask[]

/** Whether a person may take an open task: it is his, or nobody's and one of its roles (role aliases, joined by commas) is his. */
export const mayTake = (who: Who, t: Pick<ProcessTask, 'assignee' | 'candidateGroup'>): boolean =>
  t.assignee ? t.assignee === who.userId : isAdministrator(who) || (t.candidateGroup ?? '').split(',').some((g) => who.roles.includes(g))

/** Colours of the diagram of an instance. */
export async function instanceView(ctx: Ctx, instanceId: string) {
  const instance = (await rows.get(ctx, process_instance, instanceId)) as unknown as ProcessInstance
  const xml = await definitionXml(ctx, instance.definition!)
  return { xml, nodes: nodeStates(await parseDefinition(xml), instance.state!), status: instance.status }
}
