// What random entries are made of: chance with a seed, codes, persons, squares on a grid, and what the register holds as acts name it.
import type { Act, Certificate, EndBook, Entry, Line, Member, NewBook, Terms } from '../../land/register/acts/acts.ts'
import { m2, toMu } from '../../land/definitions/area.ts'
import type { Row } from './clocks.ts'
import { plusDays } from './rules.ts'
import { begin, booksOf, isCurrent, linesOf, listed, membersOf, now, type State, text, type Work } from './state.ts'

/** Chance that a seed repeats (mulberry32). */
export interface Chance {
  /** 0 … n − 1 */
  below(n: number): number
  one<T>(list: readonly T[]): T
  /** true in `percent` of 100 */
  in100(percent: number): boolean
  shuffled<T>(list: readonly T[]): T[]
}
export function chanceOf(seed: number): Chance {
  let a = seed >>> 0
  const next = () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (n: number) => Math.floor(next() * n)
  const shuffled = <T>(list: readonly T[]): T[] => {
    const out = [...list]
    for (let i = out.length - 1; i > 0; i--) {
      const j = below(i + 1)
      ;[out[i], out[j]] = [out[j]!, out[i]!]
    }
    return out
  }
  return { below, shuffled, one: (list) => list[below(list.length)]!, in100: (percent) => below(100) < percent }
}

/** A rectangle on the ground, in metres from the corner of the county. */
export interface Place {
  x: number
  y: number
  w: number
  h: number
}
/** What the maker of entries remembers between them. Everything else it reads from the state. */
export interface Maker {
  readonly chance: Chance
  readonly fbf: string[]
  readonly cbf: string[]
  readonly dk: string[]
  readonly refs: string[]
  readonly known: Set<string>
  /** the last serial by kind and issuer */
  readonly serials: Map<string, number>
  /** written entries that may be taken back */
  readonly written: Entry[]
  again?: Entry
  n: number
  /** kinds of entries that are not made, by name (`undo`: none is taken back; `shares`: no parcel comes to several households) */
  readonly skip: ReadonlySet<string>
}
/** A maker over a register: given as made by `start`, or read from a database. */
export function makerOf(seed: number, state: State, skip: readonly string[] = []): Maker {
  const m: Maker = {
    chance: chanceOf(seed),
    fbf: [],
    cbf: [],
    dk: [],
    refs: state.restrictions.map((r) => r.ref),
    known: new Set(),
    serials: new Map(),
    written: [],
    // causes of the start are not taken again
    n: state.moment,
    skip: new Set(skip),
  }
  for (const [key, history] of state.objects) {
    know(m, key)
    const cyzjhm = key.startsWith('jtcy:') ? text(history[0]?.row, 'cyzjhm') : ''
    if (cyzjhm.startsWith('512021')) m.serials.set('person', Math.max(m.serials.get('person') ?? 0, orderOf(cyzjhm)))
  }
  // squares that are taken: a parcel drawn over another would give it vertices
  m.serials.set('place', m.dk.length)
  return m
}
/** Remembers a code and its serial. */
export function know(m: Maker, key: string): void {
  const [table, code] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)]
  if (table !== 'fbf' && table !== 'cbf' && table !== 'dk') return
  if (m.known.has(key)) return
  m.known.add(key)
  m[table].push(code)
  if (table !== 'fbf') {
    const kind = `${table}${table === 'cbf' ? kindOf(code) : ''}:${code.slice(0, 14)}`
    m.serials.set(kind, Math.max(m.serials.get(kind) ?? 0, Number(code.slice(14))))
  }
}
const kindOf = (cbfbm: string) => (cbfbm.slice(14) > '9000' ? '3' : cbfbm.slice(14) > '8000' ? '2' : '1')
const nextSerial = (m: Maker, kind: string, first: number): number => {
  const n = Math.max(m.serials.get(kind) ?? 0, first - 1) + 1
  m.serials.set(kind, n)
  return n
}
export const nextDkbm = (m: Maker, fbfbm: string) => fbfbm + String(nextSerial(m, `dk:${fbfbm}`, 1)).padStart(5, '0')
export const nextCbfbm = (m: Maker, fbfbm: string, cbflx = '1') =>
  fbfbm + String(nextSerial(m, `cbf${cbflx}:${fbfbm}`, { 1: 1, 2: 8001, 3: 9001 }[cbflx]!)).padStart(4, '0')

const [EAST, NORTH] = [96486.3, 110852.4]
const [LONGITUDE, LATITUDE] = [105.3, 30.1]
/** A rectangle as WKT in degrees, about 30° N. */
export function wkt({ x, y, w, h }: Place): string {
  const point = (px: number, py: number) => `${(LONGITUDE + px / EAST).toFixed(8)} ${(LATITUDE + py / NORTH).toFixed(8)}`
  return `POLYGON((${[point(x, y), point(x, y + h), point(x + w, y + h), point(x + w, y), point(x, y)].join(',')}))`
}
function placeOf(geom: string): Place | undefined {
  const points = [...geom.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, a, b]) => [(Number(a) - LONGITUDE) * EAST, (Number(b) - LATITUDE) * NORTH] as const)
  if (points.length !== 5) return
  const [xs, ys] = [points.map((p) => Math.round(p[0])), points.map((p) => Math.round(p[1]))]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y }
}
/** A free square of the grid. */
export function freePlace(m: Maker): Place {
  const n = nextSerial(m, 'place', 1)
  return { x: (n % 60) * 100, y: Math.floor(n / 60) * 100, w: 20 + m.chance.below(60), h: 20 + m.chance.below(60) }
}
export const parcelFields = (m: Maker, place: Place): Row => {
  const scmj = m2(place.w * place.h)
  const sides = { dkdz: '路', dkxz: '沟', dknz: '王一', dkbz: '田埂' }
  const rest = { dldj: '03', tdyt: '1', sfjbnt: '1', zjrxm: '王一', kjzb: 'J1/J2/J3/J4', ysdm: '211011', syqxz: '31' }
  return { dkmc: m.chance.one(['大田', '长田', '坡地', '水田']), ...sides, ...rest, scmj, scmjm: toMu(scmj), geom: wkt(place) }
}

const FAMILY = [...'王李张刘陈杨赵黄']
const GIVEN = [...'一二三四五六七八九十']
/** A number of an identity card that nobody else has: day of birth and order tell the n-th person. */
export function idNumber(m: Maker): string {
  const n = nextSerial(m, 'person', 1)
  const two = (v: number) => String(v).padStart(2, '0')
  const [year, month, day, order] = [1940 + (n % 70), two(1 + (Math.floor(n / 70) % 12)), two(1 + (Math.floor(n / 840) % 28)), Math.floor(n / 23520)]
  const first = `512021${year}${month}${day}${String(order).padStart(3, '0')}`
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  return first + '10X98765432'[weights.reduce((s, wt, i) => s + wt * Number(first[i]), 0) % 11]!
}
const orderOf = (cyzjhm: string): number => {
  const [year, month, day, order] = [cyzjhm.slice(6, 10), cyzjhm.slice(10, 12), cyzjhm.slice(12, 14), cyzjhm.slice(14, 17)].map(Number)
  return year! - 1940 + 70 * (month! - 1) + 840 * (day! - 1) + 23520 * order!
}
export const person = (m: Maker, yhzgx: string): Member => ({
  cyxm: m.chance.one(FAMILY) + m.chance.one(GIVEN),
  cyxb: m.chance.one(['1', '2']),
  yhzgx,
  cyzjlx: '1',
  cyzjhm: idNumber(m),
  sfgyr: '1',
  cybz: '9',
})
/** A household: its head and up to three more. */
export const family = (m: Maker): Member[] => [
  person(m, '02'),
  ...Array.from({ length: m.chance.below(4) }, () => person(m, m.chance.one(['10', '20', '30', '51']))),
]
export const contractorFields = (m: Maker, head: Member, cbflx = '1'): Row => ({
  cbfmc: cbflx === '3' ? '合作社' : head.cyxm,
  cbflx,
  cbfzjlx: cbflx === '3' ? '3' : head.cyzjlx,
  cbfzjhm: head.cyzjhm,
  cbfdz: '一组',
  yzbm: '642350',
  lxdh: `139${String(m.chance.below(1e8)).padStart(8, '0')}`,
  cbfs: '110',
  cbqx: 30,
  cbqxq: '1998-01-01',
  cbqxz: '2027-12-31',
  cbfdcrq: '2015-06-01',
  cbfdcy: '调查员',
  gsjsr: '记事人',
  gsshrq: '2015-07-01',
  gsshr: '审核人',
  cbfcysl: 1,
})
export const issuerFields = (fbfbm: string): Row => ({
  regionCode: fbfbm,
  fbfmc: `第${fbfbm.slice(12)}村民小组`,
  fbffzrxm: '李二',
  fzrzjlx: '1',
  fzrzjhm: '512021196001010015',
  lxdh: '13900000001',
  fbfdz: '村委会',
  yzbm: '642350',
  fbfdcy: '调查员',
  fbfdcrq: '2015-06-01',
})

/** A register to read from, as the acts of an entry see it. */
export const reading = (state: State): Work => begin(state, { cause: { kind: 'business', id: '0' }, unit: '', regionCode: '', day: state.today, acts: [] })
/** A book as the next version of it is made from. */
export interface Book {
  djbId: string
  code: string
  cbfbm: string
  fbfbm: string
  row: Row
  lines: Line[]
  terms: Terms
}
const opt = (row: Row, column: string): string | null => (row[column] === undefined || row[column] === null ? null : text(row, column))
export function bookOf(w: Work, djbId: string): Book {
  const [row, contract] = [now(w, `djb:${djbId}`)!, now(w, `cbht:${djbId}`)!]
  const [cbfs, cbqxq, cbqxz, cbfbm] = [text(row, 'cbfs'), text(row, 'cbqxq'), text(row, 'cbqxz'), text(row, 'cbfbm')]
  const lines = linesOf(w, djbId).map((l) => ({
    dkbm: text(l, 'dkbm'),
    sfqqqg: text(l, 'sfqqqg'),
    cbjyqqdfs: text(l, 'cbjyqqdfs'),
    htmj: text(l, 'htmj'),
    htmjm: text(l, 'htmjm'),
    yhtmj: opt(l, 'yhtmj'),
    yhtmjm: opt(l, 'yhtmjm'),
  }))
  const cbqx = contract.cbqx === null || contract.cbqx === undefined ? null : Number(contract.cbqx)
  return { djbId, code: text(row, 'cbjyqzbm'), cbfbm, fbfbm: text(now(w, `cbf:${cbfbm}`), 'fbfbm'), row, lines, terms: { cbfs, cbqx, cbqxq, cbqxz } }
}
/** Some code that fits, or none after a number of tries. */
export function some(m: Maker, list: readonly string[], fits: (code: string) => boolean, tries = 40): string | undefined {
  for (let i = 0; i < tries && list.length > 0; i++) {
    const code = m.chance.one(list)
    if (fits(code)) return code
  }
}
export const isHousehold = (w: Work, cbfbm: string) => now(w, `cbf:${cbfbm}`)?.zt === '1' && now(w, `cbf:${cbfbm}`)?.cbflx === '1'
/** A current book; by default of a household (J). */
export function aBook(m: Maker, w: Work, fits: (b: Book) => boolean = () => true, letter = 'J'): Book | undefined {
  const isBook = (djbId: string) => djbId.includes(letter) && fits(bookOf(w, djbId))
  const cbfbm = some(m, m.cbf, (c) => booksOf(w, c).some(isBook))
  const djbId = cbfbm && booksOf(w, cbfbm).find(isBook)
  return djbId ? bookOf(w, djbId) : undefined
}
/** Whether only this book names the parcel, as a whole. */
export const alone = (w: Work, dkbm: string) => listed(w, `naming:${dkbm}`).filter((l) => isCurrent(w, l.slice(0, l.lastIndexOf('/')))).length === 1
export const freeParcel = (m: Maker, w: Work, fbfbm?: string, taken: readonly string[] = []) =>
  some(m, m.dk, (c) => {
    const row = now(w, `dk:${c}`)
    const named = listed(w, `naming:${c}`).some((l) => isCurrent(w, l.slice(0, l.lastIndexOf('/'))))
    return row?.zt === '1' && !named && !taken.includes(c) && (!fbfbm || row.fbfbm === fbfbm)
  })
export const wholeLine = (w: Work, dkbm: string, cbjyqqdfs = '110'): Line => {
  const scmj = m2(text(now(w, `dk:${dkbm}`), 'scmj') || '100')
  return { dkbm, sfqqqg: '2', cbjyqqdfs, htmj: scmj, htmjm: toMu(scmj) }
}
/** A part of a line: contract areas by share, each unit from the square metres. */
export const partLine = (l: Line, dkbm: string, share: number): Line => {
  const of = (v: string | null | undefined) => (v ? m2(Math.round(Number(v) * share * 100) / 100) : null)
  const [htmj, yhtmj] = [of(l.htmj), of(l.yhtmj)]
  return { ...l, dkbm, htmj: htmj ?? '0.00', htmjm: htmj ? toMu(htmj) : '0.00', yhtmj, yhtmjm: yhtmj && toMu(yhtmj) }
}
export const memberList = (w: Work, cbfbm: string): (Member & { id: string })[] =>
  listed(w, `members:${cbfbm}`)
    .toSorted((a, b) => Number(now(w, `jtcy:${a}`)!.sort) - Number(now(w, `jtcy:${b}`)!.sort))
    .map((id) => {
      const row = now(w, `jtcy:${id}`)!
      const s = (c: string) => opt(row, c)
      return { id, cyxm: s('cyxm'), cyxb: s('cyxb'), yhzgx: s('yhzgx'), cyzjlx: s('cyzjlx'), cyzjhm: s('cyzjhm'), sfgyr: s('sfgyr'), cybz: s('cybz') }
    })
export const livingOwners = (w: Work, cbfbm: string) => membersOf(w, cbfbm).filter((x) => x.cybz !== '7' && x.sfgyr === '1').length

/** The act that ends a version, and the one that follows it. */
export const ends = (b: Book, qszt: '2' | '3' = '2', more: Partial<EndBook> = {}): EndBook => ({
  act: 'endBook',
  djbId: b.djbId,
  qszt,
  reason: '变更',
  ...more,
})
export const follows = (b: Book, day: string, more: Partial<NewBook>): NewBook => ({
  act: 'newBook',
  code: b.code,
  fbfbm: b.fbfbm,
  cbfbm: b.cbfbm,
  from: [b.djbId],
  djlx: '1',
  djxl: '5',
  terms: b.terms,
  lines: b.lines,
  contract: { file: signature(day), htlx: '4' },
  ...more,
})
export const signature = (qdsj: string) => ({ qdsj, signWay: '3', signStatus: '2' })
/** Certificate of a book that changes: new paper, or the same with a note. */
export function cert(m: Maker, code: string): Certificate {
  return m.chance.in100(50) ? { act: 'certificate', code, event: 'keep' } : { act: 'certificate', code, event: 'replace', reason: '登记变更' }
}
export const cancelled = (code: string): Certificate => ({ act: 'certificate', code, event: 'cancel', reason: '合同终止' })
/** Where a parcel lies, if it is a rectangle as drawn here whose measured area is its own. */
export function placeOfParcel(w: Work, dkbm: string): Place | undefined {
  const row = now(w, `dk:${dkbm}`)
  const place = placeOf(text(row, 'geom'))
  return place && Number(row!.scmj) === place.w * place.h ? place : undefined
}
/** Cuts a parcel in two. */
export function cut(m: Maker, w: Work, dkbm: string): { children: { dkbm: string; fields: Row }[]; share: number } | undefined {
  const place = placeOfParcel(w, dkbm)
  if (!place || place.w < 8) return
  const w1 = 3 + m.chance.below(place.w - 6)
  const places = [
    { ...place, w: w1 },
    { ...place, x: place.x + w1, w: place.w - w1 },
  ]
  const fbfbm = dkbm.slice(0, 14)
  const dklb = text(now(w, `dk:${dkbm}`), 'dklb')
  const children = places.map((p) => ({ dkbm: nextDkbm(m, fbfbm), fields: { ...parcelFields(m, p), dklb } }))
  return { children, share: w1 / place.w }
}
export type Cut = NonNullable<ReturnType<typeof cut>>
export const years = (day: string, n: number) => plusDays(`${String(Number(day.slice(0, 4)) + n).padStart(4, '0')}${day.slice(4)}`, -1)
export type Acts = Act[] | undefined
