import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { clock, localTime } from '../../kit/server/clock.server.ts'
import type { Who } from '../../kit/server/ctx.server.ts'
import type { DatabaseHandle } from '../../kit/server/db.server.ts'
import { newId } from '../../kit/server/ids.server.ts'
import { loop, type Worker } from '../../runtime/jobs-loop.server.ts'
import { maskedQuery, scrub } from './scrub.ts'

/** Rows that wait for the next batch: above that, calls are counted instead of kept, and errors are left to the console. */
const MOST_CALLS = 5000,
  MOST_FAULTS = 200
const FLUSH_MS = 2000
const BATCH = 500
/** Asked for all the time by machines; told by nobody. */
const SILENT = ['/health']
type Row = Record<string, unknown>

export interface Logbook {
  /** keeps every call that the application answers; before the application is ready */
  watch(app: FastifyInstance): void
  /** whose call it is, as soon as that is known */
  seen(request: FastifyRequest, who: Who | undefined): void
  /** keeps an error of the server; `id` is the request's, or the name of the work beside requests */
  fault(error: unknown, id: string): void
  /** writes what waits. Fails when the database does; the calls of the failed batch are counted as dropped. */
  flush(): Promise<void>
  worker: Worker
}

/** What no column takes is left out: a call with a NUL or half a sign in its query must not take the log of five hundred others with it. */
const storable = (_name: string, v: unknown): unknown => (typeof v === 'string' ? v.replaceAll('\0', '').toWellFormed() : v)
const cut = (v: unknown, max: number): string => scrub(String(v ?? '')).slice(0, max)
/** Whose row it is; what nobody signed in for stands in the platform's tenant. */
const ownerOf = (who: Who | undefined): Row => ({
  tenantId: who?.tenantId ?? '000000',
  userId: who?.userId ?? '0',
  account: who?.account ?? '',
  regionCode: who?.regionCode || null,
})

/**
 * The log of calls and of the server's errors. A request only puts a row on a list in memory; the list is bounded and written in batches by a loop
 * beside the requests. What does not fit is counted, and the next row that is kept carries the count (`dropped`).
 */
export function openLogbook(db: DatabaseHandle, log: (e: unknown) => void, now: () => Date = clock): Logbook {
  const people = new WeakMap<FastifyRequest, Who>()
  let calls: Row[] = [],
    faults: Row[] = [],
    dropped = 0

  function call(request: FastifyRequest, status: number, ms: number): void {
    const path = request.routeOptions.url?.replace(/^\/api/, '').replace(/:(\w+)/g, '{$1}')
    if (path === undefined || SILENT.includes(path)) return
    const who = people.get(request)
    if (status >= 500) {
      for (const f of faults) if (f.requestId === request.id) Object.assign(f, ownerOf(who), { url: `${request.method} ${path}`.slice(0, 500), ip: request.ip })
    }
    if (calls.length >= MOST_CALLS) {
      dropped += 1
      return
    }
    calls.push({
      ...ownerOf(who),
      id: newId(),
      at: localTime(now()),
      requestId: request.id,
      method: request.method,
      path: path.slice(0, 255),
      params: maskedQuery((request.query ?? {}) as Row),
      status,
      ms: Math.round(ms),
      ip: request.ip,
      agent: cut(request.headers['user-agent'], 300),
      dropped,
    })
    dropped = 0
  }

  function fault(error: unknown, id: string): void {
    if (faults.length >= MOST_FAULTS) return
    const e = error as Partial<Error> & { code?: unknown }
    faults.push({
      ...ownerOf(undefined),
      id: newId(),
      createTime: localTime(now()),
      time: localTime(now()),
      source: 'server',
      requestId: id.slice(0, 64),
      url: '',
      ip: '',
      agent: '',
      type: String(e?.code ?? e?.name ?? typeof error).slice(0, 40),
      message: cut(e?.message ?? error, 2000),
      stack: cut(e?.stack, 20_000),
      info: '',
    })
  }

  const insert = (table: 'api_log' | 'error_log', rows: readonly Row[]) =>
    db.transaction({ tenantId: '000000', system: true }, async (tx) => {
      await sql`insert into ${sql.table(table)} select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows, storable)}::jsonb)`.execute(
        tx,
      )
    })
  async function flush(): Promise<void> {
    const errors = faults
    faults = []
    if (errors.length) await insert('error_log', errors)
    while (calls.length) {
      const batch = calls.slice(0, BATCH)
      calls = calls.slice(BATCH)
      await insert('api_log', batch).catch((e) => {
        dropped += batch.length
        throw e
      })
    }
  }
  const turns = loop(FLUSH_MS, flush, log)
  return {
    watch: (app) =>
      void app.addHook('onResponse', (request, reply, done) => {
        call(request, reply.statusCode, reply.elapsedTime)
        done()
      }),
    seen: (request, who) => void (who && people.set(request, who)),
    fault,
    flush,
    worker: {
      start: turns.start,
      async stop() {
        await turns.stop()
        await flush().catch(log)
      },
    },
  }
}
