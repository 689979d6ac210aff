import { isDay } from '../../kit/model/id-card.ts'
import { maskText } from '../../kit/model/mask.ts'

const SECRET =
  /\b(cpt-auth|authorization|access_token|refresh_token|[\w-]*(?:password|secret|token|captcha)[\w-]*)(["']?\s*[=:]\s*["']?)(?:bearer\s+)?[^\s"'&,;}]+/gi
/** What every secret and number has in it: most texts of a log have none, and each call asks. */
const SUSPECT = /\d{11}|bearer|password|secret|token|captcha|authorization|cpt-auth/i
const BEARER = /\bbearer\s+[\w.~+/=-]+/gi
const IDENTITY = /(?<!\d)\d{6}(\d{8})\d{3}[\dXx](?!\d)/g
const OLD_IDENTITY = /(?<!\d)[1-9]\d{5}(\d{6})\d{3}(?!\d)/g
const PHONE = /(?<!\d)1[3-9]\d{9}(?!\d)/g
/** Codes of the register have as many digits as an identity number; what tells them apart is a birthday of somebody alive. */
const isBirthday = (day: string): boolean => /^(19|20)/.test(day) && isDay(day)

/** A text for a log without secrets and with personal numbers masked (first three and last four stay). Source: security.md 4.4, 5.9. */
export const scrub = (v: string): string =>
  !SUSPECT.test(v)
    ? v
    : v
        .replace(SECRET, '$1$2***')
        .replace(BEARER, 'bearer ***')
        .replace(IDENTITY, (all, day: string) => (isBirthday(day) ? maskText(all) : all))
        .replace(OLD_IDENTITY, (all, day: string) => (isBirthday(`19${day}`) ? maskText(all) : all))
        .replace(PHONE, maskText)

const HAN = /\p{Script=Han}/u
const SECRET_NAME = /cpt-auth|authorization|password|secret|token|captcha|^code$/i
/**
 * The query of a call as `name=value&…`: values of secrets are left out, numbers masked, of texts with Chinese signs (names, addresses) the first stays.
 * At most 2,000 characters.
 */
export function maskedQuery(query: Readonly<Record<string, unknown>>): string {
  const one = ([name, v]: [string, unknown]): string => {
    const text = String(v ?? '')
    return `${name}=${SECRET_NAME.test(name) ? '***' : HAN.test(text) ? `${[...text][0]}**` : scrub(text)}`
  }
  return Object.entries(query).map(one).join('&').slice(0, 2000)
}
