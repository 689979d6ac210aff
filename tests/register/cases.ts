// The types and items of business as random entries: the rows of acts.md 3.
import type { Act, Contract, Line, Member, NewBook } from '../../land/register/acts/acts.ts'
import { m2, mu, sum, toMu } from '../../land/definitions/area.ts'
import { alone, type Acts, aBook, type Book, bookOf, cancelled, cert, contractorFields, cut, ends, family, follows, freeParcel, freePlace } from './making.ts'
import {
  isHousehold,
  livingOwners,
  type Maker,
  memberList,
  nextCbfbm,
  nextDkbm,
  parcelFields,
  partLine,
  person,
  placeOfParcel,
  signature,
  some,
} from './making.ts'
import { wholeLine, years } from './making.ts'
import { lastRoundDay, plusDays, roundEndOf } from './rules.ts'
import { booksOf, currentBook, isCurrent, lastBook, listed, naming, now, text, type Work } from './state.ts'

type Case = (m: Maker, w: Work, day: string) => Acts
const later = (a: string, b: string) => (a > b ? a : b)
const onlyBook = (w: Work, b: Book) => booksOf(w, b.cbfbm).length === 1
const oneHousehold = (w: Work) => (b: Book) => isHousehold(w, b.cbfbm) && onlyBook(w, b)
/** Lines of parcels that only this book names, whole: others get no parcel act. */
const own = (w: Work, b: Book) => b.lines.filter((l) => l.sfqqqg !== '1' && alone(w, l.dkbm))
const next = (b: Book, day: string, lines: Line[], more: Partial<NewBook> = {}) => follows(b, day, { lines, ...more })
const contracted = (w: Work, dkbm: string): Act[] =>
  now(w, `dk:${dkbm}`)?.dklb === '10' ? [] : [{ act: 'setParcel', dkbm, bgfs: '10', fields: { dklb: '10' } }]

/** First contract of a household, or by other ways. */
function sign(way: 'J' | 'Q', kind: 'business' | 'renew' = 'business'): Case {
  return (m, w, day) => {
    const acts: Act[] = []
    const cbfs = way === 'J' ? '110' : m.chance.one(['121', '122', '123'])
    const cbflx = way === 'J' ? '1' : m.chance.one(['1', '2', '3'])
    let cbfbm = m.chance.in100(50)
      ? some(m, m.cbf, (c) => (way === 'J' ? isHousehold(w, c) : now(w, `cbf:${c}`)?.zt === '1') && !currentBook(w, c + way))
      : undefined
    if (!cbfbm) {
      const members = family(m)
      cbfbm = nextCbfbm(m, m.chance.one(m.fbf.filter((f) => now(w, `fbf:${f}`)?.zt === '1')), cbflx)
      acts.push({ act: 'newContractor', cbfbm, fields: contractorFields(m, members[0]!, cbflx), members: cbflx === '1' ? members : [] })
    }
    const fbfbm = acts.length > 0 ? cbfbm.slice(0, 14) : text(now(w, `cbf:${cbfbm}`), 'fbfbm')
    const lines: Line[] = []
    for (let i = 0; i <= m.chance.below(3); i++) {
      const free = m.chance.in100(50)
        ? freeParcel(
            m,
            w,
            fbfbm,
            lines.map((l) => l.dkbm),
          )
        : undefined
      if (free) {
        acts.push(...contracted(w, free))
        const whole = wholeLine(w, free, cbfs)
        // half of it is left for others
        lines.push(m.chance.in100(25) && !m.skip.has('shares') ? { ...partLine(whole, free, 0.5), sfqqqg: '1' } : { ...whole, sfqqqg: '2' })
      } else {
        const [dkbm, place] = [nextDkbm(m, fbfbm), freePlace(m)]
        const [fields, scmj] = [{ ...parcelFields(m, place), dklb: '10' }, m2(place.w * place.h)]
        acts.push({ act: 'newParcel', dkbm, fields })
        lines.push({ dkbm, sfqqqg: '2', cbjyqqdfs: cbfs, htmj: scmj, htmjm: toMu(scmj) })
      }
    }
    // a share of a joint parcel beside those of others
    const joint =
      !m.skip.has('shares') &&
      m.chance.in100(30) &&
      some(m, m.dk, (c) => listed(w, `naming:${c}`).some((l) => isShare(w, l)) && now(w, `dk:${c}`)?.fbfbm === fbfbm, 80)
    const quarter = joint && { ...partLine(wholeLine(w, joint, cbfs), joint, 0.25), sfqqqg: '1' }
    const has = joint ? naming(w, joint).reduce((n, l) => n + Number(text(now(w, `cbdkxx:${l}`), 'htmj')), 0) : 0
    const isRoom = joint && has + Number(quarter && quarter.htmj) <= Number(text(now(w, `dk:${joint}`), 'scmj'))
    if (quarter && isRoom && !lines.some((l) => l.dkbm === joint)) lines.push(quarter)
    const round = roundEndOf(w.s, fbfbm, day, w.s.today)
    const n = m.chance.one([10, 30])
    const rounds = lastRoundDay(w.s, fbfbm)
    const cbqxz = way === 'J' && round && round < years(day, n) && round > day ? round : years(day, n)
    if (way === 'J' && kind === 'business' && rounds && day > rounds) return
    if (way === 'J' && round && kind === 'business' && cbqxz > round) return
    const last = lastBook(w, cbfbm + way)
    const contract: Contract = { file: signature(day), htlx: way === 'J' ? '1' : '2' }
    const entered = { djlx: '0', djxl: kind === 'renew' ? '9' : '0', terms: { cbfs, cbqx: n, cbqxq: day, cbqxz }, lines, contract }
    acts.push({ act: 'newBook', code: cbfbm + way, fbfbm, cbfbm, from: last ? [last] : [], ...entered })
    const held = listed(w, `cert:${cbfbm}${way}`).some((c) => now(w, `cbjyqz:${c}`)?.sfzx === '0')
    acts.push({ act: 'certificate', code: cbfbm + way, event: held ? 'keep' : 'new' })
    return acts
  }
}
const isShare = (w: Work, line: string) => isCurrent(w, line.slice(0, line.lastIndexOf('/'))) && now(w, `cbdkxx:${line}`)?.sfqqqg === '1'

/** Members of a household that split: the head's branch and another with a head of its own. */
function branches(m: Maker, w: Work, b: Book): [Member[], Member[]] | undefined {
  const all = memberList(w, b.cbfbm)
  const others = m.chance.shuffled(all.filter((x) => x.yhzgx !== '02' && x.cybz !== '7' && x.sfgyr === '1'))
  const head = others[0]
  if (!head || !all.some((x) => x.yhzgx === '02')) return
  const leave = new Set(others.slice(0, 1 + m.chance.below(others.length)).map((x) => x.id))
  const gone = all.filter((x) => leave.has(x.id)).map((x) => (x.id === head.id ? { ...x, yhzgx: '02' } : { ...x, yhzgx: '80' }))
  return [all.filter((x) => !leave.has(x.id)), gone]
}
function split(m: Maker, w: Work, day: string, withCut: boolean, renew = false): Acts {
  const b = aBook(m, w, (x) => oneHousehold(w)(x) && livingOwners(w, x.cbfbm) > 1 && (renew ? renewable(w, x) : day < x.terms.cbqxz))
  const people = b && branches(m, w, b)
  if (!b || !people) return
  const acts: Act[] = []
  const cbfbm = nextCbfbm(m, b.fbfbm)
  const code = `${cbfbm}J`
  let [kept, given] = [[...b.lines], [] as Line[]]
  const line = withCut ? own(w, b)[0] : undefined
  const piece = line && cut(m, w, line.dkbm)
  if (withCut) {
    if (!line || !piece) return
    acts.push({ act: 'replaceParcels', parents: [line.dkbm], children: piece.children, bgfs: '1', bgyy: '分户' })
    kept = kept.filter((l) => l !== line)
    const first = partLine(line, piece.children[0]!.dkbm, piece.share)
    kept.push(first)
    given.push(rest(line, first, piece.children[1]!.dkbm))
  } else {
    const n = m.chance.below(kept.length + 1)
    ;[kept, given] = [kept.slice(n), kept.slice(0, n)]
  }
  const branch = {
    act: 'newContractor' as const,
    cbfbm,
    fields: contractorFields(
      m,
      people[1].find((x) => x.yhzgx === '02')!,
    ),
    members: people[1],
  }
  acts.push({ act: 'setContractor', cbfbm: b.cbfbm, members: people[0] }, branch, ends(b))
  const keeps = renew ? renewed(b) : b.terms
  const starts = renew ? keeps : { ...b.terms, cbqxq: later(day, b.terms.cbqxq) }
  const entered = {
    djlx: '1',
    djxl: renew ? '9' : '1',
    contract: m.chance.in100(50) ? { file: signature(day), htlx: '4' } : { unsigned: true as const, htlx: '4' },
  }
  if (kept.length > 0) acts.push(next(b, day, kept, { ...entered, terms: keeps }), cert(m, b.code))
  else acts.push(cancelled(b.code))
  const former = { ...entered.contract, ycbhtbm: b.code }
  if (given.length > 0) acts.push(next(b, day, given, { ...entered, code, cbfbm, terms: starts, contract: former }), { act: 'certificate', code, event: 'new' })
  return kept.length + given.length > 0 ? acts : undefined
}
/** What is left of a line beside a part of it. */
const rest = (l: Line, part: Line, dkbm: string): Line => {
  const of = (a: string | null | undefined, b: string | null | undefined) => (a && b ? m2(((Number(a) * 100 - Number(b) * 100) / 100).toFixed(2)) : null)
  const [htmj, yhtmj] = [of(l.htmj, part.htmj), of(l.yhtmj, part.yhtmj)]
  return { ...l, dkbm, htmj: htmj ?? '0.00', htmjm: htmj ? toMu(htmj) : '0.00', yhtmj, yhtmjm: yhtmj && toMu(yhtmj) }
}
/** Adds lines to lines; shares of one parcel together. */
function added(lines: readonly Line[], more: readonly Line[]): Line[] {
  const out = [...lines]
  for (const l of more) {
    const i = out.findIndex((x) => x.dkbm === l.dkbm)
    if (i < 0) out.push(l)
    else out[i] = { ...out[i]!, htmj: sum([m2(out[i]!.htmj!), m2(l.htmj!)]), htmjm: sum([mu(out[i]!.htmjm!), mu(l.htmjm!)]) }
  }
  return out
}
/** Shares added together stay true in both units. */
const fits = (lines: readonly Line[]) => lines.every((l) => Math.abs(Number(toMu(m2(l.htmj!))) - Number(l.htmjm)) < 0.015)
function merge(m: Maker, w: Work, day: string, renew = false): Acts {
  const fit = (b: Book) => oneHousehold(w)(b) && (!renew || renewable(w, b))
  const [a, b] = [aBook(m, w, fit), aBook(m, w, fit)]
  if (!a || !b || a.cbfbm === b.cbfbm || a.fbfbm !== b.fbfbm) return
  const cbqxz = a.terms.cbqxz < b.terms.cbqxz ? a.terms.cbqxz : b.terms.cbqxz
  if (renew ? a.terms.cbqxz !== b.terms.cbqxz : a.terms.cbqxq >= cbqxz) return
  const here = memberList(w, a.cbfbm)
  const numbers = new Set(here.map((x) => x.cyzjhm))
  const members = [
    ...here,
    ...memberList(w, b.cbfbm)
      .filter((x) => !numbers.has(x.cyzjhm))
      .map((x) => ({ ...x, yhzgx: '80' })),
  ]
  const lines = added(a.lines, b.lines)
  if (!fits(lines)) return
  const terms = renew ? renewed(a) : { ...a.terms, cbqxz }
  const book = next(a, day, lines, { from: [a.djbId, b.djbId], djxl: renew ? '9' : '2', terms })
  const absorbed: Act = { act: 'endContractor', cbfbm: b.cbfbm, zxyylx: '7', successor: [a.cbfbm] }
  return [{ act: 'setContractor', cbfbm: a.cbfbm, members }, absorbed, ends(a), ends(b), book, cert(m, a.code), cancelled(b.code)]
}

/** Assignment: all, some, a part of a parcel, or a share. */
function transfer(m: Maker, w: Work, day: string, what: 'all' | 'some' | 'part' | 'share'): Acts {
  const source = aBook(m, w, (b) => day < b.terms.cbqxz && isHousehold(w, b.cbfbm) && (what !== 'some' || b.lines.length > 1))
  if (!source) return
  const acts: Act[] = []
  let [moved, stays] = [source.lines, [] as Line[]]
  if (what === 'some') [moved, stays] = [source.lines.slice(0, 1), source.lines.slice(1)]
  if (what === 'part') {
    const line = own(w, source)[0]
    const pieces = line && cut(m, w, line.dkbm)
    if (!line || !pieces) return
    acts.push({ act: 'replaceParcels', parents: [line.dkbm], children: pieces.children, bgfs: '1', bgyy: '转让' })
    const part = partLine(line, pieces.children[0]!.dkbm, pieces.share)
    ;[moved, stays] = [[part], [...source.lines.filter((l) => l !== line), rest(line, part, pieces.children[1]!.dkbm)]]
  }
  if (what === 'share') {
    const line = source.lines.find((l) => l.sfqqqg === '1' && Number(l.htmj) > 20)
    if (!line) return
    const part = partLine(line, line.dkbm, 0.5)
    ;[moved, stays] = [[part], [...source.lines.filter((l) => l !== line), rest(line, part, line.dkbm)]]
  }
  const receives = moved.map((l) => ({ ...l, cbjyqqdfs: '200' }))
  const entered = { djlx: '1', djxl: '3', contract: { file: signature(day), htlx: '5' } }
  const own2 = m.chance.in100(60) ? aBook(m, w, (b) => b.cbfbm !== source.cbfbm && b.terms.cbqxz <= source.terms.cbqxz && isHousehold(w, b.cbfbm)) : undefined
  if (own2) {
    const lines = added(own2.lines, receives)
    if (!fits(lines)) return
    acts.push(ends(own2), next(own2, day, lines, { ...entered, from: [own2.djbId, source.djbId] }), cert(m, own2.code))
  } else {
    const members = family(m)
    const cbfbm = nextCbfbm(m, source.fbfbm)
    acts.push({ act: 'newContractor', cbfbm, fields: contractorFields(m, members[0]!), members })
    const terms = { ...source.terms, cbfs: '110', cbqxq: later(day, source.terms.cbqxq) }
    acts.push(next(source, day, receives, { ...entered, code: `${cbfbm}J`, cbfbm, terms }), { act: 'certificate', code: `${cbfbm}J`, event: 'new' })
  }
  if (what === 'all') acts.push(ends(source, '3', { zxyylx: '5', entry: { djlx: '1', djxl: '3' }, reason: '全部转让' }), cancelled(source.code))
  else acts.push(ends(source), next(source, day, stays, entered), cert(m, source.code))
  return acts
}
function exchange(m: Maker, w: Work, day: string, withCut: boolean): Acts {
  const [a, b] = [aBook(m, w), aBook(m, w)]
  if (!a || !b || a.cbfbm === b.cbfbm || a.fbfbm !== b.fbfbm) return
  const shared = a.lines.some((l) => b.lines.some((x) => x.dkbm === l.dkbm))
  if (shared) return
  const acts: Act[] = []
  let [gives, keeps] = [a.lines.slice(0, 1), a.lines.slice(1)]
  if (withCut) {
    const line = own(w, a)[0]
    const pieces = line && cut(m, w, line.dkbm)
    if (!line || !pieces) return
    acts.push({ act: 'replaceParcels', parents: [line.dkbm], children: pieces.children, bgfs: '1', bgyy: '互换' })
    const part = partLine(line, pieces.children[0]!.dkbm, pieces.share)
    ;[gives, keeps] = [[part], [...a.lines.filter((l) => l !== line), rest(line, part, pieces.children[1]!.dkbm)]]
  }
  const received = (list: Line[]) => list.map((l) => ({ ...l, cbjyqqdfs: '300' }))
  const entered = { djxl: '4', contract: { file: signature(day), htlx: '6' } }
  const lines = [...keeps, ...received(b.lines.slice(0, 1))]
  acts.push(ends(a), ends(b), next(a, day, lines, { ...entered, from: [a.djbId, b.djbId] }), cert(m, a.code), cert(m, b.code))
  acts.push(next(b, day, [...b.lines.slice(1), ...received(gives)], { ...entered, from: [b.djbId, a.djbId] }))
  return acts
}

/** Members after birth, death, marriage or another head. */
function otherMembers(m: Maker, w: Work, cbfbm: string, what: 'members' | 'head'): Member[] | undefined {
  const all = memberList(w, cbfbm)
  if (what === 'head') {
    const heir = all.find((x) => x.yhzgx !== '02' && x.cybz !== '7' && x.sfgyr === '1')
    return heir && all.map((x) => ({ ...x, yhzgx: x.id === heir.id ? '02' : x.yhzgx === '02' ? '51' : '80' }))
  }
  const other = all.find((x) => x.yhzgx !== '02' && x.cybz !== '7')
  const how = m.chance.below(3)
  if (how === 0 || !other) return [...all, person(m, '20')]
  return how === 1 ? all.filter((x) => x !== other) : all.map((x) => (x === other ? { ...x, cybz: '7', sfgyr: '2' } : x))
}
/** Changes of the household itself: a new version of each of its books. */
function household(what: 'members' | 'head' | 'name', djxl: '5' | '13' | '9'): Case {
  return (m, w, day) => {
    const b = aBook(m, w, (x) => isHousehold(w, x.cbfbm) && (djxl !== '9' || (onlyBook(w, x) && renewable(w, x))))
    if (!b) return
    const members = what === 'name' ? undefined : otherMembers(m, w, b.cbfbm, what)
    if (!members && what !== 'name') return
    const head = members?.find((x) => x.yhzgx === '02')
    const fields = what === 'name' ? { cbfmc: `王${m.chance.below(1000)}` } : what === 'head' ? { cbfmc: head!.cyxm, cbfzjhm: head!.cyzjhm } : undefined
    const acts: Act[] = [{ act: 'setContractor', cbfbm: b.cbfbm, ...(fields && { fields }), ...(members && { members }) }]
    for (const djbId of booksOf(w, b.cbfbm)) {
      const book = bookOf(w, djbId)
      const contract = djxl === '13' || m.chance.in100(50) ? { carry: true as const } : { file: signature(day), htlx: '4' }
      const entered = djxl === '13' ? { djlx: '8', djxl, contract } : djxl === '9' ? { djxl, terms: renewed(book) } : { contract }
      acts.push(ends(book), follows(book, day, entered), cert(m, book.code))
    }
    if (djxl === '13') acts.push({ act: 'note', on: b.code, djlx: '8', djxl: '13', text: '更正' })
    return acts
  }
}
/** Changes of the land of one book. */
function land(
  change: (m: Maker, w: Work, b: Book, day: string) => { acts: Act[]; lines: Line[] } | undefined,
  more: (b: Book, w: Work) => Partial<NewBook> | undefined = () => ({}),
): Case {
  return (m, w, day) => {
    const b = aBook(m, w, (x) => !!more(x, w))
    const done = b && change(m, w, b, day)
    if (!b || !done || done.lines.length === 0) return
    return [...done.acts, ends(b), next(b, day, done.lines, more(b, w)), cert(m, b.code)]
  }
}
const addParcel = land((m, w, b) => {
  const dkbm = freeParcel(m, w, b.fbfbm)
  return dkbm ? { acts: contracted(w, dkbm), lines: [...b.lines, wholeLine(w, dkbm)] } : undefined
})
const GONE: ((dkbm: string) => Act)[] = [
  (dkbm) => ({ act: 'endParcel', dkbm, bgfs: '3', bgyy: '灭失' }),
  (dkbm) => ({ act: 'setParcel', dkbm, bgfs: '10', fields: { dklb: '99', tdyt: '5' } }),
  // of some land that comes back something is noted: that is no survey
  (dkbm) => ({ act: 'setParcel', dkbm, bgfs: '51', fields: { dklb: '22', ...(/[0369]$/.test(dkbm) && { dkbzxx: '收回' }) } }),
]
const loseWhole = (which: readonly number[]) =>
  land((m, w, b) => {
    const line = own(w, b)[0]
    return line && { acts: [GONE[m.chance.one(which)]!(line.dkbm)], lines: b.lines.filter((l) => l !== line) }
  })
const losePart = (fate: readonly ('lost' | 'state' | 'reserve')[], more?: (b: Book, w: Work) => Partial<NewBook> | undefined) =>
  land((m, w, b) => {
    const line = own(w, b)[0]
    const pieces = line && cut(m, w, line.dkbm)
    if (!line || !pieces) return
    const [rests, piece] = [pieces.children[0]!, pieces.children[1]!]
    const children = [rests, { ...piece, fate: m.chance.one(fate) }]
    const kept = partLine(line, rests.dkbm, pieces.share)
    return { acts: [{ act: 'replaceParcels', parents: [line.dkbm], children, bgfs: '1', bgyy: '征收' }], lines: [...b.lines.filter((l) => l !== line), kept] }
  }, more)
const survey = land((m, w, b) => {
  const line = own(w, b)[0]
  const place = line && placeOfParcel(w, line.dkbm)
  if (!line || !place) return
  const dice = m.chance.below(3)
  // a piece of a cut has neighbours whose edges would get its corners
  const how = dice === 0 && (now(w, `dk:${line.dkbm}`)!.ydkbm as string[]).length > 0 ? 1 : dice
  const shifted = how === 0 ? { ...place, h: place.h + 1 } : place
  const scmj = m2(shifted.w * shifted.h + (how === 1 ? 5 : 0))
  const areas = { scmj, scmjm: toMu(scmj) }
  const acts: Act[] =
    how === 2
      ? []
      : [{ act: 'setParcel', dkbm: line.dkbm, bgfs: how === 0 ? '0' : '50', fields: how === 0 ? { ...parcelFields(m, shifted), ...areas } : areas }]
  return { acts, lines: b.lines.map((l) => (l === line ? { ...l, htmj: scmj, htmjm: toMu(scmj) } : l)) }
})
const otherTerms = land(
  (_m, _w, b) => ({ acts: [], lines: b.lines }),
  () => ({ remark: '其他约定' }),
)

const renewable = (w: Work, b: Book) => b.terms.cbqxz < plusDays(w.s.today, 5000) && b.code.endsWith('J')
const renewed = (b: Book) => {
  const cbqxq = plusDays(b.terms.cbqxz, 1)
  return { ...b.terms, cbqx: 30, cbqxq, cbqxz: years(cbqxq, 30), prevCbqxz: b.terms.cbqxz }
}
const renewal = (b: Book, w: Work): Partial<NewBook> | undefined =>
  renewable(w, b) ? { djxl: '9', terms: renewed(b), contract: { file: signature(w.s.today), htlx: '3', ycbhtbm: b.code } } : undefined
const renewPlain = land((m, w, b) => {
  const acts = own(w, b).map((l): Act => ({ act: 'setParcel', dkbm: l.dkbm, bgfs: '50', fields: { qqmjm: text(now(w, `dk:${l.dkbm}`), 'scmjm') } }))
  const contact: Act[] = m.chance.in100(30) ? [{ act: 'setContractor', cbfbm: b.cbfbm, fields: { lxdh: '13911112222' } }] : []
  return { acts: [...acts, ...contact], lines: b.lines.map((l) => ({ ...l, yhtmj: l.htmj, yhtmjm: l.htmjm })) }
}, renewal)
const renewShares = land((_m, w, b) => ({ acts: [], lines: b.lines.map((l) => (alone(w, l.dkbm) ? { ...l, sfqqqg: '1' } : l)) }), renewal)
function renewAdjust(m: Maker, w: Work, day: string): Acts {
  const [giver, own2] = [aBook(m, w, (b) => renewable(w, b)), aBook(m, w, (b) => renewable(w, b))]
  if (!giver || !own2 || giver.cbfbm === own2.cbfbm || giver.fbfbm !== own2.fbfbm) return
  const moved = giver.lines[0]!
  const stays = giver.lines.slice(1)
  if (own2.lines.some((l) => l.dkbm === moved.dkbm)) return
  const books = next(own2, day, [...own2.lines, { ...moved, cbjyqqdfs: '110' }], { djxl: '9', from: [own2.djbId, giver.djbId], terms: renewed(own2) })
  const acts: Act[] = [ends(own2), books, cert(m, own2.code)]
  if (stays.length > 0) acts.push(ends(giver), next(giver, day, stays, { djxl: '9', terms: renewed(giver) }), cert(m, giver.code))
  else acts.push(ends(giver, '3', { zxyylx: '9', reason: '调整' }), cancelled(giver.code))
  return acts
}

/** A contract ends: returned, extinct, lost, expropriated, taken back. */
function cancel(zxyylx: '1' | '2' | '3' | '4' | '8' | '9'): Case {
  return (m, w) => {
    const b = aBook(m, w, (x) => zxyylx !== '2' || onlyBook(w, x), m.chance.in100(25) ? 'Q' : 'J')
    if (!b) return
    const how = { 1: 2, 2: 2, 3: 0, 4: m.chance.one([0, 1]), 8: m.chance.one([1, 2]), 9: 2 }[zxyylx]
    const acts: Act[] = [ends(b, '3', { zxyylx, reason: '终止', entry: { djlx: '2', djxl: '6' } }), cancelled(b.code)]
    for (const l of b.lines) if (alone(w, l.dkbm)) acts.push(GONE[how]!(l.dkbm))
    if (zxyylx === '2') acts.push({ act: 'endContractor', cbfbm: b.cbfbm, zxyylx: '2' })
    return acts
  }
}
const issuer = (m: Maker, w: Work) => some(m, m.fbf, (f) => now(w, `fbf:${f}`)?.zt === '1')!
/** The day on which the contract of a book was signed, which is set once; undefined where the record has none. */
const signedOn = (w: Work, b: Book) => (now(w, `cbht:${b.djbId}`)?.qdsj || undefined) as string | undefined

/** Every type and item that acts can say, by its name. */
export const CASES: Readonly<Record<string, Case>> = {
  contract_sign_1: sign('J'),
  contract_sign_2: sign('Q'),
  change_split_1: (m, w, day) => split(m, w, day, false),
  change_split_2: (m, w, day) => split(m, w, day, true),
  change_merge_1: (m, w, day) => merge(m, w, day),
  change_transfer_1: (m, w, day) => transfer(m, w, day, 'all'),
  change_transfer_2: (m, w, day) => transfer(m, w, day, 'some'),
  change_transfer_3: (m, w, day) => transfer(m, w, day, 'part'),
  change_transfer_4: (m, w, day) => transfer(m, w, day, 'share'),
  change_exchange_1: (m, w, day) => exchange(m, w, day, false),
  change_exchange_2: (m, w, day) => exchange(m, w, day, true),
  change_contract_1: household('members', '5'),
  change_contract_2: household('head', '5'),
  change_contract_3: addParcel,
  change_contract_4: loseWhole([0, 1]),
  'change_contract_4 part': losePart(['lost', 'state']),
  change_contract_5: loseWhole([2]),
  'change_contract_5 part': losePart(['reserve']),
  change_contract_6: survey,
  change_contract_9: otherTerms,
  contract_cancel_1: cancel('1'),
  contract_cancel_2: cancel('2'),
  contract_cancel_3: cancel('3'),
  contract_cancel_4: cancel('4'),
  contract_cancel_8: cancel('8'),
  contract_cancel_9: cancel('9'),
  correct_fbf_1: (m, w) => [{ act: 'setIssuer', fbfbm: issuer(m, w), fields: { fbffzrxm: `赵${m.chance.below(1000)}`, lxdh: '13900000002' } }],
  'correct_fbf_2 note': (m, w) => {
    const b = aBook(m, w)
    return b && [{ act: 'note', on: b.djbId, djlx: '8', djxl: '13', text: '发包方名称更正' }]
  },
  correct_cbf_1: household('name', '13'),
  correct_cbf_2: household('members', '13'),
  correct_cbf_3: (m, w) => {
    const b = aBook(m, w)
    return b && [{ act: 'setContractor', cbfbm: b.cbfbm, fields: { lxdh: `138${String(m.chance.below(1e8)).padStart(8, '0')}`, cbfdz: '二组' } }]
  },
  contract_renew_1: renewPlain,
  contract_renew_2: household('members', '9'),
  contract_renew_3: renewAdjust,
  contract_renew_4: (m, w, day) => split(m, w, day, m.chance.in100(30), true),
  contract_renew_5: (m, w, day) => merge(m, w, day, true),
  contract_renew_6: losePart(['reserve'], renewal),
  contract_renew_7: sign('J', 'renew'),
  contract_renew_8: renewShares,
  contract_supplement_1: (m, w, day) => {
    const b = aBook(m, w, (x) => now(w, `cbht:${x.djbId}`)?.signStatus !== '2')
    return b && [{ act: 'setContract', cbhtbm: b.code, ...signature(signedOn(w, b) ?? day), htlx: '10' }]
  },
  contract_supplement_2: (m, w) => {
    const b = aBook(m, w)
    return b && [{ act: 'setContract', cbhtbm: b.code, signWay: '3', qdsj: signedOn(w, b) ?? text(b.row, 'djsj') }]
  },
  contract_supplement_3: (m, w) =>
    issued(m, w, (code) => [
      { act: 'certificate', code, event: 'reissue', reason: '遗失' },
      { act: 'note', on: code, djlx: '3', djxl: '7', text: '补发' },
    ]),
  contract_supplement_4: (m, w) =>
    issued(m, w, (code) => [
      { act: 'certificate', code, event: 'replace', reason: '损坏' },
      { act: 'note', on: code, djlx: '3', djxl: '8', text: '换发' },
    ]),
}
function issued(m: Maker, w: Work, acts: (code: string) => Act[]): Acts {
  const b = aBook(m, w, (x) => listed(w, `cert:${x.code}`).some((c) => now(w, `cbjyqz:${c}`)?.sfzx === '0' && now(w, `cbjyqz:${c}`)?.fzrq))
  return b && acts(b.code)
}
