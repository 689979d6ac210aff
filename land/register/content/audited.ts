// What of a table is compared with the audit log, and what of its rows says otherwise. Pure.
import type { AnyResource } from '../../../kit/model/resource.ts'

/** A table whose rows are compared: its columns, and what a package writes of them without an audit row for each. */
export interface Audited {
  of: AnyResource
  columns: readonly string[]
  packaged?: Readonly<Record<string, string | null>>
  /** the column that names a row among others of its table */
  title?: string
}

/** Since when a row is true: the log has it of the day on which it came, and what changes it later brings it no further back. */
export const SINCE = 'regFrom'
type Diff = Readonly<Record<string, readonly [unknown, unknown] | undefined>>
/** A row with what the audit log says was written of it, as they are read. */
interface Row {
  id: string
  rev: number
  now: Readonly<Record<string, string | null>>
  inserted: boolean | null
  diffs: readonly Diff[] | null
}
const TIME = /^\d{4}-\d\d-\d\d \d\d:/
const NUMBER = /^-?\d+(\.\d+)?$/
/** What of two times is compared: they are stored with seconds, and typed without. */
const told = (a: string, b: string) => Math.min(19, a.length, b.length)
/** A number is the same with more zeros. */
const same = (a: string, b: string, kind?: string) =>
  a === b ||
  (TIME.test(a) && b.length >= 16 && a.slice(0, told(a, b)) === b.slice(0, told(a, b))) ||
  ((kind === 'area' || kind === 'decimal') && NUMBER.test(a) && NUMBER.test(b) && Number(a) === Number(b))

/** What is compared, and what was read of it as one text of JSON. */
export interface ReadRows {
  read: string
  columns: readonly string[]
  packaged: Readonly<Record<string, string | null>>
  kinds: Readonly<Record<string, string | undefined>>
}
/** A former version with what was ever said of its row: what stands (none where it has ended), and what the audit log says was written. */
interface FormerRow extends Omit<Row, 'rev'> {
  since: string
  is: Readonly<Record<string, string | null>> | null
}
/** Personal data stand in the log as `***` and their last four signs. */
const asLogged = (logged: string, v: string, kind?: string) => (logged.startsWith('***') ? v.endsWith(logged.slice(3)) : same(v, logged, kind))
/**
 * Former versions that hold what their row never held: neither now, nor before or after a change that the log tells. What an undo wrote was held before, so that it
 * needs no row of the log. Of a row that has ended and was not inserted by the product nobody knows it.
 */
export const formerUnlike = ({ read, columns, kinds }: Omit<ReadRows, 'packaged'>): { id: string; since: string; wrong: string[] }[] =>
  (JSON.parse(read) as FormerRow[]).flatMap(({ id, since, now, is, inserted, diffs }) => {
    if (!is && !inserted) return []
    const wrong = columns.filter((n) => {
      const v = String(now[n] ?? '')
      const logged = (diffs ?? []).flatMap((d) => d[n] ?? [])
      // what an insert does not name is empty until a change says so
      const held = [...logged, ...(is ? [is[n]] : []), ...(inserted ? [''] : [])]
      return !held.some((h) => asLogged(String(h ?? ''), v, kinds[n]))
    })
    return wrong.length ? [{ id, since, wrong }] : []
  })
/** Rows that say otherwise than the last audit row that names a column, with these columns. A row of another revision than its audit rows is left out. */
export const rowsUnlike = ({ read, columns, packaged, kinds }: ReadRows): { id: string; now: Row['now']; wrong: string[] }[] =>
  (JSON.parse(read) as Row[]).flatMap(({ id, rev, now, inserted, diffs }) => {
    const written = diffs ?? []
    if (rev !== written.length + (inserted ? 0 : 1)) return []
    // an older package says what was true until a day: not what stands
    const standing = written.filter((d) => !d['regTo'])
    const wrong = columns.filter((n) => {
      const last = standing.findLast((d) => d[n])?.[n]?.[1]
      const is = String(now[n] ?? '')
      if (n === SINCE) return last !== undefined && last !== null && (written.length > 1 ? is < String(last) : is !== String(last))
      const known = last !== undefined || inserted || Object.hasOwn(packaged, n)
      const expected = last !== undefined ? last : inserted ? null : packaged[n]
      return known && !asLogged(String(expected ?? ''), is, kinds[n])
    })
    return wrong.length ? [{ id, now, wrong }] : []
  })
