// Random businesses of every type, made from what the register holds: one small generator a type. They are mostly what the register admits; what it does not, it refuses.
import { householdFields } from '../applications.ts'
import { termWithin } from '../../land/definitions/household.ts'
import { memberId, strip } from '../case-bench.ts'

type Row = Readonly<Record<string, any>>
/** A current book with its lines. */
export interface Book extends Row {
  lines: readonly Row[]
}
/** A contractor with members and current books. */
export interface Holder extends Row {
  members: readonly Row[]
  books: readonly Book[]
}
/** What generators choose from. `drawn`: parcels (last five digits) that have the outline of `strip`. */
export interface Village {
  fbfbm: string
  holders: readonly Holder[]
  /** parcels that nobody has contracted */
  free: readonly Row[]
  drawn: readonly string[]
  day: string
}
/** A case as a clerk sends it. `pieces`: what the survey draws, by parcel; `mu`: by how many hundredths of a mu the contracted land grows; `people`: who comes into the register and who leaves it. */
export interface Case {
  typeCode: string
  item: string
  holder: Holder | undefined
  form: Record<string, unknown>
  doSign: '1' | '2'
  pieces?: readonly object[]
  mu: number
  people: { in: readonly string[]; out: readonly string[] }
}

/** Choices out of a seeded chance. */
export function choices(chance: () => number) {
  const below = (n: number) => Math.floor(chance() * n)
  const one = <T>(of: readonly T[]): T | undefined => of[below(of.length)]
  const some = <T>(of: readonly T[], n: number): T[] => {
    const left = [...of]
    return Array.from({ length: Math.min(n, left.length) }, () => left.splice(below(left.length), 1)[0]!)
  }
  return { below, one, some, is: (share: number) => chance() < share }
}
export type Choices = ReturnType<typeof choices>

const YEARS = 30
/** The round that the walk records: a household's term ends before it begins. */
const NEXT = { roundNo: 3, fromDay: '2028-10-01', toDay: '2058-09-30' }
/** Areas as a decision may have them, m² and mu. */
const AREAS = [
  ['1000.00', '1.50'],
  ['1066.67', '1.60'],
  ['933.33', '1.40'],
] as const
const NOBODY = { in: [], out: [] }
let serial = 0
/** Begins the names of new people anew, so that a seed repeats them. */
export const beginPeople = () => void (serial = 0)
/** Somebody who is nowhere yet: number and name. */
function newcomer() {
  serial++
  const cyzjhm = memberId(100 + (serial % 900), 3 + Math.floor(serial / 900))
  return { cyxm: `新${serial}`, cyxb: '1', cyzjlx: '1', cyzjhm, sfgyr: '1' }
}
const muOf = (lines: readonly Row[]) => lines.reduce((n, l) => n + Math.round(Number(l.htmjm) * 100), 0)
const numbers = (members: readonly Row[]) => members.map((m) => String(m.cyzjhm))
const memberIn = (m: Row) => Object.fromEntries(['id', 'cyxm', 'cyxb', 'yhzgx', 'cyzjlx', 'cyzjhm', 'sfgyr', 'cybz', 'cybzsm'].map((n) => [n, m[n]]))
const isHead = (m: Row) => ['01', '02'].includes(m.yhzgx)
const lives = (m: Row) => m.cybz !== '7' && m.sfgyr !== '2'
const ofHousehold = (h: Holder) => h.books.find((b) => b.cbjyqzbm.endsWith('J'))
/** Of a household with a household contract: it and that book. */
function household(v: Village, c: Choices, fits: (b: Book, h: Holder) => boolean = () => true) {
  const found = v.holders.flatMap((h) => {
    const book = ofHousehold(h)
    return book && fits(book, h) ? [{ h, book }] : []
  })
  return c.one(found)
}
const chosen = (b: Book) => ({ cbjyqzbm: b.cbjyqzbm, djbId: String(b.id) })
const given = (lines: readonly Row[]) => lines.map((l) => ({ dkbm: l.dkbm }))
const whole = (b: Book) => b.lines.filter((l) => l.sfqqqg !== '1')
const cuttable = (v: Village, b: Book) => whole(b).filter((l) => v.drawn.includes(l.dkbm.slice(-5)))
/** A parcel cut across, its pieces to the two named. */
const cutOf = (line: Row, c: Choices, to: readonly [string, string]) => {
  const [n5, at] = [line.dkbm.slice(-5), 10 + c.below(20)]
  return {
    dkbm: line.dkbm,
    pieces: [
      { to: to[0], geom: strip(n5, 0, at) },
      { to: to[1], geom: strip(n5, at, 40) },
    ],
  }
}
const sign = (c: Choices): '1' | '2' => (c.is(0.4) ? '1' : '2')
type Made = Case | undefined
const made = (typeCode: string, item: string, holder: Holder | undefined, form: Record<string, unknown>, more: Partial<Case> = {}): Case => ({
  typeCode,
  item,
  holder,
  form,
  doSign: '1',
  mu: 0,
  people: NOBODY,
  ...more,
})
const lineOf = (p: Row, way: string, area: readonly [string, string] = AREAS[0]) => ({
  dkbm: p.dkbm,
  cbjyqqdfs: way,
  htmj: area[0],
  htmjm: area[1],
  sfqqqg: '2',
})
/** A household of one that is nowhere yet, as a form says it. */
export const newHousehold = () => {
  const head = newcomer()
  return { ...householdFields(head.cyxm, head.cyzjhm), jtcyList: [{ ...head, yhzgx: '02' }] }
}

/** One generator a type. Undefined: the register has nothing for it. */
export const GENERATORS: Readonly<Record<string, (v: Village, c: Choices) => Made>> = {
  contract_sign(v, c) {
    const parcels = c.some(v.free, 1 + c.below(2))
    if (parcels.length === 0) return undefined
    const other = c.is(0.3)
    const way = other ? '121' : '110'
    const known = other ? c.one(v.holders.filter((h) => !h.books.some((b) => b.cbjyqzbm.endsWith('Q')))) : c.one(v.holders.filter((h) => h.books.length === 0))
    const cbf = known ? { cbfbm: known.cbfbm } : newHousehold()
    const dk = parcels.map((p) => lineOf(p, way))
    const form = { dk, cbf, cbht: { cbfs: way, cbqxq: v.day, ...(other ? { cbqx: YEARS } : termWithin(v.day, YEARS, [NEXT], v.day)) } }
    const people = 'jtcyList' in cbf ? { in: numbers(cbf.jtcyList), out: [] } : NOBODY
    return made('contract_sign', other ? '2' : '1', known, form, { mu: muOf(dk), people })
  },
  change_split(v, c) {
    const found = household(v, c, (b, h) => h.members.filter(lives).length > 1 && h.members.filter(isHead).length === 1)
    if (!found) return undefined
    const { h, book } = found
    const leaver = c.one(h.members.filter((m) => lives(m) && !isHead(m)))
    if (!leaver) return undefined
    const lines = [...new Map(h.books.flatMap((b) => b.lines.map((l) => [l.dkbm, l] as const))).values()]
    const cut = c.is(0.4) ? c.one(cuttable(v, book)) : undefined
    const sons = c.some(
      lines.filter((l) => l !== cut),
      c.below(lines.length + 1),
    )
    const moved = (m: Row, yhzgx: string) => ({ id: String(m.id), cyxm: m.cyxm, yhzgx })
    const households = [
      {
        kept: '1',
        jtcyList: h.members.filter((m) => m !== leaver).map((m) => moved(m, m.yhzgx)),
        dk: given(lines.filter((l) => l !== cut && !sons.includes(l))),
        wdyy: '无地',
      },
      { kept: '2', jtcyList: [moved(leaver, '02')], dk: given(sons), wdyy: '无地' },
    ]
    const form = { ...chosen(book), households, sfgs: c.is(0.5) ? '1' : '2', ...(cut ? { cuts: [{ dkbm: cut.dkbm, pieces: [] }] } : {}) }
    return made('change_split', cut ? '2' : '1', h, form, { doSign: sign(c), ...(cut ? { pieces: [cutOf(cut, c, ['1', '2'])] } : {}) })
  },
  change_merge(v, c) {
    const [a, z] = c.some(v.holders.filter(ofHousehold), 2)
    if (!a || !z) return undefined
    const jtcyList = [a, z].flatMap((h, i) => h.members.map((m) => ({ id: String(m.id), cyxm: m.cyxm, yhzgx: i > 0 && isHead(m) ? '97' : m.yhzgx })))
    return made('change_merge', '1', a, { ...chosen(ofHousehold(a)!), sources: [chosen(ofHousehold(z)!)], jtcyList }, { doSign: sign(c) })
  },
  change_transfer(v, c) {
    const found = household(v, c)
    if (!found) return undefined
    const { h, book } = found
    const receiver = c.is(0.7) ? c.one(v.holders.filter((o) => o !== h)) : undefined
    const cbfZr = receiver ? { cbfbm: receiver.cbfbm } : newHousehold()
    const seen = receiver?.books.find((k) => String(k.cbjyqzbm).endsWith('J'))
    const form = { ...chosen(book), cbfZr, ...(seen ? { djbIdZr: String(seen.id) } : {}), xyrq: v.day, zrjk: '每亩三千元' }
    const people = 'jtcyList' in cbfZr ? { in: numbers(cbfZr.jtcyList), out: [] } : NOBODY
    const cut = c.one(cuttable(v, book))
    const share = c.one(book.lines.filter((l) => l.sfqqqg === '1'))
    if (share && c.is(0.8)) {
      const dk = [{ dkbm: share.dkbm, htmj: '333.33', htmjm: '0.50' }]
      return made('change_transfer', '4', h, { ...form, dk }, { people })
    }
    if (cut && c.is(0.4)) {
      const more = { people, pieces: [cutOf(cut, c, ['zc', 'zr'])] }
      return made('change_transfer', '3', h, { ...form, cuts: [{ dkbm: cut.dkbm, pieces: [] }] }, more)
    }
    if (book.lines.length > 1 && c.is(0.6)) return made('change_transfer', '2', h, { ...form, dk: given(c.some(book.lines, 1)) }, { people })
    return made('change_transfer', '1', h, form, { people })
  },
  change_exchange(v, c) {
    const [a, z] = c.some(v.holders.filter(ofHousehold), 2)
    if (!a || !z) return undefined
    const [own, other] = [ofHousehold(a)!, ofHousehold(z)!]
    const cut = c.is(0.3) ? c.one(cuttable(v, own)) : undefined
    const form = {
      ...chosen(own),
      cbjyqzbmB: other.cbjyqzbm,
      djbIdB: String(other.id),
      xyrq: v.day,
      dk: cut ? [] : given(c.some(own.lines, 1)),
      dkB: given(c.some(other.lines, 1)),
      ...(cut ? { cuts: [{ dkbm: cut.dkbm, pieces: [] }] } : {}),
    }
    return made('change_exchange', cut ? '2' : '1', a, form, cut ? { pieces: [cutOf(cut, c, ['a', 'b'])] } : {})
  },
  change_contract(v, c) {
    const found = household(v, c)
    if (!found) return undefined
    const { h, book } = found
    const item = c.one(['1', '2', '3', '4', '5', '6', '9'])!
    const form = chosen(book)
    const more = { doSign: sign(c) }
    const line = c.one(book.lines)!
    const out = (fate: string) => made('change_contract', item, h, { ...form, leaving: [{ dkbm: line.dkbm, fate }] }, { ...more, mu: -muOf([line]) })
    if (item === '1') {
      const birth = { ...newcomer(), yhzgx: '20', cybz: '6' }
      return made('change_contract', item, h, { ...form, jtcyList: [...h.members.map(memberIn), birth] }, { ...more, people: { in: [birth.cyzjhm], out: [] } })
    }
    if (item === '2') {
      const next = c.one(h.members.filter((m) => lives(m) && !isHead(m)))
      // whoever is younger than a child of the household says why he represents it
      const jtcyList = h.members.map((m) => ({ ...memberIn(m), ...(m === next ? { yhzgx: '02', cybzsm: '家庭商定' } : { yhzgx: isHead(m) ? '97' : m.yhzgx }) }))
      return made('change_contract', item, h, { ...form, jtcyList }, more)
    }
    if (item === '3') {
      const p = c.one(v.free)
      return p && made('change_contract', item, h, { ...form, dk: [lineOf(p, '110')] }, { ...more, mu: 150 })
    }
    if (item === '4') return out(c.one(['lost', 'state'])!)
    if (item === '5') return out('reserve')
    if (item === '6') {
      const [htmj, htmjm] = c.one(AREAS)!
      return made(
        'change_contract',
        item,
        h,
        { ...form, corrected: [{ dkbm: line.dkbm, htmj, htmjm }] },
        { ...more, mu: Math.round(Number(htmjm) * 100) - muOf([line]) },
      )
    }
    return made('change_contract', item, h, { ...form, djbfj: `约定${c.below(1000)}` }, more)
  },
  contract_cancel(v, c) {
    const h = c.one(v.holders.filter((x) => x.books.length > 0))
    const book = h && c.one(h.books)
    if (!h || !book) return undefined
    const item = c.one(['1', '2', '3', '4', '9'])!
    const ended = item === '2' ? h.books : [book]
    const people = item === '2' ? { in: [], out: numbers(h.members) } : NOBODY
    const gone = h.members.filter(lives).map(({ id, cyxm }) => ({ id, cyxm, qx: 'dead', rq: v.day }))
    const form = { ...chosen(book), zxyy: '注销', ...(item === '9' ? { zxyylx: '9' } : {}), ...(item === '2' ? { jtcyList: gone } : {}) }
    return made('contract_cancel', item, h, form, { doSign: '2', mu: -muOf(ended.flatMap((b) => b.lines)), people })
  },
  correct_fbf(v, c) {
    if (c.is(0.4)) return made('correct_fbf', '1', v.holders[0], { fbffzrxm: '赵村长', fzrzjlx: '1', fzrzjhm: newcomer().cyzjhm, lxdh: '13900000000' })
    const form = { fbfmc: `新村经济合作社${c.below(1000)}`, fbfdz: '新村1号', fbfdcy: '李', fbfdcrq: '2020-01-01', zbdj: c.is(0.5) ? '1' : '2' }
    return made('correct_fbf', '2', v.holders[0], form, { doSign: '2' })
  },
  correct_cbf(v, c) {
    const found = household(v, c)
    if (!found) return undefined
    const { h, book } = found
    const form = chosen(book)
    const item = c.one(['1', '2', '3'])!
    if (item === '3')
      return made('correct_cbf', item, h, { ...form, lxdh: `139${10000000 + c.below(80000000)}`, cbfdz: '二组5号', yzbm: '610001' }, { doSign: '2' })
    const right = newcomer()
    const wrong = item === '1' ? h.members.find(isHead) : c.one(h.members.filter((m) => lives(m) && !isHead(m)))
    if (!wrong) return undefined
    // a name or a number was written wrong, never both; the numbers of new people are those of men
    // whose name was corrected before keeps the number, and the other way round: both are another person
    const isNew = { name: String(wrong.cyxm).startsWith('新'), number: /^.{6}197[3-9]/.test(String(wrong.cyzjhm)) }
    const ofNumber = !isNew.name && wrong.cyxb === '1' && (isNew.number || c.is(0.5))
    const people = ofNumber ? { in: [right.cyzjhm], out: [String(wrong.cyzjhm)] } : NOBODY
    const cyxm = ofNumber ? String(wrong.cyxm) : right.cyxm
    const cyzjhm = ofNumber ? right.cyzjhm : String(wrong.cyzjhm)
    if (item === '1')
      return made('correct_cbf', item, h, { ...form, cbfmc: cyxm, cbfzjlx: '1', cbfzjhm: cyzjhm, hzsm: '家庭商定' }, { doSign: sign(c), people })
    const jtcyList = h.members.map((m) => (m === wrong ? { ...memberIn(m), cyxm, cyzjlx: '1', cyzjhm } : memberIn(m)))
    return made('correct_cbf', item, h, { ...form, jtcyList }, { doSign: '2', people })
  },
  contract_renew(v, c) {
    const some = c.some(
      v.holders.filter((h) => ofHousehold(h) && ofHousehold(h)!.cbqxz < '2030'),
      1 + c.below(3),
    )
    if (some.length === 0) return undefined
    const item = c.is(0.5) ? '1' : '2'
    let mu = 0
    const nh = some.map((h) => {
      const book = ofHousehold(h)!
      const leaving = item === '2' && book.lines.length > 1 ? c.some(book.lines, 1) : []
      mu -= muOf(leaving)
      return { ...chosen(book), ybddlx: leaving.length ? '6' : '1', leaving: given(leaving) }
    })
    return made('contract_renew', item, some[0], { nh }, { mu })
  },
  contract_supplement(v, c) {
    const unsigned = household(v, c, (b) => b.signStatus !== '2')
    if (unsigned && c.is(0.7)) {
      const { h, book } = unsigned
      if (c.is(0.5)) return made('contract_supplement', '1', h, chosen(book))
      const dk = book.lines.map((l) => ({ dkbm: l.dkbm, htmjm: l.htmjm }))
      return made('contract_supplement', '2', h, { ...chosen(book), qdsj: book.signedBy, htzmjm: book.htzmjm, dk }, { doSign: '2' })
    }
    const found = household(v, c, (b) => b.isIssued)
    return found && made('contract_supplement', c.one(['3', '4'])!, found.h, chosen(found.book), { doSign: '2' })
  },
}
