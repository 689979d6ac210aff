import { normalizeId, readIdCard } from '../../kit/model/id-card.ts'
import { ZJLX } from '../../platform/dictionaries/zjlx.ts'
import type { IdCard } from './device.ts'

/** What a resident card says of a person, as the registers write it: zjlx 1, sex '1' or '2', birthday yyyy-MM-dd. */
export interface CardPerson {
  name: string
  idType: string
  number: string
  sex: string
  birthday: string
  address: string
}
/**
 * The person of a card; undefined when the name is missing or the number is none, since a program at somebody's desk is not trusted. Sex and birthday
 * are those of the number, which has a check digit.
 */
export function cardPerson(card: IdCard): CardPerson | undefined {
  const number = normalizeId(card.number)
  const told = readIdCard(number)
  return card.name && told ? { name: card.name, idType: ZJLX.idCard, number, ...told, address: card.address } : undefined
}
