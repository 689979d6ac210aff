import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import type { Input, Route, Slice } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { notYourTask, refusal } from '../business/problems.ts'
import { definitionXml, instanceView, mayTake, remember } from './process.server.ts'
import { process_history, process_task, resources, type ProcessTask } from './process.ts'
import { held } from './rows.server.ts'
import { isId } from '../../kit/model/resource.ts'

/** Takes a group's task for oneself; a task taken or done by another is refused. */
async function claim(ctx: Ctx, q: Input): Promise<void> {
  const task = (await held(ctx, process_task, q.taskId)) as unknown as ProcessTask
  if (task.status !== 'open') throw refusal('E2001')
  if (!mayTake(ctx.who, task)) throw notYourTask()
  if (task.assignee) return
  await rows.update(ctx, process_task, task.id, { assignee: ctx.who.userId, assigneeName: ctx.who.realName, claimTime: ctx.now })
  await remember(ctx, { regionCode: task.regionCode, instanceId: task.instanceId!, businessId: task.businessId! }, 'claim', { task })
}

async function modelView(ctx: Ctx, q: Input) {
  if (q.processInstanceId) return instanceView(ctx, String(q.processInstanceId))
  if (q.processDefinitionId) return { xml: await definitionXml(ctx, String(q.processDefinitionId)), nodes: [] }
  throw problems.badRequest({ zh: '请选择流程', en: 'Name a process' })
}

const story = (ctx: Ctx, q: Input) => {
  if (!isId(String(q.processInstanceId ?? ''))) throw problems.badRequest({ zh: '请选择流程', en: 'Name a process' })
  return scoped(ctx, process_history)
    .selectAll('process_history')
    .where('process_history.instanceId', '=', q.processInstanceId)
    .orderBy('process_history.id')
    .execute()
}

const read = { method: 'GET', perm: 'business_view', scope: 'land', audit: 'read' } as const
export const routes: Route[] = [
  { ...read, path: '/cpt-flow/process/model-view', summary: '流程图与节点状态', query: ['processInstanceId', 'processDefinitionId'], run: modelView },
  { ...read, path: '/cpt-flow/process/history-flow-list', summary: '流转记录', query: ['processInstanceId'], run: story },
  {
    method: 'POST',
    path: '/cpt-flow/work/claim-task',
    perm: 'business_edit',
    scope: 'land',
    audit: 'process_task.claim',
    summary: '签收任务',
    query: ['taskId'],
    body: 'any',
    run: claim,
  },
]
export const slice: Slice = { name: 'process', resources, routes }
