// What an entry does to the tables of the register, gathered before the first statement: each row changes once, and whatever ends is written before
// what begins. Pure.
import type { AnyResource, Draft, FlatRow } from '../../../kit/model/resource.ts'
import { cbdkxx, cbht, djb, djb_cbf, djb_jtcy, djb_lineage } from '../../definitions/cbht.ts'
import { cbf } from '../../definitions/cbf.ts'
import { cbjyqz, cbjyqz_event } from '../../definitions/cbjyqz.ts'
import { dk } from '../../definitions/dk.ts'
import { fbf } from '../../definitions/fbf.ts'
import { jtcy } from '../../definitions/jtcy.ts'
import type { Entry } from './acts.ts'
import { djb_note, fbf_round, restriction } from './tables.ts'
import type { Found } from './found.ts'

/** Every table that an entry may write, in the order of writing. */
export const TABLES = { fbf, fbf_round, cbf, jtcy, dk, djb, djb_cbf, djb_jtcy, djb_lineage, cbht, cbdkxx, cbjyqz, cbjyqz_event, restriction, djb_note }
export type ChangeTables = typeof TABLES
export type TableName = keyof ChangeTables

/** A row that comes; its id is known before it is written, so that others may name it. */
export type Fresh<T extends AnyResource> = Draft<T> & { id: string }
export interface TableChanges<T extends AnyResource> {
  fresh: { values: Fresh<T>; day: string }[]
  changed: Map<string, { row: FlatRow<T>; values: Draft<T>; day: string; until?: string | undefined }>
  /** what holds from other days than the row's own change or coming, in the order of the days: written after it; by id */
  later: Map<string, { values: Draft<T>; day: string }[]>
  gone: { row: FlatRow<T>; day: string }[]
}
export type Changes = { [K in TableName]: TableChanges<ChangeTables[K]> }

/** The work on one entry: what it says, what was found, what is to be written. */
export interface Work {
  entry: Entry
  found: Found
  changes: Changes
  /** the moment of the writing, yyyy-MM-dd HH:mm:ss */
  now: string
  /** its day */
  today: string
  /** since when a change holds that says no day of its own */
  since: string
  newId(): string
}

const none = <T extends AnyResource>(): TableChanges<T> => ({ fresh: [], changed: new Map(), later: new Map(), gone: [] })
export const noChanges = (): Changes => ({
  fbf: none(),
  fbf_round: none(),
  cbf: none(),
  jtcy: none(),
  dk: none(),
  djb: none(),
  djb_cbf: none(),
  djb_jtcy: none(),
  djb_lineage: none(),
  cbht: none(),
  cbdkxx: none(),
  cbjyqz: none(),
  cbjyqz_event: none(),
  restriction: none(),
  djb_note: none(),
})

/** A row that comes, true from `day`. Answers it. */
export function add<T extends AnyResource>(w: Work, c: TableChanges<T>, values: Draft<T> & { id?: string }, day = w.entry.day): Fresh<T> {
  const row: Fresh<T> = { ...values, id: values.id ?? w.newId() }
  c.fresh.push({ values: row, day })
  return row
}
/** A row that changes from `day` on; of what is said of it twice the later holds. */
export function alter<T extends AnyResource>(w: Work, c: TableChanges<T>, row: FlatRow<T>, values: Draft<T>, day?: string): void {
  const before = c.changed.get(row.id)
  c.changed.set(row.id, { ...before, row, values: { ...before?.values, ...values }, day: day ?? before?.day ?? w.since })
}
/**
 * What an act sets. A package that is older than what is known changes the days up to the day from which the newer is known, no more: also those before the
 * object was known. Source: register.md 3.
 */
export function amend<T extends AnyResource>(w: Work, c: TableChanges<T>, row: FlatRow<T>, values: Draft<T>, day?: string): void {
  alter(w, c, row, values, day)
  const { day: from } = c.changed.get(row.id)!
  const until = w.entry.cause.kind === 'import' ? w.found.days.get(row.id)?.find((d) => d > from) : undefined
  if (until) c.changed.get(row.id)!.until = until
}
/** One more piece of what holds of a row later on. */
function afterwards<T extends AnyResource>(c: TableChanges<T>, id: string, piece: { values: Draft<T>; day: string }): void {
  c.later.set(id, [...(c.later.get(id) ?? []), piece])
}
/** What follows for a row from `day` on: with its own change or coming where that is of the same day, else after it. */
export function follows<T extends AnyResource>(w: Work, c: TableChanges<T>, row: FlatRow<T>, values: Draft<T>, day: string): void {
  const known = c.changed.get(row.id)
  if (known && (known.day !== day || known.until)) afterwards(c, row.id, { values, day })
  else alter(w, c, row, values, day)
}
/** The same for a row that comes. What it says already is not said again. */
export function followsFresh<T extends AnyResource>(c: TableChanges<T>, fresh: Fresh<T>, values: Draft<T>, day: string): void {
  const came = c.fresh.find((f) => f.values === fresh)?.day
  if (came === day) Object.assign(fresh, values)
  else afterwards(c, fresh.id, { values, day })
}
/** A row that leaves the live table. */
export function take<T extends AnyResource>(w: Work, c: TableChanges<T>, row: FlatRow<T>, day = w.entry.day): void {
  c.gone.push({ row, day })
}
/** A row as it will stand. */
export const after = <T extends AnyResource>(c: TableChanges<T>, row: FlatRow<T>): FlatRow<T> => ({
  ...row,
  ...c.changed.get(row.id)?.values,
  ...c.later.get(row.id)?.at(-1)?.values,
})
