import { invalidField, problems } from '../../kit/model/problem.ts'
import { isRegionCode, regionPath } from '../../kit/model/region-code.ts'
import { isId } from '../../kit/model/resource.ts'
import { ADMINISTRATOR, type Ctx } from '../../kit/server/ctx.server.ts'
import { textIn, type SentRow, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { readDraft } from '../../kit/model/check.ts'
import { idList } from '../../kit/model/resource.ts'
import { personName } from '../../platform/people/name.ts'
import { parseDefinition } from './engine/engine.server.ts'
import { flow_deployment, leave, leaveVariables, type Leave } from './flow.ts'
import { startables } from './manager.server.ts'
import { landBusiness, notStartable } from './problems.ts'
import {
  completeTask,
  definitionXml,
  deleteProcess,
  keepDefinition,
  LAND,
  mayTake,
  missingVariables,
  requireMine,
  startProcess,
  tasksOf,
  type Performers,
  type Stepped,
} from './process.server.ts'
import { process_instance, process_task, type ProcessInstance, type ProcessTask } from './process.ts'
import { lockRow } from './rows.server.ts'
import { hasSigned } from './several.ts'

interface Approver {
  id: string
  realName: string
  /** where he stands; '' = the whole tenant */
  regionCode: string
}
/**
 * Who may approve for the caller: people at or above his region who can handle leave, but not he himself. Where nobody stands there, for those at the top,
 * it is those who stand nearest below.
 */
export async function approvers(ctx: Ctx): Promise<Approver[]> {
  const holders = await ctx.db
    .selectFrom('role_menu as g')
    .innerJoin('menu as m', 'm.id', 'g.menuId')
    .select('g.roleId')
    .where('g.tenantId', '=', ctx.who.tenantId)
    .where('m.code', '=', 'leave_edit')
    .execute()
  const roles = await ctx.db.selectFrom('sys_role').select(['id', 'roleAlias']).where('tenantId', '=', ctx.who.tenantId).execute()
  const able = new Set([...holders.map((h) => String(h.roleId)), ...roles.filter((r) => r.roleAlias === ADMINISTRATOR).map((r) => String(r.id))])
  const people = await ctx.db
    .selectFrom('sys_user')
    .select(['id', 'realName', 'account', 'roleId', 'deptId', 'regionCode'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('status', '=', 1)
    .where('id', '<>', ctx.who.userId)
    .orderBy('id')
    .execute()
  const depts = await ctx.db.selectFrom('sys_dept').select(['id', 'regionCode']).where('tenantId', '=', ctx.who.tenantId).execute()
  // a person without a region of his own has his department's, as at sign-in
  const regionOf = (p: (typeof people)[number]) => p.regionCode ?? depts.find((d) => String(d.id) === idList(p.deptId)[0])?.regionCode ?? '~'
  const own = ctx.who.regionCode
  const above = ['', ...regionPath(own)]
  const all = people
    .filter((p) => idList(p.roleId).some((r) => able.has(r)))
    .map((p): Approver => ({ id: String(p.id), realName: personName(p), regionCode: String(regionOf(p)) }))
  const higher = all.filter((p) => above.includes(p.regionCode))
  if (higher.length > 0) return higher
  const below = all.filter((p) => isRegionCode(p.regionCode) && p.regionCode.startsWith(own))
  const nearest = Math.min(...below.map((p) => p.regionCode.length))
  return below.filter((p) => p.regionCode.length === nearest)
}
/** Whose region a request is of: the applicant's, or, where he stands above his approver, the approver's: he must see it. */
const regionOfRequest = (ctx: Ctx, approver: Approver): string =>
  approver.regionCode.length > ctx.who.regionCode.length ? approver.regionCode : ctx.who.regionCode

const noRegion = () => problems.badRequest({ zh: '您的部门没有行政区划，不能申请', en: 'Your department has no region' })
const notApprover = () => invalidField('taskUser', { zh: '所选审批人不能审批您的申请', en: 'That person may not approve your request' })
type SentLeave = SentRow<typeof leave>
/** The caller's request as it was sent, checked. */
async function checked(ctx: Ctx, b: SentLeave): Promise<{ draft: Pick<Leave, 'startTime' | 'endTime' | 'reason' | 'taskUser'>; approver: Approver }> {
  const sent = { startTime: b.startTime, endTime: b.endTime, reason: b.reason, taskUser: b.taskUser }
  const { draft, wrong: faults } = readDraft(leave.fields, sent)
  if (faults.length) throw problems.invalid(faults)
  const d = draft as Pick<Leave, 'startTime' | 'endTime' | 'reason' | 'taskUser'>
  if (d.endTime <= d.startTime) throw invalidField('endTime', { zh: '结束时间应晚于开始时间', en: 'The end must be after the beginning' })
  const approver = (await approvers(ctx)).find((p) => p.id === d.taskUser)
  if (!approver) throw notApprover()
  return { draft: d, approver }
}

/** The persons behind candidate groups `applicant` and `approver` of a definition. */
async function performersOf(ctx: Ctx, hash: string, l: Pick<Leave, 'createUser' | 'applicantName' | 'taskUser' | 'taskUserName'>): Promise<Performers> {
  const persons: Readonly<Record<string, { id: string; name: string }>> = {
    applicant: { id: l.createUser, name: l.applicantName ?? '' },
    approver: { id: l.taskUser, name: l.taskUserName ?? '' },
  }
  const def = await parseDefinition(await definitionXml(ctx, hash))
  return Object.fromEntries(
    def.model.nodes.flatMap((n) => {
      const user = persons[n.candidateGroups[0] ?? '']
      return user ? [[n.id, { user }]] : []
    }),
  )
}

/** What the end of the process means for the request. */
async function settle(ctx: Ctx, id: string, step: Stepped): Promise<void> {
  if (step.ended) await rows.update(ctx, leave, id, { status: 'passed' })
}

/** Asks for leave. Answers the id of the request. */
export async function startLeave(ctx: Ctx, b: SentLeave): Promise<string> {
  const hash = textIn(b, 'processDefinitionId')
  if (ctx.who.regionCode !== '' && !isRegionCode(ctx.who.regionCode)) throw noRegion()
  const { draft, approver } = await checked(ctx, b)
  const regionCode = regionOfRequest(ctx, approver)
  if (!isRegionCode(regionCode)) throw noRegion()
  const find = async () => (await startables(ctx)).find((s) => s.processDefinitionId === hash && s.category === 'leave')
  let flow = await find()
  // held until the commit, so that nobody disables or deletes it meanwhile; asked again, since somebody may just have done so
  if (flow?.deploymentId) {
    await rows.get(ctx, flow_deployment, flow.deploymentId, true)
    flow = await find()
  }
  if (!flow) throw notStartable()
  if (!flow.deploymentId) await keepDefinition(ctx, null, await definitionXml(ctx, hash))
  const own = { ...draft, regionCode, applicantName: personName(ctx.who), taskUserName: approver.realName }
  const id = await rows.insert(ctx, leave, { ...own, applyTime: ctx.now, processDefinitionId: hash, status: 'doing' })
  const of = { formId: id, regionCode: own.regionCode, category: 'leave', processName: flow.name, version: flow.version }
  const step = await startProcess(ctx, of, hash, leaveVariables(draft), await performersOf(ctx, hash, { ...own, createUser: ctx.who.userId }))
  await rows.update(ctx, leave, id, { processInstanceId: step.instance.id })
  await settle(ctx, id, step)
  return id
}

/** Whether a flag of the compatible API says that the task is passed. */
const passes = (flag: unknown): boolean => flag === undefined || flag === null || ['true', '1', 'pass', 'ok'].includes(String(flag))
const isApplicants = (t: ProcessTask, l: Leave) => t.assignee === l.createUser && t.candidateGroup === 'applicant'

/**
 * Completes a task of a process with a form: {taskId, processInstanceId, flag, comment, variables}. The form is held before its task, so of two
 * people one wins and the other reads E2001. The applicant's own task takes the changed request in `variables`; not passing it withdraws.
 */
export async function completeWork(
  ctx: Ctx,
  b: TextInput<'comment' | 'processInstanceId' | 'target' | 'taskId'> & { readonly flag?: unknown; readonly variables?: unknown },
): Promise<void> {
  const seen = await rows.get(ctx, process_task, b.taskId ?? '')
  if (b.processInstanceId && b.processInstanceId !== seen.instanceId) throw problems.notFound({ zh: '任务', en: 'Task' })
  if (seen.category === LAND) throw landBusiness()
  const l = await lockRow(ctx, leave, seen.formId)
  const task = await lockRow(ctx, process_task, seen.id)
  await requireMine(ctx, task)
  const comment = (b.comment ?? '').trim()
  const pass = passes(b.flag)
  if ([...comment].length > 254 || (!pass && !comment))
    throw invalidField('comment', { zh: '请输入意见，不超过254字', en: 'Enter an opinion of at most 254 characters' })
  const own = isApplicants(task, l)
  if (own && !pass) {
    await deleteProcess(ctx, task.instanceId!, comment)
    await rows.update(ctx, leave, l.id, { status: 'revoked' })
    return
  }
  let now = l
  if (own && b.variables) {
    const { draft, approver } = await checked(ctx, {
      startTime: l.startTime,
      endTime: l.endTime,
      reason: l.reason,
      taskUser: l.taskUser,
      ...(b.variables as SentLeave),
    })
    // a request stays where it was made, and so must who decides it see it there
    if (!l.regionCode.startsWith(approver.regionCode)) throw notApprover()
    await rows.update(ctx, leave, l.id, { ...draft, taskUserName: approver.realName })
    now = { ...l, ...draft, taskUserName: approver.realName }
  }
  const instance = await rows.get(ctx, process_instance, task.instanceId!)
  const performers = await performersOf(ctx, instance.definition!, now)
  const decision = { outcome: pass ? 'pass' : 'return', target: b.target ? b.target : null, comment: comment || null, variables: leaveVariables(now) } as const
  await settle(ctx, l.id, await completeTask(ctx, { task, instance }, decision, performers))
}

/** Whether nobody but its applicant has decided anything of a request, nor given an opinion. */
const isUntouched = (tasks: readonly ProcessTask[], l: Leave): boolean => tasks.every((t) => (t.status === 'open' || t.assignee === l.createUser) && !t.signers)
/**
 * Takes a request back that nobody has decided anything of, by who made it: {businessId, reason?}. Whoever holds its task holds it no more; from the first decision on the
 * applicant waits for his own task. @throws not-found, not-allowed-now
 */
export async function withdrawLeave(ctx: Ctx, b: TextInput<'businessId' | 'reason'>): Promise<void> {
  const l = await lockRow(ctx, leave, b.businessId)
  const touched = () => problems.notAllowedNow({ zh: '撤回，已有人办理', en: 'take it back: part of it has been decided' })
  if (l.createUser !== ctx.who.userId) throw problems.notFound({ zh: leave.label, en: leave.en })
  const instance = l.processInstanceId ? await lockRow(ctx, process_instance, l.processInstanceId) : undefined
  if (instance?.status !== 'open') throw touched()
  if (!isUntouched(await tasksOf(ctx, instance.id), l)) throw touched()
  await deleteProcess(ctx, instance.id, (b.reason ?? '').trim() || '申请人撤回')
  await rows.update(ctx, leave, l.id, { status: 'revoked' })
}

/** Whether a process with a form is the caller's business: he began it, has or had a task in it, or may follow all. */
export async function takesPart(ctx: Ctx, instance: ProcessInstance): Promise<boolean> {
  if (instance.createUser === ctx.who.userId || ctx.who.perms.has('process_instance_view')) return true
  return (await tasksOf(ctx, instance.id)).some(
    (t) => t.assignee === ctx.who.userId || hasSigned(t, ctx.who.userId) || (t.status === 'open' && mayTake(ctx.who, t)),
  )
}

/** A request with where it stands: {businessId}. Seen by those who take part; to others it does not exist. */
export async function leaveDetail(ctx: Ctx, q: TextInput<'businessId'>) {
  const none = () => problems.notFound({ zh: '请假', en: 'Leave' })
  if (!q.businessId || !isId(q.businessId)) throw none()
  const l = await rows.get(ctx, leave, q.businessId)
  const instance = l.processInstanceId ? await rows.find(ctx, process_instance, { id: l.processInstanceId }) : undefined
  if (!instance || !(await takesPart(ctx, instance))) throw none()
  const tasks = await tasksOf(ctx, instance.id)
  const open = tasks.filter((t) => t.status === 'open')
  const task = open.find((t) => mayTake(ctx.who, t))
  return {
    ...l,
    days: leaveVariables(l).days,
    flow: {
      processInstanceId: instance.id,
      processDefinitionId: instance.definition,
      processDefinitionName: instance.processName,
      processDefinitionVersion: instance.version,
      processIsFinished: instance.status === 'open' ? 'unfinished' : 'finished',
      status: instance.status,
      reason: instance.reason,
      taskId: task?.id ?? null,
      taskKey: task?.taskKey ?? null,
      taskName: task?.name ?? null,
      /** the applicant may take it back: nobody has decided anything yet */
      canWithdraw: l.createUser === ctx.who.userId && instance.status === 'open' && isUntouched(tasks, l) ? 1 : 0,
      /** the open task is the applicant's own: he changes the request, or withdraws it */
      isOwnTask: task && isApplicants(task, l) ? 1 : 0,
      waiting: await Promise.all(
        open.map(async (t) => ({
          name: t.name,
          assigneeName: t.assigneeName,
          candidateGroup: t.candidateGroup,
          signMode: t.signMode,
          /** whose opinion is missing, of several */
          missing: await missingVariables(ctx, t),
        })),
      ),
    },
  }
}
