import { sql } from 'kysely'
import { mu, sum, type Mu } from '../../kit/model/area.ts'
import type { AnyResource } from '../../kit/model/resource.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { cbf } from '../land/cbf/cbf.ts'
import { jtcy } from '../land/cbf/jtcy.ts'
import { dk } from '../land/dk/dk.ts'
import { fbf } from '../land/fbf/fbf.ts'
import { cbdkxx, cbht, djb, djb_cbf, djb_jtcy } from '../registry/cbht.ts'
import { cbjyqz, cbjyqz_event } from '../registry/cbjyqz.ts'
import { bulk, countAll, openVersions, type Bulk } from './bulk.server.ts'
import { lzht, qslyzlfj } from './hjb.ts'
import * as map from './mapping.ts'
import { readTable } from './package/open.server.ts'
import type { MdbRow, StagedPackage, TableName } from './package/staged.ts'
import { hjbProblems } from './problems.ts'
import { writeRegions } from './regions.server.ts'
import { writeLayers } from './write-layers.server.ts'

/** What a step tells outside: never waits, so that it may be called inside a transaction. */
export type Tell = (percent: number, step: string, done?: number, total?: number) => void
export interface WriteRun {
  ctx: Ctx
  pkg: StagedPackage
  tell: Tell
  signal: AbortSignal
}
export type Counts = Record<string, number>

const VERSIONED = [fbf, cbf, jtcy, dk, djb, cbht, cbdkxx, cbjyqz] as const
const textOf = map.textOf
const by = (rows: readonly MdbRow[], field: string) => new Map(rows.map((r) => [textOf(r[field]), r]))

/** Whether any register row of these issuers exists in the tenant; `counts` for the hint before an import. */
export async function baseCounts(ctx: Ctx, county: string, where: { region?: string; issuers?: readonly string[] }): Promise<Counts> {
  const out: Counts = {}
  for (const r of [fbf, cbf, dk, cbht, djb] as const) {
    let q: any = ctx.db.selectFrom(r.name).select(sql<string>`count(*)`.as('n')).where('countyCode', '=', county).where('tenantId', '=', ctx.who.tenantId)
    if (where.issuers) q = q.where(sql<boolean>`fbfbm = any(${where.issuers}::text[])`)
    if (where.region) q = q.where('regionCode', '>=', where.region).where('regionCode', '<', `${where.region}~`)
    out[r.name] = Number((await q.executeTakeFirstOrThrow()).n)
  }
  return out
}

/**
 * Writes a whole package into the base within the caller's transaction: all of it or, when anything throws, nothing. Refuses (E6002) when the
 * base has rows of these issuers. Answers rows a table. Boundary layers are streamed; tables of the Access file are in memory as its reader has them.
 */
export async function writePackage(run: WriteRun, infoId: string): Promise<Counts> {
  const { ctx, pkg, tell } = run
  const table = (name: TableName) => readTable(pkg, name)
  const issuers = table('FBF').map((r) => textOf(r.FBFBM))
  if (Object.values(await baseCounts(ctx, pkg.county, { issuers })).some((n) => n > 0)) throw hjbProblems.hasData()
  tell(2, '行政区划')
  const counts: Counts = { region: await writeRegions(ctx, pkg) }
  const facts = gather(ctx, table)
  tell(5, '发包方与承包方')
  await fill(run, fbf, counts, (b) => each(table('FBF'), (r) => b.add(map.fbfRow(r))))
  const cbfIds = new Map<string, string>()
  await fill(run, cbf, counts, (b) =>
    each(table('CBF'), async (r) => {
      const code = textOf(r.CBFBM)
      cbfIds.set(code, await b.add(map.cbfRow(r, facts.holdings.get(code), facts.circulating.has(code))))
    }),
  )
  await fill(run, jtcy, counts, (b) =>
    members(table('CBF_JTCY'), async (r, sort) => {
      const id = cbfIds.get(textOf(r.CBFBM))
      if (id) await b.add(map.jtcyRow(r, id, sort))
    }),
  )
  tell(15, '地块与界址')
  const parcels = await writeLayers(run, facts.links, counts)
  tell(70, '登记簿')
  const books = await writeBooks(run, facts, counts)
  tell(80, '合同与权证')
  await fill(run, cbht, counts, (b) =>
    each(table('CBHT'), (r) => b.add(map.cbhtRow(r, books.get(textOf(r.CBHTBM)) ?? null, facts.holder(textOf(r.CBFBM), textOf(r.FBFBM))))),
  )
  await fill(run, cbdkxx, counts, (b) =>
    each(table('CBDKXX'), (r) => b.add(map.cbdkxxRow(r, books.get(textOf(r.CBJYQZBM)) ?? null, parcels.get(textOf(r.DKBM))))),
  )
  await fill(run, cbjyqz, counts, (b) =>
    each(table('CBJYQZ'), (r) => {
      const code = textOf(r.CBJYQZBM),
        book = facts.books.get(code)
      return b.add(map.cbjyqzRow(r, books.get(code) ?? null, book, facts.holder(textOf(book?.CBFBM), textOf(book?.FBFBM))))
    }),
  )
  await fill(run, cbjyqz_event, counts, async (b) => {
    for (const kind of ['bf', 'hf', 'zx'] as const) await each(table(`CBJYQZ_QZ${kind.toUpperCase()}` as TableName), (r) => b.add(map.eventRow(kind, r)))
  })
  await fill(run, lzht, counts, (b) => each(table('LZHT'), (r) => b.add(map.lzhtRow(r))))
  await fill(run, qslyzlfj, counts, (b) => each(table('QSLYZLFJ'), (r) => b.add(map.qslyzlfjRow(r))))
  tell(90, '版本与计数')
  await finish(run, issuers)
  compare(pkg, counts)
  await audit(ctx, { action: 'hjb.write', object: 'hjb', objectId: infoId, regionCode: pkg.county, diff: { sha256: pkg.sha256, counts } })
  return counts
}

async function each<T>(rows: readonly T[], work: (row: T) => Promise<unknown>): Promise<void> {
  for (const row of rows) await work(row)
}
/** Members in file order, numbered from 1 within their household. */
async function members(rows: readonly MdbRow[], work: (row: MdbRow, sort: number) => Promise<unknown>): Promise<void> {
  const last = new Map<string, number>()
  for (const row of rows) {
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

interface Facts {
  books: Map<string, MdbRow>
  contracts: Map<string, MdbRow>
  holdings: Map<string, map.Holding>
  /** contractors and contracts with a circulation contract that runs today */
  circulating: Set<string>
  links: Map<string, map.ParcelLink>
  cbf: Map<string, MdbRow>
  people: MdbRow[]
  holder(cbfbm: string, fbfbm: string): map.Holder
}

/** What the tables say of each other, by code. */
function gather(ctx: Ctx, table: (name: TableName) => MdbRow[]): Facts {
  const books = by(table('CBJYQZDJB'), 'CBJYQZBM'),
    contracts = by(table('CBHT'), 'CBHTBM'),
    cbfs = by(table('CBF'), 'CBFBM'),
    fbfs = by(table('FBF'), 'FBFBM')
  const today = ctx.now.slice(0, 10)
  const running = table('LZHT').filter((r) => textOf(r.LZQXKSRQ) <= today && today <= textOf(r.LZQXJSRQ))
  const circulating = new Set(running.flatMap((r) => [textOf(r.CBFBM), textOf(r.CBHTBM), `lz${textOf(r.LZHTBM)}`]))
  return {
    books,
    contracts,
    circulating,
    cbf: cbfs,
    holdings: holdingsOf(books, contracts),
    links: linksOf(table('CBDKXX'), books, cbfs, circulating),
    people: table('CBF_JTCY'),
    holder(cbfbm, fbfbm) {
      const c = cbfs.get(cbfbm)
      return {
        cbfmc: map.orNull(c?.CBFMC),
        cbfzjhm: map.orNull(c?.CBFZJHM),
        fbfmc: map.orNull(fbfs.get(fbfbm)?.FBFMC),
        cbfcysl: c?.CBFCYSL ? Number(c.CBFCYSL) : null,
      }
    },
  }
}

function holdingsOf(books: Map<string, MdbRow>, contracts: Map<string, MdbRow>): Map<string, map.Holding> {
  const out = new Map<string, map.Holding>()
  // …J sorts before …Q: the household contract leads
  for (const code of [...books.keys()].sort()) {
    const book = books.get(code)!,
      contract = contracts.get(code),
      cbfbm = textOf(book.CBFBM)
    const [cbqxq, cbqxz] = [map.orNull(book.CBQXQ), map.orNull(book.CBQXZ)]
    const area = map.areas(contract ?? {}, 'htzmj').htzmjm as Mu | null
    const known = out.get(cbfbm) ?? {
      cbjyqzbm: code,
      cbfs: map.orNull(book.CBFS),
      cbqx: map.yearsOf(map.orNull(book.CBQX), cbqxq, cbqxz),
      cbqxq,
      cbqxz,
      djsj: map.orNull(book.DJSJ),
      htzmjm: mu('0.00'),
      cbdkzs: 0,
    }
    out.set(cbfbm, { ...known, htzmjm: area ? sum([known.htzmjm, area]) : known.htzmjm, cbdkzs: known.cbdkzs + Number(contract?.CBDKZS ?? 0) })
  }
  return out
}

function linksOf(rows: readonly MdbRow[], books: Map<string, MdbRow>, cbfs: Map<string, MdbRow>, circulating: Set<string>): Map<string, map.ParcelLink> {
  const out = new Map<string, map.ParcelLink>()
  for (const row of rows) {
    const dkbm = textOf(row.DKBM),
      known = out.get(dkbm),
      cbfbm = known?.cbfbm ?? textOf(row.CBFBM)
    out.set(dkbm, {
      cbfbm,
      cbfmc: map.orNull(cbfs.get(cbfbm)?.CBFMC),
      qqmjm: map.addMu(known?.qqmjm ?? null, map.areas(row, 'htmj').htmjm as Mu | null),
      yhtmjm: map.addMu(known?.yhtmjm ?? null, map.areas(row, 'yhtmj').yhtmjm as Mu | null),
      sfqqqg: textOf(row.SFQQQG) === '1' ? '1' : '2',
      registered: known?.registered || books.has(textOf(row.CBJYQZBM)),
      circulated: known?.circulated || circulating.has(`lz${textOf(row.LZHTBM)}`),
    })
  }
  return out
}

/** Version 1 of every book with its contractor and members as they stand in the package. Answers the ids by code. */
async function writeBooks(run: WriteRun, facts: Facts, counts: Counts): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  await fill(run, djb, counts, (b) =>
    each([...facts.books], async ([code, row]) => {
      const holder = facts.holder(textOf(row.CBFBM), textOf(row.FBFBM))
      ids.set(code, await b.add(map.djbRow(row, facts.contracts.get(code), holder, facts.circulating.has(code))))
    }),
  )
  const booksOf = Map.groupBy([...facts.books], ([, row]) => textOf(row.CBFBM))
  const held = (cbfbm: string) => (booksOf.get(cbfbm) ?? []).map(([code]) => ({ djbId: ids.get(code)!, regionCode: map.regionOf(code) }))
  const nameless = { djzt: undefined, lzzt: undefined }
  await fill(run, djb_cbf, counts, (b) =>
    each([...booksOf.keys()], async (cbfbm) => {
      const c = facts.cbf.get(cbfbm)
      if (c) for (const book of held(cbfbm)) await b.add({ ...map.cbfRow(c, undefined, false), ...nameless, ...book })
    }),
  )
  await fill(run, djb_jtcy, counts, (b) =>
    members(facts.people, async (row, sort) => {
      for (const book of held(textOf(row.CBFBM))) await b.add({ ...map.jtcyRow(row, '0', sort), ...book })
    }),
  )
  return ids
}

/** First versions, list totals and code counters. */
async function finish({ ctx, pkg, signal }: WriteRun, issuers: readonly string[]): Promise<void> {
  const regions = [...new Set(issuers.map((code) => map.regionOf(code)))]
  for (const r of VERSIONED) {
    signal.throwIfAborted()
    await openVersions(ctx, r, pkg.county, regions)
    await countAll(ctx, r, pkg.county, regions)
  }
  const raise = (kind: ReturnType<typeof sql>, last: ReturnType<typeof sql>, from: string) =>
    sql`insert into code_counter ("countyCode", "tenantId", kind, prefix, last)
    select ${pkg.county}, ${ctx.who.tenantId}, ${kind}, fbfbm, max(${last}) from ${sql.table(from)}
    where "countyCode" = ${pkg.county} and "tenantId" = ${ctx.who.tenantId} and fbfbm = any(${issuers}::text[]) group by 3, 4
    on conflict ("countyCode", "tenantId", kind, prefix) do update set last = greatest(code_counter.last, excluded.last)`.execute(ctx.db)
  await raise(sql`'cbf' || cbflx`, sql`right(cbfbm, 4)::int`, 'cbf')
  await raise(sql`'dk'::text`, sql`right(dkbm, 5)::int`, 'dk')
}

/** Row counts of base and package must agree; else nothing is written. Source: data-format.md 10, invariants. */
function compare(pkg: StagedPackage, counts: Counts): void {
  const tables: readonly [AnyResource, readonly TableName[]][] = [
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
