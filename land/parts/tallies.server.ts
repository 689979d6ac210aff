// Numbers of rows and areas by key, kept for each village beside people, so that a county's figures are added up from a few rows of each and no register is read.
import { sql, type RawBuilder } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import { regionRange } from '../../kit/model/region-code.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Tx } from '../../kit/server/db.server.ts'
import { demanded } from '../../kit/server/narrow.server.ts'
import { believed } from '../../kit/server/query.server.ts'
import { cbdkxx } from '../definitions/cbht.ts'
import { QSZT } from '../definitions/statuses.ts'
import { keepAnew, VILLAGE, type OfCounty } from '../definitions/of-villages.server.ts'
import { isCube, PAST_TOPICS, TOPICS, type Cube, type PastTopic, type Topic, type TopicName } from './tallies.ts'

/** Changed villages that are looked up one by one; of more, one pass over the rows costs less. */
export const FEW_VILLAGES = 20

/** A tally of a child region: how many rows have the key, and their areas together in mu. */
export interface Tally {
  topic: TopicName
  code: string
  key: string
  n: number
  area: string
}
/** The villages of a region that were changed since they were counted, or undefined where they are many: after an import it is all of them. */
export async function fewChanged(ctx: Ctx, { lo, hi }: { lo: string; hi: string }): Promise<string[] | undefined> {
  const { rows } = await sql<{ village: string }>`select "regionCode" as village from region_stale
    where "tenantId" = ${ctx.who.tenantId} and "regionCode" >= ${lo} and "regionCode" < ${hi} limit ${FEW_VILLAGES + 1}`.execute(ctx.db)
  return rows.length > FEW_VILLAGES ? undefined : rows.map((r) => r.village)
}
/** Rows of one village, and of no other that its code begins. */
const within = (village: string): RawBuilder<unknown> =>
  sql`("regionCode" >= ${village} and "regionCode" < ${`${village}A`} and left("regionCode", ${sql.lit(VILLAGE)}) = ${village})`
/** The rows of some villages: they follow one another in the index of every list. */
export const rowsOfVillages = (villages: readonly string[]): RawBuilder<unknown> => sql`(${sql.join(villages.map(within), sql` or `)})`

/** Where the rows of a topic are read, what more is grouped by, and how often a row counts: every row once, or each change of a day. */
interface Read {
  from: RawBuilder<unknown>
  and: RawBuilder<unknown>
  /** columns after the key, of a name that stands in `from` */
  also?: string
  times: string
}
const live = (of: AnyResource): Read => ({ from: sql.table(of.name), and: sql``, times: '1' })

/** A statement of topic, code, key, n and area of the rows that hold `where`. */
function counted(name: TopicName, code: RawBuilder<unknown>, where: RawBuilder<unknown>, { from, and, also, times } = live(TOPICS[name].of)) {
  const t: Topic | Cube = TOPICS[name]
  const more = also ? sql`, ${sql.ref(also)}` : sql``
  const n = sql.raw(`sum(${times})`)
  const topic = sql`${sql.lit(name)}::text as topic`
  if (!isCube(t))
    return sql`select ${topic}, ${code} as code, ${sql.raw(t.key)} as key, ${n} as n, coalesce(sum((${sql.raw(t.area)}) * ${sql.raw(times)}), 0)::text as area ${more}
      from ${from} where ${where} and ${sql.raw(t.which)} ${and} group by 2, 3 ${also ? sql`, 6` : sql``}`
  const things = Object.entries(t.by)
  const amounts = Object.entries(t.amounts)
  const columns = [
    ...t.base.map((b, i) => `${b} as b${i}`),
    ...things.map(([, x], i) => `coalesce(${x}, '') as t${i}`),
    ...amounts.flatMap(([, x], i) => [`sum(${times}) filter (where (${x}) is not null) as n${i}`, `sum((${x}) * ${times}) as a${i}`]),
  ]
  const keys = Array.from({ length: t.base.length + things.length }, (_, i) => String(2 + i))
  const base = t.base.map((_, i) => ` || '|' || b${i}`).join('')
  const pairs = t.pairs ? sql`and (${sql.raw(t.pairs)})` : sql``
  return sql`select ${topic}, code, ${sql.raw(`a.name || '|' || d.thing || '|' || d.value${base}`)} as key, sum(a.n) as n, coalesce(sum(a.area), 0)::text as area ${more}
    from (select ${code} as code, ${sql.raw(columns.join(', '))} ${more} from ${from} where ${where} and ${sql.raw(t.which)} ${and}
      group by 1, ${sql.raw(keys.join(', '))} ${more}) g
    cross join lateral (values ${sql.raw(things.map(([x], i) => `('${x}', t${i})`).join(', '))}) d(thing, value)
    cross join lateral (values ${sql.raw(amounts.map(([x], i) => `('${x}', n${i}, a${i})`).join(', '))}) a(name, n, area)
    where a.n is not null ${pairs} group by 2, 3 ${also ? sql`, 6` : sql``}`
}
/** Kept numbers stand behind no policy of rows: who reads them reads of his own region only. @throws out-of-region */
function requireRange(ctx: Ctx, { lo, hi }: { lo: string; hi: string }): void {
  const own = regionRange(ctx.who.regionCode)
  if (lo < own.lo || hi > own.hi) throw problems.outOfRegion({ regionCode: lo })
}
/**
 * Tallies of some topics by child region (codes of `length` digits) of a range of regions. Villages that were changed since they were counted are counted with
 * the others; below a village and under a data scope, which no kept number knows, all rows are. `keys`: how the keys of cubes begin of which more is not read.
 */
export async function tallied(
  ctx: Ctx,
  topics: readonly TopicName[],
  range: { lo: string; hi: string },
  length: number,
  keys?: readonly string[],
): Promise<Tally[]> {
  requireRange(ctx, range)
  const child = sql`left("regionCode", ${sql.lit(length)})`
  const mine = sql`"tenantId" = ${ctx.who.tenantId} and "regionCode" >= ${range.lo} and "regionCode" < ${range.hi}`
  const isKept = length <= VILLAGE && topics.every((t) => !demanded(ctx, TOPICS[t].of))
  const changed = isKept ? await fewChanged(ctx, range) : undefined
  const today = (name: TopicName) => {
    const demand = demanded(ctx, TOPICS[name].of)
    return counted(
      name,
      child,
      sql`${changed ? sql`"tenantId" = ${ctx.who.tenantId} and ${rowsOfVillages(changed)}` : mine} ${demand ? sql`and ${demand}` : sql``}`,
    )
  }
  const plain = topics.filter((t) => !isCube(TOPICS[t]))
  const few = keys
    ? sql`and (topic = any(${plain}::text[]) or ${sql.join(
        keys.map((k) => sql`starts_with(key, ${k})`),
        sql` or `,
      )})`
    : sql``
  const kept = sql`select topic, ${child} as code, key, sum(n) as n, sum(area)::text as area from region_tally where ${mine} ${few}
    and topic = any(${[...topics]}::text[]) and not ("regionCode" = any(${[...(changed ?? [])]}::text[])) group by 1, 2, 3`
  const parts = [...(changed ? [kept] : []), ...(changed?.length === 0 ? [] : topics.map(today))]
  const { rows } = await sql<Tally>`${sql.join(parts, sql` union all `)}`.execute(ctx.db)
  return rows.map((r) => ({ ...r, n: Number(r.n) }))
}

/** The same as they stood at the end of `day` (yyyy-MM-dd): the changes of villages up to it, added up; of changed ones their rows of that day. */
export async function talliedThen(
  ctx: Ctx,
  topics: readonly PastTopic[],
  range: { lo: string; hi: string },
  length: number,
  day: string,
  key = '',
): Promise<Tally[]> {
  requireRange(ctx, range)
  const child = sql`left("regionCode", ${sql.lit(length)})`
  const mine = sql`"tenantId" = ${ctx.who.tenantId} and "regionCode" >= ${range.lo} and "regionCode" < ${range.hi}`
  const isKept = length <= VILLAGE && topics.every((t) => !demanded(ctx, TOPICS[t].of))
  const changed = isKept ? await fewChanged(ctx, range) : undefined
  const then = (name: PastTopic) => {
    const { of } = TOPICS[name]
    const demand = demanded(ctx, of)
    const where = sql`${changed ? sql`"tenantId" = ${ctx.who.tenantId} and ${rowsOfVillages(changed)}` : mine} ${demand ? sql`and ${demand}` : sql``}`
    const on = sql`and "validTo" = timestamptz 'infinity' and "regFrom" <= ${day}::date and "regTo" > ${day}::date`
    return counted(name, child, where, { from: sql`${believed(of)} as ${sql.table(of.name)}`, and: on, times: '1' })
  }
  const kept = sql`select topic, ${child} as code, key, sum(n) as n, sum(area)::text as area from region_tally_day where ${mine} and day <= ${day}::date
    and starts_with(key, ${key}) and topic = any(${[...topics]}::text[]) and not ("regionCode" = any(${[...(changed ?? [])]}::text[])) group by 1, 2, 3 having sum(n) <> 0`
  const parts = [...(changed ? [kept] : []), ...(changed?.length === 0 ? [] : topics.map(then))]
  const { rows } = await sql<Tally>`${sql.join(parts, sql` union all `)}`.execute(ctx.db)
  return rows.filter((r) => r.key.startsWith(key)).map((r) => ({ ...r, n: Number(r.n) }))
}

/** The topic of what packages brought under contract, among the changes of villages by day; its keys are the packages. */
const BROUGHT = 'brought'
const isBrought = sql`qszt = ${sql.lit(QSZT.current)} and "causeKind" = 'import'`
/**
 * Lines of contracts that packages brought in a range of regions: the villages whose lines are to be read, and of the others a source of day, package (key) and
 * area as they are kept; undefined where all are to be read: below a village, under a data scope, after an import. @throws out-of-region
 */
export async function broughtIn(
  ctx: Ctx,
  range: { lo: string; hi: string },
  length: number,
): Promise<{ changed: readonly string[]; kept: RawBuilder<unknown> } | undefined> {
  requireRange(ctx, range)
  const changed = length <= VILLAGE && !demanded(ctx, cbdkxx) ? await fewChanged(ctx, range) : undefined
  if (!changed) return undefined
  const kept = sql`region_tally_day where "tenantId" = ${ctx.who.tenantId} and "regionCode" >= ${range.lo} and "regionCode" < ${range.hi}
    and topic = ${sql.lit(BROUGHT)} and not ("regionCode" = any(${changed}::text[]))`
  return { changed, kept }
}

/** Counts the tallies of villages of one county anew; `rows` are those of the villages. A statement to take the old ones away, and one for all topics. */
export async function countTallies(tx: Tx, of: OfCounty, villages: readonly string[], rows: RawBuilder<unknown>): Promise<void> {
  await keepAnew(tx, 'region_tally', of, villages, ['topic', 'key', 'n', 'area'], (mine) => {
    const all = (Object.keys(TOPICS) as TopicName[]).map((t) => counted(t, sql`left("regionCode", ${sql.lit(VILLAGE)})`, sql`${mine} and ${rows}`))
    return sql`select code, topic, key, n, area::numeric from (${sql.join(all, sql` union all `)}) x`
  })
  // a row adds on the day from which it is true and takes away on the one on which it ends
  await keepAnew(tx, 'region_tally_day', of, villages, ['topic', 'key', 'n', 'area', 'day'], (mine) => {
    const all = PAST_TOPICS.map((name) => {
      const t = TOPICS[name]
      const from = sql`${believed(t.of)} as ${sql.table(t.of.name)} cross join lateral (values ("regFrom", 1), ("regTo", -1)) s(day, sign)`
      const and = sql`and "validTo" = timestamptz 'infinity' and s.day < date 'infinity'`
      return counted(name, sql`left("regionCode", ${sql.lit(VILLAGE)})`, sql`${mine} and ${rows}`, { from, and, also: 'day', times: 's.sign' })
    })
    const brought = sql`select ${sql.lit(BROUGHT)}::text as topic, left("regionCode", ${sql.lit(VILLAGE)}) as code, coalesce("causeId"::text, '') as key, count(*) as n,
      coalesce(sum(htmjm), 0)::text as area, "regFrom" as day from ${believed(cbdkxx)} as cbdkxx
      where ${mine} and ${rows} and "validTo" = timestamptz 'infinity' and ${isBrought} group by 2, 3, 6`
    return sql`select code, topic, key, n, area::numeric, day from (${sql.join([...all, brought], sql` union all `)}) x where n <> 0 or area::numeric <> 0`
  })
}
