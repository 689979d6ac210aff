import helmet from '@fastify/helmet'
import Fastify from 'fastify'

/** Devices at the reader's own desk are spoken to at the loopback address; their port is a setting. */
const DESK = 'http://127.0.0.1:*'
/** What of the reader's machine pages may ask for: photos are taken, with their place. */
const DEVICES = `camera=(self), geolocation=(self), ${['microphone', 'display-capture', 'payment', 'usb', 'serial', 'hid', 'midi'].map((d) => `${d}=()`).join(', ')}`
/** Helmet's headers are the same for every answer, so they are asked for once instead of being composed for each. */
export async function safeHeaders(): Promise<Record<string, string>> {
  const probe = Fastify()
  await probe.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', DESK],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", DESK],
        workerSrc: ["'self'", 'blob:'],
        frameSrc: ["'self'", 'blob:'],
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
  const kept = Object.fromEntries(Object.entries(headers).filter(([n]) => !framing.includes(n))) as Record<string, string>
  return { 'cache-control': 'no-store', 'permissions-policy': DEVICES, ...kept }
}
