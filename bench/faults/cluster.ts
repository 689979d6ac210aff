import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A PostgreSQL of its own that writes to the disk as in earnest, to be killed and started again. */
export interface Cluster {
  port: number
  start(): void
  stop(mode: 'fast' | 'immediate'): void
  kill(): void
  remove(): void
}
/** Makes and starts one. Needs Debian's PostgreSQL. */
export function openCluster(): Cluster {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort() : []
  const bin = `/usr/lib/postgresql/${versions.at(-1)}/bin`
  const dir = mkdtempSync(join(tmpdir(), 'faults-pg-'))
  const port = 21000 + (process.pid % 20000)
  const root = process.getuid?.() === 0
  if (root) spawnSync('chown', ['postgres', dir])
  const run = (line: string): void => {
    const r = spawnSync(...((root ? ['su', ['postgres', '-s', '/bin/sh', '-c', line]] : ['sh', ['-c', line]]) as [string, string[]]), {
      encoding: 'utf8',
      stdio: 'pipe',
    })
    if (r.status !== 0) throw new Error(`${line}: ${r.stdout} ${r.stderr}`)
  }
  const start = () =>
    run(`${bin}/pg_ctl -D ${dir}/data -w -t 120 -l ${dir}/log -o "-p ${port} -k ${dir} -c listen_addresses=127.0.0.1 -c max_connections=60" start >/dev/null`)
  run(`${bin}/initdb -D ${dir}/data -U postgres -A trust -E UTF8 --locale=C.UTF-8 >/dev/null`)
  start()
  return {
    port,
    start,
    stop: (mode) => run(`${bin}/pg_ctl -D ${dir}/data -w -m ${mode} stop >/dev/null`),
    kill: () => process.kill(Number(readFileSync(join(dir, 'data/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL'),
    remove() {
      spawnSync(
        root ? 'su' : 'sh',
        root ? ['postgres', '-s', '/bin/sh', '-c', `${bin}/pg_ctl -D ${dir}/data -m immediate stop`] : ['-c', `${bin}/pg_ctl -D ${dir}/data -m immediate stop`],
      )
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** The line between server and database: it can be cut, stalled, slowed and shut. */
export interface Line {
  port: number
  cut(): void
  stall(on: boolean): void
  slow(ms: number): void
  shut(on: boolean): void
  close(): void
}
export async function openLine(to: number): Promise<Line> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let [stalled, shut, delay] = [false, false, 0]
  const server = createServer((from) => {
    if (shut) return void from.destroy()
    const pair = [from, connect(to, '127.0.0.1')] as const
    pairs.add(pair)
    for (const [a, b] of [pair, [pair[1], pair[0]] as const]) {
      if (stalled) a.pause()
      a.on('data', (d) => (delay ? void setTimeout(() => b.writable && b.write(d), delay) : void (b.writable && b.write(d))))
      const end = () => {
        pairs.delete(pair)
        b.destroy()
      }
      a.on('close', end)
      a.on('error', end)
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => pairs.forEach((p) => p.forEach((s) => s.resetAndDestroy())),
    stall(on) {
      stalled = on
      pairs.forEach((p) => p.forEach((s) => (on ? s.pause() : s.resume())))
    },
    slow: (ms) => void (delay = ms),
    shut: (on) => void (shut = on),
    close() {
      pairs.forEach((p) => p.forEach((s) => s.destroy()))
      server.close()
    },
  }
}

/** A server program of the product, started again whenever it ends by itself. */
export interface Supervised {
  address: string
  pid(): number
  /** how often it ended without having been killed by a fault */
  deaths(): number
  /** kills it; it is started again at once where `again` */
  kill(signal: 'SIGKILL' | 'SIGTERM', again?: boolean): Promise<void>
  start(): void
  /** resolves when it answers */
  up(withinMs?: number): Promise<void>
  output(): string
  end(): Promise<void>
}
export function supervise(env: Readonly<Record<string, string>>, port: number, flags: readonly string[] = []): Supervised {
  const main = join(import.meta.dirname, '../../apps/server/main.server.ts')
  const address = `http://127.0.0.1:${port}`
  let [deaths, output, ours, over] = [0, '', false, false]
  let child: ReturnType<typeof spawn>
  const start = () => {
    ours = false
    const own = (child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...flags, main], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH!, HOME: process.env.HOME!, ...env, PORT: String(port) },
    }))
    for (const s of [own.stdout!, own.stderr!]) s.on('data', (d: Buffer) => (output = (output + d.toString()).slice(-20_000)))
    own.on('exit', () => {
      if (over || ours || own !== child) return
      deaths += 1
      setTimeout(() => !over && start(), 1000)
    })
  }
  const isGone = () => child.exitCode !== null || child.signalCode !== null
  const ended = () => (isGone() ? Promise.resolve() : new Promise<void>((done) => void child.once('exit', () => done())))
  start()
  return {
    address,
    pid: () => child.pid!,
    deaths: () => deaths,
    start,
    output: () => output,
    async kill(signal, again = true) {
      ours = true
      child.kill(signal)
      await ended()
      if (again) start()
    },
    async up(withinMs = 300_000) {
      const until = performance.now() + withinMs
      while (performance.now() < until) {
        const ok = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
          (r) => r.ok,
          () => false,
        )
        if (ok) return
        await new Promise((done) => setTimeout(done, 200))
      }
      throw new Error(`the server did not answer in time: ${output.slice(-2000)}`)
    },
    async end() {
      over = true
      child.kill('SIGTERM')
      await Promise.race([ended(), new Promise((done) => setTimeout(done, 20_000))])
      if (!isGone()) child.kill('SIGKILL')
    },
  }
}
