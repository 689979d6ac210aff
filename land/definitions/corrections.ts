// What a correction may say: words, never another person and never a right. The business and the two persons of a 勘误 ask here. Pure. Source: rulings.md 49.
import { normalizeId } from '../../kit/model/id-card.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import type { Wrong } from '../../kit/model/problem.ts'
import { fullNumber } from './household.ts'
import { DEAD } from './person.ts'

/** Fields that together say who somebody is, with what changes the person instead. */
export interface Identity {
  name: string
  idType?: string
  number: string
  instead: Text
}
const CHANGE = both('合同变更', 'a change of the contract')
/** A member, a contractor, an organisation, the principal of an issuer, the issuer itself. */
export const MEMBER_ID: Identity = { name: 'cyxm', idType: 'cyzjlx', number: 'cyzjhm', instead: CHANGE }
export const CONTRACTOR_ID: Identity = { name: 'cbfmc', idType: 'cbfzjlx', number: 'cbfzjhm', instead: CHANGE }
export const ORGANISATION_ID: Identity = { ...CONTRACTOR_ID, name: 'dwmc' }
export const PRINCIPAL_ID: Identity = {
  name: 'fbffzrxm',
  idType: 'fzrzjlx',
  number: 'fzrzjhm',
  instead: both('发包方信息更正（负责人）', 'the correction of the issuer (principal)'),
}

type Values = Readonly<Record<string, unknown>>
const text = (v: unknown): string => String(v ?? '')
/** A number as it is compared, however it was typed. */
const numberOf = (v: Values, { idType, number }: Identity): string => normalizeId(text(fullNumber(idType ? v[idType] : undefined, v[number])))
/** Name and number of one person never change together: that is another person. */
export function personReplaced(was: Values, is: Values, of: Identity): Wrong[] {
  const isOther = text(was[of.name]).trim() !== text(is[of.name]).trim() && numberOf(was, of) !== numberOf(is, of)
  return isOther
    ? [
        {
          field: of.name,
          msg: both(
            `更正不能同时更改姓名（名称）和证件号码：换人请办理${of.instead.zh}`,
            `A correction cannot change name and number together: a different person is entered by ${of.instead.en}`,
          ),
        },
      ]
    : []
}
/** What a correction may not say of a member: another person, co-ownership given or taken, a death. */
export const memberCorrected = (was: Values, is: Values): Wrong[] => [
  ...personReplaced(was, is, MEMBER_ID),
  ...(is.cybz === DEAD && was.cybz !== DEAD
    ? [{ field: 'cybz', msg: both('成员去世请办理合同变更', 'The death of a member is a change of the contract') }]
    : []),
  ...(text(was.sfgyr) === text(is.sfgyr)
    ? []
    : [
        {
          field: 'sfgyr',
          msg: both('是否共有人不能更正，请办理合同变更（家庭成员）', 'Co-ownership cannot be corrected: use a change of the contract (members)'),
        },
      ]),
]
