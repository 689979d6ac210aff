// What an extension means for the register, from the form and what was found: its faults and one entry a household. Pure.
import { both, type Text } from '../../../kit/model/lang.ts'
import { invalidField, type Problem } from '../../../kit/model/problem.ts'
import { contractArea } from '../../../land/definitions/contract-area.ts'
import { termEnd } from '../../../land/definitions/household.ts'
import type { Act, Contract, Line, Terms } from '../../../land/register/acts.ts'
import { dayAfter } from '../../cases/promise.ts'
import type { ContractFile } from '../../cases/business.ts'
import type { Lockable, Meaning, Planned } from '../../cases/meaning.ts'
import { nextVersion, signedContract } from '../../cases/next-version.ts'
import { refusal } from '../../cases/problems.ts'
import { bookIn, standingFaults, standingLocks, type Standing, type StandingBook, type StandingLine } from '../../cases/standing.ts'
import { WAY, type RenewForm, type RenewHousehold } from './type.ts'

/** What the plan needs to know of the register. */
export interface Facts {
  /** the contractors of the households, in the form's order */
  standings: readonly (Standing | undefined)[]
  /** rounds that plans have added to the issuer */
  rounds: readonly { fromDay: string; toDay: string }[]
  /** a contract may be extended that ends within so many years */
  years: number
}
/** 延包合同（二轮延包） (dictionary htlx). */
const HTLX = '3'
/** 变更登记, 延包 (dictionaries djlx, djxl). */
const ENTRY = { djlx: '1', djxl: '9' } as const
/** Years of another round. Source: business-flows.md 1 (1). */
const YEARS = 30
const RESERVE = '22'

interface Renewed {
  household: RenewHousehold
  standing: Standing
  book: StandingBook
}
/** The households of a form without faults with their books. */
const renewed = (form: RenewForm, { standings }: Facts): Renewed[] =>
  form.nh.flatMap((household, i) => {
    const standing = standings[i]
    const book = bookIn(standing, household.cbjyqzbm, household.djbId)
    return standing && book ? [{ household, standing, book }] : []
  })
const leaves = ({ leaving }: RenewHousehold, dkbm: string): boolean => leaving.some((l) => l.dkbm === dkbm)

const yearsOn = (day: string, years: number): string => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`
/** The term after the renewal begins when the old one ends, which counts until then. */
function termsAfter({ terms }: StandingBook, today: string): Terms {
  const cbqxq = dayAfter(terms.cbqxz)
  return { cbfs: terms.cbfs, cbqx: YEARS, cbqxq, cbqxz: termEnd(cbqxq, YEARS), ...(terms.cbqxz >= today ? { prevCbqxz: terms.cbqxz } : {}) }
}
/** The lines after the renewal: what the former contract said of each stands beside it. */
function linesAfter({ household, book }: Renewed): Line[] {
  const decided = new Map(household.dk.map((d) => [d.dkbm, d]))
  return book.lines.flatMap(({ line }) => {
    if (leaves(household, line.dkbm)) return []
    const own = decided.get(line.dkbm)
    const area = own?.htmj && own.htmjm ? { htmj: own.htmj, htmjm: own.htmjm } : {}
    const share = household.ybddlx === WAY.shares ? { sfqqqg: '1' } : {}
    return [{ ...line, ...area, ...share, yhtmj: line.htmj, yhtmjm: line.htmjm }]
  })
}

/** The confirmed area of a parcel, in mu: what the survey decided, else what was confirmed or measured before. */
const confirmed = ({ household }: Renewed, { line, parcel }: StandingLine): string =>
  household.dk.find((d) => d.dkbm === line.dkbm)?.qqmjm ?? parcel.qqmjm ?? parcel.scmjm ?? line.htmjm
/** What becomes of a parcel; of one that others hold too nothing but its area. */
function parcelAct(r: Renewed, l: StandingLine): Act[] {
  const { dkbm } = l.line
  if (!leaves(r.household, dkbm)) return [{ act: 'setParcel', dkbm, fields: { qqmjm: confirmed(r, l) }, bgfs: '50' }]
  return l.others.length ? [] : [{ act: 'setParcel', dkbm, fields: { dklb: RESERVE }, bgfs: '51' }]
}

/** Why a household cannot be extended, each at its row. Source: business-flows.md 4.10, 3.3, 14. */
function householdFaults(form: RenewForm, facts: Facts, i: number): Problem[] {
  const household = form.nh[i]!
  const standing = facts.standings[i]
  const book = bookIn(standing, household.cbjyqzbm, household.djbId)
  const at = (field: string, msg: Text) => invalidField(`nh.${i}.${field}`, msg)
  if (!standing || !book) return [refusal('E1004')]
  if (standing.holder.fbfbm !== form.fbfbm) return [at('cbjyqzbm', both('登记簿不属于所选发包方', 'The book belongs to another issuer'))]
  const { cbqxz } = book.terms
  if (cbqxz > yearsOn(standing.today, facts.years))
    return [at('cbjyqzbm', both(`承包期限至${cbqxz}，尚未到延包时间`, `The term ends on ${cbqxz}: it is too early to extend it`))]
  const begins = dayAfter(cbqxz)
  if (!facts.rounds.some((r) => r.toDay > begins)) return [at('cbjyqzbm', both('发包方没有生效的延包方案', 'The issuer has no plan of extension in force'))]
  const missing = (rows: readonly { dkbm: string }[], field: string) =>
    rows.flatMap(({ dkbm }, j) =>
      book.lines.some((l) => l.line.dkbm === dkbm)
        ? []
        : [at(`${field}.${j}.dkbm`, both(`地块【${dkbm}】不在该登记簿中`, `Parcel ${dkbm} is not in this book`))],
    )
  const lines = linesAfter({ household, standing, book })
  return [
    ...standingFaults(standing, [book], { mortgage: false, end: false }),
    ...missing(household.dk, 'dk'),
    ...missing(household.leaving, 'leaving'),
    ...(lines.length ? [] : [refusal('E1018')]),
  ]
}
/** A parcel that several households hold has one confirmed area. */
function jointFaults(form: RenewForm): Problem[] {
  const seen = new Map<string, string>()
  return form.nh.flatMap((h, i) =>
    h.dk.flatMap(({ dkbm, qqmjm }, j): Problem[] => {
      if (!qqmjm) return []
      const other = seen.get(dkbm)
      seen.set(dkbm, other ?? qqmjm)
      return other && other !== qqmjm
        ? [invalidField(`nh.${i}.dk.${j}.qqmjm`, both(`共有地块【${dkbm}】的确权面积不一致`, `The confirmed area of joint parcel ${dkbm} differs`))]
        : []
    }),
  )
}
/** Why this extension cannot be made, household by household. */
export const faults = (form: RenewForm, facts: Facts): Problem[] => [...form.nh.flatMap((_, i) => householdFaults(form, facts, i)), ...jointFaults(form)]

function contractOf({ book }: Renewed, contracts: readonly ContractFile[]): Contract {
  const { htzmj, htzmjm } = contractArea(book.lines.map((l) => l.line))
  const former = { ycbhtbm: book.code, yhtzmj: htzmj, yhtzmjm: htzmjm }
  return { ...(signedContract(contracts, book.code, HTLX) ?? { unsigned: true, htlx: HTLX }), ...former }
}
/** What the register is told of one household. Source: acts.md 3, contract_renew. */
function acts(form: RenewForm, r: Renewed, contracts: readonly ContractFile[]): Act[] {
  const { household, standing, book } = r
  const { cbfbm, fbfbm } = standing.holder
  return [
    ...(household.lxdh ? [{ act: 'setContractor' as const, cbfbm: cbfbm!, fields: { lxdh: household.lxdh } }] : []),
    ...book.lines.flatMap((l) => parcelAct(r, l)),
    ...nextVersion(book, form, {
      ...{ cbfbm: cbfbm!, fbfbm, entry: ENTRY, terms: termsAfter(book, standing.today), lines: linesAfter(r), contract: contractOf(r, contracts) },
    }),
  ]
}
/** One entry a household. Each holder of a joint parcel says its area, the first one that is registered writes it. Source: acts.md 1. */
export const entries = (form: RenewForm, facts: Facts, contracts: readonly ContractFile[]): Planned[] =>
  renewed(form, facts).map((r) => ({ group: r.book.code, acts: acts(form, r, contracts) }))

/** What the case holds, has signed and posts. */
export function means(form: RenewForm, facts: Facts): Meaning {
  const all = renewed(form, facts)
  const locks = new Map<string, Lockable>()
  for (const { standing, book, household } of all) {
    const acting = book.lines.filter((l) => !leaves(household, l.line.dkbm) || !l.others.length).map((l) => l.line.dkbm)
    for (const l of standingLocks(standing, [book], acting)) locks.set(`${l.objectType}:${l.objectCode}`, l)
  }
  const first = all[0]!
  const { cbqxq, cbqxz } = termsAfter(first.book, first.standing.today)
  return {
    codes: { cbfbm: first.standing.holder.cbfbm, cbhtbm: first.book.code },
    locks: [...locks.values()],
    contracts: all.map(({ book, standing: { holder } }) => ({ cbhtbm: book.code, cbfbm: holder.cbfbm!, cbfmc: holder.cbfmc, htlx: HTLX, qdsj: null })),
    posted: {
      targets: [...new Set(all.flatMap(({ standing, book }) => [standing.holder.cbfbm!, book.code, ...book.lines.map((l) => l.line.dkbm)]))],
      cbfbm: first.standing.holder.cbfbm!,
      dk: all.flatMap((r) =>
        linesAfter(r).map(({ dkbm, htmj, htmjm, sfqqqg }) => ({
          ...{ dkbm, dkmc: r.book.lines.find((l) => l.line.dkbm === dkbm)?.parcel.dkmc ?? '', htmj, htmjm, sfqqqg, cbfbm: r.standing.holder.cbfbm! },
        })),
      ),
      cbht: { cbqxq, cbqxz },
    },
    books: all.map(({ book }) => ({ code: book.code, djbId: book.djbId, role: 'source', group: book.code })),
  }
}

/** A contract of the case as it will be printed; undefined where the form has no such household. */
export function contractAfter(form: RenewForm, facts: Facts, cbhtbm: string) {
  const r = renewed(form, facts).find(({ book }) => book.code === cbhtbm)
  return r && { standing: r.standing, terms: termsAfter(r.book, r.standing.today), lines: linesAfter(r), lxdh: r.household.lxdh }
}
