import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { TaskKey, TypeCode } from '../../services/process/engine/definitions.ts'
import type { DigestOf } from '../../services/files/digest.server.ts'
import type { ProcessTask } from '../../services/process/process.ts'
import type { Act } from '../../land/register/acts.ts'
import type { Business, Codes, ContractFile, Form } from './business.ts'
import type { Processes, Rules } from './config.server.ts'
import type { Lockable } from './locks.server.ts'

export type { Codes, Form } from './business.ts'
/** A contract that the business is to have signed. */
export interface ContractPlan {
  cbhtbm: string
  cbfbm: string
  cbfmc: string
  htlx: string
  qdsj: string | null
}
/** What a checked form means: codes taken, objects to hold, contracts to sign, kinds of files this case does not need. `F` and `C`: the type's own form and codes; `X`: what its plan found in the register. */
export interface Plan<F extends Form = Form, C extends Codes = Codes, X = unknown> {
  form: F
  facts: X
  codes: C
  locks: Lockable[]
  contracts: ContractPlan[]
  exempt: string[]
}
/** What a business tells the register: one entry, or one for each `group` of households that stand or fall together (contract_renew). */
export interface Planned {
  group?: string
  acts: readonly Act[]
}
/** A checked plan with the contracts that were signed for it. */
export interface Finish<F extends Form = Form, C extends Codes = Codes, X = unknown> {
  plan: Plan<F, C, X>
  contracts: readonly ContractFile[]
}

/** What a step has read and checked in this transaction: a finish reads it no second time. */
export interface Ready {
  plan: Plan
  contracts: readonly ContractFile[] | undefined
}

/** A task that is being handled, its business held. */
export interface At {
  business: Business
  task: ProcessTask
}
/** A task of the business that was passed, and by whom. */
export type PassedTask = Pick<ProcessTask, 'instanceId' | 'taskKey' | 'assignee'>
/** What a task asks and does beside what all tasks do (plan, files, process). */
export interface TaskStep {
  /** throws what keeps the task from being passed; `passed`: the tasks that were, oldest first. Answers the contracts of the business where it has read them */
  ready?(ctx: Ctx, at: At, rules: Rules, passed: readonly PassedTask[]): Promise<readonly ContractFile[] | void>
  onOpen?(ctx: Ctx, at: At): Promise<void>
  /** the task is sent back with an opinion */
  onReturn?(ctx: Ctx, at: At, comment: string | null): Promise<void>
  /** the business is revoked while the task is open */
  onRevoke?(ctx: Ctx, at: At): Promise<void>
  /** dictionaries of what the step writes, read together with those of the frame */
  dictionaries?: readonly string[]
}
export type Steps = Readonly<Record<TaskKey, TaskStep>>

/** How one business type differs from the others. Adding a type is one file that fills this. */
export interface Handling<F extends Form = Form, C extends Codes = Codes, X = unknown> {
  /** issuer that the form names: decides the region of the business; throws when there is none */
  fbfbmOf(form: Form): string
  /** the form with only those changes that the survey may make */
  surveyed(before: Form, after: Form): Form
  /** checks the form against the register (every fault of the form at once) and takes the codes it still needs */
  plan(ctx: Ctx, form: Form, codes: C | null): Promise<Plan<F, C, X>>
  /** what the finish writes to the register, as plain data */
  entries(f: Finish<F, C, X>): readonly Planned[]
  /** tasks that this type does in its own way */
  steps?: Partial<Steps>
}
/** What the frame is given by the application: the types with their processes, and the tasks as every type does them. */
export interface Registry extends Processes {
  handlings: Readonly<Record<TypeCode, Handling>>
  steps: Steps
  /** looks at the bytes of a stored file */
  digestOf: DigestOf
}
/** How the type of a business is handled. */
export const handlingOf = (of: Registry, b: { businessTypeCode: string | null }): Handling => of.handlings[b.businessTypeCode as TypeCode]
/** What a task of a business asks and does. */
export const stepOf = (of: Registry, b: { businessTypeCode: string | null }, task: { taskKey: string | null }): TaskStep =>
  handlingOf(of, b).steps?.[task.taskKey as TaskKey] ?? of.steps[task.taskKey as TaskKey] ?? {}
