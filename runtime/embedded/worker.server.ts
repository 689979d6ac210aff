import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { type Extension, PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { beginIn, BegunMemoryFS } from './begin.server.ts'
import { durableFs, startParams, syncTree } from './durable.server.ts'
import { createSessionQueue } from './session-queue.server.ts'
import type { FromWorker, ToWorker, WorkerData } from './messages.server.ts'
import { filterTar, postgisArchive } from './slim.server.ts'

/** A checkpoint runs after this long without work, and at the latest after CHECKPOINT_LATEST when the session is free; ms. */
const CHECKPOINT_IDLE = 5_000
const CHECKPOINT_LATEST = 60_000
const TIME_ZONE = 'Asia/Shanghai'

const port = parentPort!
const o = workerData as WorkerData
const clock = new BigInt64Array(o.clock)

function post(message: FromWorker): void {
  port.postMessage(message)
}

function postgis(): Extension {
  return {
    name: 'postgis',
    setup: async (_pg, emscriptenOpts: { PGLITE_ENV?: Record<string, string> }) => {
      emscriptenOpts.PGLITE_ENV = { ...emscriptenOpts.PGLITE_ENV, PROJ_DATA: '/pglite/share/proj' }
      return { emscriptenOpts, bundlePath: postgisArchive(o.cache) }
    },
  }
}

/** Compiled code of the engine, where an earlier one of this process has left it. */
const compiled = o.compiled ?? (await WebAssembly.compile(readFileSync(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite')))))

/** Where the engine has its files; a new database's are put there. */
function files(): PGliteOptions {
  if (o.pgdata === undefined) return o.template === undefined ? {} : { fs: new BegunMemoryFS(o.template) }
  if (o.template !== undefined) beginIn(o.pgdata, o.template)
  return o.durable ? { fs: durableFs(o.pgdata) } : { dataDir: o.pgdata }
}

async function openEngine(): Promise<PGlite> {
  // the folder is held by our own lock; the mark of the engine before says nothing, and cut short by a power failure it refuses every later start
  if (o.pgdata !== undefined) rmSync(join(o.pgdata, 'postmaster.pid'), { force: true })
  const engine = await PGlite.create({
    ...files(),
    pgliteWasmModule: compiled,
    startParams: startParams(o.durable, { TimeZone: TIME_ZONE, shared_buffers: '32MB' }),
    extensions: { postgis: postgis(), pg_trgm, btree_gist },
  })
  await engine.exec(`set client_min_messages = warning; create extension if not exists postgis; create extension if not exists pg_trgm;
    create extension if not exists btree_gist; reset client_min_messages`)
  if (o.fresh) {
    await engine.exec('checkpoint')
    if (o.pgdata !== undefined && o.durable) syncTree(o.pgdata)
  }
  return engine
}

async function serve(): Promise<void> {
  const engine = await openEngine()
  const { rows: version } = await engine.query<{ server_version: string }>('show server_version')
  const queue = createSessionQueue({
    version: version[0]!.server_version,
    timeZone: TIME_ZONE,
    idleTxMs: o.idleTxMs,
    execute: async (batch, onData) => {
      Atomics.store(clock, 0, BigInt(Date.now()))
      try {
        await engine.execProtocolRawStream(batch, { syncToFs: false, onRawData: onData })
      } finally {
        Atomics.store(clock, 0, 0n)
      }
    },
    send: (id, data) => {
      const bytes = Uint8Array.from(data)
      port.postMessage({ type: 'data', id, bytes } satisfies FromWorker, [bytes.buffer])
    },
    dead: (id, reason) => {
      post({ type: 'dead', id, reason })
    },
    drop: (id, code, reason) => {
      post({ type: 'drop', id, code, reason })
    },
  })

  let checkpointed = Date.now()
  const maintenance = setInterval(() => {
    const now = Date.now()
    const isDue = queue.lastUse() > checkpointed && (now - queue.lastUse() >= CHECKPOINT_IDLE || now - checkpointed >= CHECKPOINT_LATEST)
    if (!isDue || !queue.isFree()) return
    checkpointed = now
    void queue.run('checkpoint')
  }, 1000)

  const stop = async (): Promise<void> => {
    clearInterval(maintenance)
    await queue.run('checkpoint')
    await engine.close()
    post({ type: 'stopped' })
  }

  const dump = async (): Promise<void> => {
    await queue.run('checkpoint')
    const { rows } = await engine.query<{ name: string }>('select pg_walfile_name(pg_current_wal_lsn()) as name')
    const archive = Buffer.from(await (await engine.dumpDataDir('none')).arrayBuffer())
    // the log's next file is made ahead of its time: 16 MB of nothing in each database that begins as this one
    const isAhead = (name: string) => /^\/?pg_wal\/[0-9A-F]{24}$/.test(name) && basename(name) > rows[0]!.name
    post({ type: 'dump', bytes: filterTar(archive, (name) => !isAhead(name)) })
  }

  port.on('message', (m: ToWorker) => {
    if (m.type === 'data') queue.data(m.id, m.bytes)
    else if (m.type === 'open') queue.open(m.id)
    else if (m.type === 'close') queue.close(m.id)
    else if (m.type === 'dump') void dump()
    else void stop()
  })
  post({ type: 'ready', compiled })
}

await serve()
