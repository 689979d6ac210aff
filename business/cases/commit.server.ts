import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { keysOf } from '../../kit/server/dictionary.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { completeTask, requireMine } from '../../services/process/process.server.ts'
import { stepsOf, type TypeCode } from '../../services/process/engine/definitions.ts'
import { DICTIONARIES } from '../../land/register/write.server.ts'
import { personName } from '../../platform/people/name.ts'
import { business } from './definitions/business.ts'
import { contentsOf, requireAction, holdStep, WRITTEN, type Contents } from './handling/case.server.ts'
import { papersOfApplicant } from './people/applicant.server.ts'
import { askingFor, planFor } from './eligible/eligibility.server.ts'
import { rulesOf, type CaseRules } from './definitions/config.server.ts'
import { doublesOf, unconfirmed } from './handling/doubles.server.ts'
import { fileFaults } from './handling/files.server.ts'
import { afterStep } from './finish.server.ts'
import { refusedFor } from './rules/refused-for.ts'
import { aboutOf, handlingOf, stepOf, type At, type Ready, type Registry } from './handling/handling.server.ts'

/** Tasks that have a button of their own beside that of committing. */
const BUTTONS: Readonly<Record<string, string>> = { check: 'business_check', recheck: 'business_recheck' }

/** What every task asks before it is passed: the form still fits the register, the files are there; then what the task itself asks. */
async function requireReady(of: Registry, ctx: Ctx, at: At, rules: CaseRules, contents: Contents): Promise<Ready> {
  const { business: b, task } = at
  // the acceptance asks again for the papers that the state of its books and its applicant ask for
  const plan =
    task.taskKey === 'register'
      ? askingFor(await planFor(of, ctx, b, contents.form, contents.codes), await papersOfApplicant(ctx, b.obligeName, contents.form))
      : await handlingOf(of, b).plan(ctx, contents.form, aboutOf(b), contents.codes)
  const step = stepOf(of, b, task)
  const files = fileFaults(rules, contents, task.taskKey!, plan.papers)
  // who has brought the papers is not to hear only then that the days are not over
  const why = files.length ? refusedFor([...files, ...((await step.lacks?.(ctx, at)) ?? [])]) : undefined
  if (why) throw why
  const open = plan.doubles.length && task.taskKey === 'recheck' ? unconfirmed(plan.doubles, await doublesOf(ctx, b)) : undefined
  if (open) throw open
  const contracts = await step.ready?.(ctx, at, rules, contents.passed)
  const { instanceId, taskKey } = task
  const own = { instanceId, taskKey, assignee: ctx.who.userId, assigneeName: personName(ctx.who), signers: null }
  return { plan, contracts: contracts ?? undefined, passed: [...contents.passed, own] }
}

/**
 * Completes the current task: {taskId, processInstanceId, result: pass|return, target?, comment?}. The business row is held first, so of two clerks
 * one wins and the other reads E2001. The last task's pass finishes the business in the same transaction. A countersigned task goes on with the last opinion.
 */
export async function commit(
  of: Registry,
  ctx: Ctx,
  input: Partial<TextInput<'taskId' | 'processInstanceId' | 'result' | 'target' | 'comment'>>,
): Promise<void> {
  const { business: b, task, instance } = await holdStep(ctx, input.taskId)
  if (task.instanceId !== (input.processInstanceId ?? '')) throw problems.notFound({ zh: '任务', en: 'Task' })
  await requireMine(ctx, task)
  const perm = BUTTONS[task.taskKey ?? '']
  if (perm && !ctx.who.perms.has(perm)) throw problems.forbidden({ perm })
  const outcome = input.result === 'return' ? 'return' : 'pass'
  const comment = input.comment ?? null
  if (![undefined, 'pass', 'return'].includes(input.result) || (comment && comment.length > 254))
    throw problems.badRequest({ zh: '办理结果或意见不正确', en: 'Result or comment is malformed' })
  requireAction(ctx, b, outcome, task)
  const isLast = stepsOf(b.businessTypeCode as TypeCode).at(-1)?.key === task.taskKey
  await keysOf(ctx, [...WRITTEN, ...Object.values(of.steps).flatMap((s) => s.dictionaries ?? []), ...(isLast ? DICTIONARIES : [])])
  const at = { business: b, task }
  const contents = await contentsOf(ctx, b.id)
  const rules = await rulesOf(ctx, b, contents)
  const ready = outcome === 'pass' ? await requireReady(of, ctx, at, rules, contents) : undefined
  if (outcome === 'return') await stepOf(of, b, task).onReturn?.(ctx, at, comment)
  const target = input.target || null
  const step = await completeTask(ctx, { task, instance }, { outcome, target, comment, variables: ready?.plan.gates }, rules.performers)
  // who countersigns at the same moment sees by the business that he is to look again
  if (step.isWaiting) await rows.change(ctx, business, b, {})
  else await afterStep(of, ctx, b, step, rules, ready?.passed ?? contents.passed, ready)
}
