// What an entry must balance: acts.md 6. Pure. A package brings what was registered elsewhere: of it only what the tables themselves demand is asked.
import type { Problem } from '../../../kit/model/problem.ts'
import type { Entry } from './acts.ts'
import { addedLines, CONTRACTED_STATES, DJXL, factsOf, actsNamed, SHARED, staying, type Facts } from './balance-facts.ts'
import { versionsOf } from './books.ts'
import { roundEnd, termEnd } from '../../definitions/household.ts'
import { HOUSEHOLD_WAY as HOUSEHOLD, isOfRound, LONG_TERM, beginsLate, tooLong } from '../../definitions/terms.ts'
import { QSZT } from '../../definitions/statuses.ts'
import type { Found } from './found.ts'
import { areas, lineAreas, measured, pieces, shares } from './measures.ts'
import { elsewhere, heads, persons } from './people.ts'
import { registerProblems } from './problems.ts'

/** Letter of a code by method (dictionary cbjyqqdfs): 110 household, else other ways. Source: codes.md 3.3. */
const letterOf = (cbfs: string) => (cbfs === HOUSEHOLD ? 'J' : 'Q')

/** Everything that keeps an entry from being written, the weightiest first. `found`: the register before it. */
export function balance(entry: Entry, found: Found): Problem[] {
  const f = factsOf(entry, found)
  const always = [...versions(f), ...sources(f), ...doubles(f), ...held(f), ...issuers(f)]
  if (entry.cause.kind === 'import') return always
  const people = [...heads(entry, found), ...persons(entry, found), ...elsewhere(entry, found)]
  return [...always, ...codes(f), ...categories(f), ...people, ...terms(f), ...measured(f), ...lineAreas(f), ...shares(f), ...pieces(f), ...areas(f)]
}

/** One current version of a code, and each comes from the last one (I1, I2, I12). */
const versions = ({ found, books, ended }: Facts): Problem[] =>
  books.flatMap(({ code, from }) => {
    const [last] = versionsOf({ found }, code)
    if (!last) return []
    if (last.qszt === QSZT.current && !ended.has(last.id)) return [registerProblems.stillCurrent({ code })]
    return from.includes(last.id) ? [] : [registerProblems.notFromLast({ code })]
  })
/** What a book comes from has ended; a version that ends as history (2) is followed, one whose right ends (3) is not. */
function sources({ entry, found, books, ended }: Facts): Problem[] {
  const from = books.flatMap((b) =>
    b.from.filter((id) => !ended.has(id) && found.books.get(id)?.qszt === QSZT.current && found.books.get(id)?.cbjyqzbm !== b.code),
  )
  const unknown = books.flatMap((b) => b.from.filter((id) => !found.books.has(id)))
  const ends = actsNamed(entry, 'endBook').filter((a) => {
    const code = found.books.get(a.djbId)?.cbjyqzbm
    const isFollowed = books.some((b) => (a.qszt === QSZT.historic ? b.from.includes(a.djbId) : b.code === code))
    return isFollowed !== (a.qszt === QSZT.historic)
  })
  return [
    ...[...from, ...unknown].map((id) => registerProblems.source({ code: found.books.get(id)?.cbjyqzbm ?? id })),
    ...ends.map((a) => registerProblems.successor({ code: found.books.get(a.djbId)?.cbjyqzbm ?? a.djbId })),
  ]
}

/** A parcel is in one current book, shares apart, and in a book once (I4). */
function doubles(f: Facts): Problem[] {
  const after = Map.groupBy(
    [
      ...staying(f).map((l) => ({ dkbm: l.dkbm!, sfqqqg: l.sfqqqg, code: l.cbhtbm! })),
      ...f.books.flatMap((b) => b.lines.map((l) => ({ dkbm: l.dkbm, sfqqqg: l.sfqqqg, code: b.code }))),
      ...addedLines(f),
    ],
    (l) => l.dkbm,
  )
  return [...after].flatMap(([dkbm, lines]) => {
    const isDouble = lines.length > 1 && lines.some((l) => l.sfqqqg !== SHARED)
    const isTwice = new Set(lines.map((l) => l.code)).size < lines.length
    return isDouble || isTwice ? [registerProblems.taken({ dkbm, cbhtbm: lines[0]!.code })] : []
  })
}

/** What ends is in no current book any more (I17). */
function held(f: Facts): Problem[] {
  const { entry, found, books, ended } = f
  const ends = new Set([...actsNamed(entry, 'endParcel').map((a) => a.dkbm), ...actsNamed(entry, 'replaceParcels').flatMap((a) => a.parents)])
  const lines = [
    ...staying(f).map((l) => ({ dkbm: l.dkbm!, cbhtbm: l.cbhtbm! })),
    ...books.flatMap((b) => b.lines.map((l) => ({ dkbm: l.dkbm, cbhtbm: b.code }))),
  ]
  const current = [...found.books.values()].filter((b) => b.qszt === QSZT.current && !ended.has(b.id)).map((b) => b.cbfbm)
  const holders = new Set([...current, ...books.map((b) => b.cbfbm)])
  return [
    ...lines.filter((l) => ends.has(l.dkbm)).map((l) => registerProblems.parcelHeld(l)),
    ...actsNamed(entry, 'endContractor').flatMap((a) => (holders.has(a.cbfbm) ? [registerProblems.contractorHeld({ code: a.cbfbm })] : [])),
  ]
}

/** A book is issued by the issuer of its holder. Source: acts.md 3, other issuer. */
const issuers = ({ entry, found, books }: Facts): Problem[] =>
  books.flatMap(({ code, cbfbm, fbfbm }) => {
    const fresh = actsNamed(entry, 'newContractor').find((a) => a.cbfbm === cbfbm)
    const own = fresh ? (fresh.fields.fbfbm ?? cbfbm.slice(0, 14)) : found.contractors.get(cbfbm)?.fbfbm
    return own === undefined || own === fbfbm ? [] : [registerProblems.bookIssuer({ code })]
  })

/** A code is its contractor's with the letter of the method (I9, I11), and a book has parcels. */
const codes = ({ books }: Facts): Problem[] =>
  books.flatMap(({ code, cbfbm, terms, lines }) => [
    ...(code.slice(0, -1) === cbfbm ? [] : [registerProblems.otherHolder({ code })]),
    ...(code.endsWith(letterOf(terms.cbfs)) ? [] : [registerProblems.letter({ code })]),
    ...(lines.length ? [] : [registerProblems.noLines({ code })]),
  ])

/** A parcel of a current book is contracted land (I5): before it comes into one, and as long as it stays. */
function categories(f: Facts): Problem[] {
  const { entry, found, books } = f
  const fates = { lost: undefined, state: '99', reserve: '22' } as const
  const after = new Map<string, string | null | undefined>([...found.parcels].map(([dkbm, p]) => [dkbm, p.dklb]))
  for (const a of actsNamed(entry, 'newParcel')) after.set(a.dkbm, a.fields.dklb)
  for (const a of actsNamed(entry, 'replaceParcels')) for (const c of a.children) after.set(c.dkbm, c.fate ? fates[c.fate] : c.fields.dklb)
  for (const a of actsNamed(entry, 'setParcel')) if (a.fields?.dklb) after.set(a.dkbm, a.fields.dklb)
  const changed = new Set(actsNamed(entry, 'setParcel').map((a) => a.dkbm))
  const named = [...books.flatMap((b) => b.lines), ...addedLines(f), ...staying(f).filter((l) => changed.has(l.dkbm!))].map((l) => l.dkbm!)
  return [...new Set(named)].filter((dkbm) => after.has(dkbm) && after.get(dkbm) !== CONTRACTED_STATES).map((dkbm) => registerProblems.category({ dkbm }))
}

/** The land use of the parcels of a book, as they stand or come. */
function usesOf({ entry, found }: Facts, lines: readonly { dkbm: string }[]): unknown[] {
  const fresh = new Map<string, unknown>()
  for (const a of actsNamed(entry, 'newParcel')) fresh.set(a.dkbm, a.fields.tdlylx)
  for (const a of actsNamed(entry, 'replaceParcels')) for (const c of a.children) fresh.set(c.dkbm, c.fields.tdlylx ?? found.parcels.get(a.parents[0]!)?.tdlylx)
  return lines.map(({ dkbm }) => (fresh.has(dkbm) ? fresh.get(dkbm) : found.parcels.get(dkbm)?.tdlylx))
}
/**
 * Terms: in order; of a first or renewed book whole years or to the end of the round (where none is recorded, of the term that the issuer's household books share), a first one not
 * beyond its round, or where none binds it not beyond the years of the law; else no longer than what they come from (I10, I16).
 */
function terms(f: Facts): Problem[] {
  const { entry, found, books, ended } = f
  return books.flatMap(({ code, fbfbm, from, djxl, terms: t, lines }) => {
    if (t.cbqxq >= t.cbqxz) return [registerProblems.termOrder({ code })]
    if (djxl === DJXL.first || djxl === DJXL.renewed) {
      const rounds = found.rounds.filter((r) => r.fbfbm === fbfbm).map((r) => ({ roundNo: r.roundNo, fromDay: r.fromDay!, toDay: r.toDay! }))
      const about = { uses: usesOf(f, lines), rounds, limits: found.limits, today: entry.day }
      const late = djxl === DJXL.first ? beginsLate(t, about) : undefined
      if (late) return [registerProblems.termLong({ code, ...late.msg })]
      // renewals run thirty years from the end of the old term; other ways are bound to no round
      const long = tooLong(t, djxl === DJXL.first ? about : { ...about, rounds: [] })
      if (long?.by === 'round') return [registerProblems.round({ code, day: long.day })]
      if (long) return [registerProblems.termLong({ code, ...long.msg })]
      // where none is recorded a new household's term may end with that of the others
      const shared =
        djxl === DJXL.first && t.cbfs === HOUSEHOLD ? found.shared.find((r) => r.fbfbm === fbfbm && r.fromDay! <= t.cbqxq && t.cbqxq <= r.toDay!) : undefined
      const end = (isOfRound(t, about) ? roundEnd(t.cbqxq, rounds, entry.day) : undefined) ?? shared?.toDay
      const isWhole = t.cbqxz === LONG_TERM || t.cbqxz === end || (t.cbqx !== null && termEnd(t.cbqxq, t.cbqx) === t.cbqxz)
      return isWhole ? [] : [registerProblems.termYears({ code })]
    }
    const [last] = versionsOf({ found }, code)
    // a version of its own that had ended before bounds nothing: what it comes from besides has the rest of the term
    const sources = from.filter((id) => id !== last?.id || from.length === 1)
    const bounds = last && ended.has(last.id) ? [last] : sources.flatMap((id) => found.books.get(id) ?? [])
    return bounds.some((b) => b.cbqxz && t.cbqxz > b.cbqxz) ? [registerProblems.termPast({ code })] : []
  })
}
