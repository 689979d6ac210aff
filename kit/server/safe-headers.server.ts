import helmet from '@fastify/helmet'
import Fastify from 'fastify'

/** Devices at the reader's own desk are spoken to at the loopback address; their port is a setting. */
const DESK = 'http://127.0.0.1:*'
/** Helmet's headers are the same for every answer, so they are asked for once instead of being composed for each. */
export async function safeHeaders(): Promise<Record<string, string>> {
  const probe = Fastify()
  await probe.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', DESK],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", DESK],
        workerSrc: ["'self'", 'blob:'],
        // an external page of the menu stands in a frame; the address comes from the menu, never from the URL
        frameSrc: ["'self'", 'blob:', 'https:', 'http:'],
        mediaSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
  })
  probe.get('/', async (_request, reply) => reply.send())
  const { headers } = await probe.inject('/')
  await probe.close()
  const framing = ['content-length', 'date', 'connection', 'content-type']
  // answers are personal unless they say otherwise
  return { 'cache-control': 'no-store', ...(Object.fromEntries(Object.entries(headers).filter(([n]) => !framing.includes(n))) as Record<string, string>) }
}
