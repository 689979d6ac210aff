import type { RuleName } from './lint.ts'

/**
 * The one list of statements that may break a rule. `from` is the file that writes the statement, `detail` what the lint says after the rule's name.
 * An entry that no statement needs any more fails the run.
 */
export interface Exception {
  rule: RuleName
  from: string
  detail: string
  why: string
}
export const EXCEPTIONS: readonly Exception[] = [
  {
    rule: 'kind',
    from: 'kit/server/maintenance-database.server.ts',
    detail: 'CheckPointStmt',
    why: 'The nightly care of the embedded engine, which makes no checkpoint by itself. Of a cluster each node makes its own.',
  },
]
