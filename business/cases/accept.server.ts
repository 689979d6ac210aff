import { labelOf } from '../../kit/model/field.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { invalidField, problems, type Problem } from '../../kit/model/problem.ts'
import { countyOf, inRegion, regionOfFbf } from '../../kit/model/region-code.ts'
import { nextNumber } from '../../kit/server/counters.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { keysOf } from '../../kit/server/dictionary.server.ts'
import { ids, rowIdOf, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { changedIdWrong, idWrong } from '../../land/definitions/household.ts'
import { fbf, type Fbf } from '../../land/definitions/fbf.ts'
import { getFbf } from '../../land/fbf/fbf.server.ts'
import type { Cause } from '../../land/register/acts/acts.ts'
import { inForceBy } from '../../land/register/restrictions.server.ts'
import { ACTS, namedPersonWrong } from '../../land/register/whose-number.server.ts'
import { write } from '../../land/register/write.server.ts'
import { typeName, type TypeCode } from '../../services/process/engine/definitions.ts'
import { personName } from '../../platform/people/name.ts'
import { completeTask, deleteProcess, startProcess } from '../../services/process/process.server.ts'
import { papersOfApplicant, withApplicant } from './people/applicant.server.ts'
import { business, business_draft, type Business } from './definitions/business.ts'
import { contentsOf, requireAction, requireRevocable, draftOf, lockBusiness, moveBusiness, openTask, WRITTEN, type Contents } from './handling/case.server.ts'
import type { SentCase } from './definitions/sent.server.ts'
import { askingFor, planFor } from './eligible/eligibility.server.ts'
import { definitionFor, isTypeCode, rulesFor, type CaseRules } from './definitions/config.server.ts'
import { syncContracts } from './handling/contracts.server.ts'
import { syncDoubles } from './handling/doubles.server.ts'
import { requireFiles } from './handling/files.server.ts'
import { formsIn } from './definitions/form.ts'
import { afterStep } from './finish.server.ts'
import { BUSINESS, next, STATUS } from './rules/flow.ts'
import { hasEntries, syncBooks } from './handling/books.server.ts'
import { dropInput, idFromInput } from './handling/inputs.server.ts'
import { holdObjects, releaseObjects } from './handling/locks.server.ts'
import type { Lockable } from './definitions/meaning.ts'
import { notOffered, partlyRegistered, refusal, refusalAt } from './rules/problems.ts'
import { receivedFault } from './rules/received.ts'
import { settleTasks } from './handling/told.server.ts'
import { workingDayAfter } from './rules/workdays.ts'
import { calendarOf } from './rules/workdays.server.ts'
import { handlingOf, stepOf, type Form, type Plan, type Registry } from './handling/handling.server.ts'

/** No business type was chosen, or one that does not exist. */
export const noType = (): Problem => invalidField('businessTypeCode', { zh: '请选择业务类型', en: 'Please select the business type' })
/** Business fields that a person sent, checked: type and item belong together, numbers fit their documents, the applicant is who he is said to be. */
export async function checkedBusiness(ctx: Ctx, sent: SentCase, form: Form) {
  // the issuer of a case is that of its form: beside it the same says nothing
  const { fbfbm, ...rest } = sent
  const stored = sent.id ? await rows.find(ctx, business, { id: rowIdOf(sent) }) : undefined
  const { input, wrong: applicant, isTyped } = await withApplicant(ctx, fbfbm && fbfbm === form.fbfbm ? rest : sent, form, stored)
  const draft = await rows.checkedDraft(ctx, business, input, ['form', 'draftId'])
  if (!isTypeCode(draft.businessTypeCode)) throw noType()
  const own = [
    ...(String(draft.businessItemCode).startsWith(`${draft.businessTypeCode}_`)
      ? []
      : [{ field: 'businessItemCode', msg: { zh: '请选择业务事项', en: 'Please select the business item' } }]),
    ...(
      [
        ['obligeIdCard', 'obligeIdType'],
        ['legalIdCode', 'legalIdType'],
      ] as const
    ).flatMap(([n, t]) => {
      // who applies is in the register or comes with the form, and is asked there; an agent is known from here alone
      const msg =
        n === 'legalIdCode' || isTyped ? changedIdWrong(draft[t], draft[n], stored && { zjlx: stored[t], zjhm: stored[n] }) : idWrong(draft[t], draft[n])
      return msg ? [{ field: n, msg }] : []
    }),
  ]
  const legal = await namedPersonWrong(
    ctx,
    { name: draft.legalName, number: draft.legalIdCode },
    {
      field: 'legalIdCode',
      county: countyOf(String(form.fbfbm ?? '')),
      was: stored && { name: stored.legalName, number: stored.legalIdCode },
      acts: ACTS.legal,
    },
  )
  // a number that is none need not be told to be another's
  const wrong = [...own, ...legal.filter((w) => !own.some((o) => o.field === w.field)), ...applicant.filter((w) => !own.some((o) => o.field === w.field))]
  if (wrong.length) throw problems.invalid(wrong)
  return draft
}

/** The form that was sent; the issuer may stand beside it where it names none. */
export const formSent = ({ form: sent, fbfbm }: SentCase): Form => {
  const form = (sent ?? {}) as Form
  return fbfbm && !form.fbfbm ? { ...form, fbfbm } : form
}
/** Refuses a case that is said to have come in long before it was entered. @throws invalid */
function requireReceived({ businessReceiveTime }: { businessReceiveTime?: unknown }, entered: unknown): void {
  const fault = receivedFault(businessReceiveTime, String(entered).slice(0, 10))
  if (fault) throw fault
}
/** The issuer that a form names: it decides the region of the business. */
function fbfbmOf(form: Form): string {
  if (!/^\d{14}$/.test(String(form.fbfbm ?? ''))) throw invalidField('form.fbfbm', { zh: '请选择发包方', en: 'Please select the issuer' })
  return String(form.fbfbm)
}
/** The issuer that a form names. @throws E1006: it lies outside the caller's region, whether there is one or not */
export async function issuerIn(ctx: Ctx, form: Form): Promise<Fbf> {
  const fbfbm = fbfbmOf(form)
  if (!inRegion(regionOfFbf(fbfbm), ctx.who.regionCode)) throw refusalAt('form.fbfbm', 'E1006')
  return getFbf(ctx, fbfbm)
}
interface Saved {
  business: Business
  issuer: Fbf
  /** its form as it is stored now with what hangs on it, where the case was known before */
  contents?: Contents
}
/**
 * Saves a case that has not begun (status 1), new or known; its form may be incomplete. The business is held. `judge`: whether who saves a known one says which state of it he
 * saw, or whoever wrote it last need not.
 */
async function saved(of: Registry, ctx: Ctx, input: SentCase, judge: (b: Business, rev: unknown) => void): Promise<Saved> {
  const form = formSent(input)
  const draft = await checkedBusiness(ctx, input, form)
  handlingOf(of, draft)
  const issuer = await issuerIn(ctx, form)
  const at = { regionCode: issuer.regionCode, fbfbm: issuer.fbfbm }
  if (!input.id) {
    requireReceived(draft, ctx.now)
    const id = input.draftId ? await idFromInput(ctx, input.draftId) : undefined
    const b = (await rows.insertRow(ctx, business, { ...(id ? { id } : {}), ...draft, ...at, status: next(BUSINESS, null, 'submit'), progress: 0 })) as Business
    await rows.insert(ctx, business_draft, { regionCode: at.regionCode, businessId: b.id, form })
    if (id) await dropInput(ctx, b)
    return { business: b, issuer }
  }
  const b = await lockBusiness(ctx, input.id)
  if (b.status !== STATUS.todo) throw refusal('E2002')
  requireAction(ctx, b, 'update')
  if (draft.businessTypeCode !== b.businessTypeCode) throw problems.badRequest({ zh: '业务类型不能更改', en: 'The type cannot be changed' })
  requireReceived(draft, b.createTime)
  judge(b, input.rev)
  const now = (await rows.change(ctx, business, b, { ...draft, ...at })) as Business
  const contents = await contentsOf(ctx, b.id)
  const stored = await rows.change(ctx, business_draft, contents, { form, regionCode: at.regionCode })
  await dropInput(ctx, b)
  return { business: now, issuer, contents: { ...contents, ...stored, form } }
}
/** Saves a case that has not begun. In another window its own clerk would write over what he saved here: a known one is saved as it was seen. Answers the id. */
export const submit = async (of: Registry, ctx: Ctx, input: SentCase): Promise<string> => (await saved(of, ctx, input, rows.requireRevSaid)).business.id

const ISSUER = ['fbffzrxm', 'fzrzjhm', 'lxdh', 'fbfdz'] as const
/** What an issuer lacks before it can be party to a contract. Source: business-flows.md 3.1 (checkFbfInfo). */
export const issuerLacks = (f: Fbf): Text[] => ISSUER.filter((n) => !f[n]).map((n) => labelOf(fbf.fields[n]))

/** E1007 where an issuer lacks something of that. */
export function issuerFault(f: Fbf): Problem | undefined {
  const lacks = issuerLacks(f)
  const items = { zh: lacks.map((l) => l.zh).join('、'), en: lacks.map((l) => l.en).join(', ') }
  return lacks.length ? refusal('E1007', { items, fbfbm: f.fbfbm ?? '' }) : undefined
}

/** Persons of a plan as objects to hold. */
export const personLocks = (of: Registry, plan: Plan): Lockable[] =>
  plan.persons.map((p): Lockable => ({ objectType: 'person', objectCode: of.personKey(p.cyzjlx, p.cyzjhm) }))

/** Keeps what a checked form means: codes, locks, books, contracts to sign; of a case that begins also its rules. `before` is the form as it is stored. */
async function settle(of: Registry, ctx: Ctx, b: Business, before: Omit<Contents, 'given' | 'passed'>, plan: Plan, rules?: CaseRules): Promise<void> {
  await holdObjects(ctx, b, [...plan.locks, ...personLocks(of, plan)], plan.form)
  await rows.change(ctx, business_draft, before, { form: plan.form, codes: plan.codes, posted: plan.posted, ...(rules ? { rules } : {}) })
  if (plan.books) await syncBooks(ctx, b, plan.books)
  await syncContracts(ctx, b, plan.contracts)
  if (plan.doubles.length || formsIn(before.form.doubles).length) await syncDoubles(ctx, b, plan.doubles)
}

/** Saves, takes code and locks, starts the process and completes its register task: all or nothing. Answers the id. */
export async function saveCommit(of: Registry, ctx: Ctx, input: SentCase): Promise<string> {
  await keysOf(ctx, WRITTEN)
  const { business: b0, issuer, contents: stored } = await saved(of, ctx, input, (b, rev) => rows.requireSeen(ctx, b, rev))
  requireAction(ctx, b0, 'save-commit')
  const lacks = handlingOf(of, b0).type.ofIssuer ? undefined : issuerFault(issuer)
  if (lacks) throw lacks
  const contents = stored ?? (await contentsOf(ctx, b0.id))
  const plan = await planFor(of, ctx, b0, contents.form, null)
  const typeCode = b0.businessTypeCode as TypeCode
  const rules = await rulesFor(ctx, typeCode, b0.regionCode)
  if (!rules.isOffered) throw notOffered(typeName(typeCode))
  requireFiles(rules, contents, 'register', askingFor(plan, await papersOfApplicant(ctx, b0.obligeName, plan.form)).papers)
  const day = ctx.now.slice(0, 10).replaceAll('-', ''),
    county = countyOf(b0.regionCode)
  const serial = await nextNumber(ctx, 'business', county + day)
  const businessCode = county + day + String(serial).padStart(6, '0')
  await settle(of, ctx, { ...b0, businessCode }, contents, plan, rules)
  // the promise is of this day: a configuration that changes later moves no case under way
  const received = b0.businessReceiveTime!.slice(0, 10)
  const dueDay = workingDayAfter(received, rules.promisedDays, await calendarOf(ctx, received))
  const start = { businessId: b0.id, regionCode: b0.regionCode, typeCode }
  const { opened, instance } = await startProcess(ctx, start, await definitionFor(of, ctx, typeCode, rules), plan.gates, rules.performers)
  const b = await moveBusiness(ctx, b0, 'save-commit', { businessCode, processInstanceId: instance.id, dueDay })
  const accepted = { instanceId: instance.id, taskKey: 'register', assignee: ctx.who.userId, assigneeName: personName(ctx.who), signers: null }
  await afterStep(of, ctx, b, await completeTask(ctx, { task: opened[0]!, instance }, { outcome: 'pass' }, rules.performers), rules, [accepted])
  return b.id
}

/** Changes the data of a running business in its task register (all) or survey (survey data), or a saved one like submit. */
export async function updateCase(of: Registry, ctx: Ctx, input: SentCase): Promise<string> {
  const b = await lockBusiness(ctx, input.id)
  if (b.status === STATUS.todo) return submit(of, ctx, input)
  const task = await openTask(ctx, b)
  requireAction(ctx, b, 'update', task)
  // several work on it in turn: who saves says which state of it he saw
  rows.requireRevSaid(b, input.rev)
  await dropInput(ctx, b)
  const before = await draftOf(ctx, b.id)
  const sent = (input.form ?? before.form) as Form
  if (task!.taskKey === 'register') {
    const draft = await checkedBusiness(ctx, input, sent)
    if (draft.businessTypeCode !== b.businessTypeCode) throw problems.badRequest({ zh: '业务类型不能更改', en: 'The type cannot be changed' })
    const issuer = await issuerIn(ctx, sent)
    requireReceived(draft, b.createTime)
    if (issuer.fbfbm !== b.fbfbm) throw problems.badRequest({ zh: '发包方不能更改', en: 'The issuer cannot be changed' })
    await rows.update(ctx, business, b.id, draft)
    const now = {
      ...b,
      obligeName: draft.obligeName,
      obligeIdCard: draft.obligeIdCard ?? b.obligeIdCard,
      businessItemCode: draft.businessItemCode,
      doSign: draft.doSign ?? b.doSign,
    }
    await settle(of, ctx, b, before, await planFor(of, ctx, now, sent, before.codes))
  } else {
    // what was surveyed stands in the form alone: the case counts it, so that who read it before does not write over it
    const now = (await rows.change(ctx, business, b, {})) as Business
    await settle(of, ctx, now, before, await planFor(of, ctx, now, handlingOf(of, b).type.surveyed(before.form, sent), before.codes))
  }
  return b.id
}

/** What stands against the register because of a business that ends without effect stands no longer. Source: acts.md 4. */
async function releaseRestrictions(ctx: Ctx, b: Business, text: string): Promise<void> {
  const cause: Cause = { kind: 'business', id: b.id }
  const refs = await inForceBy(ctx, b.regionCode, cause)
  const acts = refs.map((ref) => ({ act: 'endRestriction' as const, ref, text }))
  if (acts.length) await write(ctx, { cause, unit: `${b.id}/revoke`, regionCode: b.regionCode, day: ctx.now.slice(0, 10), acts })
}
/** Ends a business without effect: locks freed, process and what its task had begun ended, codes burnt, the register as it was before. Source: business-flows.md 6. */
export async function revoke(of: Registry, ctx: Ctx, input: Partial<TextInput<'businessId' | 'processInstanceId' | 'reason'>>): Promise<void> {
  const b = await lockBusiness(ctx, input.businessId)
  if (b.status === STATUS.done) throw refusal('E2006')
  if (input.processInstanceId && input.processInstanceId !== b.processInstanceId) throw problems.notFound({ zh: '流程', en: 'Process' })
  const task = await openTask(ctx, b)
  await requireRevocable(ctx, b, task)
  if (!task && b.status === STATUS.doing && (await hasEntries(ctx, b))) throw partlyRegistered()
  const reason = (input.reason || both('撤销', 'Revoked')[ctx.lang]).slice(0, 254)
  if (task) await stepOf(of, b, task).onRevoke?.(ctx, { business: b, task })
  if (b.processInstanceId) await deleteProcess(ctx, b.processInstanceId, reason)
  await releaseRestrictions(ctx, b, reason)
  await releaseObjects(ctx, b)
  await settleTasks(ctx, b)
  await moveBusiness(ctx, b, 'revoke', { currentActive: null, revokeReason: reason })
}

/** Drafts go; a revoked business only leaves the lists. */
export async function removeCase(ctx: Ctx, input: TextInput<'ids'>): Promise<void> {
  rows.requirePerm(ctx, business, 'delete')
  if (ids(input).length === 0) throw problems.noneSelected()
  for (const id of ids(input)) {
    const b = await lockBusiness(ctx, id)
    requireAction(ctx, b, 'remove')
    if (next(BUSINESS, b.status, 'remove') === undefined) await rows.change(ctx, business, b, { removed: 1 })
    else {
      await rows.erase(ctx, business_draft, [(await draftOf(ctx, id)).id])
      await rows.erase(ctx, business, [id])
    }
  }
}
