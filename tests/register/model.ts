// The register in memory: the oracle that the writer is compared with. Written from the design (register.md, acts.md), not from the writer: of the product it
// takes the types of the acts and the arithmetic of areas, and nothing else.
import type { Cause, Certificate, Contract, EndBook, Entry, Line, Member, NewBook, ReviseBook, Terms } from '../../land/register/acts/acts.ts'
import { m2, mu, sum } from '../../land/definitions/area.ts'
import { at, believed, live, nameOf, OPEN, restored, type Row } from './clocks.ts'
import {
  areas,
  bookStands,
  cutArea,
  DERIVED,
  FREE,
  guard,
  household,
  measured,
  permitted,
  persons,
  roundsOf,
  samePersons,
  shares,
  stands,
  terms,
} from './rules.ts'
import {
  acts,
  amend,
  begin,
  booksOf,
  bookOfLine,
  certificateOf,
  create,
  currentBook,
  finish,
  historyOf,
  isCurrent,
  lastBook,
  linesOf,
  listed,
} from './state.ts'
import { mark, membersOf, naming, now, type Put, type Refused, Refusal, refuse, require, type State, type Table, text, valid, versionOf, was } from './state.ts'
import { type Work, write } from './state.ts'

/**
 * Writes one entry, whole or not at all. Answers the register after it, or why it is refused (a stable code; nothing has changed then). A unit that was
 * written changes nothing.
 */
export function apply(state: State, entry: Entry, log?: Put[]): State | Refused {
  return whole(state, entry, log, (w) => {
    permitted(entry, state.today)
    issuers(w)
    contractors(w)
    parcels(w)
    for (const a of acts(w, 'endBook')) endBook(w, a)
    for (const a of acts(w, 'newBook')) newBook(w, a)
    for (const a of acts(w, 'reviseBook')) reviseBook(w, a)
    contracts(w)
    for (const a of acts(w, 'certificate')) certificate(w, a, a.day ?? entry.day)
    papers(w)
    stands(w)
    samePersons(w)
    areas(w)
    shares(w)
    persons(w, householdsOf(w))
    derive(w)
  })
}
/** Runs the work; what it wrote counts only when all of it went well. */
function whole(state: State, entry: Entry, log: Put[] | undefined, work: (w: Work) => void): State | Refused {
  if (state.units.get(entry.unit)) return state
  const own: Put[] = []
  const w = begin(state, entry, log && own)
  try {
    work(w)
  } catch (e) {
    if (e instanceof Refusal) return { refused: e.refused, about: e.about }
    throw e
  }
  log?.push(...own)
  return finish(w)
}
const dayOf = (w: Work, a: { day?: string }): string => a.day ?? w.entry.day
/** The parts of a state that are lists are replaced, never changed. */
function note(w: Work, on: string, day: string, said: { text: string; djlx?: string; djxl?: string }): void {
  w.s = { ...w.s, notes: [...w.s.notes, { on, day, cause: w.entry.cause, moment: w.by.moment, ...said }] }
}
const owns = (cause: Cause, x: { cause: Cause }) => nameOf(x.cause) === nameOf(cause)

function issuers(w: Work): void {
  for (const a of acts(w, 'newIssuer')) {
    require(/^\d{14}$/.test(a.fbfbm), 'code', a.fbfbm)
    create(w, `fbf:${a.fbfbm}`, { ...a.fields, fbfbm: a.fbfbm, zt: '1' }, dayOf(w, a))
  }
  for (const a of acts(w, 'setIssuer')) {
    const key = `fbf:${a.fbfbm}`
    valid(w, key, 'no-issuer')
    require(!a.fields || w.entry.cause.kind !== 'plan', 'may-not', key)
    if (a.fields) guard(w, key, Object.keys(a.fields))
    if (a.fields) amend(w, key, a.fields, a)
    for (const r of a.rounds ?? []) {
      const others = roundsOf(w.s, a.fbfbm).filter((x) => x.no !== r.no)
      const apart = others.every((x) => (x.no < r.no ? x.to < r.from : r.to < x.from))
      require(r.from < r.to && apart, 'round', a.fbfbm)
      const round = { fbfbm: a.fbfbm, no: r.no, from: r.from, to: r.to, cause: w.entry.cause, moment: w.by.moment }
      w.s = { ...w.s, rounds: [...w.s.rounds, round] }
    }
  }
  for (const a of acts(w, 'endIssuer')) {
    valid(w, `fbf:${a.fbfbm}`, 'no-issuer')
    const left = [...w.s.objects].some(([key]) => /^(cbf|dk):/.test(key) && now(w, key)?.fbfbm === a.fbfbm && now(w, key)?.zt === '1')
    require(!left, 'fbf-in-use', a.fbfbm)
    amend(w, `fbf:${a.fbfbm}`, { zt: '2' }, a)
  }
}

const SERIALS: Readonly<Record<string, readonly [number, number]>> = { 1: [1, 8000], 2: [8001, 9000], 3: [9001, 9999] }
const householdsOf = (w: Work): string[] => [...acts(w, 'newContractor'), ...acts(w, 'setContractor').filter((a) => a.members)].map((a) => a.cbfbm)
function contractors(w: Work): void {
  const taken = new Set<string>()
  const touched = [...householdsOf(w), ...acts(w, 'endContractor').map((a) => a.cbfbm)]
  for (const a of acts(w, 'newContractor')) {
    const cbflx = text(a.fields, 'cbflx') || '1'
    const [low, high] = SERIALS[cbflx] ?? [1, 0]
    const serial = Number(a.cbfbm.slice(14))
    require(/^\d{18}$/.test(a.cbfbm), 'code', a.cbfbm)
    require(serial >= low && serial <= high, 'code-range', a.cbfbm)
    const fbfbm = a.cbfbm.slice(0, 14)
    valid(w, `fbf:${fbfbm}`, 'no-issuer')
    const cbfcysl = cbflx === '1' ? a.members.length : 1
    create(w, `cbf:${a.cbfbm}`, { ...NO_LAND, ...a.fields, cbflx, cbfbm: a.cbfbm, fbfbm, zt: '1', djzt: '0', cbfcysl }, dayOf(w, a))
    setMembers(w, a.cbfbm, a.members, dayOf(w, a), touched, taken)
  }
  for (const a of acts(w, 'setContractor')) {
    const key = `cbf:${a.cbfbm}`
    valid(w, key, 'no-contractor')
    guard(w, key, [...Object.keys(a.fields ?? {}), ...(a.members ? ['members'] : [])])
    const isHousehold = { ...now(w, key)!, ...a.fields }.cbflx === '1'
    const { cbfcysl: _, ...fields } = { ...a.fields }
    const counted = !isHousehold ? { cbfcysl: 1 } : a.members ? { cbfcysl: a.members.length } : {}
    if (a.fields || a.members) amend(w, key, { ...fields, ...counted }, a)
    const first = believed(historyOf(w, key))[0]!.regFrom
    if (a.members) setMembers(w, a.cbfbm, a.members, a.day ?? (w.entry.cause.kind === 'correction' ? first : w.entry.day), touched, taken)
    mark(w, key, dayOf(w, a), false)
  }
  for (const a of acts(w, 'endContractor')) {
    const key = `cbf:${a.cbfbm}`
    valid(w, key, 'no-contractor')
    guard(w, key, ['zt'])
    amend(w, key, { zt: '2', djzt: '9', zxyylx: a.zxyylx }, a)
    mark(w, key, dayOf(w, a), false)
  }
  for (const a of acts(w, 'endContractor')) for (const s of a.successor ?? []) valid(w, `cbf:${s}`, 'no-contractor')
  // who stands in no list of the entry any more, ends
  const day = new Map([...acts(w, 'setContractor'), ...acts(w, 'endContractor')].map((a) => [a.cbfbm, a.day]))
  for (const cbfbm of new Set(touched))
    for (const id of listed({ ...w, index: new Map() }, `members:${cbfbm}`)) {
      const key = `jtcy:${id}`
      const first = believed(historyOf(w, key))[0]!.regFrom
      if (!taken.has(id)) write(w, key, day.get(cbfbm) ?? (w.entry.cause.kind === 'correction' ? first : w.entry.day), OPEN, () => undefined)
    }
  for (const cbfbm of householdsOf(w)) if (now(w, `cbf:${cbfbm}`)!.cbflx === '1') household(cbfbm, membersOf(w, cbfbm))
}
/** The whole list of a household: rows named by id stay or move, the others are new. */
function setMembers(w: Work, cbfbm: string, list: readonly Member[], day: string, households: readonly string[], taken: Set<string>): void {
  for (const [i, { id, ...fields }] of list.entries()) {
    const row = { ...fields, cbfbm, sort: i + 1 }
    if (!id) {
      const name = `m${w.s.members + 1}`
      w.s = { ...w.s, members: w.s.members + 1 }
      create(w, `jtcy:${name}`, row, day)
      taken.add(name)
      continue
    }
    const from = text(was(w, `jtcy:${id}`), 'cbfbm')
    require(households.includes(from), 'member-elsewhere', id)
    require(!taken.has(id), 'member-twice', id)
    taken.add(id)
    amend(w, `jtcy:${id}`, row, w.entry.cause.kind === 'correction' ? {} : { day })
  }
}

function parcels(w: Work): void {
  const imported = w.entry.cause.kind === 'import'
  const add = (dkbm: string, fields: Row, more: Row, day: string) => {
    const fbfbm = dkbm.slice(0, 14)
    require(/^\d{19}$/.test(dkbm), 'code', dkbm)
    valid(w, `fbf:${fbfbm}`, 'no-issuer')
    measured(fields, dkbm)
    create(w, `dk:${dkbm}`, { sfqqqg: '2', ...fields, dkbm, fbfbm, zt: '1', djzt: '0', ydkbm: [], ...more }, day)
    mark(w, `dk:${dkbm}`, day, false)
  }
  for (const a of acts(w, 'newParcel')) add(a.dkbm, a.fields, { sjly: imported ? '0' : '1' }, dayOf(w, a))
  for (const a of acts(w, 'setParcel')) {
    const key = `dk:${a.dkbm}`
    const fields: Row = a.fields ?? {}
    const columns = Object.keys(fields)
    valid(w, key, 'no-parcel')
    guard(w, key, columns)
    measured({ ...now(w, key), ...fields }, a.dkbm)
    require(w.entry.cause.kind !== 'notice' || columns.every((c) => c === 'bdcdyh'), 'may-not', key)
    require(a.bgfs !== '50' || columns.every((c) => AREAS.includes(c)), 'bgfs', a.dkbm)
    require(a.bgfs !== '10' || !columns.includes('geom'), 'bgfs', a.dkbm)
    // land that is given out, comes back or goes to the state changes category and use: it stays as it was surveyed
    const surveyed = columns.some((c) => !['dklb', 'tdyt', 'bdcdyh'].includes(c))
    const sjly = a.bgfs === '0' ? { sjly: '2' } : surveyed && a.bgfs !== '51' ? { sjly: '10' } : {}
    amend(w, key, { ...fields, ...sjly }, a)
    mark(w, key, dayOf(w, a), false)
  }
  for (const a of acts(w, 'replaceParcels')) {
    const parents = a.parents.map((p) => valid(w, `dk:${p}`, 'no-parcel'))
    require(a.bgfs === '1' ? parents.length === 1 && a.children.length > 1 : parents.length > 1 && a.children.length === 1, 'bgfs', a.parents.join(' '))
    cutArea(
      parents,
      a.children.map((c) => c.fields),
      a.parents.join(' '),
    )
    for (const p of a.parents) {
      guard(w, `dk:${p}`, ['zt'])
      amend(w, `dk:${p}`, { zt: '2' }, a)
      mark(w, `dk:${p}`, dayOf(w, a), false)
    }
    for (const c of a.children) {
      const fate = c.fate === 'lost' ? { zt: '2' } : c.fate === 'state' ? { dklb: '99', tdyt: '5' } : c.fate === 'reserve' ? { dklb: '22' } : {}
      add(c.dkbm, c.fields, { sjly: a.bgfs === '1' ? '3' : '4', ydkbm: [...a.parents], ...fate }, dayOf(w, a))
      const edges = a.parents.map((from) => ({ table: 'dk' as const, of: c.dkbm, from, how: a.bgfs, cause: w.entry.cause, moment: w.by.moment }))
      w.s = { ...w.s, edges: [...w.s.edges, ...edges] }
    }
  }
  for (const a of acts(w, 'endParcel')) {
    const row = valid(w, `dk:${a.dkbm}`, 'no-parcel')
    guard(w, `dk:${a.dkbm}`, ['zt'])
    require(a.bgfs === '3' || row.djzt !== '2', 'registered', a.dkbm)
    amend(w, `dk:${a.dkbm}`, { zt: '2' }, a)
    mark(w, `dk:${a.dkbm}`, dayOf(w, a), false)
  }
}
const AREAS = ['scmj', 'scmjm', 'qqmjm', 'yhtmjm']

/** Marks what a book touches: its contractor and its parcels. */
function touch(w: Work, cbfbm: string, parcelCodes: readonly string[], day: string, ended: boolean): void {
  mark(w, `cbf:${cbfbm}`, day, true, ended)
  for (const dkbm of parcelCodes) mark(w, `dk:${dkbm}`, day, true, ended)
}
const business = (w: Work) => (w.entry.cause.kind === 'business' ? w.entry.cause.id : undefined)
function endBook(w: Work, a: EndBook): void {
  const row = now(w, `djb:${a.djbId}`)
  if (row?.qszt !== '1') return refuse('E1004', a.djbId)
  const day = dayOf(w, a)
  amend(w, `djb:${a.djbId}`, { qszt: a.qszt, endTime: day, endReason: a.reason, endBusinessId: business(w) }, a)
  amend(w, `cbht:${a.djbId}`, { qszt: a.qszt }, a)
  const lines = linesOf(w, a.djbId).map((l) => text(l, 'dkbm'))
  for (const dkbm of lines) amend(w, `cbdkxx:${a.djbId}/${dkbm}`, { qszt: a.qszt }, a)
  touch(w, text(row, 'cbfbm'), lines, day, true)
  if (a.entry) note(w, a.djbId, day, { ...a.entry, text: a.reason })
}
const totals = (lines: readonly Row[]) => ({
  htzmj: sum(lines.map((l) => m2(text(l, 'htmj') || '0'))),
  htzmjm: sum(lines.map((l) => mu(text(l, 'htmjm') || '0'))),
  cbdkzs: lines.length,
})
const termsOf = ({ cbfs, cbqxq, cbqxz }: Terms) => ({ cbfs, cbqxq, cbqxz })
/** A line as the register keeps it: what the book says, and the parcel as it is after the entry. */
function lineRow(w: Work, djbId: string, book: Row, line: Line): Row {
  const parcel = now(w, `dk:${line.dkbm}`)!
  const { dkmc, fbfbm, scmj, scmjm } = parcel
  return { ...line, djbId, qszt: book.qszt, cbfbm: book.cbfbm, cbhtbm: book.cbjyqzbm, dkmc, fbfbm, scmj, scmjm }
}
/** A certificate that goes on stands in the new version as in the one before: its serial once it was given out, and the one before it. */
function certificateSaid(w: Work, code: string, last: string | undefined): { cbjyqzlsh?: string | null; ycbjyqzbh?: string | null } {
  const held = acts(w, 'certificate').some((c) => c.event === 'keep' && c.code === code) ? certificateOf(w, code) : undefined
  const row = held === undefined ? undefined : now(w, `cbjyqz:${held}`)
  if (!row) return {}
  const before = last === undefined ? undefined : now(w, `djb:${last}`)
  return { cbjyqzlsh: row.fzrq ? text(row, 'cbjyqzlsh') || null : null, ycbjyqzbh: before ? text(before, 'ycbjyqzbh') || null : null }
}
function newBook(w: Work, b: NewBook): void {
  const day = dayOf(w, b)
  bookStands(w, b)
  terms(w, b)
  const last = lastBook(w, b.code)
  const version = last ? versionOf(last) + 1 : 1
  const djbId = `${b.code}/${version}`
  const holder = now(w, `cbf:${b.cbfbm}`)!
  const { cbfmc, cbfzjhm } = holder
  const issuer = { fbfbm: b.fbfbm, fbfmc: now(w, `fbf:${b.fbfbm}`)?.fbfmc }
  const members = b.as?.members ?? membersOf(w, b.cbfbm)
  const head = { version, qszt: '1', cbfbm: b.cbfbm, cbfmc, cbfzjhm, ...issuer, ...termsOf(b.terms), ...totals(b.lines) }
  const { djsj = day, dbr = w.entry.registrar, djbfj = b.remark, ycbjyqzbh, cbjyqzlsh } = { ...certificateSaid(w, b.code, last), ...b.as }
  const entered = { djlx: b.djlx, djxl: b.djxl, djsj, dbr, djbfj, ycbjyqzbh, cbjyqzlsh, businessId: business(w) }
  const cbfcysl = holder.cbflx === '1' ? members.length : 1
  const book: Row = { ...head, ...entered, cbjyqzbm: b.code, cbfcysl, endTime: null, endReason: null, endBusinessId: null }
  create(w, `djb:${djbId}`, { ...book, members: members.map(printedMember), holder: HOLDER.map((c) => holder[c] ?? null) }, day)
  create(w, `cbht:${djbId}`, { ...head, cbhtbm: b.code, cbqx: b.terms.cbqx, ...signed(w, b, last) }, day)
  for (const l of b.lines) create(w, `cbdkxx:${djbId}/${l.dkbm}`, lineRow(w, djbId, book, l), day)
  const edges = b.from.map((from) => ({ table: 'djb' as const, of: djbId, from, how: b.djxl, cause: w.entry.cause, moment: w.by.moment }))
  w.s = { ...w.s, edges: [...w.s.edges, ...edges] }
  touch(
    w,
    b.cbfbm,
    b.lines.map((l) => l.dkbm),
    day,
    false,
  )
}
/** Columns of the holder that a book keeps. */
export const HOLDER = ['cbflx', 'cbfmc', 'cbfzjlx', 'cbfzjhm', 'cbfdz', 'yzbm', 'lxdh'] as const
/** Columns of a member that a book keeps, in its order. */
export const MEMBER = ['cyxm', 'cyxb', 'yhzgx', 'cyzjlx', 'cyzjhm', 'sfgyr', 'cybz', 'cybzsm'] as const
const printedMember = (m: Member | Row): unknown[] => MEMBER.map((c) => (m as Row)[c] ?? null)
const SIGNATURE = ['qdsj', 'signWay', 'signStatus', 'attachId', 'fileHash', 'htxlh'] as const
/** Where the contract comes from. It is carried only where lines and terms stay as they were. */
function signed(w: Work, b: { code: string; lines: readonly Line[]; terms: Terms; contract: Contract }, last: string | undefined): Row {
  const { ycbhtbm, yhtzmj, yhtzmjm } = b.contract
  const former = { ycbhtbm, yhtzmj, yhtzmjm }
  if ('file' in b.contract) return { ...former, ...b.contract.file, htlx: b.contract.htlx }
  if ('paper' in b.contract) return { ...former, ...b.contract.paper, htlx: b.contract.htlx }
  if ('unsigned' in b.contract) return { ...former, htlx: b.contract.htlx, signStatus: '99' }
  const old = last === undefined ? undefined : now(w, `cbht:${last}`)
  if (last === undefined || !old) return refuse('carry', b.code)
  const stays = (a: unknown, c: unknown) => String(a ?? '') === String(c ?? '')
  const lines = linesOf(w, last)
  const same =
    lines.length === b.lines.length &&
    b.lines.every((l) => lines.some((x) => ['dkbm', 'cbjyqqdfs', 'htmj', 'htmjm', 'sfqqqg'].every((c) => stays(x[c], (l as Row)[c])))) &&
    (['cbfs', 'cbqx', 'cbqxq', 'cbqxz'] as const).every((c) => stays(old[c], b.terms[c]))
  require(same, 'carry', b.code)
  // what the contract before said of its own former contract is carried with it
  const carried = Object.entries({ ycbhtbm, yhtzmj, yhtzmjm }).map(([c, v]) => [c, v ?? old[c]])
  return Object.fromEntries([...carried, ...[...SIGNATURE, 'htlx'].map((c) => [c, old[c]])])
}
/** A new edition of a version: what the paper says and our record does not. */
function reviseBook(w: Work, a: ReviseBook): void {
  const key = `djb:${a.djbId}`
  const book = now(w, key)
  if (!book) return refuse('E1004', a.djbId)
  require(!historyOf(w, key).some((r) => r.cause.kind === 'business'), 'touched', a.djbId)
  const { members, fzjg: _fzjg, holder, ...content } = a.content
  const named = holder ? { cbfmc: holder.cbfmc, cbfzjhm: holder.cbfzjhm } : {}
  const sums = a.lines ? totals(a.lines) : {}
  const term = a.terms ? termsOf(a.terms) : {}
  const people = members ? { members: members.map(printedMember), cbfcysl: members.length } : {}
  amend(w, key, { ...content, ...named, ...sums, ...term, ...people }, a)
  const cbqx = a.terms ? { cbqx: a.terms.cbqx } : {}
  const contract =
    a.contract && !('carry' in a.contract)
      ? signed(w, { code: a.djbId, lines: [], terms: { cbfs: '', cbqx: 0, cbqxq: '', cbqxz: '' }, contract: a.contract }, undefined)
      : {}
  amend(w, `cbht:${a.djbId}`, { ...named, ...sums, ...term, ...cbqx, ...contract }, a)
  const first = a.day ?? believed(historyOf(w, key))[0]!.regFrom
  const before = linesOf(w, a.djbId).map((l) => text(l, 'dkbm'))
  for (const l of a.lines ?? []) {
    valid(w, `dk:${l.dkbm}`, 'no-parcel')
    const line = `cbdkxx:${a.djbId}/${l.dkbm}`
    if (before.includes(l.dkbm)) amend(w, line, l, a)
    else create(w, line, lineRow(w, a.djbId, book, l), first)
  }
  for (const dkbm of a.lines ? before : []) if (!a.lines!.some((l) => l.dkbm === dkbm)) write(w, `cbdkxx:${a.djbId}/${dkbm}`, first, OPEN, () => undefined)
  if (book.qszt === '1') touch(w, text(book, 'cbfbm'), [...before, ...(a.lines ?? []).map((l) => l.dkbm)], first, true)
}
function contracts(w: Work): void {
  for (const a of acts(w, 'setContract')) {
    const { act: _act, cbhtbm, day: _day, ...patch } = a
    const djbId = currentBook(w, cbhtbm)
    if (djbId === undefined) return refuse('no-contract', cbhtbm)
    require(!patch.qdsj || patch.qdsj <= w.s.today, 'qdsj', cbhtbm)
    const row = now(w, `cbht:${djbId}`)!
    // what is set is set once, the day of signing by a business too; a correction mends
    const fixed = { desk: ['attachId', 'htxlh', 'qdsj', 'signWay'], business: ['qdsj'] }[w.entry.cause.kind as string] ?? []
    for (const c of fixed) require(!(c in patch) || !row[c] || row[c] === patch[c as keyof typeof patch], 'contract-filled', `${cbhtbm} ${c}`)
    amend(w, `cbht:${djbId}`, patch, a)
  }
}

const STATE = { unprinted: '0', valid: '1', cancelled: '2' }
function certificate(w: Work, a: Certificate, day: string): void {
  const held = certificateOf(w, a.code)
  const key = `cbjyqz:${held}`
  const row = held === undefined ? undefined : now(w, key)
  const set = (patch: Row) => amend(w, key, patch, a)
  const ok = (allowed: boolean) => require(allowed, 'certificate-state', `${a.code} ${a.event}`)
  const happened = (kind: 'bf' | 'hf' | 'zx', reason: string) => {
    w.s = { ...w.s, events: [...w.s.events, { code: a.code, kind, reason, day, cause: w.entry.cause, moment: w.by.moment }] }
  }
  const make = () => {
    const djbId = currentBook(w, a.code)
    if (djbId === undefined) return refuse('E1004', a.code)
    const book = now(w, `djb:${djbId}`)!
    let n = 1
    while (historyOf(w, `cbjyqz:${a.code}#${n}`).length > 0) n++
    const fresh = { cbjyqzbm: a.code, djbId, cbfmc: book.cbfmc, cbfdbzjhm: book.cbfzjhm, sfbdcfz: '2', qzsflq: '2', sfzx: '0', zt: STATE.unprinted }
    create(w, `cbjyqz:${a.code}#${n}`, fresh, day)
  }
  switch (a.event) {
    case 'new':
      ok(!row)
      return make()
    case 'keep':
      if (!row) return make()
      return set({ djbId: currentBook(w, a.code) ?? refuse('E1004', a.code) })
    case 'replace':
    case 'reissue':
      ok(a.event === 'replace' || !!row?.fzrq)
      if (row) set({ sfzx: '1', zt: STATE.cancelled })
      if (row?.fzrq) happened(a.event === 'replace' ? 'hf' : 'bf', a.reason)
      return make()
    case 'cancel':
      if (!row) return
      set({ sfzx: '1', zt: STATE.cancelled })
      return happened('zx', a.reason)
    case 'drop':
      ok(!!row && !row.cbjyqzlsh && !row.fzrq)
      return write(w, key, day, OPEN, () => undefined)
    case 'set':
      ok(!!row && !row.cbjyqzlsh && !row.fzrq)
      return set(a.fields)
    case 'print':
      ok(!!row && !row.cbjyqzlsh && row.sfbdcfz !== '1')
      return set({ cbjyqzlsh: a.serial, zt: STATE.valid })
    case 'spoil':
      ok(!!row && row.cbjyqzlsh === a.serial && !row.fzrq)
      return set({ cbjyqzlsh: null, zt: STATE.unprinted })
    case 'issue':
      ok(!!row && !row.fzrq && (!!row.cbjyqzlsh || w.entry.cause.kind === 'import'))
      return set({ fzrq: a.fzrq, fzjg: a.fzjg, bznf: a.bznf, zt: STATE.valid })
    case 'collect': {
      ok(!!row?.fzrq && row.qzsflq !== '1')
      const receiver = { qzlqrq: a.qzlqrq, qzlqrxm: a.qzlqrxm, qzlqrzjlx: a.qzlqrzjlx, qzlqrzjhm: a.qzlqrzjhm }
      set({ qzsflq: '1', ...receiver })
      const last = w.s.events.findLastIndex((e) => e.code === a.code && e.kind !== 'zx')
      w.s = { ...w.s, events: w.s.events.map((e, i) => (i === last ? { ...e, receiver } : e)) }
      return
    }
    case 'bdc':
      ok(!!row)
      return set({ sfbdcfz: a.sfbdcfz, bdcqzh: a.bdcqzh })
  }
}

/** Notes and restrictions: neither makes a version. */
function papers(w: Work): void {
  for (const a of acts(w, 'note')) {
    const stood = now(w, `djb:${a.on}`) ?? listed(w, `book:${a.on}`)[0]
    require(stood !== undefined, 'note-on', a.on)
    const { djlx, djxl } = a
    note(w, a.on, dayOf(w, a), { text: a.text, ...(djlx && { djlx }), ...(djxl && { djxl }) })
  }
  for (const a of acts(w, 'restrict')) {
    const targets = [a.on.dkbm && `dk:${a.on.dkbm}`, a.on.cbfbm && `cbf:${a.on.cbfbm}`, a.on.cbjyqzbm && `djb:${currentBook(w, a.on.cbjyqzbm)}`].filter(Boolean)
    require(targets.length === 1 && !!now(w, targets[0]!), 'restrict-on', a.ref)
    require(!a.to || a.from <= a.to, 'term', a.ref)
    require(!w.s.restrictions.some((r) => r.ref === a.ref && r.ended?.cause.kind !== 'undo'), 'ref-used', a.ref)
    const { ref, kind, on, from, to, text: said } = a
    w.s = { ...w.s, restrictions: [...w.s.restrictions, { ref, kind, on, from, text: said, cause: w.entry.cause, ...(to && { to }) }] }
  }
  for (const a of acts(w, 'endRestriction')) {
    const open = (r: { ref: string; ended?: unknown }) => r.ref === a.ref && !r.ended
    require(w.s.restrictions.some(open), 'no-restriction', a.ref)
    const ended = { day: dayOf(w, a), cause: w.entry.cause }
    w.s = { ...w.s, restrictions: w.s.restrictions.map((r) => (open(r) ? { ...r, ended } : r)) }
  }
}
/** What stands against an object today: its own restrictions, and for a parcel those of the parcels it comes from. */
export function standing(s: State, code: string, row: (key: string) => Row | undefined): { dyzt: string; yyzt: string; lzzt: string } {
  const names = new Set([code])
  for (const name of names) for (const parent of (row(`dk:${name}`)?.ydkbm as string[] | undefined) ?? []) names.add(parent)
  const has = (kind: string) =>
    s.restrictions.some((r) => {
      const on = r.on.dkbm ?? r.on.cbjyqzbm ?? r.on.cbfbm ?? ''
      const holds = r.from <= s.today && (!r.to || s.today <= r.to) && (!r.ended || r.ended.day > s.today)
      return r.kind === kind && names.has(on) && holds
    })
  return { dyzt: has('dy') ? '1' : '0', yyzt: has('yy') ? '1' : '0', lzzt: has('lz') ? '1' : '0' }
}

/** Status, holder and contract facts of what the entry has touched. */
function derive(w: Work): void {
  // of a package that brings several books of one object each tells from its own day on
  const begins = new Map(acts(w, 'newBook').flatMap((b) => (currentBook(w, b.code) ? [[currentBook(w, b.code)!, dayOf(w, b)] as const] : [])))
  for (const [key, { day, booked, ended }] of w.since) {
    const row = now(w, key)
    // what touches no book and ends nothing, an older package say, says nothing of how the object stood
    if (!row || (!booked && row.zt === '1' && !isUndo(w))) continue
    const code = key.slice(key.indexOf(':') + 1)
    const isParcel = key.startsWith('dk:')
    const books = isParcel ? naming(w, code).map(bookOfLine) : booksOf(w, code)
    const days = w.entry.cause.kind === 'import' && booked && !ended ? books.flatMap((b) => begins.get(b) ?? []) : []
    for (const d of [...new Set([...days, day])].toSorted()) {
      const holds: Holds = (djbId) => d === day || (begins.get(djbId) ?? d) <= d
      const patch = isParcel ? parcelFacts(w, code, row, booked, holds) : contractorFacts(w, code, row, booked, holds)
      write(w, key, d, OPEN, (r) => r && { ...r, ...patch })
    }
  }
}
/** Whether a book counts. */
type Holds = (djbId: string) => boolean
/** An undo has brought back what stood there before the first book: a surveyed holder, typed terms. */
const isUndo = (w: Work) => w.entry.cause.kind === 'undo'
function parcelFacts(w: Work, dkbm: string, row: Row, booked: boolean, holds: Holds): Row {
  const lines = naming(w, dkbm).filter((l) => holds(bookOfLine(l)))
  const djzt = row.zt === '2' ? '9' : lines.length > 0 ? '2' : '0'
  if (!booked || (isUndo(w) && lines.length === 0)) return { djzt }
  const books = lines.map((l) => now(w, `djb:${bookOfLine(l)}`)!)
  const alone = new Set(books.map((b) => b.cbfbm)).size === 1 ? books[0] : undefined
  const sfqqqg = lines.some((l) => now(w, `cbdkxx:${l}`)!.sfqqqg === '1') ? '1' : '2'
  return { djzt, cbfbm: alone?.cbfbm ?? null, cbfmc: alone?.cbfmc ?? null, sfqqqg }
}
/** What a contractor without a book has of land. */
const NO_LAND = { htzmjm: '0.00', cbdkzs: 0 }
function contractorFacts(w: Work, cbfbm: string, row: Row, booked: boolean, holds: Holds): Row {
  const own = booksOf(w, cbfbm).filter(holds)
  const djzt = row.zt === '2' ? '9' : own.length === 0 ? '0' : '2'
  if (!booked) return { djzt }
  // code and terms of the book that was made last, areas of all
  const made = acts(w, 'newBook').find((b) => b.cbfbm === cbfbm)
  const code = made?.code ?? (isUndo(w) ? text(row, 'cbjyqzbm') : '')
  const djbId = own.find((id) => id.startsWith(`${code}/`)) ?? own[0]
  if (djbId === undefined && isUndo(w)) return { djzt }
  // the reason of the end stands on who has no book any more
  const ended = acts(w, 'endBook').find((e) => e.zxyylx && e.djbId.startsWith(cbfbm))?.zxyylx
  const reason = ended && row.zt === '1' ? { zxyylx: ended } : {}
  if (djbId === undefined) return { djzt, cbjyqzbm: null, djsj: null, ...NO_LAND, ...reason }
  const { cbjyqzbm, djsj, cbfs, cbqxq, cbqxz } = now(w, `djb:${djbId}`)!
  const all = own.map((id) => now(w, `djb:${id}`)!)
  const land = { htzmjm: sum(all.map((b) => mu(text(b, 'htzmjm')))), cbdkzs: all.reduce((n, b) => n + Number(b.cbdkzs), 0) }
  return { djzt, cbjyqzbm, djsj, cbfs, cbqx: now(w, `cbht:${djbId}`)!.cbqx, cbqxq, cbqxz, ...land, ...(made && { zxyylx: null }) }
}

/**
 * Takes back what a cause wrote: its objects are as they were just before, later changes of free and derived columns stay, what it made leaves the live
 * tables, its notes and restrictions end. Refused when another cause has changed more since, or names what would leave.
 */
export function restore(state: State, cause: Cause, entry: Omit<Entry, 'acts'>, log?: Put[]): State | Refused {
  return whole(state, { ...entry, acts: [] }, log, (w) => {
    const since = state.undone.get(nameOf(cause)) ?? 0
    require(entry.cause.kind === 'undo' && cause.kind !== 'undo', 'may-not', nameOf(cause))
    require(entry.day <= state.today, 'day-future', entry.day)
    const ours = listed(w, `unit:${nameOf(cause)}`)
    require(ours.length > 0, 'undo-nothing', nameOf(cause))
    const gone: string[] = []
    for (const key of listed(w, `cause:${nameOf(cause)}`)) {
      const history = state.objects.get(key) ?? []
      const table = key.slice(0, key.indexOf(':')) as Table
      const lasting = [...(FREE[table] ?? []), ...(DERIVED[table] ?? [])]
      for (const piece of restored(history, cause, since)) {
        const printed = table === 'cbjyqz' && piece.others.some((c) => c === 'cbjyqzlsh' || c === 'fzrq')
        require(!printed, 'undo-printed', key)
        require(piece.others.every((c) => lasting.includes(c)), 'undo-later', key)
        if (!piece.stands) write(w, key, piece.from, piece.to, () => piece.row)
      }
      if (live(history) && !now(w, key)) gone.push(key)
      const row = now(w, key) ?? live(history)?.row
      if (table === 'djb') touch(w, text(row, 'cbfbm'), touchedLines(w, key.slice(4)), entry.day, true)
      if (table === 'cbf' || table === 'dk') mark(w, key, entry.day, false)
    }
    for (const key of gone) unnamed(w, key, cause)
    for (const key of listed(w, `cause:${nameOf(cause)}`)) once(w, key)
    const left = <X extends { cause: Cause; moment: number }>(list: readonly X[]) => list.filter((x) => !owns(cause, x) || x.moment <= since)
    const ended = { day: entry.day, cause: entry.cause }
    const restrictions = w.s.restrictions.map((r) => {
      if (owns(cause, r)) return r.ended ? r : { ...r, ended }
      const { ended: was, ...open } = r
      return was && owns(cause, was) ? open : r
    })
    const notes = w.s.notes.map((n) => (owns(cause, n) && n.moment > since ? { ...n, ended: n.ended ?? entry.day } : n))
    const undone = w.s.undone.with([[nameOf(cause), w.by.moment]])
    const units = w.s.units.with(ours.map((unit) => [unit, undefined]))
    w.index.set(`unit:${nameOf(cause)}`, [])
    w.s = { ...w.s, restrictions, notes, undone, units, edges: left(w.s.edges), events: left(w.s.events), rounds: left(w.s.rounds) }
    derive(w)
  })
}
const touchedLines = (w: Work, djbId: string): string[] =>
  [...new Set([...listed(w, `lines:${djbId}`), ...listed({ ...w, index: new Map() }, `lines:${djbId}`)])].map((l) => l.slice(l.lastIndexOf('/') + 1))
/** What comes back stands under its code alone: one current book, one certificate, and of a parcel one line but for shares. */
function once(w: Work, key: string): void {
  const table = key.slice(0, key.indexOf(':')) as Table
  const row = now(w, key)
  if (!row) return
  const code = text(row, 'cbjyqzbm')
  const certificates = () => listed(w, `cert:${code}`).filter((c) => now(w, `cbjyqz:${c}`)!.sfzx === '0')
  const lines = () => naming(w, text(row, 'dkbm'))
  const ok =
    (table !== 'djb' || listed(w, `book:${code}`).filter((id) => isCurrent(w, id)).length < 2) &&
    (table !== 'cbjyqz' || certificates().length < 2) &&
    (table !== 'cbdkxx' || lines().length < 2 || lines().every((l) => now(w, `cbdkxx:${l}`)!.sfqqqg === '1'))
  require(ok, 'undo-in-use', key)
}
/** Nothing that stays may name what leaves: no row, and no restriction of others that is in force. */
function unnamed(w: Work, key: string, cause: Cause): void {
  const code = key.slice(key.indexOf(':') + 1)
  const table = key.slice(0, key.indexOf(':')) as Table
  const books = table === 'dk' ? listed(w, `naming:${code}`) : table === 'cbf' ? ['J', 'Q'].flatMap((l) => listed(w, `book:${code}${l}`)) : []
  const own = table === 'cbf' ? listed(w, `members:${code}`) : []
  const land = () => [...w.before.objects].some(([k]) => /^(cbf|dk):/.test(k) && now(w, k)?.fbfbm === code)
  require(books.length === 0 && own.length === 0 && !(table === 'fbf' && land()), 'undo-in-use', key)
  const book = table === 'djb' ? code.slice(0, code.indexOf('/')) : ''
  const left = book !== '' && listed(w, `book:${book}`).length === 0 ? book : code
  const held = w.s.restrictions.some(
    (r) => !r.ended && !owns(cause, r) && (table === 'djb' ? r.on.cbjyqzbm : table === 'cbf' ? r.on.cbfbm : table === 'dk' ? r.on.dkbm : undefined) === left,
  )
  require(!held, 'undo-in-use', key)
}

/** What was believed at moment `t` about day D: the row of an object. As of a day is now, what was known at a moment is its day. */
export const asOf = (state: State, key: string, t: number, day: string): Row | undefined => at(state.objects.get(key) ?? [], t, day)
/** The same register on a later day. */
export const onDay = (state: State, today: string): State => ({ ...state, today })
