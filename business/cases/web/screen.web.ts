import type { FC } from 'react'
import type { Text } from '../../../kit/model/lang.ts'
import type { Wrong } from '../../../kit/model/problem.ts'
import type { TypeCode } from '../../../services/process/engine/definitions.ts'
import type { Form } from '../definitions/business.ts'
import type { About, BusinessType } from '../definitions/type.ts'
import type { CaseRow, Editing, FieldFault } from './form.web.ts'

export interface PartProps {
  /** the whole form as it stands, complete or not */
  form: Form
  /** names of the form (its top level) with their new values */
  onChange(patch: Form): void
  /** the same of fields that hold themselves what is typed: what follows from it is drawn when the typing pauses */
  onType(patch: Form): void
  about: About
  editing: Editing
  /** the faults to be shown in this part, paths from the form's top */
  faults: readonly FieldFault[]
  /** fields of a household or issuer that fill the applicant, as long as nobody typed another one */
  onApplicant(cbf: Readonly<Record<string, unknown>>): void
  /** tells another party, who may apply in his own name: no agent */
  onParty?(at: string, cbf: Readonly<Record<string, unknown>>): void
  /** what names of the form say in the register, of what was just chosen */
  onRegister(of: Form): void
  /** a parcel was pressed: the map beside the parts shows it */
  onShow(dkbm: string): void
  /** the business as it is stored; absent while it is new */
  row?: CaseRow
}
/** A part of a type's form: a card of the frame, with its place in the rail. */
export interface TypePart {
  key: string
  title: Text
  /** names of the form (its top level) that stand in it: their faults are its faults */
  names: readonly string[]
  /** it begins as the register has it: as long as it only repeats that, nothing is changed */
  alters?: true
  Part: FC<PartProps>
}
/** What a type is on the screen. */
export interface TypeScreen {
  type: BusinessType
  parts: readonly TypePart[]
  /** whether a new case has its contract signed (dictionary yes_no); 1 where nothing is said */
  doSign?: '1' | '2'
  /** the form of a new case; `start`: code of the contractor, parcel or book from whose row it was begun */
  first(start?: string): Form
  /** what stands against the form as a whole in the register, asked for while it is filled; a draft is stored all the same */
  useAgainst?(form: Form, editing: Editing): readonly Wrong[]
  /** what another item changes in the form */
  onItem?(form: Form, item: string): Form
}
/** The types that can be accepted; the application hands them in. */
export type Screens = Readonly<Partial<Record<TypeCode, TypeScreen>>>
