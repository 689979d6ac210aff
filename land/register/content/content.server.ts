/** Makes, keeps and reads the frozen content of books: docs/adr/0017. What a book holds stands in book1.ts. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql, type RawBuilder } from 'kysely'
import { audit } from '../../../kit/server/audit.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { Db, Tx } from '../../../kit/server/db.server.ts'
import { djb_content } from '../../definitions/cbht.ts'
import { landProblems } from '../../definitions/problems.ts'
import { BOOK_DICTIONARIES, PARTS, readBook1, type Book1, type BookBoundaryPoint } from './book1.ts'
import { frozenContents, hashOf, type FrozenBook, type GivenById, type Piece, type PointsOf } from './frozen.server.ts'
import { worked } from './worked.server.ts'

/** Books whose content is made and stored at a time: what is held in memory, and what others wait for while it is stored. */
export const FREEZE_BATCH = 50

const object = (names: readonly string[]) => sql`jsonb_build_object(${sql.join(names.map((n) => sql`${sql.lit(n)}, ${sql.ref(n)}::text`))})`

/**
 * Everything that books are made of, in one statement however many there are. Each table is looked up by its keys alone: a join of tables whose figures
 * are not known yet (all of them, in an import) reads one as often as the other has rows. No part but the dictionary and the issuers names the tenant, which row-level
 * security does without giving the planner a name to look up: a tenant that its figures do not know would be planned as one row.
 */
function piecesFrom(ctx: Asker, county: string, ids: readonly string[], { isFreezing, points }: { isFreezing: boolean; points: boolean }): RawBuilder<Piece> {
  const here = sql`"countyCode" = ${county}`,
    books = sql`${here} and id = any(${ids}::bigint[])`,
    beside = sql`${here} and "djbId" = any(${ids}::bigint[])`,
    // a parcel that stands in no line has no point here
    // Looked up parcel by parcel; "offset 0" keeps the planner, which knows nothing of rows written a second ago, from reading all links for each parcel.
    links = sql`unnest(array(select distinct dkbm from cbdkxx where ${beside})) as stands(code)
      cross join lateral (select "jzId", dkbm from dk_jz where ${here} and dkbm = stands.code and kind = 'd' offset 0) as dk_jz`
  const piece = (part: Piece['part'], id: string, of: string, row: RawBuilder<unknown>, from: RawBuilder<unknown>, long = sql`null::text`) =>
    sql`(select ${sql.lit(part)} as part, ${sql.ref(id)}::text as id, ${sql.ref(of)}::text as of, ${row} as row, ${long} as long from ${from})`
  const whole = (part: keyof typeof PARTS, of: string, where: RawBuilder<unknown>, more: readonly string[] = [], long?: RawBuilder<string>) =>
    piece(part, 'id', of, object([...PARTS[part].names, ...more]), sql`${sql.table(PARTS[part].of.name)} where ${where}`, long)
  const parts = [
    whole('book', 'id', books, ['regionCode', 'contentHash']),
    whole('contract', 'djbId', beside),
    whole('certificate', 'djbId', beside),
    whole('holder', 'djbId', beside),
    whole('member', 'djbId', beside),
    whole('line', 'djbId', beside, ['dkId']),
    // found by a code that another tenant may have too, and where reading is not walled (db/open-read.md) nothing else would part them
    whole('issuer', 'fbfbm', sql`${here} and "tenantId" = ${ctx.who.tenantId} and fbfbm = any(array(select fbfbm from djb where ${books}))`),
    whole('parcel', 'id', sql`${here} and id = any(array(select "dkId" from cbdkxx where ${beside}))`, [], sql`ST_AsText(geom, 10)`),
    ...(points
      ? [
          piece('link', 'jzId', 'dkbm', sql`null::jsonb`, links),
          piece(
            'point',
            'id',
            'id',
            object(['xzbz', 'yzbz', 'jzdh', 'jzdxh']),
            sql`unnest(array(select distinct "jzId" from ${links})) as bounds(point)
              cross join lateral (select * from jzd where ${here} and id = bounds.point offset 0) as jzd`,
          ),
        ]
      : []),
    piece(
      'source',
      'id',
      'cbjyqzbm',
      object(['zlfjbh', 'zlfjmc', 'zlfjrq', 'fj']),
      sql`qslyzlfj where ${here} and cbjyqzbm = any(array(select cbjyqzbm from djb where ${books} and version = 1))`,
    ),
    piece('region', 'code', 'code', object(['name', 'projection']), sql`region where code = ${county}`),
    // sealed entries included: old values use them
    piece(
      'word',
      'dictKey',
      'code',
      object(['dictValue']),
      sql`dict_biz where "tenantId" = ${ctx.who.tenantId} and code = any(${BOOK_DICTIONARIES}::text[]) and "parentId" is not null`,
    ),
    ...(isFreezing ? [piece('edition', 'id', 'djbId', object(['edition']), sql`djb_content where ${beside}`, sql`text`)] : []),
  ]
  return sql<Piece>`${sql.join(parts, sql` union all `)}`
}
/** What a statement answers as one text of JSON, for whoever does the work on it: who answers people neither reads the rows nor makes anything of them. */
export async function readText(db: Db | Tx, statement: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ text: string }>`select coalesce(json_agg(q), '[]')::text as text from (${statement}) q`.execute(db)
  return rows[0]!.text
}
/** The pieces of books as they stand. */
export const piecesAsText = (ctx: Asker, county: string, ids: readonly string[]): Promise<string> =>
  readText(ctx.db, piecesFrom(ctx, county, ids, { isFreezing: false, points: true }))

/** Who asks for rows of books: a base and its tenant. */
export interface Asker {
  db: Db | Tx
  who: Pick<Ctx['who'], 'tenantId'>
}
/**
 * Makes the contents of books of one county from their rows as they stand, whoever asks: one statement, however many books there are.
 * @param given what the entry that made a book says of it and no row keeps, by the book's id
 * @returns contents by the book's id; ids that are no book of the county are left out
 */
export async function contentOf(ctx: Asker, county: string, djbIds: readonly string[], given: GivenById = new Map()): Promise<Map<string, Book1>> {
  if (djbIds.length === 0) return new Map()
  const { rows } = await piecesFrom(ctx, county, djbIds, { isFreezing: false, points: true }).execute(ctx.db)
  return frozenContents({ county, given }, rows)
}

/**
 * Freezes books of one county: stores the content of each as its first edition, or of a corrected book as its next one, and its hash in the book and in the audit log (one row for at most BATCH
 * books). A book whose content is what it was gets no edition. Two statements for BATCH books. Of two that freeze the same book at once
 * the second is refused by the base (unique edition): entries lock their books, and jobs are tried again.
 * @param given as in `contentOf`
 * @param written points of the parcels, by whoever has written all of them in this transaction: a base that has no figures of their tenant yet may read all of its points for each
 * @returns how many editions were written
 */
export async function freeze(ctx: Ctx, county: string, djbIds: readonly string[], given: GivenById = new Map(), written?: PointsOf): Promise<number> {
  let n = 0
  for (let at = 0; at < djbIds.length; at += FREEZE_BATCH) n += await freezeBatch(ctx, county, djbIds.slice(at, at + FREEZE_BATCH), given, written)
  return n
}

async function freezeBatch(ctx: Ctx, county: string, ids: readonly string[], given: GivenById, written?: PointsOf): Promise<number> {
  const pieces = await readText(ctx.db, piecesFrom(ctx, county, ids, { isFreezing: true, points: !written }))
  const own: GivenById = new Map(ids.flatMap((id) => (given.has(id) ? [[id, given.get(id)!] as const] : [])))
  const points = written && (await pointsIn(ctx, county, ids, written))
  return storeFrozen(ctx, county, await worked('freeze', { county, pieces, given: own, ...(points ? { points } : {}) }, ids.length))
}
/** Parcels whose points are looked up before anybody else gets the thread. */
const PARCELS_AT_ONCE = 200
/** The points of every parcel that stands in lines of books, by whoever has written them. */
async function pointsIn(ctx: Ctx, county: string, ids: readonly string[], written: PointsOf): Promise<Map<string, BookBoundaryPoint[]>> {
  const { rows } = await sql<{
    dkbm: string
  }>`select distinct dkbm from cbdkxx where "countyCode" = ${county} and "djbId" = any(${ids}::bigint[]) order by dkbm`.execute(ctx.db)
  const out = new Map<string, BookBoundaryPoint[]>()
  for (const [i, { dkbm }] of rows.entries()) {
    if (i % PARCELS_AT_ONCE === 0) await nextTurn()
    out.set(dkbm, written(dkbm))
  }
  return out
}
/** Stores what was frozen, with its row of the audit log. Answers how many editions were written. */
async function storeFrozen(ctx: Ctx, county: string, frozen: readonly FrozenBook[]): Promise<number> {
  if (frozen.length === 0) return 0
  const batchId = ctx.newId()
  await store(ctx, county, batchId, frozen)
  const diff = Object.fromEntries(frozen.map((f) => [f.id, [f.before, f.sha256]]))
  await audit(ctx, { action: 'djb.freeze', object: djb_content.name, objectId: batchId, regionCode: frozen[0]!.regionCode, diff })
  return frozen.length
}

type Edition = { djbId: string; edition: number; sha256: string; text: string }

async function store(ctx: Ctx, county: string, batchId: string, frozen: readonly FrozenBook[]): Promise<void> {
  const { tenantId, userId } = ctx.who
  const of = <K extends keyof FrozenBook>(name: K) => frozen.map((f) => f[name])
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

/** Of books that were given a new edition at a moment (`at`, the time of the transaction): the edition before and that one, by id. */
export async function editionsAt(
  ctx: Ctx,
  county: string,
  books: readonly { id: string; at: string }[],
): Promise<Map<string, { before: Book1; after: Book1 }>> {
  const { rows } = await sql<{ djbId: string; before: string; after: string }>`select c."djbId", p.text as before, c.text as after
    from djb_content c join djb_content p on p."countyCode" = c."countyCode" and p."tenantId" = c."tenantId" and p."djbId" = c."djbId" and p.edition = c.edition - 1
    where c."countyCode" = ${county} and c."tenantId" = ${ctx.who.tenantId} and (c."djbId", c."createTime") in (select * from unnest(
        ${books.map((b) => b.id)}::bigint[], ${books.map((b) => b.at)}::timestamptz[]))`.execute(ctx.db)
  return new Map(rows.map((r) => [String(r.djbId), { before: readBook1(r.before), after: readBook1(r.after) }]))
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
