import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** Runs planted.ts in a process of its own, whose modules carry the faults; on PostgreSQL where there is one. Answers its status, and which faults nobody noticed and the end of what it said. */
export async function plantFaults(): Promise<[status: number | null, said: string]> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/register/faults.config.ts']
  const { TEST_SERVER, TEST_PARTS: _, STATES_KEY: __, SEED: ___, ...env } = process.env
  const TEST_DATABASE_URL = TEST_SERVER || env.TEST_DATABASE_URL || ''
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...env, NO_COLOR: '1', FORCE_COLOR: '', TEST_DATABASE_URL },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const out of [child.stdout, child.stderr]) out.on('data', (d) => (said += d))
  const status = await new Promise<number | null>((done) => child.on('close', done))
  return [status, [...said.split('\n').filter((line) => /NOT CAUGHT|^ *[×✗]/.test(line)), said.slice(-3000)].join('\n')]
}
