/** Whether rows still say what the audit log says was written of them: what no book prints and no digest holds. Reads only. */
import { sql } from 'kysely'
import { both, type Text } from '../../../kit/model/lang.ts'
import type { Audited } from './audited.ts'
import { readText, type Asker } from './content.server.ts'
import { worked } from './worked.server.ts'

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
  const now = sql.join(
    columns.map((n) => {
      const c = sql.ref(`r.${n}`)
      return sql`${sql.lit(n)}, ${of.fields[n]?.kind === 'datetime' ? sql`to_char(${c} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')` : sql`${c}::text`}`
    }),
  )
  const read = await readText(
    db,
    sql`select r.id::text as id, r.rev, jsonb_build_object(${now}) as now, l.inserted, l.diffs from ${sql.table(of.name)} r
    cross join lateral (select bool_or(a.action like '%.insert') as inserted, jsonb_agg(a.diff order by a.id) as diffs from audit_event a
      where a."tenantId" = ${who.tenantId} and a.object = ${of.name} and a."objectId" = r.id::text and a.action = any(${[`${of.name}.insert`, `${of.name}.update`]}::text[])) l
    where r."countyCode" = ${county} and r."tenantId" = ${who.tenantId} and r.id = any(${[...ids]}::bigint[]) order by r.id`,
  )
  const kinds = Object.fromEntries(columns.map((n) => [n, of.fields[n]?.kind]))
  for (const { id, now: is, wrong } of await worked('rows', { read, columns, packaged, kinds }, ids.length)) {
    const name = title ? is[title] : undefined
    const [zh, en] = name ? [`【${name}】`, `${name}: `] : ['', '']
    out.set(
      id,
      wrong.map((n) => both(`${zh}${of.fields[n]?.label ?? n}`, `${en}${of.fields[n]?.en ?? n}`)),
    )
  }
  return out
}
