/** Whether rows still say what the audit log says was written of them: what no book prints and no digest holds. Reads only. */
import { sql, type RawBuilder } from 'kysely'
import { both, type Text } from '../../../kit/model/lang.ts'
import { entries, type AnyResource } from '../../../kit/model/resource.ts'
import { storedColumns } from '../../../kit/server/columns.server.ts'
import { SINCE, type Audited } from './audited.ts'
import { readText, type Asker } from './content.server.ts'
import { worked } from './worked.server.ts'

/** When a row was written: the moment of the event that tells of it. */
const MADE = 'createTime'
const kindOf = (of: AnyResource, n: string): string | undefined => (n === MADE ? 'datetime' : of.fields[n]?.kind)
const localTime = (c: RawBuilder<unknown>) => sql`to_char(${c} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`
/** What columns of a row `t` say, as text. */
const saidBy = (t: string, of: AnyResource, columns: readonly string[]): RawBuilder<unknown> =>
  sql`jsonb_build_object(${sql.join(
    columns.map((n) => {
      const c = sql.ref(`${t}.${n}`)
      return sql`${sql.lit(n)}, ${kindOf(of, n) === 'datetime' ? localTime(c) : sql`${c}::text`}`
    }),
  )})`
const kindsOf = (of: AnyResource, columns: readonly string[]) => Object.fromEntries(columns.map((n) => [n, kindOf(of, n)]))
/** What every table has beside its fields, as people are told. */
const BESIDE: Readonly<Record<string, Text>> = { [MADE]: both('写入时间', 'when it was written'), [SINCE]: both('生效日期', 'since when it is true') }
const wordsOf = (of: AnyResource, n: string): Text => {
  const f = of.fields[n]
  return f ? both(f.label, f.en ?? f.label) : (BESIDE[n] ?? both(n, n))
}

/**
 * Columns of rows of one county that say otherwise than the last audit row that names them, by the row's id. A row that has another revision than audit rows
 * was written without them (a package, an undo): it is left out, but for what a package always writes.
 */
export async function unlikeAudit(
  { db, who }: Asker,
  county: string,
  { of, columns, packaged = {}, title }: Audited,
  ids: readonly string[],
): Promise<Map<string, Text[]>> {
  const out = new Map<string, Text[]>()
  if (ids.length === 0) return out
  const [inserted, updated] = [`${of.name}.insert`, `${of.name}.update`]
  const mine = of.scope === 'land' ? sql`r."countyCode" = ${county} and` : sql``
  // of what a package wrote in bulk, and nobody changed since, the log tells nothing
  const said = Object.keys(packaged).length > 0 ? sql`` : sql`and l.diffs is not null`
  const read = await readText(
    db,
    sql`select r.id::text as id, r.rev, ${saidBy('r', of, columns)} as now, l.inserted, l.diffs from ${sql.table(of.name)} r
    cross join lateral (select bool_or(a.action = ${inserted}) as inserted, jsonb_agg(case when a.action = ${inserted}
        then a.diff || jsonb_build_object(${sql.lit(MADE)}, array[null, ${localTime(sql`a.at`)}]) else a.diff end order by a.id) as diffs from audit_event a
      where a."tenantId" = ${who.tenantId} and a.object = ${of.name} and a."objectId" = r.id::text and a.action = any(${[inserted, updated]}::text[])) l
    where ${mine} r."tenantId" = ${who.tenantId} and r.id = any(${[...ids]}::bigint[]) ${said} order by r.id`,
  )
  const kinds = kindsOf(of, columns)
  for (const { id, now: is, wrong } of await worked('rows', { read, columns, packaged, kinds }, ids.length)) {
    const name = title ? is[title] : undefined
    const [zh, en] = name ? [`【${name}】`, `${name}: `] : ['', '']
    out.set(
      id,
      wrong.map((n) => both(`${zh}${wordsOf(of, n).zh}`, `${en}${wordsOf(of, n).en}`)),
    )
  }
  return out
}

/**
 * Former versions of rows of one county that say what their row never said, by the object (`own`: the column of the version that names it; 'id': the row itself). What a package wrote
 * of days before or after its own first (later.server.ts of packages, fillBefore) has no row of the log and is believed beside the live row: it is left out.
 */
export async function formerUnlikeAudit(
  { db, who }: Asker,
  county: string,
  of: AnyResource,
  own: string,
  ids: readonly string[],
): Promise<Map<string, Text[]>> {
  const out = new Map<string, Text[]>()
  if (ids.length === 0) return out
  const stored = new Set(storedColumns(of).map((c) => c.name))
  const columns = entries(of).flatMap(([n, f]) => (stored.has(n) && f.kind !== 'geom' && f.kind !== 'json' && !of.unversioned?.includes(n) ? [n] : []))
  const mine = (t: string) => sql`${sql.ref(`${t}.countyCode`)} = ${county} and ${sql.ref(`${t}.tenantId`)} = ${who.tenantId}`
  const read = await readText(
    db,
    sql`select v.${sql.ref(own)}::text as id, v."regFrom"::text as since, ${saidBy('v', of, columns)} as now,
      case when r.id is not null then ${saidBy('r', of, columns)} end as is, l.inserted, l.diffs
    from ${sql.table(`${of.name}_v`)} v left join ${sql.table(of.name)} r on ${mine('r')} and r.id = v.id
    cross join lateral (select bool_or(a.action like '%.insert') as inserted, jsonb_agg(a.diff order by a.id) as diffs from audit_event a
      where a."tenantId" = ${who.tenantId} and a.object = ${of.name} and a."objectId" = v.id::text and a.action = any(${[`${of.name}.insert`, `${of.name}.update`]}::text[])) l
    where ${mine('v')} and v.${sql.ref(own)} = any(${[...ids]}::bigint[]) and not (v."causeKind" = 'import' and v."validTo" = 'infinity')
    order by v.id, v."validFrom", v."regFrom"`,
  )
  for (const { id, since, wrong } of await worked('former', { read, columns, kinds: kindsOf(of, columns) }, ids.length))
    out.set(id, [
      ...(out.get(id) ?? []),
      ...wrong.map((n) => both(`历史版本（${since}起）${of.fields[n]?.label ?? n}`, `former version of ${since}: ${of.fields[n]?.en ?? n}`)),
    ])
  return out
}
