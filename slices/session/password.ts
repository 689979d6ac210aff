import type { Text } from '../../kit/model/lang.ts'

export interface PasswordStrategy {
  minLength: number
  maxLength: number
  classes: number
  longEnough: number
  expireDays: number
  warnDays: number
  historyCount: number
  maxFail: number
  lockMinutes: number
  forceFirstChange: boolean
}
/** What holds until a tenant sets its own. Source: security.md D1, D2. */
export const DEFAULT_STRATEGY: PasswordStrategy = {
  minLength: 12,
  maxLength: 128,
  classes: 3,
  longEnough: 16,
  expireDays: 0,
  warnDays: 7,
  historyCount: 5,
  maxFail: 5,
  lockMinutes: 30,
  forceFirstChange: true,
}
const CLASSES = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/]

/** What is wrong with a new password under a strategy: length, character classes (not needed for long ones), the account inside. */
export function passwordWrong(p: string, account: string, s: PasswordStrategy = DEFAULT_STRATEGY): Text | undefined {
  if (p.length < s.minLength) return { zh: `密码长度不能少于${s.minLength}位`, en: `At least ${s.minLength} characters` }
  if (p.length > s.maxLength) return { zh: `密码长度不能超过${s.maxLength}位`, en: `At most ${s.maxLength} characters` }
  if (p.length < s.longEnough && CLASSES.filter((c) => c.test(p)).length < s.classes) {
    return { zh: `密码须包含大写字母、小写字母、数字、符号中的${s.classes}种`, en: `Use ${s.classes} of: capitals, small letters, digits, signs` }
  }
  if (account && p.toLowerCase().includes(account.toLowerCase())) return { zh: '密码不能包含账号', en: 'The password must not contain the account' }
  return undefined
}
