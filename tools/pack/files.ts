import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { FLOORS, filesOf } from '../floors.mjs'

const ROOT = resolve(import.meta.dirname, '../..')
/** Of the repository, beside code: what the server reads while it runs. */
const BESIDE_CODE = ['db', 'demo', 'deploy', 'dist/web']
const SINGLE = ['package.json', '.env.example', 'tools/serve.mjs']
/** Simulators, code of browsers (they get dist/web), tests with what they alone use, pages for developers, and what only makes a file of the repository. */
const NOT_SERVED = [
  /^apps\/(web|simulators)\//,
  /^kit\/web\//,
  /\.(test\.tsx?|web\.tsx?|tsx|d\.ts|md)$/,
  /(^|\/)(testing(\.server)?|arbitrary)\.ts$/,
  /(^|\/)manual\/(make\.server\.ts|manual\.typ)$/,
]

/** Files of the repository that an archive holds, as paths in it; those of the web application when it has been built. */
export function packedFiles(): string[] {
  const folders = [...FLOORS, ...BESIDE_CODE.filter((d) => existsSync(join(ROOT, d)))]
  const files = filesOf(folders, (f) => statSync(join(ROOT, f)).isFile() && !NOT_SERVED.some((not) => not.test(f)))
  return [...files, ...SINGLE].sort()
}
