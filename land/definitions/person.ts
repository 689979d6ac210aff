// Who is one person: by number, however it was typed and whatever document is named. Source: register.md 5. Pure.
import { nameKey } from '../../kit/model/clean.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { idCardCheck, idCardWrong, idForms, idKey, longId } from '../../kit/model/id-card.ts'
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
/**
 * Why a number cannot be that of this document: it reads like a resident's. A household register has the very numbers of its people; the codes of organisations
 * have their own check. Asked of what is typed anew: what the register has so, from a package, bars no other change.
 */
export function residentLike(zjlx: unknown, zjhm: unknown): Text | undefined {
  if (!LOOSE.includes(zjlx) || typeof zjhm !== 'string') return undefined
  const long = longId(zjhm)
  if (!/^\d{17}[\dX]$/.test(long)) return undefined
  if (!idCardWrong(long)) return zjlx === ZJLX.register ? undefined : LIKE
  return idCardWrong(long.slice(0, 17) + idCardCheck(long)) ? undefined : NEARLY
}
/** Documents whose numbers have no form of their own: 军官证, 户口簿, 护照, 其他证件 (dictionary zjlx). */
const LOOSE: readonly unknown[] = ['2', ZJLX.register, '5', '9']
const LIKE = both(
  '号码像居民身份证号码，证件类型请选择“居民身份证”（凭户口簿办理的选择“户口簿”）',
  'This reads like a resident identity number: choose the resident identity card (or the household register, where that was shown)',
)
const NEARLY = both(
  '号码形似居民身份证号码但校验码不符，请核对号码和证件类型',
  'This reads like a resident identity number with a wrong check digit: check the number and the kind of document',
)
/** Alive and co-owner. */
export const isOwner = (m: { readonly sfgyr?: unknown; readonly cybz?: unknown }): boolean => m.sfgyr === '1' && m.cybz !== DEAD
