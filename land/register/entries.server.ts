/** The digest of what an entry was told, and whether kept entries are still what was written: their acts are told again by replay and undo. Reads only. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Text } from '../../kit/model/lang.ts'
import type { Act } from './acts.ts'
import type { Asker } from './content.server.ts'

/** A text of data that does not hang on the order of its names. */
function canonical(v: unknown): unknown {
  if (Array.isArray(v)) return v.map(canonical)
  if (!v || typeof v !== 'object') return v
  return Object.fromEntries(
    Object.entries(v)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([n, x]) => [n, canonical(x)]),
  )
}
/** @returns the acts of an entry as the text that is kept, and its SHA-256 */
export function actsText(acts: readonly Act[]): { text: string; sha256: string } {
  const text = JSON.stringify(canonical(acts))
  return { text, sha256: createHash('sha256').update(text).digest('hex') }
}

/** What can be wrong with a kept entry. */
export type EntryFault = 'acts' | 'entryAudit' | 'entryMissing'
interface EntryRow {
  id: string
  unit: string
  regionCode: string
  causeKind: string
  acts: readonly Act[] | null
  sha256: string | null
  logged: string | null
  isLogged: boolean
  /** codes of the books that its cause made */
  books: readonly string[] | null
}
export interface WrongEntry {
  id: string
  unit: string
  regionCode: string
  why: EntryFault
  /** codes of the households, books and parcels that it is about */
  about: Text
}
/** Codes of one entry that are told. */
const TOLD = 5
/** What acts name, by codes that people know. */
function codesIn(acts: readonly Act[]): string[] {
  const text = JSON.stringify(acts)
  return [...new Set([...text.matchAll(/"(\d{18}[JQ]|\d{18,19}|\d{14})"/g)].map((m) => m[1]!))].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))
}
/** The first of these codes for people: those of books and parcels before those of issuers. */
function aboutOf(codes: readonly string[]): Text {
  const some = codes.slice(0, TOLD).join('、')
  const more = codes.length > TOLD ? codes.length : 0
  return { zh: `涉及${some}${more ? `等${more}个编码` : ''}`, en: `about ${some.replaceAll('、', ', ')}${more ? ` and ${more - TOLD} more` : ''}` }
}
/** Entries that are looked at in one statement: their acts are held in memory. */
const AT_ONCE = 500

/** The entries among these ids that are not what was written: acts, digest in the row and digest in the audit log are compared. */
export async function wrongEntries({ db, who }: Asker, county: string, ids: readonly string[]): Promise<WrongEntry[]> {
  const out: WrongEntry[] = []
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    const { rows } =
      await sql<EntryRow>`select e.id::text as id, e.unit, e."regionCode", e."causeKind", e.acts, e.sha256, l.diff ->> 'sha256' as logged, l.diff is not null as "isLogged",
        case when e.acts is null and e."causeKind" not in ('import', 'undo') then (select jsonb_agg(distinct b.cbjyqzbm) from djb b
          where b."countyCode" = e."countyCode" and b."tenantId" = e."tenantId" and b."causeKind" = e."causeKind"
            and b."causeId" = case when e."causeId" ~ '^[0-9]{1,19}$' then e."causeId"::bigint end) end as books
      from register_entry e left join lateral (select a.diff from audit_event a where a."tenantId" = e."tenantId" and a.object = 'register_entry'
        and a."objectId" = e.id::text and a.action = 'register_entry.insert' order by a.id limit 1) l on true
      where e."countyCode" = ${county} and e."tenantId" = ${who.tenantId} and e.id = any(${ids.slice(i, i + AT_ONCE)}::bigint[]) order by e.id`.execute(db)
    for (const { id, unit, regionCode, ...r } of rows) {
      const why = faultOf(r)
      if (why) out.push({ id, unit, regionCode, why, about: aboutOf(r.acts ? codesIn(r.acts) : (r.books ?? [])) })
    }
  }
  return out
}
/** Of a package only the digest of its file or of its acts is kept; a registration that was taken back has no acts of its own. */
function faultOf({ causeKind, acts, sha256, logged, isLogged }: Omit<EntryRow, 'id' | 'unit' | 'regionCode' | 'books'>): EntryFault | undefined {
  if (!acts && causeKind !== 'import' && causeKind !== 'undo') return 'entryMissing'
  if (acts && actsText(acts).sha256 !== sha256) return 'acts'
  return isLogged && logged !== null && logged !== sha256 ? 'entryAudit' : undefined
}

/** Ids of the next entries of a county after one, '' at the beginning. */
export async function nextEntries({ db, who }: Asker, county: string, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id::text as id from register_entry where "countyCode" = ${county} and "tenantId" = ${who.tenantId}
    and id > ${after || '0'}::bigint order by id limit ${AT_ONCE}`.execute(db)
  return rows.map((r) => r.id)
}
