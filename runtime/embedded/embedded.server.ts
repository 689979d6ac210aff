import { existsSync } from 'node:fs'
import { constants, zstdCompressSync } from 'node:zlib'
import pg from 'pg'
import { freeBytes } from '../disk.server.ts'
import { type EngineOptions, startEngine } from './engine.server.ts'
import { type Folder, takeFolder } from './folder.server.ts'
import { checkVersions, defaultCache, TEMPLATE, writeWhole } from './slim.server.ts'
import { type Plug, virtualSocket } from './stream.server.ts'

/** The embedded database: PostgreSQL and PostGIS in a worker thread, reached through the ordinary `pg` driver. */
export interface Embedded {
  /** a pool of virtual connections (default 8); ended by close() at the latest */
  pool: (max?: number) => pg.Pool
  /** one virtual connection, not yet connected */
  client: () => pg.Client
  /** the whole database as a tar archive, for `template`; nothing may be under way */
  dump: () => Promise<Uint8Array>
  /** ends the pools, makes a checkpoint, gives the folder back */
  close: () => Promise<void>
  /** how often the engine had to be started again */
  restarts: () => number
  /** how long one batch may run from now on, ms */
  bound: (ms: number) => void
  /** bytes that stay free on the disk of the folder: below them `hasRoom` is false. 0 = none */
  reserve: (bytes: number) => Promise<void>
  /**
   * whether something may be written: an engine whose disk is full is hurt when it writes down what it has answered. `system`: what the product notes of its own
   * work, how a job ended and the like, which has the reserve down to a third of it
   */
  hasRoom: (system?: boolean) => boolean
}

export interface EmbeddedOptions {
  /** folder of the database; in memory without it */
  dir?: string
  /** archive of `dump`, packed by zstd, that a new database begins as; default one with nothing but its extensions */
  template?: string
  /** commits reach the disk; default true with a folder */
  durable?: boolean
  /** longest time one batch may run before the engine is started again, ms; default 30,000 */
  watchdogMs?: number
  /** longest time an idle transaction may keep others waiting, ms; default 60,000 */
  idleTxMs?: number
  log?: (message: string) => void
}

/** Longest time one batch may run while people wait. */
export const WATCHDOG_MS = 30_000
const LOCK_CHECK = 5_000
/** How often the disk is looked at. */
const ROOM_CHECK = 2_000
const POOLS_END = 5_000

/** The engine's settings, made from the caller's. */
function engineOptions(o: EmbeddedOptions, folder: Folder | undefined): EngineOptions {
  const template = o.template ?? TEMPLATE
  return {
    pgdata: folder?.pgdata,
    durable: folder !== undefined && (o.durable ?? true),
    fresh: folder?.isFresh ?? true,
    template: (folder?.isFresh ?? true) && existsSync(template) ? template : undefined,
    cache: defaultCache(),
    idleTxMs: o.idleTxMs ?? 60_000,
    watchdogMs: o.watchdogMs ?? WATCHDOG_MS,
    log: o.log ?? (() => undefined),
  }
}

/** Looks how much room the disk of a folder has; there is always room for a database in memory. */
function watchRoom(
  folder: string | undefined,
  log: (message: string) => void,
): { has: (system?: boolean) => boolean; reserve: (bytes: number) => Promise<void>; end: () => void } {
  let kept = 0
  let [isFull, free] = [false, Infinity]
  const look = async (): Promise<void> => {
    if (folder === undefined || kept === 0) return void (isFull = false)
    free = await freeBytes(folder).catch(() => Infinity)
    if (free < kept !== isFull)
      log(
        isFull
          ? 'the disk has room again: the embedded database writes'
          : `the disk has ${Math.floor(free / 2 ** 20)} MB left: the embedded database only reads`,
      )
    isFull = free < kept
  }
  const timer = setInterval(() => void look(), ROOM_CHECK)
  timer.unref()
  return {
    has: (system) => !isFull || (system === true && free >= kept / 3),
    reserve: (bytes) => {
      kept = bytes
      return look()
    },
    end: () => clearInterval(timer),
  }
}

/**
 * Opens the embedded database with PostGIS, pg_trgm and btree_gist, time zone Asia/Shanghai, superuser postgres.
 * Throws when another living process holds the folder or the installed versions are not the measured ones.
 * A fault of the engine rejects what is in flight (SQLSTATE XX000 for the statement, 57P02 for the others) and starts the
 * engine again; in memory nothing can be recovered and every later connection is refused with 57P03.
 */
export async function openEmbedded(o: EmbeddedOptions = {}): Promise<Embedded> {
  checkVersions()
  const folder = o.dir === undefined ? undefined : takeFolder(o.dir)
  const options = engineOptions(o, folder)
  const engine = await startEngine(options).catch((error: unknown) => {
    folder?.lock.release()
    throw error
  })
  folder?.settled()

  const lockTimer = setInterval(() => {
    try {
      folder?.lock.check()
    } catch (error) {
      clearInterval(lockTimer)
      engine.abandon((error as Error).message)
    }
  }, LOCK_CHECK)
  lockTimer.unref()

  const room = watchRoom(folder?.pgdata, options.log)
  const pools: pg.Pool[] = []
  let closing: Promise<void> | undefined
  const shutDown = async (): Promise<void> => {
    const ended = Promise.all(pools.filter((p) => !p.ending).map((p) => p.end()))
    await Promise.race([
      ended,
      new Promise((done) => {
        setTimeout(done, POOLS_END).unref()
      }),
    ])
    await engine.stop()
    clearInterval(lockTimer)
    room.end()
    folder?.lock.release()
  }
  return {
    pool: (max = 8) => {
      const pool = new pg.Pool({ max, ...driverOptions(engine.plug) })
      pool.on('error', (error) => {
        options.log(`idle connection of the embedded database: ${error.message}`)
      })
      // a connection that is checked out has no listener of the pool's: without this its error would end the process
      pool.on('connect', (client) => {
        client.on('error', () => undefined)
      })
      pools.push(pool)
      return pool
    },
    client: () => {
      const client = new pg.Client(driverOptions(engine.plug))
      client.on('error', () => undefined)
      return client
    },
    dump: engine.dump,
    close: () => {
      closing ??= shutDown()
      return closing
    },
    restarts: engine.restarts,
    bound: engine.bound,
    reserve: room.reserve,
    hasRoom: room.has,
  }
}

/** Initialises a database with its extensions and keeps it as the template of new ones. */
export async function makeTemplate(): Promise<void> {
  checkVersions()
  const engine = await startEngine({ ...engineOptions({}, undefined), template: undefined })
  const level = { [constants.ZSTD_c_compressionLevel]: 22, [constants.ZSTD_c_windowLog]: 26 }
  try {
    writeWhole(TEMPLATE, zstdCompressSync(await engine.dump(), { params: level }))
  } finally {
    await engine.stop()
  }
}

let lastId = 0

/** Numbers count over all databases of the process, so that a late message can never meet another connection. */
function driverOptions(plug: Plug): pg.ClientConfig {
  const stream = (): ReturnType<typeof virtualSocket> => {
    lastId += 1
    return virtualSocket(lastId, plug)
  }
  return { user: 'postgres', database: 'postgres', host: 'embedded', ssl: false, stream: stream }
}
