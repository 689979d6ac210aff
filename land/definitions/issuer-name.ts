// Names of issuers as people read them: 二组, 第2组 and ２组 are one; two issuers of a village have two names. Pure.
import { nameKey } from '../../kit/model/clean.ts'

const DIGITS = '零一二三四五六七八九'
const UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100 }
/** A run of Chinese numerals as digits: 二 → 2, 十二 → 12, 二十 → 20, 一百零三 → 103; without units digit by digit: 一二 → 12. */
function digitsOf(run: string): string {
  const of = (c: string): number => DIGITS.indexOf(c.replace('〇', '零'))
  if (!/[十百]/.test(run)) return String(Number([...run].map(of).join('')))
  let [total, digit] = [0, 0]
  for (const c of run) {
    const unit = UNITS[c]
    if (unit === undefined) digit = of(c)
    else {
      total += (digit || 1) * unit
      digit = 0
    }
  }
  return String(total + digit)
}
/** A name of an issuer as it is compared with those of the others of its village: without blanks, numerals as digits, 第2组 as 2组. */
export const issuerNameKey = (name: unknown): string =>
  nameKey(name)
    .replace(/[零〇一二三四五六七八九十百]+/g, digitsOf)
    .replace(/\d+/g, (d) => d.replace(/^0+(?=\d)/, ''))
    .replace(/第(?=\d)/g, '')
/** Code and name of an issuer. */
export interface NamedIssuer {
  fbfbm: string | null
  fbfmc?: string | null | undefined
}
/** Digits of an issuer's code that name its village. */
const VILLAGE = 12
/** The village of an issuer, by its code. */
export const villageOfIssuer = (fbfbm: string | null): string => String(fbfbm ?? '').slice(0, VILLAGE)
/** Codes of the others that share village and name with an issuer, however the name is written, in their order: the one rule of forms, cases, corrections, packages and the watch. */
export function namesakesOf({ fbfbm, fbfmc }: NamedIssuer, others: Iterable<NamedIssuer>): string[] {
  const name = issuerNameKey(fbfmc)
  if (!name) return []
  const same = [...others].filter((o) => o.fbfbm !== fbfbm && villageOfIssuer(o.fbfbm) === villageOfIssuer(fbfbm) && issuerNameKey(o.fbfmc) === name)
  return same.map((o) => String(o.fbfbm)).toSorted()
}
