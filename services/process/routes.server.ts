import { json, text } from '../../kit/model/field.ts'
import { problems } from '../../kit/model/problem.ts'
import { isId, type Fields } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { listNames, scoped } from '../../kit/server/query.server.ts'
import { route, crud, reading, ids, listing, type Route, type Run, type Slice, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { BuiltIns } from './built-in.server.ts'
import { flow_deployment, flow_model, leave, resources as flows } from './flow.ts'
import { approvers, completeWork, leaveDetail, startLeave, takesPart, withdrawLeave } from './leave.server.ts'
import { lasted } from './lasted.ts'
import { changeState, deleteDeployments, listDeployed, listRunning, stopProcess } from './manager.server.ts'
import { candidates, deploy, listModels, removeModels, saveModel } from './models.server.ts'
import { definitionXml, instanceView, LAND } from './process.server.ts'
import { process_history, process_instance, process_task, resources, type ProcessInstance } from './process.ts'
import * as work from './work.server.ts'

/** The instance, if the caller may look at it: land business with its button, others by taking part. Others do not exist. */
async function seen(ctx: Ctx, id: unknown): Promise<ProcessInstance> {
  if (!isId(String(id ?? ''))) throw problems.badRequest({ zh: '请选择流程', en: 'Name a process' })
  const i = await rows.get(ctx, process_instance, String(id))
  const may = i.category === LAND ? ctx.who.perms.has('business_view') || ctx.who.perms.has('process_instance_view') : await takesPart(ctx, i)
  if (!may) throw problems.notFound({ zh: '流程实例', en: 'Process' })
  return i
}
async function modelView(builtIns: BuiltIns, ctx: Ctx, q: TextInput<'processDefinitionId' | 'processInstanceId'>) {
  if (q.processInstanceId) return instanceView(ctx, (await seen(ctx, q.processInstanceId)).id)
  if (q.processDefinitionId) return { xml: await definitionXml(ctx, q.processDefinitionId, await builtIns()), nodes: [] }
  throw problems.badRequest({ zh: '请选择流程', en: 'Name a process' })
}
/** What happened to a process, step by step, in our words and in the compatible API's. Source: platform-api.md 3.18. */
async function story(ctx: Ctx, q: TextInput<'processInstanceId'>) {
  const i = await seen(ctx, q.processInstanceId)
  const steps = await scoped(ctx, process_history)
    .selectAll('process_history')
    .where('process_history.instanceId', '=', i.id)
    .orderBy('process_history.id')
    .execute()
  const tasks = await scoped(ctx, process_task).select(['process_task.id', 'process_task.createTime']).where('process_task.instanceId', '=', i.id).execute()
  const began = new Map<string | null, string>(tasks.map((t) => [t.id, t.createTime]))
  return steps.map((h) => {
    const from = began.get(h.taskId) ?? h.createTime
    return {
      ...h,
      historyActivityName: h.name,
      assigneeName: h.userName,
      createTime: from,
      endTime: h.createTime,
      historyActivityDurationTime: h.taskId ? lasted(from, h.createTime, ctx.lang) : '',
      flag: h.action === 'pass',
    }
  })
}

/** How a call is given the definitions of the product. */
const given =
  <I>(builtIns: BuiltIns, run: (builtIns: BuiltIns, ctx: Ctx, input: I) => Promise<unknown>) =>
  (ctx: Ctx, input: I) =>
    run(builtIns, ctx, input)
const word = (label: string, max = 254) => text(label, { max })
const act = <const Q extends string = never, B extends Fields = Record<never, never>>(
  path: string,
  summary: string,
  audit: string,
  perm: Route['perm'],
  scope: Route['scope'],
  o: { query?: readonly Q[]; body?: B },
  run: Run<NoInfer<Q>, NoInfer<B>, 'POST'>,
) => route({ method: 'POST', path, perm, scope, audit, summary, ...o, run })
const at = (verb: string) => `/cpt-flow/${verb}`
const look = reading('land', ['business_view', 'leave_view', 'process_instance_view', 'flow_deployment_view', 'process_config_view'])
const mine = reading('land', ['leave_view', 'business_view'])
const models = crud(flow_model)
const manager = crud(flow_deployment)

const modelRoutes = (builtIns: BuiltIns): Route[] => [
  listing(models.page, listModels),
  listing(models.list, listModels),
  models.detail,
  reading('tenant', 'flow_model_view')(at('model/candidates'), '可选办理人', [], candidates),
  { ...models.submit, run: given(builtIns, saveModel) },
  { ...models.remove, run: (ctx, q) => removeModels(ctx, ids(q)) },
  act(
    at('model/deploy'),
    '部署流程模型',
    'flow_deployment.deploy',
    'flow_model_deploy',
    'tenant',
    { query: ['modelId', 'category', 'tenantIds'], body: { modelId: word('模型'), category: word('分类'), tenantIds: word('租户') } },
    deploy,
  ),
]
const managerRoutes = (builtIns: BuiltIns): Route[] => [
  ...[manager.page, manager.list].map((r) =>
    route({
      ...r,
      query: [...r.query!, 'builtIn'],
      answer: { as: 'page', of: flow_deployment, also: ['deploymentId', 'isBuiltIn'] } as const,
      run: given(builtIns, listDeployed),
    }),
  ),
  act(
    at('manager/change-state'),
    '启用或停用流程',
    'flow_deployment.state',
    'flow_deployment_edit',
    'tenant',
    { query: ['processId', 'state'], body: { processId: word('流程'), state: word('状态') } },
    given(builtIns, changeState),
  ),
  act(
    at('manager/delete-deployment'),
    '删除流程部署',
    'flow_deployment.delete',
    'flow_deployment_delete',
    'tenant',
    { query: ['deploymentIds'], body: { deploymentIds: word('部署', 4000) } },
    given(builtIns, deleteDeployments),
  ),
  reading('land', 'process_instance_view')(at('follow/list'), '运行中的流程', listNames(process_instance), listRunning),
  act(
    at('follow/delete-process-instance'),
    '终止流程',
    'process_instance.stop',
    'process_instance_delete',
    'land',
    {
      query: ['processInstanceId', 'reason', 'deleteReason'],
      body: { processInstanceId: word('流程'), reason: word('原因', 1000), deleteReason: word('原因', 1000) },
    },
    stopProcess,
  ),
]
const workRoutes: Route[] = [
  mine(at('work/start-list'), '可发起的流程', ['category', 'name', 'key', 'current', 'size'], work.startList),
  mine(at('work/claim-list'), '待签收的任务', work.TASK_FILTERS, work.claimList),
  mine(at('work/todo-list'), '待办任务', work.TASK_FILTERS, work.todoList),
  mine(at('work/send-list'), '已发起的流程', work.SENT_FILTERS, work.sendList),
  mine(at('work/done-list'), '已办任务', work.TASK_FILTERS, work.doneList),
  act(
    at('work/claim-task'),
    '签收任务',
    'process_task.claim',
    ['business_edit', 'leave_edit'],
    'land',
    { query: ['taskId'], body: { taskId: word('任务') } },
    work.claim,
  ),
  act(
    at('work/complete-task'),
    '办理任务',
    'process_task.complete',
    'leave_edit',
    'land',
    {
      query: ['taskId', 'processInstanceId'],
      body: {
        taskId: word('任务'),
        processInstanceId: word('流程'),
        businessId: word('表单'),
        processDefinitionId: word('流程定义'),
        flag: json('是否通过'),
        target: word('退回环节'),
        comment: word('意见', 1000),
        variables: json('变量'),
      },
    },
    completeWork,
  ),
]
const leaveRoutes: Route[] = [
  {
    method: 'POST',
    path: at('leave/start-process'),
    perm: 'leave_add',
    scope: 'land',
    audit: 'leave.start',
    summary: '申请请假',
    body: {
      processDefinitionId: word('流程定义'),
      ...Object.fromEntries((['startTime', 'endTime', 'reason', 'taskUser'] as const).map((n) => [n, leave.fields[n]])),
    },
    run: startLeave,
  },
  act(
    at('leave/withdraw'),
    '撤回请假',
    'leave.withdraw',
    'leave_add',
    'land',
    { body: { businessId: word('请假'), reason: word('原因', 200) } },
    withdrawLeave,
  ),
  mine(at('leave/detail'), '请假详情', ['businessId'], leaveDetail),
  reading('land', 'leave_view')(at('leave/approvers'), '可选审批人', [], approvers),
]
const routes = (builtIns: BuiltIns): Route[] => [
  look(at('process/model-view'), '流程图与节点状态', ['processInstanceId', 'processDefinitionId'], given(builtIns, modelView)),
  look(at('process/history-flow-list'), '流转记录', ['processInstanceId'], story),
  look(at('process/get-process'), '分类的流程', ['category'], given(builtIns, work.processOf)),
  ...modelRoutes(builtIns),
  ...managerRoutes(builtIns),
  ...workRoutes,
  ...leaveRoutes,
]
/** Processes, leave and their administration; `builtIns` are the definitions that come with the product. */
export const processSlice = (builtIns: BuiltIns): Slice => ({ name: 'process', resources: [...resources, ...flows], routes: routes(builtIns) })
