// The register told again from its entries: the books that packages brought, and every entry after them in order, give holder, members, parcels, area and
// terms of each current book. Pure; what the register says itself is compared with it (replay.server.ts).
import { contractArea } from '../../definitions/contract-area.ts'
import type { Act, Line, Member, NewBook, Printed, SetContractor } from '../acts/acts.ts'

/** A member as a book names it, as text; '' where nothing is said. */
export const REPLAYED_MEMBER = ['cyxm', 'cyxb', 'yhzgx', 'cyzjlx', 'cyzjhm', 'sfgyr', 'cybz', 'cybzsm'] as const
export type ReplayedPerson = Readonly<Record<(typeof REPLAYED_MEMBER)[number], string>>
/** A household before its books: who represents it, and its members in their order, with the ids of their rows. */
export interface ReplayedHousehold {
  cbfmc: string
  cbfzjhm: string
  members: readonly { id?: string; person: ReplayedPerson }[]
}
/** What a current book says. `lines`: contract areas in mu by parcel. */
export interface BookStatement {
  code: string
  cbfbm: string
  cbfmc: string
  cbfzjhm: string
  members: readonly ReplayedPerson[]
  lines: Readonly<Record<string, string>>
  htzmjm: string
  cbfs: string
  cbqxq: string
  cbqxz: string
}
export interface Beginning {
  households: ReadonlyMap<string, ReplayedHousehold>
  /** by id of the version */
  books: ReadonlyMap<string, BookStatement>
}
/** An entry as it was kept: its acts, and the ids of the versions that it made, in their order. */
export interface KeptEntry {
  acts: readonly Act[]
  books: readonly string[]
}

/** A value as it is compared: text, '' where nothing is said. */
export const comparable = (v: unknown): string => (v === null || v === undefined ? '' : String(v))
export const replayedPerson = (m: Partial<Record<(typeof REPLAYED_MEMBER)[number], unknown>>): ReplayedPerson => ({
  cyxm: comparable(m.cyxm),
  cyxb: comparable(m.cyxb),
  yhzgx: comparable(m.yhzgx),
  cyzjlx: comparable(m.cyzjlx),
  cyzjhm: comparable(m.cyzjhm),
  sfgyr: comparable(m.sfgyr),
  cybz: comparable(m.cybz),
  cybzsm: comparable(m.cybzsm),
})
const linesOf = (lines: readonly Line[]) => Object.fromEntries(lines.map((l) => [l.dkbm, comparable(l.htmjm)]))

/** The current books after all entries, by code. Entries that were taken back are left out by the caller. */
export function replay(start: Beginning, entries: Iterable<KeptEntry>): Map<string, BookStatement> {
  const households = new Map(start.households)
  const books = new Map(start.books)
  for (const { acts, books: made } of entries) {
    people(acts, households)
    for (const a of acts) {
      if (a.act === 'endBook') books.delete(a.djbId)
      if (a.act === 'reviseBook' && books.has(a.djbId)) books.set(a.djbId, revised(books.get(a.djbId)!, a.content, a.lines, a.terms))
    }
    for (const [i, a] of acts.filter((x) => x.act === 'newBook').entries()) books.set(made[i]!, begun(a, households))
  }
  return new Map([...books.values()].map((b) => [b.code, b]))
}

/** Households after an entry: who is named by id keeps what is not said anew, wherever it stood. */
function people(acts: readonly Act[], households: Map<string, ReplayedHousehold>): void {
  const listed = acts.filter((a) => a.act === 'newContractor' || a.act === 'setContractor')
  const known = new Map([...households.values()].flatMap((h) => h.members.flatMap((m) => (m.id ? [[m.id, m.person] as const] : []))))
  for (const a of listed) {
    const before = households.get(a.cbfbm)
    const of = (n: 'cbfmc' | 'cbfzjhm') => (a.fields && Object.hasOwn(a.fields, n) ? comparable(a.fields[n]) : (before?.[n] ?? ''))
    const members = a.members ? a.members.map((m) => memberOf(m, known)) : (before?.members ?? [])
    households.set(a.cbfbm, { cbfmc: of('cbfmc'), cbfzjhm: of('cbfzjhm'), members })
  }
}
function memberOf(
  { id, ...m }: NonNullable<SetContractor['members']>[number],
  known: ReadonlyMap<string, ReplayedPerson>,
): ReplayedHousehold['members'][number] {
  const person = replayedPerson({ ...(id ? known.get(id) : {}), ...m } satisfies Partial<Record<keyof Member, unknown>>)
  return { ...(id ? { id } : {}), person }
}

function begun(a: NewBook, households: ReadonlyMap<string, ReplayedHousehold>): BookStatement {
  const h = households.get(a.cbfbm)
  const { cbfs, cbqxq, cbqxz } = a.terms
  return {
    code: a.code,
    cbfbm: a.cbfbm,
    cbfmc: h?.cbfmc ?? '',
    cbfzjhm: h?.cbfzjhm ?? '',
    cbfs,
    cbqxq,
    cbqxz,
    members: a.as?.members ? a.as.members.map(replayedPerson) : (h?.members ?? []).map((m) => m.person),
    lines: linesOf(a.lines),
    htzmjm: comparable(contractArea(a.lines).htzmjm),
  }
}
function revised(b: BookStatement, content: Printed, lines: readonly Line[] | undefined, terms: NewBook['terms'] | undefined): BookStatement {
  return {
    ...b,
    ...(content.members ? { members: content.members.map(replayedPerson) } : {}),
    ...(content.holder ? { cbfmc: comparable(content.holder.cbfmc), cbfzjhm: comparable(content.holder.cbfzjhm) } : {}),
    ...(lines ? { lines: linesOf(lines), htzmjm: comparable(contractArea(lines).htzmjm) } : {}),
    ...(terms ? { cbfs: terms.cbfs, cbqxq: terms.cbqxq, cbqxz: terms.cbqxz } : {}),
  }
}

/** What two tellings of the current books say differently, by code: a book that only one has, or the names of what differs. */
export function replayDifferences(a: ReadonlyMap<string, BookStatement>, b: ReadonlyMap<string, BookStatement>): { code: string; what: string }[] {
  const text = (v: unknown) =>
    JSON.stringify(v, (_, x) => (x && typeof x === 'object' && !Array.isArray(x) ? Object.fromEntries(Object.entries(x).toSorted()) : x))
  return [...new Set([...a.keys(), ...b.keys()])].toSorted().flatMap((code) => {
    const [x, y] = [a.get(code), b.get(code)]
    if (!x || !y) return [{ code, what: x ? 'only the first' : 'only the second' }]
    const names = (Object.keys(x) as (keyof BookStatement)[]).filter((n) => text(x[n]) !== text(y[n]))
    return names.length ? [{ code, what: names.join(', ') }] : []
  })
}
