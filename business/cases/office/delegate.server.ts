// A task is given to another person for an opinion and comes back to its owner, who alone passes or returns it. Why: docs/adr/0029.
import { both, type Text } from '../../../kit/model/lang.ts'
import { invalidField, problems } from '../../../kit/model/problem.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { TextInput } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { personName } from '../../../platform/people/name.ts'
import { requireMine } from '../../../services/process/process.server.ts'
import { notDelegated, notYourTask, ofSeveral, taskDone } from '../../../services/process/problems.ts'
import { process_task, type HistoryAction, type ProcessTask } from '../../../services/process/process.ts'
import { business, type Business } from '../definitions/business.ts'
import { actorOf, holdStep, requireAction } from '../handling/case.server.ts'
import { taskText, tellOfGiven } from '../handling/told.server.ts'
import { others, tell, transferWord } from './transfer.server.ts'

/** What whoever has the task now is told. */
const ASKS: Readonly<Partial<Record<HistoryAction, (task: Text) => Text>>> = {
  delegate: ({ zh, en }) => both(`请您提出意见：${zh}`, `Your opinion is asked: ${en}`),
  opinion: ({ zh, en }) => both(`已收到意见：${zh}`, `The opinion has come: ${en}`),
  'take-back': ({ zh, en }) => both(`任务已收回：${zh}`, `Taken back: ${en}`),
}
/** Changes the task, tells its story, and moves the case's revision: who waits for the case looks again. */
async function moved(ctx: Ctx, b: Business, task: ProcessTask, set: Partial<ProcessTask>, action: HistoryAction, told: Text, comment: string): Promise<void> {
  const given = await rows.change(ctx, process_task, task, set)
  if (set.assignee) await tellOfGiven(ctx, b, given, set.assignee, ASKS[action]?.(taskText(task)) ?? told)
  await rows.change(ctx, business, b, {})
  await tell(ctx, b, task, action, told, comment)
}

/**
 * Asks another person who may do the task for an opinion: {taskId, userId, comment?}. The task is his until he has given it, and its owner's again then.
 * @throws what keeps the caller from the task; of-several; invalid (userId) for somebody who may not do it
 */
export async function delegate(ctx: Ctx, input: TextInput<'taskId' | 'userId' | 'comment'>): Promise<void> {
  const { business: b, task } = await holdStep(ctx, input.taskId)
  if (task.signMode) throw ofSeveral()
  await requireMine(ctx, task)
  requireAction(ctx, b, 'delegate', task)
  const comment = transferWord(input.comment)
  const { userId } = ctx.who
  const to = (await others(ctx, b, task)).find((p) => p.id === input.userId && p.id !== userId)
  if (!to) throw invalidField('userId', both('请选择可以办理该环节的人员', 'Select somebody who may do this task'))
  const set = { owner: userId, ownerName: personName(ctx.who), assignee: to.id, assigneeName: to.name, claimTime: ctx.now }
  const none = { opinionUser: null, opinionName: null, opinionResult: null, opinion: null }
  await moved(ctx, b, task, { ...set, ...none }, 'delegate', both(`委托${to.name}提出意见`, `${to.name} is asked for an opinion`), comment)
}

/** The task, which has been given away, and its case; both are held. `as`: what the caller has to be of it. @throws task-done, not-delegated, not-your-task */
async function holdDelegated(ctx: Ctx, taskId: string | undefined, as: 'delegate' | 'owner'): Promise<{ b: Business; task: ProcessTask }> {
  const { business: b, task } = await holdStep(ctx, taskId)
  if (task.status !== 'open') throw taskDone()
  if (!task.owner) throw notDelegated()
  if (!actorOf(ctx, b, task)[as]) throw notYourTask()
  return { b, task }
}
/** The owner's again, and no longer given away. */
const back = (task: ProcessTask) => ({ owner: null, ownerName: null, assignee: task.owner, assigneeName: task.ownerName })

/**
 * Gives the opinion that was asked for: {taskId, result: pass|return, comment}. The task goes back to its owner with it and stays open.
 * @throws task-done, not-delegated, not-your-task; invalid (comment) without words
 */
export async function giveOpinion(ctx: Ctx, input: TextInput<'taskId' | 'result' | 'comment'>): Promise<void> {
  const { b, task } = await holdDelegated(ctx, input.taskId, 'delegate')
  const comment = transferWord(input.comment)
  if (!comment) throw invalidField('comment', both('请输入意见', 'Please enter the opinion'))
  const opinionResult = input.result === 'return' ? 'return' : 'pass'
  if (![undefined, 'pass', 'return'].includes(input.result)) throw problems.badRequest({ zh: '意见不正确', en: 'The opinion is malformed' })
  const given = { opinionUser: task.assignee, opinionName: task.assigneeName, opinionResult, opinion: comment }
  const told = opinionResult === 'pass' ? both('建议通过', 'Advises to pass') : both('建议退回', 'Advises to return')
  await moved(ctx, b, task, { ...back(task), ...given }, 'opinion', told, comment)
}

/** Takes a task back before the opinion is there: {taskId, comment?}. By its owner or an administrator of the office. @throws task-done, not-delegated, not-your-task */
export async function takeBack(ctx: Ctx, input: TextInput<'taskId' | 'comment'>): Promise<void> {
  const { b, task } = await holdDelegated(ctx, input.taskId, 'owner')
  const told = both(`收回对${task.assigneeName}的委托`, `Taken back from ${task.assigneeName}`)
  await moved(ctx, b, task, back(task), 'take-back', told, transferWord(input.comment))
}
