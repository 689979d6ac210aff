import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { FromWorker, ToWorker, WorkerData } from './messages.server.ts'
import type { Plug } from './stream.server.ts'
import { watchdog } from './watchdog.ts'

export interface EngineOptions extends Omit<WorkerData, 'clock'> {
  watchdogMs: number
  log: (message: string) => void
}

/** The supervised worker. */
export interface Engine {
  plug: Plug
  /** the whole database as a tar archive */
  dump: () => Promise<Uint8Array>
  /** checkpoint and orderly end */
  stop: () => Promise<void>
  /** ends at once and for good */
  abandon: (reason: string) => void
  restarts: () => number
  /** how long one batch may run from now on, ms */
  bound: (ms: number) => void
}

const START_LIMIT = 180_000
const STOP_LIMIT = 15_000
/** Pauses before the second and later tries at opening it again: a full disk has room again some time, and nobody may be there to start the server. */
const PAUSES_MS = [500, 1000, 2000, 5000, 10_000, 20_000, 30_000]
/** How long to wait after so many tries that failed, ms. */
export const pauseAfter = (tries: number): number => PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1] ?? 0

/** An error with its SQLSTATE, as the driver's own errors have it. */
function sqlError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}

/**
 * Compiled code of the first engine of this process, which the later ones begin with: to compile it, and again better where it runs often, takes as long as all
 * else of an opening.
 */
let kept: WebAssembly.Module | undefined

/** One worker thread: resolves with it when the database is open. */
async function openWorker(o: EngineOptions, clock: SharedArrayBuffer): Promise<Worker> {
  const { log: _log, watchdogMs: _watchdogMs, ...data } = o
  const worker = new Worker(new URL('./worker.server.ts', import.meta.url), {
    workerData: { ...data, clock, compiled: kept } satisfies WorkerData,
    execArgv: [],
  })
  let timer: NodeJS.Timeout | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (m: FromWorker) => {
        if (m.type === 'ready') kept ??= m.compiled
        resolve()
      })
      worker.on('error', reject)
      worker.on('exit', () => {
        reject(new Error('the worker of the embedded database ended while it started'))
      })
      timer = setTimeout(() => {
        reject(new Error('the embedded database did not open in time'))
      }, START_LIMIT)
    })
    return worker
  } catch (error) {
    await worker.terminate()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Tries to open the database until it opens, however long that takes; `failed` hears of each try in vain. Nothing when it is left meanwhile. */
async function openAgain(o: EngineOptions, clock: SharedArrayBuffer, left: AbortSignal, failed: (e: Error) => void): Promise<Worker | undefined> {
  for (let attempt = 1; !left.aborted; attempt++) {
    try {
      const next = await openWorker({ ...o, fresh: false, template: undefined }, clock)
      if (!left.aborted) return next
      await next.terminate()
    } catch (error) {
      const ms = pauseAfter(attempt)
      o.log(`the embedded database did not open again, the next try is in ${ms / 1000} s: ${(error as Error).message}`)
      failed(sqlError('57P03', `the embedded database cannot be opened now: ${(error as Error).message}`))
      await sleep(ms, undefined, { signal: left }).catch(() => undefined)
    }
  }
  return undefined
}

/**
 * Starts the engine and keeps it: a fault, an ended worker or a batch that runs longer than `watchdogMs` rejects everything
 * in flight, ends the worker and opens the database again (not in memory, where the data is gone).
 */
export async function startEngine(o: EngineOptions): Promise<Engine> {
  const clock = new SharedArrayBuffer(8)
  const started = new BigInt64Array(clock)
  const sockets = new Map<number, Duplex>()
  const waiting = new Map<FromWorker['type'], (message: FromWorker) => void>()
  let worker: Worker | undefined
  let restarts = 0
  /** it will never serve again */
  let gone: Error | undefined
  /** it does not serve now: it did not open, and is tried again */
  let away: Error | undefined
  const leaving = new AbortController()
  let limit = o.watchdogMs
  let ready: Promise<void> = Promise.resolve()
  let reopening: Promise<void> = Promise.resolve()

  const cutAll = (culprit: number, reason: string): void => {
    for (const [id, socket] of Array.from(sockets)) {
      sockets.delete(id)
      socket.destroy(id === culprit ? sqlError('XX000', reason) : sqlError('57P02', `the embedded database was started again: ${reason}`))
    }
  }

  const attach = (next: Worker): void => {
    worker = next
    next.on('message', (m: FromWorker) => {
      if (next !== worker) return
      if (m.type === 'data') sockets.get(m.id)?.push(m.bytes)
      else if (m.type === 'dead') fail(m.id, m.reason)
      else if (m.type === 'drop') {
        const socket = sockets.get(m.id)
        sockets.delete(m.id)
        socket?.destroy(sqlError(m.code, m.reason))
      } else waiting.get(m.type)?.(m)
    })
    next.on('error', (error) => {
      if (next === worker) fail(0, `the worker failed: ${error.message}`)
    })
    next.on('exit', () => {
      if (next === worker) fail(0, 'the worker ended')
    })
  }

  /** Opens it again; `firstTry` hears how the first try went, on which those wait who asked meanwhile. */
  const reopen = async (old: Worker, firstTry: { resolve: () => void; reject: (e: Error) => void }): Promise<void> => {
    await old.terminate()
    const next = gone === undefined ? await openAgain(o, clock, leaving.signal, (e) => firstTry.reject((away = e))) : undefined
    if (next === undefined) return firstTry.reject(gone!)
    attach(next)
    restarts += 1
    away = undefined
    ready = Promise.resolve()
    o.log('the embedded database serves again')
    firstTry.resolve()
  }

  const fail = (culprit: number, reason: string): void => {
    const old = worker
    if (old === undefined) return
    worker = undefined
    Atomics.store(started, 0, 0n)
    o.log(`the embedded database is stopped: ${reason}`)
    if (o.pgdata === undefined) gone = sqlError('57P03', `the embedded database in memory is lost and must be opened anew: ${reason}`)
    cutAll(culprit, reason)
    const firstTry = Promise.withResolvers<void>()
    firstTry.promise.catch(() => undefined)
    ready = firstTry.promise
    reopening = reopen(old, firstTry)
  }

  const endWatch = watchdog(
    () => Atomics.load(started, 0),
    () => limit,
    () => fail(0, `a statement ran longer than ${limit} ms`),
  )

  const end = async (reason: string): Promise<void> => {
    endWatch()
    leaving.abort()
    gone ??= sqlError('57P03', reason)
    const old = worker
    worker = undefined
    cutAll(0, reason)
    await old?.terminate()
    // a start that is under way ends itself when it sees `gone`
    await reopening
  }

  const ask = (type: 'dump' | 'stop', reply: FromWorker['type']): Promise<FromWorker> =>
    new Promise((resolve) => {
      waiting.set(reply, resolve)
      worker?.postMessage({ type } satisfies ToWorker)
    })

  attach(await openWorker(o, clock))
  return {
    plug: {
      // who asks while it cannot be opened is told so at once, and does not wait for the disk
      ready: () => {
        const why = gone ?? away
        return why ? Promise.reject(why) : ready
      },
      post: (message, transfer) => worker?.postMessage(message, transfer ?? []),
      add: (id, socket) => {
        sockets.set(id, socket)
      },
      remove: (id) => sockets.delete(id),
    },
    dump: async () => {
      const m = await ask('dump', 'dump')
      return m.type === 'dump' ? m.bytes : new Uint8Array()
    },
    stop: async () => {
      await ready.catch(() => undefined)
      for (const socket of Array.from(sockets.values())) socket.destroy()
      if (worker !== undefined) {
        let timer: NodeJS.Timeout | undefined
        await Promise.race([
          ask('stop', 'stopped'),
          new Promise((done) => {
            timer = setTimeout(done, STOP_LIMIT)
          }),
        ])
        clearTimeout(timer)
      }
      await end('the embedded database is closed')
    },
    abandon: (reason) => {
      void end(reason)
    },
    restarts: () => restarts,
    bound: (ms) => {
      limit = ms
    },
  }
}
