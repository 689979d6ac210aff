import type { Act, ActName, Certificate, Entry } from './acts.ts'
import { endBook, newBook, reviseBook, setContract } from './books.ts'
import { certificate } from './certificates.ts'
import { noChanges, type Changes, type Work } from './changes.ts'
import { endContractor, members, enteredContractor, setContractor } from './contractors.ts'
import { derive } from './derive.ts'
import type { Found } from './found.ts'
import { endIssuer, newIssuer, setIssuer } from './issuers.ts'
import { endParcel, newParcel, replaceParcels, setParcel } from './parcels.ts'
import { endRestriction, inherit, restrictionNote, restrict } from './restrictions.ts'

/** A correction is true from an object's first day on: our record never fitted the paper. */
const SINCE_EVER = '0001-01-01'
/** Events of a certificate in the order in which they can happen; those before `print` make or end one. */
const STEPS: readonly Certificate['event'][] = ['cancel', 'new', 'keep', 'replace', 'reissue', 'set', 'bdc', 'print', 'spoil', 'issue', 'collect', 'drop']
type Of<K extends ActName> = Extract<Act, { act: K }>
const of = <K extends ActName>(entry: Entry, ...names: readonly K[]): Of<K>[] =>
  entry.acts.filter((a): a is Of<K> => (names as readonly ActName[]).includes(a.act))

/**
 * All that an entry changes, from what it says and what was found; the order of its acts means nothing. Pure: the writer stores the result.
 * `now`: the moment of the writing (yyyy-MM-dd HH:mm:ss); `books`: ids of the books that come, in the order of their acts.
 * @throws what an act names and is not there, or is there already
 */
export function carry(entry: Entry, found: Found, now: string, books: readonly string[], newId: () => string): Changes {
  const since = entry.cause.kind === 'correction' ? SINCE_EVER : entry.day
  const w: Work = { entry, found, changes: noChanges(), now, today: now.slice(0, 10), since, newId }
  for (const a of of(entry, 'newIssuer')) newIssuer(w, a)
  for (const a of of(entry, 'setIssuer')) setIssuer(w, a)
  for (const a of of(entry, 'endIssuer')) endIssuer(w, a)
  const households = of(entry, 'newContractor', 'setContractor', 'endContractor')
  for (const a of households) {
    if (a.act === 'newContractor') enteredContractor(w, a)
    else if (a.act === 'setContractor') setContractor(w, a)
    else endContractor(w, a)
  }
  members(w, households)
  for (const a of of(entry, 'newParcel')) newParcel(w, a)
  for (const a of of(entry, 'setParcel')) setParcel(w, a)
  for (const a of of(entry, 'replaceParcels')) replaceParcels(w, a)
  for (const a of of(entry, 'endParcel')) endParcel(w, a)
  for (const a of of(entry, 'endBook')) endBook(w, a)
  for (const [i, a] of of(entry, 'newBook').entries()) newBook(w, a, books[i]!)
  for (const a of of(entry, 'reviseBook')) reviseBook(w, a)
  for (const a of of(entry, 'setContract')) setContract(w, a)
  derive(w)
  for (const a of of(entry, 'certificate').toSorted((a, b) => STEPS.indexOf(a.event) - STEPS.indexOf(b.event))) certificate(w, a)
  for (const a of of(entry, 'restrict')) restrict(w, a)
  for (const a of of(entry, 'endRestriction')) endRestriction(w, a)
  for (const a of of(entry, 'replaceParcels')) inherit(w, a)
  for (const a of of(entry, 'note')) restrictionNote(w, a)
  return w.changes
}
