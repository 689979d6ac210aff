// A real-estate registry for development and tests: PORT=8092 APP_ID=0123456789abcdef APP_SECRET=… node tools/run.mjs apps/simulators/registry.server.ts
// It takes what outside/push/push.server.ts sends, keeps it in memory and shows it at GET /messages. Source: business-flows.md 10.2.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { clock } from '../../kit/server/clock.server.ts'
import { isSigned, SIGN_WINDOW_MS, type SignAlgorithm } from '../../runtime/signature.server.ts'
import { sayLine, serve } from './serve.server.ts'

export interface RegistrySimulator {
  /** where messages are sent, for the field `url` of a push configuration */
  url: string
  /** messages that took effect, oldest first */
  messages: Record<string, unknown>[]
  /** calls with a right signature, repeats and failures among them */
  calls: number
  /** what it answers from now on: takes, refuses (a business error), fails (500), takes but answers nothing (`silent`) */
  behaviour: 'takes' | 'refuses' | 'fails' | 'silent'
  close(): Promise<void>
}
interface Settings {
  port?: number
  appId: string
  appSecret: string
  algorithm?: SignAlgorithm
  /** the clock by which signatures are judged; for tests */
  now?: () => Date
}
const PATH = '/exchange'

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Starts the simulator. A repeated msgId gets the first answer again and has no second effect. */
export async function startRegistrySimulator({ port = 0, appId, appSecret, algorithm = 'HMAC-SHA256', now = clock }: Settings): Promise<RegistrySimulator> {
  const answers = new Map<string, unknown>()
  const nonces = new Map<string, number>()
  const s: RegistrySimulator = { url: '', messages: [], calls: 0, behaviour: 'takes', close: async () => {} }
  async function take(request: IncomingMessage, reply: ServerResponse): Promise<unknown> {
    const body = await bodyOf(request)
    const headers = request.headers as Record<string, string | undefined>
    const time = now().getTime()
    for (const [n, at] of nonces) if (time - at > 2 * SIGN_WINDOW_MS) nonces.delete(n)
    const nonce = headers['x-nonce'] ?? ''
    const good = headers['x-app-id'] === appId && isSigned({ secret: appSecret, algorithm, method: 'POST', path: PATH, body }, headers, time)
    if (!good || nonces.has(nonce)) return sayLine(reply, 401, { code: 101, message: '签名不正确' })
    nonces.set(nonce, time)
    s.calls += 1
    if (s.behaviour === 'fails') return sayLine(reply, 500, { code: 500, message: 'down' })
    const message = JSON.parse(body.toString('utf8'))
    const msgId = String(message.head.msgId)
    if (answers.has(msgId)) return sayLine(reply, 200, answers.get(msgId))
    if (s.behaviour === 'refuses') return sayLine(reply, 200, { code: 102, message: '宗地不存在' })
    const answer = { code: 100, message: 'OK', bdcqzh: `模拟第${answers.size + 1}号` }
    answers.set(msgId, answer)
    s.messages.push(message)
    if (s.behaviour === 'silent') return request.socket.destroy()
    return sayLine(reply, 200, answer)
  }
  const served = await serve(port, (request, reply) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    if (request.method === 'POST' && path === PATH) return void take(request, reply).catch(() => sayLine(reply, 400, { code: 103, message: '报文格式不正确' }))
    if (request.method === 'GET' && path === '/messages') return void sayLine(reply, 200, s.messages)
    sayLine(reply, 404, { code: 404, message: 'no such call' })
  })
  s.url = `${served.url}${PATH}`
  s.close = served.close
  return s
}

if (import.meta.main) {
  const { APP_ID = '0123456789abcdef', APP_SECRET, PORT = '8092' } = process.env
  if (!APP_SECRET) throw new Error('APP_SECRET is missing')
  const s = await startRegistrySimulator({ port: Number(PORT), appId: APP_ID, appSecret: APP_SECRET })
  console.log(`registry simulator at ${s.url}`)
}
