// A real-estate registry for development and tests: PORT=8092 APP_ID=0123456789abcdef APP_SECRET=… node tools/run.mjs apps/simulators/registry.server.ts
// It takes what outside/push/push.server.ts sends, keeps it in memory and shows it at GET /messages. Source: business-flows.md 10.2.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { SaxesParser } from 'saxes'
import { clock, localDay } from '../../kit/server/clock.server.ts'
import { provinceOf } from '../../land/register/registry-numbers.ts'
import { isSigned, SIGN_WINDOW_MS, type SignAlgorithm } from '../../runtime/signature.server.ts'
import { registryFaults } from './registry-schema.ts'
import { sayLine, serve } from './serve.server.ts'

type Behaviour = 'takes' | 'refuses' | 'fails' | 'silent' | 'busy' | 'slow' | 'gone' | 'loses'
export interface RegistrySimulator {
  /** where messages are sent, for the field `url` of a push configuration */
  url: string
  /** messages that took effect, oldest first */
  messages: Message[]
  /** calls with a right signature, repeats and failures among them */
  calls: number
  /** bodies of those calls as they came, the oldest first */
  bodies: string[]
  /** what it answers from now on: takes, refuses (a business error), fails (500), takes but answers nothing (`silent`), asks to come later (`busy`), answers late (`slow`), is not there (`gone`), says that it took and forgets it (`loses`) */
  behaviour: Behaviour
  /** how it answers its call number `n` (from 1) about a case, where it does not as it does from now on */
  chaos?: (n: number, bizCode: string) => Behaviour | undefined
  /** what it answers for what a message names, where it is not its own numbers */
  gives?: (m: Message) => Record<string, unknown>
  /** a new key: the one before is no longer good */
  key(secret: string): void
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
/** Where it says what it has of a region. Source: docs/adr/0069. */
const ARRIVED = `${PATH}/arrived`
const SLOW_MS = 50

interface Message {
  head: { msgId: string; bizCode: string; [name: string]: unknown }
  [name: string]: unknown
}
/** What an element of the message says: its elements by name, those called `item` as a list, else its text. */
interface Open {
  name: string
  text: string
  inner: [string, unknown][]
  none: boolean
}
function readXml(text: string): Message {
  const open: Open[] = [{ name: '', text: '', inner: [], none: false }]
  const parser = new SaxesParser()
  parser.on('opentag', (t) => void open.push({ name: t.name, text: '', inner: [], none: t.attributes.nil === 'true' }))
  parser.on('text', (t) => void (open.at(-1)!.text += t))
  parser.on('closetag', () => {
    const { name, text: own, inner, none } = open.pop()!
    const items = inner.length > 0 && inner.every(([n]) => n === 'item')
    open.at(-1)!.inner.push([name, none ? null : items ? inner.map(([, v]) => v) : inner.length ? Object.fromEntries(inner) : own])
  })
  parser.write(text).close()
  return open[0]!.inner[0]![1] as Message
}
const list = (v: unknown): Record<string, unknown>[] => (Array.isArray(v) ? v : [])
/** The group of a parcel in two letters: its village, these and its serial tell it from all others. */
const lettersOf = (dkbm: string) => dkbm.slice(12, 14).replace(/\d/g, (d) => String.fromCharCode(65 + Number(d)))
/** The town of a book as the name of a place, its village, group and serial as the number: no two books have the same. */
const certificateOf = (code: string, year: string) =>
  `${provinceOf(code)}（${year}）模拟${code.slice(6, 9).replace(/\d/g, (d) => '〇一二三四五六七八九'[Number(d)]!)}不动产权第${code.slice(9, 18)}号`
/** Numbers of units and certificates for what a message names. */
const numbersFor = (m: Message, year: string) => ({
  bdcdyh: list(m.parcels)
    .filter((p) => p.op !== '04')
    .map(({ dkbm: code }) => String(code))
    .map((dkbm) => ({ dkbm, bdcdyh: `${dkbm.slice(0, 12)}${lettersOf(dkbm)}${dkbm.slice(14)}W00000000` })),
  bdcqzh: list(m.after)
    .map((b) => String(b.cbjyqzbm))
    .map((cbjyqzbm) => ({ cbjyqzbm, bdcqzh: certificateOf(cbjyqzbm, year) })),
})

/** What it has of a region: of each case the last message. */
function statementOf(q: { regionCode: string }, messages: readonly Message[]) {
  const here = messages.filter((m) => String(m.head.regionCode).startsWith(q.regionCode))
  const last = new Map(here.map((m) => [m.head.bizCode, { bizCode: m.head.bizCode, msgId: m.head.msgId }]))
  return { code: 100, messages: [...last.values()] }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Starts the simulator. A repeated msgId gets the first answer again and has no second effect. */
export async function startRegistrySimulator({ port = 0, appId, appSecret, algorithm = 'HMAC-SHA256', now = clock }: Settings): Promise<RegistrySimulator> {
  const answers = new Map<string, unknown>()
  const nonces = new Map<string, number>()
  let good = appSecret
  const s: RegistrySimulator = { url: '', messages: [], calls: 0, bodies: [], behaviour: 'takes', key: (secret) => void (good = secret), close: async () => {} }
  async function take(request: IncomingMessage, reply: ServerResponse, path: string): Promise<unknown> {
    const body = await bodyOf(request)
    const headers = request.headers as Record<string, string | undefined>
    const time = now().getTime()
    for (const [n, at] of nonces) if (time - at > 2 * SIGN_WINDOW_MS) nonces.delete(n)
    const nonce = headers['x-nonce'] ?? ''
    const isGood = headers['x-app-id'] === appId && isSigned({ secret: good, algorithm, method: 'POST', path, body }, headers, time)
    if (!isGood || nonces.has(nonce)) return sayLine(reply, 401, { code: 101, message: '签名不正确' })
    nonces.set(nonce, time)
    if (path === ARRIVED) return sayLine(reply, 200, statementOf(JSON.parse(body.toString('utf8')) as { regionCode: string }, s.messages))
    s.calls += 1
    s.bodies.push(body.toString('utf8'))
    const message = String(headers['content-type']).includes('xml') ? readXml(body.toString('utf8')) : (JSON.parse(body.toString('utf8')) as Message)
    const wrong = registryFaults(message)
    if (wrong.length) return sayLine(reply, 400, { code: 103, message: `报文不符合约定：${wrong.slice(0, 3).join('；')}` })
    const does = s.chaos?.(s.calls, message.head.bizCode) ?? s.behaviour
    if (does === 'fails') return sayLine(reply, 500, { code: 500, message: 'down' })
    if (does === 'busy') return sayLine(reply, 429, { code: 429, message: 'busy' })
    if (does === 'slow') await new Promise((done) => setTimeout(done, SLOW_MS))
    if (does === 'gone') return request.socket.destroy()
    const { msgId } = message.head
    if (answers.has(msgId)) return sayLine(reply, 200, answers.get(msgId))
    if (does === 'refuses') return sayLine(reply, 200, { code: 102, message: '宗地不存在' })
    const answer = { code: 100, message: 'OK', ...(s.gives?.(message) ?? numbersFor(message, localDay(now()).slice(0, 4))) }
    answers.set(msgId, answer)
    if (does !== 'loses') s.messages.push(message)
    if (does === 'silent') return request.socket.destroy()
    return sayLine(reply, 200, answer)
  }
  const served = await serve(port, (request, reply) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    if (request.method === 'POST' && (path === PATH || path === ARRIVED))
      return void take(request, reply, path).catch(() => sayLine(reply, 400, { code: 103, message: '报文格式不正确' }))
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
