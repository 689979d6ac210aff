import type { DivisionPoint } from '../figures/indicators.ts'

/** A child region on the wall: contract area (mu), and the shares of its contracts that are signed and that extend an earlier one, in percent. */
export interface WallRegion {
  regionCode: string
  regionName: string
  self: boolean
  area: number
  signRate: number | null
  renewRate: number | null
}
/** A finished case as it runs over the wall: no number, no code, and of the name the surname alone. */
export interface TickerEntry {
  type: string
  name: string
  regionName: string
  day: string
}
/** All that the screen on the wall shows, as one call answers it. */
export interface WallFigures {
  asOf: string
  regionCode: string
  regionName: string
  unit: string
  cards: { issuers: number; households: number; parcels: number; area: number }
  /** cases by type and status (keys of dictionary business_status) */
  types: readonly { type: string; values: Readonly<Record<string, number>> }[]
  months: readonly { month: string; accepted: number; done: number; signed: number }[]
  regions: readonly WallRegion[]
  ticker: readonly TickerEntry[]
  /** contracts in force, those whose term has ended or ends within five years, cases of extension begun and finished, extension contracts */
  funnel: { contracts: number; due: number; begun: number; finished: number; renewed: number }
  /** signed contracts by way of signing */
  ways: readonly { key: string; n: number }[]
  push: { waiting: number; arrived: number; failed: number; disposed: number }
  grades: readonly DivisionPoint[]
  purposes: readonly DivisionPoint[]
}
/** Most child regions that the answer has: the largest by contract area. */
export const MOST_REGIONS = 120
/** Finished cases that run over the wall, and for how many days a case is news. */
export const NEWS = { entries: 20, days: 90 } as const
