import { sql } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import { isId, type AnyResource } from '../../kit/model/resource.ts'
import { isAdministrator, type Ctx, type Who } from '../../kit/server/ctx.server.ts'
import { listColumns, joinable, scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import { personName } from '../../platform/people/name.ts'
import { builtInLeave, type BuiltIn } from './built-in.server.ts'
import { typeName, type TypeCode } from './engine/definitions.ts'
import { complete, knownDefinition, nodeStates, parseDefinition, readState, reopen, start, type Definition, type OpenTask } from './engine/engine.server.ts'
import { asProblem, delegated, notYourTask, signedAlready, taskDone } from './problems.ts'
import { process_definition, process_history, process_instance, process_task, type HistoryAction, type ProcessInstance, type ProcessTask } from './process.ts'
import { countedSigners, hasSigned, missingSeats, seatNames, seatsOf, severalSigners, takeSeat, type SeveralTask, type SignMode } from './several.ts'

/** Whose process: the land business it belongs to, and its region. */
export interface ProcessSubject {
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
export interface Performer {
  role?: string
  user?: { id: string; name: string }
  /** all of the roles (countersign) or any one of them; `signers` people of each role countersign */
  sign?: SignMode
  signers?: number
}
export type Performers = Readonly<Record<string, Performer | undefined>>
export type ProcessVariables = Readonly<Record<string, string | number | boolean | null>>
export interface ProcessDecision {
  outcome: 'pass' | 'return'
  target?: string | null
  comment?: string | null
  variables?: ProcessVariables
  /** the rules of the case leave the task out: nobody has done it */
  isLeftOut?: boolean
}
/** A task with the process it belongs to. */
export interface ProcessStep {
  task: ProcessTask
  instance: ProcessInstance
}
/** The same with the revision that the business had in that moment. */
export interface SeenStep extends ProcessStep {
  formRev: number
}
export interface Stepped {
  opened: ProcessTask[]
  ended: boolean
  instance: ProcessInstance
  /** others have to give their opinion before the task is done */
  isWaiting?: boolean
  /** somebody sent it back */
  returned?: boolean
}

/** Category of land business: its processes are moved and ended by the business alone. */
export const LAND = 'business'

export const processHash = (xml: string): string => sha256(xml)

/** Keeps a definition's text; the same text is kept once. Without a type it is no definition of a land business. Answers its hash. */
export async function keepDefinition(ctx: Ctx, typeCode: TypeCode | null, xml: string): Promise<string> {
  const def = await parseDefinition(xml)
  if (!(await rows.find(ctx, process_definition, { hash: def.hash })))
    await rows.insert(ctx, process_definition, { typeCode, name: def.name, hash: def.hash, xml })
  return def.hash
}
/** The text of a kept definition, or of one of those that come with the product; of them, leave is always known. Throws not-found. */
export async function definitionXml(ctx: Ctx, hash: string, builtIns: readonly BuiltIn[] = []): Promise<string> {
  const kept = await rows.find(ctx, process_definition, { hash })
  const xml = kept?.xml ?? [await builtInLeave(), ...builtIns].find((b) => b.processDefinitionId === hash)?.xml
  if (!xml) throw problems.notFound({ zh: '流程定义', en: 'Process definition' })
  return xml
}
/** The definition that an instance runs: a text never changes, so one that was read before is not read again. */
const definitionOf = async (ctx: Ctx, hash: string): Promise<Definition> => knownDefinition(hash) ?? parseDefinition(await definitionXml(ctx, hash))

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
    userName: personName(ctx.who),
    comment: o.comment ?? null,
  })
}

/** Roles that perform a task, as often as people of them are asked, and whether all or any one do; one named person is never several. */
function performing(t: OpenTask, who: Performer | undefined): { roles: string[]; sign: string | null } {
  const roles = who?.role ? who.role.split(',') : t.candidateGroups
  const [sign, signers] = who?.sign ? [who.sign, who.signers] : [t.sign, t.signers]
  if (who?.user || !sign) return { roles, sign: null }
  return { roles: sign === 'all' ? seatsOf(roles, signers) : roles, sign }
}
/** Writes the tasks that a step opened. */
async function openTasks(ctx: Ctx, at: ProcessInstance, tasks: readonly OpenTask[], performers: Performers): Promise<ProcessTask[]> {
  const out: ProcessTask[] = []
  for (const t of tasks) {
    const who = performers[t.key]
    const { roles, sign } = performing(t, who)
    const opened = await rows.insertRow(ctx, process_task, {
      regionCode: at.regionCode,
      instanceId: at.id,
      businessId: at.businessId,
      engineTaskId: t.taskId,
      taskKey: t.key,
      name: t.name,
      status: 'open',
      candidateGroup: roles.join(',') || null,
      signMode: sign,
      assignee: who?.user?.id ?? null,
      assigneeName: who?.user?.name ?? null,
      category: at.category,
      processName: at.processName,
      formId: at.formId,
    })
    out.push(opened)
  }
  return out
}

/** Starts a process of `hash` for a land business or another form. */
export async function startProcess(
  ctx: Ctx,
  of: ProcessSubject | OfForm,
  hash: string,
  variables: ProcessVariables,
  performers: Performers = {},
): Promise<Stepped> {
  const step = await start(await definitionOf(ctx, hash), variables).catch(asProblem)
  const land = 'businessId' in of
  const instance = await rows.insertRow(ctx, process_instance, {
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
    startUserName: personName(ctx.who),
  })
  await remember(ctx, { ...instance, instanceId: instance.id }, 'start')
  return { opened: await openTasks(ctx, instance, step.tasks, performers), ended: step.ended, instance }
}

/**
 * Completes an open task of an instance, both as they were read while the caller holds their form. The engine says what comes next. Somebody who
 * changed one of them meanwhile makes it "changed". A countersigned task is passed by the last of its performers: an opinion before is kept with it
 * (`isWaiting`); one return returns it.
 */
export async function completeTask(ctx: Ctx, { task, instance }: ProcessStep, d: ProcessDecision, performers: Performers = {}): Promise<Stepped> {
  const opinion = task.signMode === 'all' && d.outcome === 'pass' && !d.isLeftOut ? agreedBy(ctx, task) : undefined
  if (opinion?.left.length) {
    const now = await rows.change(ctx, process_task, task, { candidateGroup: opinion.left.join(','), signers: opinion.signers })
    await remember(ctx, { regionCode: task.regionCode, instanceId: instance.id, businessId: task.businessId }, 'sign', {
      task: now,
      comment: d.comment ?? null,
    })
    return { opened: [], ended: false, instance, isWaiting: true }
  }
  const variables = { ...d.variables, outcome: d.outcome, ...(d.target ? { target: d.target } : {}) }
  const def = await definitionOf(ctx, instance.definition!)
  const step = await complete(def, instance.state!, task.engineTaskId!, variables).catch(asProblem)
  const known = new Set(readState(def, instance.state!).tasks.map((t) => t.taskId))
  await rows.change(ctx, process_task, task, {
    status: 'done',
    outcome: d.outcome,
    target: d.target ?? null,
    comment: d.comment ?? null,
    doneTime: ctx.now,
    ...(opinion ? { signers: opinion.signers, candidateGroup: null } : {}),
    ...(d.isLeftOut ? { assignee: null, assigneeName: null } : { assignee: ctx.who.userId, assigneeName: personName(ctx.who) }),
  })
  await remember(ctx, { regionCode: task.regionCode, instanceId: instance.id, businessId: task.businessId }, d.isLeftOut ? 'skip' : d.outcome, {
    task,
    comment: d.comment ?? null,
  })
  const now = await rows.change(ctx, process_instance, instance, { state: step.state, ...(step.ended ? { status: 'done', endTime: ctx.now } : {}) })
  const fresh = step.tasks.filter((t) => !known.has(t.taskId))
  return { opened: await openTasks(ctx, now, fresh, performers), ended: step.ended, instance: now, returned: d.outcome === 'return' }
}

/** Opens the task that was done last in a process that has ended: what its end was to bring about has failed, `comment` says why. It is a task of its own, and told as a return. */
export async function reopenLast(ctx: Ctx, instanceId: string, comment: string, performers: Performers = {}): Promise<Stepped> {
  const instance = await rows.get(ctx, process_instance, instanceId)
  const last = (await tasksOf(ctx, instanceId)).findLast((t) => t.status === 'done')!
  const step = await reopen(await definitionOf(ctx, instance.definition!), instance.state!, last.taskKey!).catch(asProblem)
  const now = await rows.change(ctx, process_instance, instance, { state: step.state, status: 'open', endTime: null })
  await remember(ctx, { regionCode: now.regionCode, instanceId, businessId: now.businessId }, 'return', { task: last, comment })
  return { opened: await openTasks(ctx, now, step.tasks, performers), ended: false, instance: now, returned: true }
}

/** A task of a land business, its process and the revision of the business (resource `form`), read together. Throws not-found. */
export async function seenStep(ctx: Ctx, form: AnyResource, taskId: unknown): Promise<SeenStep> {
  const found = isId(String(taskId ?? ''))
    ? await joinable(ctx, process_task)
        .innerJoin('process_instance as i', (j) => j.onRef('i.countyCode', '=', 'process_task.countyCode').onRef('i.id', '=', 'process_task.instanceId'))
        .innerJoin(`${form.name} as f`, (j) => j.onRef('f.countyCode', '=', 'process_task.countyCode').onRef('f.id', '=', 'process_task.businessId'))
        .select([...listColumns(process_task), 'process_task.countyCode'])
        .select(['i.rev as instanceRev', 'i.status as instanceStatus', 'i.definition', 'i.state', 'f.rev as formRev'])
        .where('process_task.id', '=', String(taskId))
        .executeTakeFirst()
    : undefined
  if (!found) throw problems.notFound({ zh: process_task.label, en: process_task.en })
  const { instanceRev, instanceStatus, definition, state, formRev, ...task } = found
  return { task, instance: { ...task, id: task.instanceId, rev: instanceRev, status: instanceStatus, definition, state }, formRev }
}

/** Ends a process before its end: open tasks are cancelled, the story stays. */
export async function deleteProcess(ctx: Ctx, instanceId: string, reason: string): Promise<void> {
  const instance = await rows.get(ctx, process_instance, instanceId)
  for (const t of await tasksOf(ctx, instanceId))
    if (t.status === 'open') await rows.update(ctx, process_task, t.id, { status: 'cancelled', doneTime: ctx.now })
  await rows.update(ctx, process_instance, instanceId, { status: 'deleted', endTime: ctx.now, reason })
  await remember(ctx, { regionCode: instance.regionCode, instanceId, businessId: instance.businessId }, 'revoke', { comment: reason })
}

/** Tasks of an instance in the caller's region, oldest first. */
export const tasksOf = async (ctx: Ctx, instanceId: string): Promise<ProcessTask[]> =>
  scoped(ctx, process_task).selectAll('process_task').where('process_task.instanceId', '=', instanceId).orderBy('process_task.id').execute()

/**
 * Whether a person may take an open task: it is his, or nobody's and one of its roles (role aliases, joined by commas) is his. One that was given away for
 * an opinion is nobody's to take until it is back; a countersigned one no more his who has given his opinion.
 */
export function mayTake(who: Who, t: Pick<ProcessTask, 'assignee' | 'candidateGroup'> & SeveralTask): boolean {
  if (t.owner) return false
  if (t.assignee) return t.assignee === who.userId
  return !hasSigned(t, who.userId) && (isAdministrator(who) || (t.candidateGroup ?? '').split(',').some((g) => who.roles.includes(g)))
}
/** Refuses who may not do an open task now, and says why. @throws task-done, delegated, signed-already, not-your-task */
export async function requireMine(ctx: Ctx, t: ProcessTask): Promise<void> {
  if (t.status !== 'open') throw taskDone()
  if (t.owner && [t.owner, t.assignee].includes(ctx.who.userId)) throw delegated(t.ownerName ?? '', t.assigneeName ?? '')
  if (hasSigned(t, ctx.who.userId)) throw signedAlready(seatNames(await missingVariables(ctx, t)))
  if (!mayTake(ctx.who, t)) throw notYourTask()
}

/** A countersigned task with the caller's opinion: who has agreed then, and the seats that are missing. */
function agreedBy(ctx: Ctx, task: ProcessTask): { signers: string; left: string[] } | undefined {
  const left = takeSeat(task, { roles: ctx.who.roles, all: isAdministrator(ctx.who) })
  return left && { signers: [...severalSigners(task), ctx.who.userId].join(','), left }
}
/** Whose opinion of a countersigned task is missing: roles by name, with how many people of each. */
export async function missingVariables(ctx: Ctx, task: SeveralTask): Promise<{ role: string; name: string; n: number }[]> {
  const seats = countedSigners(missingSeats(task))
  if (seats.length === 0) return []
  const roles = await ctx.db.selectFrom('sys_role').select(['roleAlias', 'roleName']).where('tenantId', '=', ctx.who.tenantId).execute()
  return seats.map(({ role, n }) => ({ role, name: String(roles.find((r) => r.roleAlias === role)?.roleName ?? role), n }))
}
/** Tasks t (an alias of process_task in SQL) that are for one of the caller's roles, or for anybody; an administrator's are all. */
export const ofRole = (ctx: Ctx, alias: string) =>
  sql<boolean>`(${isAdministrator(ctx.who)} or string_to_array(${sql.ref(`${alias}.candidateGroup`)}, ',') && ${[...ctx.who.roles, '']}::text[])`
/** Those that the caller has countersigned. */
export const signedBy = (ctx: Ctx, alias: string) => sql<boolean>`string_to_array(${sql.ref(`${alias}.signers`)}, ',') @> array[${ctx.who.userId}]::text[]`
/** Those of them that he has not. */
export const unsignedBy = (ctx: Ctx, alias: string) => sql<boolean>`not coalesce(${signedBy(ctx, alias)}, false)`

/** Colours of the diagram of an instance. */
export async function instanceView(ctx: Ctx, instanceId: string) {
  const instance = await rows.get(ctx, process_instance, instanceId)
  const xml = await definitionXml(ctx, instance.definition!)
  return { xml, nodes: nodeStates(await parseDefinition(xml), instance.state!), status: instance.status }
}
