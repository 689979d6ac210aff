import type { Text } from '../../../kit/model/lang.ts'
import { countyOf } from '../../../kit/model/region-code.ts'
import type { Listed } from '../../../kit/model/resource.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { djb } from '../../../land/definitions/cbht.ts'
import { longNamesOf } from '../../../land/cbf/name-limit.server.ts'
import { problems, type Problem } from '../../../kit/model/problem.ts'
import type { Attach } from '../../../services/files/attach.ts'
import type { DigestOf } from '../../../services/files/digest.server.ts'
import type { ProcessTask } from '../../../services/process/process.ts'
import type { DraftContract } from '../../../land/paper/read.server.ts'
import type { Asks } from '../rules/asks.ts'
import { admitted, readDoubles, type AdmittedDouble } from '../people/doubles.ts'
import { certificatePaperFault } from './certificate-paper.server.ts'
import type { Business, Codes, ContractFile, Form } from '../definitions/business.ts'
import type { Processes, CaseRules } from '../definitions/config.server.ts'
import { formDays } from '../definitions/form.ts'
import { headsAsked, kinWarnings } from '../people/kin.ts'
import type { Meaning, Planned } from '../definitions/meaning.ts'
import { notAvailable } from '../rules/problems.ts'
import { comparesNumbers } from '../people/sees.server.ts'
import type { About, BusinessType, Gates, Papers, CasePerson } from '../definitions/type.ts'
import { typeName, type TaskKey, type TypeCode } from '../../../services/process/engine/definitions.ts'

export type { Codes, Form } from '../definitions/business.ts'
/** A type's plan for one case, as the frame sees it: a checked form and what it means. */
export interface Plan extends Meaning {
  form: Form
  gates: Gates
  papers: Papers
  persons: readonly CasePerson[]
  /** persons of another household whom the form takes with reason and proof */
  doubles: readonly AdmittedDouble[]
  /** what the finish tells the register, given the contracts that were signed */
  entries(contracts: readonly ContractFile[]): readonly Planned[]
}

/** A contract with the file that it names: where its bytes are and its name, where there is one. */
export type FiledContract = ContractFile & Pick<Attach, 'ossName' | 'name'>
/** What a look at a form has found: why it is refused, the weightiest first; without such a reason, its plan. */
export interface CheckedForm {
  faults: readonly Problem[]
  plan?: Plan
}

/** What a step has read and checked in this transaction: a finish reads it no second time. */
export interface Ready {
  plan: Plan
  contracts: readonly FiledContract[] | undefined
  /** the tasks that were passed, this one among them, oldest first */
  passed: readonly PassedTask[]
}

/** A task that is being handled, its business held. */
export interface At {
  business: Business
  task: ProcessTask
}
/** A task of the business that was passed, and by whom. */
export type PassedTask = Pick<ProcessTask, 'instanceId' | 'taskKey' | 'assignee' | 'assigneeName' | 'signers'>
/** What a task asks and does beside what all tasks do (plan, files, process). */
export interface TaskStep {
  /** throws what keeps the task from being passed; `passed`: the tasks that were, oldest first. Answers the contracts of the business where it has read them */
  ready?(ctx: Ctx, at: At, rules: CaseRules, passed: readonly PassedTask[]): Promise<readonly FiledContract[] | void>
  /** everything that `ready` would refuse, one after the other, where it knows more than its first reason */
  lacks?(ctx: Ctx, at: At): Promise<readonly Problem[]>
  /** what is known, before the task opens, to stop somebody in it */
  ahead?(of: Pick<Registry, 'handlings'>, ctx: Ctx, business: Business): Promise<readonly Problem[]>
  onOpen?(ctx: Ctx, at: At): Promise<void>
  /** the task is sent back with an opinion */
  onReturn?(ctx: Ctx, at: At, comment: string | null): Promise<void>
  /** the business is revoked while the task is open */
  onRevoke?(ctx: Ctx, at: At): Promise<void>
  /** dictionaries of what the step writes, read together with those of the frame */
  dictionaries?: readonly string[]
}
export type Steps = Readonly<Record<TaskKey, TaskStep>>

/** A book of a list, as far as a type looks at it. */
export type BookOfList = Pick<Listed<typeof djb>, 'fbfbm' | 'cbqxz' | 'cbjyqzbm'>
/** What a type does on the server, in its own words: `F` its form, `X` what its plan must know of the register. All but `facts` and `contract` is pure. */
export interface TypeHandling<F extends Form, X> {
  type: BusinessType<F>
  /** what the plan must know, in a fixed number of statements; takes the codes that `codes` (those taken before) does not have yet */
  facts(ctx: Ctx, form: F, codes: Codes | null): Promise<X>
  /** why the register does not admit this, the weightiest first; the path of a fault begins at the form */
  faults(form: F, facts: X, about: About): readonly Problem[]
  consequences(form: F, facts: X, about: About): Meaning
  entries(form: F, facts: X, contracts: readonly ContractFile[], about: About): readonly Planned[]
  /** a contract of the case as it will be printed; a type that has none signed needs none */
  contract?(ctx: Ctx, form: F, codes: Codes, cbhtbm: string, about: About): Promise<DraftContract>
  /** several of them, in a fixed number of statements; a type whose cases make no more than a few needs none */
  contracts?(ctx: Ctx, form: F, codes: Codes, cbhtbms: readonly string[], about: About): Promise<DraftContract[]>
  /** what each book of a list waits for before this type can be done with it, which its bits do not know: a reason there like those of its bits */
  waits?(ctx: Ctx, books: readonly BookOfList[]): Promise<(Text | undefined)[]>
  /** tasks that this type does in its own way; the others are done as the frame does them */
  steps?: Partial<Steps>
}
/** How the frame uses a type: the same without the type's own words. */
export interface Handling {
  type: BusinessType
  /** checks a form: every fault of the form at once, or where it has none every fault that the register finds; what it means, where there is neither */
  check(ctx: Ctx, form: Form, about: About, codes: Codes | null): Promise<CheckedForm>
  /** the same for a step, which needs the plan. @throws the weightiest fault */
  plan(ctx: Ctx, form: Form, about: About, codes: Codes | null): Promise<Plan>
  /** contracts of a case as they will be printed, in the order of the codes */
  contracts(ctx: Ctx, form: Form, about: About, codes: Codes, cbhtbms: readonly string[]): Promise<DraftContract[]>
  waits?: TypeHandling<Form, unknown>['waits']
  steps: Partial<Steps>
}
/** Makes a type of what its folder holds. */
export function handling<F extends Form, X>(t: TypeHandling<F, X>): Handling {
  const check: Handling['check'] = async (ctx, raw, said, codes) => {
    const compares = comparesNumbers(ctx, said)
    const about = { ...said, compares }
    const { form, wrong: own } = t.type.read(raw, about)
    const { form: told, wrong: ofDoubles } = readDoubles(raw)
    const wrong = [...own, ...ofDoubles, ...formDays(t.type.shape, form, ctx.now.slice(0, 10))]
    if (wrong.length) return { faults: [problems.invalid(wrong)] }
    // what was accepted goes on as it was, whatever is ruled afterwards
    const ruled = codes ? undefined : await certificatePaperFault(ctx, raw)
    if (ruled) return { faults: [ruled] }
    const long = codes ? [] : await longNamesOf(ctx, form, countyOf(String(form.fbfbm ?? '')))
    if (long.length) return { faults: [problems.invalid(long)] }
    const facts = await t.facts(ctx, form, codes)
    const { faults, doubles } = admitted(t.faults(form, facts, about), told.doubles)
    // what a refused form means cannot be told
    if (faults.length) return { faults }
    const consequences = t.consequences(form, facts, about)
    const heads = headsAsked(consequences.households ?? [], ctx.now.slice(0, 10), compares)
    if (heads.faults.length) return { faults: heads.faults }
    const papers = t.type.papers(form, about)
    const plan = {
      ...consequences,
      warnings: [...(consequences.warnings ?? []), ...kinWarnings(consequences.households ?? [], compares)],
      form: told.doubles.length ? { ...form, ...told } : form,
      doubles,
      gates: { ...t.type.gates(form, about), ...consequences.gates },
      papers: heads.papers.length ? { ...papers, with: [...(papers.with ?? []), ...heads.papers] } : papers,
      persons: [...t.type.persons(form), ...(consequences.persons ?? [])],
      entries: (contracts: readonly ContractFile[]) => t.entries(form, facts, contracts, about),
    }
    return { faults, plan }
  }
  return {
    type: t.type,
    check,
    async plan(ctx, raw, about, codes) {
      const { faults, plan } = await check(ctx, raw, about, codes)
      if (!plan) throw faults[0]!
      return plan
    },
    async contracts(ctx, raw, about, codes, cbhtbms) {
      if (!t.contract) throw problems.notFound({ zh: '待签合同', en: 'Contract to sign' })
      const { form } = t.type.read(raw, about)
      if (t.contracts && cbhtbms.length > 1) return t.contracts(ctx, form, codes, cbhtbms, about)
      const each: DraftContract[] = []
      for (const cbhtbm of cbhtbms) each.push(await t.contract(ctx, form, codes, cbhtbm, about))
      return each
    },
    ...(t.waits ? { waits: t.waits } : {}),
    steps: t.steps ?? {},
  }
}

/** What the frame is given by the application: the types with their processes, and the tasks as every type does them. */
export interface Registry extends Processes {
  handlings: Readonly<Partial<Record<TypeCode, Handling>>>
  /** where the specification has the list of books of a type */
  lists: Readonly<Partial<Record<TypeCode, string>>>
  steps: Steps
  /** looks at the bytes of a stored file */
  digestOf: DigestOf
  /** the name under which a person is held: a keyed digest of type and number, since a lock is no place for a number */
  personKey(cyzjlx: string, cyzjhm: string): string
}
type Typed = Pick<Business, 'businessTypeCode'>
/** How the type of a business is handled. @throws not-available for a type that is not built */
export function handlingOf(of: Pick<Registry, 'handlings'>, { businessTypeCode }: Typed): Handling {
  const found = of.handlings[businessTypeCode as TypeCode]
  if (!found) throw notAvailable(typeName(businessTypeCode as TypeCode))
  return found
}
/** What the bits of a book, contractor or parcel mean to a type. */
export const asksOf = (of: Pick<Registry, 'handlings'>, typeCode: TypeCode): Asks | undefined => of.handlings[typeCode]?.type.asks
/** What a task of a business asks and does. */
export const stepOf = (of: Registry, b: Typed, task: { taskKey: string | null }): TaskStep =>
  handlingOf(of, b).steps[task.taskKey as TaskKey] ?? of.steps[task.taskKey as TaskKey] ?? {}
/** What a business says beside its form. */
export const aboutOf = (b: Pick<Business, 'businessItemCode' | 'doSign' | 'currentActive'>): About => ({
  item: b.businessItemCode ?? '',
  doSign: b.doSign !== '2',
  task: b.currentActive,
})
