// Who is one person: by number, however it was typed and whatever document is named. Source: register.md 5. Pure.
import { nameKey } from '../../kit/model/clean.ts'
import { idCardWrong, idForms, idKey, longId } from '../../kit/model/id-card.ts'
import { ZJLX } from '../../platform/dictionaries/zjlx.ts'

/** Remark of a member who has died (dictionary cybz). */
export const DEAD = '7'
export interface Person {
  readonly cyxm?: string | null | undefined
  readonly cyzjlx?: string | null | undefined
  readonly cyzjhm?: string | null | undefined
}
/** A number as it is compared: an old one of 15 digits as its 18, from whatever document it was read. */
const numberOf = ({ cyzjlx, cyzjhm }: Person): string => (cyzjlx === ZJLX.idCard ? longId : idKey)(cyzjhm ?? '')
/** The document by which a person is known: a resident's number is that of one person, whether a card, a household register or another paper is named. */
const documentOf = (m: Person, number: string): string => (number && !idCardWrong(number) ? ZJLX.idCard : (m.cyzjlx ?? ''))
/** A person is document and number, however the number was typed; without a number only the name tells. */
export function personOf(m: Person): string {
  const number = numberOf(m)
  return `${documentOf(m, number)}:${number || nameKey(m.cyxm)}`
}
/** The ways in which the register may hold the number of a person. */
export const numbersOf = (m: Person): string[] => [...new Set([numberOf(m), ...idForms(m.cyzjhm ?? '')])].filter(Boolean)
/** Alive and co-owner. */
export const isOwner = (m: { readonly sfgyr?: unknown; readonly cybz?: unknown }): boolean => m.sfgyr === '1' && m.cybz !== DEAD
