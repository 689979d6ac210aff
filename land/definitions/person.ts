// Who is one person: by document, however its number was typed. Source: register.md 5. Pure.
import { nameKey } from '../../kit/model/clean.ts'
import { idForms, longId, normalizeId } from '../../kit/model/id-card.ts'
import { ZJLX } from '../../platform/dictionaries/zjlx.ts'

/** Remark of a member who has died (dictionary cybz). */
export const DEAD = '7'
export interface Person {
  readonly cyxm?: string | null | undefined
  readonly cyzjlx?: string | null | undefined
  readonly cyzjhm?: string | null | undefined
}
/** A number as it is compared: an old card of 15 digits as its 18. */
const numberOf = ({ cyzjlx, cyzjhm }: Person): string => (cyzjlx === ZJLX.idCard ? longId : normalizeId)(cyzjhm ?? '')
/** A person is type and number, however the number was typed; without a number only the name tells. */
export const personOf = (m: Person): string => `${m.cyzjlx ?? ''}:${numberOf(m) || nameKey(m.cyxm)}`
/** The ways in which the register may hold the number of a person. */
export const numbersOf = (m: Person): string[] => [...new Set([numberOf(m), ...idForms(m.cyzjhm ?? '')])].filter(Boolean)
/** Alive and co-owner. */
export const isOwner = (m: { readonly sfgyr?: unknown; readonly cybz?: unknown }): boolean => m.sfgyr === '1' && m.cybz !== DEAD
