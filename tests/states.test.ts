// States that tests begin with are kept under a name of what they were made of: nothing that could change them may leave the name as it is.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../apps/server/config.server.ts'
import { contentKey, parts } from './states-key.ts'

const read = (path: string) => readFileSync(join(ROOT, path))
const all = parts()
const now = contentKey(all)
/** The key if this file had one more sign. */
const changed = (path: string) => contentKey(all, (p) => (p === path ? Buffer.concat([read(p), Buffer.from(' ')]) : read(p)))

test.each([
  ['a migration', /^db\/migrations\/\d{4}_[\w-]+\.sql$/],
  ['a seed', /^platform\/seed\/seed\.server\.ts$/],
  ['a dictionary of the seed', /^platform\/seed\/.*\.json$/],
  ['the bundled package', /^demo\/.*\.zip$/],
  ['the reading of a package', /^packages\/package\/.*\.ts$/],
  ['the writing of a package', /^packages\/hjb\/.*\.server\.ts$/],
  ['the definition of a table', /^land\/.*\/dk\.ts$/],
  ['how a row is written', /^kit\/server\/rows\.server\.ts$/],
  ['how a job runs', /^runtime\/jobs\.server\.ts$/],
  ['the embedded engine', /^runtime\/embedded\/engine\.server\.ts$/],
  ['installed packages', /^package-lock\.json$/],
  ['how states are made', /^tests\/states\.ts$/],
  ['how land tables are cut', /^tools\/sql\/partitioned\.ts$/],
])('%s changed: states are made anew', (_, name) => {
  const path = all.find((f) => name.test(f))!
  expect(path, String(name)).toBeTypeOf('string')
  expect(changed(path)).not.toBe(now)
})

test('a file more or less makes them anew as well; tests, screens and notes do not', () => {
  expect(contentKey(all.slice(1))).not.toBe(now)
  expect(all.filter((f) => /\.test\.tsx?$|\.tsx$|\.md$/.test(f))).toEqual([])
  expect(contentKey()).toBe(now)
})
