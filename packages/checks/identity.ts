/** Identity numbers (GB 11643), telephone numbers and postcodes. */
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const provinces = new Set('11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83 91'.split(' '))

/** What is wrong with an 18-digit resident identity number, in Chinese; '' if nothing. `today` = yyyy-MM-dd. */
export function identityFault(value: string, today: string): string {
  if (value.length === 15) return '是15位旧号码，应为18位'
  if (value.length !== 18) return `长度为${value.length}位，应为18位`
  if (!/^\d{17}[\dXx]$/.test(value)) return '含有非法字符，前17位应为数字，末位为数字或X'
  if (!provinces.has(value.slice(0, 2))) return `前两位${value.slice(0, 2)}不是省级区划代码`
  const date = `${value.slice(6, 10)}-${value.slice(10, 12)}-${value.slice(12, 14)}`
  if (!isDate(date)) return `第7至14位${value.slice(6, 14)}不是有效的出生日期`
  if (date > today) return `出生日期${date}晚于今天`
  const expected = '10X98765432'[weights.reduce((sum, w, i) => sum + w * Number(value[i]), 0) % 11]
  return value[17]?.toUpperCase() === expected ? '' : `末位校验码为${value[17]}，按前17位应为${expected}`
}

/** Sex by the 17th digit: '1' male, '2' female, '' if the number is not of 18 digits. */
export function sexOf(value: string): string {
  return /^\d{17}[\dXx]$/.test(value) ? (Number(value[16]) % 2 ? '1' : '2') : ''
}

/** True for an existing calendar day yyyy-MM-dd. */
export function isDate(value: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (!parts) return false
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number]
  const days = [31, year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return year > 1800 && day >= 1 && day <= (days[month - 1] ?? 0)
}

/** Mobile number or landline with area code; several may be joined by '、', ',' or '/'. */
export function isPhone(value: string): boolean {
  return value.split(/[、,，/;；]/).every((part) => /^(1\d{10}|0\d{2,3}-?\d{7,8}(-\d{1,6})?)$/.test(part.trim()))
}

/** Six digits, the first not 9 and not 00. */
export function isPostcode(value: string): boolean {
  return /^(?!00)[0-8]\d{5}$/.test(value)
}
