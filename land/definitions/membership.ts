// Who may be a member of a household: what one person's row says of him or her. Forms, workbooks, cases and corrections ask here. Pure. Source: rulings.md 51.
import { readIdCard } from '../../kit/model/id-card.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import type { Wrong } from '../../kit/model/problem.ts'
import { ZJLX } from '../../platform/dictionaries/zjlx.ts'
import { DEAD } from './person.ts'

/** A member as far as these rules look; `id`: one that is stored. */
export interface PersonLike {
  id?: unknown
  cyxm?: unknown
  cyxb?: unknown
  yhzgx?: unknown
  cyzjlx?: unknown
  cyzjhm?: unknown
  sfgyr?: unknown
  cybz?: unknown
  cybzsm?: unknown
}
const SEXES: Readonly<Record<string, Text>> = { '1': both('男', 'male'), '2': both('女', 'female') }
/** What a resident's number says of its bearer: sex and birthday; nothing where it is no such number. */
export const bearerOf = ({ cyzjlx, cyzjhm }: PersonLike): ReturnType<typeof readIdCard> =>
  cyzjlx === ZJLX.idCard && typeof cyzjhm === 'string' ? readIdCard(cyzjhm) : undefined

/** Nobody is called by digits alone. */
export const nameWrong = (name: unknown): Text | undefined =>
  typeof name === 'string' && name !== '' && !/\p{L}/u.test(name)
    ? both('姓名不能只有数字或符号', 'A name cannot consist of digits or symbols alone')
    : undefined
/** What is wrong with one person: a name of digits, another sex than the number says, dead and a co-owner. Fields of a member. */
export function personWrong(m: PersonLike): Wrong[] {
  const name = nameWrong(m.cyxm)
  const told = bearerOf(m)
  const sex = told && SEXES[String(m.cyxb)] && told.sex !== m.cyxb ? SEXES[told.sex] : undefined
  return [
    ...(name ? [{ field: 'cyxm', msg: name }] : []),
    ...(sex ? [{ field: 'cyxb', msg: both(`性别与身份证号码（${sex.zh}）不一致`, `The identity number is that of a ${sex.en} person`) }] : []),
    ...(m.cybz === DEAD && m.sfgyr !== '2' ? [{ field: 'sfgyr', msg: both('已去世的成员不能为共有人', 'A deceased member cannot be a co-owner') }] : []),
  ]
}
const JUDGED = ['cyxm', 'cyxb', 'cyzjlx', 'cyzjhm', 'sfgyr', 'cybz'] as const
/** Whether a member says what is stored of it: what the register has wrong already is no reason to refuse another change. */
export const isAsStored = (m: PersonLike, stored: readonly PersonLike[]): boolean => {
  const known = m.id ? stored.find((s) => String(s.id) === String(m.id)) : undefined
  return !!known && JUDGED.every((n) => String(known[n] ?? '') === String(m[n] ?? ''))
}
/** What is wrong with the members who come or change; paths begin at `jtcyList`. `stored`: as they stand. */
export const personsWrong = (members: readonly PersonLike[], stored: readonly PersonLike[] = []): Wrong[] =>
  members.flatMap((m, i) => (isAsStored(m, stored) ? [] : personWrong(m).map((w) => ({ ...w, field: `jtcyList.${i}.${w.field}` }))))
