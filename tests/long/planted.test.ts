// Every planted fault of the writer is noticed by the model: tests/register/planted.ts in a run of its own, whose modules carry the faults.
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

test('faults planted in writer, put, guard and codes are caught within 500 random entries each', async () => {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/register/faults.config.ts']
  const { TEST_SERVER = '', TEST_PART: _, STATES_KEY: __, ...env } = process.env
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...env, TEST_DATABASE_URL: TEST_SERVER }, stdio: ['ignore', 'inherit', 'pipe'] })
  let said = ''
  child.stderr.on('data', (d) => (said += d))
  const status = await new Promise((done) => child.on('close', done))
  expect([status, said.slice(-3000)]).toEqual([0, expect.anything()])
}, 7_200_000)
