// What of a table is compared with the audit log. Pure.
import type { AnyResource } from '../../kit/model/resource.ts'

/** A table whose rows are compared: its columns, and what a package writes of them without an audit row for each. */
export interface Audited {
  of: AnyResource
  columns: readonly string[]
  packaged?: Readonly<Record<string, string | null>>
  /** the column that names a row among others of its table */
  title?: string
}
