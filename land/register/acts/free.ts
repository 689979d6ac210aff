import type { Text } from '../../../kit/model/lang.ts'

/**
 * Columns of registered rows that an ordinary form may change: what no book, contract or certificate prints from the row, and the address, whose printed
 * form the frozen book keeps. Taking a cause back leaves later changes of them. Source: rulings.md 3.
 */
export const FREE_FIELDS: Readonly<Record<string, readonly string[]>> = { cbf: ['lxdh', 'cbfdz', 'yzbm'], dk: ['dkbzxx'], fbf: ['lxdh', 'yzbm'] }
/** Of these, what may change while a case holds the object, because no paper of a case prints it: the contract prints telephone and address. */
export const FREE_WHILE_HELD: Readonly<Record<string, readonly string[]>> = { cbf: ['yzbm'], dk: ['dkbzxx'], fbf: ['yzbm'] }
/** Columns that the writer reckons from books and households: whoever changes a book changes them, so nobody's change of them bars an undo.  */
export const DERIVED: Readonly<Record<string, readonly string[]>> = {
  cbf: ['djzt', 'cbfs', 'cbqx', 'cbqxq', 'cbqxz', 'cbjyqzbm', 'djsj', 'zxyylx', 'htzmjm', 'cbdkzs', 'cbfcysl'],
  dk: ['djzt', 'cbfbm', 'cbfmc', 'sfqqqg'],
}
/** What later changes of an undone row keep. */
export const lasting = (table: string): readonly string[] => [...(FREE_FIELDS[table] ?? []), ...(DERIVED[table] ?? [])]

/** A kind of business by its code, and what people call it, that changes what a form does not. Source: business_type; acts.md 3. */
export interface ByBusiness extends Text {
  type: string
}
const correctFbf: ByBusiness = { type: 'correct_fbf', zh: '发包方信息更正', en: 'Issuer correction' }
const correctCbf: ByBusiness = { type: 'correct_cbf', zh: '承包方信息更正', en: 'Contractor correction' }
const changeContract: ByBusiness = { type: 'change_contract', zh: '合同变更', en: 'Contract change' }
const renew: ByBusiness = { type: 'contract_renew', zh: '二轮延包', en: 'Contract renewal' }
/** Which kinds of business change what a form leaves locked, the usual one first. */
export const BY_BUSINESS: Readonly<Record<string, readonly ByBusiness[]>> = {
  fbf: [correctFbf],
  cbf: [correctCbf, changeContract, renew],
  dk: [changeContract],
}
