import type { Format } from './field.ts'
import type { Text } from './lang.ts'
import { idCardWrong, isDay } from './id-card.ts'

const say = (ok: boolean, zh: string, en: string): Text | undefined => (ok ? undefined : { zh, en })
const NAME = '姓名（名称）不能只有数字或符号，也不能含有尖括号'
/**
 * Pictures, arrows, letters in circles and whatever else is a sign, and accents beside the letters that have them in one sign: in nobody's name and no address, and
 * covering what is printed around it. The ring of a missing character, a character told by its parts, and the few signs of places (K12+300, 1～3, 25°) are none.
 */
const PICTURES = /(?![+~°＋～○◯\u2ff0-\u2fff])[\p{S}\p{Extended_Pictographic}\p{Regional_Indicator}\p{Script=Inherited}]/u
const CREDIT = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const CREDIT_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** Whether a unified social credit code (GB 32100-2015) has 18 characters and the right check character. */
export const isCreditCode = (v: string): boolean =>
  /^[0-9A-HJ-NPQRTUWXY]{18}$/.test(v) && CREDIT[(31 - (CREDIT_WEIGHTS.reduce((s, w, i) => s + w * CREDIT.indexOf(v[i]!), 0) % 31)) % 31] === v[17]

/** The named checks: one implementation and one wording for server and forms. Source: platform.md 5, land-contract.md 5. */
export const formats: Readonly<Record<Format, (v: string) => Text | undefined>> = {
  idCard: idCardWrong,
  idNumber: (v) => say(/^[0-9A-Za-z]+$/.test(v), '请输入字母或数字', 'Letters or digits only'),
  creditCode: (v) => say(isCreditCode(v), '统一社会信用代码不正确', 'The unified social credit code is wrong'),
  phone: (v) =>
    say(v.length === 11, '手机号码应为11位', 'A mobile number has 11 digits') ??
    say(/^1[3-9]\d{9}$/.test(v), '手机号码格式不正确', 'The mobile number is wrong'),
  contactPhone: (v) => say(/^(1[3-9]\d{9}|(\d{3,4}-?)?\d{7,8})$/.test(v), '联系电话格式不正确', 'The telephone number is wrong'),
  postcode: (v) => say(/^\d{6}$/.test(v), '邮政编码格式不正确', 'The postcode is wrong'),
  version: (v) => say(/^\d+\.\d+\.\d+$/.test(v), '版本格式不正确，例：1.0.0', 'The version is wrong, e.g. 1.0.0'),
  url: (v) => formats.place(v) ?? say(/^https?:\/\//.test(v), '网址须以http或https开头', 'An address starts with http or https'),
  // whole or of the own site, or several with commas between: what stands in lists, logs and the audit holds no password
  place: (v) => say(!/(^|[,\s])[a-z][\w+.-]*:\/\/[^/?#,\s]*@/i.test(v), '地址不能带用户名和密码', 'An address must not carry user and password'),
  account: (v) => say(/^[\w.@-]+$/.test(v), '账号只能包含字母、数字和._@-', 'Letters, digits and ._@- only'),
  noBlank: (v) => say(!/[\s\u3000]/.test(v), '不能包含空格、回车、换行、制表符', 'No blanks, carriage returns, line feeds or tabs'),
  code: (v) => say(/^[\w:.-]+$/.test(v), '编码只能包含字母、数字和_:.-', 'Letters, digits and _:.- only'),
  // what strangers write and read: no marks of a page (a tag, begun or whole, or an entity); a<b is none
  plain: (v) => say(!/<([!/?]|[a-z][^<>]*[>=])|&(#|[a-z])\w*;|javascript:/i.test(v), '内容只能是文字，不能包含网页标记', 'Only plain text is taken, no markup'),
  // of a person or an organisation: letters, and no marks of a page
  name: (v) =>
    formats.plain(v) ??
    say(/\p{L}/u.test(v) && !/[<>]/.test(v), NAME, 'A name cannot consist of digits or symbols alone, nor have angle brackets') ??
    say(!PICTURES.test(v), '姓名（名称）不能含有表情、图形符号或附加符号', 'A name has no emoji, no graphic signs and no loose accents'),
  address: (v) => formats.plain(v) ?? say(!PICTURES.test(v), '地址不能含有表情或图形符号', 'An address has no emoji and no graphic signs'),
  email: (v) => say(/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(v), '邮箱格式不正确', 'The e-mail address is wrong'),
}

const DAY = /^\d{4}-\d\d-\d\d$/
const CLOCK = /^ ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/
/** Whether a text is a day of the calendar, yyyy-MM-dd. */
export const isDate = (v: string): boolean => DAY.test(v) && isDay(v.replaceAll('-', ''))
/** Whether a text is a time of a day of the calendar, yyyy-MM-dd HH:mm:ss. */
export const isMoment = (v: string): boolean => isDate(v.slice(0, 10)) && CLOCK.test(v.slice(10))
