/** Identity numbers (GB 11643), telephone numbers and postcodes. */
import { bearerOf } from '../../land/definitions/membership.ts'
import { idCardCheck, idCardWrong, isDay, normalizeId } from '../../kit/model/id-card.ts'

/** What is wrong with a resident identity number as a package must hold it, in Chinese; '' if nothing. `today` = yyyy-MM-dd. The rule is the form's. */
export function identityFault(value: string, today: string): string {
  const raised = value.toUpperCase()
  if (normalizeId(value) !== raised) return '中有空格、全角字符或撇号，请按证件重新填写'
  if (value.length === 15) return '是15位旧号码，应为18位'
  if (value.length !== 18) return `长度为${value.length}位，应为18位`
  const wrong = idCardWrong(raised, today)
  if (!wrong) return ''
  if (!/^\d{17}[\dX]$/.test(raised)) return '含有非法字符，前17位应为数字，末位为数字或X'
  return `：${wrong.zh}（地区前两位${value.slice(0, 2)}，出生日期${value.slice(6, 14)}，校验码${raised[17]}，按前17位应为${idCardCheck(value)}）`
}

/** Sex that a resident's number tells: '1' male, '2' female, '' of one that is none. The rule is the form's. */
export const sexOf = (value: string): string => bearerOf({ cyzjhm: value })?.sex ?? ''

/** True for an existing calendar day yyyy-MM-dd. */
export function isIdDate(value: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (!parts) return false
  return Number(parts[1]) > 1800 && isDay(parts.slice(1).join(''))
}

/** Mobile number or landline with area code; several may be joined by '、', ',' or '/'. */
export function isPhone(value: string): boolean {
  return value.split(/[、,，/;；]/).every((part) => /^(1\d{10}|0\d{2,3}-?\d{7,8}(-\d{1,6})?)$/.test(part.trim()))
}

/** Six digits, the first not 9 and not 00. */
export function isPostcode(value: string): boolean {
  return /^(?!00)[0-8]\d{5}$/.test(value)
}
