import { isCommon, isPattern } from './common-passwords.ts'
import type { Text } from '../../kit/model/lang.ts'

/** What a tenant asks of passwords and sessions; flags are 0 or 1. */
export interface PasswordStrategy {
  minLength: number
  maxLength: number
  /** how many of the four classes */
  classes: number
  /** from this length on `classes` is not asked; the four flags still are */
  longEnough: number
  needUpper: number
  needLower: number
  needDigit: number
  needSpecial: number
  /** 0 = passwords do not grow old */
  expireDays: number
  warnDays: number
  historyCount: number
  maxFail: number
  lockMinutes: number
  forceFirstChange: number
  idleMinutes: number
  /** dictionary second_factor: '0' off, '1' for who sets it up, '2' for everybody, '3' for administrators (second-factor.ts) */
  secondFactor: string
}
/** What holds until a tenant sets its own. Source: security.md D1, D2. */
export const DEFAULT_STRATEGY: PasswordStrategy = {
  minLength: 12,
  maxLength: 128,
  classes: 3,
  longEnough: 16,
  needUpper: 0,
  needLower: 0,
  needDigit: 0,
  needSpecial: 0,
  expireDays: 0,
  warnDays: 7,
  historyCount: 5,
  maxFail: 5,
  lockMinutes: 30,
  forceFirstChange: 1,
  idleMinutes: 30,
  secondFactor: '0',
}
const CLASSES = [
  { need: 'needLower', has: /[a-z]/, zh: '小写字母', en: 'a lower-case letter' },
  { need: 'needUpper', has: /[A-Z]/, zh: '大写字母', en: 'an upper-case letter' },
  { need: 'needDigit', has: /\d/, zh: '数字', en: 'a digit' },
  { need: 'needSpecial', has: /[^a-zA-Z\d]/, zh: '符号', en: 'a symbol' },
] as const

/** What is wrong with a new password under a strategy: length, character classes (fewer asked of long ones), the account inside, one that is guessed first. */
export function passwordWrong(p: string, account: string, s: PasswordStrategy = DEFAULT_STRATEGY): Text | undefined {
  if (p.length < s.minLength) return { zh: `密码长度不能少于${s.minLength}位`, en: `At least ${s.minLength} characters` }
  if (p.length > s.maxLength) return { zh: `密码长度不能超过${s.maxLength}位`, en: `At most ${s.maxLength} characters` }
  const missing = CLASSES.find((c) => s[c.need] && !c.has.test(p))
  if (missing) return { zh: `密码须包含${missing.zh}`, en: `The password needs ${missing.en}` }
  if (p.length < s.longEnough && CLASSES.filter((c) => c.has.test(p)).length < s.classes) {
    return { zh: `密码须包含大写字母、小写字母、数字、符号中的${s.classes}种`, en: `Use at least ${s.classes} of: upper case, lower case, digits, symbols` }
  }
  if (account && p.toLowerCase().includes(account.toLowerCase())) return { zh: '密码不能包含账号', en: 'The password must not contain the account name' }
  if (isCommon(p)) return { zh: '密码过于常见，请换一个', en: 'This password is too common; choose another one' }
  if (isPattern(p)) {
    return {
      zh: '密码不能只是一个单词加上年份、少量数字或符号，请换一个',
      en: 'Do not use one word with a year, digits or symbols added: those are guessed first',
    }
  }
  return undefined
}

const DAY = 86_400_000
/** How a password stands that was set at `setTime` (both 'yyyy-MM-dd HH:mm:ss'): over, and the days left when it is time to warn. */
export function passwordAge(setTime: string, now: string, s: PasswordStrategy): { expired: boolean; daysLeft: number | null } {
  if (s.expireDays === 0) return { expired: false, daysLeft: null }
  const at = (t: string) => Date.parse(`${t.replace(' ', 'T')}+08:00`)
  const left = s.expireDays - (at(now) - at(setTime)) / DAY
  return { expired: left < 0, daysLeft: left >= 0 && left <= s.warnDays ? Math.ceil(left) : null }
}
