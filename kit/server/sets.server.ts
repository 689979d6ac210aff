import { sql, type RawBuilder } from 'kysely'
import type { Column } from './columns.server.ts'

export type Values = Record<string, any>
/** Rows at most that go in one statement. */
export const AT_ONCE = 1000

/** The type of a column without its length: a cast would cut what is too long, an assignment refuses it. */
const bare = (type: string): string => type.replace(/\(.*\)/, '').replace(/ collate "C"/, '')
const listOf = (items: readonly unknown[]): string => `{${items.map((t) => `"${String(t).replace(/[\\"]/g, '\\$&')}"`).join(',')}}`
const textOf = (v: unknown): string | null => (v === null || v === undefined ? null : Array.isArray(v) ? listOf(v) : String(v))

/** Rows as a source of a statement: one array a column, so that its text is the same for one row and for a thousand. `of(name)` is a value of it. */
export function rowSet(columns: readonly Pick<Column, 'name' | 'type'>[], rows: readonly Values[], alias = 'u') {
  const at = new Map(columns.map((c, i) => [c.name, { ref: sql.ref(`${alias}.c${i}`), type: sql.raw(bare(c.type)) }]))
  const arrays = columns.map((c) => sql`${rows.map((row) => textOf(row[c.name]))}::text[]`)
  const names = sql.join(columns.map((_, i) => sql.ref(`c${i}`)))
  return {
    source: sql`unnest(${sql.join(arrays)}) as ${sql.ref(alias)}(${names})`,
    of(name: string): RawBuilder<unknown> {
      const { ref, type } = at.get(name)!
      return sql`${ref}::${type}`
    },
  }
}
/** Lists of at most AT_ONCE. */
export function* chunks<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let i = 0; i < list.length; i += AT_ONCE) yield list.slice(i, i + AT_ONCE)
}
