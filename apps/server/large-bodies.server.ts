import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Bytes from which a body is large, and how many of them are worked on at once: a body of a megabyte holds four until its answer is written. */
const LARGE = 256 * 1024
const AT_ONCE = 2

/** The gate before the reading of large bodies, one a server. They wait as the bytes they came as; who hangs up gives up the place. */
export function gateOfLargeBodies(): {
  /** reads a body, at once or when one of the large ones before it is answered */
  read(request: FastifyRequest, bytes: number, work: () => void): void
  /** is told when requests end, answered or not; before the application is ready */
  watch(app: FastifyInstance): void
} {
  const inside = new Set<FastifyRequest>(),
    waiting = new Map<FastifyRequest, () => void>()
  function next(): void {
    for (const [request, work] of waiting) {
      if (inside.size >= AT_ONCE) return
      waiting.delete(request)
      inside.add(request)
      work()
    }
  }
  return {
    read(request, bytes, work) {
      if (bytes < LARGE) return work()
      waiting.set(request, work)
      next()
    },
    watch(app) {
      app.addHook('onRequest', (request, reply, done) => {
        // a connection that breaks off closes without an end
        if (request.headers['content-type'])
          reply.raw.once('close', () => {
            waiting.delete(request)
            if (inside.delete(request)) next()
          })
        done()
      })
    },
  }
}
