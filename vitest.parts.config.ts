// The parts of the test command as projects of one run, so that all workers always have something to do. tools/test.mjs starts it.
import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { QUICK_WASM } from './tests/flags.ts'
import { contentKey } from './tests/states-key.ts'
import { LONG_FIRST, partsOf } from './tools/test-parts.mjs'

const { TEST_SERVER = '', TEST_VOLUME, TEST_TURN } = process.env

const STATES_KEY = contentKey()
/** After how long a test or hook counts as hanging, ms. It is no measure of speed: a machine that other work shares takes many times what ours does. */
const HANGING_MS = 900_000

/** A test that puts something else in a module's place needs modules of its own. */
const replacesModules = (file: string): boolean => readFileSync(file, 'utf8').includes('vi.mock(')

/** Journeys begin: they wait most, and what works fills the pauses. A worker keeps its modules only from file to file of one project, so parts stay together. */
const ORDER = ['journeys', 'journeys-embedded', 'embedded', 'county', 'postgres', 'plain']
/** Whether a file asks for a document without a screen. */
const needsDocument = (f: TestSpecification): boolean => /@vitest-environment jsdom/.test(readFileSync(f.moduleId, 'utf8').slice(0, 400))

/**
 * Part by part, and in each the files with a document first: a worker that goes from such a file to one without, or back, begins anew. Then the long ones, so that
 * short ones fill the end.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const documents = new Set(files.filter(needsDocument))
    const place = (i: number, length: number) => (i < 0 ? length : i)
    const part = (f: TestSpecification) =>
      place(
        ORDER.findIndex((p) => f.project.name === p || f.project.name === `${p}-isolated`),
        ORDER.length,
      )
    const rank = (f: TestSpecification) =>
      place(
        LONG_FIRST.findIndex((p) => f.moduleId.includes(`/${p}`)),
        LONG_FIRST.length,
      )
    return files.toSorted((a, b) => part(a) - part(b) || Number(documents.has(b)) - Number(documents.has(a)) || rank(a) - rank(b))
  }
}
/** For the two cores that we count on: three keep 96 % of them at work; a fourth made everything else dearer, which cost an eighth more processor time. */
const WORKERS = 3
/** Room for objects that live shortly, MB: with little of it they are copied into new pages before they die, which took a tenth of a worker's time. */
const YOUNG = ['--min-semi-space-size=32', '--max-semi-space-size=64']
/** How long `expect.poll` asks where a test does not say, ms. */
const POLL_MS = 60_000

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: partsOf(TEST_VOLUME === 'whole', TEST_TURN ? Number(TEST_TURN) : undefined)
      .flatMap((p) => [
        { ...p, project: p.name, isolate: false, files: p.files.filter((f) => !replacesModules(f)) },
        { ...p, project: `${p.name}-isolated`, isolate: true, files: p.files.filter(replacesModules) },
      ])
      .filter((p) => p.files.length > 0)
      .map(({ name, project, isolate, database, files }) => ({
        test: {
          name: project,
          include: files,
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
            TEST_PART: name,
            STATES_KEY,
            ...(database === 'server' || database === 'county' ? { TEST_DATABASE_URL: TEST_SERVER } : {}),
            ...(database === 'county' ? { TEST_PROFILE: 'partitioned' } : {}),
          },
        },
      })),
  },
})
