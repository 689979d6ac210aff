import { compare, m2, mu, sum, toMu, within, type M2, type Mu } from '../../kit/model/area.ts'

/** What a contract says of one parcel's area: m² and mu, decimal text. */
export interface ParcelArea {
  htmj: string
  htmjm: string
}
export interface ContractArea {
  htzmj: M2
  htzmjm: Mu
  cbdkzs: number
}

/**
 * Rule: the area of a contract is the sum of the contract areas of its parcels, in m² and in mu each by itself,
 * and `cbdkzs` is their number. No other place computes it. Source: business-flows.md 13, I6.
 */
export function contractArea(parcels: readonly ParcelArea[]): ContractArea {
  return { htzmj: sum(parcels.map((p) => m2(p.htmj))), htzmjm: sum(parcels.map((p) => mu(p.htmjm))), cbdkzs: parcels.length }
}

/** One parcel's two areas are above zero and tell the same within 0.01 mu: what rounds to no mu is no area of a contract. Source: codes.md 3.4 (tolerance per parcel). */
export function parcelAreaFits(p: ParcelArea): boolean {
  const isAbove = compare(m2(p.htmj), m2('0')) > 0 && compare(mu(p.htmjm), mu('0')) > 0
  return isAbove && within(mu(p.htmjm), toMu(m2(p.htmj)), 1)
}
