/**
 * Loaded into the server program before it (node --import). Changes nothing the server does: it waits with loaded modules for the word to start, lets
 * the test look into the database before anything else uses it, counts the points the program passes (statements to the database, changes in the
 * file system), and kills the process at the point it is told.
 */
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import fs from 'node:fs'
import http from 'node:http'
import { flushCompileCache, syncBuiltinESMExports } from 'node:module'
import pg from 'pg'
import { openDatabase } from '../../kit/server/db.server.ts'
import { systemWho } from '../../runtime/maintenance.server.ts'
import { JOB_COMMIT, type Death, type Order, type Report, type View } from './words.ts'

let death: Death | undefined
/** Points of these chains of work are counted; everything, when the death was told with the start. */
let counting: Chain['kind'] | 'start' | undefined
let labels: string[] = []
let reached = 0
/** The engine's thread (or the other server) goes on for so long while this process does nothing more. */
function die(wait = 0): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait)
  process.kill(process.pid, 'SIGKILL')
}
function tell(report: Report): void {
  process.send!(report)
}

/** A request, a run of a job that somebody asked for, or whatever else began at a timer: told apart so that the server's other loops do not disturb the count. */
interface Chain {
  kind: 'request' | 'job' | 'other'
}
const chain = new AsyncLocalStorage<Chain>()
/** What is begun by the program's first lines, as the first turn of the queue. */
const root: Chain = { kind: 'other' }
const current = () => chain.getStore() ?? root

/** Passes a point: `work` with the kill before, during or after it when its number has come. */
function pass<T>(label: string, work: () => T): T {
  if (counting !== 'start' && counting !== current().kind) return work()
  labels.push(label)
  if (label.includes(death?.label ?? '')) reached += 1
  const hit = death?.at === reached && label.includes(death.label ?? '') ? death : undefined
  if (hit) fs.writeSync(2, `killed at its point ${hit.how} ${label}\n`)
  if (hit?.how === 'before') die()
  const result = work()
  if (hit?.how === 'during') die(hit.wait)
  if (hit?.how === 'after')
    Promise.resolve(result).then(
      () => die(),
      () => die(),
    )
  return result
}

function watchFiles(): void {
  const promises = fs.promises as unknown as Record<string, (...a: unknown[]) => unknown>
  for (const name of ['mkdir', 'rename', 'rm', 'copyFile', 'writeFile', 'open', 'link', 'unlink']) {
    const original = promises[name]!
    promises[name] = (...a) => pass(`${name} ${String(a[0])}`, () => original.apply(fs.promises, a))
  }
  const create = fs.createWriteStream
  fs.createWriteStream = (...a) => pass(`createWriteStream ${String(a[0])}`, () => create(...a))
  syncBuiltinESMExports()
}

const SYSTEM = systemWho('').userId
/** Connections whose transaction has written that a job ended. */
const ending = new WeakSet<pg.Client>()
/** Connections on which a job tells how far it is, of its own beside its work. */
const telling = new WeakSet<pg.Client>()
function watchStatements(): void {
  const query = pg.Client.prototype.query as (...a: any[]) => any
  pg.Client.prototype.query = function (this: pg.Client, ...a: any[]) {
    const text = String(typeof a[0] === 'string' ? a[0] : a[0]?.text).trim()
    const ends = text === 'commit' && ending.delete(this)
    if (current().kind === 'job' && text.startsWith('begin; set local role cpt_system')) telling.add(this)
    const send = () => query.apply(this, a)
    // how often a job tells it depends on the machine: such points are no part of a count, and are died at by their label
    const uncounted = counting === 'job' && telling.has(this) && !ends && !death?.label
    if (text === 'commit' || text === 'rollback') telling.delete(this)
    const result = uncounted ? send() : pass(ends ? JOB_COMMIT : text.slice(0, 90), send)
    if (current().kind === 'job' && text.startsWith('update "job" set "endTime"')) ending.add(this)
    if (text.startsWith(`update job set status = 'running'`)) {
      const turn = current()
      result.then(
        ({ rows: [job] }: pg.QueryResult) => {
          // what the server's own routines ask for comes when it comes: no test waits for it
          turn.kind = job && String(job.createUser) !== SYSTEM ? 'job' : 'other'
        },
        () => {},
      )
    }
    if (ends)
      result.then(
        () => tell({ jobEnded: true }),
        () => {},
      )
    return result
  } as never
}

function watchChains(): void {
  const timeout = globalThis.setTimeout as (f: (...a: unknown[]) => void, ms?: number, ...a: unknown[]) => NodeJS.Timeout
  const begin = (f: (...a: unknown[]) => void, ms?: number, ...a: unknown[]) => timeout(() => chain.run({ kind: 'other' }, f, ...a), ms)
  globalThis.setTimeout = Object.defineProperties(begin, Object.getOwnPropertyDescriptors(timeout)) as unknown as typeof setTimeout
  // each turn of a loop is what its loop was begun in, and all loops are begun in the same, or in the long job beside which they run: the turn of one that finds a job,
  // or none, would say so of theirs, too
  const bind = AsyncResource.bind as (f: (...a: unknown[]) => unknown) => (...a: unknown[]) => unknown
  AsyncResource.bind = ((f: (...a: unknown[]) => unknown) =>
    bind(current() === root || current().kind === 'job' ? (...a) => chain.run({ kind: 'other' }, f, ...a) : f)) as typeof AsyncResource.bind
  const emit = http.Server.prototype.emit as (event: string, ...a: unknown[]) => boolean
  http.Server.prototype.emit = function (this: http.Server, event: string, ...a: unknown[]) {
    return event === 'request' ? chain.run({ kind: 'request' }, () => emit.call(this, event, ...a)) : emit.call(this, event, ...a)
  } as never
}

const looking = new AsyncLocalStorage<boolean>()
/** The first connection of the program waits until the test has looked. */
async function watchFirst(look: string): Promise<void> {
  const { view } = (await import(look)) as { view: View }
  const connect = pg.Pool.prototype.connect as (...a: any[]) => any
  let looked: Promise<void> | undefined
  pg.Pool.prototype.connect = function (this: pg.Pool, ...a: any[]) {
    if (looking.getStore()) return connect.apply(this, a)
    looked ??= looking.run(true, async () => {
      const db = openDatabase(this, process.env.DATABASE_URL ? 'server' : 'embedded', async () => {})
      tell({ seen: await view(db) })
    })
    return looked.then(() => connect.apply(this, a))
  } as never
}

// nobody waits for this server any more
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
watchFiles()
watchStatements()
watchChains()
await import('../../apps/server/app.server.ts')
// who is killed writes nothing down at his end
flushCompileCache()
await new Promise<void>((go) => {
  process.on('message', (order: Order) => {
    if ('count' in order) {
      tell({ points: labels })
      return
    }
    if ('arm' in order) {
      labels = []
      reached = 0
      death = order.arm
      counting = death.from
      tell({ armed: true })
      return
    }
    Object.assign(process.env, order.env)
    death = order.death
    counting = death?.from
    void watchFirst(order.look).then(go)
  })
  tell({ warm: true })
})
