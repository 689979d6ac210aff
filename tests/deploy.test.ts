// What is shipped to run the product: the systemd unit, the container file, the proxy in front. They name what the archive holds and the sizes that the product takes.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { composed } from '../tools/composed.ts'
import { packedFiles } from '../tools/pack/files.ts'

const ROOT = resolve(import.meta.dirname, '..')
const shipped = (name: string) => readFileSync(join(ROOT, 'deploy', name), 'utf8')
const ANALYZE = '/usr/bin/systemd-analyze'

test('the archive brings the unit, the container file and the proxy', () => {
  expect(packedFiles().filter((f) => f.startsWith('deploy/'))).toEqual(['deploy/Containerfile', 'deploy/chengbao.service', 'deploy/nginx.conf'])
})

test('systemd takes the unit as it is shipped, with the program at its place, and says so of a broken one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unit-'))
  try {
    mkdirSync(join(folder, 'bin'))
    symlinkSync(process.execPath, join(folder, 'bin/node'))
    writeFileSync(join(folder, 'start.mjs'), '')
    const verify = (text: string) => {
      const file = join(folder, 'chengbao.service')
      writeFileSync(file, text.replaceAll('/opt/chengbao', folder))
      const r = spawnSync(ANALYZE, ['verify', file], { encoding: 'utf8' })
      return r.stderr.split('\n').filter((line) => line.includes('chengbao.service'))
    }
    const unit = shipped('chengbao.service')
    expect(/^ExecStart=\/opt\/chengbao\/bin\/node \/opt\/chengbao\/start\.mjs$/m.test(unit)).toBe(true)
    for (const kept of ['Restart=always', 'StartLimitIntervalSec=0', 'EnvironmentFile=/etc/chengbao.env', 'NODE_ENV=production']) expect(unit).toContain(kept)
    // where systemd is: a container of tests may have none
    if (!existsSync(ANALYZE)) return
    expect(verify(unit)).toEqual([])
    expect(verify(unit.replace('Restart=always', 'Restart=perhaps')).join('\n')).toContain('Failed to parse')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the proxy lets through what the product takes, keeps no stream back and hides the figures', () => {
  const conf = shipped('nginx.conf')
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(conf)!
  const largest = Math.max(...composed().routes.map((r) => Math.max(r.upload?.maxBytes ?? 0, r.maxBody ?? 0)))
  expect(Number(megabytes) * 2 ** 20).toBeGreaterThan(largest)
  expect(Number(megabytes) * 2 ** 20).toBeLessThan(largest + 200 * 2 ** 20)
  const stream = composed().routes.find((r) => r.path === '/basic/live')!
  expect(conf).toMatch(new RegExp(`location = /api${stream.path} \\{[^}]*proxy_buffering off;`))
  expect(conf).toMatch(/location = \/metrics \{ return 404; \}/)
  // whoever calls may not say himself where he is
  expect(conf).toMatch(/proxy_set_header X-Forwarded-For\s+\$remote_addr;/)
})

test('the container runs the archive as nobody special and is asked whether it lives', () => {
  const file = shipped('Containerfile')
  for (const line of ['FROM scratch', 'USER chengbao', 'VOLUME /var/lib/chengbao', '/livez']) expect(file).toContain(line)
})
