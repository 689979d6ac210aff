import { isDate } from '../../kit/model/formats.ts'
import type { ChildFigures, Figures } from './home.ts'

/** Sub-views of the start in the order of their tabs. Source: platform.md (screen /wel/index), screens.md A3. */
export const VIEWS = ['counts', 'business', 'contract', 'monthly', 'region', 'renewal'] as const
export type HomeView = (typeof VIEWS)[number]
export const isView = (v: unknown): v is HomeView => (VIEWS as readonly unknown[]).includes(v)

/** What a class is called, without its unit: 0–2, 2–5, >50; where whole things are counted from one: 1–3, 4–8, >16. */
export function className(ends: readonly number[], at: number, whole = false): string {
  const from = at === 0 ? (whole ? 1 : 0) : ends[at - 1]! + (whole ? 1 : 0)
  return at < ends.length ? `${from}–${ends[at]}` : `>${ends.at(-1)}`
}

/** Terms without an end in the register: the year 9999, or none. */
export const OPEN_ENDED = '9999'
/** Type of the business of second-round extension; '9' is its older code. Source: dictionary business_type. */
export const RENEWALS: readonly string[] = ['contract_renew', '9']
/** Contract type: second-round extension contract. Source: dictionary htlx. */
export const RENEWED = '3'
/** Years before the end of a term in which an extension is due. Ours. */
export const DUE_YEARS = 5

const DECEMBER = 12
/** The last `n` months up to the one of a day (yyyy-MM-dd), oldest first, as yyyy-MM. Source: statistics.md 1 S6, 5. */
export function monthsUpTo(day: string, n: number): string[] {
  const last = Number(day.slice(0, 4)) * DECEMBER + Number(day.slice(5, 7)) - 1
  return Array.from({ length: n }, (_, i) => monthAt(last - n + 1 + i))
}
const monthAt = (at: number) => `${Math.floor(at / DECEMBER)}-${String((at % DECEMBER) + 1).padStart(2, '0')}`
/** The first day of the month after a month. */
export const firstAfter = (month: string): string => `${monthAt(Number(month.slice(0, 4)) * DECEMBER + Number(month.slice(5, 7)))}-01`

/** The same day some years later; 28 February where that year has no 29th. */
export function yearsAfter(day: string, years: number): string {
  const later = `${Number(day.slice(0, 4)) + years}${day.slice(4)}`
  return isDate(later) ? later : `${later.slice(0, 7)}-28`
}

/** Percent with two decimals; null when there is nothing to be a part of. Source: statistics.md 1 S4. */
export const percent = (part: number, of: number): number | null => (of === 0 ? null : Math.round((part / of) * 10_000) / 100)

interface Answer {
  asOf: string
  regionCode: string
  /** of areas */
  unit: string
}
/** How many of something lie in a class; `key` is a dictionary key, a year or the number of a class; '' = not recorded. */
export interface Bucket {
  key: string
  values: Figures
}
/** Cases; values of `types` are counted by status (keys of dictionary business_status). */
export interface BusinessFigures extends Answer {
  /** todo, doing, done, revoked, accepted */
  total: Figures
  types: Bucket[]
  /** cases under way by the step at which they stand */
  tasks: Bucket[]
  /** percent */
  finishRate: number | null
  revokeRate: number | null
  /** mean calendar days from receiving to finishing */
  days: number | null
  /** the same in working days, and the number of working days in which nine of ten cases were finished */
  workdays: number | null
  ninetieth: number | null
  /** mean days for which a task was open, of the tasks that are done, by task; n = how many */
  dwell: Bucket[]
  /** cases under way past their promised day */
  overdue: number
  /** cases under way that were received first, ten at most; and those whose promised day is past, the latest ten */
  oldest: OpenCase[]
  late: OpenCase[]
}
/** A case under way, without a person's name. */
export interface OpenCase {
  id: string
  businessCode: string
  businessTypeCode: string
  task: string
  /** yyyy-MM-dd; '' where nothing was promised */
  received: string
  due: string
  /** calendar days since it was received */
  age: number
}
/** Contracts in force: cbht, htArea (mu) in total and by class. */
export interface ContractFigures extends Answer {
  total: Figures
  /** percent of the contracts that are signed; of the signed ones, those signed electronically */
  signRate: number | null
  onlineRate: number | null
  signStatus: Bucket[]
  signWay: Bucket[]
  years: Bucket[]
  areas: Bucket[]
  parcels: Bucket[]
}
/** What is counted by month. */
export const MONTHLY = ['accepted', 'done', 'revoked', 'signed', 'issued'] as const
export interface MonthFigures {
  /** yyyy-MM */
  month: string
  values: Figures
  /** the same month of the year before */
  before: Figures
}
export interface MonthlyFigures extends Answer {
  total: Figures
  months: MonthFigures[]
}
/** Contracts by the end of their term; per child region: cbht, htArea, ended…, ending…, renewed… (count and area in mu). */
export interface RenewalFigures extends Answer {
  /** last day of the years in which a term counts as ending */
  until: string
  total: Figures
  children: ChildFigures[]
  years: Bucket[]
  types: Bucket[]
}
