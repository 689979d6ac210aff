// Names of issuers as people read them: 二组, 第2组 and ２组 are one. Pure.
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
