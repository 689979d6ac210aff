import { sql } from 'kysely'
import type { Field } from '../../kit/model/field.ts'
import { entries, type AnyResource } from '../../kit/model/resource.ts'
import type { Ctx, Who } from '../../kit/server/ctx.server.ts'
import type { Tx } from '../../kit/server/db.server.ts'
import { newId } from '../../kit/server/ids.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { keysOf } from '../samples.ts'
import type { World } from '../world.ts'
import { VILLAGE } from './people.ts'

export type Values = Record<string, any>

/** Text that fits, differs with n and sorts by n; codes begin with their county, as the tables demand. */
function textOf(name: string, f: Field, n: number): string {
  if (f.values) return f.values[n % f.values.length]!
  const head = `${f.search === 'prefix' ? '512021' : ''}${n}`
  return f.length ? head.padEnd(f.length, '0') : `${head}x样张${name}`.slice(0, Math.min(f.max ?? 20, 20))
}

/** Keys of a dictionary in the order in which the database sorts them. */
function nthKey(code: string, n: number): string {
  const keys = keysOf(code).sort()
  return keys[(n - 1) % keys.length]!
}

/** A value for any field, editable or not, that differs between n = 1, 2, 3 and sorts by n where the kind has that many values. */
function valueOf(name: string, f: Field, n: number): unknown {
  switch (f.kind) {
    case 'int':
      return (f.min ?? 0) + n
    case 'decimal':
    case 'area':
      return `${n}.50`
    case 'date':
      return `2026-01-0${n}`
    case 'datetime':
      return `2026-01-0${n} 03:04:05`
    case 'dict':
      return f.values ? f.values[n % f.values.length] : nthKey(f.dict!, n)
    case 'flag':
      return n === 1 ? 1 : 0
    case 'region':
      return `${VILLAGE}0${n}`
    case 'ref':
      return String(1000 + n)
    case 'refs':
      return `${n},${n + 1}`
    case 'geom':
      return `POLYGON((105.3${n} 29.8,105.3${n}1 29.8,105.3${n}1 29.801,105.3${n} 29.801,105.3${n} 29.8))`
    case 'json':
      return { n }
    default:
      return textOf(name, f, n)
  }
}

const who = (tenantId: string, regionCode = ''): Who => ({
  userId: '7000000',
  account: 'loop',
  realName: 'loop',
  tenantId,
  deptId: '0',
  roleIds: [],
  roles: ['administrator'],
  regionCode,
  perms: new Set(),
})
/** The context of our own code on a transaction, as somebody of a tenant. */
export const ctxOf = (tx: Tx, tenantId = '000000', regionCode = ''): Ctx => ({
  who: who(tenantId, regionCode),
  db: tx,
  lang: 'zh',
  now: '2026-01-01 08:00:00',
  newId: () => newId(),
  requestId: 'loop',
  ip: '',
  enqueue: async () => '0',
})

/** A value for every field of a definition. */
export const valuesOf = (r: AnyResource, n: number): Values => Object.fromEntries(entries(r).map(([name, f]) => [name, valueOf(name, f, n)]))
/** Writes a row with every field of its definition filled, as our own code does; `over` wins. Answers its values with the id. */
export async function plant(w: Pick<World, 'db'>, r: AnyResource, n: number, over: Values = {}): Promise<Values & { id: string }> {
  const values: Values = { ...valuesOf(r, n), ...over }
  const id = await w.db.transaction({ tenantId: '000000' }, (tx) => rows.insert(ctxOf(tx), r, values))
  return { ...values, id }
}

/** Plants businesses of the village with these ids, on which files can hang. */
export async function plantHomes(w: Pick<World, 'db' | 'slices'>, ...ids: readonly string[]): Promise<void> {
  const business = w.slices.flatMap((s) => s.resources).find((r) => r.name === 'business')!
  for (const id of ids) await plant(w, business, 1, { id, regionCode: VILLAGE, removed: null, businessCode: `b${id}` })
}

/** The stored row as one text, or undefined: equal before and after means that nothing of it changed. */
export async function stored(w: World, r: AnyResource, id: string): Promise<string | undefined> {
  const found = await sql<{ t: string }>`select to_jsonb(x)::text as t from ${sql.table(r.name)} x where id = ${id}`.execute(w.db.owner)
  return found.rows[0]?.t
}

/**
 * What a request could change: of each table how many rows it has and the sum of the transactions that wrote them. Whoever writes is younger than every row
 * there is, so a row more or less, another one in its place and one that was written again all show. A digest of the rows themselves, which says nothing of
 * the last, took a third of what the database did in a run; and to plan the statement takes six times what it takes to run, so a connection plans it once.
 */
export async function fingerprint(w: World): Promise<Record<string, string>> {
  const tables = w.slices.flatMap((s) => s.resources.flatMap((r) => (r.versioned ? [r.name, `${r.name}_v`] : [r.name])))
  const all = [...tables, 'audit_event', 'code_counter', 'row_count', 'job', 'outbox', 'role_menu', 'user_secret']
  const text = all.map((t) => `select '${t}' as t, count(*) || ':' || coalesce(sum(x.xmin::text::bigint), 0) as d from "${t}" x`).join(' union all ')
  const { rows: found } = await w.db.pool.query<{ t: string; d: string }>({ name: 'fingerprint', text })
  return Object.fromEntries(found.map((f) => [f.t, f.d]))
}

/** Tables whose fingerprints differ. */
export const changed = (before: Record<string, string>, after: Record<string, string>): string[] => Object.keys(after).filter((t) => after[t] !== before[t])
