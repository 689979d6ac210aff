// Providers of text messages and robots of groups for development and tests: KIND=aliyun PORT=8092 SECRET_KEY=… node tools/run.mjs apps/simulators/clouds.server.ts
// KIND: aliyun (SendSms 2017-05-25, ACS3-HMAC-SHA256), tencent (SendSms 2021-01-11, TC3-HMAC-SHA256), mas (norsubmit, tmpsubmit), wecom, dingtalk. It imports nothing
// of what it judges, keeps what it took in memory, and shows it at GET /outbox. POST /simulator {"behaviour":"overQuota"} says what it does from now on.
import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { clock } from '../../kit/server/clock.server.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import { callText, sayLine, serve, steer } from './serve.server.ts'

export type CloudKind = 'aliyun' | 'tencent' | 'mas' | 'wecom' | 'dingtalk'
/** What it does from now on: takes; refuses; says that its messages are used up; fails (500 without words); talks nonsense; hangs up in the middle; takes it and then hangs up; says nothing; is not there (a page of 404); says that it does not know what became of it. */
const BEHAVIOURS = ['takes', 'refuses', 'overQuota', 'fails', 'garbles', 'noPage', 'unsure', 'cuts', 'takesAndCuts', 'silent'] as const
export type CloudBehaviour = (typeof BEHAVIOURS)[number]
export interface CloudMessage {
  to: string
  template: string
  sign: string
  params: unknown
  text: string
  id: string
}
export interface Cloud {
  url: string
  outbox: CloudMessage[]
  /** calls that came, whatever became of them */
  calls: number
  behaviour: CloudBehaviour
  close(): Promise<void>
}
interface Keys {
  accessKey: string
  secretKey: string
  /** of Tencent Cloud the application, of MAS the enterprise */
  appId?: string
}
interface Call {
  method: string
  url: URL
  headers: Record<string, string | undefined>
  body: string
}
/** What a call asks for, or why it is refused: in the words of the service. */
type Read =
  | { refused: unknown; status?: number }
  | { message: Omit<CloudMessage, 'id'>; taken(id: string): unknown; refusedWords: unknown; quotaWords: unknown }

const mac = (key: string | Buffer, v: string): Buffer => createHmac('sha256', key).update(v).digest()
const WINDOW_MS = 15 * 60_000

function aliyun(k: Keys, c: Call): Read {
  const no = (Code: string) => ({ refused: { Code, Message: 'refused', RequestId: 'r' }, status: 400 })
  const m = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(c.headers.authorization ?? '')
  if (!m || m[1] !== k.accessKey) return no('InvalidAccessKeyId.NotFound')
  if (Math.abs(clock().getTime() - Date.parse(c.headers['x-acs-date'] ?? '')) > WINDOW_MS) return no('InvalidTimeStamp.Expired')
  const names = m[2]!.split(';')
  for (const must of ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version'])
    if (!names.includes(must)) return no('MissingSignedHeader')
  if (c.headers['x-acs-content-sha256'] !== sha256(c.body)) return no('SignatureDoesNotMatch')
  const escape = (v: string) => encodeURIComponent(v).replace(/[!'()*]/g, (x) => `%${x.charCodeAt(0).toString(16).toUpperCase()}`)
  const query = [...c.url.searchParams].sort(([a], [b]) => (a < b ? -1 : 1)).map(([n, v]) => `${escape(n)}=${escape(v)}`)
  const canonical = `${c.method}\n/\n${query.join('&')}\n${names.map((n) => `${n}:${c.headers[n]}\n`).join('')}\n${m[2]}\n${sha256(c.body)}`
  if (mac(k.secretKey, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex') !== m[3]) return no('SignatureDoesNotMatch')
  if (c.headers['x-acs-action'] !== 'SendSms' || c.headers['x-acs-version'] !== '2017-05-25') return no('InvalidAction.NotFound')
  const q = (n: string) => c.url.searchParams.get(n) ?? ''
  return {
    message: { to: q('PhoneNumbers'), template: q('TemplateCode'), sign: q('SignName'), params: JSON.parse(q('TemplateParam') || '{}'), text: '' },
    taken: (BizId) => ({ Code: 'OK', Message: 'OK', BizId, RequestId: 'r' }),
    refusedWords: { Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: '无效号码', RequestId: 'r' },
    quotaWords: { Code: 'isv.DAY_LIMIT_CONTROL', Message: '触发日发送限额', RequestId: 'r' },
  }
}
function tencent(k: Keys, c: Call): Read {
  const no = (Code: string) => ({ refused: { Response: { Error: { Code, Message: 'refused' }, RequestId: 'r' } } })
  const m = /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d\d-\d\d)\/sms\/tc3_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    c.headers.authorization ?? '',
  )
  const time = c.headers['x-tc-timestamp'] ?? ''
  if (!m || m[1] !== k.accessKey) return no('AuthFailure.SecretIdNotFound')
  if (Math.abs(clock().getTime() - Number(time) * 1000) > WINDOW_MS / 3) return no('AuthFailure.SignatureExpire')
  const names = m[3]!.split(';')
  const canonical = ['POST', '/', '', names.map((n) => `${n}:${(c.headers[n] ?? '').toLowerCase()}\n`).join(''), m[3], sha256(c.body)].join('\n')
  const key = mac(mac(mac(`TC3${k.secretKey}`, m[2]!), 'sms'), 'tc3_request')
  const right = mac(key, `TC3-HMAC-SHA256\n${time}\n${m[2]}/sms/tc3_request\n${sha256(canonical)}`).toString('hex')
  if (right !== m[4] || !names.includes('host') || !names.includes('content-type')) return no('AuthFailure.SignatureFailure')
  const b = JSON.parse(c.body)
  if (b.SmsSdkAppId !== k.appId) return no('UnauthorizedOperation.SmsSdkAppIdVerifyFail')
  const status = (Code: string, SerialNo: string) => ({ Response: { SendStatusSet: [{ SerialNo, Code, Message: Code, Fee: 1 }], RequestId: 'r' } })
  return {
    message: { to: String(b.PhoneNumberSet[0]).replace('+86', ''), template: b.TemplateId, sign: b.SignName, params: b.TemplateParamSet, text: '' },
    taken: (id) => status('Ok', id),
    refusedWords: status('InvalidParameterValue.IncorrectPhoneNumber', ''),
    quotaWords: status('LimitExceeded.AppDailyLimit', ''),
  }
}
function mas(k: Keys, c: Call): Read {
  const no = (rspcod: string) => ({ refused: { msgGroup: '', rspcod, success: false } })
  const b = JSON.parse(Buffer.from(c.body, 'base64').toString('utf8'))
  const isTemplate = c.url.pathname === '/sms/tmpsubmit'
  const middle = isTemplate ? [b.templateId, b.mobiles, b.params] : [b.mobiles, b.content]
  const right = createHash('md5')
    .update([k.appId, k.accessKey, k.secretKey, ...middle, b.sign, b.addSerial].join(''))
    .digest('hex')
  if (b.ecName !== k.appId || b.apId !== k.accessKey) return no('InvalidUsrOrPwd')
  if (b.mac !== right) return no('IllegalMac')
  return {
    message: { to: b.mobiles, template: b.templateId ?? '', sign: b.sign, params: b.params ? JSON.parse(b.params) : [], text: b.content ?? '' },
    taken: (msgGroup) => ({ msgGroup, rspcod: 'success', success: true }),
    refusedWords: { msgGroup: '', rspcod: 'InvalidMessage', success: false },
    quotaWords: { msgGroup: '', rspcod: 'TooManyMobiles', success: false },
  }
}
function robot(kind: 'wecom' | 'dingtalk', k: Keys, c: Call): Read {
  const no = (errcode: number, errmsg: string) => ({ refused: { errcode, errmsg } })
  const q = c.url.searchParams
  if (kind === 'wecom' && q.get('key') !== k.secretKey) return no(93000, 'invalid webhook url')
  if (kind === 'dingtalk') {
    if (q.get('access_token') !== k.accessKey) return no(300001, 'token is not exist')
    const time = q.get('timestamp') ?? ''
    if (Math.abs(clock().getTime() - Number(time)) > 3_600_000) return no(310000, 'invalid timestamp')
    if (mac(k.secretKey, `${time}\n${k.secretKey}`).toString('base64') !== q.get('sign')) return no(310000, 'sign not match')
  }
  const b = JSON.parse(c.body)
  if (b.msgtype !== 'text' || typeof b.text?.content !== 'string') return no(40008, 'invalid message type')
  const called = kind === 'wecom' ? b.text.mentioned_mobile_list : b.at?.atMobiles
  return {
    message: { to: (called ?? []).join(','), template: '', sign: '', params: [], text: b.text.content },
    taken: () => ({ errcode: 0, errmsg: 'ok' }),
    refusedWords: { errcode: 40008, errmsg: 'invalid message type' },
    quotaWords: kind === 'wecom' ? { errcode: 45009, errmsg: 'api freq out of limit' } : { errcode: 130101, errmsg: 'send too fast' },
  }
}
const READERS = { aliyun, tencent, mas, wecom: (k: Keys, c: Call) => robot('wecom', k, c), dingtalk: (k: Keys, c: Call) => robot('dingtalk', k, c) } as const

/** Their words for it; who has none says nothing that he is asked for. */
const UNSURE: Readonly<Record<CloudKind, object>> = {
  aliyun: { Code: 'isp.SYSTEM_ERROR', Message: '系统错误', RequestId: 'r' },
  tencent: { Response: { Error: { Code: 'InternalError.Timeout', Message: 'timeout' }, RequestId: 'r' } },
  mas: {},
  wecom: {},
  dingtalk: {},
}

/** Starts one of them. A number beginning with 1990000 is refused, as one that does not exist. */
export async function startCloud(kind: CloudKind, keys: Keys, port = 0): Promise<Cloud> {
  const cloud: Cloud = { url: '', outbox: [], calls: 0, behaviour: 'takes', close: async () => {} }
  const take = async (request: IncomingMessage, reply: ServerResponse) => {
    const body = await callText(request)
    cloud.calls += 1
    if (cloud.behaviour === 'silent') return undefined
    if (cloud.behaviour === 'cuts') return request.socket.destroy()
    if (cloud.behaviour === 'fails') return reply.writeHead(500).end('down')
    if (cloud.behaviour === 'garbles') return reply.writeHead(200, { 'content-type': 'text/html' }).end('<html>maintenance')
    if (cloud.behaviour === 'noPage') return reply.writeHead(404, { 'content-type': 'text/html' }).end('<html>not found')
    if (cloud.behaviour === 'unsure') return sayLine(reply, 200, UNSURE[kind])
    const url = new URL(request.url ?? '/', 'http://x')
    const read = READERS[kind](keys, { method: request.method ?? '', url, headers: request.headers as Call['headers'], body })
    if ('refused' in read) return sayLine(reply, read.status ?? 200, read.refused)
    if (cloud.behaviour === 'refuses' || read.message.to.startsWith('1990000')) return sayLine(reply, 200, read.refusedWords)
    if (cloud.behaviour === 'overQuota') return sayLine(reply, 200, read.quotaWords)
    const id = `${kind}-${cloud.outbox.length + 1}`
    cloud.outbox.push({ ...read.message, id })
    return cloud.behaviour === 'takesAndCuts' ? request.socket.destroy() : sayLine(reply, 200, read.taken(id))
  }
  const served = await serve(port, (request, reply) => {
    if (request.method === 'POST' && request.url === '/simulator') return void steer(cloud, BEHAVIOURS, request, reply).catch(() => reply.writeHead(400).end())
    if (request.method === 'POST') return void take(request, reply).catch(() => reply.writeHead(400).end())
    sayLine(reply, 200, cloud.outbox)
  })
  return Object.assign(cloud, served)
}

if (import.meta.main) {
  const { KIND = 'aliyun', ACCESS_KEY = 'demo', SECRET_KEY, APP_ID = '1400000000', PORT = '8092' } = process.env
  if (!SECRET_KEY) throw new Error('SECRET_KEY is missing')
  const s = await startCloud(KIND as CloudKind, { accessKey: ACCESS_KEY, secretKey: SECRET_KEY, appId: APP_ID }, Number(PORT))
  console.log(`${KIND} simulator at ${s.url}, messages at ${s.url}/outbox`)
}
