/** Recomputes what is kept of books and compares it with what the books and the audit log say: docs/adr/0017. Nothing here changes anything. */

import { sql } from 'kysely'
import type { Text } from '../../kit/model/lang.ts'
import { regionRange } from '../../kit/model/region-code.ts'
import type { Db, Tx } from '../../kit/server/db.server.ts'
import { BATCH } from './content.server.ts'
import { hashOf } from './frozen.server.ts'

/** What can be wrong with a book, in words for people. */
export const WHYS = {
  changed: { zh: '内容与其摘要不符，内容或摘要被改动', en: 'The content is not what its digest says: one of them was changed' },
  audit: { zh: '内容摘要与审计日志不符', en: 'The digest of the content is not the one in the audit log' },
  book: { zh: '登记簿上的摘要与内容不符', en: 'The digest in the book is not that of its content' },
  missing: { zh: '内容或其某一版次缺失', en: 'The content or one of its editions is missing' },
} as const satisfies Record<string, Text>
/** One thing that is wrong with one edition of a book. */
export interface Difference {
  djbId: string
  code: string
  version: number
  /** of the content; 0 where there is none */
  edition: number
  regionCode: string
  why: keyof typeof WHYS
}
/** What a walk over books has found so far. */
export interface Verified {
  books: number
  contents: number
  /** books that are not frozen yet */
  waiting: number
  differences: number
  /** the first of them, at most KEPT */
  found: Difference[]
}
/** Differences that are kept by name; beyond them they are counted. */
const KEPT = 1000
export const nothingYet = (): Verified => ({ books: 0, contents: 0, waiting: 0, differences: 0, found: [] })

type BookRow = { id: string; countyCode: string; regionCode: string; code: string; version: number; contentHash: string | null }
type ContentRow = { djbId: string; edition: number; batchId: string; sha256: string; text: string }
/** Where a walk stands: the place of the last book. */
export type Place = readonly [regionCode: string, code: string, version: number, id: string]
export interface Scope {
  tenantId: string
  /** region code; '' = the whole tenant */
  region: string
}

/** How many books there are to verify. */
export async function booksIn(db: Db | Tx, { tenantId, region }: Scope): Promise<number> {
  const { lo, hi } = regionRange(region)
  const { rows } = await sql<{
    n: string
  }>`select count(*) as n from djb where "tenantId" = ${tenantId} and "regionCode" >= ${lo} and "regionCode" < ${hi}`.execute(db)
  return Number(rows[0]!.n)
}

/**
 * Verifies the next books of a tenant in the order of regions and codes, adding to `so`. Answers where it stands, undefined at the end. Holds BATCH books
 * at a time, whatever the county has.
 */
export async function verifyNext(db: Db | Tx, { tenantId, region }: Scope, so: Verified, after?: Place): Promise<Place | undefined> {
  const { lo, hi } = regionRange(region)
  const beyond = after ? sql`and ("regionCode", cbjyqzbm, version, id) > (${after[0]}, ${after[1]}, ${after[2]}::int, ${after[3]}::bigint)` : sql``
  const { rows: books } = await sql<BookRow>`select id, "countyCode", "regionCode", cbjyqzbm as code, version, "contentHash" from djb
    where "tenantId" = ${tenantId} and "regionCode" >= ${lo} and "regionCode" < ${hi} ${beyond}
    order by "regionCode", cbjyqzbm, version, id limit ${BATCH}`.execute(db)
  for (const [county, own] of Map.groupBy(books, (b) => b.countyCode)) await verifyBooks(db, tenantId, county, own, so)
  const last = books.at(-1)
  return last && books.length === BATCH ? [last.regionCode, last.code, last.version, last.id] : undefined
}

/** Verifies books of one county by id, adding to `so`. */
export async function verifyIds(db: Db | Tx, tenantId: string, county: string, ids: readonly string[], so: Verified): Promise<void> {
  const { rows } = await sql<BookRow>`select id, "countyCode", "regionCode", cbjyqzbm as code, version, "contentHash" from djb
    where "countyCode" = ${county} and "tenantId" = ${tenantId} and id = any(${[...ids]}::bigint[]) order by id`.execute(db)
  for (let i = 0; i < rows.length; i += BATCH) await verifyBooks(db, tenantId, county, rows.slice(i, i + BATCH), so)
}

async function verifyBooks(db: Db | Tx, tenantId: string, county: string, books: readonly BookRow[], so: Verified): Promise<void> {
  const { rows } = await sql<ContentRow>`select "djbId", edition, "batchId", sha256, text from djb_content
    where "countyCode" = ${county} and "tenantId" = ${tenantId} and "djbId" = any(${books.map((b) => b.id)}::bigint[]) order by "djbId", edition`.execute(db)
  const contents = Map.groupBy(rows, (c) => c.djbId)
  const batches = [...new Set(rows.map((c) => c.batchId))]
  const logged = new Map(
    batches.length
      ? (
          await sql<{ objectId: string; diff: Record<string, [string | null, string]> }>`select "objectId", diff from audit_event
            where "tenantId" = ${tenantId} and object = 'djb_content' and "objectId" = any(${batches}::text[])`.execute(db)
        ).rows.map((e) => [e.objectId, e.diff])
      : [],
  )
  for (const b of books) {
    const own = contents.get(b.id) ?? []
    const wrong = (why: Difference['why'], edition: number) => {
      so.differences++
      if (so.found.length < KEPT) so.found.push({ djbId: b.id, code: b.code, version: b.version, edition, regionCode: b.regionCode, why })
    }
    so.books++
    so.contents += own.length
    const last = own.at(-1)
    if (!last && b.contentHash === null) so.waiting++
    else if (!last) wrong('missing', 0)
    // a correction that was taken back leaves its edition behind: any edition may be the one in force
    else if (own.every((c) => c.sha256 !== b.contentHash)) wrong('book', last.edition)
    for (const [i, c] of own.entries()) {
      if (c.edition !== i + 1 && own[i - 1]?.edition !== c.edition - 1) wrong('missing', c.edition - 1)
      if (hashOf(c.text) !== c.sha256) wrong('changed', c.edition)
      if (logged.get(c.batchId)?.[c.djbId]?.[1] !== c.sha256) wrong('audit', c.edition)
    }
  }
}
