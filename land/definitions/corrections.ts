// What a correction may say: words, never another person and never a right. The business and the two persons of a 勘误 ask here. Pure. Source: rulings.md 49.
import { nameKey } from '../../kit/model/clean.ts'
import { idKey } from '../../kit/model/id-card.ts'
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

/** Corrections (勘误) that name another person, with a document of their own: what they say of name and number stands as a business would have said it. */
export const PERSON_KINDS = ['person', 'principal'] as const
type Values = Readonly<Record<string, unknown>>
const text = (v: unknown): string => String(v ?? '')
/** A number as it is compared, however it was typed and whatever document is named. */
const numberOf = (v: Values, { idType, number }: Identity): string => idKey(text(fullNumber(idType ? v[idType] : undefined, v[number])))
const nameOf = (v: Values, { name }: Identity): string => nameKey(v[name])
/** A version of a row, and whether a correction made it. */
export interface PersonVersion {
  isCorrected: boolean
  values: Values
}
/** What anything but a correction said last of each of these fields: what a correction has changed is still that. `versions`: of the row, oldest first. */
export function uncorrected(versions: readonly PersonVersion[], names: readonly string[]): Values {
  const last = (n: string) =>
    versions.findLast(({ isCorrected, values }, i) => i === 0 || (!isCorrected && text(values[n]) !== text(versions[i - 1]!.values[n])))
  return Object.fromEntries(names.map((n) => [n, last(n)?.values[n]]))
}
/**
 * Name and number of one person never change together: that is another person, in one correction or in several. `first`: what stood before the corrections
 * (uncorrected), where there were any.
 */
export function personReplaced(was: Values, is: Values, of: Identity, first: Values = was): Wrong[] {
  const isTouched = nameOf(was, of) !== nameOf(is, of) || numberOf(was, of) !== numberOf(is, of)
  const isOther = nameOf(first, of) !== nameOf(is, of) && numberOf(first, of) !== numberOf(is, of)
  return isTouched && isOther
    ? [
        {
          field: of.name,
          msg: both(
            `更正（含历次更正）不能同时更改姓名（名称）和证件号码：换人请办理${of.instead.zh}`,
            `Corrections, one or several, cannot change name and number together: a different person is entered by ${of.instead.en}`,
          ),
        },
      ]
    : []
}
/** Whether name and number both become another's. */
export const isOtherPerson = (was: Values, is: Values, of: Identity): boolean => nameOf(was, of) !== nameOf(is, of) && numberOf(was, of) !== numberOf(is, of)
/** Somebody before and after; `first` as in personReplaced. */
export interface CorrectedPerson {
  was: Values
  is: Values
  first?: Values | undefined
}
/** Two members who take each other's names, or numbers, are replaced by each other; paths begin at `jtcyList`. */
export function membersExchanged(members: readonly CorrectedPerson[]): Wrong[] {
  const own = members.map(({ was, is, first = was }) => ({ was, is, first }))
  const isTaken = (partOf: (v: Values, of: Identity) => string, a: (typeof own)[number], b: (typeof own)[number]) => {
    const [x, y] = [partOf(a.first, MEMBER_ID), partOf(b.first, MEMBER_ID)]
    const isTouched = [a, b].some((m) => partOf(m.was, MEMBER_ID) !== partOf(m.is, MEMBER_ID))
    return isTouched && !!x && !!y && x !== y && partOf(a.is, MEMBER_ID) === y && partOf(b.is, MEMBER_ID) === x
  }
  return own.flatMap((m, i) => {
    const other = own.find((o, j) => j !== i && (isTaken(nameOf, m, o) || isTaken(numberOf, m, o)))
    return other
      ? [
          {
            field: `jtcyList.${i}.cyxm`,
            msg: both(
              `成员【${text(m.was.cyxm)}】与【${text(other.was.cyxm)}】不能互换姓名或证件号码：换人请办理合同变更，减少原成员并新增成员`,
              `${text(m.was.cyxm)} and ${text(other.was.cyxm)} cannot exchange names or numbers: a different person comes by a change of the contract, as a new member`,
            ),
          },
        ]
      : []
  })
}
/** Nobody is renamed to what another living member of the household is called: the book could not tell them apart. Paths begin at `jtcyList`. */
export const namesTaken = (members: readonly CorrectedPerson[]): Wrong[] =>
  members.flatMap(({ was, is }, i) => {
    const name = nameOf(is, MEMBER_ID)
    if (!name || name === nameOf(was, MEMBER_ID) || !members.some((o, j) => j !== i && o.is.cybz !== DEAD && nameOf(o.is, MEMBER_ID) === name)) return []
    const msg = both(
      `姓名不能更正为本户另一在世成员的姓名【${text(is.cyxm)}】`,
      `Another living member of the household is called ${text(is.cyxm)}: a corrected name cannot be the same`,
    )
    return [{ field: `jtcyList.${i}.cyxm`, msg }]
  })
/** What a correction may not say of a member: another person, co-ownership given or taken, a death. */
export const memberCorrected = (was: Values, is: Values, first?: Values): Wrong[] => [
  ...personReplaced(was, is, MEMBER_ID, first),
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
