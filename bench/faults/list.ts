import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Cluster, Line, Supervised } from './cluster.ts'

/** What a fault has in its hands while people work. */
export interface Scene {
  engine: 'embedded' | 'server'
  dataDir: string
  env: Readonly<Record<string, string>>
  server: Supervised
  token: string
  random(): number
  /** of PostgreSQL alone */
  cluster: Cluster
  line: Line
  /** past the line */
  url: string
  /** a second server of the same database, which is ended with the scene */
  second(env?: Readonly<Record<string, string>>, flags?: readonly string[]): Promise<Supervised>
  /** a server in place of the first one */
  instead(env: Readonly<Record<string, string>>, flags?: readonly string[]): Promise<void>
}
export interface Fault {
  name: string
  on: readonly Scene['engine'][]
  /** what goes wrong, and what makes an end of it; answers what was seen */
  strike(s: Scene): Promise<string | void>
}
const BOTH = ['embedded', 'server'] as const
const SERVER = ['server'] as const
const EMBEDDED = ['embedded'] as const
const between = (s: Scene, from: number, to: number) => sleep(from + s.random() * (to - from))
const portOf = (s: Scene) => Number(new URL(s.server.address).port)
const socketTo = (s: Scene) =>
  new Promise<Socket | undefined>((done) => {
    const socket = connect(portOf(s), '127.0.0.1')
    socket.once('connect', () => done(socket))
    socket.on('error', () => done(undefined))
  })
const many = async (s: Scene, n: number, send: string) => {
  const all = (await Promise.all(Array.from({ length: n }, () => socketTo(s)))).filter((x) => !!x)
  for (const socket of all) if (send) socket.write(send)
  return all
}
async function sql(s: Scene, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const c = new pg.Client(s.url)
  await c.connect()
  return c.query(text, values).finally(() => c.end())
}
const kill: Fault['strike'] = async (s) => {
  await between(s, 300, 3000)
  await s.server.kill('SIGKILL')
  await s.server.up()
}
/** Moves the server's clock. */
async function clock(s: Scene, ms: number): Promise<void> {
  writeFileSync(s.env.FAULTS_CLOCK!, String(ms))
  process.kill(s.server.pid(), 'SIGUSR2')
  await sleep(200)
}
const UPLOAD = `POST /api/cpt-resource/attach/endpoint/upload HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 5000000\r\n`

/** At least thirty on each engine. */
export const FAULTS: readonly Fault[] = [
  ...[1, 2, 3].map((n): Fault => ({ name: `kill -9 at a random moment (${n})`, on: BOTH, strike: kill })),
  {
    name: 'SIGTERM under load',
    on: BOTH,
    async strike(s) {
      await s.server.kill('SIGTERM')
      await s.server.up()
    },
  },
  {
    name: 'three kills in a row during the start',
    on: BOTH,
    async strike(s) {
      for (let i = 0; i < 3; i++) {
        await s.server.kill('SIGKILL')
        await between(s, 100, 4000)
      }
      await s.server.kill('SIGKILL')
      await s.server.up()
    },
  },
  {
    name: 'process stopped for five seconds (SIGSTOP)',
    on: BOTH,
    async strike(s) {
      process.kill(s.server.pid(), 'SIGSTOP')
      await sleep(5000)
      process.kill(s.server.pid(), 'SIGCONT')
    },
  },
  {
    name: 'small heap (256 MB)',
    on: BOTH,
    async strike(s) {
      await s.instead({}, ['--max-old-space-size=256'])
      await sleep(5000)
      await s.instead({})
    },
  },
  {
    name: '5,000 idle connections',
    on: BOTH,
    async strike(s) {
      const all = await many(s, 5000, '')
      await sleep(10_000)
      const open = all.filter((x) => !x.destroyed && !x.readableEnded).length
      all.forEach((x) => x.destroy())
      return `${all.length} taken, ${open} left after 10 s`
    },
  },
  {
    name: '300 heads that never end',
    on: BOTH,
    async strike(s) {
      const all = await many(s, 300, 'GET /api/base-qssj/fbf/page HTTP/1.1\r\nhost: x\r\nx-a: ')
      await sleep(10_000)
      all.forEach((x) => x.destroy())
    },
  },
  {
    name: '100 slow writers (a byte a second)',
    on: BOTH,
    async strike(s) {
      const head = 'POST /api/base-qssj/fbf/save HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{'
      const all = await many(s, 100, head)
      for (let i = 0; i < 10; i++) {
        all.forEach((x) => !x.destroyed && x.write(' '))
        await sleep(1000)
      }
      all.forEach((x) => x.destroy())
    },
  },
  {
    name: '100 slow readers of large lists',
    on: BOTH,
    async strike(s) {
      const get = `GET /api/base-qssj/fbf/page?size=200 HTTP/1.1\r\nhost: x\r\ncpt-auth: bearer ${s.token}\r\n\r\n`
      const all = await many(s, 100, '')
      for (const x of all) {
        x.pause()
        x.write(get)
      }
      await sleep(8000)
      all.forEach((x) => x.destroy())
    },
  },
  {
    name: '100 uploads cut in the middle',
    on: BOTH,
    async strike(s) {
      const all = await many(
        s,
        100,
        `${UPLOAD}cpt-auth: bearer ${s.token}\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${'x'.repeat(50_000)}`,
      )
      await sleep(2000)
      all.forEach((x) => x.destroy())
      await sleep(1000)
      const left = readdirSync(join(s.dataDir, 'tmp')).length
      return `${left} files left`
    },
  },
  {
    name: '100 answers that nobody awaits',
    on: BOTH,
    async strike(s) {
      const get = `GET /api/base-qssj/fbf/page?size=200 HTTP/1.1\r\nhost: x\r\ncpt-auth: bearer ${s.token}\r\n\r\n`
      for (const x of await many(s, 100, get)) x.destroy()
    },
  },
  {
    name: '50 bodies that are too large',
    on: BOTH,
    async strike(s) {
      const body = Buffer.alloc(3 << 20, 0x20)
      const post = () =>
        fetch(`${s.server.address}/api/base-qssj/fbf/save`, { method: 'POST', body, headers: { 'content-type': 'application/json' } }).then(
          (r) => r.status,
          () => 0,
        )
      return [...new Set(await Promise.all(Array.from({ length: 50 }, post)))].join(' ')
    },
  },
  {
    name: 'noise instead of requests on 200 connections',
    on: BOTH,
    async strike(s) {
      const all = await many(s, 200, '\x16\x03\x01\x02\x00\x01\x00\x01garbage\r\n\r\n\0\0\0')
      await sleep(2000)
      all.forEach((x) => x.destroy())
    },
  },
  {
    name: 'five times the load for ten seconds',
    on: BOTH,
    async strike(s) {
      const until = performance.now() + 10_000
      const seen: Record<string, number> = {}
      const one = async () => {
        while (performance.now() < until) {
          const r = await fetch(`${s.server.address}/api/base-qssj/fbf/page?size=200`, { headers: { 'cpt-auth': `bearer ${s.token}` } }).then(
            (x) => x.status,
            () => 0,
          )
          seen[r] = (seen[r] ?? 0) + 1
        }
      }
      await Promise.all(Array.from({ length: 60 }, one))
      return Object.entries(seen)
        .map(([k, v]) => `${k}: ${v}`)
        .join(', ')
    },
  },
  ...(
    [
      ['two days forward and back', 172_800_000],
      ['an hour back and forward', -3_600_000],
    ] as const
  ).map(([name, ms]): Fault => ({
    name: `clock ${name}`,
    on: BOTH,
    async strike(s) {
      await clock(s, ms)
      await sleep(4000)
      await clock(s, 0)
      await sleep(12_000)
      return `${s.server.output().split('the clock of this machine jumped').length - 1} warnings`
    },
  })),
  {
    name: 'folder for files on their way is a file',
    on: BOTH,
    async strike(s) {
      const tmp = join(s.dataDir, 'tmp')
      rmSync(tmp, { recursive: true, force: true })
      writeFileSync(tmp, '')
      const body = new FormData()
      body.append('file', new Blob(['%PDF-1.4']), 'a.pdf')
      const r = await fetch(`${s.server.address}/api/cpt-resource/attach/endpoint/upload`, {
        method: 'POST',
        body,
        headers: { 'cpt-auth': `bearer ${s.token}` },
      }).then(
        (x) => x.status,
        () => 0,
      )
      rmSync(tmp)
      mkdirSync(tmp)
      return `upload ${r}`
    },
  },
  {
    name: 'killed while a backup is made',
    on: BOTH,
    async strike(s) {
      await fetch(`${s.server.address}/api/cpt-operations/backup/make`, {
        method: 'POST',
        body: '{}',
        headers: { 'cpt-auth': `bearer ${s.token}`, 'content-type': 'application/json' },
      })
      await between(s, 500, 2500)
      await s.server.kill('SIGKILL')
      await s.server.up()
    },
  },
  {
    name: 'a second server on the same data',
    on: BOTH,
    async strike(s) {
      const second = await s.second()
      const up = await second.up(s.engine === 'server' ? 120_000 : 15_000).then(
        () => true,
        () => false,
      )
      await sleep(3000)
      const said = /in use by another process|may not join/.exec(second.output())?.[0]
      return up ? 'serves too' : `refused: ${said ?? second.output().slice(-200)}`
    },
  },
  // PostgreSQL and the line to it
  ...(['kill', 'fast', 'immediate'] as const).map((how): Fault => ({
    name: how === 'kill' ? 'kill -9 of PostgreSQL, back after three seconds' : `PostgreSQL stopped (${how}) for three seconds`,
    on: SERVER,
    async strike(s) {
      await between(s, 200, 1500)
      if (how === 'kill') s.cluster.kill()
      else s.cluster.stop(how)
      await sleep(3000)
      s.cluster.start()
    },
  })),
  {
    name: 'every connection ended by an operator, twenty times',
    on: SERVER,
    async strike(s) {
      for (let i = 0; i < 20; i++) {
        await sql(s, 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()')
        await sleep(200)
      }
    },
  },
  {
    name: 'every statement cancelled by an operator, twenty times',
    on: SERVER,
    async strike(s) {
      for (let i = 0; i < 20; i++) {
        await sql(s, `select pg_cancel_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database() and state = 'active'`)
        await sleep(200)
      }
    },
  },
  {
    name: 'connections to the database cut, ten times',
    on: SERVER,
    async strike(s) {
      for (let i = 0; i < 10; i++) {
        s.line.cut()
        await sleep(500)
      }
    },
  },
  {
    name: 'the line to the database stalled for ten seconds',
    on: SERVER,
    async strike(s) {
      s.line.stall(true)
      await sleep(10_000)
      s.line.stall(false)
    },
  },
  {
    name: 'the line to the database slow (100 ms) for ten seconds',
    on: SERVER,
    async strike(s) {
      s.line.slow(100)
      await sleep(10_000)
      s.line.slow(0)
    },
  },
  {
    name: 'the database takes no connections for eight seconds',
    on: SERVER,
    async strike(s) {
      s.line.shut(true)
      s.line.cut()
      await sleep(8000)
      s.line.shut(false)
    },
  },
  {
    name: 'a forgotten lock on the table for twenty seconds',
    on: SERVER,
    async strike(s) {
      const c = new pg.Client(s.url)
      await c.connect()
      await c.query('begin; lock table fbf in exclusive mode')
      await sleep(20_000)
      await c.query('rollback')
      await c.end()
    },
  },
  {
    name: 'others take all connections of PostgreSQL for ten seconds',
    on: SERVER,
    async strike(s) {
      const all = Array.from({ length: 60 }, () => new pg.Client(s.url))
      const taken = await Promise.all(
        all.map(
          (c) => (
            c.on('error', () => {}),
            c.connect().then(
              () => true,
              () => false,
            )
          ),
        ),
      )
      await sleep(10_000)
      await Promise.all(all.map((c, i) => taken[i] && c.end()))
      return `${taken.filter(Boolean).length} taken`
    },
  },
  {
    name: 'a job that nobody can run, and one whose servers died',
    on: SERVER,
    async strike(s) {
      for (const [id, status, deaths] of [
        [1, 'queued', 0],
        [2, 'running', 1],
      ] as const)
        await sql(
          s,
          `insert into job (id, "tenantId", kind, title, status, payload, "runAfter", heartbeat, runner, deaths, who, "createUser", "createTime")
           values ($1, '000000', 'nobody', 'x', $2, '{}', '2020-01-01', '2020-01-01', 'dead', $3, '{"tenantId":"000000","userId":"0","perms":[],"roleIds":[],"roles":[],"regionCode":"","account":"x","realName":"x","deptId":"0"}', 0, '2020-01-01')`,
          [id, status, deaths],
        )
      await sleep(8000)
      const { rows } = await sql(s, 'select status from job where id in (1, 2) order by id')
      return rows.map((r) => r.status).join(' ')
    },
  },
  {
    name: 'the server starts while the database is away',
    on: SERVER,
    async strike(s) {
      s.cluster.stop('fast')
      await s.server.kill('SIGKILL')
      await sleep(4000)
      s.cluster.start()
      await s.server.up()
    },
  },
  {
    name: 'a server with another data folder',
    on: SERVER,
    async strike(s) {
      const other = `${s.dataDir}-other`
      mkdirSync(other, { recursive: true })
      const second = await s.second({ DATA_DIR: other })
      const up = await second.up(60_000).then(
        () => true,
        () => false,
      )
      await second.end()
      rmSync(other, { recursive: true, force: true })
      return up ? 'SERVES, and must not' : (/DATA_DIR: not the folder/.exec(second.output())?.[0] ?? 'not up')
    },
  },
  {
    name: 'of two servers one is killed',
    on: SERVER,
    async strike(s) {
      const second = await s.second()
      await second.up()
      await s.server.kill('SIGKILL')
      await s.server.up()
    },
  },
  // the embedded engine and its disk
  {
    name: 'stale lock and empty mark of the engine after a kill',
    on: EMBEDDED,
    async strike(s) {
      await s.server.kill('SIGKILL', false)
      writeFileSync(
        join(s.dataDir, 'db/lock'),
        JSON.stringify({ pid: 1, started: '1', host: 'elsewhere' }).replace('elsewhere', spawnSync('hostname', { encoding: 'utf8' }).stdout.trim()),
      )
      writeFileSync(join(s.dataDir, 'db/pgdata/postmaster.pid'), '')
      s.server.start()
      await s.server.up()
    },
  },
  {
    name: 'the lock taken away under the server',
    on: EMBEDDED,
    async strike(s) {
      rmSync(join(s.dataDir, 'db/lock'), { force: true })
      await sleep(8000)
      await s.server.kill('SIGTERM')
      await s.server.up()
      return 'gives up at once; started again'
    },
  },
  ...[1, 2, 3].map((n): Fault => ({
    name: `disk filled up to ${['the reserve', 'one megabyte', 'nothing'][n - 1]}, room again after ten seconds`,
    on: EMBEDDED,
    async strike(s) {
      const ballast = join(s.dataDir, 'ballast')
      const leave = [40, 1, 0][n - 1]!
      spawnSync('sh', [
        '-c',
        `dd if=/dev/zero of=${ballast} bs=1M count=$(( $(df -m --output=avail ${s.dataDir} | tail -1) - ${leave} )) 2>/dev/null; ${leave ? '' : `dd if=/dev/zero of=${ballast}2 bs=4k 2>/dev/null`}`,
      ])
      await sleep(10_000)
      rmSync(ballast, { force: true })
      rmSync(`${ballast}2`, { force: true })
      await s.server.up(120_000)
      await sleep(5000)
    },
  })),
  {
    name: 'killed with a full disk, started with room',
    on: EMBEDDED,
    async strike(s) {
      const ballast = join(s.dataDir, 'ballast')
      spawnSync('sh', ['-c', `dd if=/dev/zero of=${ballast} bs=1M 2>/dev/null`])
      await sleep(3000)
      await s.server.kill('SIGKILL', false)
      rmSync(ballast, { force: true })
      s.server.start()
      await s.server.up()
    },
  },
  {
    name: 'the tail of the log torn off after a kill',
    on: EMBEDDED,
    async strike(s) {
      await s.server.kill('SIGKILL', false)
      const wal = join(s.dataDir, 'db/pgdata/pg_wal')
      const files = readdirSync(wal)
        .filter((f) => /^[0-9A-F]{24}$/.test(f))
        .sort()
      // the file that is made ahead of its time holds nothing yet
      const last = join(wal, files.at(-1)!)
      if (files.length > 1) truncateSync(last, Math.floor(statSync(last).size / 2))
      s.server.start()
      await s.server.up()
      return `${files.length} files of the log`
    },
  },
  {
    name: 'the database cannot be opened for five seconds',
    on: EMBEDDED,
    async strike(s) {
      await s.server.kill('SIGKILL', false)
      const [control, aside] = [join(s.dataDir, 'db/pgdata/global/pg_control'), join(s.dataDir, 'aside')]
      renameSync(control, aside)
      s.server.start()
      await sleep(5000)
      renameSync(aside, control)
      await s.server.up()
    },
  },
  ...[4, 5, 6, 7].map((n): Fault => ({ name: `kill -9 at a random moment (${n})`, on: BOTH, strike: kill })),
]
