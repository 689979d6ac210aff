/** Makes, keeps and reads the frozen content of books: docs/adr/0017. What a book holds stands in book1.ts. */

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { djb_content } from '../definitions/cbht.ts'
import { landProblems } from '../definitions/problems.ts'
import {
  DICTIONARIES,
  makeBook1,
  PARTS,
  readBook1,
  reviseBook1,
  textOfBook,
  type Book1,
  type BookParts,
  type BoundaryPoint,
  type Given,
  type Texts,
} from './book1.ts'

/** Books whose content is made and stored at a time: what is held in memory. */
export const BATCH = 500
type Values = Record<string, unknown>

/** @returns the digest of a text of a book, as the book row, the content and the audit log keep it */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Columns of one part under the names `<table>_<column>`, so that rows of several tables come in one. */
const columns = ({ of, names }: (typeof PARTS)[keyof typeof PARTS]) =>
  sql.join(names.map((n) => sql`${sql.ref(`${of.name}.${n}`)} as ${sql.ref(`${of.name}_${n}`)}`))
function rowOf({ of, names }: (typeof PARTS)[keyof typeof PARTS], row: Values | undefined): Values | undefined {
  if (!row) return undefined
  const out = Object.fromEntries(names.map((n) => [n, row[`${of.name}_${n}`]]))
  return Object.values(out).some((v) => v !== null) ? out : undefined
}

/** Texts of the dictionaries that books keep, sealed entries included: old values use them. */
async function textsNow(ctx: Ctx): Promise<Texts> {
  const { rows } = await sql<{ code: string; dictKey: string; dictValue: string }>`select code, "dictKey", "dictValue" from dict_biz
    where "tenantId" = ${ctx.who.tenantId} and code = any(${DICTIONARIES}::text[]) and "parentId" is not null`.execute(ctx.db)
  const texts: Record<string, Record<string, string>> = {}
  for (const r of rows) (texts[r.code] ??= {})[r.dictKey] = r.dictValue
  return texts
}

// The statements below name no tenant: row-level security does, and does not give the planner a name to look up. A tenant that its figures do not know yet
// (everything of an import) would be planned as one row, and a join of two such tables reads each as often as the other has rows.
type BookRow = Values & { id: string; regionCode: string; contentHash: string | null; code: string; version: number; fbf: string }
/** The rows of books, by their ids; `lock` holds them until the transaction ends. */
const booksOf = async (ctx: Ctx, county: string, ids: readonly string[], lock = false) =>
  (
    await sql<BookRow>`select id, "regionCode", "contentHash", cbjyqzbm as code, version, fbfbm as fbf, ${columns(PARTS.book)} from djb
    where "countyCode" = ${county} and id = any(${ids}::bigint[]) order by id ${lock ? sql`for update` : sql``}`.execute(ctx.db)
  ).rows
const issuersOf = async (ctx: Ctx, county: string, codes: readonly string[]) =>
  (
    await sql<Values & { fbfbm: string }>`select fbfbm, ${columns(PARTS.issuer)} from fbf
    where "countyCode" = ${county} and fbfbm = any(${codes}::text[])`.execute(ctx.db)
  ).rows
/** Rows of a table that say which book they belong to, in the order of their ids. */
const besideOf = async (ctx: Ctx, county: string, p: (typeof PARTS)[keyof typeof PARTS], ids: readonly string[]) =>
  (
    await sql<Values & { djbId: string }>`select "djbId", ${columns(p)} from ${sql.table(p.of.name)}
    where "countyCode" = ${county} and "djbId" = any(${ids}::bigint[]) order by "djbId", id`.execute(ctx.db)
  ).rows
const linesOf = async (ctx: Ctx, county: string, ids: readonly string[]) =>
  (
    await sql<Values & { djbId: string; dkId: string | null; dkbm: string }>`select "djbId", "dkId", dkbm, ${columns(PARTS.line)} from cbdkxx
    where "countyCode" = ${county} and "djbId" = any(${ids}::bigint[]) order by "djbId", dkbm, id`.execute(ctx.db)
  ).rows
const parcelsOf = async (ctx: Ctx, county: string, ids: readonly string[]) =>
  (
    await sql<Values & { id: string; geom: string | null }>`select id, ${columns(PARTS.parcel)}, ST_AsText(geom, 10) as geom from dk
    where "countyCode" = ${county} and id = any(${ids}::bigint[])`.execute(ctx.db)
  ).rows

/** Boundary points by parcel. Looked up by the keys of their table: joined before its figures are known, both tables were read once a row. */
async function pointsOf(ctx: Ctx, county: string, parcels: readonly string[]): Promise<Map<string, BoundaryPoint[]>> {
  const { rows: links } = await sql<{ dkbm: string; jzId: string }>`select dkbm, "jzId" from dk_jz
    where "countyCode" = ${county} and dkbm = any(${parcels}::text[]) and kind = 'd'`.execute(ctx.db)
  const { rows: found } = await sql<BoundaryPoint & { id: string }>`select id, xzbz, yzbz, jzdh from jzd
    where "countyCode" = ${county} and id = any(${[...new Set(links.map((l) => l.jzId))]}::bigint[]) order by jzdxh, jzdh, id`.execute(ctx.db)
  const at = Map.groupBy(links, (l) => l.jzId),
    points = new Map<string, BoundaryPoint[]>()
  for (const p of found) for (const { dkbm } of at.get(p.id)!) points.set(dkbm, [...(points.get(dkbm) ?? []), p])
  return points
}

/** Source papers of a package; they belong to the first version of a book. */
const sourcesOf = async (ctx: Ctx, county: string, codes: readonly string[]) =>
  (
    await sql<Values & { cbjyqzbm: string }>`select cbjyqzbm, zlfjbh, zlfjmc, zlfjrq, fj from qslyzlfj
    where "countyCode" = ${county} and cbjyqzbm = any(${codes}::text[]) order by cbjyqzbm, zlfjbh, id`.execute(ctx.db)
  ).rows

const present = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]
const byId = <T extends { djbId: string }>(rows: readonly T[]) => Map.groupBy(rows, (r) => r.djbId)

/**
 * Makes the contents of books of one county from their rows as they stand, whoever asks: thirteen statements, however many books there are.
 * @param given what the entry that made a book says of it and no row keeps, by the book's id
 * @returns contents by the book's id; ids that are no book of the county are left out
 */
export async function contentOf(
  ctx: Ctx,
  county: string,
  djbIds: readonly string[],
  given: ReadonlyMap<string, Given> = new Map(),
): Promise<Map<string, Book1>> {
  return contentsOf(ctx, county, djbIds.length ? await booksOf(ctx, county, djbIds) : [], given)
}

async function contentsOf(ctx: Ctx, county: string, books: readonly BookRow[], given: ReadonlyMap<string, Given>): Promise<Map<string, Book1>> {
  if (books.length === 0) return new Map()
  const ids = books.map((b) => b.id)
  const found = await linesOf(ctx, county, ids)
  const lines = byId(found),
    members = byId(await besideOf(ctx, county, PARTS.member, ids)),
    contracts = byId(await besideOf(ctx, county, PARTS.contract, ids)),
    certificates = byId(await besideOf(ctx, county, PARTS.certificate, ids)),
    holders = byId(await besideOf(ctx, county, PARTS.holder, ids)),
    issuers = new Map((await issuersOf(ctx, county, [...new Set(books.map((x) => x.fbf))])).map((f) => [f.fbfbm, f])),
    parcels = new Map((await parcelsOf(ctx, county, present(found.map((l) => l.dkId)))).map((p) => [p.id, p])),
    points = await pointsOf(ctx, county, [...new Set(found.map((l) => l.dkbm))])
  const first = books.filter((b) => Number(b.version) === 1).map((b) => b.code)
  const sources = Map.groupBy(first.length ? await sourcesOf(ctx, county, first) : [], (s) => s.cbjyqzbm)
  const region = (await sql<{ name: string; projection: string | null }>`select name, projection from region where code = ${county}`.execute(ctx.db)).rows[0]
  const texts = await textsNow(ctx)
  const made = books.map((b) => {
    const parts: BookParts = {
      county: { code: county, name: region?.name ?? '', epsg: Number(region?.projection ?? 0) },
      book: rowOf(PARTS.book, b) ?? {},
      // of several contracts the first, of several certificates the last
      contract: rowOf(PARTS.contract, contracts.get(b.id)?.[0]),
      certificate: rowOf(PARTS.certificate, certificates.get(b.id)?.at(-1)),
      issuer: rowOf(PARTS.issuer, issuers.get(b.fbf)),
      holder: rowOf(PARTS.holder, holders.get(b.id)?.[0]),
      members: (members.get(b.id) ?? []).toSorted((x, y) => Number(x.djb_jtcy_sort) - Number(y.djb_jtcy_sort)).map((m) => rowOf(PARTS.member, m) ?? {}),
      lines: (lines.get(b.id) ?? []).map((l) => {
        const p = parcels.get(l.dkId ?? '')
        return { line: rowOf(PARTS.line, l) ?? {}, parcel: rowOf(PARTS.parcel, p), geom: p?.geom ?? null, points: points.get(l.dkbm) ?? [] }
      }),
      sources: Number(b.version) === 1 ? (sources.get(b.code) ?? []).map(({ cbjyqzbm: _, ...s }) => s) : [],
      given: given.get(b.id),
    }
    return [b.id, makeBook1(parts, texts)] as const
  })
  return new Map(made)
}

interface Frozen {
  id: string
  regionCode: string
  edition: number
  before: string | null
  sha256: string
  text: string
}
/**
 * Freezes books of one county: stores the content of each as its first edition, or of a corrected book as its next one, and its hash in the book and in the audit log (one row for at most BATCH
 * books). A book whose content is what it was gets no edition. Books are locked in the order of their ids.
 * @param given as in `contentOf`
 * @returns how many editions were written
 */
export async function freeze(ctx: Ctx, county: string, djbIds: readonly string[], given?: ReadonlyMap<string, Given>): Promise<number> {
  let written = 0
  for (let at = 0; at < djbIds.length; at += BATCH) written += await freezeBatch(ctx, county, djbIds.slice(at, at + BATCH), given)
  return written
}

async function freezeBatch(ctx: Ctx, county: string, ids: readonly string[], given?: ReadonlyMap<string, Given>): Promise<number> {
  const books = await booksOf(ctx, county, ids, true)
  const contents = await contentsOf(ctx, county, books, given ?? new Map())
  const had = books.filter((b) => b.contentHash !== null).map((b) => b.id)
  const editions = new Map((had.length ? await lastEditions(ctx, county, had) : []).map((e) => [e.djbId, e]))
  const frozen = books.flatMap((b): Frozen[] => {
    const made = contents.get(b.id)!,
      last = editions.get(b.id)
    const text = textOfBook(last ? reviseBook1(readBook1(last.text), made, given?.get(b.id) ?? {}) : made)
    const sha256 = hashOf(text)
    if (sha256 === b.contentHash) return []
    return [{ id: b.id, regionCode: b.regionCode, edition: Number(last?.edition ?? 0) + 1, before: b.contentHash, sha256, text }]
  })
  if (frozen.length === 0) return 0
  const batchId = ctx.newId()
  await store(ctx, county, batchId, frozen)
  const diff = Object.fromEntries(frozen.map((f) => [f.id, [f.before, f.sha256]]))
  await audit(ctx, { action: 'djb.freeze', object: djb_content.name, objectId: batchId, regionCode: frozen[0]!.regionCode, diff })
  return frozen.length
}

type Edition = { djbId: string; edition: number; sha256: string; text: string }
const lastEditions = async (ctx: Ctx, county: string, ids: readonly string[]) =>
  (
    await sql<Edition>`select distinct on ("djbId") "djbId", edition, sha256, text from djb_content
    where "countyCode" = ${county} and "tenantId" = ${ctx.who.tenantId} and "djbId" = any(${ids}::bigint[]) order by "djbId", edition desc`.execute(ctx.db)
  ).rows

async function store(ctx: Ctx, county: string, batchId: string, frozen: readonly Frozen[]): Promise<void> {
  const { tenantId, userId } = ctx.who
  const of = <K extends keyof Frozen>(name: K) => frozen.map((f) => f[name])
  // the hash is no change of the book, which is made with it: no revision, no version
  await sql`with u as (
      select * from unnest(${frozen.map(() => ctx.newId())}::bigint[], ${of('regionCode')}::text[], ${of('id')}::bigint[], ${of('edition')}::int[],
        ${of('sha256')}::text[], ${of('text')}::text[]) as u(id, region, djb, edition, sha, content)
    ), book as (
      update djb set "contentHash" = u.sha from u where djb."countyCode" = ${county} and djb.id = u.djb
    )
    insert into djb_content ("countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev,
      "regionCode", "djbId", edition, "batchId", sha256, text)
    select ${county}, id, ${tenantId}, ${userId}::bigint, ${ctx.now}::timestamptz, ${userId}::bigint, ${ctx.now}::timestamptz, 1,
      region, djb, edition, ${batchId}::bigint, sha, content from u`.execute(ctx.db)
}

/** The moment at which the register took a book, with its fractions of a second: what it knew of the parcels around is on the sketch. */
export async function registeredAt(ctx: Ctx, county: string, djbId: string): Promise<string> {
  const { rows } = await sql<{
    at: string
  }>`select least("validFrom", (select min(v."validFrom") from djb_v v where v."countyCode" = ${county} and v.id = djb.id))::text as at
    from djb where "countyCode" = ${county} and id = ${djbId}`.execute(ctx.db)
  return rows[0]!.at
}

/** The content of a book as it is read: what was frozen last, or of a book that is not frozen yet what it would be. */
export interface Content {
  content: Book1
  /** SHA-256 of the text; undefined while nothing is frozen */
  sha256?: string
}
/**
 * Reads what books say, by their ids: of each the edition that the book names by its hash (a correction that was taken back leaves its edition behind),
 * else the last one. A book that is not frozen yet is made on the fly from its rows. The caller has seen that the books are in scope.
 * @throws content-broken for a text that is not what its digest says
 */
export async function contentsFor(ctx: Ctx, county: string, djbIds: readonly string[]): Promise<Map<string, Content>> {
  const { rows } = await sql<Edition & { code: string }>`select distinct on (c."djbId") c."djbId", c.edition, c.sha256, c.text, djb.cbjyqzbm as code
    from djb_content c join djb on djb."countyCode" = c."countyCode" and djb.id = c."djbId"
    where c."countyCode" = ${county} and c."tenantId" = ${ctx.who.tenantId} and c."djbId" = any(${djbIds}::bigint[])
    order by c."djbId", (c.sha256 = djb."contentHash") desc nulls last, c.edition desc`.execute(ctx.db)
  for (const r of rows) if (hashOf(r.text) !== r.sha256) throw landProblems.contentBroken({ code: r.code })
  const out = new Map<string, Content>(rows.map((r) => [r.djbId, { content: readBook1(r.text), sha256: r.sha256 }]))
  const open = djbIds.filter((id) => !out.has(id))
  for (const [id, content] of open.length ? await contentOf(ctx, county, open) : []) out.set(id, { content })
  return out
}
