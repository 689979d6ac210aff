// The pre-flight: everything that stands between a case and the register, asked of the very functions that refuse, before anything is done. It writes nothing.
import { both, type Text } from '../../kit/model/lang.ts'
import { Problem } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { DeferredResponse, type Again, rowIdOf, textIn } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { getFbf } from '../../land/fbf/fbf.server.ts'
import { write } from '../../land/register/write.server.ts'
import { stepsOf, taskName, type TaskKey, type TypeCode } from '../../services/process/engine/definitions.ts'
import { checkedBusiness, formSent, issuerFault, issuerIn, noType, personLocks, saveCommit } from './accept.server.ts'
import { BITS } from './rules/asks.ts'
import { papersOfApplicant } from './people/applicant.server.ts'
import { goneApplicant } from './people/applicant.ts'
import { business, type Business, type ContractFile } from './definitions/business.ts'
import { actorOf, contentsOf, givenTo, openTask, type Contents } from './handling/case.server.ts'
import type { SentCase } from './definitions/sent.server.ts'
import { commit } from './commit.server.ts'
import { isTypeCode, rulesOf, type CaseRules } from './definitions/config.server.ts'
import { contractsOf } from './handling/contracts.server.ts'
import { withDoubles } from './people/doubles.ts'
import { happens } from './rules/ending.ts'
import { doublesOf, givenDoubles, unconfirmed } from './handling/doubles.server.ts'
import { askingFor, standingOfCase, subjectsOf } from './eligible/eligibility.server.ts'
import { fileFaults, missingFiles } from './handling/files.server.ts'
import { findingsOf, orderedFindings, type CaseFinding, type FoundAt } from './definitions/findings.ts'
import { admits, STATUS } from './rules/flow.ts'
import { SIGN } from '../../land/definitions/statuses.ts'
import { formIn } from './definitions/form.ts'
import { planned } from './finish.server.ts'
import { goneBy, type Lockable, type Planned } from './definitions/meaning.ts'
import type { Act } from '../../land/register/acts/acts.ts'
import { personName } from '../../platform/people/name.ts'
import { aboutOf, handlingOf, stepOf, type Form, type Registry } from './handling/handling.server.ts'
import { inputOf } from './handling/inputs.server.ts'
import { heldByOthers } from './handling/locks.server.ts'
import { paperTitle } from './definitions/materials.ts'
import { whoMay } from './handling/persons.server.ts'
import { notOffered } from './rules/problems.ts'
import { receivedFault } from './rules/received.ts'
import type { TriedCtx } from './people/sees.server.ts'

/** What the pre-flight answers: the findings, and to whom the case goes next where nothing bars it. */
export interface PreflightAnswer {
  findings: (Omit<CaseFinding, 'msg'> & { msg: string })[]
  next: { taskKey: string; taskName: string; names: readonly string[] } | null
}
/** A case as the pre-flight looks at it, stored or only typed. `task`: the open one, or the acceptance of a case that has not begun. */
interface Looked {
  b: Business
  form: Form
  contents: Pick<Contents, 'codes' | 'given' | 'passed'>
  taskKey: string
  /** what is wrong with the fields of the business, or with its issuer */
  faults: readonly Problem[]
  /** the case has begun */
  isRunning: boolean
  /** the step that follows may be taken by the caller */
  mine: boolean
}

const asProblem = (e: unknown): Problem => {
  if (e instanceof Problem) return e
  throw e
}
/** A case that is typed and not begun: with or without a row. */
async function typed(of: Registry, ctx: Ctx, input: SentCase, stored?: Business): Promise<Looked> {
  const form: Form = formIn(formSent(input))
  const draft = await checkedBusiness(ctx, input, form).catch(asProblem)
  const issuer = await Promise.resolve()
    .then(() => issuerIn(ctx, form))
    .catch(asProblem)
  const sent =
    draft instanceof Problem
      ? {
          businessTypeCode: input.businessTypeCode,
          businessItemCode: input.businessItemCode,
          doSign: input.doSign,
          obligeName: input.obligeName,
          obligeIdCard: null,
        }
      : draft
  // the papers of a new case hang on its person's draft; another's draft is none
  const id = String(stored?.id ?? (input.draftId ? ((await inputOf(ctx, { businessId: String(input.draftId) }))?.businessId ?? '0') : '0'))
  // of a case that was never stored there is no row: what its checks ask of one stands here
  const b = { ...stored, ...sent, id, regionCode: issuer instanceof Problem ? ctx.who.regionCode : issuer.regionCode, currentActive: null } as Business
  const lacks = issuer instanceof Problem ? issuer : handlingOf(of, b).type.ofIssuer ? undefined : issuerFault(issuer)
  const late = receivedFault(b.businessReceiveTime, String(stored?.createTime ?? ctx.now).slice(0, 10))
  return {
    b,
    form,
    taskKey: 'register',
    isRunning: false,
    mine: true,
    contents: { codes: null, passed: [], given: await givenTo(ctx, id) },
    faults: [...(draft instanceof Problem ? [draft] : []), ...(late ? [late] : []), ...(lacks ? [lacks] : [])],
  }
}
/** The case that a call means: `id` of a stored one, with what was typed over it; else all of it as it is typed. */
async function looked(of: Registry, ctx: Ctx, input: SentCase): Promise<Looked | undefined> {
  if (!input.id) return typed(of, ctx, input)
  const b: Business = await rows.get(ctx, business, rowIdOf(input))
  const contents = await contentsOf(ctx, b.id)
  if (b.status === STATUS.todo) return typed(of, ctx, input.form ? input : { ...b, form: contents.form }, b)
  if (b.status !== STATUS.doing) return undefined
  const task = await openTask(ctx, b)
  if (!task) return undefined
  const sent = input.form ? formIn(input.form) : contents.form
  const { type } = handlingOf(of, b)
  const isRegister = task.taskKey === 'register'
  const form = task.taskKey === 'survey' ? type.surveyed(contents.form, sent) : isRegister ? sent : contents.form
  const own =
    isRegister && input.businessItemCode ? { businessItemCode: textIn(input, 'businessItemCode'), doSign: textIn(input, 'doSign') || String(b.doSign) } : {}
  const mine = admits({ status: b.status, taskKey: task.taskKey }, 'pass', actorOf(ctx, b, task))
  const stands = (await stepOf(of, b, task).lacks?.(ctx, { business: b, task })) ?? []
  return { b: { ...b, ...own } as Business, form, contents, taskKey: task.taskKey!, faults: stands, isRunning: true, mine }
}

/** What stands against a stored case, without a look at what a step would do: for papers that say so. */
export async function standingFindings(of: Registry, ctx: Ctx, b: Business, contents: Contents): Promise<CaseFinding[]> {
  const isRunning = b.status === STATUS.doing
  const issuer = await getFbf(ctx, b.fbfbm ?? '').catch(asProblem)
  const lacks = issuer instanceof Problem ? issuer : handlingOf(of, b).type.ofIssuer ? undefined : issuerFault(issuer)
  const taskKey = isRunning ? (b.currentActive ?? 'register') : 'register'
  const c: Looked = { b, form: contents.form, contents, taskKey, faults: lacks && !isRunning ? [lacks] : [], isRunning, mine: false }
  return orderedFindings(await stands(of, ctx, c, await rulesOf(ctx, b, contents)))
}

/** The case that holds an object, of a refusal that says so (E1001); undefined for a member of a household, of whom it is said apart. */
function holderOf({ key, details }: Problem): string | undefined {
  const { businessCode, objectType } = (key === 'E1001' ? details : {}) as { businessCode?: string; objectType?: string }
  return objectType === 'person' ? undefined : businessCode
}
/** Books and contractors that a form names, as long as it is not whole enough to have a plan; `holders`: all contractors, `contractors`: those to be judged by their own bits. */
function namedIn(form: unknown): { books: string[]; contractors: string[]; holders: string[] } {
  const out = { books: [] as string[], contractors: [] as string[] }
  const walk = (v: unknown): void => {
    if (!v || typeof v !== 'object') return
    for (const [name, x] of Object.entries(v)) {
      // the other party's stands beside it: djbIdB, djbIdZr
      if (name.startsWith('djbId') && typeof x === 'string' && /^\d{1,19}$/.test(x)) out.books.push(x)
      else if (name === 'cbfbm' && typeof x === 'string' && /^\d{18}$/.test(x)) out.contractors.push(x)
      else walk(x)
    }
  }
  walk(form)
  // a case with books is judged by them (subjectsOf)
  const holders = [...new Set(out.contractors)]
  return { books: [...new Set(out.books)], contractors: out.books.length ? [] : holders, holders }
}

/** What the refusing functions say of a case, all of it: form and register, eligibility, what others hold, papers of this task and of those to come. */
async function stands(of: Registry, ctx: Ctx, c: Looked, rules: CaseRules): Promise<CaseFinding[]> {
  const { b, form, contents, taskKey } = c
  const type = b.businessTypeCode as TypeCode
  const steps = stepsOf(type).map(({ key }) => key as string)
  const last = steps.at(-1)!
  const found: CaseFinding[] = []
  const bars = (list: readonly Problem[], task = taskKey) => list.forEach((p) => found.push(...findingsOf(p, { severity: 'bars', task }, form)))
  const warns = (msg: Text, code: string, task: string, more: Partial<CaseFinding> = {}) => found.push({ code, msg, severity: 'warns', task, ...more })
  bars(c.faults)
  if (!c.isRunning && !rules.isOffered) {
    const at: FoundAt = { kind: 'configuration', code: type }
    found.push(...findingsOf(notOffered(b.businessName ?? type), { severity: 'bars', task: taskKey }, form).map((f) => ({ ...f, at })))
  }
  const { faults, plan } = await handlingOf(of, b).check(ctx, form, aboutOf(b), contents.codes)
  bars(faults)
  const gone = plan && goneApplicant(b, goneBy(plan))
  if (gone) bars([gone])
  const county = b.regionCode.slice(0, 6)
  const named = namedIn(form)
  const on = plan ? subjectsOf(b, plan) : { countyCode: county, books: named.books, contractors: named.contractors }
  const standing = county.length === 6 ? await standingOfCase(of, ctx, b, on, plan?.form ?? form) : { refusals: [], warnings: [], papers: [] }
  // who has accepted a case hears of it again only when it is registered
  bars(standing.refusals, taskKey === 'register' ? taskKey : last)
  for (const { bit, of: row } of standing.warnings) {
    const what = row.kind === 'book' ? pathOfBook(form, row.key) : undefined
    const named = what?.code ?? row.code ?? row.key
    warns(both(`【${named}】${BITS[bit].zh}`, `${named}: ${BITS[bit].en}`), bit, taskKey, what ? { field: what.field } : {})
  }
  plan?.warnings?.forEach(({ key, msg, field }) => warns(msg, key, taskKey, { field }))
  // of a form that is not whole yet the contractors that it names are asked for: a counterpart that has no book has no bits
  const wanted = plan ? [...plan.locks, ...personLocks(of, plan)] : named.holders.map((cbfbm): Lockable => ({ objectType: 'cbf', objectCode: cbfbm }))
  // what is told of a book is not told again of its holder and its parcels
  const told = new Set(standing.refusals.flatMap((p) => holderOf(p) ?? []))
  if (county.length === 6) bars((await heldByOthers(ctx, b, wanted, plan?.form ?? form)).filter((p) => !told.has(holderOf(p) ?? '')))
  const asked = [...standing.papers, ...(taskKey === 'register' ? await papersOfApplicant(ctx, b.obligeName, form) : [])]
  const papers = plan ? askingFor(plan, asked).papers : { with: asked }
  for (const p of fileFaults(rules, contents, taskKey, papers)) {
    const [lacking] = p.key === 'E1014' ? missingFiles(rules, contents, taskKey, papers) : []
    found.push(...findingsOf(p, { severity: 'bars', task: taskKey }, {}).map((f) => ({ ...f, paper: lacking?.businessItem ?? '' })))
  }
  for (const key of steps.slice(steps.indexOf(taskKey) + 1))
    if (plan && happens(type, key, plan.gates))
      for (const f of missingFiles(rules, contents, key, papers))
        warns(both(`${f.fileName}：由环节【${taskName(key as TaskKey)}】提交`, `${paperTitle(f).en}: asked for by a later task`), 'E1014', key, {
          paper: f.businessItem,
        })
  return found
}
/** The book that a form names by this version. */
function pathOfBook(form: Form, djbId: string): { code: string; field: string } | undefined {
  const groups: readonly [string, unknown][] = [
    ['', form],
    ...Object.entries(form).flatMap(([n, v]): [string, unknown][] => (Array.isArray(v) ? v.map((r, i) => [`${n}.${i}.`, r]) : [[`${n}.`, v]])),
  ]
  for (const [at, v] of groups) {
    const row: Form = formIn(v)
    if (row.djbId === djbId && typeof row.cbjyqzbm === 'string') return { code: row.cbjyqzbm, field: `${at}cbjyqzbm` }
  }
  return undefined
}
/** Ends a transaction of the pre-flight: whatever it did is undone. */
class Undone<T> extends Error {
  readonly value: T
  constructor(value: T) {
    super('undone')
    this.value = value
  }
}
/** Does something in a transaction of its own and undoes it; nothing of it is told to anybody, and nothing is compared that the caller may not see (comparesNumbers). Answers what it answered. */
export async function triedCase<T>(again: Again, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  try {
    return await again(async (ctx): Promise<never> => {
      const call = ctx.call && { ...ctx.call }
      const tried: TriedCtx = { ...ctx, ...(call ? { call } : {}), enqueue: async () => '0', isTried: true }
      throw new Undone(await work(tried))
    })
  } catch (e) {
    if (e instanceof Undone) return e.value as T
    throw e
  }
}

/**
 * The entries of a case as they are tried: all in one, so that many households need no more statements, but each by itself in which a contractor ends or parts, since
 * who stands where before and after is weighed by entry. A parcel that several households hold is changed by each: here by the first.
 */
function triedTogether(entries: readonly Planned[]): Act[][] {
  const parts = (e: Planned) => e.acts.some((a) => a.act === 'endContractor' || (a.act === 'newContractor' && a.members.some((m) => m.id)))
  const seen = new Set<string>()
  const rest = entries
    .filter((e) => !parts(e))
    .flatMap((e) => e.acts)
    .filter((a) => a.act !== 'setParcel' || seen.size < seen.add(a.dkbm).size)
  return [...(rest.length ? [rest] : []), ...entries.filter(parts).map((e) => [...e.acts])]
}

/** A contract as it will be when it is signed. */
const asSigned = (ctx: Ctx, c: ContractFile): ContractFile => ({
  ...c,
  signStatus: SIGN.signed,
  qdsj: c.qdsj ?? ctx.now.slice(0, 10),
  signWay: c.signWay ?? '3',
  attachId: c.attachId ?? '1',
})
/** Takes the step that is next, as the step itself is taken; then looks at the tasks after it and writes the register as it will be written. Everything is undone. */
async function rehearsed(of: Registry, ctx: Ctx, c: Looked, input: SentCase): Promise<{ found: CaseFinding[]; next: PreflightAnswer['next'] }> {
  const found: CaseFinding[] = []
  const type = c.b.businessTypeCode as TypeCode
  const last = stepsOf(type).at(-1)!.key as string
  const refused = (e: unknown, severity: CaseFinding['severity'], task: string) => found.push(...findingsOf(asProblem(e), { severity, task }, c.form))
  let id = c.b.id
  try {
    if (c.isRunning) {
      const task = await openTask(ctx, c.b)
      await commit(of, ctx, { taskId: task?.id, processInstanceId: task?.instanceId ?? undefined })
    } else id = await saveCommit(of, ctx, input)
  } catch (e) {
    refused(e, 'bars', c.taskKey)
    return { found, next: null }
  }
  const b: Business = await rows.get(ctx, business, id)
  const task = await openTask(ctx, b)
  if (b.status !== STATUS.doing || !task) return { found, next: null }
  const rules = await rulesOf(ctx, b)
  const names = await whoMay(ctx, b, task, rules, (await contentsOf(ctx, b.id)).passed)
  if (names.length === 0)
    found.push({
      code: 'nobody',
      severity: 'warns',
      task: task.taskKey!,
      at: { kind: 'people', code: task.candidateGroup ?? '' },
      msg: both(`下一环节【${task.name}】暂无可办理人员`, `Nobody is able to do the next task yet: ${task.taskKey}`),
    })
  const keys = stepsOf(type).map((s) => s.key)
  // what a survey is still to measure cannot be registered yet
  const plan = await planned(of, ctx, b).catch((e: unknown) => void refused(e, 'warns', last))
  for (const key of keys.slice(keys.indexOf(task.taskKey as TaskKey)).filter((k) => plan && happens(type, k, plan.gates)))
    for (const p of (await stepOf(of, b, { taskKey: key }).ahead?.(of, ctx, b)) ?? []) found.push(...findingsOf(p, { severity: 'warns', task: key }, c.form))
  const isMeasured = plan && (plan.gates.needSurvey !== true || !['register', 'survey'].includes(task.taskKey!))
  if (plan && isMeasured) {
    const contracts = (await contractsOf(ctx, b)).map((x) => asSigned(ctx, x))
    const open = unconfirmed(plan.doubles, plan.doubles.length ? await doublesOf(ctx, b) : [])
    if (open) found.push(...findingsOf(open, { severity: 'warns', task: 'recheck' }, c.form))
    try {
      // the second person of a later task is anybody but the first
      const given = await givenDoubles(ctx, b, plan.doubles, '0')
      const at = { regionCode: b.regionCode, day: ctx.now.slice(0, 10), registrar: personName(ctx.who) }
      for (const [i, acts] of triedTogether(plan.entries(contracts)).entries())
        await write(ctx, { cause: { kind: 'business', id: b.id }, unit: `${b.processInstanceId}/pre-flight${i || ''}`, ...at, acts: withDoubles(acts, given) })
    } catch (e) {
      refused(e, 'bars', last)
    }
  }
  return { found, next: { taskKey: task.taskKey!, taskName: task.name ?? '', names } }
}

/**
 * Everything that stands between a case and the register. {…fields of the business, form, draftId} of a case that is typed, or {id} of a stored one with
 * what was typed over it. Each finding says at which task it tells and where it is put right; `bars`: a step refuses with this very code as things stand.
 * When nothing bars, the next step is taken and the register written in transactions that are undone, so that what no list foresees is told too.
 * Nothing is written; the number of statements does not depend on how much land or how many people the case has.
 */
export async function preflight(of: Registry, ctx: Ctx, input: SentCase): Promise<DeferredResponse> {
  const { lang } = ctx
  if (!input.id && !isTypeCode(input.businessTypeCode)) throw noType()
  if (!input.id) handlingOf(of, { businessTypeCode: textIn(input, 'businessTypeCode') })
  const answer = (found: readonly CaseFinding[], next: PreflightAnswer['next']): PreflightAnswer => ({
    findings: orderedFindings(found).map((f) => ({ ...f, msg: f.msg[lang] })),
    next,
  })
  return new DeferredResponse(async (again) => {
    const [c, found] = await triedCase(again, async (own): Promise<[Looked | undefined, CaseFinding[]]> => {
      const c = await looked(of, own, input)
      return [c, c && isTypeCode(c.b.businessTypeCode) ? await stands(of, own, c, await rulesOf(own, c.b)) : []]
    })
    if (!c) return answer([], null)
    if (!c.mine || found.some((f) => f.severity === 'bars' && f.task === c.taskKey)) return answer(found, null)
    const sent = input.form || !input.id ? input : { ...c.b, form: c.form }
    const { found: more, next } = await triedCase(again, (own) => rehearsed(of, own, c, sent))
    return answer([...found, ...more], next)
  })
}
