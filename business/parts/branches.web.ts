import type { AnyRow } from '../../kit/web/calls.web.ts'
import type { Form } from '../cases/definitions/business.ts'
import { formsIn } from '../cases/definitions/form.ts'
import type { PartProps } from '../cases/web/screen.web.ts'
import { headOf, type ParcelPlace, type PlacedPerson } from './branch-placing.ts'
import type { Dragged } from './Zone.web.tsx'

export const plain = (v: unknown): string => (typeof v === 'string' ? v : '')

/** The split of a household on the screen, as its zones and rows see it. */
export interface BranchesView extends Pick<PartProps, 'faults'> {
  households: readonly Form[]
  cuts: readonly Form[]
  people: readonly PlacedPerson[]
  /** numbers of the members' papers, by id */
  numbers: ReadonlyMap<string, string>
  /** the parcels of the household that is split */
  lines: readonly AnyRow[]
  /** everything may be changed */
  isEditable: boolean
  mayCut: boolean
  /** what a household is called, by its place */
  name(place: number): string
  onHouseholds(next: readonly Form[]): void
  onMember(id: string, place: number | undefined): void
  onParcel(dkbm: string, to: ParcelPlace): void
  /** gives a household up, by its place */
  onRemove(place: number): void
  onDrag: ((d: Dragged | undefined) => void) | undefined
}

/** The households as a list in a row offers them: short, the number and who heads it. */
export const branchChoices = (households: readonly Form[]): { value: string; label: string }[] =>
  households.map((h, i) => ({ value: `${i}`, label: `${i + 1} ${plain(formsIn(h.jtcyList).find((m) => m.id === headOf(h))?.cyxm)}` }))
