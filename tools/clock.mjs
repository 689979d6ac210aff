// One clock: nobody but kit/model/clock.ts asks the machine for the day or the time. A day is a day of
// Asia/Shanghai; the machine's, and UTC's, is another one for a third of it.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { CODE, filesOf, judgedText } from './floors.mjs'

const ROOT = resolve(import.meta.dirname, '..')
/** Who may use what, and why no day comes of it. An entry that nothing needs any more is told as well. */
const ALLOWED = [
  { uses: 'Date.now, sv-SE', files: 'kit/model/clock.ts', why: 'the clock' },
  { uses: 'toISOString, sv-SE', files: 'kit/server/clock.server.ts', why: 'its times on the wire' },
  { uses: 'sv-SE', files: 'kit/web/clock.web.ts', why: 'its times in the browser' },
  { uses: 'dayjs()', files: 'kit/web/day-clock.test.ts', why: 'what pickers ask, which the product answers itself' },
  { uses: 'Date.now', files: 'tests/driver.ts tests/browser/stage.ts', why: 'how far the clock is ahead of the machine' },
  { uses: 'toISOString', files: 'kit/model/days.ts', why: 'days counted from one that is given' },
  { uses: 'Date.now', files: 'platform/session/wire.web.ts', why: "how far the server's clock is ahead of the browser's" },
  {
    uses: 'Date.now',
    files:
      'runtime/embedded/session-queue.server.ts runtime/embedded/worker.server.ts runtime/job-runner.server.ts ' +
      'kit/web/client.web.ts kit/web/session.web.ts apps/web/src/client.test.ts services/exchange/exports/job.server.ts services/files/uploader/retry.web.ts services/files/uploader/send.test.ts',
    why: 'how long something lasts',
  },
  {
    uses: 'Date.now, new Date()',
    files: 'runtime/embedded/lock.server.ts services/files/storage/storage.test.ts',
    why: 'compared with times of the file system',
  },
  {
    uses: 'Date.now',
    files: 'tests/states.ts services/files/cleanup.server.ts services/files/files.test.ts services/operations/routines.test.ts',
    why: 'compared with times of the file system',
  },
  {
    uses: 'Date.now',
    files: 'kit/server/ids.server.ts services/exchange/exports/hub.server.ts services/camera/PhotoDrawer.web.tsx services/camera/useParts.web.ts',
    why: 'a number unlike those before it: an id, a version, the name of a photo',
  },
  { uses: 'SQL now()', files: 'runtime/migrate.server.ts', why: 'the moment at which a migration was applied; the product never reads it' },
  {
    uses: 'SQL clock_timestamp()',
    files: 'runtime/clock-watch.server.ts runtime/clock-watch.test.ts',
    why: "the clock of the database's machine, compared with that of ours",
  },
  { uses: 'SQL now()', files: 'signing/contracts.test.ts', why: 'a hundred years on from any moment' },
  {
    uses: 'toISOString',
    files: 'services/files/preview/sheets.web.ts packages/package/mdb.server.ts platform/people/user-sheet.server.ts',
    why: 'the day of a cell, which its library gives as midnight in UTC',
  },
  { uses: 'Date.now', files: 'platform/sso/oidc.server.ts', why: "how far the product's clock is ahead of the machine's, which its library asks" },
  {
    uses: 'toISOString',
    files: 'land/definitions/household.ts land/register/acts/standing.ts business/publicity/clock.ts',
    why: 'a given day and so many more, all of them in UTC',
  },
  {
    uses: 'toISOString, new Date()',
    files: 'apps/simulators/sign-provider/provider.server.ts',
    why: 'a service outside has a clock of its own: it imports nothing of the product',
  },
  {
    uses: 'toISOString',
    files: 'runtime/maintenance.test.ts signing/contract/sign-pdf.server.ts services/pades/verify.server.ts',
    why: 'a given moment with its zone',
  },
  { uses: 'new Date(), toISOString', files: 'platform/shell/faults.web.ts', why: 'the moment of a fault with its zone' },
].flatMap(({ uses, files }) => files.split(' ').map((file) => ({ uses: new Set(uses.split(', ')), file })))
/** Of a Date: the day of UTC, or a part in the machine's zone. */
const PARTS = /^(toISOString|toJSON|getFullYear|getMonth|getDate|getDay|getHours|getMinutes|toDateString|toTimeString|toLocaleDateString|toLocaleTimeString)$/
/** SQL's own clock, whatever function asks it. */
const SQL =
  /(?<!\.)\b(now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)|\b(current_date|current_time|current_timestamp|localtime|localtimestamp)\b/i

/** What stands in the text of a file that asks a clock in any way but by SQL. */
const WORDS = /\bDate\b|\bdayjs\b|\bto(ISOString|JSON|DateString|TimeString|Locale\w+)\b|\bget(FullYear|Month|Date|Day|Hours|Minutes)\b|sv-SE/

/** What a node of the syntax tree asks of a clock; undefined = nothing. */
function asks(n) {
  if (n.type === 'NewExpression' && n.callee.name === 'Date' && n.arguments.length === 0) return 'new Date()'
  if (n.type === 'MemberExpression' && n.object.name === 'Date' && n.property.name === 'now') return 'Date.now'
  if (n.type === 'CallExpression' && n.callee.name === 'dayjs' && n.arguments.length === 0) return 'dayjs()'
  if (n.type === 'CallExpression' && n.callee.type === 'MemberExpression' && PARTS.test(n.callee.property.name)) return n.callee.property.name
  const text = n.type === 'TemplateElement' ? n.value.cooked : n.type === 'Literal' && typeof n.value === 'string' ? n.value : ''
  if (text === 'sv-SE') return 'sv-SE'
  const sql = SQL.exec(text ?? '')
  return sql ? `SQL ${sql[0].toLowerCase()}` : undefined
}
/** Everything that a tree asks, in its order. */
function* asked(n) {
  if (!n || typeof n !== 'object') return
  if (Array.isArray(n)) for (const x of n) yield* asked(x)
  else {
    const what = n.type ? asks(n) : undefined
    if (what) yield { what, at: n.start }
    for (const [k, v] of Object.entries(n)) if (k !== 'parent' && v && typeof v === 'object') yield* asked(v)
  }
}

const files = filesOf(CODE, (f) => /\.(tsx?|mjs)$/.test(f) && !f.endsWith('.d.ts') && f !== 'tools/clock.mjs')
const unused = new Set(ALLOWED)
const problems = []
for (const f of files.sort()) {
  const text = judgedText(f)
  // a file without any of these words asks no clock: most need not be parsed
  if (!WORDS.test(text) && !SQL.test(text.replaceAll(/\\\w/g, ' '))) continue
  const { program, errors } = parseSync(f, text)
  if (errors.length > 0) problems.push(`${f}: ${errors[0].message}`)
  for (const { what, at } of asked(program)) {
    const entry = ALLOWED.find((a) => a.file === f && a.uses.has(what))
    if (entry) unused.delete(entry)
    else problems.push(`${f}:${text.slice(0, at).split('\n').length}: ${what}`)
  }
}
// what a row has from its table when nobody says it is a moment: when it was made
for (const f of readdirSync(join(ROOT, 'db/migrations'))) {
  const text = readFileSync(join(ROOT, 'db/migrations', f), 'utf8').replaceAll(/--.*|timestamptz not null default now\(\)/g, '')
  const sql = SQL.exec(text)
  if (sql) problems.push(`db/migrations/${f}: SQL ${sql[0]}`)
}
for (const { file } of unused) problems.push(`${file}: is allowed what it does not use any more`)
for (const p of problems) console.error(p)
console.log(`${files.length} files, ${problems.length} other clocks`)
process.exit(problems.length > 0 || files.length === 0 ? 1 : 0)
