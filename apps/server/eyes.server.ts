import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DatabaseHandle } from '../../kit/server/db.server.ts'
import { sha256Bytes } from '../../runtime/sha256.server.ts'
import { openMetrics } from '../../services/operations/metrics.server.ts'

/** How long the database has to answer a look, ms: a monitor that waits longer reports the server as down. */
const LOOK_MS = 800
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/** Fails after a time; the statement itself goes on. */
const within = <T>(work: Promise<T>, ms: number): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('late')), ms)
    work.then(resolve, reject).finally(() => clearTimeout(late))
  })

/**
 * For those who watch the server: /livez (the process answers), /readyz (and the database does, within a second), /metrics (Prometheus' text). The figures
 * name no person and no land; they are given to who knows the token, and without one to this machine alone.
 * @param token METRICS_TOKEN; '' = only calls from this machine itself, not through a proxy
 */
export function openEyes(app: FastifyInstance, db: DatabaseHandle, token: string): void {
  const metrics = openMetrics(db, async (statement) => (await within(db.pool.query(statement), LOOK_MS)).rows)
  metrics.watch(app)
  const mayRead = (r: FastifyRequest): boolean => {
    if (token) return timingSafeEqual(sha256Bytes(r.headers.authorization ?? ''), sha256Bytes(`Bearer ${token}`))
    return LOOPBACK.test(r.socket.remoteAddress ?? '') && !r.headers['x-forwarded-for'] && !r.headers.forwarded
  }
  const plain = 'text/plain; charset=utf-8'
  app.get('/livez', (_r, reply) => reply.type(plain).header('cache-control', 'no-store').send('ok\n'))
  app.get('/readyz', async (_r, reply) => {
    const isReady = await within(db.pool.query('select 1'), LOOK_MS).then(
      () => true,
      () => false,
    )
    return reply
      .code(isReady ? 200 : 503)
      .type(plain)
      .header('cache-control', 'no-store')
      .send(isReady ? 'ok\n' : 'the database does not answer\n')
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request)) return reply.code(403).type(plain).send('METRICS_TOKEN is asked for\n')
    return reply
      .type(metrics.type)
      .header('cache-control', 'no-store')
      .send(await metrics.text())
  })
}
