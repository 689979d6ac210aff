import { dayPlus } from '../../kit/model/days.ts'
import { nameKey } from '../../kit/model/clean.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { formats } from '../../kit/model/formats.ts'
import { idKey, longId, normalizeId, readIdCard } from '../../kit/model/id-card.ts'
import { ZJLX } from '../../platform/dictionaries/zjlx.ts'
import type { Wrong } from '../../kit/model/problem.ts'
import { personOf, residentLike, type Person } from './person.ts'
import { bearerOf, lifeWrong, nameWrong, personsWrong, type PersonLike } from './membership.ts'

/** No household held land by contract before, and none was surveyed: the first contracts of 小岗 are of the end of that year. */
export const FIRST_CONTRACTS = '1978-01-01'
/** Contractor types (dictionary cbflx). Source: GB/T 35958; codes.md 3. */
export const CBFLX = { household: '1', individual: '2', organisation: '3' } as const
/** Relations (dictionary yhzgx) that mark the head of a household: 02 户主, else 01 本人. Source: codes.md 4. */
export const HEAD = ['02', '01'] as const
/** Where a contractor's form takes what its representative's identity card says. */
export const CARD_OF_CBF = { name: 'cbfmc', idType: 'cbfzjlx', number: 'cbfzjhm', address: 'cbfdz' } as const

/**
 * A number is checked strictly as its document asks, and as it will be stored: resident card 18 with check digit, organisation code, else letters and digits.
 * An old resident number of 15 digits is its 18.
 */
export function idWrong(zjlx: unknown, zjhm: unknown): Text | undefined {
  const number = fullNumber(zjlx, zjhm)
  if (typeof number !== 'string' || number === '') return undefined
  const format = zjlx === ZJLX.idCard ? 'idCard' : zjlx === ZJLX.organisation && number.length === 18 ? 'creditCode' : 'idNumber'
  return formats[format](number)
}

/** The same of a number that is typed anew: it does not read like that of another document either. */
export const typedIdWrong = (zjlx: unknown, zjhm: unknown): Text | undefined => idWrong(zjlx, zjhm) ?? residentLike(zjlx, fullNumber(zjlx, zjhm))
/** The same of a number that stands beside what is stored of the person: what is carried over is only asked whether it fits its document. */
export const changedIdWrong = (zjlx: unknown, zjhm: unknown, was: { zjlx?: unknown; zjhm?: unknown } | undefined): Text | undefined =>
  (was && was.zjlx === zjlx && idKey(was.zjhm) === idKey(zjhm) ? idWrong : typedIdWrong)(zjlx, zjhm)

/** A number as it is stored: as everybody writes it, and of a resident's old 15 digits the 18. What is no text, or shown with stars, as it is. Source: codes.md 3.5. */
export function fullNumber(zjlx: unknown, zjhm: unknown): unknown {
  if (typeof zjhm !== 'string' || zjhm.includes('*')) return zjhm
  return zjlx === ZJLX.idCard ? longId(zjhm) : normalizeId(zjhm)
}
/** What a member's number says when it was typed: itself as it is stored and, of a resident's, the sex. A number with stars says nothing. Source: codes.md 3.5. */
export function readMemberNumber(zjlx: unknown, typed: unknown): { cyzjhm?: string; cyxb?: string } {
  if (typeof typed !== 'string' || typed.includes('*')) return {}
  const cyzjhm = String(fullNumber(zjlx, typed))
  const told = zjlx === ZJLX.idCard ? readIdCard(cyzjhm) : undefined
  return { cyzjhm, ...(told ? { cyxb: told.sex } : {}) }
}
/** Relations (dictionary yhzgx) that only men, and only women, have. Source: codes.md 4. */
const MEN = '11 20 21 22 23 24 25 26 27 28 29 41 43 46 47 51 53 55 57 61 63 66 71 73 76 78 81 83 85 87 89 93 95'.split(' ')
const WOMEN = '12 30 31 32 33 34 35 36 37 38 39 42 44 45 48 52 54 56 58 62 64 67 72 74 75 77 82 84 86 88 90 94 96'.split(' ')
/** A hint, no refusal: the relation to the head does not fit the sex. Source: codes.md 3.5. */
export function relationHint({ yhzgx, cyxb }: { yhzgx?: unknown; cyxb?: unknown }): Text | undefined {
  const wrong = (cyxb === '1' && WOMEN.includes(String(yhzgx))) || (cyxb === '2' && MEN.includes(String(yhzgx)))
  return wrong ? both('与户主关系与性别不符，请核对', 'The relation does not match the sex: please check') : undefined
}

interface ContractorLike {
  readonly cbflx?: unknown
  readonly cbfmc?: unknown
  readonly cbfzjlx?: unknown
  readonly cbfzjhm?: unknown
}
export type MemberLike = PersonLike
/** Whether a member has a head's code. */
export const isHead = (m: MemberLike): boolean => (HEAD as readonly unknown[]).includes(m.yhzgx)
/** Index of the head among members: 02, else 01; -1 without one. */
export function headIndex(members: readonly MemberLike[]): number {
  for (const code of HEAD) {
    const at = members.findIndex((m) => m.yhzgx === code)
    if (at >= 0) return at
  }
  return -1
}

/** A row of the register stands in a list of members once, whatever else is said of it: told where it is named again. Paths begin at `jtcyList`; `field`: of the row. */
export const namedAgain = (members: readonly { id?: unknown; cyxm?: unknown }[], field = 'cyxm'): Wrong[] =>
  members.flatMap((m, i) => {
    const at = m.id ? members.findIndex((o) => String(o.id ?? '') === String(m.id)) : i
    if (at === i) return []
    const name = String(members[at]!.cyxm ?? '')
    return [{ field: `jtcyList.${i}.${field}`, msg: both(`成员【${name}】重复`, `Member ${name} is listed twice`) }]
  })

/**
 * What is wrong with a contractor as a whole: documents, exactly one head who is alive and co-owner, no number twice (I7, I8), and each member who comes or
 * changes by himself (membership.ts). `stored`: its members as they stand; `was`: the contractor.
 */
export function householdWrong(cbf: ContractorLike, members: readonly MemberLike[], stored: readonly MemberLike[] = [], was?: ContractorLike): Wrong[] {
  const wrong: Wrong[] = []
  const isAlone = cbf.cbflx !== CBFLX.household
  // of a household its head is asked, as a member
  const own = isAlone
    ? (changedIdWrong(cbf.cbfzjlx, cbf.cbfzjhm, was && { zjlx: was.cbfzjlx, zjhm: was.cbfzjhm }) ??
      (was && idKey(was.cbfzjhm) === idKey(cbf.cbfzjhm) ? undefined : lifeWrong(cbf.cbfzjhm)))
    : idWrong(cbf.cbfzjlx, cbf.cbfzjhm)
  if (own) wrong.push({ field: 'cbfzjhm', msg: own })
  if (isAlone) {
    const name = was?.cbfmc === cbf.cbfmc ? undefined : nameWrong(cbf.cbfmc)
    if (name) wrong.push({ field: 'cbfmc', msg: name })
    if (members.length > 0) wrong.push({ field: 'jtcyList', msg: both('只有农户可以登记家庭成员', 'Only households have members') })
    return wrong
  }
  members.forEach((m, i) => {
    const bad = idWrong(m.cyzjlx, m.cyzjhm)
    if (bad) wrong.push({ field: `jtcyList.${i}.cyzjhm`, msg: bad })
  })
  if (members.length === 0) return [...wrong, { field: 'jtcyList', msg: both('请至少登记一名家庭成员', 'A household has at least one member') }]
  const heads = members.filter(isHead)
  if (heads.length !== 1) wrong.push({ field: 'jtcyList', msg: both('家庭成员中必须有且只有一位户主', 'A household has exactly one head') })
  else if (heads[0]!.cybz === '7' || heads[0]!.sfgyr === '2')
    wrong.push({ field: 'jtcyList', msg: both('户主必须在世且为共有人', 'The head must be alive and a co-owner') })
  // as the register tells persons apart: a number that is typed otherwise is the same person's
  const seen = new Set<string>()
  members.forEach((m, i) => {
    const person = personOf(m as Person)
    if (seen.has(person)) wrong.push({ field: `jtcyList.${i}.cyzjhm`, msg: both('家庭成员证件号码重复', 'This identity number is listed twice') })
    seen.add(person)
  })
  return [...namedAgain(members), ...wrong, ...personsWrong(members, stored)]
}

/** Nobody is surveyed before he is born; what was surveyed is posted and reviewed afterwards. */
export function surveyWrong({ cbfdcrq, gsshrq, cbfzjhm }: { cbfdcrq?: unknown; gsshrq?: unknown; cbfzjhm?: unknown }): Wrong[] {
  const born = bearerOf({ cyzjhm: cbfzjhm })?.birthday
  return [
    // a day that no survey has at all is told by its field
    ...(cbfdcrq && born && String(cbfdcrq) < born && String(cbfdcrq) >= FIRST_CONTRACTS
      ? [
          {
            field: 'cbfdcrq',
            // without the day: it is part of a number that may be masked for who asks
            msg: both('承包方调查日期不能早于承包方（代表）的出生日期', 'The survey cannot be before the contractor was born'),
          },
        ]
      : []),
    ...(cbfdcrq && gsshrq && String(gsshrq) < String(cbfdcrq)
      ? [{ field: 'gsshrq', msg: both('公示审核日期不能早于承包方调查日期', 'The publicity review cannot be before the survey') }]
      : []),
  ]
}

/** A new organisation has its own name beside that of its legal representative, who is the contractor's name. Source: codes.md 5.3; NY/T 2539 B.3. */
export const organisationWrong = ({ cbflx, dwmc }: { cbflx?: unknown; dwmc?: unknown }): Wrong[] =>
  cbflx === CBFLX.organisation && !dwmc
    ? [
        {
          field: 'dwmc',
          msg: both('请输入单位名称；承包方名称填写法定代表人姓名', "Enter the organisation; the contractor's name is its legal representative"),
        },
      ]
    : []

/** What of the head says the same as the contractor: its field in the member, its field in the contractor. */
export const HEAD_FIELDS = { cyxm: 'cbfmc', cyzjlx: 'cbfzjlx', cyzjhm: 'cbfzjhm' } as const
const SAME_HEAD = [
  ['cyxm', both('户主姓名与承包方（代表）名称不一致', 'The name of the head differs from that of the contractor')],
  ['cyzjlx', both('户主证件类型与承包方（代表）证件类型不一致', 'The document type of the head differs from that of the contractor')],
  ['cyzjhm', both('户主证件号码与承包方（代表）证件号码不一致', 'The ID number of the head differs from that of the contractor')],
] as const
/** However the two are typed. */
const sameValue = {
  cyxm: (a: unknown, b: unknown) => nameKey(a) === nameKey(b),
  // what is no key of the dictionary is told by its own field
  cyzjlx: (a: unknown, b: unknown) => String(a) === String(b) || ![a, b].every((v) => /^\d+$/.test(String(v))),
  cyzjhm: (a: unknown, b: unknown) => idKey(a) === idKey(b),
}
interface HouseholdLike {
  cbf: ContractorLike
  members: readonly MemberLike[]
}
/**
 * What of the head differs from the contractor: a household is represented by its head, with name, document and number. Source: data-format.md F11.
 * A difference that the register holds already (imported, under `stored`) is no reason to refuse another change.
 */
export function headWrong({ cbf, members }: HouseholdLike, stored?: HouseholdLike): Wrong[] {
  const at = cbf.cbflx === CBFLX.household ? headIndex(members) : -1
  if (at < 0) return []
  const head = members[at]!
  const was = stored && stored.members[headIndex(stored.members)]
  return SAME_HEAD.flatMap(([name, msg]) => {
    const own = cbf[HEAD_FIELDS[name]]
    if (!own || !head[name] || sameValue[name](head[name], own)) return []
    const known = was?.[name] === head[name] && stored?.cbf[HEAD_FIELDS[name]] === own
    return known ? [] : [{ field: `jtcyList.${at}.${name}`, msg }]
  })
}

/** End of a term of `years` that begins on `from` (yyyy-MM-dd): the day before the same day, years later. Source: business-flows.md 4.1. */
export function termEnd(from: string, years: number): string {
  const year = Number(from.slice(0, 4)) + years
  // what a package wrote may lie where no calendar goes
  if (!(year >= 1)) return '0001-01-01'
  if (year > 9999) return '9999-12-31'
  const d = new Date(`${String(year).padStart(4, '0')}-${from.slice(5)}T00:00:00Z`)
  d.setUTCDate(d.getUTCDate() - 1)
  return d.toISOString().slice(0, 10)
}
/** The day after a day (yyyy-MM-dd). */
export const dayAfter = (day: string): string => dayPlus(day, 1)
/** The day before a day (yyyy-MM-dd). */
export const dayBefore = (day: string): string => dayPlus(day, -1)
/** A round of contracting of an issuer, its first and last day (yyyy-MM-dd); without a number it is none that is recorded, but the term that the issuer's household books share. */
export interface Round {
  roundNo?: number | null
  fromDay: string
  toDay: string
}
/**
 * The last day of a household's term that begins on a day, as far as rounds say: the end of the round that holds the day, else the day before the next one that is to come. A round that has
 * begun by `today` (yyyy-MM-dd) says nothing of terms that began before it: they are of old papers.
 */
export function roundEnd(cbqxq: string, rounds: readonly Round[], today?: string): string | undefined {
  const holding = rounds.find(({ fromDay, toDay }) => fromDay <= cbqxq && cbqxq <= toDay)
  if (holding && isRecorded(holding)) return holding.toDay
  const next = rounds
    .filter((r) => today && isRecorded(r) && r.fromDay > cbqxq && r.fromDay > today)
    .map((r) => r.fromDay)
    .toSorted()[0]
  return next ? dayBefore(next) : holding?.toDay
}
/** The last day of the last round that is recorded. */
export const lastRecordedDay = (rounds: readonly Round[]): string | undefined =>
  rounds
    .filter(isRecorded)
    .map((r) => r.toDay)
    .toSorted()
    .at(-1)
const isRecorded = (r: Round): boolean => r.roundNo !== null
/**
 * The term that is proposed to a household from a day on: `years`, at most to the end that the rounds say; a part of a year counts as one. Source: rulings.md 1.
 */
export function termWithin(cbqxq: string, years: number, rounds: readonly Round[], today?: string): { cbqx: number; cbqxz: string } {
  const full = termEnd(cbqxq, years)
  const end = roundEnd(cbqxq, rounds, today)
  if (!end || full <= end) return { cbqx: years, cbqxz: full }
  const cbqx = Array.from({ length: years }, (_, n) => n + 1).find((n) => termEnd(cbqxq, n) >= end)!
  return { cbqx, cbqxz: end }
}

/** Who a household is registered by. */
export interface HouseholdName {
  readonly cbfmc?: unknown
  readonly cbfzjhm?: unknown
}
/** How a member is the contractor: by name and number, by one of them, or not at all. */
export type Likeness = 'same' | 'number' | 'name'
/** How a member is the contractor whom the household is registered by; the contractor is its head. */
export function likeness(c: HouseholdName, m: PersonLike): Likeness | undefined {
  const byNumber = !!c.cbfzjhm && !!m.cyzjhm && idKey(c.cbfzjhm) === idKey(m.cyzjhm)
  const byName = !!c.cbfmc && !!m.cyxm && nameKey(c.cbfmc) === nameKey(m.cyxm)
  return byNumber ? (byName ? 'same' : 'number') : byName ? 'name' : undefined
}
