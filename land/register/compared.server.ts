/** Reads what stands beside the frozen contents of books and compares (compared.ts): rows of the version, living rows, what acts filled in later. Reads only. */
import { sql } from 'kysely'
import { QSZT, ZT } from '../definitions/statuses.ts'
import type { Act } from './acts.ts'
import { PARTS, readBook1 } from './book1.ts'
import { disagreements, FILLED, formerDiffers, type Disagreement, type ComparedState } from './compared.ts'
import { contentOf, type Asker } from './content.server.ts'
import { REPLAYED_MEMBER } from './replay.ts'

/** Books that are made and compared before anybody else gets the thread. */
const AT_ONCE = 100
type Row = Readonly<Record<string, string | null>>
interface Beside {
  id: string
  qszt: string
  /** the content in force, and when it was kept (seconds) */
  text: string
  frozen: string
  issuer: boolean | null
  parcels: readonly string[] | null
  apart: readonly string[] | null
  repeats: readonly string[] | null
  household: Row | null
  householdIsOld: boolean | null
  members: readonly Row[] | null
}
const PERSON = ['cbfbm', 'cbflx', 'cbfmc', 'cbfzjlx', 'cbfzjhm', 'cbfdz', 'yzbm', 'lxdh'] as const
/** What a line repeats of its parcel. */
const BOTH = ['dkmc', 'scmj', 'scmjm'] as const
const asText = (t: string, names: readonly string[]) =>
  sql`jsonb_build_object(${sql.join(names.map((n) => sql`${sql.lit(n)}, ${sql.ref(`${t}.${n}`)}::text`))})`

/**
 * What stands beside books whose content is whole: one statement. A living row is as it was when its book was made where it is believed since then, or was
 * written by what made the book; an undo gives back what was there, but later free fields stay, and a correction of an issuer leaves its books.
 */
async function besideOf({ db, who }: Asker, county: string, ids: readonly string[]): Promise<Beside[]> {
  const mine = (t: string) => sql`${sql.ref(`${t}.countyCode`)} = ${county} and ${sql.ref(`${t}.tenantId`)} = ${who.tenantId}`
  const old = (t: string) =>
    sql`(${sql.ref(`${t}.validFrom`)} <= f.since or ${sql.ref(`${t}.causeId`)} = b."causeId" and ${sql.ref(`${t}.causeKind`)} not in ('undo', 'correction'))`
  // a correction of an issuer in the very second of the book came after it
  const before = (t: string) =>
    sql`(${sql.ref(`${t}.validFrom`)} < f.since or ${sql.ref(`${t}.causeId`)} = b."causeId" and ${sql.ref(`${t}.causeKind`)} not in ('undo', 'correction'))`
  const here = (t: string) => sql`${sql.ref(`${t}.countyCode`)} = ${county}`
  // looked up row by row, by keys alone: where the figures do not know the tenant yet, its name makes an index that begins with it look like one row
  const parcels = sql`from cbdkxx x cross join lateral (select * from dk where ${here('dk')} and dk.id = x."dkId" offset 0) p`
  const { rows } = await sql<Beside>`
    with f as materialized (select c."djbId", c.text, c."createTime" as frozen, c.sha256,
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
    from f cross join lateral (select * from djb where ${here('djb')} and djb.id = f."djbId" offset 0) b where b."tenantId" = ${who.tenantId} and b."contentHash" = f.sha256`.execute(
    db,
  )
  return rows
}

/** What acts after a moment filled into the contracts and certificates of books, by book: the rows name the causes that changed them. Two statements. */
async function filledIn({ db, who }: Asker, county: string, books: readonly Beside[]): Promise<Map<string, ComparedState['filled']>> {
  const mine = (t: string) => sql`${sql.ref(`${t}.countyCode`)} = ${county} and ${sql.ref(`${t}.tenantId`)} = ${who.tenantId}`
  const of = (
    t: 'cbht' | 'cbjyqz',
    code: string,
  ) => sql`select r."djbId", r.${sql.ref(code)} as code, r.id, r."createTime" as made, r."causeId" from ${sql.table(t)} r
      where ${mine('r')} and r."djbId" = any(${books.map((b) => b.id)}::bigint[])
    union all select r."djbId", r.${sql.ref(code)}, r.id, r."createTime", v."causeId" from ${sql.table(t)} r join ${sql.table(`${t}_v`)} v on v."countyCode" = r."countyCode" and v.id = r.id
      where ${mine('r')} and r."djbId" = any(${books.map((b) => b.id)}::bigint[])`
  const { rows } = await sql<{ djbId: string; code: string; id: string; made: string; acts: readonly Act[]; at: string; kind: 'cbht' | 'cbjyqz' }>`
    with r as (select 'cbht' as kind, x.* from (${of('cbht', 'cbhtbm')}) x union all select 'cbjyqz', x.* from (${of('cbjyqz', 'cbjyqzbm')}) x)
    select distinct on (r.kind, r.id, e.id) r.kind, r."djbId"::text as "djbId", r.code, r.id::text as id, extract(epoch from r.made)::text as made, e.acts, extract(epoch from e."createTime")::text as at
    from r join register_entry e on ${mine('e')} and e."causeId" = r."causeId"::text and e.acts is not null and e."undoneBy" is null
    order by r.kind, r.id, e.id`.execute(db)
  const out = new Map<string, ComparedState['filled']>()
  for (const b of books) {
    const after = rows.filter((r) => r.djbId === b.id && Number(r.at) >= Number(b.frozen))
    const contract: Record<string, string> = {}
    const certificate: Record<string, string> = {}
    // a certificate that came later begins with nothing
    const last = rows.findLast((r) => r.djbId === b.id && r.kind === 'cbjyqz')
    if (last && Number(last.made) > Number(b.frozen)) for (const n of ['cbjyqzlsh', 'bznf', 'fzjg', 'fzrq']) certificate[n] = ''
    for (const r of after.toSorted((x, y) => Number(x.at) - Number(y.at)))
      for (const a of r.acts) {
        if (r.kind === 'cbht' && a.act === 'setContract' && a.cbhtbm === r.code) take(contract, a, FILLED)
        if (r.kind === 'cbjyqz' && a.act === 'certificate' && a.code === r.code) {
          if (a.event === 'print') certificate['cbjyqzlsh'] = a.serial
          if (a.event === 'spoil') certificate['cbjyqzlsh'] = ''
          if (a.event === 'issue') take(certificate, a, ['fzrq', 'fzjg', 'bznf'])
          if (a.event === 'set') take(certificate, a.fields, ['cbjyqzlsh', 'bznf', 'fzjg', 'fzrq'])
        }
      }
    out.set(b.id, { contract, certificate })
  }
  return out
}
function take(into: Record<string, string>, from: object, names: readonly string[]): void {
  for (const [n, v] of Object.entries(from)) if (names.includes(n) && v !== undefined) into[n] = v === null ? '' : String(v)
}

/**
 * The facts in which books of one county and what stands beside them differ, by the book's id: a few at a time, for their contents are made in the server's own thread. Books without content, or whose
 * content is not that of its digest, are left to those who verify digests.
 */
export async function comparedBooks(ctx: Asker, county: string, ids: readonly string[]): Promise<Map<string, Disagreement[]>> {
  const out = new Map<string, Disagreement[]>()
  for (let i = 0; i < ids.length; i += AT_ONCE) await compareSome(ctx, county, ids.slice(i, i + AT_ONCE), out)
  return out
}
async function compareSome(ctx: Asker, county: string, ids: readonly string[], out: Map<string, Disagreement[]>): Promise<void> {
  for (const [id, found] of await pastDiffering(ctx, county, ids)) out.set(id, found)
  const beside = (await besideOf(ctx, county, ids)).filter((b) => isBook(b.text))
  const made = await contentOf(
    ctx,
    county,
    beside.map((b) => b.id),
  )
  const say = (b: Beside, filled: ComparedState['filled']) =>
    disagreements(readBook1(b.text), {
      made: made.get(b.id)!,
      isCurrent: b.qszt === QSZT.current,
      filled,
      apart: b.apart ?? [],
      repeats: b.repeats ?? [],
      untouched: { issuer: b.issuer ?? false, household: b.householdIsOld ?? false, parcels: new Set(b.parcels) },
      ...(b.household ? { household: { row: b.household, members: b.members ?? [] } } : {}),
    })
  const differing = beside.filter((b) => say(b, NOTHING).length > 0)
  if (differing.length === 0) return
  const filled = await filledIn(ctx, county, differing)
  for (const b of differing) {
    const found = say(b, filled.get(b.id)!)
    if (found.length) out.set(b.id, [...found, ...(out.get(b.id) ?? [])])
  }
}
/** The facts in which former versions of books are like no edition of their content, by the book's id: since the first one nothing that prints changes without another. Two statements. */
async function pastDiffering({ db, who }: Asker, county: string, ids: readonly string[]): Promise<Map<string, Disagreement[]>> {
  const { rows: former } = await sql<{
    id: string
    since: string
    row: Row
  }>`select v.id::text as id, v."regFrom"::text as since, ${asText('v', PARTS.book.names)} as row
    from djb_v v where v."countyCode" = ${county} and v."tenantId" = ${who.tenantId} and v.id = any(${[...ids]}::bigint[])
      and v."validTo" > (select min(c."createTime") from djb_content c where c."countyCode" = v."countyCode" and c."tenantId" = v."tenantId" and c."djbId" = v.id)
    order by v.id, v."validFrom", v."regFrom"`.execute(db)
  const out = new Map<string, Disagreement[]>()
  if (former.length === 0) return out
  const { rows: kept } = await sql<{ id: string; text: string }>`select "djbId"::text as id, text from djb_content
    where "countyCode" = ${county} and "tenantId" = ${who.tenantId} and "djbId" = any(${[...new Set(former.map((f) => f.id))]}::bigint[]) order by "djbId", edition`.execute(
    db,
  )
  const editions = Map.groupBy(
    kept.filter((k) => isBook(k.text)),
    (k) => k.id,
  )
  for (const { id, since, row } of former) {
    const found = formerDiffers(
      (editions.get(id) ?? []).map((e) => readBook1(e.text)),
      row,
      since,
    )
    if (found.length) out.set(id, [...(out.get(id) ?? []), ...found])
  }
  return out
}
const NOTHING: ComparedState['filled'] = { contract: {}, certificate: {} }
function isBook(text: string): boolean {
  try {
    readBook1(text)
    return true
  } catch {
    return false
  }
}
