import { problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { nextNumber } from '../../kit/server/counters.server.ts'
import { isAdministrator, type Ctx } from '../../kit/server/ctx.server.ts'
import { ids, type Input } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { idWrong } from '../land/cbf/rules.ts'
import type { Fbf } from '../land/fbf/fbf.ts'
import { getFbf } from '../land/fbf/fbf.server.ts'
import type { TypeCode } from '../process/engine/definitions.ts'
import { completeTask, deleteProcess, mayTake, startProcess, tasksOf } from '../process/process.server.ts'
import { process_task, type ProcessTask } from '../process/process.ts'
import { held } from '../process/rows.server.ts'
import { cancelRounds, demandPublished } from '../publicity/rounds.server.ts'
import { business, business_draft, type Business } from './business.ts'
import { definitionFor, isTypeCode, rulesFor } from './config.server.ts'
import { contractsOf, examineContracts, mayLeaveSigning, rejectContracts, syncContracts } from './contracts.server.ts'
import { demandFiles } from './files.server.ts'
import { afterStep } from './finish.server.ts'
import { admits, STATUS, type Action, type Actor } from './flow.ts'
import { holdObjects, releaseObjects } from './locks.server.ts'
import { notYourTask, refusal, twoPeople } from './problems.ts'
import type { Codes, Form, Handling, Plan } from './types/handling.server.ts'
import { handlings } from './types/index.server.ts'

export const handlingOf = (b: { businessTypeCode: string | null }): Handling => handlings[b.businessTypeCode as TypeCode]
const isAdmin = (ctx: Ctx) => isAdministrator(ctx.who) || ctx.who.roles.includes('admin')
/** What the caller is to a business and its task. */
export const actorOf = (ctx: Ctx, b: Pick<Business, 'createUser'>, task?: ProcessTask): Actor => ({
  creator: b.createUser === ctx.who.userId,
  assignee: !!task && task.status === 'open' && mayTake(ctx.who, task),
  admin: isAdmin(ctx),
})
/** The open task of a running business. */
export const openTask = async (ctx: Ctx, b: Business): Promise<ProcessTask | undefined> =>
  b.processInstanceId ? (await tasksOf(ctx, b.processInstanceId)).find((t) => t.status === 'open') : undefined

function demandAction(ctx: Ctx, b: Business, action: Action, task?: ProcessTask): void {
  if (!admits({ status: b.status!, taskKey: task?.taskKey }, action, actorOf(ctx, b, task))) throw refusal('E2002')
}
const holdBusiness = async (ctx: Ctx, id: unknown) => (await held(ctx, business, id)) as unknown as Business

/** The stored form of a business. */
export async function draftOf(ctx: Ctx, businessId: string): Promise<{ id: string; form: Form; codes: Codes | null }> {
  return (await rows.find(ctx, business_draft, { businessId })) as unknown as { id: string; form: Form; codes: Codes | null }
}
/** The form checked anew against the register, with the codes it has. */
export async function planOf(ctx: Ctx, b: Business, form: Form, codes: Codes | null): Promise<Plan> {
  return handlingOf(b).plan(ctx, { ...form, businessItemCode: b.businessItemCode }, codes)
}

/** Business fields that a person sent, checked: type and item belong together, numbers fit their documents. */
function checkedBusiness(ctx: Ctx, input: Input) {
  const draft = rows.checkedDraft(ctx, business, input, ['form']) as Record<string, any>
  if (!isTypeCode(draft.businessTypeCode)) throw problems.invalid([{ field: 'businessTypeCode', msg: '请选择业务类型' }])
  const wrong = [
    ...(String(draft.businessItemCode).startsWith(`${draft.businessTypeCode}_`) ? [] : [{ field: 'businessItemCode', msg: '请选择业务事项' }]),
    ...(
      [
        ['obligeIdCard', 'obligeIdType'],
        ['legalIdCode', 'legalIdType'],
      ] as const
    ).flatMap(([n, t]) => {
      const msg = idWrong(draft[t], draft[n], ctx.lang)
      return msg ? [{ field: n, msg }] : []
    }),
  ]
  if (wrong.length) throw problems.invalid(wrong)
  return draft
}

/** Saves a case that has not begun (status 1), new or known; its form may be incomplete. Answers the id. */
export async function submit(ctx: Ctx, input: Input): Promise<string> {
  const draft = checkedBusiness(ctx, input)
  const form = (input.form ?? {}) as Form
  const { fbfbm, regionCode } = await getFbf(ctx, handlingOf(draft as { businessTypeCode: string }).fbfbmOf(form))
  if (!input.id) {
    const id = await rows.insert(ctx, business, { ...draft, regionCode, fbfbm, status: STATUS.todo, progress: 0 })
    await rows.insert(ctx, business_draft, { regionCode, businessId: id, form })
    return id
  }
  const b = await holdBusiness(ctx, input.id)
  if (b.status !== STATUS.todo) throw refusal('E2002')
  demandAction(ctx, b, 'update')
  if (draft.businessTypeCode !== b.businessTypeCode) throw problems.badRequest({ zh: '业务类型不能更改', en: 'The type cannot be changed' })
  await rows.update(ctx, business, b.id, { ...draft, regionCode, fbfbm }, input.rev)
  await rows.update(ctx, business_draft, (await draftOf(ctx, b.id)).id, { form, regionCode })
  return b.id
}

const ISSUER = [
  ['fbffzrxm', '负责人姓名'],
  ['fzrzjhm', '负责人证件号码'],
  ['lxdh', '联系电话'],
  ['fbfdz', '发包方地址'],
] as const
/** What an issuer lacks before it can be party to a contract. Source: business-flows.md 3.1 (checkFbfInfo). */
export const issuerLacks = (f: Fbf): string[] => ISSUER.filter(([n]) => !f[n]).map(([, label]) => label)

/** Keeps what a checked form means: codes, locks, contracts to sign. */
async function settle(ctx: Ctx, b: Business, plan: Plan): Promise<void> {
  await holdObjects(ctx, b, plan.locks)
  await rows.update(ctx, business_draft, (await draftOf(ctx, b.id)).id, { form: plan.form, codes: plan.codes })
  await syncContracts(ctx, b, plan.contracts)
}

/** Saves, takes code and locks, starts the process and completes its register task: all or nothing. Answers the id. */
export async function saveCommit(ctx: Ctx, input: Input): Promise<string> {
  const b0 = await holdBusiness(ctx, await submit(ctx, input))
  demandAction(ctx, b0, 'save-commit')
  const lacks = issuerLacks(await getFbf(ctx, b0.fbfbm!))
  if (lacks.length) throw refusal('E1007', { items: lacks.join('、') })
  const plan = await planOf(ctx, b0, (await draftOf(ctx, b0.id)).form, null)
  await demandFiles(ctx, b0, 'register', plan.exempt)
  const day = ctx.now.slice(0, 10).replaceAll('-', ''),
    county = countyOf(b0.regionCode)
  const serial = await nextNumber(ctx, 'business', county + day)
  const b = { ...b0, businessCode: county + day + String(serial).padStart(6, '0') }
  await settle(ctx, b, plan)
  const typeCode = b.businessTypeCode as TypeCode
  const { performers } = await rulesFor(ctx, typeCode, b.regionCode)
  const of = { businessId: b.id, regionCode: b.regionCode, typeCode }
  const begun = await startProcess(ctx, of, await definitionFor(ctx, typeCode, b.regionCode), { doSign: b.doSign !== '2' }, performers)
  await rows.update(ctx, business, b.id, { status: STATUS.doing, businessCode: b.businessCode, processInstanceId: begun.instance.id })
  await afterStep(ctx, b.id, await completeTask(ctx, begun.opened[0]!, { outcome: 'pass' }, performers))
  return b.id
}

/** Changes the data of a running business in its task register (all) or survey (survey data), or a saved one like submit. */
export async function update(ctx: Ctx, input: Input): Promise<string> {
  const b = await holdBusiness(ctx, input.id)
  if (b.status === STATUS.todo) return submit(ctx, input)
  const task = await openTask(ctx, b)
  demandAction(ctx, b, 'update', task)
  const before = await draftOf(ctx, b.id)
  const sent = (input.form ?? before.form) as Form
  if (task!.taskKey === 'register') {
    const draft = checkedBusiness(ctx, input)
    if (draft.businessTypeCode !== b.businessTypeCode) throw problems.badRequest({ zh: '业务类型不能更改', en: 'The type cannot be changed' })
    const issuer = await getFbf(ctx, handlingOf(b).fbfbmOf(sent))
    if (issuer.fbfbm !== b.fbfbm) throw problems.badRequest({ zh: '发包方不能更改', en: 'The issuer cannot be changed' })
    await rows.update(ctx, business, b.id, draft, input.rev)
    await settle(ctx, b, await planOf(ctx, { ...b, businessItemCode: draft.businessItemCode }, sent, before.codes))
  } else await settle(ctx, b, await planOf(ctx, b, handlingOf(b).surveyed(before.form, sent), before.codes))
  return b.id
}

/** Who checked may not recheck, unless the configuration says so (I24). The last check counts. */
async function demandTwoPeople(ctx: Ctx, task: ProcessTask): Promise<void> {
  const checks = (await tasksOf(ctx, task.instanceId!)).filter((t) => t.taskKey === 'check' && t.outcome === 'pass')
  if (checks.at(-1)?.assignee === ctx.who.userId) throw twoPeople()
}

/** What a task asks before it is passed. */
async function demandReady(ctx: Ctx, b: Business, task: ProcessTask): Promise<void> {
  const rules = await rulesFor(ctx, b.businessTypeCode!, b.regionCode)
  const { form, codes } = await draftOf(ctx, b.id)
  const plan = await planOf(ctx, b, form, codes)
  await demandFiles(ctx, b, task.taskKey!, plan.exempt)
  if (task.taskKey === 'publicity') await demandPublished(ctx, task.id)
  if (task.taskKey === 'recheck' && rules.fourEyes) await demandTwoPeople(ctx, task)
  if (task.taskKey === 'sign') await examineContracts(ctx, b)
}

/**
 * Completes the current task: {taskId, processInstanceId, result: pass|return, target?, comment?}. The business row is held first, then
 * the task, so of two clerks one wins and the other reads E2001. The last task's pass finishes the business in the same transaction.
 */
export async function commit(ctx: Ctx, input: Input): Promise<void> {
  const seen = (await rows.get(ctx, process_task, String(input.taskId ?? ''))) as unknown as ProcessTask
  if (seen.instanceId !== String(input.processInstanceId ?? '')) throw problems.notFound({ zh: '任务', en: 'Task' })
  const b = await holdBusiness(ctx, seen.businessId)
  const task = (await held(ctx, process_task, seen.id)) as unknown as ProcessTask
  if (task.status !== 'open') throw refusal('E2001')
  if (!mayTake(ctx.who, task)) throw notYourTask()
  const outcome = input.result === 'return' ? 'return' : 'pass'
  const comment = input.comment == null ? null : String(input.comment)
  if (![undefined, 'pass', 'return'].includes(input.result) || (comment && comment.length > 254))
    throw problems.badRequest({ zh: '办理结果或意见不正确', en: 'Result or comment is malformed' })
  demandAction(ctx, b, outcome, task)
  if (outcome === 'pass') await demandReady(ctx, b, task)
  else if (task.taskKey === 'publicity') await cancelRounds(ctx, b.id)
  else if (task.taskKey === 'sign') await rejectContracts(ctx, b, comment)
  const { performers } = await rulesFor(ctx, b.businessTypeCode!, b.regionCode)
  await afterStep(ctx, b.id, await completeTask(ctx, task, { outcome, target: input.target ? String(input.target) : null, comment }, performers))
}

/** Ends a business without effect: locks freed, process and publicity ended, codes burnt, register untouched. Source: business-flows.md 6. */
export async function revoke(ctx: Ctx, input: Input): Promise<void> {
  const b = await holdBusiness(ctx, input.businessId)
  if (b.status === STATUS.done) throw refusal('E2006')
  if (input.processInstanceId && input.processInstanceId !== b.processInstanceId) throw problems.notFound({ zh: '流程', en: 'Process' })
  demandAction(ctx, b, 'revoke', await openTask(ctx, b))
  const reason = String(input.reason ?? '撤销').slice(0, 254)
  mayLeaveSigning(await contractsOf(ctx, b))
  await cancelRounds(ctx, b.id)
  if (b.processInstanceId) await deleteProcess(ctx, b.processInstanceId, reason)
  await releaseObjects(ctx, b)
  await rows.update(ctx, business, b.id, { status: STATUS.revoked, currentActive: null, revokeReason: reason })
}

/** Drafts go; a revoked business only leaves the lists. */
export async function remove(ctx: Ctx, input: Input): Promise<void> {
  rows.demand(ctx, business, 'delete')
  if (ids(input).length === 0) throw problems.noneSelected()
  for (const id of ids(input)) {
    const b = await holdBusiness(ctx, id)
    demandAction(ctx, b, 'remove')
    if (b.status === STATUS.revoked) await rows.update(ctx, business, id, { removed: 1 })
    else {
      await rows.erase(ctx, business_draft, [(await draftOf(ctx, id)).id])
      await rows.erase(ctx, business, [id])
    }
  }
}
