// What an entry must balance: acts.md 6. Pure. A package brings what was registered elsewhere: of it only what the tables themselves demand is asked.
import { m2 } from '../../kit/model/area.ts'
import type { Problem } from '../../kit/model/problem.ts'
import type { Act, ActName, Entry, Line, Member, NewBook } from './acts.ts'
import { versionsOf } from './books.ts'
import { CBFLX, HEAD, termEnd } from '../definitions/household.ts'
import { QSZT } from '../definitions/statuses.ts'
import type { Found, LineRow } from './found.ts'
import { registerProblems } from './problems.ts'

/** Sub-types of entries (dictionary djxl). */
const DJXL = { first: '0', split: '1', merge: '2', transfer: '3', exchange: '4', renewed: '9' } as const
/** Entries that move land and change no area. */
const MOVES: readonly string[] = [DJXL.split, DJXL.merge, DJXL.transfer, DJXL.exchange]
/** End of a term without end. Source: code-rules.json, longTermEnd. */
const LONG_TERM = '9999-01-01'
const SHARED = '1'
const DEAD = '7'
/** Category of land that the state took. */
const STATE = '99'
/** Letter of a code by method (dictionary cbjyqqdfs): 110 household, else other ways. Source: codes.md 3.3. */
const letterOf = (cbfs: string) => (cbfs === '110' ? 'J' : 'Q')

interface Facts {
  entry: Entry
  found: Found
  books: readonly NewBook[]
  /** ids of versions that end */
  ended: ReadonlySet<string>
}
const of = <K extends ActName>(entry: Entry, name: K): Extract<Act, { act: K }>[] => entry.acts.filter((a): a is Extract<Act, { act: K }> => a.act === name)

/** Everything that keeps an entry from being written, the weightiest first. `found`: the register before it. */
export function balance(entry: Entry, found: Found): Problem[] {
  const f: Facts = { entry, found, books: of(entry, 'newBook'), ended: new Set(of(entry, 'endBook').map((a) => a.djbId)) }
  const always = [...versions(f), ...doubles(f), ...held(f)]
  if (entry.cause.kind === 'import') return always
  return [...always, ...codes(f), ...heads(f), ...persons(f), ...terms(f), ...pieces(f), ...areas(f)]
}

/** One current version of a code, and each comes from the last one (I1, I2, I12). */
const versions = ({ found, books, ended }: Facts): Problem[] =>
  books.flatMap(({ code, from }) => {
    const [last] = versionsOf({ found }, code)
    if (!last) return []
    if (last.qszt === QSZT.current && !ended.has(last.id)) return [registerProblems.stillCurrent({ code })]
    return from.includes(last.id) ? [] : [registerProblems.notFromLast({ code })]
  })

/** Lines that stay current in books that this entry does not end. */
const staying = ({ found, ended }: Facts): LineRow[] => found.lines.filter((l) => l.qszt === QSZT.current && !ended.has(l.djbId!))
/** A parcel is in one current book, shares apart (I4). */
function doubles(f: Facts): Problem[] {
  const after = Map.groupBy(
    [
      ...staying(f).map((l) => ({ dkbm: l.dkbm!, sfqqqg: l.sfqqqg, code: l.cbhtbm! })),
      ...f.books.flatMap((b) => b.lines.map((l) => ({ dkbm: l.dkbm, sfqqqg: l.sfqqqg, code: b.code }))),
    ],
    (l) => l.dkbm,
  )
  return [...after].flatMap(([dkbm, lines]) =>
    lines.length > 1 && lines.some((l) => l.sfqqqg !== SHARED) ? [registerProblems.taken({ dkbm, cbhtbm: lines[0]!.code })] : [],
  )
}

/** What ends is in no current book any more (I17). */
function held(f: Facts): Problem[] {
  const { entry, found, books, ended } = f
  const ends = new Set([...of(entry, 'endParcel').map((a) => a.dkbm), ...of(entry, 'replaceParcels').flatMap((a) => a.parents)])
  const lines = [
    ...staying(f).map((l) => ({ dkbm: l.dkbm!, cbhtbm: l.cbhtbm! })),
    ...books.flatMap((b) => b.lines.map((l) => ({ dkbm: l.dkbm, cbhtbm: b.code }))),
  ]
  const current = [...found.books.values()].filter((b) => b.qszt === QSZT.current && !ended.has(b.id)).map((b) => b.cbfbm)
  const holders = new Set([...current, ...books.map((b) => b.cbfbm)])
  return [
    ...lines.filter((l) => ends.has(l.dkbm)).map((l) => registerProblems.parcelHeld(l)),
    ...of(entry, 'endContractor').flatMap((a) => (holders.has(a.cbfbm) ? [registerProblems.contractorHeld({ code: a.cbfbm })] : [])),
  ]
}

/** A code is its contractor's with the letter of the method (I9, I11), and a book has parcels. */
const codes = ({ books }: Facts): Problem[] =>
  books.flatMap(({ code, cbfbm, terms, lines }) => [
    ...(code.slice(0, -1) === cbfbm ? [] : [registerProblems.otherHolder({ code })]),
    ...(code.endsWith(letterOf(terms.cbfs)) ? [] : [registerProblems.letter({ code })]),
    ...(lines.length ? [] : [registerProblems.noLines({ code })]),
  ])

/** A household has one head, alive and co-owner (I8). */
const heads = ({ entry, found }: Facts): Problem[] =>
  [...of(entry, 'newContractor'), ...of(entry, 'setContractor')].flatMap(({ cbfbm, fields, members }) => {
    const cbflx = fields?.cbflx ?? found.contractors.get(cbfbm)?.cbflx
    if (!members || cbflx !== CBFLX.household) return []
    const head = members.filter((m) => (HEAD as readonly unknown[]).includes(m.yhzgx))
    return head.length === 1 && head[0]!.cybz !== DEAD && head[0]!.sfgyr !== '2' ? [] : [registerProblems.head({ code: cbfbm })]
  })

/** A person is type and number, however the number was typed. Source: register.md 5. */
const personOf = (m: Pick<Member, 'cyxm' | 'cyzjlx' | 'cyzjhm'>): string => `${m.cyzjlx ?? ''}:${(m.cyzjhm ?? '').trim().toUpperCase() || m.cyxm}`
/** Split and merge: the same persons before and after; who stood in two households stands once. */
function persons({ entry, found, books }: Facts): Problem[] {
  if (!books.some((b) => b.djxl === DJXL.split || b.djxl === DJXL.merge)) return []
  const listed = [...of(entry, 'newContractor'), ...of(entry, 'setContractor')]
  const emptied = new Set([...of(entry, 'setContractor').filter((a) => a.members), ...of(entry, 'endContractor')].map((a) => a.cbfbm))
  const before = new Set(found.members.filter((m) => emptied.has(m.cbfbm!)).map(personOf))
  const people = listed.flatMap((a) => a.members ?? []).map(personOf)
  const after = new Set(people)
  const isSame = before.size === after.size && [...before].every((p) => after.has(p)) && after.size === people.length
  return isSame ? [] : [registerProblems.persons()]
}

/** Terms: in order; of a first or renewed book whole years or to the end of the round; else no longer than what they come from (I10, I16). */
function terms({ found, books, ended }: Facts): Problem[] {
  return books.flatMap(({ code, fbfbm, from, djxl, terms: t }) => {
    if (t.cbqxq >= t.cbqxz) return [registerProblems.termOrder({ code })]
    if (djxl === DJXL.first || djxl === DJXL.renewed) {
      const isRound = found.rounds.some((r) => r.fbfbm === fbfbm && r.toDay === t.cbqxz)
      const isWhole = t.cbqxz === LONG_TERM || isRound || (t.cbqx !== null && termEnd(t.cbqxq, t.cbqx) === t.cbqxz)
      return isWhole ? [] : [registerProblems.termYears({ code })]
    }
    const [last] = versionsOf({ found }, code)
    const bounds = last && ended.has(last.id) ? [last] : from.flatMap((id) => found.books.get(id) ?? [])
    return bounds.some((b) => b.cbqxz && t.cbqxz > b.cbqxz) ? [registerProblems.termPast({ code })] : []
  })
}

const cents = (v: string | null | undefined): bigint => BigInt(m2(v ?? '0').replace('.', ''))
const total = (areas: readonly (string | null | undefined)[]): bigint => areas.reduce((s, v) => s + cents(v), 0n)
const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a)
const inWords = (hundredths: bigint): string => `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`

/** Pieces measure what was cut or joined: within 0.1 m² a piece or one thousandth (I14). */
const pieces = ({ entry, found }: Facts): Problem[] =>
  of(entry, 'replaceParcels').flatMap(({ parents, children }) => {
    const before = total(parents.map((dkbm) => found.parcels.get(dkbm)?.scmj))
    const apart = distance(before, total(children.map((c) => c.fields.scmj)))
    const least = 10n * BigInt(children.length)
    const most = before / 1000n > least ? before / 1000n : least
    return apart > most ? [registerProblems.pieces({ n: inWords(apart) })] : []
  })

/**
 * Contract areas (mu) before = after + what left − what came, ± 0.01 mu a line. What leaves says so by an act on its parcel, by the end of its right, or
 * stays a share of others; parcels of which a piece leaves, and entries that correct a survey, are left out. Entries other than moves may change the
 * areas of their lines by decision, but lose none.
 */
function areas(f: Facts): Problem[] {
  const { entry, found, books, ended } = f
  if (books.length === 0 || of(entry, 'setParcel').some((a) => a.bgfs === '0' || a.bgfs === '50')) return []
  const before = found.lines.filter((l) => l.qszt === QSZT.current && ended.has(l.djbId!))
  const after: Line[] = books.flatMap((b) => b.lines)
  const now = new Set(after.map((l) => l.dkbm))
  const had = new Set(before.map((l) => l.dkbm))
  const cuts = of(entry, 'replaceParcels')
  const parted = cuts.filter((c) => c.children.some((x) => x.fate || !now.has(x.dkbm)))
  const apart = new Set(parted.flatMap((c) => [...c.parents, ...c.children.map((x) => x.dkbm)]))
  const parents = new Set(cuts.flatMap((c) => c.parents))
  const children = new Set(cuts.flatMap((c) => c.children.map((x) => x.dkbm)))
  const rightEnded = new Set(of(entry, 'endBook').flatMap((a) => (a.qszt === '3' ? [a.djbId] : [])))
  const leaves = of(entry, 'setParcel').filter((a) => a.bgfs === '51' || a.fields?.dklb === STATE)
  const freed = new Set([...leaves, ...of(entry, 'endParcel')].map((a) => a.dkbm))
  const others = new Set(staying(f).map((l) => l.dkbm))
  const left = (l: LineRow) => !now.has(l.dkbm!) && !parents.has(l.dkbm!)
  const isAccounted = (l: LineRow) => freed.has(l.dkbm!) || others.has(l.dkbm) || (rightEnded.has(l.djbId!) && !books.some((b) => MOVES.includes(b.djxl)))
  if (!books.every((b) => MOVES.includes(b.djxl))) {
    const lost = total(before.filter((l) => left(l) && !isAccounted(l)).map((l) => l.htmjm))
    return lost > 0n ? [registerProblems.area({ n: inWords(lost) })] : []
  }
  const stays = before.filter((l) => !apart.has(l.dkbm!) && !(left(l) && isAccounted(l)))
  const comes = after.filter((l) => !apart.has(l.dkbm) && (had.has(l.dkbm) || children.has(l.dkbm)))
  const difference = distance(total(stays.map((l) => l.htmjm)), total(comes.map((l) => l.htmjm)))
  const lines = BigInt(Math.max(stays.length, comes.length))
  return difference > lines ? [registerProblems.area({ n: inWords(difference) })] : []
}
