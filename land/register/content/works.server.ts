/** What is made and compared of books, entries and rows from what was read of them as text: no database, so that a thread does it where it is many (worked.server.ts). */
import { differing } from './differing.server.ts'
import { entriesWrong } from './entry-faults.server.ts'
import { frozenIn } from './frozen.server.ts'
import { formerUnlike, rowsUnlike } from './audited.ts'

/** Works by their names. */
export const WORKS = { freeze: frozenIn, compare: differing, entries: entriesWrong, rows: rowsUnlike, former: formerUnlike } as const
export type Works = typeof WORKS
/** What a thread is asked, and what it says of it. */
export interface AskedWork<K extends keyof Works = keyof Works> {
  id: number
  work: K
  task: Parameters<Works[K]>[0]
}
export type DoneWork = { id: number } & ({ out: ReturnType<Works[keyof Works]> } | { failed: string })
