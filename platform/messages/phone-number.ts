// A telephone number is its digits, however it is written. Pure.
import { formats } from '../../kit/model/formats.ts'

/** The digits of a number; of a mobile one without the country's code or the zero of former long-distance calls. */
export function phoneDigits(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '')
  return /^(?:0{0,2}86|0)?(1[3-9]\d{9})$/.exec(digits)?.[1] ?? digits
}
/** A number as people type it (136-1111-2222, +86 …, full width) in the form in which contacts' numbers are taken; what has it, and what is no number, stays. */
export function typedPhone(typed: string): string {
  const plain = typed.normalize('NFKC').trim()
  if (!formats.contactPhone(plain)) return plain
  return /^[+\d][\d\s()._\-–—]*$|^\([\d\s()._\-–—]*$/.test(plain) ? phoneDigits(plain) : typed
}
/** The ways in which a contact's number may stand in a row (format contactPhone): an index of the column finds it by them. */
export function spellingsOf(phone: string): string[] {
  const n = phoneDigits(phone)
  const all = /^1[3-9]\d{9}$/.test(n) ? [n, `0${n}`] : [n]
  return all.flatMap((d) => [d, `${d.slice(0, 3)}-${d.slice(3)}`, `${d.slice(0, 4)}-${d.slice(4)}`])
}
