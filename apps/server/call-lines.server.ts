import type { FastifyInstance, FastifyRequest } from 'fastify'
import { localTime } from '../../kit/server/clock.server.ts'
import type { Who } from '../../kit/server/ctx.server.ts'
import { inSpan, spanOf, traceOf, type Span } from '../../runtime/trace.server.ts'

export interface CallLines {
  /** whose call it is, as soon as that is known */
  seen(request: FastifyRequest, who: Who | undefined): void
  /** traces every call of the application; before it is ready, and after what else looks at calls before they are handled */
  watch(app: FastifyInstance): void
}

/**
 * Gives every call its span of the trace that its caller names (header `traceparent`, answered too), and writes a line of JSON for it where somebody reads them:
 * request, trace, route, status, milliseconds, those of the database, person. A line has nothing of what was sent or answered.
 * @param write takes a line; undefined = nobody reads them
 */
export function openCallLines(write: ((line: string) => void) | undefined, now: () => Date): CallLines {
  const spans = new WeakMap<FastifyRequest, Span>()
  const people = new WeakMap<FastifyRequest, Who>()
  function line(request: FastifyRequest, status: number, ms: number): string {
    const [span, who] = [spans.get(request), people.get(request)]
    return JSON.stringify({
      time: localTime(now()),
      level: status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info',
      msg: 'call',
      request: request.id,
      trace: span && traceOf(span),
      method: request.method,
      route: request.routeOptions.url ?? '',
      status,
      ms: Math.round(ms),
      dbMs: Math.round(span?.dbMs ?? 0),
      statements: span?.statements ?? 0,
      tenant: who?.tenantId ?? '',
      account: who?.account ?? '',
      ip: request.ip,
    })
  }
  return {
    seen: (request, who) => void (who && people.set(request, who)),
    watch(app) {
      app.addHook('onRequest', (request, reply, done) => {
        const span = spanOf(request.headers.traceparent)
        spans.set(request, span)
        reply.header('traceparent', span.traceparent)
        done()
      })
      // after the body has come, whose pieces know nothing of the call
      app.addHook('preHandler', (request, _reply, done) => inSpan(spans.get(request)!, done))
      if (write)
        app.addHook('onResponse', (request, reply, done) => {
          write(line(request, reply.statusCode, reply.elapsedTime))
          done()
        })
    },
  }
}
