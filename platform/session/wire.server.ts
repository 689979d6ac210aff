import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../../kit/model/problem.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import type { DatabaseHandle } from '../../kit/server/db.server.ts'
import { parseJson } from '../../kit/server/input.server.ts'
import { langOf } from '../../kit/server/refusal.server.ts'
import { sha256, sha256Bytes } from '../../runtime/sha256.server.ts'
import { decryptSm2, type Sm2Keys } from '../credentials/secrets.server.ts'
import { answerContext, bodyContext, IV_BYTES, KEY_DIGITS, KEY_HEADER, MAC_BYTES, queryContext, SEALED_HEADER, WINDOW_MS } from './wire.ts'

export const wireProblems = {
  /** its key tells the browser to encrypt from now on */
  needed: problem(400, 'wire', () => ({ zh: '接口已启用加密，请加密后重试', en: 'This interface is encrypted: encrypt the call' })),
  broken: problem(400, 'wire-broken', () => ({ zh: '加密数据不正确或已过期', en: 'The encrypted call is malformed or has expired' })),
  replay: problem(409, 'wire-replay', () => ({ zh: '请求已处理，不能重复提交', en: 'This call was already answered' })),
}
/** Calls that programs without a key make. */
const OPEN: readonly string[] = ['/api/health', '/api/openapi.json', '/api/cpt-auth/oauth/public-key']
/** How many browsers' keys are remembered, so that SM2 is computed once for each. */
const MOST_KEYS = 1000

interface Key {
  cipher: Buffer
  mac: Buffer
}
const macOf = (k: Key, context: string, iv: Buffer, body: Buffer): Buffer =>
  createHmac('sm3', k.mac).update(context).update('\n').update(iv).update(body).digest()

/** Seals a text for one context; Base64. */
export function sealText(k: Key, text: string | Buffer, context: string): string {
  const iv = randomBytes(IV_BYTES)
  const c = createCipheriv('sm4-cbc', k.cipher, iv)
  const body = Buffer.concat([c.update(text), c.final()])
  return Buffer.concat([iv, body, macOf(k, context, iv, body)]).toString('base64')
}
/** The text of a seal; undefined when it was changed, moved to another context, or made with another key. */
export function openText(k: Key, sealed: unknown, context: string): string | undefined {
  const bytes = typeof sealed === 'string' ? Buffer.from(sealed, 'base64') : Buffer.alloc(0)
  if (bytes.length < IV_BYTES + MAC_BYTES + 16) return undefined
  const iv = bytes.subarray(0, IV_BYTES),
    body = bytes.subarray(IV_BYTES, -MAC_BYTES)
  if (!timingSafeEqual(macOf(k, context, iv, body), bytes.subarray(-MAC_BYTES))) return undefined
  const d = createDecipheriv('sm4-cbc', k.cipher, iv)
  return Buffer.concat([d.update(body), d.final()]).toString('utf8')
}
/** A key out of its 64 hexadecimal digits. */
export const wireKey = (hex: string): Key => ({ cipher: Buffer.from(hex.slice(0, 32), 'hex'), mac: Buffer.from(hex.slice(32), 'hex') })

interface Wire {
  keys: Sm2Keys
  db: DatabaseHandle
  now(): Date
}
interface Call {
  key: Key
  /** the sealed query, to which body and answer are bound */
  query: string
}

/**
 * Switches the encrypted interface on: calls come sealed, each once and within five minutes, and JSON leaves sealed. What is not JSON (files, tiles) and
 * uploads stay as they are; their queries are sealed where a program fetches them. A plain call is refused before anything happens, a plain GET that
 * would answer JSON at the latest before it leaves.
 */
export function watchWire(app: FastifyInstance, w: Wire): void {
  const known = new Map<string, Key>()
  const calls = new WeakMap<FastifyRequest, Call>()

  function keyFor(header: string): Key {
    const name = sha256Bytes(header).toString('base64')
    const kept = known.get(name)
    if (kept) return kept
    const hex = decryptSm2(w.keys, header)
    if (!hex || hex.length !== KEY_DIGITS || !/^[0-9a-f]+$/.test(hex)) throw wireProblems.broken()
    if (known.size >= MOST_KEYS) known.delete(known.keys().next().value!)
    known.set(name, wireKey(hex))
    return known.get(name)!
  }
  async function once(sealed: string): Promise<void> {
    const nonce = sha256(sealed)
    const expires = localTime(new Date(w.now().getTime() + 2 * WINDOW_MS))
    const fresh = await w.db.transaction({ tenantId: '000000', system: true }, (tx) =>
      tx
        .insertInto('wire_nonce')
        .values({ nonce, expires })
        .onConflict((c) => c.doNothing())
        .executeTakeFirst(),
    )
    if (Number(fresh.numInsertedOrUpdatedRows) !== 1) throw wireProblems.replay()
  }
  function objectOf(text: string | undefined): Record<string, unknown> {
    if (text === undefined) throw wireProblems.broken()
    const v = parseJson(text)
    if (!v || typeof v !== 'object' || Array.isArray(v)) throw wireProblems.broken()
    return v as Record<string, unknown>
  }

  async function unseal(request: FastifyRequest, header: string): Promise<void> {
    const key = keyFor(header)
    const { data, timestamp, ...more } = request.query as Record<string, string | undefined>
    const at = Number(timestamp)
    const path = request.url.split('?')[0]!
    if (!data || Object.keys(more).length || !Number.isSafeInteger(at) || Math.abs(w.now().getTime() - at) > WINDOW_MS) throw wireProblems.broken()
    const query = objectOf(openText(key, data, queryContext(request.method, path, at)))
    if (Object.values(query).some((v) => typeof v !== 'string')) throw wireProblems.broken()
    // one spelling only: Base64 that decodes alike must not pass for another call
    await once(Buffer.from(data, 'base64').toString('base64'))
    const sealed = request.body as { data?: unknown } | null | undefined
    if (sealed && !request.isMultipart()) request.body = objectOf(openText(key, sealed.data, bodyContext(data)))
    request.query = query
    calls.set(request, { key, query: data })
  }

  app.addHook('preValidation', async (request) => {
    const path = request.url.split('?')[0]!
    const header = request.headers[KEY_HEADER]
    if (typeof header === 'string' && path.startsWith('/api/')) return unseal(request, header)
    if (path.startsWith('/api/') && request.method !== 'GET' && !OPEN.includes(path)) throw wireProblems.needed()
  })
  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    const isJson = String(reply.getHeader('content-type') ?? '').includes('json') && (typeof payload === 'string' || Buffer.isBuffer(payload))
    if (!isJson) return payload
    const call = calls.get(request)
    if (call) {
      reply.header('content-type', 'text/plain; charset=utf-8').header(SEALED_HEADER, '1').removeHeader('content-length')
      return sealText(call.key, payload, answerContext(call.query))
    }
    if (reply.statusCode !== 200 || !request.url.startsWith('/api/') || OPEN.includes(request.url.split('?')[0]!)) return payload
    const p = wireProblems.needed()
    reply.code(p.status).removeHeader('content-length')
    return JSON.stringify({ code: p.status, success: false, data: null, msg: p.say(langOf(request)), key: p.key })
  })
}
