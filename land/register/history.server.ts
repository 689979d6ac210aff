import { sql } from 'kysely'
import { entries, type AnyResource } from '../../kit/model/resource.ts'
import { CLOCK_COLUMNS } from '../../kit/server/columns.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { shown, visible } from '../../kit/server/narrow.server.ts'
import { joinable, listColumns } from '../../kit/server/query.server.ts'
import { answering, reading, type Route, textIn } from '../../kit/server/route.server.ts'

/** What a version says beside its row: believed and true from when to when, why and caused by what, first recorded when, and which columns are new in it. */
const MORE = ['validFrom', 'validTo', 'regFrom', 'regTo', 'why', 'causeKind', 'causeId', 'recordedAt', 'changed', 'by', 'role', 'place'] as const

/** What the person who recorded a version is today. */
const ROLES = sql<
  string | null
>`(select string_agg(o."roleName", '、' order by o.id) from sys_role o where o.id::text = any(string_to_array(sys_user."roleId", ',')))`

/** Where that person works today: by the department's name. */
const PLACE = sql<
  string | null
>`(select string_agg(d."deptName", '、' order by d.id) from sys_dept d where d.id::text = any(string_to_array(sys_user."deptId", ',')))`

/**
 * The call that tells the versions of one object by its code, `{path}/history`: what is believed of each of its days, the earliest first. Of a contract or book every
 * version under the code. Within the caller's region and data scope, masked as the list is.
 */
export function historyOf(r: AnyResource, code: string): Route {
  const call = reading('land', `${r.name}_view`)(`${r.path}/history`, `${r.label}历史`, [code], (ctx, q) => versionsOf(ctx, r, code, textIn(q, code)))
  return answering(call, { as: 'rows', of: r, also: MORE })
}
async function versionsOf(ctx: Ctx, r: AnyResource, code: string, of: string) {
  const geometry = entries(r).flatMap(([n, f]) => (f.kind === 'geom' ? [sql<string>`ST_AsText(${sql.ref(`${r.name}.${n}`)}, 10)`.as(n)] : []))
  const structures = entries(r).flatMap(([n, f]) => (f.kind === 'json' ? [`${r.name}.${n}`] : []))
  const found = await joinable(ctx, r, 'versions')
    .select([...listColumns(r), ...structures, ...CLOCK_COLUMNS.map((c) => `${r.name}.${c.name}`), `${r.name}.validTo`, `${r.name}.regTo`, ...geometry])
    .leftJoin('sys_user', (on) => on.onRef('sys_user.id', '=', `${r.name}.updateUser`))
    .select(sql<boolean>`${sql.ref(`${r.name}.validTo`)} = 'infinity'`.as('isBelieved'))
    .select(['sys_user.realName as by', ROLES.as('role'), PLACE.as('place')])
    .where(`${r.name}.${code}`, '=', of)
    .orderBy(`${r.name}.id`)
    .orderBy(`${r.name}.regFrom`)
    .orderBy(`${r.name}.validFrom`)
    .execute()
  return found.flatMap(({ isBelieved, ...row }, i) => {
    if (!isBelieved) return []
    const before = found.slice(0, i).findLast((x) => x.isBelieved && x.id === row.id)
    // what is left of a version that was cut keeps why and cause: it was recorded when they were
    const same = found.filter(
      (x) => x.id === row.id && x.regFrom === row.regFrom && x.why === row.why && x.causeKind === row.causeKind && x.causeId === row.causeId,
    )
    const recordedAt = same.map((x) => String(x.validFrom)).toSorted()[0]
    const changed = before
      ? entries(r).flatMap(([n]) => (r.unversioned?.includes(n) || JSON.stringify(row[n] ?? null) === JSON.stringify(before[n] ?? null) ? [] : [n]))
      : []
    const seen = visible(ctx, r, shown(ctx, r, row))
    return [{ ...seen, recordedAt, changed: changed.filter((n) => Object.hasOwn(seen, n)) }]
  })
}
