// The parts of the test command in one run, so that all workers always have something to do. Parts on the same database are one project, whose workers load
// the program once. tools/test.mjs starts it and says which parts (TEST_ONLY); all of them where nobody says.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { QUICK_WASM } from './tests/flags.ts'
import { faultsPlugin } from './tests/register/faults-plugin.ts'
import { contentKey } from './tests/states-key.ts'
import { LONG_FIRST, partsOf } from './tools/test-parts.mjs'

const { TEST_SERVER = '', TEST_VOLUME, TEST_ONLY } = process.env

const STATES_KEY = contentKey()
/** Without a server (no database, or the embedded one), on PostgreSQL, and there with land tables cut. */
const PROJECTS = ['here', 'server', 'county']
const projectOf = (database: string): string => (database === 'none' || database === 'embedded' ? 'here' : database)
const parts = partsOf(TEST_VOLUME === 'whole').filter((p) => !TEST_ONLY || TEST_ONLY.split(',').includes(p.name))
/** By project, which part each of its files is of. */
const PARTS_OF = Object.fromEntries(
  PROJECTS.map((project) => {
    const own = parts.filter((p) => projectOf(p.database) === project)
    return [project, Object.fromEntries(own.flatMap((p) => p.files.map((f) => [f, p.name])))]
  }),
) as Record<string, Record<string, string>>
/** After how long a test or hook counts as hanging, ms. It is no measure of speed: a machine that other work shares takes many times what ours does. */
const HANGING_MS = 900_000

/** A test that puts something else in a module's place, or counts what React draws from its first moment on, needs modules of its own. */
const replacesModules = (file: string): boolean => /vi\.mock\(|watchRenders\(/.test(readFileSync(file, 'utf8'))

/** Journeys begin among those on their database: they wait most, and what works fills the pauses. */
const ORDER = ['journeys-embedded', 'embedded', 'plain', 'long', 'journeys', 'postgres', 'county']
/** Whether a file asks for a document without a screen. */
const needsDocument = (f: TestSpecification): boolean => /@vitest-environment /.test(readFileSync(f.moduleId, 'utf8').slice(0, 400))

/** Where a file stands in the run: numbers of which the first that differs decides. */
function placeOf(f: TestSpecification): number[] {
  const file = relative(import.meta.dirname, f.moduleId)
  const [project, isolated] = f.project.name.split('-') as [string, string?]
  const long = LONG_FIRST.findIndex((p) => file.startsWith(p))
  return [PROJECTS.indexOf(project), isolated ? 1 : 0, needsDocument(f) ? 0 : 1, ORDER.indexOf(PARTS_OF[project]![file]!), long < 0 ? LONG_FIRST.length : long]
}
/**
 * Project by project, and in each the files with a document first: a worker that goes from such a file to one without, or back, begins anew. Then part by part
 * and the long ones first, so that short ones fill the end.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const places = new Map(files.map((f) => [f, placeOf(f)]))
    return files.toSorted((a, b) => places.get(a)!.reduce((sum, x, i) => sum || x - places.get(b)![i]!, 0))
  }
}
/** For the two cores that we count on: three keep 96 % of them at work; a fourth made everything else dearer, which cost an eighth more processor time. */
const WORKERS = 3
/** Room for objects that live shortly, MB: with little of it they are copied into new pages before they die, which took a tenth of a worker's time. */
const YOUNG = ['--min-semi-space-size=32', '--max-semi-space-size=64']
/** How long `expect.poll` asks where a test does not say, ms. */
const POLL_MS = 60_000

export default defineConfig({
  // for the files of tests/register that ask for the writer with a fault in it
  plugins: [faultsPlugin],
  test: {
    sequence: { sequencer: LongFirst },
    projects: PROJECTS.flatMap((project) => {
      const files = Object.keys(PARTS_OF[project]!)
      return [
        { project, name: project, isolate: false, include: files.filter((f) => !replacesModules(f)) },
        { project, name: `${project}-isolated`, isolate: true, include: files.filter(replacesModules) },
      ]
    })
      .filter((p) => p.include.length > 0)
      .map(({ project, name, isolate, include }) => ({
        test: {
          name,
          include,
          setupFiles: ['tests/driver.ts'],
          testTimeout: HANGING_MS,
          hookTimeout: HANGING_MS,
          // what is asked again and again until it is so: a second is little where workers share cores
          expect: { poll: { timeout: POLL_MS } },
          // what differs is told whole: a report that says `Array(1)` names nothing
          chaiConfig: { truncateThreshold: 2000 },
          pool: 'forks' as const,
          execArgv: [...YOUNG, ...(TEST_VOLUME === 'whole' ? [] : QUICK_WASM)],
          maxWorkers: WORKERS,
          // files of a worker share the modules they load: loading them cost more than most files' tests
          isolate,
          env: {
            TEST_PARTS: JSON.stringify(PARTS_OF[project]),
            STATES_KEY,
            ...(project === 'here' ? {} : { TEST_DATABASE_URL: TEST_SERVER }),
            ...(project === 'county' ? { TEST_PROFILE: 'partitioned' } : {}),
          },
        },
      })),
  },
})
