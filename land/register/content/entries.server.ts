/** Whether kept entries are still what was written: their acts are told again by replay and undo. Reads only. */
import { sql } from 'kysely'
import type { Text } from '../../../kit/model/lang.ts'
import { readText, type Asker } from './content.server.ts'
import type { EntryFault, FaultyEntry } from './entry-faults.server.ts'
import { worked } from './worked.server.ts'

/** An entry that is not what was written, in words. */
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
  const out: FaultyEntry[] = []
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    const some = ids.slice(i, i + AT_ONCE)
    const read = await readText(
      db,
      sql`select e.id::text as id, e.unit, e."regionCode", e."causeKind", e."causeId", e.day::text as day, e.registrar, e.acts, e.sha256, e."undoneBy"::text as "undoneBy",
        l.diff as logged, (select b."businessCode" from business b where b."countyCode" = e."countyCode" and b."tenantId" = e."tenantId" and e."causeKind" = 'business'
          and b.id = case when e."causeId" ~ '^[0-9]{1,19}$' then e."causeId"::bigint end) as "caseCode",
        jsonb_build_object('counts', case when jsonb_typeof(l.diff -> 'counts') = 'object' then l.diff -> 'counts' = e.counts end,
          'made', case when jsonb_typeof(l.diff -> 'made') = 'object' then l.diff -> 'made' = e.made end, 'createUser', l."userId" = e."createUser", 'createTime', l.at = e."createTime") as "isSame",
        case when e.acts is null and e."causeKind" not in ('import', 'undo') then (select jsonb_agg(distinct b.cbjyqzbm) from djb b
          where b."countyCode" = e."countyCode" and b."tenantId" = e."tenantId" and b."causeKind" = e."causeKind"
            and b."causeId" = case when e."causeId" ~ '^[0-9]{1,19}$' then e."causeId"::bigint end) end as books
      from register_entry e left join lateral (select a.diff, a."userId", a.at from audit_event a where a."tenantId" = e."tenantId" and a.object = 'register_entry'
        and a."objectId" = e.id::text and a.action = 'register_entry.insert' order by a.id limit 1) l on true
      where e."countyCode" = ${county} and e."tenantId" = ${who.tenantId} and e.id = any(${some}::bigint[]) order by e.id`,
    )
    out.push(...(await worked('entries', read, some.length)))
  }
  const names = await namesOf(
    ctx,
    county,
    out.flatMap((e) => e.codes.slice(0, TOLD)),
  )
  return out.map(({ codes, facts, caseCode, ...e }) => ({
    ...e,
    about: inWords(facts, codes.length ? aboutOf(codes, names) : undefined, calledOf(e.id, caseCode)),
  }))
}
/** By what people find an entry: the number of its case, and its own. */
const calledOf = (id: string, caseCode: string | null): Text => ({
  zh: `${caseCode ? `业务编号${caseCode}，` : ''}入库记录编号${id}`,
  en: `${caseCode ? `case ${caseCode}, ` : ''}entry ${id}`,
})
/** Which facts differ, what an entry is about, and what it is called. */
const inWords = (facts: readonly Text[], about: Text | undefined, called: Text): Text => ({
  zh: [facts.map((f) => f.zh).join('、'), about?.zh ?? '', called.zh].filter(Boolean).join('；'),
  en: [facts.map((f) => f.en).join(', '), about?.en ?? '', called.en].filter(Boolean).join('; '),
})
/** Ids of the next entries of a county after one, '' at the beginning. */
export async function nextEntries({ db, who }: Asker, county: string, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id::text as id from register_entry where "countyCode" = ${county} and "tenantId" = ${who.tenantId}
    and id > ${after || '0'}::bigint order by id limit ${AT_ONCE}`.execute(db)
  return rows.map((r) => r.id)
}
