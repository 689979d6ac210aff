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
/** Land tables whose rows got a new column's values when it was new: names the tokens of their region (0014), the clocks (0040), what is posted (0048), an end's moment (0049), notices who told them (0125). */
const NAMED = [
  'fbf',
  'fbf_v',
  'cbf',
  'cbf_v',
  'jtcy',
  'jtcy_v',
  'dk',
  'dk_v',
  'cbht',
  'cbht_v',
  'cbdkxx',
  'cbdkxx_v',
  'djb',
  'djb_v',
  'cbjyqz',
  'cbjyqz_v',
  'business',
  'business_draft',
  'restriction',
  'registry_notice',
]

export const EXCEPTIONS: readonly Exception[] = [
  ...(
    [
      ['services/backup/database.server.ts', 'kind', 'CheckPointStmt', 'The embedded folder is copied whole while its one session is held.'],
      [
        'services/backup/database.server.ts',
        'function',
        'pg_export_snapshot',
        'pg_dump and the rows that are counted beside it see one moment; a cluster has backups of its own.',
      ],
      ['services/backup/database.server.ts', 'kind', 'CreatedbStmt', 'The command restores a backup into a database beside the one that people use.'],
      ['services/backup/database.server.ts', 'kind', 'DropdbStmt', 'What the command or the drill restored beside is removed again.'],
      [
        'services/backup/database.server.ts',
        'kind',
        'AlterPolicyStmt',
        'Policies of the owner name the account of then; the command gives them to the one that restores.',
      ],
      ['services/backup/database.server.ts', 'function', 'pg_has_role', 'The command asks whether the account that restores may become the serving roles.'],
      ['services/backup/switch.server.ts', 'kind', 'RenameStmt', 'The command changes the names of two databases in one transaction.'],
    ] as const
  ).map(([from, rule, detail, why]): Exception => ({ rule, from, detail, why })),
  ...NAMED.map((detail): Exception => ({
    rule: 'write',
    from: 'runtime/migrate.server.ts',
    detail,
    why: 'A migration fills a column from its own row, once, in every county; a cluster runs it on each of its parts by itself.',
  })),
  {
    rule: 'join',
    from: 'runtime/migrate.server.ts',
    detail: 'h, x',
    why: 'Packages and their rows are joined by county, tenant and id; the county comes out of a union of four counts (0045_withdrawal.sql).',
  },
  ...['pg_advisory_lock', 'pg_advisory_unlock', 'hashtext'].map((detail): Exception => ({
    rule: 'function',
    from: 'runtime/migrate.server.ts',
    detail,
    why: 'Of two servers that start together one migrates. Asked of one connection before anything else; a cluster is migrated through its coordinator.',
  })),
  ...['runtime/migrate.server.ts', 'apps/server/app.server.ts'].map((from): Exception => ({
    rule: 'function',
    from,
    detail: 'close_reads',
    why: 'Marks comparisons as leak-proof where the engine lets the role, and answers whether it did (docs/adr/0010).',
  })),
  ...['col_description', 'format', 'current_schema'].map((detail): Exception => ({
    rule: 'function',
    from: 'platform/settings/foreign.server.ts',
    detail,
    why: 'Asked of the database of somebody else, about its catalogue.',
  })),
  ...['current_database', 'pg_backend_pid'].map((detail): Exception => ({
    rule: 'function',
    from: 'services/operations/running.server.ts',
    detail,
    why: 'What is under way on the server that this one speaks with, for its operator; of a cluster its coordinator answers.',
  })),
  {
    rule: 'kind',
    from: 'runtime/maintenance-database.server.ts',
    detail: 'CheckPointStmt',
    why: 'The nightly care of the embedded engine, which makes no checkpoint by itself. Of a cluster each node makes its own.',
  },
  {
    rule: 'kind',
    from: 'apps/server/before-migrations.server.ts',
    detail: 'CheckPointStmt',
    why: 'Before the folder of the embedded engine is copied, what it holds must be in its files; PostgreSQL is never told.',
  },
]
