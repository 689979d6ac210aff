// What the rules of an entry are asked with: the entry, the register before it, and what both say at a glance. Pure.
import { QSZT } from '../../definitions/statuses.ts'
import type { Act, ActName, Entry, NewBook } from './acts.ts'
import type { Found, LineRow } from './found.ts'

/** Sub-types of entries (dictionary djxl). */
export const DJXL = { first: '0', split: '1', merge: '2', transfer: '3', exchange: '4', renewed: '9' } as const
/** Entries that move land and change no area. */
export const MOVES: readonly string[] = [DJXL.split, DJXL.merge, DJXL.transfer, DJXL.exchange]
export const SHARED = '1'
/** Category of contracted land (dictionary dklb). */
export const CONTRACTED_STATES = '10'

export interface Facts {
  entry: Entry
  found: Found
  books: readonly NewBook[]
  /** ids of versions that end */
  ended: ReadonlySet<string>
}
export const actsNamed = <K extends ActName>(entry: Entry, name: K): Extract<Act, { act: K }>[] =>
  entry.acts.filter((a): a is Extract<Act, { act: K }> => a.act === name)
export const factsOf = (entry: Entry, found: Found): Facts => ({
  entry,
  found,
  books: actsNamed(entry, 'newBook'),
  ended: new Set(actsNamed(entry, 'endBook').map((a) => a.djbId)),
})
/** Lines that stay current in books that this entry does not end; of a corrected book what it still says. */
export function staying({ entry, found, ended }: Facts): LineRow[] {
  const revised = new Map(actsNamed(entry, 'reviseBook').flatMap((a) => (a.lines ? [[a.djbId, new Set(a.lines.map((l) => l.dkbm))] as const] : [])))
  return found.lines.filter((l) => l.qszt === QSZT.current && !ended.has(l.djbId!) && (revised.get(l.djbId!)?.has(l.dkbm!) ?? true))
}
/** Lines that a correction adds to current books. */
export const addedLines = ({ entry, found }: Facts) =>
  actsNamed(entry, 'reviseBook').flatMap((a) => {
    const book = found.books.get(a.djbId)
    const had = new Set(found.lines.flatMap((l) => (l.djbId === a.djbId ? [l.dkbm] : [])))
    return book?.qszt === QSZT.current ? (a.lines ?? []).flatMap((l) => (had.has(l.dkbm) ? [] : [{ ...l, code: book.cbjyqzbm! }])) : []
  })
