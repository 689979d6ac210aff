import { typedRows } from '../../kit/server/any-query.server.ts'
import { sql } from 'kysely'
import { invalidField, problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { page, pick, scoped } from '../../kit/server/query.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { builtInLeave, LEAVE_KEY, type BuiltIn, type BuiltIns } from './built-in.server.ts'
import { flow_deployment, leave, type FlowDeployment } from './flow.ts'
import { builtIn, landBusiness, stillRunning } from './problems.ts'
import { deleteProcess, LAND } from './process.server.ts'
import { process_instance, process_task } from './process.ts'
import { lockRow } from './rows.server.ts'

/** A definition that may be started or drawn. `deploymentId` null and version 0 = built in. */
export interface StartableModel {
  id: string
  deploymentId: string | null
  processDefinitionId: string
  key: string
  name: string
  category: string
  version: number
  suspensionState: string
  deploymentTime: string | null
  isBuiltIn: 0 | 1
}
const ofBuiltIn = ({ key, name, category, processDefinitionId }: BuiltIn): StartableModel => ({
  id: processDefinitionId,
  deploymentId: null,
  processDefinitionId,
  key,
  name,
  category,
  version: 0,
  suspensionState: 'active',
  deploymentTime: null,
  isBuiltIn: 1,
})
const ofDeployment = (d: FlowDeployment): StartableModel => ({
  id: d.processDefinitionId!,
  deploymentId: d.id,
  processDefinitionId: d.processDefinitionId!,
  key: d.key!,
  name: d.name!,
  category: d.category!,
  version: d.version!,
  suspensionState: d.suspensionState!,
  deploymentTime: d.deploymentTime,
  isBuiltIn: 0,
})

/** What can be started by hand: of each key the newest version that is enabled; the built-in leave until a model of its key is deployed. */
export async function startables(ctx: Ctx): Promise<StartableModel[]> {
  const all = await typedRows<FlowDeployment>(scoped(ctx, flow_deployment).selectAll('flow_deployment').orderBy('flow_deployment.version', 'desc'))
  const usual = all.some((d) => d.key === LEAVE_KEY) ? [] : [ofBuiltIn(await builtInLeave())]
  const newest = new Map(
    all
      // a land business is begun by its acceptance
      .filter((d) => d.suspensionState === 'active' && d.category !== LAND)
      .toReversed()
      .map((d) => [d.key, d]),
  )
  return [...usual, ...[...newest.values()].map(ofDeployment)]
}

/** Deployed versions, newest first; with `builtIn=1` the definitions of the product instead. */
export async function listDeployed(builtIns: BuiltIns, ctx: Ctx, q: TextInput) {
  if (q.builtIn === '1') {
    const records = (await builtIns()).map(ofBuiltIn)
    return { records, total: records.length, size: records.length, current: 1, pages: 1 }
  }
  const found = await page(ctx, flow_deployment, q)
  return { ...found, records: found.records.map((d) => ({ ...d, deploymentId: d.id, isBuiltIn: 0 })) }
}

async function requireDeployed(builtIns: BuiltIns, ctx: Ctx, id: string): Promise<FlowDeployment> {
  if ((await builtIns()).some((b) => b.processDefinitionId === id)) throw builtIn()
  return await rows.get(ctx, flow_deployment, id, true)
}

const STATES: Readonly<Record<string, string>> = { active: 'active', suspend: 'suspended', suspended: 'suspended' }
/** Enables or disables a deployed version: {processId: the deployment, state: active|suspend}. What runs goes on. */
export async function changeState(builtIns: BuiltIns, ctx: Ctx, b: TextInput<'processId' | 'state'>): Promise<void> {
  const asked = b.state ?? ''
  const state = Object.hasOwn(STATES, asked) ? STATES[asked] : undefined
  if (!state) throw problems.badRequest({ zh: '状态只能是 active 或 suspend', en: 'The state is active or suspend' })
  const d = await requireDeployed(builtIns, ctx, b.processId ?? '')
  if (d.suspensionState === state)
    throw problems.notAllowedNow(
      state === 'active'
        ? { zh: '启用，流程已启用', en: 'enable it: it is already enabled' }
        : { zh: '停用，流程已停用', en: 'disable it: it is already disabled' },
    )
  await rows.update(ctx, flow_deployment, d.id, { suspensionState: state })
}

/** Deletes deployed versions, all or nothing; refused while an instance of one runs anywhere in the tenant. The text stays for finished ones. */
export async function deleteDeployments(builtIns: BuiltIns, ctx: Ctx, b: TextInput<'deploymentIds'>): Promise<void> {
  const list = (b.deploymentIds ?? '').split(',').filter(Boolean)
  if (!list.length) throw problems.noneSelected()
  for (const id of list) {
    const d = await requireDeployed(builtIns, ctx, id)
    const running = await ctx.db
      .selectFrom('process_instance')
      .select(sql<string>`count(*)`.as('n'))
      .where('tenantId', '=', ctx.who.tenantId)
      .where('definition', '=', d.processDefinitionId)
      .where('status', '=', 'open')
      .executeTakeFirstOrThrow()
    if (Number(running.n)) throw stillRunning(d.name!, d.version!, Number(running.n))
    await rows.erase(ctx, flow_deployment, [d.id])
  }
}

/** Running processes of the caller's region with where they stand. */
export async function listRunning(ctx: Ctx, q: TextInput) {
  const newest = q.ascs || q.descs ? q : { ...q, descs: 'createTime' }
  const found = await page(ctx, process_instance, newest, scoped(ctx, process_instance).where('process_instance.status', '=', 'open'))
  const list = found.records
  const tasks = list.length
    ? await scoped(ctx, process_task)
        .select(pick(process_task, 'instanceId', 'name', 'taskKey', 'assigneeName'))
        .where(
          'process_task.instanceId',
          'in',
          list.map((i) => i.id),
        )
        .where('process_task.status', '=', 'open')
        .execute()
    : []
  const records = list.map(({ state: _, ...i }) => {
    const open = tasks.filter((t) => t.instanceId === i.id)
    return {
      ...i,
      processInstanceId: i.id,
      processDefinitionId: i.definition,
      // what runs is never suspended by itself
      suspensionState: 'active',
      startUser: i.createUser,
      startTime: i.createTime,
      activityId: open.map((t) => t.taskKey).join(','),
      activityName: open.map((t) => t.name).join('、'),
      assigneeName: open.flatMap((t) => (t.assigneeName ? [t.assigneeName] : [])).join('、'),
      businessKey: i.businessId ?? i.formId,
    }
  })
  return { ...found, records }
}

/** Stops a running process with a reason: {processInstanceId, reason}. A land business is ended by its own revoke. */
export async function stopProcess(ctx: Ctx, b: TextInput<'deleteReason' | 'processInstanceId' | 'reason'>): Promise<void> {
  const reason = (b.reason ?? b.deleteReason ?? '').trim()
  if (!reason || [...reason].length > 200) throw invalidField('reason', { zh: '请输入原因，不超过200字', en: 'Enter a reason of at most 200 characters' })
  const seen = await rows.get(ctx, process_instance, b.processInstanceId ?? '')
  if (seen.category === LAND) throw landBusiness()
  // the form before its process, as everywhere
  const form = await lockRow(ctx, leave, seen.formId)
  const instance = await lockRow(ctx, process_instance, seen.id)
  if (instance.status !== 'open') throw problems.notAllowedNow({ zh: '终止，流程已结束', en: 'stop it: the process has ended' })
  await deleteProcess(ctx, instance.id, reason)
  await rows.update(ctx, leave, form.id, { status: 'revoked' })
}
