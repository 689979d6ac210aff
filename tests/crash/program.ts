import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sm2 } from 'sm-crypto-v2'
import type { TestContext } from 'vitest'
import { build, type Application } from '../../apps/server/app.server.ts'
import { readConfig, ROOT } from '../../apps/server/config.server.ts'
import { openDatabase, openServer, type DatabaseHandle } from '../../kit/server/db.server.ts'
import { openEmbedded } from '../../runtime/embedded/embedded.server.ts'
import { QUICK_WASM } from '../flags.ts'
import { addressOf, asOwner, createDatabase, dropDatabase, PASSWORD, SETTINGS, stock, type State } from '../states.ts'
import { MOMENTS } from '../volume.ts'
import type { Death, Order, Report } from './words.ts'

const SERVER = join(import.meta.dirname, '../../apps/server/main.server.ts')
const HOOKS = join(import.meta.dirname, 'hooks.ts')
const URL_OF_TESTS = process.env.TEST_DATABASE_URL

/** A data folder with its database, of the engine under test. */
export interface Place {
  dataDir: string
  /** settings of a server program that works here */
  env: Record<string, string>
  /** opens the database in this process; no program may run on it */
  open(): Promise<DatabaseHandle>
  /** resolves when nobody is connected any more: what a killed program had begun is decided then */
  settled(): Promise<void>
  copy(): Promise<Place>
  drop(): Promise<void>
}

/** A new place: empty, in a state that tests begin with, or a copy of another of which nobody may be using the database. */
export async function newPlace(from?: State | { dataDir: string; database: string }): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'chengbao-crash-'))
  const state = typeof from === 'string' ? await stock(from) : undefined
  if (state) await cp(state.files, dataDir, { recursive: true })
  if (typeof from === 'object') await cp(from.dataDir, dataDir, { recursive: true })
  const database = URL_OF_TESTS ? await createDatabase(state?.database ?? (from as { database: string } | undefined)?.database) : ''
  const at = database && addressOf(database)
  const openHere = (template?: string) => openEmbedded({ dir: join(dataDir, 'db'), ...(template ? { template } : {}) })
  if (state && !at) await (await openHere(state.database)).close()
  return {
    dataDir,
    env: { ...SETTINGS, DATA_DIR: dataDir, DATABASE_URL: at, PORT: '0', DEMO: 'off' },
    async open() {
      if (at) return openServer(at)
      const engine = await openHere()
      return openDatabase(engine.pool(), 'embedded', () => engine.close())
    },
    async settled() {
      if (!at) return
      await asOwner(async (admin) => {
        while ((await admin.query('select 1 from pg_stat_activity where datname = $1', [database])).rowCount) await new Promise((r) => setTimeout(r, 20))
      })
    },
    copy: () => newPlace({ dataDir, database }),
    async drop() {
      if (at) await dropDatabase(database)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A place with schema, platform rows and demonstration accounts, and no land, in which `prepare` has worked; `now` is its clock. */
export async function preparedPlace(prepare?: (a: Application) => Promise<void>, now?: () => Date): Promise<Place> {
  const place = await newPlace('people')
  if (!prepare) return place
  const a = await build(readConfig({ ...place.env, DEMO: 'on' }), await place.open(), now)
  await prepare(a).finally(() => a.close())
  return place
}

/** What a program writes when it kills itself at its point. */
export const STRUCK = 'killed at its point'

/** A server program with loaded modules that waits for the word to start. */
export interface Program {
  /** the process's number */
  pid: number
  /** starts it in a place: answers what the look saw before the server used the database; `death` may strike during the start already */
  start(place: Place, o?: { look?: string; death?: Death; env?: Record<string, string> }): Promise<unknown>
  /** resolves with the address when it serves; rejects with its output when it ended instead */
  serving(): Promise<string>
  arm(death: Death): Promise<void>
  /** labels of the points passed since it was armed */
  points(): Promise<string[]>
  /** resolves when the queue has ended a job that somebody asked for, or the process has ended; ask before the job can end */
  jobEnded(): Promise<void>
  /** resolves when the process has ended, with what it wrote */
  ended: Promise<{ signal: string | null; code: number | null; output: string }>
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

const living = new Set<Program>()
/** Kills what a test left alive. */
export async function endPrograms(): Promise<void> {
  for (const p of living) await p.kill('SIGKILL')
}

/** For `beforeEach`: a test that failed says its seed, and leaves no server alive whose end the next one would wait for. */
export function endWhereItFails({ onTestFailed }: TestContext): void {
  onTestFailed(async () => {
    console.error(`SEED=${MOMENTS}`)
    await endPrograms()
  })
}

/** Where programs keep modules as they are compiled: to compile them anew took half of a start. */
const COMPILED = process.env.NODE_COMPILE_CACHE ?? join(ROOT, 'node_modules/.cache/compiled')

/** Spawns the real server program. */
export function spawnProgram(): Program {
  const child: ChildProcess = spawn(process.execPath, [...QUICK_WASM, '--import', HOOKS, SERVER], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, CLOCK_AHEAD_MS: process.env.CLOCK_AHEAD_MS, NODE_COMPILE_CACHE: COMPILED },
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (d: Buffer) => (output += d.toString()))
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, output }) as Awaited<Program['ended']>)
  /** The first report with this word, or nothing when the process ends before. */
  const report = <K extends string>(word: K): Promise<any> =>
    new Promise((resolve) => {
      const hear = (r: Report) => {
        if (!(word in r)) return
        child.off('message', hear)
        resolve((r as Record<string, unknown>)[word])
      }
      child.on('message', hear)
      void ended.then(() => resolve(undefined))
    })
  const send = (order: Order) => child.send(order, () => {})
  const warm = report('warm')
  const program: Program = {
    pid: child.pid!,
    ended,
    async start(place, o = {}) {
      await warm
      await place.settled()
      const seen = report('seen')
      send({ env: { ...place.env, ...o.env }, look: o.look ?? join(import.meta.dirname, 'look.ts'), ...(o.death ? { death: o.death } : {}) })
      return seen
    },
    serving: () =>
      new Promise((resolve, reject) => {
        const found = () => {
          const address = /^http:\/\/\S+$/m.exec(output)?.[0]
          if (address) resolve(address)
        }
        child.stdout!.on('data', found)
        found()
        void ended.then((e) => reject(new Error(`the server ended (${e.code ?? e.signal}): ${e.output}`)))
      }),
    async arm(death) {
      const armed = report('armed')
      send({ arm: death })
      await armed
    },
    points() {
      const points = report('points')
      send({ count: true })
      return points
    },
    jobEnded: () => report('jobEnded'),
    async kill(signal) {
      child.kill(signal)
      await ended
    },
  }
  living.add(program)
  void ended.then(() => living.delete(program))
  return program
}

/** How long a test of many starts may take on a busy machine, ms. */
export const LONG = 1_800_000
/** The programs of one test file: while one is at work the next warms up behind it. */
export function programs(): { take(): Program; end(): Promise<void> } {
  let next = spawnProgram()
  return {
    take() {
      const now = next
      next = spawnProgram()
      return now
    },
    end: endPrograms,
  }
}

export interface Answer {
  code: number
  key?: string
  msg: string
  data: any
}
/** Speaks HTTP with a server. Every call answers undefined when the server dies under it. */
export interface Client {
  /** the same server as somebody else asks it */
  as(token: string): Client
  post(path: string, body?: unknown): Promise<Answer | undefined>
  get(path: string, query?: Record<string, string>): Promise<Answer | undefined>
  upload(path: string, file: { name: string; bytes: Buffer }, fields: Record<string, string>): Promise<Answer | undefined>
  /** an answer's status and its bytes as they come; throws when the server dies under it */
  open(path: string, query?: Record<string, string>): Promise<Response>
}

/** The token of a person; it outlives restarts. */
export async function signIn(address: string, account: string, tenantId = '000000'): Promise<string> {
  const key = ((await (await fetch(`${address}/api/cpt-auth/oauth/public-key`)).json()) as Answer).data
  const form = {
    tenantId,
    username: account,
    password: sm2.doEncrypt(`${key.nonce}|${key.timestamp}|${PASSWORD}`, key.publicKey, 0),
    grant_type: 'password',
    scope: 'all',
    type: 'account',
  }
  const r = await fetch(`${address}/api/cpt-auth/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { authorization: `Basic ${Buffer.from('chengbao:chengbao_secret').toString('base64')}` },
  })
  return ((await r.json()) as { access_token: string }).access_token
}

export function client(address: string, token: string): Client {
  const sent = (path: string, init: RequestInit) =>
    fetch(`${address}/api${path}`, { ...init, headers: { ...init.headers, 'cpt-auth': `bearer ${token}`, connection: 'close' } })
  const call = async (path: string, init: RequestInit): Promise<Answer | undefined> => {
    try {
      const r = await sent(path, init)
      return (await r.json()) as Answer
    } catch {
      // the connection broke; any other answer of the server would have come as JSON
      return undefined
    }
  }
  return {
    as: (other) => client(address, other),
    post: (path, body = {}) => call(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    get: (path, query = {}) => call(`${path}?${new URLSearchParams(query)}`, {}),
    open: (path, query = {}) => sent(`${path}?${new URLSearchParams(query)}`, {}),
    upload(path, file, fields) {
      const form = new FormData()
      for (const [k, v] of Object.entries(fields)) form.append(k, v)
      form.append('file', new Blob([new Uint8Array(file.bytes)]), file.name)
      return call(path, { method: 'POST', body: form })
    },
  }
}

/** `n` deaths spread over points `first` to `last`, one in each of n equal stretches. */
export function deaths(random: () => number, n: number, first: number, last: number, from: Death['from']): Death[] {
  return Array.from({ length: n }, (_, i) => ({
    from,
    at: first + Math.floor(((i + random()) / n) * (last - first + 1)),
    how: (['before', 'during', 'after'] as const)[Math.floor(random() * 3)]!,
    wait: Math.floor(random() * 20),
  }))
}
