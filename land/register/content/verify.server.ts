/** Recomputes what is kept of books and compares it with what the books and the audit log say: docs/adr/0017. Nothing here changes anything. */

import { sql } from 'kysely'
import type { Text } from '../../../kit/model/lang.ts'
import { regionRange } from '../../../kit/model/region-code.ts'
import type { Db, Tx } from '../../../kit/server/db.server.ts'
import { comparedBooks } from './compared.server.ts'
import { FREEZE_BATCH } from './content.server.ts'
import { nextEntries, wrongEntries } from './entries.server.ts'

/** What can be wrong with a book, in words for people. */
export const WHYS = {
  changed: { zh: '内容与其摘要不符，内容或摘要被改动', en: 'The content does not match its digest: one of them was changed' },
  audit: { zh: '内容摘要与审计日志不符', en: 'The digest of the content differs from the one in the audit log' },
  book: { zh: '登记簿上的摘要与内容不符', en: 'The digest in the book is not that of its content' },
  missing: { zh: '内容或其某一版次缺失', en: 'The content or one of its editions is missing' },
  rows: { zh: '登记数据与登记簿内容不一致', en: 'The rows differ from the content' },
  acts: { zh: '入库记录的事项与其摘要不符', en: 'The acts of a register entry do not match its digest' },
  entryAudit: { zh: '入库记录的摘要与审计日志不符', en: 'The digest of a register entry differs from the one in the audit log' },
  entryFacts: { zh: '入库记录与审计日志不符', en: 'A register entry is not what the audit log says' },
  entryMissing: { zh: '入库记录的事项缺失', en: 'The acts of a register entry are missing' },
} as const satisfies Record<string, Text>
/** One thing that is wrong with one edition of a book, or with an entry of the register (`code`: its unit, version and edition 0). */
export interface BookDifference {
  djbId: string
  code: string
  version: number
  /** of the content; 0 where there is none */
  edition: number
  regionCode: string
  why: keyof typeof WHYS
  /** which facts, of rows that say otherwise than the content; which codes an entry is about */
  facts?: Text
}
/** @returns what is wrong, for people */
export const verifyWords = ({ why, facts }: Pick<BookDifference, 'why' | 'facts'>): Text =>
  facts ? { zh: `${WHYS[why].zh}：${facts.zh}`, en: `${WHYS[why].en}: ${facts.en}` } : WHYS[why]
/** What a walk over books has found so far. */
export interface Verified {
  books: number
  contents: number
  /** books that are not frozen yet */
  waiting: number
  /** register entries */
  entries: number
  differences: number
  /** the first of them, at most KEPT */
  found: BookDifference[]
}
/** Differences that are kept by name; beyond them they are counted. */
const KEPT = 1000
export const nothingYet = (): Verified => ({ books: 0, contents: 0, waiting: 0, entries: 0, differences: 0, found: [] })

type BookRow = { id: string; countyCode: string; regionCode: string; code: string; version: number; contentHash: string | null }
/** An edition as it is kept, but for its text: that stays in the database, which says whether it is what its digest says. */
type ContentRow = { djbId: string; edition: number; batchId: string; sha256: string; isWhole: boolean }
/** Where a walk stands: the place of the last book. */
export type BookPlace = readonly [regionCode: string, code: string, version: number, id: string]
export interface VerifiedScope {
  tenantId: string
  /** region code; '' = the whole tenant */
  region: string
}

/** How many books there are to verify. */
export async function booksIn(db: Db | Tx, { tenantId, region }: VerifiedScope): Promise<number> {
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
export async function verifyNext(db: Db | Tx, { tenantId, region }: VerifiedScope, so: Verified, after?: BookPlace): Promise<BookPlace | undefined> {
  const { lo, hi } = regionRange(region)
  const beyond = after ? sql`and ("regionCode", cbjyqzbm, version, id) > (${after[0]}, ${after[1]}, ${after[2]}::int, ${after[3]}::bigint)` : sql``
  const { rows: books } = await sql<BookRow>`select id, "countyCode", "regionCode", cbjyqzbm as code, version, "contentHash" from djb
    where "tenantId" = ${tenantId} and "regionCode" >= ${lo} and "regionCode" < ${hi} ${beyond}
    order by "regionCode", cbjyqzbm, version, id limit ${FREEZE_BATCH}`.execute(db)
  for (const [county, own] of Map.groupBy(books, (b) => b.countyCode)) {
    await verifyBooks(db, tenantId, county, own, so)
    await compareBooks(db, tenantId, county, own, so)
  }
  const last = books.at(-1)
  return last && books.length === FREEZE_BATCH ? [last.regionCode, last.code, last.version, last.id] : undefined
}

/** Facts of one book that are told by name. */
const TOLD = 5
async function compareBooks(db: Db | Tx, tenantId: string, county: string, books: readonly BookRow[], so: Verified): Promise<void> {
  const ids = books.map((b) => b.id)
  for (const [id, facts] of await comparedBooks({ db, who: { tenantId } }, county, ids)) {
    const { code, version, regionCode } = books.find((b) => b.id === id)!
    wrong(so, { djbId: id, code, version, edition: 0, regionCode, why: 'rows', facts: listedBooks(facts.map((f) => f.words)) })
  }
}
/** The first of many words, and how many more there are. */
export function listedBooks(words: readonly Text[]): Text {
  const more = words.length - TOLD
  const some = words.slice(0, TOLD)
  return {
    zh: some.map((w) => w.zh).join('、') + (more > 0 ? `等${words.length}项` : ''),
    en: some.map((w) => w.en).join(', ') + (more > 0 ? ` and ${more} more` : ''),
  }
}
function wrong(so: Verified, d: BookDifference): void {
  so.differences++
  if (so.found.length < KEPT) so.found.push(d)
}

/** Verifies the next register entries of a county after one ('' at the beginning), adding to `so`. Answers the last one, undefined at the end. */
export async function verifyEntries(db: Db | Tx, tenantId: string, county: string, so: Verified, after: string): Promise<string | undefined> {
  const ctx = { db, who: { tenantId } }
  const ids = await nextEntries(ctx, county, after)
  so.entries += ids.length
  for (const { unit, regionCode, why, about } of await wrongEntries(ctx, county, ids))
    wrong(so, { djbId: '', code: unit, version: 0, edition: 0, regionCode, why, facts: about })
  return ids.at(-1)
}
/** Counties of a tenant inside a region that have register entries. */
export async function countiesWithEntries(db: Db | Tx, { tenantId, region }: VerifiedScope): Promise<string[]> {
  const { lo, hi } = regionRange(region.slice(0, 6))
  const { rows } = await sql<{ county: string }>`select distinct "countyCode" as county from register_entry where "tenantId" = ${tenantId}
    and "regionCode" >= ${lo} and "regionCode" < ${hi} order by 1`.execute(db)
  return rows.map((r) => r.county)
}

/** Verifies the digests of books of one county by id, adding to `so`. */
export async function verifyIds(db: Db | Tx, tenantId: string, county: string, ids: readonly string[], so: Verified): Promise<void> {
  const { rows } = await sql<BookRow>`select id, "countyCode", "regionCode", cbjyqzbm as code, version, "contentHash" from djb
    where "countyCode" = ${county} and "tenantId" = ${tenantId} and id = any(${[...ids]}::bigint[]) order by id`.execute(db)
  for (let i = 0; i < rows.length; i += FREEZE_BATCH) await verifyBooks(db, tenantId, county, rows.slice(i, i + FREEZE_BATCH), so)
}

async function verifyBooks(db: Db | Tx, tenantId: string, county: string, books: readonly BookRow[], so: Verified): Promise<void> {
  const { rows } =
    await sql<ContentRow>`select "djbId", edition, "batchId", sha256, sha256 = encode(sha256(convert_to(text, 'UTF8')), 'hex') as "isWhole" from djb_content
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
    const say = (why: BookDifference['why'], edition: number) =>
      wrong(so, { djbId: b.id, code: b.code, version: b.version, edition, regionCode: b.regionCode, why })
    so.books++
    so.contents += own.length
    const last = own.at(-1)
    if (!last && b.contentHash === null) so.waiting++
    else if (!last) say('missing', 0)
    // a correction that was taken back leaves its edition behind: any edition may be the one in force
    else if (own.every((c) => c.sha256 !== b.contentHash)) say('book', last.edition)
    for (const [i, c] of own.entries()) {
      if (c.edition !== i + 1 && own[i - 1]?.edition !== c.edition - 1) say('missing', c.edition - 1)
      if (!c.isWhole) say('changed', c.edition)
      if (logged.get(c.batchId)?.[c.djbId]?.[1] !== c.sha256) say('audit', c.edition)
    }
  }
}
