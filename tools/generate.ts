// node tools/run.mjs tools/generate.ts: writes generated/ from the definitions and routes. With --check it writes nothing and fails when a file is stale.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openApi } from '../apps/server/openapi.server.ts'
import type { Route } from '../kit/server/route.server.ts'
import { composed } from './composed.ts'
import { dataDictionary } from './dictionary.ts'
import product from '../package.json' with { type: 'json' }

const FOLDER = resolve(import.meta.dirname, '../generated')
const json = (value: unknown) => `${JSON.stringify(value, undefined, 1)}\n`

/** Which button opens which calls; `public` and `signedIn` are no buttons. */
function permissions(routes: readonly Route[]): Record<string, string[]> {
  const out: Record<string, string[]> = {}
  for (const r of routes) for (const perm of [r.perm].flat()) (out[perm] ??= []).push(`${r.method} /api${r.path}`)
  return Object.fromEntries(Object.entries(out).sort(([a], [b]) => (a < b ? -1 : 1)))
}

const { slices, routes } = composed()
const files: Readonly<Record<string, string>> = {
  'data-dictionary.md': dataDictionary(slices.flatMap((s) => s.resources)),
  'openapi.json': json(openApi(routes, product.version)),
  'perms.json': json(permissions(routes)),
}

const check = process.argv.includes('--check')
const stale = Object.entries(files).filter(([name, text]) => text !== read(join(FOLDER, name)))
if (!check) {
  mkdirSync(FOLDER, { recursive: true })
  for (const [name, text] of stale) writeFileSync(join(FOLDER, name), text)
}
for (const [name] of stale) console.log(check ? `generated/${name} is stale: run node tools/run.mjs tools/generate.ts` : `generated/${name} written`)
console.log(`${Object.keys(files).length} generated files, ${stale.length} ${check ? 'stale' : 'changed'}`)
process.exit(check && stale.length ? 1 : 0)

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
