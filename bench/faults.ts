// npm run faults [-- --engine=server|embedded] [--only=words] [--rounds=n]: a battery of faults under a server with people at work. Not part of npm test.
// SEED=… sows the moments and is printed; what is done is kept under data/faults/<seed>-<engine>.jsonl, and the same seed goes on from there.
import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../apps/server/config.server.ts'
import { openCluster, openLine, supervise, type Cluster, type Line, type Supervised } from './faults/cluster.ts'
import { FAULTS, type Scene } from './faults/list.ts'

const { values } = parseArgs({ options: { engine: { type: 'string' }, only: { type: 'string' }, rounds: { type: 'string' } } })
const seed = Number(process.env.SEED ?? Math.floor(performance.timeOrigin % 1e6))
const engine: Scene['engine'] = values.engine === 'embedded' ? 'embedded' : 'server'
/** Reproducible chance (mulberry32). */
let at = seed
const random = (): number => {
  at = (at + 0x6d2b79f5) | 0
  let t = Math.imul(at ^ (at >>> 15), 1 | at)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}
interface Outcome {
  name: string
  acknowledged: number
  lost: number
  half: number
  silent: number
  deaths: number
  seen: string
}
const kept = join(ROOT, 'data/faults', `${seed}-${engine}.jsonl`)
mkdirSync(join(ROOT, 'data/faults'), { recursive: true })
const done: Outcome[] = existsSync(kept)
  ? readFileSync(kept, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((l) => JSON.parse(l) as Outcome)
  : []
console.log(`SEED=${seed} ${engine}${done.length ? `, ${done.length} faults are done` : ''}`)

const freePort = () =>
  new Promise<number>((found) => {
    const s = createServer().listen(0, '127.0.0.1', () => {
      const { port } = s.address() as AddressInfo
      s.close(() => found(port))
    })
  })
/** Of the tests: a database with accounts, on the engine. It reads the environment when it is loaded. */
async function stage(cluster: Cluster | undefined) {
  if (cluster) process.env.TEST_DATABASE_URL = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`
  const [{ newPlace, signIn }, { judge, load }] = await Promise.all([import('../tests/crash/program.ts'), import('./faults/load.ts')])
  return { place: await newPlace('people'), signIn, judge, load }
}

const cluster = engine === 'server' ? openCluster() : undefined
const dataDir = mkdtempSync(join(tmpdir(), 'faults-'))
const isMounted = engine === 'embedded' && process.getuid?.() === 0 && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=700m', 'tmpfs', dataDir]).status === 0
let line: Line | undefined
let server: Supervised | undefined
try {
  const { place, signIn, judge, load } = await stage(cluster)
  spawnSync('cp', ['-a', `${place.dataDir}/.`, dataDir])
  const port = await freePort()
  line = cluster ? await openLine(cluster.port) : undefined
  const through = place.env.DATABASE_URL && place.env.DATABASE_URL.replace(`:${cluster!.port}/`, `:${line!.port}/`)
  const env: Record<string, string> = {
    ...place.env,
    DATA_DIR: dataDir,
    DATABASE_URL: through ?? '',
    DISK_RESERVE_MB: isMounted ? '60' : '0',
    BACKUP: 'on',
    SHED_AFTER_MS: '1500',
    FAULTS_CLOCK: join(dataDir, 'clock'),
  }
  writeFileSync(env.FAULTS_CLOCK!, '0')
  const preload = ['--import', join(import.meta.dirname, 'faults/clock-shift.mjs')]
  server = supervise(env, port, preload)
  await server.up()
  const token = await signIn(server.address, 'admin')
  await new Promise((r) => setTimeout(r, 10_000))
  const [, kb] = /VmRSS:\s+(\d+)/.exec(existsSync('/proc/self/status') ? readFileSync(`/proc/${server.pid()}/status`, 'utf8') : '') ?? []
  if (kb) console.log(`at rest ${Math.round(Number(kb) / 1024)} MB`)
  // in an order of the seed: a short run is a sample of the whole
  const inOrder = FAULTS.map((f) => ({ f, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ f }) => f)
  const wanted = inOrder.filter((f) => f.on.includes(engine) && (!values.only || f.name.includes(values.only)) && !done.some((d) => d.name === f.name))
  // a disk that is no disk of its own is not filled up
  for (const fault of wanted.filter((f) => isMounted || !/disk/.test(f.name)).slice(0, Number(values.rounds ?? Infinity))) {
    const seconds: Supervised[] = []
    const before = server.deaths()
    const work = load([server.address], token, String(done.length + 1), 6)
    await new Promise((r) => setTimeout(r, 1500))
    const scene: Scene = {
      engine,
      dataDir,
      env,
      server,
      token,
      random,
      cluster: cluster!,
      line: line!,
      url: place.env.DATABASE_URL ?? '',
      async second(more = {}, flags = []) {
        const s = supervise({ ...env, BACKUP: 'off', ...more }, await freePort(), [...preload, ...flags])
        seconds.push(s)
        return s
      },
      async instead(more, flags = []) {
        await server!.kill('SIGTERM', false)
        await server!.end()
        server = scene.server = supervise({ ...env, ...more }, port, [...preload, ...flags])
        await server.up()
      },
    }
    const seen = await fault.strike(scene).then(
      (s) => s ?? '',
      (e: unknown) => `FAILED: ${String((e as Error).message).slice(0, 200)}`,
    )
    await Promise.all(seconds.map((s) => s.end()))
    await server.up()
    await new Promise((r) => setTimeout(r, 2000))
    await work.stop()
    const { lost, half } = await judge(server.address, token, work.ledger)
    const { acknowledged, silent } = work.ledger
    const outcome: Outcome = {
      name: fault.name,
      acknowledged: acknowledged.length,
      lost: lost.length,
      half: half.length,
      silent: Math.round(silent * 10) / 10,
      deaths: Math.max(0, server.deaths() - before),
      seen: [seen, ...lost.slice(0, 2), ...half.slice(0, 2)].filter(Boolean).join('; '),
    }
    done.push(outcome)
    appendFileSync(kept, `${JSON.stringify(outcome)}\n`)
    console.log(JSON.stringify(outcome))
  }
  await place.drop()
} finally {
  await server?.end()
  line?.close()
  cluster?.remove()
  if (isMounted) spawnSync('umount', ['-l', dataDir])
  rmSync(dataDir, { recursive: true, force: true })
}
console.log(
  `\n| fault (${engine}, seed ${seed}) | acknowledged | lost | half | s without answer | ended by itself | seen |\n| --- | --- | --- | --- | --- | --- | --- |`,
)
for (const d of done) console.log(`| ${d.name} | ${d.acknowledged} | ${d.lost} | ${d.half} | ${d.silent} | ${d.deaths} | ${d.seen} |`)
const sum = (of: 'acknowledged' | 'lost' | 'half') => done.reduce((n, d) => n + d[of], 0)
console.log(`\n${done.length} faults, ${sum('acknowledged')} acknowledged, ${sum('lost')} lost, ${sum('half')} half`)
process.exit(sum('lost') + sum('half') > 0 ? 1 : 0)
