// What the register says about more than the rows that an entry names: since when, who has touched them, who else stands there. Each is asked only by the
// kind of entry that needs it, in one statement.
import { sql, type RawBuilder } from 'kysely'
import { mineIn } from '../../kit/server/history.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { QSZT } from '../definitions/statuses.ts'
import type { Entry } from './acts/acts.ts'

const ids = (list: Iterable<string>) => sql`any(${[...list]}::bigint[])`
const VERSIONED = ['fbf', 'cbf', 'jtcy', 'dk', 'djb'] as const

/** The days from which what is believed of these rows holds besides the live row, by id. */
export async function pastDays(ctx: Ctx, county: string, of: Iterable<string>): Promise<{ id: string; day: string }[]> {
  const mine = mineIn(ctx, county)
  const part = (t: string) => sql`select v.id::text as id, v."regFrom"::text as day from ${sql.table(`${t}_v`)} v
    where ${mine('v')} and v.id = ${ids(of)} and v."validTo" = 'infinity'`
  return (await sql<{ id: string; day: string }>`${sql.join(VERSIONED.map(part), sql` union all `)}`.execute(ctx.db)).rows
}

/** Since when these members are known of, by id: the first day of what is believed of them, or was of their present row (yyyy-MM-dd). */
export async function registeredSince(ctx: Ctx, county: string, members: readonly string[]): Promise<Map<string, string>> {
  const mine = mineIn(ctx, county)
  const { rows } = await sql<{
    id: string
    day: string
  }>`select v.id::text as id, min(v."regFrom")::text as day from (select j."countyCode", j."tenantId", j.id, j."regFrom" from jtcy j
      where ${mine('j')} and j.id = ${ids(members)} union all select j."countyCode", j."tenantId", j.id, j."regFrom" from jtcy_v j where ${mine('j')} and j.id = ${ids(members)}
      and j."validTo" = 'infinity') v group by v.id`.execute(ctx.db)
  return new Map(rows.map((r) => [r.id, r.day]))
}
/** Of these rows those that a business has written, or a book that a business wrote names; by id. */
export async function touchedRows(ctx: Ctx, county: string, of: Iterable<string>): Promise<Set<string>> {
  const mine = mineIn(ctx, county)
  const list = ids(of)
  const named = sql`select l."countyCode", l."djbId" as book, k.id from dk k join cbdkxx l on l."countyCode" = k."countyCode" and l."tenantId" = k."tenantId"
      and l.dkbm = k.dkbm where ${mine('k')} and k.id = ${list}
    union all select b."countyCode", b.id, c.id from cbf c join djb b on b."countyCode" = c."countyCode" and b."tenantId" = c."tenantId" and b.cbfbm = c.cbfbm
      where ${mine('c')} and c.id = ${list}`
  const itself = (t: string) => sql`select t.id from ${sql.table(t)} t where ${mine('t')} and t.id = ${list} and t."causeKind" = 'business'`
  const byBook = (t: string) => sql`select n.id from named n join ${sql.table(t)} t on t."countyCode" = n."countyCode" and t.id = n.book
    where ${mine('t')} and t."causeKind" = 'business'`
  const parts: RawBuilder<unknown>[] = [...VERSIONED.flatMap((t) => [itself(t), itself(`${t}_v`)]), byBook('djb'), byBook('djb_v')]
  const found = await sql<{ id: string }>`with named as (${named}) ${sql.join(parts, sql` union `)}`.execute(ctx.db)
  return new Set(found.rows.map((r) => String(r.id)))
}

/**
 * Of the codes that an entry brings those that were used before: by a row, valid or ended, or by one that was taken back, unless the same cause writes again
 * or a package comes again. Source: business-flows.md 13, I19.
 */
export async function usedCodes(ctx: Ctx, county: string, entry: Entry): Promise<Set<string>> {
  const { kind, id } = entry.cause
  const mine = mineIn(ctx, county)
  const codes = { fbf: codesOf(entry, 'newIssuer'), cbf: codesOf(entry, 'newContractor'), dk: codesOf(entry, 'newParcel') }
  const parts = (['fbf', 'cbf', 'dk'] as const).flatMap((t) => {
    if (codes[t].length === 0) return []
    const [code, list] = [sql.ref(`t.${CODES[t]}`), sql`any(${codes[t]}::text[])`]
    const past = sql`select ${code} as code from ${sql.table(`${t}_v`)} t where ${mine('t')} and ${code} = ${list} and not exists (select 1 from ${sql.table(`${t}_v`)} o
      where ${mine('o')} and o.id = t.id and o.why = 'new' and o."causeKind" = ${kind} and o."causeId" = ${id}::bigint)`
    return [sql`select ${code} as code from ${sql.table(t)} t where ${mine('t')} and ${code} = ${list}`, ...(kind === 'import' ? [] : [past])]
  })
  if (parts.length === 0) return new Set()
  return new Set((await sql<{ code: string }>`${sql.join(parts, sql` union `)}`.execute(ctx.db)).rows.map((r) => r.code))
}
const CODES = { fbf: 'fbfbm', cbf: 'cbfbm', dk: 'dkbm' } as const
const codesOf = (entry: Entry, act: 'newIssuer' | 'newContractor' | 'newParcel'): string[] =>
  entry.acts.flatMap((a) => {
    if (a.act === 'replaceParcels') return act === 'newParcel' ? a.children.map((c) => c.dkbm) : []
    if (a.act !== act) return []
    return [a.act === 'newIssuer' ? a.fbfbm : a.act === 'newContractor' ? a.cbfbm : a.act === 'newParcel' ? a.dkbm : '']
  })

/** Of these issuers those that current books name. */
export async function inBooks(ctx: Ctx, county: string, issuers: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ fbfbm: string }>`select distinct b.fbfbm from djb b where ${mineIn(ctx, county)('b')} and b.fbfbm = any(${issuers}::text[])
    and b.qszt = ${QSZT.current}`.execute(ctx.db)
  return new Set(found.rows.map((r) => r.fbfbm))
}
