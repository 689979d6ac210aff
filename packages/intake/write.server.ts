import { sql } from 'kysely'
import type { AnyResource } from '../../kit/model/resource.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { dk } from '../../land/definitions/dk.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { cbdkxx, cbht, djb, djb_cbf, djb_jtcy } from '../../land/definitions/cbht.ts'
import { cbjyqz, cbjyqz_event } from '../../land/definitions/cbjyqz.ts'
import { raiseSerials } from '../../land/register/codes.server.ts'
import { freeze } from '../../land/register/content/content.server.ts'
import { keepPackage } from '../../land/register/content/packaged.server.ts'
import { nextChangeOf } from '../../land/register/acts/standing.ts'
import { restriction } from '../../land/register/acts/tables.ts'
import { markRegions } from '../../kit/server/counters.server.ts'
import { bulk, countAll, bulkWriting, type Bulk } from './bulk.server.ts'
import { lzht } from '../../land/definitions/lzht.ts'
import { qslyzlfj } from '../package/hjb.ts'
import { laterOf } from './later.server.ts'
import * as map from '../package/mapping.ts'
import type { MdbRow, ReadTable, StagedPackage } from '../package/staged.ts'
import { hjbProblems } from '../package/problems.ts'
import { writeRegions } from './regions.server.ts'
import { withDiskMaps } from '../package/disk-map.server.ts'
import type { NewDiskMap, DiskMap } from '../package/disk-map.ts'
import { gather, type WriteFacts } from './write-facts.server.ts'
import type { WrittenPoint } from './corners.server.ts'
import { writeFeatures } from './write-features.server.ts'
import { writeLayers } from './write-layers.server.ts'
import { recordRounds } from './rounds.server.ts'
import type { Counts, ConfirmedRounds, WriteRun } from './write-run.server.ts'
import type { StagedTable } from '../../land/definitions/national/format.ts'

const VERSIONED = [fbf, cbf, jtcy, dk, djb, cbht, cbdkxx, cbjyqz] as const
const textOf = map.textOf

/** Whether any register row of these issuers exists in the tenant; `counts` for the hint before an import. */
export async function baseCounts(ctx: Ctx, county: string, where: { region?: string; issuers?: readonly string[] }): Promise<Counts> {
  const out: Counts = {}
  for (const r of [fbf, cbf, dk, cbht, djb] as const) {
    let q = ctx.db
      .selectFrom(r.name)
      .select(sql<string>`count(*)`.as('n'))
      .where('countyCode', '=', county)
      .where('tenantId', '=', ctx.who.tenantId)
    if (where.issuers) q = q.where(sql<boolean>`fbfbm = any(${where.issuers}::text[])`)
    if (where.region) q = q.where('regionCode', '>=', where.region).where('regionCode', '<', `${where.region}~`)
    out[r.name] = Number((await q.executeTakeFirstOrThrow()).n)
  }
  return out
}

/**
 * Writes a whole package into the base within the caller's transaction: all of it or, when anything throws, nothing. Refuses (E6002) when the
 * base has rows of these issuers. `given`: what the auditor confirmed. Answers rows a table. Layers and tables are streamed; what is looked up again lies in maps on disk in the package's folder.
 */
export const writePackage = (run: WriteRun, infoId: string, given: ConfirmedRounds = {}): Promise<Counts> =>
  bulkWriting(run.ctx, () =>
    withDiskMaps(run.pkg.dir, (newMap) => write({ ...run, ctx: { ...run.ctx, cause: { kind: 'import', id: infoId } } }, infoId, newMap, given)),
  )

async function write(run: WriteRun, infoId: string, newMap: NewDiskMap, given: ConfirmedRounds): Promise<Counts> {
  const { ctx, pkg, table, tell } = run
  const issuers: string[] = []
  for await (const r of table('FBF')) issuers.push(textOf(r.FBFBM))
  if (Object.values(await baseCounts(ctx, pkg.county, { issuers })).some((n) => n > 0)) throw hjbProblems.hasData()
  tell(2, 'regions')
  const counts: Counts = { region: await writeRegions(ctx, pkg) }
  const facts = await gather(newMap, table, ctx.now.slice(0, 10), given.day)
  const { since } = facts
  tell(5, 'holders')
  await fill(run, fbf, counts, (b) => each(table('FBF'), (r) => b.add({ ...map.fbfRow(r), regFrom: since.issuer(textOf(r.FBFBM)) })))
  const cbfIds = newMap<string>()
  const [laterCbf, laterDk] = [laterOf(newMap, cbf), laterOf(newMap, dk)]
  await fill(run, cbf, counts, (b) =>
    each(table('CBF'), async (r) => {
      const code = textOf(r.CBFBM)
      const [first, ...more] = facts.stepsOfContractor(code)
      const id = await b.add({ ...map.cbfRow(r, first!.holding, facts.circulating.has(code)), regFrom: first!.day })
      for (const { day, holding } of more) laterCbf.add(id, day, map.contractorFacts(holding))
      cbfIds.set(code, id)
    }),
  )
  await fill(run, jtcy, counts, (b) =>
    members(table('CBF_JTCY'), newMap(), async (r, sort) => {
      const id = cbfIds.get(textOf(r.CBFBM))
      if (id) await b.add({ ...map.jtcyRow(r, id, sort), regFrom: since.contractor(textOf(r.CBFBM)) })
    }),
  )
  tell(15, 'parcels')
  const { parcels, points } = await writeLayers(run, facts, newMap, counts, laterDk)
  counts.land_feature = await writeFeatures(run, infoId, since.own)
  tell(70, 'books')
  const books = await writeBooks(run, facts, newMap, counts)
  tell(80, 'contracts')
  await fill(run, cbht, counts, (b) =>
    each(table('CBHT'), (r) => {
      const code = textOf(r.CBHTBM)
      const row = map.cbhtRow(r, books.get(code) ?? null, facts.holder(textOf(r.CBFBM), textOf(r.FBFBM)))
      return b.add({ ...row, regFrom: since.book(facts.books.get(code)) })
    }),
  )
  await fill(run, cbdkxx, counts, (b) =>
    each(table('CBDKXX'), (r) => {
      const code = textOf(r.CBJYQZBM)
      return b.add({ ...map.cbdkxxRow(r, books.get(code) ?? null, parcels.get(textOf(r.DKBM))), regFrom: since.book(facts.books.get(code)) })
    }),
  )
  const cancelled = newMap<string>()
  await each(table('CBJYQZ_QZZX'), async (r) => cancelled.set(textOf(r.CBJYQZBM), textOf(r.ZXRQ)))
  await fill(run, cbjyqz, counts, (b) =>
    each(table('CBJYQZ'), (r) => {
      const code = textOf(r.CBJYQZBM),
        book = facts.books.get(code)
      const row = map.cbjyqzRow(r, books.get(code) ?? null, book, facts.holder(textOf(book?.CBFBM), textOf(book?.FBFBM)), cancelled.has(code))
      return b.add({ ...row, regFrom: since.book(row.fzrq ? { DJSJ: row.fzrq } : book) })
    }),
  )
  await fill(run, cbjyqz_event, counts, async (b) => {
    for (const kind of ['bf', 'hf', 'zx'] as const)
      await each(table(`CBJYQZ_QZ${kind.toUpperCase()}` as StagedTable), (r) => b.add({ ...map.eventRow(kind, r), causeId: infoId }))
  })
  const parcelsOf = await circulated(newMap, table('CBDKXX'))
  await fill(run, lzht, counts, (b) =>
    each(table('LZHT'), (r) => b.add({ ...map.lzhtRow(r), causeId: infoId, parcels: [...(parcelsOf.get(textOf(r.LZHTBM)) ?? [])] })),
  )
  await writeCirculations(run, facts, parcelsOf, counts)
  await fill(run, qslyzlfj, counts, (b) => each(table('QSLYZLFJ'), (r) => b.add({ ...map.qslyzlfjRow(r), causeId: infoId })))
  tell(85, 'contents')
  await freezeBooks(run, issuers, points)
  tell(90, 'versions')
  await finish(run, issuers)
  // after the totals, which they change
  for (const later of [laterCbf, laterDk]) await later.write(ctx, pkg.county)
  await keepPackage(ctx, pkg.county, infoId, pkg.sha256, since.own)
  await recordRounds(ctx, infoId, pkg.county, since.own, given.rounds ?? [])
  compare(pkg, counts)
  await audit(ctx, { action: 'hjb.write', object: 'hjb', objectId: infoId, regionCode: pkg.county, diff: { sha256: pkg.sha256, counts } })
  return counts
}

/** Parcels by the circulation contract that their lines name, each once. */
async function circulated(newMap: NewDiskMap, lines: ReturnType<ReadTable>): Promise<DiskMap<string[]>> {
  const out = newMap<string[]>()
  await each(lines, async (row) => {
    const [code, dkbm] = [textOf(row.LZHTBM), textOf(row.DKBM)]
    if (!code) return
    const known = out.get(code) ?? []
    if (!known.includes(dkbm)) out.set(code, [...known, dkbm])
  })
  return out
}
/** Every circulation contract as a restriction (lz) for its own days, on its parcels, its book and its contractor where the package has them. */
async function writeCirculations(run: WriteRun, facts: WriteFacts, parcelsOf: DiskMap<string[]>, counts: Counts): Promise<void> {
  const [today, causeId] = [run.ctx.now.slice(0, 10), run.ctx.cause?.id ?? null]
  await fill(run, restriction, counts, (b) =>
    each(run.table('LZHT'), async (row) => {
      const { regionCode, lzhtbm, cbhtbm, cbfbm, lzqxksrq, lzqxjsrq } = map.lzhtRow(row)
      if (!lzqxksrq || !lzqxjsrq) return
      const days = { fromDay: lzqxksrq, toDay: lzqxjsrq, turnDay: nextChangeOf(String(lzqxksrq), String(lzqxjsrq), today) }
      const said = { regionCode, ref: lzhtbm, kind: 'lz', words: '流转合同', ...days, causeKind: 'import', causeId }
      for (const dkbm of parcelsOf.get(String(lzhtbm)) ?? []) await b.add({ ...said, dkbm })
      if (facts.books.get(String(cbhtbm))) await b.add({ ...said, cbjyqzbm: cbhtbm })
      if (facts.cbf.get(String(cbfbm))) await b.add({ ...said, cbfbm })
    }),
  )
  delete counts[restriction.name]
}

async function each<T>(rows: AsyncIterable<T> | Iterable<T>, work: (row: T) => Promise<unknown>): Promise<void> {
  for await (const row of rows) await work(row)
}
/** Members in file order, numbered from 1 within their household. */
async function members(rows: ReturnType<ReadTable>, last: DiskMap<number>, work: (row: MdbRow, sort: number) => Promise<unknown>): Promise<void> {
  for await (const row of rows) {
    const code = textOf(row.CBFBM),
      sort = (last.get(code) ?? 0) + 1
    last.set(code, sort)
    await work(row, sort)
  }
}
async function fill(run: WriteRun, r: AnyResource, counts: Counts, work: (b: Bulk) => Promise<void>): Promise<void> {
  const b = bulk(run.ctx, r, run.signal)
  await work(b)
  counts[r.name] = await b.end()
}

/** Version 1 of every book with its contractor and members as they stand in the package. Answers the ids by code. */
async function writeBooks(run: WriteRun, facts: WriteFacts, newMap: NewDiskMap, counts: Counts): Promise<DiskMap<string>> {
  const ids = newMap<string>()
  await fill(run, djb, counts, (b) =>
    each(facts.books, async ([code, row]) => {
      const holder = facts.holder(textOf(row.CBFBM), textOf(row.FBFBM))
      ids.set(code, await b.add({ ...map.djbRow(row, facts.contracts.get(code), holder, facts.circulating.has(code)), regFrom: facts.since.book(row) }))
    }),
  )
  const heldBy = (books: readonly MdbRow[]) =>
    books.map((book) => textOf(book.CBJYQZBM)).map((code) => ({ djbId: ids.get(code)!, regionCode: map.mappedRegion(code) }))
  const nameless = { djzt: undefined, lzzt: undefined }
  await fill(run, djb_cbf, counts, (b) =>
    each(facts.books.groups('CBFBM'), async ([cbfbm, books]) => {
      const c = facts.cbf.get(cbfbm)
      if (c) for (const book of heldBy(books)) await b.add({ ...map.cbfRow(c, undefined, false), ...nameless, ...book })
    }),
  )
  await fill(run, djb_jtcy, counts, (b) =>
    members(run.table('CBF_JTCY'), newMap(), async (row, sort) => {
      for (const book of heldBy(facts.books.of('CBFBM', textOf(row.CBFBM)))) await b.add({ ...map.jtcyRow(row, '0', sort), ...book })
    }),
  )
  return ids
}

/** The content of every imported book, village by village. */
async function freezeBooks({ ctx, pkg, signal, tell }: WriteRun, issuers: readonly string[], points: DiskMap<WrittenPoint>): Promise<void> {
  // those without a number last, in their order (the difference of two of them is no number)
  const place = (p: WrittenPoint) => p.jzdxh ?? Infinity
  const pointsOf = (dkbm: string) => points.of('dkbm', dkbm).toSorted((a, b) => place(a) - place(b) || 0)
  const villages = [...Map.groupBy(issuers.map(map.mappedRegion), (region) => region.slice(0, 12)).values()]
  for (const [i, regions] of villages.entries()) {
    signal.throwIfAborted()
    const { rows } = await sql<{ id: string }>`select id from djb where "countyCode" = ${pkg.county} and "tenantId" = ${ctx.who.tenantId}
      and "regionCode" = any(${[...new Set(regions)]}::text[]) order by id`.execute(ctx.db)
    await freeze(
      ctx,
      pkg.county,
      rows.map((r) => r.id),
      undefined,
      pointsOf,
    )
    tell(85 + (5 * i) / villages.length, 'contents', i, villages.length)
  }
}

/** List totals, code counters, the planner's figures. */
async function finish({ ctx, pkg, signal }: WriteRun, issuers: readonly string[]): Promise<void> {
  const regions = [...new Set(issuers.map((code) => map.mappedRegion(code)))]
  for (const r of VERSIONED) {
    signal.throwIfAborted()
    await countAll(ctx, r, pkg.county, regions)
  }
  await markRegions(ctx, regions)
  await raiseSerials(ctx, pkg.county, issuers)
  // what refers to these rows is checked at the commit, and must find them by their key
  await sql`select figures_of_county(${pkg.county})`.execute(ctx.db)
}

/** Row counts of base and package must agree; else nothing is written. Source: data-format.md 10, invariants. */
function compare(pkg: StagedPackage, counts: Counts): void {
  const tables: readonly [AnyResource, readonly StagedTable[]][] = [
    [fbf, ['FBF']],
    [cbf, ['CBF']],
    [jtcy, ['CBF_JTCY']],
    [djb, ['CBJYQZDJB']],
    [cbht, ['CBHT']],
    [cbdkxx, ['CBDKXX']],
    [cbjyqz, ['CBJYQZ']],
    [lzht, ['LZHT']],
    [qslyzlfj, ['QSLYZLFJ']],
    [cbjyqz_event, ['CBJYQZ_QZBF', 'CBJYQZ_QZHF', 'CBJYQZ_QZZX']],
  ]
  for (const [r, names] of tables) {
    const should = pkg.tables.filter((t) => (names as readonly string[]).includes(t.name)).reduce((n, t) => n + t.count, 0)
    if (counts[r.name] !== should) throw hjbProblems.countsDiffer({ table: r.label, is: counts[r.name] ?? 0, should })
  }
}
