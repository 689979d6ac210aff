import { today } from './clock.ts'
import type { Text } from './lang.ts'

/** Weights and check characters of the first 17 digits. Source: GB 11643. */
export const WEIGHTS: readonly number[] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
export const CHECK_SIGNS = '10X98765432'
/** First two digits that exist, with 81-83 for residence permits. Source: GB 11643; codes.md 3.5. */
const PROVINCES = new Set('11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83 91'.split(' '))

/** The check character of the first 17 digits of an identity number. */
export const idCardCheck = (digits: string): string => CHECK_SIGNS[WEIGHTS.reduce((s, w, i) => s + w * Number(digits[i]), 0) % 11]!

/** Whether yyyyMMdd is a day that exists. */
export function isDay(yyyymmdd: string): boolean {
  const y = Number(yyyymmdd.slice(0, 4)),
    m = Number(yyyymmdd.slice(4, 6)),
    d = Number(yyyymmdd.slice(6, 8))
  const leap = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0
  return m >= 1 && m <= 12 && d >= 1 && d <= [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1]!
}

/** Nobody who has a number was born before. */
const FIRST_BIRTH = '1900-01-01'
/** Birthday (yyyy-MM-dd) in a number of 18 characters. */
const birthOf = (v: string): string => `${v.slice(6, 10)}-${v.slice(10, 12)}-${v.slice(12, 14)}`
/**
 * What is wrong with a resident identity number of 18 characters as `normalizeId` writes it, in the order a person would look. Born after `day` (today of the
 * register) or before 1900 is nobody. Source: platform.md 5; GB 11643.
 */
export function idCardWrong(v: string, day = today()): Text | undefined {
  if (v.length !== 18) return { zh: '证件号码长度应为18位', en: 'The identity number must have 18 characters' }
  if (!/^\d{17}[\dX]$/.test(v) || !isDay(v.slice(6, 14))) return { zh: '证件号码格式不正确', en: 'The identity number is malformed' }
  if (!PROVINCES.has(v.slice(0, 2)) || v.slice(2, 6) === '0000') return { zh: '证件号码地址编码不正确', en: 'The address code of the identity number is wrong' }
  const birth = birthOf(v)
  if (birth > day) return { zh: `证件号码中的出生日期${birth}晚于今天`, en: `The date of birth ${birth} in the identity number is in the future` }
  if (birth < FIRST_BIRTH) return { zh: `证件号码中的出生日期${birth}早于1900年`, en: `The date of birth ${birth} in the identity number is before 1900` }
  if (idCardCheck(v) !== v[17]) return { zh: '证件号码校验位不正确', en: 'The check digit of the identity number is wrong' }
  return undefined
}

/** A number as it is stored, however it was typed or pasted: no blanks and no apostrophe of a sheet before it, narrow signs, letters raised. */
export function normalizeId(v: string): string {
  return v
    .replace(/[\uff01-\uff5e]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0xfee0))
    .replace(/^[\s'’‘`]+|\s+$|\p{Zs}/gu, '')
    .toUpperCase()
}

/** An old resident number of 15 digits as its 18: the century before the year, the check character behind. Anything else, normalized, as it is. Source: codes.md 3.5. */
export function longId(v: string): string {
  const typed = normalizeId(v)
  if (!/^\d{15}$/.test(typed)) return typed
  const digits = `${typed.slice(0, 6)}19${typed.slice(6)}`
  return digits + idCardCheck(digits)
}
/** A number as it is compared where its document is not known: 15 digits that read like an old resident number are its 18. */
export function idKey(v: unknown): string {
  const typed = normalizeId(typeof v === 'string' ? v : '')
  const long = longId(typed)
  return long !== typed && !idCardWrong(long) ? long : typed
}
/** The ways in which a register may hold a number, whoever typed it there; none of an empty one. */
export function idForms(v: string): string[] {
  const typed = normalizeId(v)
  if (!typed) return []
  const long = idKey(typed)
  const old = /^\d{6}19\d{9}[\dX]$/.test(long) ? [long.slice(0, 6) + long.slice(8, 17)] : []
  return [...new Set([long, long.toLowerCase(), typed, v.trim(), ...old])]
}

/** Sex ('1' male, '2' female, as dictionary sex) and birthday (yyyy-MM-dd) that an 18-character number tells. */
export function readIdCard(v: string): { sex: '1' | '2'; birthday: string } | undefined {
  if (idCardWrong(v)) return undefined
  return { sex: Number(v[16]) % 2 === 1 ? '1' : '2', birthday: birthOf(v) }
}
