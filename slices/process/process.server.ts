import { createHash } from 'node:crypto'
import { problems } from '../../kit/model/problem.ts'
import { isAdministrator, type Ctx, type Who } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { builtInXml, defaultXml } from './built-in.server.ts'
import { typeName, type TypeCode } from './engine/definitions.ts'
import { complete, nodeStates, parseDefinition, start, type Definition, type OpenTask } from './engine/engine.server.ts'
import { asProblem } from './problems.ts'
import { process_definition, process_history, process_instance, process_task, type HistoryAction, type ProcessInstance, type ProcessTask } from './process.ts'

export { defaultXml }

/** Whose process: the land business it belongs to, and its region. */
export interface Of {
  businessId: string
  regionCode: string
  typeCode: TypeCode
}
/** The same for a process with a form of its own. `version` 0 = the built-in definition. */
export interface OfForm {
  formId: string
  regionCode: string
  category: string
  processName: string
  version: number
}
/** Who performs a task where it is not the definition's candidate groups: roles (aliases joined by commas), or one person. */
export type Performers = Readonly<Record<string, { role?: string; user?: { id: string; name: string } } | undefined>>
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

/** Category of land business: its processes are moved and ended by the business alone. */
export const LAND = 'business'

const instant = (ctx: Ctx) => new Date(`${ctx.now.replace(' ', 'T')}+08:00`)
export const hashOf = (xml: string): string => createHash('sha256').update(xml).digest('hex')

/** Keeps a definition's text; the same text is kept once. Without a type it is no definition of a land business. Answers its hash. */
export async function keepDefinition(ctx: Ctx, typeCode: TypeCode | null, xml: string): Promise<string> {
  const def = await parseDefinition(xml)
  if (!(await rows.find(ctx, process_definition, { hash: def.hash })))
    await rows.insert(ctx, process_definition, { typeCode, name: def.name, hash: def.hash, xml })
  return def.hash
}
/** The text of a kept or built-in definition. Throws not-found. */
export async function definitionXml(ctx: Ctx, hash: string): Promise<string> {
  const xml = (await rows.find(ctx, process_definition, { hash }))?.xml ?? (await builtInXml(hash))
  if (!xml) throw problems.notFound({ zh: '流程定义', en: 'Process definition' })
  return xml
}
const definitionOf = async (ctx: Ctx, hash: string): Promise<Definition> => parseDefinition(await definitionXml(ctx, hash))

/** Writes one step of a process's story. */
export async function remember(
  ctx: Ctx,
  of: { regionCode: string; instanceId: string; businessId: string | null },
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

async function openTasks(ctx: Ctx, at: ProcessInstance, tasks: readonly OpenTask[], performers: Performers): Promise<ProcessTask[]> {
  const known = await scoped(ctx, process_task)
    .select('process_task.engineTaskId')
    .where('process_task.instanceId', '=', at.id)
    .where('process_task.status', '=', 'open')
    .execute()
  const fresh = tasks.filter((t) => !known.some((k) => k.engineTaskId === t.taskId))
  const out: ProcessTask[] = []
  for (const t of fresh) {
    const who = performers[t.key]
    const id = await rows.insert(ctx, process_task, {
      regionCode: at.regionCode,
      instanceId: at.id,
      businessId: at.businessId,
      engineTaskId: t.taskId,
      taskKey: t.key,
      name: t.name,
      status: 'open',
      candidateGroup: who?.role ?? (t.candidateGroups.join(',') || null),
      assignee: who?.user?.id ?? null,
      assigneeName: who?.user?.name ?? null,
      category: at.category,
      processName: at.processName,
      formId: at.formId,
    })
    out.push((await rows.get(ctx, process_task, id)) as unknown as ProcessTask)
  }
  return out
}

/** Starts a process of `hash` for a land business or another form. */
export async function startProcess(ctx: Ctx, of: Of | OfForm, hash: string, variables: Variables, performers: Performers = {}): Promise<Stepped> {
  const step = await start(await definitionOf(ctx, hash), variables, instant(ctx)).catch(asProblem)
  const land = 'businessId' in of
  const id = await rows.insert(ctx, process_instance, {
    regionCode: of.regionCode,
    businessId: land ? of.businessId : null,
    typeCode: land ? of.typeCode : null,
    definition: hash,
    state: step.state,
    status: 'open',
    category: land ? LAND : of.category,
    processName: land ? typeName(of.typeCode) : of.processName,
    version: land ? 0 : of.version,
    formId: land ? null : of.formId,
    startUserName: ctx.who.realName || ctx.who.account,
  })
  const instance = (await rows.get(ctx, process_instance, id)) as unknown as ProcessInstance
  await remember(ctx, { ...instance, instanceId: id }, 'start')
  return { opened: await openTasks(ctx, instance, step.tasks, performers), ended: step.ended, instance }
}

/** Completes an open task that the caller holds (row locked by him). The engine says what comes next. */
export async function completeTask(ctx: Ctx, task: ProcessTask, d: Decision, performers: Performers = {}): Promise<Stepped> {
  const instance = (await rows.get(ctx, process_instance, task.instanceId!, true)) as unknown as ProcessInstance
  const variables = { ...d.variables, outcome: d.outcome, ...(d.target ? { target: d.target } : {}) }
  const def = await definitionOf(ctx, instance.definition!)
  const step = await complete(def, instance.state!, task.engineTaskId!, variables, instant(ctx)).catch(asProblem)
  await rows.update(ctx, process_task, task.id, {
    status: 'done',
    outcome: d.outcome,
    target: d.target ?? null,
    comment: d.comment ?? null,
    doneTime: ctx.now,
    assignee: ctx.who.userId,
    assigneeName: ctx.who.realName,
  })
  await remember(ctx, { regionCode: task.regionCode, instanceId: instance.id, businessId: task.businessId }, d.outcome, { task, comment: d.comment ?? null })
  await rows.update(ctx, process_instance, instance.id, { state: step.state, ...(step.ended ? { status: 'done', endTime: ctx.now } : {}) })
  return { opened: await openTasks(ctx, instance, step.tasks, performers), ended: step.ended, instance }
}

/** Ends a process before its end: open tasks are cancelled, the story stays. */
export async function deleteProcess(ctx: Ctx, instanceId: string, reason: string): Promise<void> {
  const instance = (await rows.get(ctx, process_instance, instanceId)) as unknown as ProcessInstance
  for (const t of await tasksOf(ctx, instanceId))
    if (t.status === 'open') await rows.update(ctx, process_task, t.id, { status: 'cancelled', doneTime: ctx.now })
  await rows.update(ctx, process_instance, instanceId, { status: 'deleted', endTime: ctx.now, reason })
  await remember(ctx, { regionCode: instance.regionCode, instanceId, businessId: instance.businessId }, 'revoke', { comment: reason })
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
