// Who is one person: by document, however its number was typed. Source: register.md 5. Pure.
import { idCardCheck, normalizeId } from '../../kit/model/id-card.ts'
import { ZJLX } from '../../platform/dictionaries/zjlx.ts'

/** Remark of a member who has died (dictionary cybz). */
export const DEAD = '7'
export interface Person {
  readonly cyxm?: string | null | undefined
  readonly cyzjlx?: string | null | undefined
  readonly cyzjhm?: string | null | undefined
}
/** A number as it is compared: narrow, without blanks, X raised; an old card of 15 digits as its 18. */
function numberOf({ cyzjlx, cyzjhm }: Person): string {
  const typed = normalizeId(cyzjhm ?? '')
  if (cyzjlx !== ZJLX.idCard || !/^\d{15}$/.test(typed)) return typed
  const digits = `${typed.slice(0, 6)}19${typed.slice(6)}`
  return digits + idCardCheck(digits)
}
/** A person is type and number, however the number was typed; without a number only the name tells. */
export const personOf = (m: Person): string => `${m.cyzjlx ?? ''}:${numberOf(m) || m.cyxm}`
/** The ways in which the register may hold the number of a person. */
export function numbersOf(m: Person): string[] {
  const number = numberOf(m)
  if (!number) return []
  const old = m.cyzjlx === ZJLX.idCard && /^\d{6}19/.test(number) ? [number.slice(0, 6) + number.slice(8, 17)] : []
  return [number, number.toLowerCase(), m.cyzjhm!, ...old]
}
/** Alive and co-owner. */
export const isOwner = (m: { readonly sfgyr?: unknown; readonly cybz?: unknown }): boolean => m.sfgyr === '1' && m.cybz !== DEAD
