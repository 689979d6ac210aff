// What an entry may not do and must balance (acts.md 1, 3, 4, 6). Each refusal by its code: those of business-flows.md 14 where there is one.
import type { Act, ActName, CauseKind, Entry, Member, NewBook } from '../../land/register/acts/acts.ts'
import { compare, m2, type M2, mu, type Mu, sum, toMu, within } from '../../land/definitions/area.ts'
import type { Row } from './clocks.ts'
import {
  acts,
  bookOfLine,
  booksOf,
  currentBook,
  historyOf,
  isCurrent,
  lastBook,
  linesOf,
  listed,
  membersOf,
  naming,
  now,
  personOf,
  refuse,
  require,
} from './state.ts'
import { type State, text, valid, was, type Work } from './state.ts'

const FORM: ActName[] = [
  'newIssuer',
  'setIssuer',
  'endIssuer',
  'newContractor',
  'setContractor',
  'endContractor',
  'newParcel',
  'setParcel',
  'replaceParcels',
  'endParcel',
]
/** Which acts a cause may write; null: all. Source: acts.md 4. */
export const MAY_WRITE: Readonly<Record<CauseKind, readonly ActName[] | null>> = {
  business: null,
  import: null,
  undo: null,
  correction: ['setIssuer', 'setContractor', 'setParcel', 'setContract', 'reviseBook', 'note'],
  notice: ['setParcel', 'certificate', 'restrict', 'endRestriction'],
  desk: ['certificate', 'setContract', 'restrict', 'endRestriction', 'note', 'newBook', 'newParcel', 'setParcel'],
  form: FORM,
  plan: ['setIssuer'],
}
/** What everybody may change on a registered row; an undo leaves it as it is. Source: rulings.md 3, acts.md 3 (correct_cbf_3). */
export const FREE: Readonly<Record<string, readonly string[]>> = { cbf: ['lxdh', 'cbfdz', 'yzbm'], dk: ['dkbzxx'], fbf: ['lxdh', 'yzbm'] }
/** What the writer reckons by itself: not counted by an undo. */
export const DERIVED: Readonly<Record<string, readonly string[]>> = {
  cbf: ['djzt', 'cbfs', 'cbqx', 'cbqxq', 'cbqxz', 'cbjyqzbm', 'djsj', 'zxyylx', 'htzmjm', 'cbdkzs', 'cbfcysl'],
  dk: ['djzt', 'cbfbm', 'cbfmc', 'sfqqqg'],
}

/** Which object stands in an act, and where its code does: in one entry an object stands in at most one new, set, end or replace. Source: acts.md 1, 2. */
const STANDS_IN: Readonly<Record<ActName, string>> = {
  newIssuer: 'fbf fbfbm',
  setIssuer: 'fbf fbfbm',
  endIssuer: 'fbf fbfbm',
  newContractor: 'cbf cbfbm',
  setContractor: 'cbf cbfbm',
  endContractor: 'cbf cbfbm',
  newParcel: 'dk dkbm',
  setParcel: 'dk dkbm',
  endParcel: 'dk dkbm',
  replaceParcels: 'dk parents children.dkbm',
  newBook: 'book code',
  endBook: 'version djbId',
  reviseBook: 'version djbId',
  setContract: 'cbht cbhtbm',
  restrict: 'restriction ref',
  endRestriction: 'restriction ref',
  // a certificate may have several events in an entry, a page several lines
  certificate: '',
  note: '',
}
/** The objects that stand in an act, each with the name of what it is. */
function namedBy(a: Act): string[] {
  const [what, ...places] = STANDS_IN[a.act].split(' ')
  const at = (place: string) => place.split('.').reduce<any[]>((found, name) => found.flatMap((x) => x[name] ?? []), [a])
  return places.flatMap(at).map((code) => `${what}:${code}`)
}
/** Who may write what, one act an object, days not in the future and acts with a day of their own only where history is brought. */
export function permitted(entry: Entry, today: string): void {
  const { kind } = entry.cause
  const may = MAY_WRITE[kind]
  const seen = new Set<string>()
  for (const a of entry.acts) {
    require((!may || may.includes(a.act)) && (a.act !== 'reviseBook' || kind === 'correction'), 'may-not', `${kind} ${a.act}`)
    require(!a.day || kind === 'import' || kind === 'correction', 'own-day', a.act)
    require((a.day ?? entry.day) <= today, 'day-future', a.day ?? entry.day)
    for (const key of namedBy(a)) {
      require(!seen.has(key), 'twice', key)
      seen.add(key)
    }
  }
  require(entry.day <= today, 'day-future', entry.day)
}

/** What is registered changes only by who may change it: a form the free columns, a correction only what no business has touched. */
export function guard(w: Work, key: string, columns: readonly string[]): void {
  const { kind } = w.entry.cause
  const table = key.slice(0, key.indexOf(':'))
  const row = now(w, key)
  if (kind === 'form' && isRegistered(w, key, row)) require(columns.every((c) => FREE[table]?.includes(c)), 'registered', key)
  if (kind === 'correction') require(!touchedByBusiness(w, key, row), 'touched', key)
}
function isRegistered(w: Work, key: string, row: Row | undefined): boolean {
  if (!key.startsWith('fbf:')) return ['2', '9'].includes(text(row, 'djzt'))
  return [...w.before.index].some(([k, ids]) => k.startsWith('book:') && ids.some((id) => isCurrent(w, id) && now(w, `djb:${id}`)?.fbfbm === row?.fbfbm))
}
/** A business has written it, or a book that names it. */
function touchedByBusiness(w: Work, key: string, row: Row | undefined): boolean {
  const by = (k: string) => historyOf(w, k).some((r) => r.cause.kind === 'business')
  const books = row?.dkbm
    ? listed(w, `naming:${text(row, 'dkbm')}`).map(bookOfLine)
    : row?.cbfmc && key.startsWith('cbf:')
      ? ['J', 'Q'].flatMap((letter) => listed(w, `book:${text(row, 'cbfbm')}${letter}`))
      : []
  return by(key) || books.some((id) => by(`djb:${id}`))
}

const isHead = (m: Member | Row, all: readonly (Member | Row)[]) => (all.some((x) => x.yhzgx === '02') ? m.yhzgx === '02' : m.yhzgx === '01')
const livesAndOwns = (m: Member | Row) => m.sfgyr === '1' && m.cybz !== '7'
/** One head, alive and co-owner; nobody twice in a household. I8. */
export function household(cbfbm: string, members: readonly (Member | Row)[]): void {
  const heads = members.filter((m) => isHead(m, members))
  require(heads.length === 1 && livesAndOwns(heads[0]!), 'head', cbfbm)
  const persons = members.map((m) => personOf(m))
  require(new Set(persons).size === persons.length, 'person-twice', cbfbm)
}
/** The entry tells why a member may stand in a second household: reason, proof, and two persons. */
function isTold(w: Work, cbfbm: string, m: Row): boolean {
  const lists = [...acts(w, 'newContractor'), ...acts(w, 'setContractor')].filter((a) => a.cbfbm === cbfbm).flatMap((a) => a.members ?? [])
  const d = lists.find((x) => personOf(x) === personOf(m))?.double
  return !!d?.reason.trim() && !!d.attachId && !!d.askedBy && !!d.confirmedBy && d.confirmedBy !== d.askedBy
}
/** A person newly head or co-owner of a household is neither in another one, unless it is told why. A package brings its doubles; they are listed. Source: register.md 5. */
export function persons(w: Work, households: readonly string[]): void {
  if (w.entry.cause.kind === 'import' || w.entry.cause.kind === 'undo') return
  for (const cbfbm of households)
    for (const m of membersOf(w, cbfbm)) {
      if (isTold(w, cbfbm, m)) continue
      const others = listed(w, `person:${personOf(m)}`).map((id) => now(w, `jtcy:${id}`)!)
      if (!livesAndOwns(m) || others.length < 2) continue
      const before = listed({ ...w, index: new Map() }, `person:${personOf(m)}`).some((id) => {
        const row = was(w, `jtcy:${id}`)
        return row?.cbfbm === cbfbm && livesAndOwns(row)
      })
      if (!before && others.some((o) => o.cbfbm !== cbfbm && livesAndOwns(o))) refuse('person', `${cbfbm} ${personOf(m)}`)
    }
}
/** Split and merge: the same persons in and out. E1009. */
export function samePersons(w: Work): void {
  const made = acts(w, 'newContractor')
  const byId = made.some((a) => a.members.some((m) => m.id))
  const splitOrMerge = byId || acts(w, 'endContractor').some((a) => a.zxyylx === '6' || a.zxyylx === '7') || acts(w, 'newBook').some(isSplitOrMerge)
  if (!splitOrMerge || w.entry.cause.kind === 'import') return
  const touched = [...made, ...acts(w, 'setContractor'), ...acts(w, 'endContractor')].map((a) => a.cbfbm)
  const before = new Set(touched.flatMap((cbfbm) => listed({ ...w, index: new Map() }, `members:${cbfbm}`).map((id) => personOf(was(w, `jtcy:${id}`)!))))
  const after = new Set(touched.flatMap((cbfbm) => membersOf(w, cbfbm).map((m) => personOf(m))))
  require(before.size === after.size && [...before].every((p) => after.has(p)), 'E1009', touched.join(' '))
}
const isSplitOrMerge = (b: NewBook) => b.djlx === '1' && (b.djxl === '1' || b.djxl === '2')

/** The next day of a day (yyyy-MM-dd), n days on. */
export function plusDays(day: string, n: number): string {
  const [y, m, d] = day.split('-').map(Number)
  const on = new Date(Date.UTC(y!, m! - 1, d! + n))
  return [String(on.getUTCFullYear()).padStart(4, '0'), String(on.getUTCMonth() + 1).padStart(2, '0'), String(on.getUTCDate()).padStart(2, '0')].join('-')
}
/** Whole years end on the eve of the day they began; what began on 29 February ends on the 27th or 28th. */
const wholeYears = (from: string, to: string) => {
  const end = plusDays(to, 1).slice(5)
  return end === from.slice(5) || (from.endsWith('-02-29') && (end === '02-28' || end === '03-01'))
}
/** The rounds of an issuer, the last word on each. */
export const roundsOf = (s: State, fbfbm: string) =>
  s.rounds.filter((r, i) => r.fbfbm === fbfbm && !s.rounds.slice(i + 1).some((x) => x.fbfbm === fbfbm && x.no === r.no))
/** The last day that the rounds of an issuer leave to a household whose term begins on a day: of the round that holds it, else the day before the next one that is to come. */
export function roundEndOf(s: State, fbfbm: string, day: string, today: string): string | undefined {
  const own = roundsOf(s, fbfbm)
  const later = own.flatMap((r) => (r.from > day && r.from > today ? [r.from] : [])).toSorted()[0]
  return own.find((r) => r.from <= day && day <= r.to)?.to ?? (later && plusDays(later, -1))
}
/** The last day of the last round of an issuer. */
export const lastRoundDay = (s: State, fbfbm: string): string | undefined =>
  roundsOf(s, fbfbm)
    .map((r) => r.to)
    .toSorted()
    .at(-1)
/** The term of a book: E1017, I10, I9 and the round. Imports bring what was registered. */
export function terms(w: Work, b: NewBook): void {
  const { cbqxq, cbqxz, cbfs } = b.terms
  require(cbfs === '110' ? b.code.endsWith('J') : cbfs.startsWith('12') && b.code.endsWith('Q'), 'letter', b.code)
  require(cbqxq < cbqxz, 'term', b.code)
  const isRenewal = b.djxl === '9'
  if (b.djxl === '0' || isRenewal) {
    if (w.entry.cause.kind === 'import') return
    const round = cbfs === '110' ? roundEndOf(w.s, b.fbfbm, cbqxq, w.entry.day) : undefined
    const latest = plusDays(`${Number(cbqxq.slice(0, 4)) + (cbfs === '110' ? 30 : 50)}${cbqxq.slice(4)}`, -1)
    require(isRenewal || !round || cbqxz <= round, 'round', b.code)
    require((round && !isRenewal) || cbqxz <= latest, 'long', b.code)
    const last = cbfs === '110' ? lastRoundDay(w.s, b.fbfbm) : undefined
    require(isRenewal || !last || cbqxq <= last, 'long', b.code)
    require(cbqxz === round || wholeYears(cbqxq, cbqxz), 'whole-years', b.code)
    return
  }
  const ended = acts(w, 'endBook').find((e) => e.djbId.startsWith(`${b.code}/`))
  // what the code had before and was ended then is no bound
  const others = b.from.filter((id) => !id.startsWith(`${b.code}/`))
  for (const id of ended ? [ended.djbId] : others.length ? others : b.from) require(cbqxz <= text(now(w, `djb:${id}`), 'cbqxz'), 'E1017', b.code)
}

/** A version of a book: its code, issuer, holder, sources and lines. */
export function bookStands(w: Work, b: NewBook): void {
  require(/^\d{18}[JQ]$/.test(b.code) && b.code.startsWith(b.cbfbm), 'code', b.code)
  const holder = valid(w, `cbf:${b.cbfbm}`, 'no-contractor')
  require(b.fbfbm === holder.fbfbm, 'book-issuer', b.code)
  require(!currentBook(w, b.code), 'E1013', b.code)
  for (const id of b.from) require(!!now(w, `djb:${id}`) && !isCurrent(w, id), 'from', id)
  const last = lastBook(w, b.code)
  require(!last || b.from.includes(last), 'from', b.code)
  require(b.lines.length > 0, 'E1018', b.code)
  require(new Set(b.lines.map((l) => l.dkbm)).size === b.lines.length, 'E1015', b.code)
  for (const l of b.lines) {
    const parcel = valid(w, `dk:${l.dkbm}`, 'no-parcel')
    require(parcel.dklb === '10', 'parcel-category', l.dkbm)
    require(within(toMu(m2(l.htmj ?? '0')), mu(l.htmjm ?? '0'), 1) && compare(mu(l.htmjm ?? '0'), mu('0')) > 0, 'line-area', l.dkbm)
  }
}
/** What must be true of every object that the entry has touched. I4, I5, I17. */
export function stands(w: Work): void {
  for (const key of w.since.keys()) {
    const row = now(w, key)
    const code = key.slice(key.indexOf(':') + 1)
    if (key.startsWith('cbf:')) require(!row || row.zt === '1' || booksOf(w, code).length === 0, 'contractor-has-book', code)
    else if (row) {
      const lines = naming(w, code)
      require(lines.length === 0 || (row.zt === '1' && row.dklb === '10'), 'E1015', code)
      require(lines.length < 2 || lines.every((l) => now(w, `cbdkxx:${l}`)!.sfqqqg === '1'), 'E1015', code)
    }
  }
  for (const e of acts(w, 'endBook')) {
    const followed = acts(w, 'newBook').some((b) => (e.qszt === '2' ? b.from.includes(e.djbId) : e.djbId.startsWith(`${b.code}/`)))
    require(followed === (e.qszt === '2'), 'successor', e.djbId)
  }
}

const hundredths = (v: Mu): number => Number(v.replace('.', ''))
const muOf = (row: Row, column: string): Mu => mu(text(row, column) || '0')
/**
 * Areas of contracts: what the ended books had is what the new ones have, without what was freed, lost, expropriated or taken from free land; 0.01 mu × lines.
 * Parcels are one lot with what they were cut into or joined from: a lot on one side only was freed or taken. Not where the entry corrects a survey, at a
 * renewal, and for a general change (djxl 5) that keeps its parcels (areas by decision, item 6). I13; E1010 for a split, else E1008.
 */
export function areas(w: Work): void {
  const books = acts(w, 'newBook')
  const djxl = books.map((b) => b.djxl)
  if (!djxl.some((x) => ['1', '2', '3', '4', '5', '13'].includes(x)) || acts(w, 'setParcel').some((a) => a.bgfs === '0' || a.bgfs === '50')) return
  const lots = new Map<string, string>()
  const share = new Map<string, [kept: number, all: number]>()
  for (const r of acts(w, 'replaceParcels')) {
    const lot = r.parents[0]!
    for (const dkbm of [...r.parents, ...r.children.map((c) => c.dkbm)]) lots.set(dkbm, lot)
    const size = (c: { fields: { scmj?: unknown } }) => Number(c.fields.scmj ?? 0)
    const whole = r.children.reduce((n, c) => n + size(c), 0)
    share.set(lot, [r.children.reduce((n, c) => n + (c.fate ? 0 : size(c)), 0), whole])
  }
  const before = acts(w, 'endBook').flatMap((e) => linesOf(w, e.djbId))
  const after = books.flatMap((b) => b.lines)
  if (djxl.includes('5') && before.length === after.length && after.every((l) => before.some((x) => x.dkbm === l.dkbm))) return
  const add = (lines: readonly Row[]) => {
    const of = new Map<string, number>()
    for (const l of lines) {
      const lot = lots.get(text(l, 'dkbm')) ?? text(l, 'dkbm')
      of.set(lot, (of.get(lot) ?? 0) + hundredths(muOf(l, 'htmjm')))
    }
    return of
  }
  const [old, made] = [add(before), add(after)]
  let off = 0
  for (const [lot, n] of made) {
    const [kept, all] = share.get(lot) ?? [1, 1]
    if (old.has(lot)) off += n - (old.get(lot)! * kept) / all
  }
  require(Math.abs(off) <= before.length + after.length, djxl.includes('1') ? 'E1010' : 'E1008', books.map((b) => b.code).join(' '))
}
/**
 * The shares of a parcel (sfqqqg 1) are quantities of it: the households together have no more than the parcel measures, 0.01 m² a share apart. Shares that a
 * package brought as more may stay or become less, in fewer hands too. Source: acts.md 6.
 */
export function shares(w: Work): void {
  if (w.entry.cause.kind === 'import' || w.entry.cause.kind === 'undo') return
  const fresh = acts(w, 'newBook').flatMap((b) => b.lines.filter((l) => l.sfqqqg === '1').map((l) => l.dkbm))
  for (const dkbm of new Set(fresh)) {
    const scmj = text(now(w, `dk:${dkbm}`), 'scmj')
    if (!scmj) continue
    const inAll = (lines: readonly (Row | undefined)[]) => lines.reduce((n, l) => n + Number(text(l, 'htmj').replace('.', '')), 0)
    const before = listed({ ...w, index: new Map() }, `naming:${dkbm}`).filter((l) => was(w, `djb:${bookOfLine(l)}`)?.qszt === '1')
    const after = naming(w, dkbm).map((l) => now(w, `cbdkxx:${l}`))
    const fits = inAll(after) - after.length <= Number(scmj.replace('.', ''))
    require(fits || inAll(after) <= inAll(before.map((l) => was(w, `cbdkxx:${l}`))), 'shares-beyond', dkbm)
  }
}
/** Σ area of the pieces = of the parents, ± the greater of 0.1 m² × pieces and 0.1 %. I14 (the shapes themselves are checked where they are drawn). */
export function cutArea(parents: readonly Row[], children: readonly Row[], about: string): void {
  const total = (rows: readonly Row[]): M2 => sum(rows.map((r) => m2(text(r, 'scmj') || '0')))
  const [before, n] = [total(parents), Math.max(parents.length, children.length)]
  require(within(before, total(children), Math.max(10 * n, Math.floor(Number(before) / 10))), 'cut-area', about)
}
/** Measured areas fit each other. */
export function measured(fields: Row, about: string): void {
  if (fields.scmj && fields.scmjm) require(within(toMu(m2(text(fields, 'scmj'))), mu(text(fields, 'scmjm')), 1), 'mu-mismatch', about)
}
