import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../apps/server/config.server.ts'
import { addressOf, ifMissing } from './setup.ts'

/** What a county is made of: another schema or another generator makes another one. */
const MADE_OF = [
  'bench/county.ts',
  'bench/fill.ts',
  'bench/ground.ts',
  ...readdirSync(join(ROOT, 'db/migrations'))
    .sort()
    .map((f) => `db/migrations/${f}`),
]
function fileOf(name: string): string {
  const hash = createHash('sha256')
  for (const f of MADE_OF) hash.update(readFileSync(join(ROOT, f)))
  return join(ROOT, 'data/bench', `${name}-${hash.digest('hex').slice(0, 12)}.dump`)
}
/** Runs a program of PostgreSQL's. Throws with what it said. */
function run(program: string, args: readonly string[]): void {
  const r = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
  if (r.status !== 0) throw new Error(`${program}: ${r.error?.message ?? r.stderr.slice(-2000)}`)
}
async function timed(what: string, work: () => unknown): Promise<void> {
  const from = performance.now()
  await work()
  console.log(`${what} in ${((performance.now() - from) / 1000).toFixed(1)} s`)
}

/** Keeps a made county beside the benchmarks (server only), and throws away those that the present schema no longer fits. */
export async function keepCounty(name: string): Promise<void> {
  if (!process.env.DATABASE_URL) return
  const to = fileOf(name)
  mkdirSync(join(to, '..'), { recursive: true })
  await timed(`${name}: kept as ${to}`, () => run('pg_dump', ['-Fc', '-Z1', '-f', `${to}.part`, addressOf(name)]))
  for (const f of readdirSync(join(to, '..'))) if (f.startsWith(`${name}-`) && f.endsWith('.dump')) rmSync(join(to, '..', f))
  renameSync(`${to}.part`, to)
}
/** Brings a kept county back where its database is missing. */
export async function restoreCounty(name: string): Promise<void> {
  const from = fileOf(name)
  if (!process.env.DATABASE_URL || !existsSync(from)) return
  await ifMissing(name, () =>
    timed(`${name}: restored from ${from}`, () => run('pg_restore', ['-j', '2', '--no-owner', '--exit-on-error', '-d', addressOf(name), from])),
  )
}
