import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { Business, ContractFile } from '../business.ts'
import type { Lockable } from '../locks.server.ts'

export type Form = Record<string, any>
export type Codes = Record<string, any>
/** A contract that the business is to have signed. */
export interface ContractPlan {
  cbhtbm: string
  cbfbm: string
  cbfmc: string
  htlx: string
  qdsj: string | null
}
/** What a checked form means: codes taken, objects to hold, contracts to sign, kinds of files this case does not need. */
export interface Plan {
  form: Form
  codes: Codes
  locks: Lockable[]
  contracts: ContractPlan[]
  exempt: string[]
}
export interface Finish {
  business: Business
  plan: Plan
  contracts: readonly ContractFile[]
  registrar: string
}

/** How one business type differs from the others. Adding a type is one file that fills this. */
export interface Handling {
  /** issuer that the form names: decides the region of the business; throws when there is none */
  fbfbmOf(form: Form): string
  /** the form with only those changes that the survey may make */
  surveyed(before: Form, after: Form): Form
  /** checks the form against the register (every fault of the form at once) and takes the codes it still needs */
  plan(ctx: Ctx, form: Form, codes: Codes | null): Promise<Plan>
  /** writes the register; answers the ids of the new book versions */
  finish(ctx: Ctx, f: Finish): Promise<string[]>
}
