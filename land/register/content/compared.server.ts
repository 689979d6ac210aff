/** Reads what stands beside the frozen contents of books and compares (compared.ts): rows of the version, living rows, what acts filled in later. Reads only. */
import { sql, type RawBuilder } from 'kysely'
import { ZT } from '../../definitions/statuses.ts'
import { PARTS } from './book1.ts'
import type { Disagreement } from './compared.ts'
import { piecesAsText, readText, type Asker } from './content.server.ts'
import type { ReadBooks } from './differing.server.ts'
import { REPLAYED_MEMBER } from './replay.ts'
import { worked } from './worked.server.ts'

/** Books that are read and compared at a time: what is held in memory. */
const AT_ONCE = 100
const PERSON = ['cbfbm', 'cbflx', 'cbfmc', 'cbfzjlx', 'cbfzjhm', 'cbfdz', 'yzbm', 'lxdh'] as const
/** What a line repeats of its parcel. */
const BOTH = ['dkmc', 'scmj', 'scmjm'] as const
const asText = (t: string, names: readonly string[]) =>
  sql`jsonb_build_object(${sql.join(names.map((n) => sql`${sql.lit(n)}, ${sql.ref(`${t}.${n}`)}::text`))})`

/**
 * What stands beside books whose content is whole: one statement. A living row is as it was when its book was made where it is believed since then, or was
 * written by what made the book; an undo gives back what was there, but later free fields stay, and a correction of an issuer leaves its books.
 */
function besideFrom({ who }: Asker, county: string, ids: readonly string[]): RawBuilder<unknown> {
  const mine = (t: string) => sql`${sql.ref(`${t}.countyCode`)} = ${county} and ${sql.ref(`${t}.tenantId`)} = ${who.tenantId}`
  const old = (t: string) =>
    sql`(${sql.ref(`${t}.validFrom`)} <= f.since or ${sql.ref(`${t}.causeId`)} = b."causeId" and ${sql.ref(`${t}.causeKind`)} not in ('undo', 'correction'))`
  // a correction of an issuer in the very second of the book came after it
  const before = (t: string) =>
    sql`(${sql.ref(`${t}.validFrom`)} < f.since or ${sql.ref(`${t}.causeId`)} = b."causeId" and ${sql.ref(`${t}.causeKind`)} not in ('undo', 'correction'))`
  const here = (t: string) => sql`${sql.ref(`${t}.countyCode`)} = ${county}`
  // looked up row by row, by keys alone: where the figures do not know the tenant yet, its name makes an index that begins with it look like one row
  const parcels = sql`from cbdkxx x cross join lateral (select * from dk where ${here('dk')} and dk.id = x."dkId" offset 0) p`
  return sql`with f as materialized (select c."djbId", c.text, c."createTime" as frozen, c.sha256,
        (select min(e."createTime") from djb_content e where ${here('e')} and e."djbId" = c."djbId") as since
      from djb_content c where ${here('c')} and c."djbId" = any(${[...ids]}::bigint[]))
    select b.id::text as id, b.qszt, f.text, extract(epoch from f.frozen)::text as frozen,
      (select bool_or(${before('i')}) from fbf i where ${mine('i')} and i.fbfbm = b.fbfbm) as issuer,
      (select jsonb_agg(p.dkbm) ${parcels} where ${here('x')} and x."djbId" = b.id and ${old('p')}) as parcels,
      (select jsonb_agg(p.dkbm || ' ' || y.name) ${parcels},
        lateral (values ${sql.join(BOTH.map((n) => sql`(${sql.lit(n)}, x.${sql.ref(n)}::text, p.${sql.ref(n)}::text)`))}) as y(name, line, parcel)
        where ${here('x')} and x."djbId" = b.id and y.line is distinct from y.parcel) as apart,
      (select jsonb_agg(y.name) from cbht t, lateral (values ('cbfmc', t.cbfmc, b.cbfmc), ('cbfbm', t.cbfbm, b.cbfbm), ('fbfbm', t.fbfbm, b.fbfbm)) as y(name, contract, book)
        where ${mine('t')} and t."djbId" = b.id and y.contract <> y.book) as repeats,
      (select ${asText('h', PERSON)} from cbf h where ${mine('h')} and h.cbfbm = b.cbfbm and h.zt = ${ZT.valid} limit 1) as household,
      (select bool_and(${old('h')}) from cbf h where ${mine('h')} and h.cbfbm = b.cbfbm and h.zt = ${ZT.valid}) as "householdIsOld",
      (select jsonb_agg(${asText('j', REPLAYED_MEMBER)} order by j.sort) from cbf h
        cross join lateral (select * from jtcy where ${here('jtcy')} and jtcy."cbfId" = h.id offset 0) j where ${mine('h')} and h.cbfbm = b.cbfbm and h.zt = ${ZT.valid}) as members
    from f cross join lateral (select * from djb where ${here('djb')} and djb.id = f."djbId" offset 0) b where b."tenantId" = ${who.tenantId} and b."contentHash" = f.sha256`
}

/** The acts of register entries that changed contracts and certificates of books, each with its row: what filled in their columns is among them. */
function filledFrom({ who }: Asker, county: string, ids: readonly string[]): RawBuilder<unknown> {
  const mine = (t: string) => sql`${sql.ref(`${t}.countyCode`)} = ${county} and ${sql.ref(`${t}.tenantId`)} = ${who.tenantId}`
  const of = (
    t: 'cbht' | 'cbjyqz',
    code: string,
  ) => sql`select r."djbId", r.${sql.ref(code)} as code, r.id, r."createTime" as made, r."causeId" from ${sql.table(t)} r
      where ${mine('r')} and r."djbId" = any(${[...ids]}::bigint[])
    union all select r."djbId", r.${sql.ref(code)}, r.id, r."createTime", v."causeId" from ${sql.table(t)} r join ${sql.table(`${t}_v`)} v on v."countyCode" = r."countyCode" and v.id = r.id
      where ${mine('r')} and r."djbId" = any(${[...ids]}::bigint[])`
  return sql`
    with r as (select 'cbht' as kind, x.* from (${of('cbht', 'cbhtbm')}) x union all select 'cbjyqz', x.* from (${of('cbjyqz', 'cbjyqzbm')}) x)
    select distinct on (r.kind, r.id, e.id) r.kind, r."djbId"::text as "djbId", r.code, r.id::text as id, extract(epoch from r.made)::text as made, e.acts, extract(epoch from e."createTime")::text as at
    from r join register_entry e on ${mine('e')} and e."causeId" = r."causeId"::text and e.acts is not null and e."undoneBy" is null
    order by r.kind, r.id, e.id`
}

/**
 * The facts in which books of one county and what stands beside them differ, by the book's id. Books without content, or whose content is not that of its digest, are left
 * to those who verify digests.
 */
export async function comparedBooks(ctx: Asker, county: string, ids: readonly string[]): Promise<Map<string, Disagreement[]>> {
  const out = new Map<string, Disagreement[]>()
  for (let i = 0; i < ids.length; i += AT_ONCE) await compareSome(ctx, county, ids.slice(i, i + AT_ONCE), out)
  return out
}
async function compareSome(ctx: Asker, county: string, ids: readonly string[], out: Map<string, Disagreement[]>): Promise<void> {
  const text = (statement: RawBuilder<unknown>) => readText(ctx.db, statement)
  const former = await text(formerFrom(ctx, county, ids))
  const read: ReadBooks = {
    county,
    former,
    editions: former === NONE ? NONE : await text(editionsFrom(ctx, county, ids)),
    beside: await text(besideFrom(ctx, county, ids)),
    pieces: await piecesAsText(ctx, county, ids),
  }
  let found = await worked('compare', read, ids.length)
  // what was filled in later is asked of books that differ without it alone
  const differing = found.filter((b) => b.now.length > 0).map((b) => b.id)
  if (differing.length) found = await worked('compare', { ...read, filled: await text(filledFrom(ctx, county, differing)) }, ids.length)
  for (const { id, now, past } of found) out.set(id, [...now, ...past])
}
/** No row, as text. */
const NONE = '[]'
/** Former versions of books since the first edition of their content: nothing of them that prints changes without another. */
const formerFrom = ({ who }: Asker, county: string, ids: readonly string[]): RawBuilder<unknown> =>
  sql`select v.id::text as id, v."regFrom"::text as since, ${asText('v', PARTS.book.names)} as row
    from djb_v v where v."countyCode" = ${county} and v."tenantId" = ${who.tenantId} and v.id = any(${[...ids]}::bigint[])
      and v."validTo" > (select min(c."createTime") from djb_content c where c."countyCode" = v."countyCode" and c."tenantId" = v."tenantId" and c."djbId" = v.id)
    order by v.id, v."validFrom", v."regFrom"`
const editionsFrom = ({ who }: Asker, county: string, ids: readonly string[]): RawBuilder<unknown> =>
  sql`select "djbId"::text as id, text from djb_content where "countyCode" = ${county} and "tenantId" = ${who.tenantId} and "djbId" = any(${[...ids]}::bigint[])
    order by "djbId", edition`
