// Who may be a member of a household: what one person's row says of him or her. Forms, workbooks, cases and corrections ask here. Pure. Source: rulings.md 51.
import { formats } from '../../kit/model/formats.ts'
import { idKey, readIdCard } from '../../kit/model/id-card.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import type { Wrong } from '../../kit/model/problem.ts'
import { nameKey } from '../../kit/model/clean.ts'
import { today } from '../../kit/model/clock.ts'
import { DEAD, personOf, residentLike, type Person } from './person.ts'

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
/** What a resident's number says of its bearer, whatever document it was read from: sex and birthday; nothing where it is no such number. */
export const bearerOf = ({ cyzjhm }: PersonLike): ReturnType<typeof readIdCard> => (typeof cyzjhm === 'string' ? readIdCard(idKey(cyzjhm)) : undefined)
/**
 * How old a member is on a day, in full years, by the number. Nothing where the number tells the reader no birthday (none, or masked: who may not see a birthday
 * is told no age made of it), of who was not born, and of the dead, whose age does not grow.
 */
export function ageOn(m: PersonLike, day: string): number | undefined {
  const born = m.cybz === DEAD ? undefined : bearerOf(m)?.birthday
  if (!born || born > day) return undefined
  return Number(day.slice(0, 4)) - Number(born.slice(0, 4)) - (day.slice(5) < born.slice(5) ? 1 : 0)
}

/** Nobody is called by digits alone: what every form asks of a name, of one that is stored only where it changes. */
export const nameWrong = (name: unknown): Text | undefined => (typeof name === 'string' && name !== '' ? formats.name(name) : undefined)
/** Years below which nobody is married, in whatever year. */
const MARRIES = 16
/** Relations (dictionary yhzgx) of who is married: spouses of the head and of his kin. Source: GB/T 4761. */
const MARRIED = '10 11 12 28 38 45 46 72 74 76 78'.split(' ')
/** A child is nobody's spouse: asked of who comes, and where relation or number change. */
function marriedWrong(m: PersonLike, known: PersonLike | undefined): Text | undefined {
  const isSame = known && known.yhzgx === m.yhzgx && known.cyzjhm === m.cyzjhm
  const born = !isSame && MARRIED.includes(String(m.yhzgx)) ? bearerOf(m)?.birthday : undefined
  return born && yearsLater(born, MARRIES) > today()
    ? both(
        `未满${MARRIES}周岁的成员不能为配偶、儿媳、女婿等，请核对与户主关系或证件号码`,
        `A member under ${MARRIES} is nobody's spouse: check the relation or the number`,
      )
    : undefined
}
/** The same day this many years later (yyyy-MM-dd, compared as text). */
export const yearsLater = (day: string, years: number): string => `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`
/** Years that nobody who lives has passed. */
const OLDEST = 120
/**
 * A number whose bearer would be older than anybody who lives is mistyped, or that of somebody who has died: asked of whoever acts, or comes into a household. The day
 * is not told: it is part of a number that may be masked for who asks.
 */
export function lifeWrong(number: unknown, day = today()): Text | undefined {
  const born = bearerOf({ cyzjhm: number })?.birthday
  return born && yearsLater(born, OLDEST) < day
    ? both(`证件号码中的出生日期距今已超过${OLDEST}年，请核对证件号码`, `The bearer of this number was born more than ${OLDEST} years ago: check the number`)
    : undefined
}
/**
 * What is wrong with one person: a name of digits, a resident's number that comes under another document, of somebody older than anybody who lives, or with another
 * sex, dead and a co-owner. Fields of a member.
 */
function personWrong(m: PersonLike, known: PersonLike | undefined): Wrong[] {
  const name = nameWrong(m.cyxm)
  const told = bearerOf(m)
  const isKnown = known && String(known.cyzjlx ?? '') === String(m.cyzjlx ?? '') && idKey(known.cyzjhm) === idKey(m.cyzjhm)
  const like = isKnown ? undefined : (residentLike(m.cyzjlx, m.cyzjhm) ?? (m.cybz === DEAD ? undefined : lifeWrong(m.cyzjhm)))
  const sex = told && SEXES[String(m.cyxb)] && told.sex !== m.cyxb ? SEXES[told.sex] : undefined
  return [
    ...(name ? [{ field: 'cyxm', msg: name }] : []),
    ...(like ? [{ field: 'cyzjhm', msg: like }] : []),
    ...(sex ? [{ field: 'cyxb', msg: both(`性别与身份证号码（${sex.zh}）不一致`, `The identity number is that of a ${sex.en} person`) }] : []),
    ...(m.cybz === DEAD && m.sfgyr !== '2' ? [{ field: 'sfgyr', msg: both('已去世的成员不能为共有人', 'A deceased member cannot be a co-owner') }] : []),
  ]
}
/** Whether somebody comes: there is no row of him, or it is somebody else's, by name and number. */
const comes = (m: PersonLike, known: PersonLike | undefined): boolean =>
  known ? nameKey(known.cyxm) !== nameKey(m.cyxm) && personOf(known as Person) !== personOf(m as Person) : !m.id
const DIED = both('已去世的人员不能新增为家庭成员', 'Nobody who has died becomes a member')
const JUDGED = ['cyxm', 'cyxb', 'cyzjlx', 'cyzjhm', 'sfgyr', 'cybz'] as const
const storedOf = (m: PersonLike, stored: readonly PersonLike[]): PersonLike | undefined =>
  m.id ? stored.find((s) => String(s.id) === String(m.id)) : undefined
/** Whether a member says what is stored of it: what the register has wrong already is no reason to refuse another change. */
export const isAsStored = (m: PersonLike, stored: readonly PersonLike[]): boolean => {
  const known = storedOf(m, stored)
  return !!known && JUDGED.every((n) => String(known[n] ?? '') === String(m[n] ?? ''))
}
/** What is wrong with the members who come or change; paths begin at `jtcyList`. `stored`: as they stand. */
export const personsWrong = (members: readonly PersonLike[], stored: readonly PersonLike[] = []): Wrong[] =>
  members.flatMap((m, i) => {
    const known = storedOf(m, stored)
    const married = marriedWrong(m, known)
    const own = m.cybz === DEAD && comes(m, known) ? [{ field: 'cybz', msg: DIED }] : isAsStored(m, stored) ? [] : personWrong(m, known)
    return [...own, ...(married ? [{ field: 'yhzgx', msg: married }] : [])].map((w) => ({ ...w, field: `jtcyList.${i}.${w.field}` }))
  })
/**
 * Who died in the register does not live again because a list says so, under his own row or a new one: a death that was registered by mistake is taken back with
 * its case, or corrected by two persons with the document.
 */
export const revivedWrong = (members: readonly PersonLike[], stored: readonly PersonLike[]): Wrong[] =>
  members.flatMap((m, i) => {
    const died =
      m.cybz === DEAD
        ? undefined
        : stored.find((s) => s.cybz === DEAD && (String(s.id) === String(m.id ?? '') || personOf(s as Person) === personOf(m as Person)))
    return died ? [{ field: `jtcyList.${i}.cybz`, msg: revived(String(died.cyxm)) }] : []
  })
const revived = (name: string): Text =>
  both(
    `成员【${name}】已登记去世，不能改为在世；去世登记有误的，请撤回登记该情况的业务，或由两人凭原件办理勘误`,
    `Member ${name} is registered as deceased and cannot be restored this way: a death registered by mistake is taken back with its case, or corrected by two persons with the document`,
  )
/** Why nobody becomes a member who is recorded as dead in another household. Source: rulings.md 51. */
export const deadWords = ({ cyxm, cbfbm }: { readonly cyxm: string; readonly cbfbm: string }): Text =>
  both(
    `【${cyxm}】在承包方【${cbfbm}】中已登记为死亡，不能登记为家庭成员；登记有误的请先更正`,
    `${cyxm} is recorded as dead in household ${cbfbm} and cannot become a member; if that is wrong, correct it first`,
  )
