// A task goes from one person to another of those who may do it. Source: land-contract.md 3; platform.md (process engine).
import { both, type Text } from '../../../kit/model/lang.ts'
import { invalidField, problems } from '../../../kit/model/problem.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { TextInput } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { mayTake, remember, seenStep } from '../../../services/process/process.server.ts'
import { delegated, notYourTask, ofSeveral, taskDone } from '../../../services/process/problems.ts'
import { process_task, type HistoryAction, type ProcessTask } from '../../../services/process/process.ts'
import { business, type Business } from '../definitions/business.ts'
import { actorOf, contentsOf, holdStep } from '../handling/case.server.ts'
import { rulesOf } from '../definitions/config.server.ts'
import { peopleWhoMay } from '../handling/persons.server.ts'
import { taskText, tellOfGiven } from '../handling/told.server.ts'

/** What is said with an act over a task: at most 200 characters. */
export function transferWord(said = ''): string {
  const comment = said.trim()
  if (comment.length > 200) throw problems.badRequest({ zh: '说明不能超过200字', en: 'At most 200 characters' })
  return comment
}
/** Writes such an act into the story of the case: what was done, and what was said with it. */
export async function tell(ctx: Ctx, b: Business, task: ProcessTask, action: HistoryAction, did: Text, comment: string): Promise<void> {
  const words = comment ? `${did[ctx.lang]}: ${comment}` : did[ctx.lang]
  await remember(ctx, { regionCode: task.regionCode, instanceId: task.instanceId!, businessId: b.id }, action, { task, comment: words.slice(0, 254) })
}
/** How many are offered. */
const OFFERED = 100
/** Who may take a task instead of who holds it: of its roles, at or above its place, none who did what the task stands apart from. */
export async function others(ctx: Ctx, b: Business, task: ProcessTask): Promise<{ id: string; name: string }[]> {
  const contents = await contentsOf(ctx, b.id)
  return (await peopleWhoMay(ctx, b, task, await rulesOf(ctx, b, contents), contents.passed, OFFERED)).filter((p) => p.id !== task.assignee)
}
/** People to whom an open task can be given: {taskId}. @throws not-found */
export async function peopleOf(ctx: Ctx, q: TextInput<'taskId'>): Promise<{ id: string; name: string }[]> {
  const { task } = await seenStep(ctx, business, q.taskId)
  return others(ctx, await rows.get(ctx, business, task.businessId!), task)
}

/**
 * Gives an open task to another person: {taskId, userId, comment?}. By who holds it, or may take it, and by an administrator of the office.
 * @throws task-done, not-your-task; invalid (userId) for somebody who may not do the task
 */
export async function transfer(ctx: Ctx, input: TextInput<'taskId' | 'userId' | 'comment'>): Promise<void> {
  const { business: b, task } = await holdStep(ctx, input.taskId)
  if (task.status !== 'open') throw taskDone()
  if (task.signMode) throw ofSeveral()
  if (task.owner) throw delegated(task.ownerName ?? '', task.assigneeName ?? '')
  if (!mayTake(ctx.who, task) && !actorOf(ctx, b, task).admin) throw notYourTask()
  const comment = transferWord(input.comment)
  const to = (await others(ctx, b, task)).find((p) => p.id === input.userId)
  if (!to) throw invalidField('userId', both('请选择可以办理该环节的人员', 'Select somebody who may do this task'))
  const given = await rows.change(ctx, process_task, task, { assignee: to.id, assigneeName: to.name, claimTime: ctx.now })
  const { zh, en } = taskText(task)
  await tellOfGiven(ctx, b, given, to.id, both(`移交给您：${zh}`, `Given to you: ${en}`))
  await tell(ctx, b, task, 'transfer', both(`移交给${to.name}`, `Given to ${to.name}`), comment)
}
