// Which test runs on which database: the parts of the test run, as data. docs/tests.md tells why.
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { BESIDE, filesOf, FLOORS } from './floors.mjs'

const ROOT = resolve(import.meta.dirname, '..')

/** About the embedded engine itself: PostgreSQL has no part in it. */
const ENGINE = ['runtime/embedded/', 'tests/crash/power.test.ts']
/** Kills of the program in which the engine dies with it, inside its own writes: a first start, which imports. The other kills are on PostgreSQL. */
const KILLED_ENGINE = ['tests/crash/start.test.ts']
/** On the embedded engine as well as on PostgreSQL. */
const ALSO_EMBEDDED = [
  // what works with transactions, locks and connections of its own, sends what only this engine is told, or opens the folder as a command
  'runtime/jobs.test.ts',
  'runtime/maintenance.test.ts',
  'runtime/outbox.test.ts',
  'runtime/sequencer.test.ts',
  'services/operations/verify-command.test.ts',
  'services/backup/backup.test.ts',
  // many who want the last place
  'outside/citizens/citizens.test.ts',
  'outside/citizens/public.test.ts',
  // every definition's routes, and the schema, on a PostgreSQL three versions younger
  'tests/contract.test.ts',
  'tests/schema.test.ts',
  'tests/where.test.ts',
  // databases of earlier days come up
  'tests/former-rows.test.ts',
  // stories
  'business/cases/stories.test.ts',
  'services/process/leave.test.ts',
  'views/home/views.test.ts',
  // what is printed of a frozen book is the same bytes on either
  'land/register/content/content.test.ts',
]
/** Journeys on the embedded engine, which is what somebody meets who types npm start. The others are on PostgreSQL. */
const JOURNEYS_EMBEDDED = ['tests/browser/main-job.test.ts', 'tests/browser/paper.test.ts']
/** On PostgreSQL, and once more with every land table cut by the county: the writer, isolation, and what the schema itself refuses. */
const ALSO_CUT = ['land/register/', 'tests/partition.test.ts', 'tests/schema.test.ts', 'tests/contract/isolation.test.ts']
/** Journeys of the long run alone: a month of the wall. */
const LONG_JOURNEYS = ['tests/browser/month.test.ts']
/** With a database, and of the long run alone: servers that are killed in a storm of pushes, of which a small one without programs is in every run (outside/push). */
const LONG_DATABASE = ['tests/crash/push.test.ts']
/** With every land table cut by the county and not once more without: what reads and writes land through these, where the cut only asks for more. */
const CUT = [
  'land/cbf/',
  'land/definitions/',
  'land/djb/',
  'land/dk/',
  'land/geometry/',
  'land/map/',
  'land/paper/',
  'land/restriction/',
  'business/cases/',
  'business/papers/',
  'business/publicity/',
  'signing/',
  'business/types/',
  'views/',
  'packages/hjb/hjb.test.ts',
  'services/exchange/exports/exports.test.ts',
  'services/exchange/imports/imports.test.ts',
  'services/exchange/reports/',
  'tests/row-fields.test.ts',
  'tests/contract/access.test.ts',
  'tests/contract/changes.test.ts',
  'tests/contract/fields.test.ts',
  'tests/contract/lists.test.ts',
]
/** These begin their part: they are long, and short files fill the end of the run better. */
export const LONG_FIRST = [
  'tests/browser/shell.test.ts',
  'tests/browser/screens.test.ts',
  'tests/crash/',
  'tests/browser/',
  'packages/hjb/hjb.test.ts',
  'services/files/battery.test.ts',
  'services/exchange/',
  'tests/contract/',
  'tests/security/',
  'packages/checks/packages.test.ts',
  'services/camera/drawer.test.tsx',
  'platform/list/list.test.tsx',
]

const isTest = (f) => /\.test\.tsx?$/.test(f)
const all = filesOf([...FLOORS, ...BESIDE], isTest)
/** Every way to a database leads through one of these. */
const DATABASE = ['tests/states.ts', 'runtime/embedded/embedded.server.ts']
const known = new Map()
/** Whether a file, or a helper of tests that it imports, opens a database. */
function opensDatabase(file) {
  if (known.has(file)) return known.get(file)
  known.set(file, false)
  const imports = [...readFileSync(join(ROOT, file), 'utf8').matchAll(/from '(\.[^']+)'/g)].map(([, to]) => relative(ROOT, resolve(ROOT, dirname(file), to)))
  const isHelper = (f) => f.startsWith('tests/') || /testing\.server\.ts$/.test(f)
  const found = imports.some((f) => DATABASE.includes(f) || (isHelper(f) && opensDatabase(f)))
  known.set(file, found)
  return found
}
/** Whether a list has a file: by its name, or by that of a folder it is in. An entry without any file is out of date. */
function listed(list) {
  const fits = (entry) => (f) => f === entry || (entry.endsWith('/') && f.startsWith(entry))
  for (const entry of list) if (!all.some(fits(entry))) throw new Error(`tools/test-parts.mjs: no test is at ${entry}`)
  return (f) => list.some((entry) => fits(entry)(f))
}
const [engine, killed, alsoEmbedded, journeysEmbedded, longJourneys, longDatabase, alsoCut, cut] = [
  ENGINE,
  KILLED_ENGINE,
  ALSO_EMBEDDED,
  JOURNEYS_EMBEDDED,
  LONG_JOURNEYS,
  LONG_DATABASE,
  ALSO_CUT,
  CUT,
].map(listed)
const journeys = all.filter((f) => f.startsWith('tests/browser/'))
/** Works on an installation or a volume of its own: only with the long run. */
const long = all.filter((f) => f.startsWith('tests/long/'))
const others = all.filter((f) => !journeys.includes(f) && !long.includes(f) && !engine(f))
const [database, plain] = [others.filter(opensDatabase), others.filter((f) => !opensDatabase(f))]

/**
 * The parts. A file that opens a database runs on PostgreSQL and nowhere else unless a list above names it; with `whole` every file runs on all there is.
 * `database`: none, server (PostgreSQL), county (PostgreSQL with land tables cut), embedded.
 */
export const partsOf = (whole) => [
  { name: 'plain', database: 'none', files: plain },
  { name: 'postgres', database: 'server', files: database.filter((f) => whole || !(killed(f) || longDatabase(f) || cut(f))) },
  { name: 'county', database: 'county', files: database.filter((f) => whole || cut(f) || alsoCut(f)) },
  { name: 'embedded', database: 'embedded', files: [...all.filter(engine), ...database.filter((f) => whole || killed(f) || alsoEmbedded(f))] },
  { name: 'journeys', database: 'server', browser: true, files: journeys.filter((f) => whole || !(journeysEmbedded(f) || longJourneys(f))) },
  { name: 'journeys-embedded', database: 'embedded', browser: true, files: journeys.filter((f) => whole || journeysEmbedded(f)) },
  { name: 'long', database: 'none', files: whole ? long : [] },
]
