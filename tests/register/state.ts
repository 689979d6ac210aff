// What the model keeps: every object of the eight tables as its history, what refers to what, and one entry at work on it.
import type { Act, ActName, Cause, Entry } from '../../land/register/acts/acts.ts'
import { believed, type Change, EVER, type History, live, nameOf, OPEN, put, type Row, type Stamp, type Why } from './clocks.ts'
import { Kept } from './kept.ts'

export type Table = 'fbf' | 'cbf' | 'jtcy' | 'dk' | 'djb' | 'cbht' | 'cbdkxx' | 'cbjyqz'
export interface Restriction {
  ref: string
  kind: 'dy' | 'yy' | 'cf' | 'lz'
  on: { dkbm?: string; cbjyqzbm?: string; cbfbm?: string }
  from: string
  to?: string
  text: string
  cause: Cause
  ended?: { day: string; cause: Cause }
}
/** A line of the running page. */
export interface Noted {
  on: string
  djlx?: string
  djxl?: string
  text: string
  day: string
  cause: Cause
  moment: number
  ended?: string
}
export interface CertificateEvent {
  code: string
  kind: 'bf' | 'hf' | 'zx'
  reason: string
  day: string
  cause: Cause
  moment: number
  receiver?: Row
}
/** An edge of the lineage of books (`how`: djxl) or of parcels (`how`: bgfs). */
export interface Edge {
  table: 'djb' | 'dk'
  of: string
  from: string
  how: string
  cause: Cause
  moment: number
}
export interface Round {
  fbfbm: string
  no: number
  from: string
  to: string
  cause: Cause
  moment: number
}
/**
 * The register. Objects stand under `table:code`; a version of a book is `code/version`, its lines `code/version/dkbm`, a certificate `code#n`, a member
 * has a name of the model. `index` answers which live rows refer to something (`members:`, `person:`, `naming:`, `lines:`, `book:`, `cert:`), and
 * which objects and units a cause has written (`cause:`, `unit:`).
 */
export interface State {
  readonly today: string
  readonly moment: number
  /** number of the last member */
  readonly members: number
  readonly objects: Kept<History>
  readonly index: Kept<readonly string[]>
  readonly restrictions: readonly Restriction[]
  readonly notes: readonly Noted[]
  readonly events: readonly CertificateEvent[]
  readonly edges: readonly Edge[]
  readonly rounds: readonly Round[]
  /** the cause that wrote a unit */
  readonly units: Kept<string>
  /** when a cause was taken back */
  readonly undone: Kept<number>
}
/** A register over objects that are there already. */
export function over(today: string, objects: ReadonlyMap<string, History>): State {
  const index = new Map<string, string[]>()
  let [moment, members] = [0, 0]
  for (const [key, history] of objects) {
    if (key.startsWith('jtcy:m')) members = Math.max(members, Number(key.slice(6)))
    for (const r of history) moment = Math.max(moment, r.validFrom, r.validTo === EVER ? 0 : r.validTo)
    for (const place of placesOf(key, live(history)?.row)) index.set(place, [...(index.get(place) ?? []), key.slice(key.indexOf(':') + 1)])
    const causes = new Set(history.flatMap((r) => [nameOf(r.cause), ...(r.closedBy ? [nameOf(r.closedBy)] : [])]))
    for (const name of causes) index.set(`cause:${name}`, [...(index.get(`cause:${name}`) ?? []), key])
  }
  return { ...empty(today), moment, members, objects: empty(today).objects.with(objects), index: empty(today).index.with(index) }
}
export const empty = (today: string): State => ({
  today,
  moment: 0,
  members: 0,
  objects: new Kept<History>(),
  index: new Kept<readonly string[]>(),
  restrictions: [],
  notes: [],
  events: [],
  edges: [],
  rounds: [],
  units: new Kept<string>(),
  undone: new Kept<number>(),
})

/** Why an entry is not written. `about` names the object. */
export interface Refused {
  refused: string
  about: string
}
export const isRefused = (x: State | Refused): x is Refused => 'refused' in x
export class Refusal extends Error {
  readonly refused: string
  readonly about: string
  constructor(refused: string, about: string) {
    super(`${refused}: ${about}`)
    this.refused = refused
    this.about = about
  }
}
export function refuse(code: string, about: string): never {
  throw new Refusal(code, about)
}
export function require(ok: boolean, code: string, about: string): void {
  if (!ok) refuse(code, about)
}

/** One writing of history, for whoever reckons it once more. */
export interface Put {
  key: string
  moment: number
  from: string
  to: string
  change: Change
}
/** An entry at work: what it has changed so far, laid over the state before it. */
export interface Work {
  readonly before: State
  readonly entry: Entry
  readonly by: Stamp
  readonly changed: Map<string, History>
  readonly index: Map<string, readonly string[]>
  /** parcels and contractors whose derived columns are reckoned at the end: since which day, whether a book was what touched them, and whether one ended or was revised */
  readonly since: Map<string, { day: string; booked: boolean; ended: boolean }>
  readonly log?: Put[]
  s: State
}
export function begin(before: State, entry: Entry, log?: Put[]): Work {
  const why: Partial<Record<Cause['kind'], Why>> = { import: 'import', correction: 'correction', undo: 'restore' }
  const moment = before.moment + 1
  const by: Stamp = { moment, cause: entry.cause, why: why[entry.cause.kind] ?? 'change' }
  const s = { ...before, moment }
  return { before, entry, by, changed: new Map(), index: new Map(), since: new Map(), s, ...(log && { log }) }
}
/** The state after the entry: what it has changed, and under its cause which objects and units those were. */
export function finish(w: Work): State {
  const name = nameOf(w.entry.cause)
  const more = (place: string, keys: readonly string[]) => w.index.set(place, [...new Set([...listed(w, place), ...keys])])
  more(`cause:${name}`, [...w.changed.keys()])
  more(`unit:${name}`, [w.entry.unit])
  const units = w.s.units.with([[w.entry.unit, name]])
  return { ...w.s, units, objects: w.s.objects.with(w.changed), index: w.s.index.with(w.index) }
}

export const acts = <N extends ActName>(w: Work, name: N): Extract<Act, { act: N }>[] =>
  w.entry.acts.filter((a): a is Extract<Act, { act: N }> => a.act === name)
export const text = (row: Row | undefined, column: string): string => String(row?.[column] ?? '')

export const historyOf = (w: Work, key: string): History => w.changed.get(key) ?? w.before.objects.get(key) ?? []
/** The live row after what the entry has done so far. */
export const now = (w: Work, key: string): Row | undefined => live(historyOf(w, key))?.row
/** The live row before the entry. */
export const was = (w: Work, key: string): Row | undefined => live(w.before.objects.get(key) ?? [])?.row
export const rowOf = (s: State, key: string): Row | undefined => live(s.objects.get(key) ?? [])?.row
export const listed = (w: Work, key: string): readonly string[] => w.index.get(key) ?? w.before.index.get(key) ?? []
export function valid(w: Work, key: string, code: string): Row {
  const row = now(w, key)
  if (!row || text(row, 'zt') !== '1') return refuse(code, key)
  return row
}

/** The newest live version of a book, the current one, and the current books of a contractor and of a parcel. */
export const lastBook = (w: Work, code: string): string | undefined =>
  listed(w, `book:${code}`).reduce<string | undefined>((a, b) => (a && versionOf(a) > versionOf(b) ? a : b), undefined)
export const versionOf = (djbId: string): number => Number(djbId.slice(djbId.indexOf('/') + 1))
export const isCurrent = (w: Work, djbId: string): boolean => now(w, `djb:${djbId}`)?.qszt === '1'
export const currentBook = (w: Work, code: string): string | undefined => listed(w, `book:${code}`).find((id) => isCurrent(w, id))
export const booksOf = (w: Work, cbfbm: string): string[] => ['J', 'Q'].flatMap((letter) => currentBook(w, cbfbm + letter) ?? [])
export const bookOfLine = (line: string): string => line.slice(0, line.lastIndexOf('/'))
/** Lines of current books that name a parcel. */
export const naming = (w: Work, dkbm: string): string[] => listed(w, `naming:${dkbm}`).filter((line) => isCurrent(w, bookOfLine(line)))
export const linesOf = (w: Work, djbId: string): Row[] =>
  listed(w, `lines:${djbId}`)
    .map((key) => now(w, `cbdkxx:${key}`)!)
    .toSorted((a, b) => (text(a, 'dkbm') < text(b, 'dkbm') ? -1 : 1))
export const membersOf = (w: Work, cbfbm: string): Row[] =>
  listed(w, `members:${cbfbm}`)
    .map((id) => now(w, `jtcy:${id}`)!)
    .toSorted((a, b) => Number(a.sort) - Number(b.sort))
/** The certificate of a code that is not cancelled. */
export const certificateOf = (w: Work, code: string): string | undefined => listed(w, `cert:${code}`).find((key) => now(w, `cbjyqz:${key}`)?.sfzx === '0')

/** Where a live row is found beside its own name. */
function placesOf(key: string, row: Row | undefined): string[] {
  if (!row) return []
  switch (key.slice(0, key.indexOf(':'))) {
    case 'jtcy':
      return [`members:${text(row, 'cbfbm')}`, `person:${personOf(row)}`]
    case 'cbdkxx':
      return [`naming:${text(row, 'dkbm')}`, `lines:${text(row, 'djbId')}`]
    case 'djb':
      return [`book:${text(row, 'cbjyqzbm')}`]
    case 'cbjyqz':
      return [`cert:${text(row, 'cbjyqzbm')}`]
    default:
      return []
  }
}
/** A person: type and normalised number of the document. Source: register.md 5 (numbers of 15 digits do not occur here). */
export const personOf = (row: Row): string => `${text(row, 'cyzjlx')}:${text(row, 'cyzjhm').trim().toUpperCase()}`

/** Writes history. Only corrections, imports and undo reach before the day from which the live row holds. */
export function write(w: Work, key: string, from: string, to: string, change: Change, why?: Why): void {
  const history = historyOf(w, key)
  const open = live(history)
  if (open && from < open.regFrom && !['correction', 'import', 'undo'].includes(w.entry.cause.kind)) refuse('day-before', key)
  const next = put(history, why && w.by.why === 'change' ? { ...w.by, why } : w.by, from, to, change)
  w.log?.push({ key, moment: w.by.moment, from, to, change })
  if (next === history) return
  w.changed.set(key, next)
  const name = key.slice(key.indexOf(':') + 1)
  const [old, places] = [placesOf(key, open?.row), placesOf(key, live(next)?.row)]
  for (const p of old) if (!places.includes(p)) w.index.set(p, listed(w, p).toSpliced(listed(w, p).indexOf(name), 1))
  for (const p of places) if (!old.includes(p)) w.index.set(p, [...listed(w, p), name])
}
/** Makes an object. A code is never used again, except by the cause that was taken back and by a package that comes again; numbers of versions are. */
export function create(w: Work, key: string, row: Row, day: string): void {
  const history = historyOf(w, key)
  const { kind, id } = w.entry.cause
  const again = kind === 'import' || history.some((r) => r.why === 'new' && r.cause.kind === kind && r.cause.id === id)
  const coded = /^(fbf|cbf|dk):/.test(key)
  if (live(history) || (coded && history.length > 0 && !again)) refuse('code-used', key)
  write(w, key, day, OPEN, (believedRow) => believedRow ?? row, 'new')
}
/**
 * Changes columns. A correction holds from the object's first day (or the day that its act names), what an import sets and what is older than what is known
 * up to the day from which the newer is known, everything else from its day on.
 */
export function amend(w: Work, key: string, patch: Row, a: { act?: string; day?: string }): void {
  const pieces = believed(historyOf(w, key))
  const first = pieces[0]?.regFrom ?? w.entry.day
  const { kind } = w.entry.cause
  const from = a.day ?? (kind === 'correction' ? first : w.entry.day)
  const next = kind === 'import' && a.act?.startsWith('set') ? pieces.find((r) => r.regFrom > from) : undefined
  write(w, key, from, next?.regFrom ?? OPEN, (row) => {
    const base = row ?? next?.row
    return base && { ...base, ...patch }
  })
}
/** Notes that derived columns of a parcel or contractor are to be reckoned since a day. */
export function mark(w: Work, key: string, day: string, booked: boolean, ended = false): void {
  const known = w.since.get(key)
  w.since.set(key, { day: known && known.day > day ? known.day : day, booked: booked || !!known?.booked, ended: ended || !!known?.ended })
}
