import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { weighted } from '../../kit/server/accept.server.ts'
import { isSame, tagOf } from '../../kit/server/route.server.ts'

const brotli = promisify(brotliCompress),
  zip = promisify(gzip)
export type ContentEncoding = 'br' | 'gzip'

/** The better of our two encodings that a caller takes; undefined: the answer goes as it is. Source: RFC 9110 12.5.3. */
export function encodingOf(header: string | undefined): ContentEncoding | undefined {
  const taken = new Map(weighted(header).map(({ name, q }) => [name, q]))
  const weight = (name: string) => taken.get(name) ?? taken.get('*') ?? 0
  if (weight('br') > 0 && weight('br') >= weight('gzip')) return 'br'
  return weight('gzip') > 0 ? 'gzip' : undefined
}

/** What shrinks: answers of calls, vector tiles, plain text files. */
const SHRINKS = /^(application\/(json|vnd\.mapbox-vector-tile)|text\/(csv|html))/
const LEAST_BYTES = 1400
/** Answers with tokens are not compressed: their length would tell of what stands beside what a caller sent. */
const SECRET = '/api/cpt-auth/'

/**
 * Compresses answers for those who take it, and answers 304 where a caller still has what a route that says `kept` would tell. Registered last: what
 * other hooks make of an answer is what leaves.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || reply.hasHeader('content-encoding')) return payload
    const isKept = (request.routeOptions.config as { kept?: boolean }).kept && reply.statusCode === 200
    if (!isKept && reply.hasHeader('etag')) return payload
    if (isKept) {
      const tag = String(reply.getHeader('etag') ?? tagOf(payload))
      reply.header('etag', tag).header('cache-control', 'private, no-cache')
      if (isSame(request.headers['if-none-match'], tag)) {
        reply.code(304).removeHeader('content-length').removeHeader('content-type')
        return ''
      }
    }
    const bytes = Buffer.byteLength(payload)
    if (bytes < LEAST_BYTES || request.url.startsWith(SECRET) || !SHRINKS.test(String(reply.getHeader('content-type') ?? ''))) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = encodingOf(request.headers['accept-encoding'])
    if (!encoding) return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    // quick rather than small: the tenth part of a millisecond for ten kilobytes
    return encoding === 'br' ? brotli(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) : zip(payload, { level: 5 })
  })
}
