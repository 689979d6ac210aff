import { hundredths } from '../../kit/model/decimal.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { compare, m2, mu, sum, toMu, within, type M2, type Mu } from './area.ts'

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

/** What a contract says of the contract before it (二轮合同总面积 …): m² and mu, null where that is not known. */
interface FormerArea {
  yhtzmj: M2 | null
  yhtzmjm: Mu | null
}
type FormerLine = { yhtmj?: string | null | undefined; yhtmjm?: string | null | undefined }
/**
 * Rule: the former area of a contract is the sum of what its parcels were contracted with before, in m² and in mu each by itself; as soon as one parcel has
 * none there is no sum, since a part of it would be a false total. Register, drafts and papers ask here.
 */
export function formerArea(lines: readonly FormerLine[]): FormerArea {
  const all = (name: keyof FormerLine) => (lines.length && lines.every((l) => l[name]) ? lines.map((l) => l[name]!) : undefined)
  const [areas, areasMu] = [all('yhtmj'), all('yhtmjm')]
  return { yhtzmj: areas ? sum(areas.map(m2)) : null, yhtzmjm: areasMu ? sum(areasMu.map(mu)) : null }
}

/** One parcel's two areas are above zero and tell the same within 0.01 mu: what rounds to no mu is no area of a contract. Source: codes.md 3.4 (tolerance per parcel). */
export function parcelAreaFits(p: ParcelArea): boolean {
  const isAbove = compare(m2(p.htmj), m2('0')) > 0 && compare(mu(p.htmjm), mu('0')) > 0
  return isAbove && within(mu(p.htmjm), toMu(m2(p.htmj)), 1)
}

/** What is wrong with the two areas of a parcel, with both figures and what they should be; undefined where they fit. */
export function parcelAreaWrong({ htmj, htmjm }: { htmj?: string | null | undefined; htmjm?: string | null | undefined }): Text | undefined {
  if (!htmj || !htmjm) return both('合同面积的平方米数与亩数应同时填写', 'Give the contract area in m² and in mu')
  if (parcelAreaFits({ htmj, htmjm })) return undefined
  if (compare(m2(htmj), m2('0')) <= 0 || compare(mu(htmjm), mu('0')) <= 0)
    return both(`合同面积应大于0，现为${htmj}平方米、${htmjm}亩`, `The contract area must be above 0: it is ${htmj} m², ${htmjm} mu`)
  const fits = toMu(m2(htmj))
  return both(
    `合同面积${htmj}平方米与${htmjm}亩不一致，${htmj}平方米为${fits}亩`,
    `The contract area of ${htmj} m² does not match ${htmjm} mu: ${htmj} m² are ${fits} mu`,
  )
}

/** A line of a contract as far as it says whose share of a parcel it is. */
export interface Share {
  /** confirmed in shares: 1 (dictionary yes_no) */
  sfqqqg?: string | null | undefined
  htmj?: string | null | undefined
  /** the whole parcel, m² */
  scmj?: string | null | undefined
}
const SHARED = '1'
const PARTS = 10_000n
const known = (v: string | null | undefined): v is string => !!v && /^\d+(\.\d{1,2})?$/.test(v)
/**
 * Rule: the share of a household in a parcel confirmed in shares (确股) is its contract area in what the parcel measures, so the shares of a parcel make up 1
 * when their areas make up the parcel. Decimal text with four places; undefined for a whole parcel and where nothing was measured.
 */
export function shareIn({ sfqqqg, htmj, scmj }: Share): string | undefined {
  if (sfqqqg !== SHARED || !known(htmj) || !known(scmj) || hundredths(scmj) <= 0n) return undefined
  const parts = (hundredths(htmj) * PARTS * 2n + hundredths(scmj)) / (hundredths(scmj) * 2n)
  return `${parts / PARTS}.${String(parts % PARTS).padStart(4, '0')}`
}
/** By how much, in hundredths of a m², the shares of a parcel are more than the parcel; a hundredth a share is rounding. */
export function sharesBeyond(shares: readonly Share[], scmj: string | null | undefined): bigint {
  if (!known(scmj)) return 0n
  const all = shares.reduce((s, x) => s + (known(x.htmj) ? hundredths(x.htmj) : 0n), 0n)
  const beyond = all - hundredths(scmj) - BigInt(shares.length)
  return beyond > 0n ? beyond : 0n
}
