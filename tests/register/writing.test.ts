// Nothing but the writer and the row layer writes register tables: no other file names one in a writing statement, nor writes to a table that it is handed.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, FLOORS } from '../../tools/floors.mjs'
import { TABLES } from '../../land/register/acts/changes.ts'
import { registerResources } from '../../land/register/acts/tables.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const REGISTER = [...new Set([...Object.keys(TABLES), ...registerResources.map((r) => r.name), 'djb_content'])]
/** Who writes: the writer and the row layer. */
const WRITERS = ['land/register/', 'kit/server/']
/** Files that write such a statement nevertheless, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'land/definitions/of-villages.server.ts': 'figures of villages that are kept beside people: no table of the register',
  'land/paper/print.server.ts': 'counts a print of a book: no content of the register, no version (register.md 3)',
  'packages/intake/bulk.server.ts': 'rows of a package into villages that are empty: the bulk way beside the writer, held equal to it by a test',
  'packages/package/disk-map.server.ts': 'a file of its own beside the database',
  'packages/hjb/hjb.server.ts': 'findings of a package',
  'packages/hjb/analyse.server.ts': 'findings of a package',
  'platform/seed/seed.server.ts': 'tables of the platform',
  'services/operations/retention.server.ts': 'logs',
  'services/operations/logbook.server.ts': 'logs',
  'platform/session/cleanup.server.ts': 'sessions',
  'platform/tenants/tenant-setup.server.ts': 'tables of the platform',
}
const table = `(?:${REGISTER.join('|')})(?:_v)?`
const verb = String.raw`(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)`
const NAMED = new RegExp(
  String.raw`\b${verb}\s+(?:only\s+)?"?${table}"?[\s("$]|\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"\`]${table}['"\`\s]`,
  'i',
)
const HANDED = new RegExp(String.raw`\b${verb}\s+\$\{|\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*[A-Za-z]`, 'i')
/** A file without its comments: what they say is no statement. */
const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
const writes = (text: string): boolean => NAMED.test(code(text)) || HANDED.test(code(text))

test('no file beside the writer and the row layer writes to a register table', () => {
  const files = filesOf([...FLOORS], (f: string) => /\.tsx?$/.test(f) && !/\.test\.tsx?$|(^|\/)testing(\.server)?\.ts$/.test(f))
  expect(files.length).toBeGreaterThan(500)
  const found = files.filter((f) => !WRITERS.some((w) => f.startsWith(w)) && writes(readFileSync(join(ROOT, f), 'utf8')))
  expect(found.toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted())
})
test.each([
  "await ctx.db.updateTable('dk').set({ dkmc: 'x' })",
  "db.insertInto(\n  'cbf_v')",
  'db.deleteFrom(r.name)',
  'sql`update djb set qszt = ${x}`',
  'sql`insert into "jtcy" (id) values (1)`',
  'sql`with gone as (delete\n from cbdkxx where id = 1) select 1`',
  'sql`insert into restriction ("countyCode") select 1`',
  'sql`update ${sql.table(name)} set rev = 2`',
])('is found: %s', (text) => expect(writes(text)).toBe(true))
test.each([
  "db.updateTable('business').set({})",
  'sql`update job set state = 1`',
  '/** Update dk rows through the row layer. */',
  'sql`select id from dk for update`',
  "rows.update(ctx, dk, id, { dkmc: 'x' })",
])('is let pass: %s', (text) => expect(writes(text)).toBe(false))
