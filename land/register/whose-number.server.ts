// Whose number it is that somebody types beside a name: what the register says of it, asked at every door where a person is named by both. Source: rulings.md 51.
import { sql } from 'kysely'
import { nameKey } from '../../kit/model/clean.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { idForms, idKey } from '../../kit/model/id-card.ts'
import { problems, type Wrong } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { bearerOf, lifeWrong, yearsLater } from '../definitions/membership.ts'
import { ZT } from '../definitions/statuses.ts'

/** The names under which a register knows a number; `told`: the one to tell somebody who names another, none where the number is nobody's alone. */
export interface NumberKnown {
  told: string | undefined
  names: readonly string[]
}
/**
 * Whom a number stands for in a county: members, contractors, issuers and who is responsible for them, however number and name are written there. `former`: as whom its
 * issuer has the person by now, who is called otherwise from now on.
 */
export async function namesOfNumber(ctx: Ctx, countyCode: string, number: string, former?: string): Promise<NumberKnown> {
  const { tenantId } = ctx.who
  const forms = sql`any(${idForms(number)}::text[])`
  const { rows } = await sql<{ name: string | null; also: string | null; of: 'person' | 'principal' | 'code' }>`
    select j.cyxm as name, null as also, 'person' as of from jtcy j where j."countyCode" = ${countyCode} and j."tenantId" = ${tenantId} and j.cyzjhm = ${forms}
    union all
    select c.cbfmc, c.dwmc, 'person' from cbf c where c."countyCode" = ${countyCode} and c."tenantId" = ${tenantId} and c.zt = ${ZT.valid} and c.cbfzjhm = ${forms}
    union all
    select f.fbffzrxm, f.fbfmc, 'principal' from fbf f where f."countyCode" = ${countyCode} and f."tenantId" = ${tenantId} and f.zt = ${ZT.valid} and f.fzrzjhm = ${forms}
    union all
    select f.fbfmc, f.fbffzrxm, 'code' from fbf f where f."countyCode" = ${countyCode} and f."tenantId" = ${tenantId} and f.zt = ${ZT.valid}
      and f.tyshxydm = ${forms}`.execute(ctx.db)
  const known = rows.filter((k) => k.of !== 'principal' || former === undefined || nameKey(k.name) !== nameKey(former))
  const namesIn = (list: typeof known) => list.flatMap((k) => [k.name, k.also].filter((n) => n !== null))
  // groups of a village go by the code of its one cooperative: it says of none of them who it is
  const isShared = known.filter((k) => k.of === 'code').length > 1
  const [told] = namesIn(known.filter((k) => k.of !== 'code' || !isShared))
  return { told, names: namesIn(known) }
}
/** A number that was typed is another person's. */
export const anothersNumber = (name: string): Text =>
  both(`该证件号码在登记簿中为【${name}】，与填写的姓名不一致`, `In the register this number belongs to ${name}, not to the name given`)

/** A name as a household's names are looked through for it: a point or a blank more or less makes nobody another person who brings his own number. */
const bareName = (v: unknown): string =>
  nameKey(v)
    .replace(/[\p{P}\s]/gu, '')
    .toLowerCase()
/** The numbers that these households (codes of contractors) and issuers have for a name: its own person's, and nobody's where the name is none of theirs. */
async function numbersOfName(ctx: Ctx, countyCode: string, among: readonly string[], name: string): Promise<string[]> {
  const { tenantId } = ctx.who
  const codes = sql`any(${[...among]}::text[])`
  const { rows } = await sql<{ name: string | null; number: string | null }>`
    select j.cyxm as name, j.cyzjhm as number from jtcy j where j."countyCode" = ${countyCode} and j."tenantId" = ${tenantId} and j.cbfbm = ${codes}
    union all
    select c.cbfmc, c.cbfzjhm from cbf c where c."countyCode" = ${countyCode} and c."tenantId" = ${tenantId} and c.zt = ${ZT.valid} and c.cbfbm = ${codes}
    union all
    select f.fbffzrxm, f.fzrzjhm from fbf f
      where f."countyCode" = ${countyCode} and f."tenantId" = ${tenantId} and f.zt = ${ZT.valid} and f.fbfbm = ${codes}`.execute(ctx.db)
  return rows.flatMap((k) => (k.number && bareName(k.name) === bareName(name) ? [k.number] : []))
}
/** A name that was typed has another number in the register. */
const anotherNumber = (name: string): Text =>
  both(`【${name}】在登记簿中的证件号码与填写的证件号码不一致`, `In the register ${name} has another number than the one given`)
/** Whether somebody of this name would be known by another number. Who is known by another paper shows his identity card. */
const isOtherNumber = (known: readonly string[], number: string): boolean =>
  known.length > 0 && known.every((k) => idKey(k) !== idKey(number)) && (known.some((k) => bearerOf({ cyzjhm: k })) || !bearerOf({ cyzjhm: number }))

/** Years from which somebody acts for himself and for others. Source: 民法典 第十七条. */
const OF_AGE = 18
/** Somebody named by name and number, as they were typed or stood before. */
export interface NamedPerson {
  name: unknown
  number: unknown
}
/**
 * Where a form names a person: field of the number, the county, who the person was before, as what a child cannot act (undefined where a child may), and the codes
 * of the households and issuers that it concerns, each of whose names is its own person's.
 */
interface Place {
  field: string
  county: string
  was?: NamedPerson | undefined
  acts?: Text
  among?: readonly string[]
}
/** What somebody who is under age cannot do, as the doors call it. */
export const ACTS = {
  principal: both('担任发包方负责人', 'be the principal of an issuer'),
  collector: both('领取权证', 'collect a certificate'),
  agent: both('代为签署', 'sign for others'),
  legal: both('担任法定代表人', 'be a legal representative'),
  objector: both('提出异议，应由监护人代为提出', 'object but by a guardian'),
} as const
/**
 * What is wrong with a person who is named by name and number: too young for what he does or older than anybody who lives, the number is another's, or the name has another number. Who stands so already, from a package, bars no
 * other change; what came with stars is nobody's typing.
 */
export async function namedPersonWrong(ctx: Ctx, { name, number }: NamedPerson, { field, county, was, acts, among = [] }: Place): Promise<Wrong[]> {
  if (typeof name !== 'string' || typeof number !== 'string' || !name || !number || number.includes('*')) return []
  const isSameNumber = was !== undefined && idKey(was.number) === idKey(number)
  if (isSameNumber && nameKey(was.name) === nameKey(name)) return []
  const born = acts && !isSameNumber ? bearerOf({ cyzjhm: number })?.birthday : undefined
  if (acts && born && yearsLater(born, OF_AGE) > ctx.now.slice(0, 10))
    return [{ field, msg: both(`未满${OF_AGE}周岁的人员不能${acts.zh}`, `Nobody under ${OF_AGE} can ${acts.en}`) }]
  const old = isSameNumber ? undefined : lifeWrong(number, ctx.now.slice(0, 10))
  if (old) return [{ field, msg: old }]
  if (county.length !== 6) return []
  const { told, names } = await namesOfNumber(ctx, county, number, isSameNumber ? String(was.name ?? '') : undefined)
  if (told !== undefined && !names.some((n) => nameKey(n) === nameKey(name))) return [{ field, msg: anothersNumber(told) }]
  return among.length && isOtherNumber(await numbersOfName(ctx, county, among, name), number) ? [{ field, msg: anotherNumber(name) }] : []
}
/** The same for a form. @throws invalid */
export async function requireNamedPerson(ctx: Ctx, person: NamedPerson, place: Place): Promise<void> {
  const wrong = await namedPersonWrong(ctx, person, place)
  if (wrong.length) throw problems.invalid(wrong)
}
