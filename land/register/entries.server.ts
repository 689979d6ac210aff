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
export type EntryFault = 'acts' | 'entryAudit' | 'entryMissing' | 'entryFacts'
/** What the audit log keeps of an entry beside its digest, and what people call it; entries of before are compared where their row of the log names it. */
const FACTS = ['causeKind', 'causeId', 'day', 'registrar'] as const
type Fact = (typeof FACTS)[number]
type Facts = Readonly<Record<Fact, string | null>>
/** @returns the facts of an entry as its row of the audit log says them: before and after */
export const loggedFacts = (row: Readonly<Record<Fact, string | null>>): Record<string, readonly [null, string | null]> =>
  Object.fromEntries(FACTS.map((n) => [n, [null, row[n]] as const]))
const FACT_WORDS: Readonly<Record<Fact | 'unit' | 'counts' | 'made' | 'createUser' | 'createTime', Text>> = {
  causeKind: { zh: '起因', en: 'cause' },
  causeId: { zh: '起因编号', en: 'cause id' },
  day: { zh: '登记日期', en: 'day' },
  registrar: { zh: '登簿人', en: 'registrar' },
  unit: { zh: '单元', en: 'unit' },
  counts: { zh: '事项数', en: 'number of acts' },
  made: { zh: '结果', en: 'what it made' },
  createUser: { zh: '入库人', en: 'who wrote it' },
  createTime: { zh: '入库时间', en: 'when it was written' },
}

interface EntryRow extends Facts {
  id: string
  unit: string
  regionCode: string
  causeKind: string
  acts: readonly Act[] | null
  sha256: string | null
  undoneBy: string | null
  logged: Readonly<Record<string, unknown>> | null
  /** whether count of acts, result, person and time are those of the log; none where it does not say */
  isSame: Readonly<Record<'counts' | 'made' | 'createUser' | 'createTime', boolean | null>>
  /** codes of the books that its cause made */
  books: readonly string[] | null
}
export interface WrongEntry {
  id: string
  unit: string
  regionCode: string
  why: EntryFault
  /** the households, books and parcels that it is about, and of facts that differ which */
  about: Text
}
/** Codes of one entry that are told. */
const TOLD = 5
/** What acts name, by codes that people know: those of books and parcels before those of issuers. */
function codesIn(acts: readonly Act[]): string[] {
  const text = JSON.stringify(acts)
  return [...new Set([...text.matchAll(/"(\d{18}[JQ]|\d{18,19}|\d{14})"/g)].map((m) => m[1]!))].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))
}
/** The first of these codes with what people call them. */
function aboutOf(codes: readonly string[], names: ReadonlyMap<string, string>): Text {
  const nameOf = (code: string) => names.get(/[JQ]$/.test(code) ? code.slice(0, -1) : code) ?? ''
  const some = codes.slice(0, TOLD).map((c) => `${c}${nameOf(c)}`)
  const more = codes.length > TOLD ? codes.length : 0
  return { zh: `涉及${some.join('、')}${more ? `等${more}个编码` : ''}`, en: `about ${some.join(', ')}${more ? ` and ${more - TOLD} more` : ''}` }
}
/** Names of households and parcels by code: of those that are told. */
async function namesOf({ db, who }: Asker, county: string, codes: readonly string[]): Promise<Map<string, string>> {
  const of = [...new Set(codes.map((c) => (/[JQ]$/.test(c) ? c.slice(0, -1) : c)))]
  if (of.length === 0) return new Map()
  const mine = (t: string) => sql`${sql.ref(`${t}.countyCode`)} = ${county} and ${sql.ref(`${t}.tenantId`)} = ${who.tenantId}`
  const { rows } = await sql<{
    code: string
    name: string
  }>`select c.cbfbm as code, c.cbfmc as name from cbf c where ${mine('c')} and c.cbfbm = any(${of}::text[])
    union all select d.dkbm, d.dkmc from dk d where ${mine('d')} and d.dkbm = any(${of}::text[])
    union all select f.fbfbm, f.fbfmc from fbf f where ${mine('f')} and f.fbfbm = any(${of}::text[])`.execute(db)
  return new Map(rows.flatMap((r) => (r.name ? [[r.code, r.name] as const] : [])))
}
/** Entries that are looked at in one statement: their acts are held in memory. */
const AT_ONCE = 500

/**
 * The entries among these ids that are not what was written: acts and digest in the row, and digest, day, registrar, cause, person and time in the audit log are
 * compared.
 */
export async function wrongEntries(ctx: Asker, county: string, ids: readonly string[]): Promise<WrongEntry[]> {
  const { db, who } = ctx
  const out: (Omit<WrongEntry, 'about'> & { codes: readonly string[]; facts: readonly Text[] })[] = []
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    const { rows } =
      await sql<EntryRow>`select e.id::text as id, e.unit, e."regionCode", e."causeKind", e."causeId", e.day::text as day, e.registrar, e.acts, e.sha256, e."undoneBy"::text as "undoneBy",
        l.diff as logged,
        jsonb_build_object('counts', case when jsonb_typeof(l.diff -> 'counts') = 'object' then l.diff -> 'counts' = e.counts end,
          'made', case when jsonb_typeof(l.diff -> 'made') = 'object' then l.diff -> 'made' = e.made end, 'createUser', l."userId" = e."createUser", 'createTime', l.at = e."createTime") as "isSame",
        case when e.acts is null and e."causeKind" not in ('import', 'undo') then (select jsonb_agg(distinct b.cbjyqzbm) from djb b
          where b."countyCode" = e."countyCode" and b."tenantId" = e."tenantId" and b."causeKind" = e."causeKind"
            and b."causeId" = case when e."causeId" ~ '^[0-9]{1,19}$' then e."causeId"::bigint end) end as books
      from register_entry e left join lateral (select a.diff, a."userId", a.at from audit_event a where a."tenantId" = e."tenantId" and a.object = 'register_entry'
        and a."objectId" = e.id::text and a.action = 'register_entry.insert' order by a.id limit 1) l on true
      where e."countyCode" = ${county} and e."tenantId" = ${who.tenantId} and e.id = any(${ids.slice(i, i + AT_ONCE)}::bigint[]) order by e.id`.execute(db)
    for (const r of rows) {
      const [why, facts] = [faultOf(r), factsWrong(r)]
      const { id, unit, regionCode } = r
      if (why ?? facts.length) out.push({ id, unit, regionCode, why: why ?? 'entryFacts', codes: r.acts ? codesIn(r.acts) : (r.books ?? []), facts })
    }
  }
  const names = await namesOf(
    ctx,
    county,
    out.flatMap((e) => e.codes.slice(0, TOLD)),
  )
  return out.map(({ codes, facts, ...e }) => ({ ...e, about: both(facts, codes.length ? aboutOf(codes, names) : undefined) }))
}
/** Which facts differ, and what an entry is about. */
const both = (facts: readonly Text[], about: Text | undefined): Text => ({
  zh: [facts.map((f) => f.zh).join('、'), about?.zh ?? ''].filter(Boolean).join('；'),
  en: [facts.map((f) => f.en).join(', '), about?.en ?? ''].filter(Boolean).join('; '),
})
/** Of a package only the digest of its file or of its acts is kept; a registration that was taken back has no acts of its own. */
function faultOf({ causeKind, acts, sha256, logged }: Pick<EntryRow, 'causeKind' | 'acts' | 'sha256' | 'logged'>): EntryFault | undefined {
  if (!acts && causeKind !== 'import' && causeKind !== 'undo') return 'entryMissing'
  if (acts && actsText(acts).sha256 !== sha256) return 'acts'
  return typeof logged?.['sha256'] === 'string' && logged['sha256'] !== sha256 ? 'entryAudit' : undefined
}
/** What of an entry is not what its row of the log says; the unit of one that was taken back is another since. */
function factsWrong(e: EntryRow): Text[] {
  const { logged } = e
  if (!logged) return []
  const facts = FACTS.filter((n) => Array.isArray(logged[n]) && (logged[n][1] ?? null) !== e[n])
  const unit = typeof logged['unit'] === 'string' && e.undoneBy === null && logged['unit'] !== e.unit
  const others = (['counts', 'made', 'createUser', 'createTime'] as const).filter((n) => e.isSame[n] === false)
  return [...facts, ...(unit ? (['unit'] as const) : []), ...others].map((n) => FACT_WORDS[n])
}

/** Ids of the next entries of a county after one, '' at the beginning. */
export async function nextEntries({ db, who }: Asker, county: string, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id::text as id from register_entry where "countyCode" = ${county} and "tenantId" = ${who.tenantId}
    and id > ${after || '0'}::bigint order by id limit ${AT_ONCE}`.execute(db)
  return rows.map((r) => r.id)
}
