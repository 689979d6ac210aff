// The name of what kept states are made of.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { filesOf, FLOORS } from '../tools/floors.mjs'

const ROOT = resolve(import.meta.dirname, '..')
/** Beside the product: packages installed, and what makes and cuts the databases of tests. */
const BESIDE = ['package-lock.json', 'tests/states.ts', 'tests/register/apart.ts', 'tests/driver.ts', 'tools/sql/partitioned.ts']
const isPart = (path: string) => /\.\w+$/.test(path) && !/\.test\.tsx?$|\.tsx$|\.md$/.test(path)

/** The files that a state is made of: migrations, bundled package, and the product without its tests, screens and notes, which write nothing into it. */
export const parts = (): string[] => [...filesOf([...FLOORS, 'db/migrations', 'demo'], isPart), ...BESIDE].sort()

/** A short name of files and their content. */
export function contentKey(files: readonly string[] = parts(), read = (path: string) => readFileSync(join(ROOT, path))): string {
  const hash = createHash('sha256')
  for (const path of files) hash.update(`${path}\n`).update(read(path))
  return hash.digest('hex').slice(0, 20)
}
