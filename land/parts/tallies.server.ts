// Numbers of rows and areas by key, kept for each village beside people, so that a county's figures are added up from a few rows of each and no register is read.
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Tx } from '../../kit/server/db.server.ts'
import { demanded } from '../../kit/server/narrow.server.ts'
import { keepAnew, VILLAGE, type OfCounty } from '../definitions/of-villages.server.ts'
import { TOPICS, type Topic, type TopicName } from './tallies.ts'

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

const counted = (name: TopicName, code: RawBuilder<unknown>, where: RawBuilder<unknown>) => {
  const t: Topic = TOPICS[name]
  return sql`select ${sql.lit(name)}::text as topic, ${code} as code, ${sql.raw(t.key)} as key, count(*) as n, coalesce(sum(${sql.raw(t.area)}), 0)::text as area
    from ${sql.table(t.of.name)} where ${where} and ${sql.raw(t.which)} group by 2, 3`
}
/**
 * Tallies of some topics by child region (codes of `length` digits) of a range of regions. Villages that were changed since they were counted are counted with
 * the others; below a village and under a data scope, which no kept number knows, all rows are.
 */
export async function tallied(ctx: Ctx, topics: readonly TopicName[], range: { lo: string; hi: string }, length: number): Promise<Tally[]> {
  const child = sql`left("regionCode", ${sql.lit(length)})`
  const mine = sql`"tenantId" = ${ctx.who.tenantId} and "regionCode" >= ${range.lo} and "regionCode" < ${range.hi}`
  const isKept = length <= VILLAGE && topics.every((t) => !demanded(ctx, TOPICS[t].of))
  const changed = isKept ? await fewChanged(ctx, range) : undefined
  const live = (name: TopicName) => {
    const demand = demanded(ctx, TOPICS[name].of)
    return counted(
      name,
      child,
      sql`${changed ? sql`"tenantId" = ${ctx.who.tenantId} and ${rowsOfVillages(changed)}` : mine} ${demand ? sql`and ${demand}` : sql``}`,
    )
  }
  const kept = sql`select topic, ${child} as code, key, sum(n) as n, sum(area)::text as area from region_tally where ${mine}
    and topic = any(${[...topics]}::text[]) and not ("regionCode" = any(${[...(changed ?? [])]}::text[])) group by 1, 2, 3`
  const parts = [...(changed ? [kept] : []), ...(changed?.length === 0 ? [] : topics.map(live))]
  const { rows } = await sql<Tally>`${sql.join(parts, sql` union all `)}`.execute(ctx.db)
  return rows.map((r) => ({ ...r, n: Number(r.n) }))
}

/** Counts the tallies of villages of one county anew; `rows` are those of the villages. A statement to take the old ones away, and one for all topics. */
export async function countTallies(tx: Tx, of: OfCounty, villages: readonly string[], rows: RawBuilder<unknown>): Promise<void> {
  await keepAnew(tx, 'region_tally', of, villages, ['topic', 'key', 'n', 'area'], (mine) => {
    const all = (Object.keys(TOPICS) as TopicName[]).map((t) => counted(t, sql`left("regionCode", ${sql.lit(VILLAGE)})`, sql`${mine} and ${rows}`))
    return sql`select code, topic, key, n, area::numeric from (${sql.join(all, sql` union all `)}) x`
  })
}
