// What installs the product's packages.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const TOOLS = resolve(import.meta.dirname, '../tools')

test('when the packages of the lockfile cannot be installed, nothing else is', () => {
  const root = mkdtempSync(join(tmpdir(), 'install-'))
  try {
    cpSync(TOOLS, join(root, 'tools'), { recursive: true })
    for (const folder of ['bin', 'node_modules']) mkdirSync(join(root, folder))
    writeFileSync(join(root, 'package-lock.json'), '{}')
    writeFileSync(join(root, 'bin/npm'), `#!/bin/sh\necho "$1" >> "${root}/asked"\n[ "$1" != ci ]\n`, { mode: 0o755 })
    const program = `import { install } from ${JSON.stringify(join(root, 'tools/runtime.mjs'))}; install()`
    const env = { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}` }
    const r = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', env })
    expect(readFileSync(join(root, 'asked'), 'utf8')).toBe('ci\n')
    expect([r.status, r.stderr]).toEqual([1, expect.stringContaining('npm ci failed')])
  } finally {
    rmSync(root, { recursive: true })
  }
})
