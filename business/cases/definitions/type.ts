// What a business type is to server and screen alike. Pure: data and functions of the form alone. Source: register.md 8.
import type { TypeCode } from '../../../services/process/engine/definitions.ts'
import type { Text } from '../../../kit/model/lang.ts'
import type { Asks, Bit } from '../rules/asks.ts'
import type { Form } from './business.ts'
import type { Read, FormShape } from './form.ts'

/** What the business says beside its form: the item (dictionary business_type), whether contracts are signed (doSign), and at which task it stands, none before it began. */
export interface About {
  item: string
  doSign: boolean
  task?: string | null
  /** whether what is typed may be compared with numbers of the register; the frame says it where it asks for faults (sees.server.ts) */
  compares?: boolean
}
/** Variables of the processes, which decide whether an optional task happens. Source: business-flows.md 3.2. */
export type TaskGate = 'needSurvey' | 'needPublicity' | 'doSign' | 'option' | 'item1'
export type Gates = Readonly<Partial<Record<TaskGate, boolean>>>
/** A person whom the case brings into a household, or moves from one to another: held by type and number, so that no two cases take the same one. */
export interface CasePerson {
  /** where it stands in the form: `cbf.jtcyList.0` */
  at: string
  cyzjlx: string
  cyzjhm: string
}
/** Kinds of papers (dictionary attach_kind) that this case does not need although its type does, and those that it needs where its type only may. */
export interface Papers {
  without?: readonly string[]
  with?: readonly string[]
}

/** A business type: its items, its form, and what the form alone says of the case. `F`: the values of `shape` (FormOf). */
export interface BusinessType<F extends Form = Form> {
  readonly code: TypeCode
  /** the type that leads back where a registration cannot be taken back; what a type changes in a book or person it changes back itself. Source: business-flows.md 6.3a */
  readonly counter: TypeCode
  /** the part of the book in the case whose holder leads back; else the first whose book was made */
  readonly counterFrom?: string
  /** what the end of a case does to the register, in a sentence: told before its last task is passed. Source: acts.md 3. */
  readonly effect: Text
  /** keys of dictionary business_type below the type's own */
  readonly items: readonly string[]
  /** the form; its fields decide what is masked */
  readonly shape: FormShape
  /** what the eligibility of a book, contractor or parcel asks of it (asks.ts); what is not named is as the frame's own table says */
  readonly asks?: Asks
  /** what of the type is not open to a contractor who has these current books (`codes`), of which this one (`bits`) is meant: told before it is begun */
  readonly hint?: (codes: readonly string[], bits: readonly Bit[]) => Text | undefined
  /** the case is about the issuer itself: what that lacks is what may be corrected */
  readonly ofIssuer?: true
  /** reads what a person sent: the form, and every fault at its path. The screen asks it on leaving a field, the server with each step */
  read(raw: Form, about: About): Read<F>
  /** the form with only those changes that the survey may make */
  surveyed(before: Form, after: Form): Form
  /** of a business of many entries: the form with only what belongs to one of them, since entries before it have changed the register */
  part?(form: Form, group: string): Form
  /** the same of all entries but one, which was taken out of the case */
  without?(form: Form, group: string): Form
  persons(form: F): readonly CasePerson[]
  gates(form: F, about: About): Gates
  papers(form: F, about: About): Papers
}
