// What a monitor reads of a running server: Prometheus' text. Source: docs/operations.md.
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { DatabaseHandle } from '../../kit/server/db.server.ts'

/** What a call took, seconds: from what nobody notices to what nobody waits for. */
const BUCKETS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 60]
/** For how long what the database says of itself is good, ms: several monitors that ask at once cost it one look. */
const FRESH_MS = 5000

/** Rows that wait, by what they wait for; one look for all. */
const WAITING = `
  select 'job ' || status as what, count(*)::int as n from job where status in ('queued', 'running') group by status
  union all select 'outbox waiting', count(*)::int from outbox where "doneTime" is null and "parkTime" is null
  union all select 'outbox parked', count(*)::int from outbox where "doneTime" is null and "parkTime" is not null`

export interface Metrics {
  /** times every call of the application; before the application is ready */
  watch(app: FastifyInstance): void
  /** the figures of this moment as Prometheus reads them */
  text(): Promise<string>
  /** the type of that text */
  type: string
}

/** Figures of one server. What a database cannot say in time is left out, and `chengbao_database_up` is 0. */
export function openMetrics(db: DatabaseHandle, ask: (statement: string) => Promise<{ what: string; n: number }[]>): Metrics {
  const registry = new Registry()
  const calls = new Histogram({
    name: 'chengbao_call_seconds',
    help: 'Seconds that calls took, by route and class of status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: [registry],
  })
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) => new Gauge({ name, help, labelNames, registers: [registry] })
  const pool = gauge('chengbao_database_connections', 'Connections to the database, by state', 'state')
  const queued = gauge('chengbao_database_waiting', 'Calls that wait for a connection')
  const up = gauge('chengbao_database_up', '1 while the database answers')
  const waiting = gauge('chengbao_waiting', 'Rows that wait: jobs, messages of the outbox', 'kind', 'state')
  let [seen, begun] = [-Infinity, false]
  async function look(): Promise<void> {
    pool.set({ state: 'idle' }, db.pool.idleCount)
    pool.set({ state: 'busy' }, db.pool.totalCount - db.pool.idleCount)
    queued.set(db.pool.waitingCount)
    const now = performance.now()
    if (now - seen < FRESH_MS) return
    seen = now
    try {
      const rows = await ask(WAITING)
      waiting.reset()
      for (const { what, n } of rows) {
        const [kind, state] = what.split(' ') as [string, string]
        waiting.set({ kind, state }, n)
      }
      up.set(1)
    } catch {
      waiting.reset()
      up.set(0)
    }
  }
  return {
    type: registry.contentType,
    watch(app) {
      app.addHook('onResponse', (request, reply, done) => {
        const route = request.routeOptions.url
        if (route?.startsWith('/api/'))
          calls.observe({ method: request.method, route, status: `${Math.floor(reply.statusCode / 100)}xx` }, reply.elapsedTime / 1000)
        done()
      })
    },
    async text() {
      // the process's own figures are measured from the first time that somebody asks
      if (!begun) collectDefaultMetrics({ register: registry, prefix: 'chengbao_' })
      begun = true
      await look()
      return registry.metrics()
    },
  }
}
