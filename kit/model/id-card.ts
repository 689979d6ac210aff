import type { Text } from './lang.ts'

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK = '10X98765432'
/** First two digits that exist, with 81-83 for residence permits. Source: GB 11643; domain codes.md 3.5. */
const PROVINCES = new Set('11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83 91'.split(' '))

/** The check character of the first 17 digits of an identity number. */
export const idCardCheck = (digits: string): string => CHECK[WEIGHTS.reduce((s, w, i) => s + w * Number(digits[i]), 0) % 11]!

/** Whether yyyyMMdd is a day that exists. */
export function isDay(yyyymmdd: string): boolean {
  const y = Number(yyyymmdd.slice(0, 4)),
    m = Number(yyyymmdd.slice(4, 6)),
    d = Number(yyyymmdd.slice(6, 8))
  const leap = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0
  return m >= 1 && m <= 12 && d >= 1 && d <= [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1]!
}

/** What is wrong with a resident identity number of 18 characters, in the order a person would look. Source: platform.md 5. */
export function idCardWrong(v: string): Text | undefined {
  if (v.length !== 18) return { zh: '证件号码长度应为18位', en: 'The identity number must have 18 characters' }
  if (!/^\d{17}[\dX]$/.test(v) || !isDay(v.slice(6, 14))) return { zh: '证件号码格式不正确', en: 'The identity number is malformed' }
  if (!PROVINCES.has(v.slice(0, 2)) || v.slice(2, 6) === '0000') return { zh: '证件号码地址编码不正确', en: 'The address code of the identity number is wrong' }
  if (idCardCheck(v) !== v[17]) return { zh: '证件号码校验位不正确', en: 'The check digit of the identity number is wrong' }
  return undefined
}

/** Trims, narrows full-width characters, drops inner blanks and raises x, as people type identity numbers. */
export function normalizeId(v: string): string {
  return v
    .replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(/[\s\u3000]/g, '')
    .toUpperCase()
}

/** Sex ('1' male, '2' female, as dictionary sex) and birthday (yyyy-MM-dd) that an 18-character number tells. */
export function readIdCard(v: string): { sex: '1' | '2'; birthday: string } | undefined {
  if (idCardWrong(v)) return undefined
  return { sex: Number(v[16]) % 2 === 1 ? '1' : '2', birthday: `${v.slice(6, 10)}-${v.slice(10, 12)}-${v.slice(12, 14)}` }
}
