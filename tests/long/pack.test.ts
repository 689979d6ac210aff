// The archive of npm run pack starts by itself: no network, an empty home, nothing on the PATH but a Node.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import product from '../../package.json' with { type: 'json' }

const ROOT = resolve(import.meta.dirname, '../..')
const NAME = `chengbao-${product.version}-${process.platform}-${process.arch}`
const temporary = mkdtempSync(join(tmpdir(), 'chengbao-pack-'))
const here = join(temporary, NAME)

beforeAll(() => {
  const packed = spawnSync(process.execPath, ['tools/pack.ts'], { cwd: ROOT, encoding: 'utf8' })
  expect([packed.status, packed.stderr]).toEqual([0, expect.anything()])
  expect(spawnSync('tar', ['-xzf', join(ROOT, 'dist', `${NAME}.tar.gz`), '-C', temporary]).status).toBe(0)
})
afterAll(() => rmSync(temporary, { recursive: true, force: true }))

/** Whether this machine lets us make a network of our own with nothing in it but itself. */
const canUnplug = () => spawnSync('unshare', ['-n', 'ip', 'link', 'set', 'lo', 'up']).status === 0

/** Runs in the archive's place: starts it, asks it, prints what it answered. */
const PROBE = `
import { spawn } from 'node:child_process'
const base = 'http://127.0.0.1:' + process.env.PORT
const server = spawn('node', ['start.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] })
let ended = false
server.on('exit', () => (ended = true))
const ask = (path) => fetch(base + path).then(async (r) => ({ status: r.status, text: await r.text() }), () => undefined)
let health
while (!ended && !health) {
  await new Promise((done) => setTimeout(done, 200))
  health = await ask('/api/health')
}
const page = await ask('/')
const script = /src="(\\/assets\\/[^"]+\\.js)"/.exec(page?.text)?.[1]
const outside = await fetch('http://192.0.2.1', { signal: AbortSignal.timeout(3000) }).then(() => 'reached', (e) => e.cause?.code ?? e.name)
console.log(JSON.stringify({ health, page, script: script && (await ask(script)).status, outside }))
server.kill('SIGTERM')
`

test('it starts without network, with an empty home and only node on the PATH, and serves the page to sign in', async () => {
  const [home, bin] = [join(temporary, 'home'), join(temporary, 'bin')]
  for (const d of [home, bin]) mkdirSync(d)
  symlinkSync(process.execPath, join(bin, 'node'))
  const unplugged = canUnplug()
  const bare = ['env', '-i', `PATH=${bin}`, `HOME=${home}`, 'PORT=18517', join(bin, 'node'), '--input-type=module', '-e', PROBE]
  const [command, ...args] = unplugged ? ['unshare', '-n', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...bare] : bare
  const probe = spawn(command!, args, { cwd: here, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  for await (const chunk of probe.stdout) said += String(chunk)
  const { health, page, script, outside } = JSON.parse(said)
  expect(health).toEqual({ status: 200, text: '{"status":"ok"}' })
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('<div id="root">')])
  expect(script).toBe(200)
  if (unplugged) expect(outside).toBe('ENETUNREACH')
  expect(readdirSync(home)).toEqual([])
  expect(existsSync(join(here, 'data/db/pgdata'))).toBe(true)
})

test('it says what is inside', () => {
  const bom = JSON.parse(readFileSync(join(here, 'sbom.cdx.json'), 'utf8'))
  const names = (bom.components as { name: string }[]).map((c) => c.name)
  expect([bom.bomFormat, bom.metadata.component.name, bom.metadata.component.version]).toEqual(['CycloneDX', 'chengbao', product.version])
  expect(names).toEqual(expect.arrayContaining(['fastify', '@electric-sql/pglite', 'antd', 'react', 'ol', `node-${process.platform}-${process.arch}`]))
  expect(names.filter((n) => ['vitest', 'typescript', 'oxlint', 'playwright-core', 'vite'].includes(n))).toEqual([])
  const packages = readdirSync(join(here, 'node_modules')).filter((n) => !n.startsWith('.') && !n.startsWith('@'))
  expect(packages.filter((n) => !names.includes(n))).toEqual([])
  const [notice, licences] = ['NOTICE.txt', 'LICENCES.txt'].map((f) => readFileSync(join(here, f), 'utf8'))
  for (const n of ['fastify', 'antd', 'PostGIS', 'Noto Serif SC', 'Node']) expect([n, `${notice}${licences}`.includes(n)]).toEqual([n, true])
})
