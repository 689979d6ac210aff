import type { OpenBy } from './form-draft.ts'
import { frameWords as words } from './words.ts'

/** Who does what with a record, in one line. */
export const presentWords = (others: readonly OpenBy[]) => words.present(others.map((o) => (o.isEditing ? words.edits(o.name) : words.looks(o.name))))
