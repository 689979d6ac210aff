// What an extension means for the register, from the form and what was found: its faults and one entry a household. Pure.
import { both, type Text } from '../../../kit/model/lang.ts'
import { invalidField, type Problem } from '../../../kit/model/problem.ts'
import { CBFLX, headIndex, termEnd, type Round } from '../../../land/definitions/household.ts'
import type { Act, Contract, EndBook, Line, Member, Terms } from '../../../land/register/acts/acts.ts'
import { isPlanned, type BindingPlan } from '../../../land/fbf/making-plan.ts'
import type { Readiness } from '../../../land/cbf/ready.ts'
import { personOf } from '../../../land/definitions/person.ts'
import { nextDay } from '../../cases/rules/promise.ts'
import type { ContractFile } from '../../cases/definitions/business.ts'
import type { Planned, Warning } from '../../cases/definitions/meaning.ts'
import { doubleFaults } from '../../cases/people/members.ts'
import type { Elsewhere } from '../../../land/register/acts/people.ts'
import { joinedShares, cutMove, cutOffFaults, lineOver, linesAfterMoves, wholeMove, type Moves } from '../../parts/moves.ts'
import { nextVersion, signedContract } from '../../parts/next-version.ts'
import { headFields, isOtherHead, membersAs, peopleFaults } from '../../parts/people-change.ts'
import { cutAct, cutFaults, lateUndrawn, PIECE_STAYS, pieceLines, piecesOf } from '../../cases/land/pieces.ts'
import { refusal } from '../../cases/rules/problems.ts'
import { bookIn, formerOf, memberAs, standingFaults, type Standing, type StandingBook, type StandingLine } from '../../cases/definitions/standing.ts'
import type { About } from '../../cases/definitions/type.ts'
import { addedActs, addedFaults, addedTerms, type AddedFact } from './added.ts'
import { decidedFaults, jointFaults } from './confirmed.ts'
import { splitActs, splitFaults, type SplitFacts } from './split.ts'
import { renewGroups, RENEWED_WAY, RESERVE, WAY, type RenewForm, type RenewHousehold } from './type.ts'
import { words } from './words.ts'

/** What the plan needs to know of the register. */
export interface Facts extends SplitFacts {
  /** the contractors of the households, in the form's order */
  standings: readonly (Standing | undefined)[]
  /** rounds that plans have added to the issuer */
  rounds: readonly Round[]
  /** a contract that ends within this many years may be extended */
  years: number
  /** how ready households are whose issuer asks for survey and papers, by their codes */
  ready?: ReadonlyMap<string, Readiness>
  /** the plan in force of the issuer, where households give land to each other */
  plan?: BindingPlan
  /** new contractors, by their numbers in the form */
  added: ReadonlyMap<string, AddedFact>
  /** new persons who are co-owners of other households */
  elsewhere: readonly Elsewhere[]
}
/** 延包合同（二轮延包） (dictionary htlx). */
export const RENEW_HTLX = '3'
/** 变更登记, 延包 (dictionaries djlx, djxl). */
const ENTRY = { djlx: '1', djxl: '9' } as const
/** Years of another round. Source: business-flows.md 1 (1). */
const YEARS = 30
const RESERVED = '22'
/** Ended for another reason than those that have a key of their own (dictionary zxyylx). */
const OTHERWISE = '9'
/** Another book of a household whose members change: 一般变更 (dictionaries djlx, djxl). */
const PEOPLE = { djlx: '1', djxl: '5' } as const

/** A household that is extended, with its book, the place of its row, and the first book of those that it stands or falls with. */
export interface Renewed {
  household: RenewHousehold
  place: number
  standing: Standing
  book: StandingBook
  group: string
  /** what it gives, by parcel: to another household of the case, back to the reserve, or pieces of what is cut */
  moves: Moves
}
/** What a row of the form gives of its book. */
function movesOf(h: RenewHousehold, book: StandingBook, cuts: Facts['cuts']): Moves {
  const lineOf = (dkbm: string) => lineOver(book, dkbm)?.line
  const whole = [...h.leaving, ...h.moves].flatMap(({ dkbm }) => {
    const line = lineOf(dkbm)
    return line ? [[dkbm, wholeMove(line)] as const] : []
  })
  const cut = h.cuts.flatMap((c) => {
    const line = lineOf(c.dkbm)
    const move = line && cutMove(line, c, cuts.get(c.dkbm), PIECE_STAYS)
    return move ? [[c.dkbm, move] as const] : []
  })
  return new Map([...whole, ...cut])
}
/** The households of a form without faults that are extended, with their books. */
export function renewed(form: RenewForm, { standings, cuts }: Facts): Renewed[] {
  const groups = renewGroups(form)
  return form.nh.flatMap((household, place) => {
    const standing = standings[place]
    const book = bookIn(standing, household.cbjyqzbm, household.djbId)
    return standing && book && household.ybddlx !== WAY.none
      ? [{ household, place, standing, book, group: groups.get(book.code)!, moves: movesOf(household, book, cuts) }]
      : []
  })
}
/** New terms that are not those of the round which its plan recorded, each once with how many households have it: they follow from the terms before, and one of the two may be wrong. Source: register.md 6. */
export function termWarnings(all: readonly Renewed[], { rounds }: Pick<Facts, 'rounds'>): Warning[] {
  const found = new Map<string, { place: number; n: number; msg: (n: number) => Text }>()
  for (const r of all.filter((one) => !isAbsorbed(one))) {
    const { cbqxq, cbqxz } = nextTerm(r.book.terms.cbqxz)
    const round = rounds.find(({ fromDay, toDay }) => fromDay <= cbqxq && cbqxq <= toDay)
    if (!round || (round.fromDay === cbqxq && round.toDay === cbqxz)) continue
    const msg = (n: number) =>
      both(
        `${n}户的新期限（${cbqxq}至${cbqxz}）与已登记的承包期（${round.fromDay}至${round.toDay}）不一致，请核对方案与原期限`,
        `The new term of ${n} (${cbqxq} to ${cbqxz}) is not that of the recorded round (${round.fromDay} to ${round.toDay}): compare plan and former terms`,
      )
    const before = found.get(cbqxq)
    found.set(cbqxq, { place: before?.place ?? r.place, n: (before?.n ?? 0) + 1, msg })
  }
  return [...found.values()].map(({ place, n, msg }) => ({ key: 'round-differs', field: `nh.${place}.cbjyqzbm`, msg: msg(n) }))
}
export const leaves = ({ leaving }: RenewHousehold, dkbm: string): boolean => leaving.some((l) => l.dkbm === dkbm)
/** A household that another one takes in. */
export const isAbsorbed = ({ household }: Renewed): boolean => household.ybddlx === WAY.merged && !!household.into
export const isSplit = ({ household }: Renewed): boolean => household.ybddlx === WAY.split
/** Those that a household takes in. */
const absorbed = (r: Renewed, all: readonly Renewed[]): Renewed[] => all.filter((o) => isAbsorbed(o) && o.household.into === r.book.code)

const yearsOn = (day: string, years: number): string => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`
/** First and last day of the term that follows one which ends on `cbqxz` (yyyy-MM-dd). Source: business-flows.md 4.10. */
export function nextTerm(cbqxz: string): Pick<Terms, 'cbqxq' | 'cbqxz'> {
  const cbqxq = nextDay(cbqxz)
  return { cbqxq, cbqxz: termEnd(cbqxq, YEARS) }
}
/** The term after the renewal begins when the old one ends, which counts until then. */
export function termsAfter({ terms }: StandingBook, today: string): Terms {
  return { cbfs: terms.cbfs, cbqx: YEARS, ...nextTerm(terms.cbqxz), ...(terms.cbqxz >= today ? { prevCbqxz: terms.cbqxz } : {}) }
}
/** The lines that a household gets of another: parcels whole, and pieces that are meant for it. */
function giftsOf(from: Renewed, to: string, { cuts }: Facts): Line[] {
  const whole = from.household.moves.flatMap((m) => (m.to === to ? (from.moves.get(m.dkbm)?.given ?? []) : []))
  const pieces = from.household.cuts.flatMap((c) => {
    const [line, fact] = [lineOver(from.book, c.dkbm)?.line, cuts.get(c.dkbm)]
    return line && fact && c.pieces.length > 1 ? pieceLines(line, piecesOf(c, fact)).flatMap(({ to: whose, ...l }) => (whose === to ? [l] : [])) : []
  })
  return [...whole, ...pieces]
}
/** The lines after the renewal: what the former contract said of each stands beside it. None of a household that another one takes in. */
export function linesAfter(r: Renewed, all: readonly Renewed[], facts: Facts): Line[] {
  if (isAbsorbed(r)) return []
  const decided = new Map([r, ...absorbed(r, all)].flatMap((o) => o.household.dk.map((d) => [d.dkbm, d] as const)))
  const gifts = all.filter((o) => o !== r).flatMap((o) => giftsOf(o, r.book.code, facts))
  const own = linesAfterMoves(
    r.book.lines.map((l) => l.line),
    r.moves,
    gifts,
    RENEWED_WAY,
  )
  // shares of one parcel in several of the merged households are added together
  const merged = absorbed(r, all)
    .flatMap((o) => o.book.lines.map((l) => l.line))
    .reduce<Line[]>((lines, l) => (lines.some((o) => o.dkbm === l.dkbm) ? lines.map((o) => (o.dkbm === l.dkbm ? joinedShares(o, l) : o)) : [...lines, l]), own)
  return merged.map((line) => {
    const area = decided.get(line.dkbm)
    const is = area?.htmj && area.htmjm ? { htmj: area.htmj, htmjm: area.htmjm } : {}
    const share = r.household.ybddlx === WAY.shares ? { sfqqqg: '1' } : {}
    return { ...line, ...is, ...share, yhtmj: line.htmj, yhtmjm: line.htmjm }
  })
}
/** The members of a household afterwards, where the form says them. */
export function membersAfter({ household, standing, book }: Renewed, all: readonly Renewed[]): Member[] | undefined {
  if (household.jtcyList.length === 0) return undefined
  if (household.ybddlx === WAY.people) return membersAs(household.jtcyList, standing)
  // of those who come together only the relations to the head change
  const known = [standing, ...all.flatMap((o) => (o.household.into === book.code ? [o.standing] : []))].flatMap((s) => s.members)
  return household.jtcyList.flatMap((m) => {
    const row = known.find((k) => k.id === m.id)
    return row ? [memberAs(row, m.yhzgx)] : []
  })
}
/** What the contractor's own row says afterwards: a new head gives it name and number. */
export function fieldsAfter(r: Renewed, all: readonly Renewed[]) {
  const { household, standing } = r
  const phone = household.lxdh ? { lxdh: household.lxdh } : {}
  return household.ybddlx === WAY.people && isOtherHead(household.jtcyList, standing) ? headFields(membersAfter(r, all)!, household.lxdh) : phone
}

/** The confirmed area of a parcel, in mu: what the survey decided, else what was confirmed or measured before. */
const confirmed = ({ household }: Renewed, { line, parcel }: StandingLine): string =>
  household.dk.find((d) => d.dkbm === line.dkbm)?.qqmjm ?? parcel.qqmjm ?? parcel.scmjm ?? line.htmjm
/** What becomes of a parcel; of one that others hold too nothing but its area. */
function parcelAct(r: Renewed, l: StandingLine, { cuts }: Facts, bgyy: string): Act[] {
  const { dkbm } = l.line
  const cut = r.household.cuts.find((c) => c.dkbm === dkbm)
  if (cut) return cut.pieces.length > 1 ? [cutAct(cut, cuts.get(dkbm)!, bgyy, isSplit(r) ? [] : [RESERVE])] : []
  if (!leaves(r.household, dkbm)) return [{ act: 'setParcel', dkbm, fields: { qqmjm: confirmed(r, l) }, bgfs: '50' }]
  return l.others.length ? [] : [{ act: 'setParcel', dkbm, fields: { dklb: RESERVED }, bgfs: '51' }]
}

/** Why the term of a contract cannot be extended yet: too early, or no plan in force that goes on after it. `cbqxz`, `today`: yyyy-MM-dd. Source: business-flows.md 4.10. */
export function waitsFor(cbqxz: string, { rounds, years }: Pick<Facts, 'rounds' | 'years'>, today: string): Text | undefined {
  if (cbqxz > yearsOn(today, years)) return both(`承包期限至${cbqxz}，尚未到延包时间`, `The term ends on ${cbqxz}: it is too early to extend it`)
  const begins = nextDay(cbqxz)
  return rounds.some((r) => r.toDay > begins) ? undefined : words.noPlan
}
/** What a household lacks that its issuer asks for: the survey, its papers. Source: business-flows.md 4.10. */
export function notReady(ready: Readiness | undefined): Text | undefined {
  if (!ready || (ready.isSurveyed && ready.lacks.length === 0)) return undefined
  const zh = [...(ready.isSurveyed ? [] : ['没有调查记录']), ...(ready.lacks.length ? [`附件不齐，缺${ready.lacks.join('、')}`] : [])]
  const en = [...(ready.isSurveyed ? [] : ['it was not surveyed']), ...(ready.lacks.length ? [`papers are missing (${ready.lacks.join(', ')})`] : [])]
  return both(`发包方延包方案已生效，该户${zh.join('；')}`, `The plan of the issuer is in force, and of this household ${en.join(' and ')}`)
}
/** Why a household cannot be extended, each at its row. Source: business-flows.md 4.10, 3.3, 14. */
function householdFaults(form: RenewForm, facts: Facts, i: number): Problem[] {
  const household = form.nh[i]!
  const standing = facts.standings[i]
  const book = bookIn(standing, household.cbjyqzbm, household.djbId)
  const at = (field: string, msg: Text) => invalidField(`nh.${i}.${field}`, msg)
  if (!standing || !book) return [refusal('E1004')]
  if (standing.holder.fbfbm !== form.fbfbm) return [at('cbjyqzbm', both('登记簿不属于所选发包方', 'The book belongs to another issuer'))]
  // nothing becomes of one that is not extended
  if (household.ybddlx === WAY.none) return []
  const waits = waitsFor(book.terms.cbqxz, facts, standing.today)
  if (waits) return [at('cbjyqzbm', waits)]
  const lacks = notReady(facts.ready?.get(standing.holder.cbfbm!))
  if (lacks) return [at('cbjyqzbm', lacks)]
  const missing = (rows: readonly { dkbm: string }[], field: string) =>
    rows.flatMap(({ dkbm }, j) =>
      book.lines.some((l) => l.line.dkbm === dkbm)
        ? []
        : [at(`${field}.${j}.dkbm`, both(`地块【${dkbm}】不在该登记簿中`, `Parcel ${dkbm} is not in this book`))],
    )
  const gone = [
    ...missing(household.dk, 'dk'),
    ...missing(household.leaving, 'leaving'),
    ...missing(household.moves, 'moves'),
    ...missing(household.cuts, 'cuts'),
  ]
  const against = gone.length ? [] : outsidePlan(household, facts.plan).map(({ field, msg }) => at(field, msg))
  return [...standingFaults(standing, [book], { mortgage: false, end: false }), ...gone, ...against]
}
/** Parcels, or pieces, that a household gives to another though the plan in force does not say so. Source: business-flows.md 9.2. */
function outsidePlan({ ybddlx, cbjyqzbm, moves, cuts }: RenewHousehold, plan: BindingPlan | undefined): { field: string; msg: Text }[] {
  if (!plan || ybddlx !== WAY.adjusted) return []
  const given = [
    ...moves.map((m, j) => ({ ...m, field: `moves.${j}.to` })),
    ...cuts.flatMap((c, j) =>
      c.pieces.flatMap((p, k) => (p.to && /^\d{18}[JQ]$/.test(p.to) ? [{ dkbm: c.dkbm, to: p.to, field: `cuts.${j}.pieces.${k}.to` }] : [])),
    ),
  ]
  return given.flatMap(({ dkbm, to, field }) => {
    const [from, who] = [cbjyqzbm.slice(0, -1), to.slice(0, -1)]
    if (isPlanned(plan, from, who, dkbm)) return []
    const msg = both(
      `《${plan.planName}》（第${plan.version}版）没有将地块【${dkbm}】由${from}调给${who}，不能按此调整`,
      `The plan in force (${plan.planName}, version ${plan.version}) does not move parcel ${dkbm} from ${from} to ${who}`,
    )
    return [{ field, msg }]
  })
}
/** Why parcels cannot be cut so: not one that others hold too, and each side gets a piece. */
const cuttingFaults = (r: Renewed, facts: Facts, about: About): Problem[] => {
  const path = `nh.${r.place}.cuts`
  const each = r.household.cuts.flatMap((c, j): Problem[] => {
    const line = lineOver(r.book, c.dkbm)!
    const place = `${path}.${j}`
    if (line.others.length)
      return [
        invalidField(
          `${place}.dkbm`,
          both(`地块【${c.dkbm}】为共有地块，须由全部承包方一并办理`, `Parcel ${c.dkbm} is held by several contractors, who must all be in the case`),
        ),
      ]
    return [...cutOffFaults(line, c, PIECE_STAYS, place), ...cutFaults(c, facts.cuts.get(c.dkbm), place)]
  })
  return [...each, ...lateUndrawn(r.household.cuts, path, about)]
}
/** Why the members of a household cannot be so. */
function membersFaults(r: Renewed, all: readonly Renewed[], { elsewhere }: Facts): Problem[] {
  const { household, standing, place } = r
  if (household.ybddlx === WAY.people) {
    const own = peopleFaults(household.jtcyList, standing, isOtherHead(household.jtcyList, standing), `nh.${place}.`)
    const others = elsewhere.filter((e) => e.cbfbm !== standing.holder.cbfbm)
    return own.length ? own : doubleFaults(membersAfter(r, all)!, others, (i) => `nh.${place}.jtcyList.${i}.cyzjhm`)
  }
  return household.ybddlx === WAY.merged ? mergeFaults(r, all) : []
}
/** Households that become one: their terms end on one day, those taken in have no other book, and everybody stands in the merged one, under its head. */
function mergeFaults(r: Renewed, all: readonly Renewed[]): Problem[] {
  const { household, standing, book, place } = r
  const at = (field: string, zh: string, en: string) => invalidField(`nh.${place}.${field}`, { zh, en })
  if (standing.holder.cbflx !== CBFLX.household) return [at('cbjyqzbm', '承包方不是农户，不能合户', 'The contractor is no household')]
  if (isAbsorbed(r)) {
    const survivor = all.find((o) => o.book.code === household.into)
    const more = standing.books.find((b) => b.code !== book.code)
    if (more) return [at('cbjyqzbm', `该户还有登记簿【${more.code}】，请先办理合户`, `The household has book ${more.code} besides: merge the households first`)]
    return survivor && survivor.book.terms.cbqxz !== book.terms.cbqxz
      ? [
          at(
            'into',
            `承包期限至${book.terms.cbqxz}，与并入农户不一致，不能在延包中合户`,
            `Its term ends on ${book.terms.cbqxz}, that of the other household does not: they are not merged in an extension`,
          ),
        ]
      : []
  }
  const known = [r, ...absorbed(r, all)].flatMap((o) => o.standing.members)
  const stranger = household.jtcyList.findIndex((m) => !m.id || !known.some((k) => k.id === m.id))
  if (stranger >= 0) return [at(`jtcyList.${stranger}.cyxm`, '该成员不在所选农户中', 'This member is of none of the households')]
  const members = membersAfter(r, all)!
  const persons = members.map(personOf)
  const doubled = persons.findIndex((p, i) => persons.indexOf(p) < i)
  if (doubled >= 0)
    return [
      at(
        `jtcyList.${doubled}.cyxm`,
        `【${members[doubled]!.cyxm}】在多个农户中，请只保留一条`,
        `${members[doubled]!.cyxm} stands in several households: keep one of them`,
      ),
    ]
  const missing = known.find((m) => !persons.includes(personOf(m)))
  if (missing) return [at('jtcyList', `成员【${missing.cyxm}】未列入合并后的农户`, `Member ${missing.cyxm} is missing in the merged household`)]
  const was = standing.members[headIndex(standing.members)]
  return was && personOf(members[headIndex(members)]!) !== personOf(was)
    ? [at('jtcyList', `户主应为存续农户的户主【${was.cyxm}】`, `The head is that of the surviving household, ${was.cyxm}`)]
    : []
}
/** What of the households together cannot be, once each by itself can. */
function togetherFaults(form: RenewForm, facts: Facts, about: About): Problem[] {
  const all = renewed(form, facts)
  const each = [
    ...all.flatMap((r) => (isSplit(r) ? splitFaults(r, facts, about) : [...cuttingFaults(r, facts, about), ...membersFaults(r, all, facts)])),
    ...addedFaults(form, facts.added, facts.rounds, facts.elsewhere),
  ]
  if (each.length) return each
  // who gives all its land to others has none left; who returns all has its contract ended instead
  return all.flatMap((r) => (isAbsorbed(r) || isSplit(r) || r.household.ybddlx === WAY.adjusted || linesAfter(r, all, facts).length ? [] : [refusal('E1018')]))
}
/** Why this extension cannot be made, household by household. */
export function faults(form: RenewForm, facts: Facts, about: About): Problem[] {
  const each = [...form.nh.flatMap((_, i) => householdFaults(form, facts, i)), ...jointFaults(form), ...decidedFaults(form, facts.standings, about)]
  return each.length ? each : togetherFaults(form, facts, about)
}

const contractOf = ({ book }: Renewed, lines: readonly Line[], contracts: readonly ContractFile[]): Contract => ({
  ...(signedContract(contracts, book.code, RENEW_HTLX) ?? { unsigned: true, htlx: RENEW_HTLX }),
  ...formerOf(book.code, lines),
})
/** The other books of a household whose members change: they go on as they are. */
export const othersOf = (r: Renewed): StandingBook[] => (r.household.jtcyList.length ? r.standing.books.filter((b) => b.code !== r.book.code) : [])
/** What the register is told of one household. Source: acts.md 3, contract_renew. */
function acts(form: RenewForm, r: Renewed, all: readonly Renewed[], facts: Facts, contracts: readonly ContractFile[]): Act[] {
  const { standing, book } = r
  const { cbfbm, fbfbm } = { ...standing.holder, cbfbm: standing.holder.cbfbm! }
  const parcels = book.lines.flatMap((l) => parcelAct(r, l, facts, form.bgyy))
  const ended = (how: Pick<EndBook, 'qszt' | 'zxyylx' | 'entry'>): Act[] => [
    { act: 'endBook', djbId: book.djbId, reason: form.bgyy, ...how },
    { act: 'certificate', code: book.code, event: 'cancel', reason: form.bgyy },
  ]
  if (isSplit(r)) return splitActs(r, facts, { reason: form, entry: ENTRY, terms: termsAfter(book, standing.today), htlx: RENEW_HTLX, contracts, parcels })
  if (isAbsorbed(r)) {
    const survivor = all.find((o) => o.book.code === r.household.into)!
    return [{ act: 'endContractor', cbfbm, zxyylx: '7', successor: [survivor.standing.holder.cbfbm!] }, ...parcels, ...ended({ qszt: '2' })]
  }
  const [fields, members] = [fieldsAfter(r, all), membersAfter(r, all)]
  const people: Act[] = members || Object.keys(fields).length ? [{ act: 'setContractor', cbfbm, fields, ...(members ? { members } : {}) }] : []
  const lines = linesAfter(r, all, facts)
  if (lines.length === 0) return [...people, ...parcels, ...ended({ qszt: '3', zxyylx: OTHERWISE, entry: ENTRY })]
  const givers = all.filter((o) => o !== r && (giftsOf(o, book.code, facts).length || (isAbsorbed(o) && o.household.into === book.code)))
  return [
    ...people,
    ...parcels,
    ...nextVersion(book, form, {
      cbfbm,
      fbfbm,
      from: givers.map((o) => o.book.djbId),
      entry: ENTRY,
      terms: termsAfter(book, standing.today),
      lines,
      contract: contractOf(r, lines, contracts),
    }),
    ...othersOf(r).flatMap((b) => nextVersion(b, form, { cbfbm, fbfbm, entry: PEOPLE, lines: b.lines.map((l) => l.line), contract: { carry: true } })),
  ]
}
/** An act on a parcel stands in an entry once: of one that several households hold the first is told. */
function once(list: readonly Act[]): Act[] {
  const seen = new Set<string>()
  return list.filter((a) => {
    if (a.act !== 'setParcel') return true
    const first = !seen.has(a.dkbm)
    seen.add(a.dkbm)
    return first
  })
}
/**
 * One entry a group of households that stand or fall together, mostly of one. Each holder of a joint parcel says its area, the first one that is registered
 * writes it. Source: acts.md 1.
 */
export function entries(form: RenewForm, facts: Facts, contracts: readonly ContractFile[]): Planned[] {
  const groups = Map.groupBy(renewed(form, facts), (r) => r.group)
  const terms = addedTerms(facts.rounds)
  return [
    ...[...groups].map(([group, all]) => ({ group, acts: once(all.flatMap((r) => acts(form, r, all, facts, contracts))) })),
    ...form.xz.map((x) => ({ group: x.bh, acts: addedActs(x, facts.added.get(x.bh)!, form.fbfbm, terms!, contracts) })),
  ]
}
