// A package over a register that is not empty: what of a village is new, what is later than the register, and what is refused because the register says
// otherwise. Pure; the acts go through the one writer. Source: acts.md 4, Increment; data-format.md 9, J02-J06.
import { nameKey } from '../../kit/model/clean.ts'
import { idKey } from '../../kit/model/id-card.ts'
import type { Wrong } from '../../kit/model/problem.ts'
import type { Act, Certificate, Line, Member, NewBook } from '../../land/register/acts/acts.ts'
import type { BookRow, CertificateRow, ContractorRow, IssuerRow, LineRow, MemberRow, ParcelRow } from '../../land/register/acts/found.ts'
import { FREE_FIELDS } from '../../land/register/acts/free.ts'
import { CBFLX, headIndex } from '../../land/definitions/household.ts'
import { namesakesOf, type NamedIssuer } from '../../land/definitions/issuer-name.ts'
import { personsWrong, revivedWrong } from '../../land/definitions/membership.ts'
import { DEAD } from '../../land/definitions/person.ts'
import { QSZT, ZT } from '../../land/definitions/statuses.ts'
import { textOf } from '../package/mapping.ts'
import type { MdbRow } from '../package/staged.ts'
import { villageActs, type VillageFacts, type VillageRows } from './village.ts'

/** A row of the register and the day since when it is as it is: what was taken back counts for nothing. */
type Known<T> = T & { since: string }
/** What the register holds of the codes that a village of a package names. */
export interface IncrementBase {
  issuers: ReadonlyMap<string, Known<IssuerRow>>
  /** valid issuers of the villages that the package names */
  beside: readonly NamedIssuer[]
  /** issuers that a current book names */
  inBooks: ReadonlySet<string>
  contractors: ReadonlyMap<string, Known<ContractorRow>>
  /** by contractor, in their order */
  members: ReadonlyMap<string, readonly MemberRow[]>
  parcels: ReadonlyMap<string, Known<ParcelRow>>
  /** parcels whose ground the package draws as the register does */
  sameGround: ReadonlySet<string>
  /** the last version of a code, and current books of the contractors and parcels that the village names */
  books: ReadonlyMap<string, BookRow>
  /** current lines of those books and parcels */
  lines: readonly LineRow[]
  /** not cancelled, by code */
  certificates: ReadonlyMap<string, CertificateRow>
  /** codes of parcels, books and contractors on which a mortgage, an objection or a seizure stands */
  restricted: ReadonlySet<string>
}
export type IncrementRule = 'J02' | 'J03' | 'J04' | 'J05' | 'J06' | 'F13' | 'F15' | 'F22'
/** An object of the package that is not written, by the rule that keeps it out, or that somebody is asked to look at, by the rule that a first import warns by. `object`: its code; `message`: for people, in Chinese as all findings. */
export interface Refusal {
  rule: IncrementRule
  layer: 'FBF' | 'CBF' | 'DK' | 'CBJYQZDJB' | 'CBJYQZ_QZZX'
  object: string
  message: string
}
export interface Increment {
  acts: Act[]
  refusals: Refusal[]
  /** what is written and somebody should look at, as a first import warns of it: docs/adr/0062 */
  asks: Refusal[]
  /** objects that the register has as the package says */
  same: number
}
/** J02 and J03 keep the package from being accepted; the others leave their object out. Source: data-format.md 9. */
export const SEVERITY: Readonly<Record<IncrementRule, 'E' | 'W'>> = { J02: 'E', J03: 'E', J04: 'W', J05: 'W', J06: 'W', F13: 'W', F15: 'W', F22: 'W' }
/** Judgements of persons that the check of the package does not tell at their rows, by the field that they name. */
const ASKED: Readonly<Record<string, IncrementRule>> = { cybz: 'F13', yhzgx: 'F15' }

const LAYERS = { fbf: ['FBF', '发包方'], cbf: ['CBF', '承包方'], dk: ['DK', '地块'], djb: ['CBJYQZDJB', '登记簿'] } as const
type Kind = keyof typeof LAYERS
type Key = `${Kind}:${string}`
const SHARED = '1'

const same = (a: unknown, b: unknown) => String(a ?? '') === String(b ?? '')
/** What a package numbers anew each time, and what follows from the books: no difference of the object. */
const NOT_COMPARED = ['bsm', 'kjzb', 'geom', 'regionCode', 'qqmjm', 'yhtmjm']
/** Columns in which the package says something else; what it leaves empty it does not deny. */
const changedIn = (fields: object, row: object): [string, unknown][] => {
  const known = new Map(Object.entries(row))
  return Object.entries(fields).filter(([n, v]) => !same(v, known.get(n)))
}
const differing = (fields: object, row: object) => changedIn(fields, row).filter(([n]) => !NOT_COMPARED.includes(n))
const PERSON = ['cyxm', 'cyxb', 'yhzgx', 'cyzjlx', 'cyzjhm', 'sfgyr', 'cybz', 'cybzsm'] as const
const numberOf = (m: Pick<Member, 'cyxm' | 'cyzjhm'>) => idKey(m.cyzjhm) || `name ${nameKey(m.cyxm)}`
/** The list with the ids of the rows that are the same persons. */
function withIds(members: readonly Member[], rows: readonly MemberRow[]): Member[] {
  const left = new Map(rows.map((r) => [numberOf(r), r.id]))
  return members.map((m) => {
    const id = left.get(numberOf(m))
    left.delete(numberOf(m))
    return id ? { ...m, id } : m
  })
}
const isSameList = (members: readonly Member[], rows: readonly MemberRow[]) =>
  members.length === rows.length && members.every((m, i) => PERSON.every((n) => same(m[n], rows[i]![n])))

const lineText = (l: Pick<LineRow | Line, 'dkbm' | 'htmj' | 'htmjm' | 'cbjyqqdfs' | 'sfqqqg'>) => [l.dkbm, l.htmj, l.htmjm, l.cbjyqqdfs, l.sfqqqg].join(' ')
const isSameBook = (a: NewBook, book: BookRow, lines: readonly LineRow[]) =>
  a.terms.cbfs === book.cbfs &&
  same(a.terms.cbqxq, book.cbqxq) &&
  same(a.terms.cbqxz, book.cbqxz) &&
  a.lines.map(lineText).toSorted().join() === lines.map(lineText).toSorted().join()

/** An object that the package would write. `book`: what ends and begins with it. */
interface Wanted {
  acts: Act[]
  /** what must not be refused for it */
  needs: Key[]
  day: string
  ends?: BookRow
  begins?: NewBook
  /** the register has it as registered: it changes only together with its books */
  isRegistered?: boolean
}
interface Work {
  base: IncrementBase
  held: ReadonlyMap<string, string>
  wanted: Map<Key, Wanted>
  refused: Map<Key, Refusal>
  asked: [key: Key, ask: Refusal][]
  same: number
}
const codeOf = (key: Key) => key.slice(key.indexOf(':') + 1)
function refuse(w: Work, key: Key, rule: IncrementRule, why: string, layer?: Refusal['layer']): void {
  const [named, label] = LAYERS[key.slice(0, key.indexOf(':')) as Kind]
  w.wanted.delete(key)
  if (!w.refused.has(key)) w.refused.set(key, { rule, layer: layer ?? named, object: codeOf(key), message: `${label}【${codeOf(key)}】${why}，不予入库` })
}

/**
 * What a village of a package changes in the register, object by object, compared by code. New codes come; a book registered later follows the version that
 * there is, and with it its contractor and parcels change; QZZX ends a book; what is not registered is set from the day of the package. What is locked (J02), belongs
 * to another issuer (J03), is not later than the register (J04), stands under a restriction (J05), has ended (J06) or bears another issuer's name (F22) is left out with its reason, and with it
 * whatever needs it. What the package does not name stays. `held`: what open cases hold, `type:code` to the number of the case; `day`: of the package, yyyy-MM-dd.
 */
export function increment(rows: VillageRows, facts: VillageFacts & { day: string }, base: IncrementBase, held: ReadonlyMap<string, string>): Increment {
  const w: Work = { base, held, wanted: new Map(), refused: new Map(), asked: [], same: 0 }
  const acts = villageActs(rows, facts)
  const certificates = Map.groupBy(
    acts.filter((a) => a.act === 'certificate'),
    (a) => a.code,
  )
  for (const a of acts) consider(w, a, certificates, facts.day)
  for (const row of rows.cancelled) end(w, row, rows.books)
  for (const key of Array.from(w.wanted.keys())) standing(w, key)
  names(w)
  while (settle(w));
  persons(w)
  while (settle(w));
  areas(w)
  return {
    acts: [...w.wanted.values()].flatMap((x) => x.acts),
    refusals: [...w.refused.values()],
    asks: w.asked.flatMap(([key, ask]) => (w.wanted.has(key) ? [ask] : [])),
    same: w.same,
  }
}

function consider(w: Work, a: Act, certificates: ReadonlyMap<string, readonly Certificate[]>, day: string): void {
  const { base } = w
  switch (a.act) {
    case 'newIssuer': {
      const row = base.issuers.get(a.fbfbm)
      if (!arrives(w, `fbf:${a.fbfbm}`, a, row, [])) return
      const changed = differing(a.fields, row!)
      if (changed.length === 0) return void w.same++
      if (base.inBooks.has(a.fbfbm)) return refuse(w, `fbf:${a.fbfbm}`, 'J04', '已有登记簿，信息与库内不同，须通过发包方信息更正办理')
      return later(w, `fbf:${a.fbfbm}`, row!.since, day, [{ act: 'setIssuer', fbfbm: a.fbfbm, fields: Object.fromEntries(changed), day }])
    }
    case 'newContractor': {
      const row = base.contractors.get(a.cbfbm)
      const key: Key = `cbf:${a.cbfbm}`
      if (!arrives(w, key, a, row, [`fbf:${a.fields.fbfbm ?? a.cbfbm.slice(0, 14)}`])) return
      const known = base.members.get(a.cbfbm) ?? []
      const isRegistered = currentBooks(w, (b) => b.cbfbm === a.cbfbm).length > 0
      const isListed = isSameList(a.members, known)
      // telephone and address change without a book: the register keeps its own
      const changed = differing(a.fields, row!).filter(([n]) => !isRegistered || !FREE_FIELDS.cbf!.includes(n))
      if (changed.length === 0 && isListed) return void w.same++
      const set: Act = {
        act: 'setContractor',
        cbfbm: a.cbfbm,
        fields: Object.fromEntries(changed),
        day,
        ...(isListed ? {} : { members: withIds(a.members, known) }),
      }
      return later(w, key, isRegistered ? '' : row!.since, day, [set], isRegistered)
    }
    case 'newParcel': {
      const row = base.parcels.get(a.dkbm)
      const key: Key = `dk:${a.dkbm}`
      if (!arrives(w, key, a, row, [`fbf:${a.fields.fbfbm ?? a.dkbm.slice(0, 14)}`])) return
      const isMoved = !base.sameGround.has(a.dkbm)
      const changed = differing(a.fields, row!)
      if (changed.length === 0 && !isMoved) return void w.same++
      const isRegistered = base.lines.some((l) => l.dkbm === a.dkbm)
      const fields = { ...Object.fromEntries(changed), ...(isMoved ? { geom: a.fields.geom! } : {}) }
      return later(w, key, isRegistered ? '' : row!.since, day, [{ act: 'setParcel', dkbm: a.dkbm, fields, bgfs: isMoved ? '0' : '10', day }], isRegistered)
    }
    case 'newBook':
      return book(w, a, certificates.get(a.code) ?? [])
    case 'certificate': {
      // with its book, or given out since for a book that stays
      const key: Key = `djb:${a.code}`
      const stays = base.books.get(a.code)?.qszt === QSZT.current && !w.wanted.has(key) && !w.refused.has(key)
      if (a.event === 'new' && stays && !base.certificates.has(a.code))
        w.wanted.set(key, { acts: [...(certificates.get(a.code) ?? [])], needs: [], day: a.day ?? day })
    }
  }
}
/** Whether the register has an object that the package names: one that it has not comes, one that has ended or belongs to another issuer is refused. */
function arrives(
  w: Work,
  key: Key,
  a: Act & { fields: { fbfbm?: string | null } },
  row: (IssuerRow | ContractorRow | ParcelRow) | undefined,
  needs: Key[],
): boolean {
  if (!row) {
    w.wanted.set(key, { acts: [a], needs, day: a.day ?? '' })
    return false
  }
  const own = a.fields.fbfbm ?? codeOf(key).slice(0, 14)
  if (!key.startsWith('fbf:') && row.fbfbm !== own) refuse(w, key, 'J03', `库内属于发包方${row.fbfbm}，与包内${own}不一致`)
  else if (row.zt !== ZT.valid) refuse(w, key, 'J06', '在库内已成为历史')
  else return true
  return false
}
/** A change of what is there: of what is not registered only from a later day than it is known since. */
function later(w: Work, key: Key, since: string, day: string, acts: Act[], isRegistered = false): void {
  if (since && day <= since) refuse(w, key, 'J04', `库内数据的日期为${since}，不早于汇交包的${day}，且内容不同`)
  else w.wanted.set(key, { acts, needs: [], day, isRegistered })
}
const currentBooks = (w: Work, is: (b: BookRow) => boolean): BookRow[] => [...w.base.books.values()].filter((b) => b.qszt === QSZT.current && is(b))
const linesOf = (w: Work, djbId: string): LineRow[] => w.base.lines.filter((l) => l.djbId === djbId)

function book(w: Work, a: NewBook, certificates: readonly Certificate[]): void {
  const key: Key = `djb:${a.code}`
  const known = w.base.books.get(a.code)
  const day = a.day!
  const needs: Key[] = [`fbf:${a.fbfbm}`, `cbf:${a.cbfbm}`, ...a.lines.map((l): Key => `dk:${l.dkbm}`)]
  if (!known) return void w.wanted.set(key, { acts: [a, ...certificates], needs, day, begins: a })
  if (known.qszt !== QSZT.current) return refuse(w, key, 'J06', '在库内已注销')
  if (known.fbfbm !== a.fbfbm) return refuse(w, key, 'J03', `库内属于发包方${known.fbfbm}，与包内${a.fbfbm}不一致`)
  const since = String(known.djsj ?? '')
  if (day < since) return refuse(w, key, 'J04', `库内登记时间为${since}，晚于汇交包的${day}`)
  if (day === since) {
    if (isSameBook(a, known, linesOf(w, known.id))) return void w.same++
    return refuse(w, key, 'J04', `登记时间${day}与库内相同而期限或地块不同`)
  }
  const next: NewBook = { ...a, from: [known.id], djlx: '1', djxl: '5' }
  const acts: Act[] = [{ act: 'endBook', djbId: known.id, qszt: QSZT.historic, reason: '增量汇交', day }, next, ...paper(w, a.code, certificates, day)]
  w.wanted.set(key, { acts, needs, day, ends: known, begins: next })
}
/** The certificate of a book that follows another: the same one, or another where the package tells of another issue. */
function paper(w: Work, code: string, certificates: readonly Certificate[], day: string): Certificate[] {
  const known = w.base.certificates.get(code)
  if (!known) return [...certificates]
  const issue = certificates.find((c) => c.event === 'issue')
  if (!issue || same(issue.fzrq, known.fzrq)) return [{ act: 'certificate', code, event: 'keep', day }]
  return certificates.map((c): Certificate => (c.event === 'new' ? { act: 'certificate', code, event: 'replace', reason: '增量汇交', day } : { ...c, day }))
}
/** A right that has ended: its book ends, nobody follows. Of what has ended already nothing is said. */
function end(w: Work, row: MdbRow, books: readonly MdbRow[]): void {
  const code = textOf(row.CBJYQZBM)
  const key: Key = `djb:${code}`
  const known = w.base.books.get(code)
  if (known?.qszt !== QSZT.current || books.some((b) => textOf(b.CBJYQZBM) === code)) return
  const [day, reason] = [textOf(row.ZXRQ), textOf(row.ZXYY) || '增量汇交']
  if (day <= String(known.djsj ?? '')) return refuse(w, key, 'J04', `库内登记时间为${known.djsj}，不早于注销日期${day}`, 'CBJYQZ_QZZX')
  const acts: Act[] = [
    { act: 'endBook', djbId: known.id, qszt: QSZT.ended, reason, zxyylx: '9', entry: { djlx: '2', djxl: '6' }, day },
    { act: 'certificate', code, event: 'cancel', reason, day },
  ]
  w.wanted.set(key, { acts, needs: [], day, ends: known })
}

/** What open cases hold (J02) and what a restriction is on (J05) is not written over. */
function standing(w: Work, key: Key): void {
  const { ends, begins } = w.wanted.get(key)!
  const lines = [...(ends ? linesOf(w, ends.id) : []), ...(begins?.lines ?? [])].map((l): Key => `dk:${l.dkbm}`)
  const holder = begins?.cbfbm ?? ends?.cbfbm
  const all: Key[] = [key, ...(holder ? [`cbf:${holder}` as const] : []), ...lines]
  const by = all.find((k) => w.held.has(k))
  if (by)
    return refuse(
      w,
      key,
      'J02',
      `${by === key ? '' : `的${LAYERS[by.slice(0, by.indexOf(':')) as Kind][1]}【${codeOf(by)}】`}正在办理业务【${w.held.get(by)}】`,
    )
  const against = all.find((k) => !k.startsWith('fbf:') && w.base.restricted.has(codeOf(k)))
  if (against) refuse(w, key, 'J05', `存在未解除的抵押、异议或查封（${codeOf(against)}）`)
}

/** No issuer comes under a name, or takes one, that another of its village has: forms and cases refuse it too. */
function names(w: Work): void {
  const said = Array.from(w.wanted).flatMap(([key, { acts }]) =>
    acts.flatMap((a) => ((a.act === 'newIssuer' || a.act === 'setIssuer') && a.fields?.fbfmc ? [{ key, fbfbm: a.fbfbm, fbfmc: a.fields.fbfmc }] : [])),
  )
  // by what all are called in the end: who gives his name up bars nobody from it, unless his own new one is refused
  for (let refused = -1; refused !== w.refused.size;) {
    refused = w.refused.size
    const coming = said.filter(({ key }) => w.wanted.has(key))
    const known: NamedIssuer[] = w.base.beside.filter((o) => !coming.some((n) => n.fbfbm === o.fbfbm))
    for (const named of coming) {
      const [other] = namesakesOf(named, known)
      if (other) refuse(w, named.key, 'F22', `的名称“${named.fbfmc}”与本村发包方【${other}】相同`)
      else known.push(named)
    }
  }
}

/** One round of what follows from what is refused. Answers whether anything more was. */
function settle(w: Work): boolean {
  const before = w.refused.size
  for (const [key, x] of Array.from(w.wanted)) {
    const missing = x.needs.find((n) => w.refused.has(n))
    if (missing) {
      const because = w.refused.get(missing)!
      refuse(w, key, because.rule, `所依据的${LAYERS[missing.slice(0, missing.indexOf(':')) as Kind][1]}【${codeOf(missing)}】已被拒绝`)
    } else if (x.isRegistered) together(w, key, x)
    else if (x.begins) apart(w, key, x.begins)
  }
  return w.refused.size > before
}
/** What is registered changes with all its books, from the day of the last of them. */
function together(w: Work, key: Key, x: Wanted): void {
  const code = codeOf(key)
  const own = key.startsWith('cbf:') ? currentBooks(w, (b) => b.cbfbm === code) : w.base.lines.flatMap((l) => (l.dkbm === code ? bookOf(w, l) : []))
  const next = own.map((b) => w.wanted.get(`djb:${b.cbjyqzbm}`))
  if (next.some((n) => !n?.ends)) return refuse(w, key, 'J04', '已登记，内容与库内不同，而登记簿没有更晚的登记')
  const day = next
    .map((n) => n!.day)
    .toSorted()
    .at(-1)!
  x.day = day
  x.acts = x.acts.map((a) => ({ ...a, day }))
}
const bookOf = (w: Work, l: LineRow): BookRow[] => currentBooks(w, (b) => b.id === l.djbId)
/** A parcel does not come into a book while another current one has it, shares apart. */
function apart(w: Work, key: Key, a: NewBook): void {
  for (const l of a.lines)
    for (const other of w.base.lines) {
      if (other.dkbm !== l.dkbm || other.cbhtbm === a.code || (l.sfqqqg === SHARED && other.sfqqqg === SHARED)) continue
      const theirs = w.wanted.get(`djb:${other.cbhtbm}`)
      if (theirs?.ends && !theirs.begins?.lines.some((x) => x.dkbm === l.dkbm)) continue
      return refuse(w, key, 'J04', `的地块【${l.dkbm}】在库内属于登记簿【${other.cbhtbm}】`)
    }
}

/**
 * Persons of households that come or change. What a first import warns of, an increment warns of too: the check of the package tells it at the row, or it is asked
 * here. Refused is what would make the register contradict itself: who died in it does not live again, and a household keeps a living co-owner as its head (I8).
 */
function persons(w: Work): void {
  for (const [key, { acts }] of Array.from(w.wanted))
    for (const a of acts) {
      if ((a.act !== 'newContractor' && a.act !== 'setContractor') || !a.members) continue
      const { members } = a
      const stored = w.base.members.get(a.cbfbm) ?? []
      const by = (x: Wrong) => `的成员【${members[Number(x.field.split('.')[1])]!.cyxm}】：${x.msg.zh}`
      const [revived] = revivedWrong(members, stored)
      const head = members[headIndex(members)]
      const isHousehold = (a.fields?.cbflx ?? w.base.contractors.get(a.cbfbm)?.cbflx) === CBFLX.household
      if (revived) refuse(w, key, 'F13', by(revived))
      else if (isHousehold && head && (head.cybz === DEAD || head.sfgyr === '2')) refuse(w, key, 'F13', `的户主【${head.cyxm}】已去世或不是共有人`)
      else
        for (const x of personsWrong(members, stored)) {
          const rule = ASKED[x.field.split('.')[2] ?? '']
          if (rule) w.asked.push([key, { rule, layer: 'CBF', object: a.cbfbm, message: `承包方【${a.cbfbm}】${by(x)}，请核对` }])
        }
    }
}

/** A parcel says the area that its new book gives it; a shared one says the sum of books that a package need not bring. */
function areas(w: Work): void {
  for (const { ends, begins, day } of Array.from(w.wanted.values()))
    for (const l of ends && begins ? begins.lines : []) {
      const row = w.base.parcels.get(l.dkbm)
      const fields = Object.fromEntries(changedIn({ qqmjm: l.htmjm, yhtmjm: l.yhtmjm }, row ?? {}))
      if (!row || l.sfqqqg === SHARED || Object.keys(fields).length === 0) continue
      const [key, known] = [`dk:${l.dkbm}` as const, w.wanted.get(`dk:${l.dkbm}`)]
      const set = known?.acts.find((a) => a.act === 'setParcel')
      if (known && set) known.acts = known.acts.map((a) => (a === set ? { ...set, fields: { ...set.fields, ...fields } } : a))
      else w.wanted.set(key, { acts: [{ act: 'setParcel', dkbm: l.dkbm, fields, bgfs: '50', day }], needs: [], day })
    }
}
