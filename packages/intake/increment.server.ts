/** A package over a register that is not empty: each village is compared with what the register has, and what is later goes through the one writer. */
import { sql } from 'kysely'
import type { AnyResource, FlatRow } from '../../kit/model/resource.ts'
import { typedRows, type AnyQuery } from '../../kit/server/any-query.server.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, joinable } from '../../kit/server/query.server.ts'
import { cbdkxx, djb } from '../../land/definitions/cbht.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { cbjyqz } from '../../land/definitions/cbjyqz.ts'
import { dk } from '../../land/definitions/dk.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { QSZT, ZT } from '../../land/definitions/statuses.ts'
import { issuersBeside } from '../../land/register/issuer-names.server.ts'
import { unitOf } from '../../land/register/content/packaged.server.ts'
import { write } from '../../land/register/write.server.ts'
import { withDiskMaps } from '../package/disk-map.server.ts'
import type { NewDiskMap } from '../package/disk-map.ts'
import { qslyzlfj } from '../package/hjb.ts'
import * as map from '../package/mapping.ts'
import type { IssuerRound } from '../package/rounds.ts'
import type { MdbRow } from '../package/staged.ts'
import { bulk, bulkWriting } from './bulk.server.ts'
import { changedCells, type ChangedCell } from './cells.ts'
import { increment, type IncrementBase, type Increment, type Refusal } from './increment.ts'
import { writeRegions } from './regions.server.ts'
import { villages } from './village.server.ts'
import type { VillageRows } from './village.ts'
import { gather } from './write-facts.server.ts'
import { writeFeatures } from './write-features.server.ts'
import { recordRounds } from './rounds.server.ts'
import type { Counts, ConfirmedRounds, WriteRun } from './write-run.server.ts'

/** What open cases of the county hold, `type:code` to the number of the case. */
export type CaseLocks = ReadonlyMap<string, string>
/** An opened package. */
type Opened = Pick<WriteRun, 'pkg' | 'table' | 'parcels' | 'signal'>
/** Does its work in a transaction: the one of the write, or a short one for each village of a check. */
type Within = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/** Two drawings of a parcel are the same within this distance, in degrees: about 1 mm. */
const SAME_GROUND = 1e-8
const { textOf } = map

/** What the register holds of the codes that a village names, in a fixed number of statements. Who imports a county sees all of it. */
export async function baseOf(ctx: Ctx, county: string, rows: VillageRows): Promise<IncrementBase> {
  const codes = (list: readonly MdbRow[], name: string) => list.map((r) => textOf(r[name]))
  const among = (list: readonly string[]) => sql`any(${list}::text[])`
  const read = async <T extends AnyResource>(r: T, where: (q: AnyQuery) => AnyQuery): Promise<(FlatRow<T> & { since: string })[]> => {
    const [t, v] = [sql.table(r.name), sql.table(`${r.name}_v`)]
    // a row that was given back is true since the piece before it
    const since = sql<string>`(case when ${t}.why = 'restore' then coalesce((select max(v."regFrom") from ${v} v where v."countyCode" = ${county}
      and v."tenantId" = ${ctx.who.tenantId} and v.id = ${t}.id and v."validTo" = 'infinity'), ${t}."regFrom") else ${t}."regFrom" end)::text`.as('since')
    const q = flatRows(joinable(ctx, r), r) as AnyQuery
    return await typedRows<FlatRow<T> & { since: string }>(where(r.versioned ? q.select(since) : q).where(`${r.name}.countyCode`, '=', county))
  }
  const [fbfbms, cbfbms, dkbms] = [codes(rows.issuers, 'FBFBM'), codes(rows.contractors, 'CBFBM'), rows.parcels.map((p) => textOf(p.attrs.DKBM))]
  const named = [...codes(rows.books, 'CBJYQZBM'), ...codes(rows.cancelled, 'CBJYQZBM')]
  const own = sql`"cbdkxx"."countyCode" = ${county} and "cbdkxx"."tenantId" = ${ctx.who.tenantId} and "cbdkxx".qszt = ${QSZT.current}`
  // the last version of each code, and the current books of these contractors and parcels
  const books = await read(djb, (q) =>
    q.where((e) =>
      e.or([
        sql<boolean>`djb.cbjyqzbm = ${among(named)} and not exists (select 1 from djb o where o."countyCode" = djb."countyCode"
          and o."tenantId" = djb."tenantId" and o.cbjyqzbm = djb.cbjyqzbm and o.version > djb.version)`,
        e.and([e('djb.qszt', '=', QSZT.current), e('djb.cbfbm', '=', among(cbfbms))]),
        e('djb.id', 'in', sql`(select "djbId" from cbdkxx where ${own} and cbdkxx.dkbm = ${among(dkbms)})`),
      ]),
    ),
  )
  const lines = await read(cbdkxx, (q) =>
    q
      .where('cbdkxx.qszt', '=', QSZT.current)
      .where((e) => e.or([e('cbdkxx.djbId', '=', sql`any(${books.map((b) => b.id)}::bigint[])`), e('cbdkxx.dkbm', '=', among(dkbms))])),
  )
  const members = await read(jtcy, (q) => q.where('jtcy.cbfbm', '=', among(cbfbms)).orderBy('jtcy.cbfbm').orderBy('jtcy.sort'))
  const held = await sql<{ code: string }>`select coalesce(x.dkbm, x.cbjyqzbm, x.cbfbm) as code from restriction x where x."countyCode" = ${county}
    and x."tenantId" = ${ctx.who.tenantId} and x."endDay" is null and x.kind in ('dy', 'yy', 'cf')
    and (x.dkbm = ${among([...dkbms, ...lines.map((l) => l.dkbm!)])} or x.cbjyqzbm = ${among(named)} or x.cbfbm = ${among(cbfbms)})`.execute(ctx.db)
  const inBooks = await sql<{ fbfbm: string }>`select distinct fbfbm from djb where "countyCode" = ${county} and "tenantId" = ${ctx.who.tenantId}
    and qszt = ${QSZT.current} and fbfbm = ${among(fbfbms)}`.execute(ctx.db)
  const drawn = rows.parcels.map((p) => p.geom)
  const ground = await sql<{ dkbm: string }>`select u.dkbm from unnest(${dkbms}::text[], ${drawn}::text[]) as u(dkbm, wkt)
    join dk on dk."countyCode" = ${county} and dk."tenantId" = ${ctx.who.tenantId} and dk.dkbm = u.dkbm
    where ST_HausdorffDistance(dk.geom, ST_GeomFromText(u.wkt, 4326)) < ${sql.lit(SAME_GROUND)}`.execute(ctx.db)
  const byCode = <R extends object>(list: readonly R[], name: keyof R): Map<string, R> => new Map(list.map((r) => [String(r[name]), r]))
  return {
    issuers: byCode(await read(fbf, (q) => q.where('fbf.fbfbm', '=', among(fbfbms))), 'fbfbm'),
    beside: await issuersBeside(ctx, county, fbfbms),
    inBooks: new Set(inBooks.rows.map((r) => r.fbfbm)),
    contractors: byCode(await read(cbf, (q) => q.where('cbf.cbfbm', '=', among(cbfbms)).orderBy('cbf.zt', 'desc')), 'cbfbm'),
    members: Map.groupBy(members, (m) => m.cbfbm!),
    parcels: byCode(await read(dk, (q) => q.where('dk.dkbm', '=', among(dkbms)).orderBy('dk.zt', 'desc')), 'dkbm'),
    sameGround: new Set(ground.rows.map((r) => r.dkbm)),
    books: byCode(books, 'cbjyqzbm'),
    lines,
    certificates: byCode(await read(cbjyqz, (q) => q.where('cbjyqz.cbjyqzbm', '=', among(named)).where('cbjyqz.sfzx', '=', 0)), 'cbjyqzbm'),
    restricted: new Set(held.rows.map((r) => r.code)),
  }
}

/** What a package changes, village by village (12 digits), each compared when it is asked for: what was written for the one before it counts. */
export async function* compared(
  { pkg, table, parcels, signal }: Opened,
  newMap: NewDiskMap,
  within: Within,
  held: CaseLocks,
  given?: string | null,
): AsyncGenerator<Increment & { village: string; rows: VillageRows; day: string; cells: ChangedCell[] }> {
  const today = await within(async (ctx) => ctx.now.slice(0, 10))
  const facts = await gather(newMap, table, today, given)
  const day = facts.since.own
  for await (const { village, rows } of villages(pkg, newMap, table, signal, parcels)) {
    const [found, cells] = await within(async (ctx) => {
      const base = await baseOf(ctx, pkg.county, rows)
      return [increment(rows, { ...facts, day }, base, held), changedCells(rows, facts, base)] as const
    })
    yield { village, rows, day, cells, ...found }
  }
}

/** What the register would refuse of a package now, and what it would ask about, for its check; `cells` is told what it says otherwise, village by village. Changes nothing. */
export const refusals = (
  run: Opened,
  within: Within,
  held: CaseLocks,
  cells: (of: readonly ChangedCell[]) => Promise<void> = async () => {},
): Promise<Refusal[]> =>
  withDiskMaps(run.pkg.dir, async (newMap) => {
    const all: Refusal[] = []
    for await (const v of compared(run, newMap, within, held)) {
      all.push(...v.refusals, ...v.asks)
      await cells(v.cells)
    }
    return all
  })

/** What an increment did: acts by name, objects that were as the package says, and those left out. */
export interface Incremented {
  counts: Counts
  same: number
  refused: Refusal[]
}
/**
 * Writes what a package has that is later than the register, one entry a village, within the caller's transaction: all or, when anything throws, nothing. What the
 * register refuses is left out and answered with its reason.
 */
export const writeIncrement = (run: WriteRun, infoId: string, held: CaseLocks, given: ConfirmedRounds = {}): Promise<Incremented> =>
  bulkWriting(run.ctx, () => withDiskMaps(run.pkg.dir, (newMap) => incremented(run, infoId, held, newMap, given)))

/** Rounds of issuers that stand: one that the register refused has none. */
async function standingIssuers(ctx: Ctx, county: string, rounds: readonly IssuerRound[]): Promise<IssuerRound[]> {
  if (rounds.length === 0) return []
  const found = await joinable(ctx, fbf)
    .select('fbf.fbfbm')
    .where('fbf.countyCode', '=', county)
    .where('fbf.zt', '=', ZT.valid)
    .where(
      'fbf.fbfbm',
      'in',
      rounds.map((r) => r.fbfbm),
    )
    .execute()
  const valid = new Set(found.map((r) => r.fbfbm))
  return rounds.filter((r) => valid.has(r.fbfbm))
}
async function incremented(run: WriteRun, infoId: string, held: CaseLocks, newMap: NewDiskMap, given: ConfirmedRounds): Promise<Incremented> {
  const { pkg, tell } = run
  const ctx: Ctx = { ...run.ctx, cause: { kind: 'import', id: infoId } }
  const out: Incremented = { counts: {}, same: 0, refused: [] }
  let last = ctx.now.slice(0, 10)
  await writeRegions(ctx, pkg)
  for await (const { village, rows, day, acts, refusals: left, same } of compared(run, newMap, (work) => work(ctx), held, given.day)) {
    last = day
    tell(50, 'villages')
    out.same += same
    out.refused.push(...left)
    if (acts.length === 0) continue
    const first = new Set(acts.flatMap((a) => (a.act === 'newBook' && a.from.length === 0 ? [a.code] : [])))
    const papers = bulk(ctx, qslyzlfj, run.signal)
    for (const row of rows.sources) if (first.has(textOf(row.CBJYQZBM))) await papers.add({ ...map.qslyzlfjRow(row), causeId: infoId })
    await papers.end()
    await write(ctx, { cause: { kind: 'import', id: infoId }, unit: unitOf(infoId, village), regionCode: village, day, isIncrement: true, acts })
    for (const a of acts) out.counts[a.act] = (out.counts[a.act] ?? 0) + 1
  }
  await writeFeatures({ ...run, ctx }, infoId, given.day ?? last)
  await recordRounds(ctx, infoId, pkg.county, given.day ?? last, await standingIssuers(ctx, pkg.county, given.rounds ?? []))
  await audit(ctx, {
    action: 'hjb.write',
    object: 'hjb',
    objectId: infoId,
    regionCode: pkg.county,
    diff: { sha256: pkg.sha256, ...out, refused: out.refused.length },
  })
  return out
}
