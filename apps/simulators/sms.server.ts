// A provider of text messages for development and tests: PORT=8091 ACCESS_KEY=demo SECRET_KEY=… node tools/run.mjs apps/simulators/sms.server.ts
// It speaks the protocol of platform/messages/provider.server.ts, keeps what it was given in memory, and shows it at GET /outbox. POST /simulator {"behaviour":"refuses"}
// says what it does from now on.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { clock } from '../../kit/server/clock.server.ts'
import { isSigned, SIGN_WINDOW_MS } from '../../runtime/signature.server.ts'
import type { Message } from '../../platform/messages/message.ts'
import { callText, sayLine, serve, steer } from './serve.server.ts'

export interface SmsSimulator {
  /** address of the provider, for the field `endpoint` */
  url: string
  /** messages that were taken, oldest first */
  outbox: Message[]
  /** what it answers from now on: takes, refuses, fails (500) */
  behaviour: (typeof BEHAVIOURS)[number]
  close(): Promise<void>
}

const BEHAVIOURS = ['takes', 'refuses', 'fails'] as const
/** Starts the simulator. A number beginning with 1990000 is refused, as a provider refuses a number that does not exist. */
export async function startSmsSimulator(o: { port?: number; accessKey: string; secretKey: string }): Promise<SmsSimulator> {
  const seen = new Map<string, { code: number; id: string; message: string }>()
  const nonces = new Map<string, number>()
  const simulator: SmsSimulator = { url: '', outbox: [], behaviour: 'takes', close: async () => {} }
  const take = async (request: IncomingMessage, reply: ServerResponse) => {
    const body = await callText(request)
    const headers = request.headers as Record<string, string | undefined>
    const now = clock().getTime()
    for (const [nonce, at] of nonces) if (now - at > 2 * SIGN_WINDOW_MS) nonces.delete(nonce)
    const nonce = headers['x-nonce'] ?? ''
    const good =
      headers['x-app-id'] === o.accessKey && isSigned({ secret: o.secretKey, algorithm: 'HMAC-SHA256', method: 'POST', path: '/send', body }, headers, now)
    if (!good || nonces.has(nonce)) return sayLine(reply, 401, { code: 401, message: 'the signature is wrong' })
    nonces.set(nonce, now)
    if (simulator.behaviour === 'fails') return sayLine(reply, 500, { code: 500, message: 'down' })
    const m = JSON.parse(body) as Message
    const before = seen.get(m.requestId)
    if (before) return sayLine(reply, 200, before)
    const refused = simulator.behaviour === 'refuses' || m.phone.startsWith('1990000')
    const answer = refused ? { code: 4001, id: '', message: '号码不存在' } : { code: 0, id: `sim-${seen.size + 1}`, message: 'OK' }
    if (!refused) {
      simulator.outbox.push(m)
      seen.set(m.requestId, answer)
    }
    return sayLine(reply, 200, answer)
  }
  const served = await serve(o.port ?? 0, (request, reply) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    if (request.method === 'POST' && path === '/send') return void take(request, reply).catch(() => sayLine(reply, 400, { code: 400, message: 'malformed' }))
    if (request.method === 'POST' && path === '/simulator')
      return void steer(simulator, BEHAVIOURS, request, reply).catch(() => sayLine(reply, 400, { known: BEHAVIOURS }))
    if (request.method === 'GET' && path === '/outbox') return void sayLine(reply, 200, simulator.outbox)
    sayLine(reply, 404, { code: 404, message: 'no such call' })
  })
  simulator.url = served.url
  simulator.close = served.close
  return simulator
}

if (import.meta.main) {
  const { ACCESS_KEY = 'demo', SECRET_KEY, PORT = '8091' } = process.env
  if (!SECRET_KEY) throw new Error('SECRET_KEY is missing')
  const s = await startSmsSimulator({ port: Number(PORT), accessKey: ACCESS_KEY, secretKey: SECRET_KEY })
  console.log(`SMS simulator at ${s.url}, messages at ${s.url}/outbox`)
}
