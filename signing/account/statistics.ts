import { both, type Text } from '../../kit/model/lang.ts'

/** Columns of the sums of signing: status, way, lately. Source: statistics.md 10. */
export const SUMS = [
  ['total', both('合同总数', 'Contracts')],
  ['s99', both('未发起', 'Not started')],
  ['s0', both('未签署', 'Unsigned')],
  ['s1', both('签署中', 'Signing')],
  ['s2', both('已签署', 'Signed')],
  ['s3', both('审核中', 'Examined')],
  ['s4', both('已驳回', 'Rejected')],
  ['s5', both('已过期', 'Expired')],
  ['s7', both('拒签', 'Refused')],
  ['way1', both('线上', 'Remote')],
  ['way2', both('现场', 'On site')],
  ['way3', both('线下', 'On paper')],
  ['today', both('今日签署', 'Signed today')],
  ['week', both('近7天签署', 'Last 7 days')],
] as const satisfies readonly (readonly [string, Text])[]
export type Sum = (typeof SUMS)[number][0]
export type Sums = Record<Sum, number>
/** Sums of one region. */
export interface RegionSums extends Sums {
  regionCode: string
  regionName: string
}
/** What signedStatistics answers: the whole, its parts, and what was signed on each of the last seven days. */
export interface SignedStatistics {
  total: RegionSums
  children: RegionSums[]
  days: { day: string; n: number }[]
}
/** The sum of rows. */
export const addFigures = (rows: readonly Sums[]): Sums => Object.fromEntries(SUMS.map(([k]) => [k, rows.reduce((n, r) => n + r[k], 0)])) as Sums
