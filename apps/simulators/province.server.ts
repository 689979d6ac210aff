// A province's platform for development and tests: PORT=8096 SENDER=512021 APP_SECRET=… node tools/run.mjs apps/simulators/province.server.ts
// It takes what outside/access/access.server.ts hands over, refuses a broken chain, and shows what it took at GET /messages. Source: data-format.md 13.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import * as yauzl from 'yauzl'
import { clock, localTime } from '../../kit/server/clock.server.ts'
import { isSigned, type SignAlgorithm } from '../../runtime/signature.server.ts'
import { PROVINCE_KINDS, provinceFaults, provincePaperFaults, type ProvinceTags } from './province-schema.ts'
import { sayLine, serve } from './serve.server.ts'

interface TakenMessage {
  county: string
  ywlsh: string
  qywlsh: string
  kind: string
  guid: string
  xml: string
  papers: string
  /** names of the files in FJ */
  files: string[]
}
export interface ProvinceSimulator {
  /** where messages go, for the field `url` of an access configuration */
  url: string
  /** messages that took effect, oldest first */
  messages: TakenMessage[]
  calls: number
  /** archives as they came, whatever it answered, the oldest first */
  bodies: Buffer[]
  /** how it spells the elements that the draft spells in two ways */
  tags: ProvinceTags
  /** what it does from now on: takes, fails (HTTP 503), cannot just now (999), knows nobody (103), takes but answers nothing (`silent`) */
  behaviour: 'takes' | 'fails' | 'cannot' | 'forbids' | 'silent'
  /** a new key: the one before is no longer good */
  key(secret: string): void
  close(): Promise<void>
}
interface Settings {
  port?: number
  sender: string
  appSecret: string
  algorithm?: SignAlgorithm
  /** how it spells the elements that the draft spells in two ways */
  tags?: ProvinceTags
  now?: () => Date
}
const PATH = '/access'
async function filesOf(zip: Buffer): Promise<Map<string, Buffer>> {
  const opened = await yauzl.fromBufferPromise(zip, { lazyEntries: true, decodeStrings: false })
  const out = new Map<string, Buffer>()
  for await (const e of opened.eachEntry()) {
    out.set(e.fileName.toString('utf8'), await buffer(await opened.openReadStreamPromise(e)))
  }
  return out
}
const valueOf = (xml: string, name: string): string => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''

/** Reads the folders of one business; undefined where they are not as the standard lays them. */
async function readMessage(body: Buffer, tags: ProvinceTags): Promise<TakenMessage | undefined> {
  const files = await filesOf(body).catch(() => new Map<string, Buffer>())
  const [path, county, ywlsh] = [...files.keys()].map((n) => /^(\d{6})\/([^/]+)\/BW\/DJYW\2\.xml$/.exec(n)).find(Boolean) ?? []
  if (!path || !county || !ywlsh) return undefined
  const xml = files.get(path)!.toString('utf8')
  const papers = files.get(`${county}/${ywlsh}/BW/FJ${ywlsh}.xml`)?.toString('utf8')
  if (papers === undefined || valueOf(xml, 'YWLSH') !== ywlsh || valueOf(papers, 'YWLSH') !== ywlsh) return undefined
  if (provinceFaults(xml, tags).length || provincePaperFaults(papers).length) return undefined
  const at = `${county}/${ywlsh}/FJ/`
  const named = [...papers.matchAll(/<FJ>([^<]*)<\/FJ>/g)].map(([, n]) => n!)
  if (named.some((n) => !files.has(at + n))) return undefined
  return { county, ywlsh, qywlsh: valueOf(xml, 'QYWLSH'), kind: valueOf(xml, 'SJLX'), guid: valueOf(xml, 'SJBZM'), xml, papers, files: named }
}
/** The code that a message deserves, and why: a business whose former one is not the last of the county is refused. */
function judge(m: TakenMessage, taken: readonly TakenMessage[]): [code: string, words: string] {
  if (!PROVINCE_KINDS.includes(m.kind)) return ['105', '报文类型未知']
  if (taken.some((t) => t.county === m.county && t.ywlsh === m.ywlsh)) return ['100', '重复报文']
  const last = taken.findLast((t) => t.county === m.county)?.ywlsh ?? ''
  return m.qywlsh === last ? ['100', '成功'] : ['102', `前业务流水号${m.qywlsh || '为空'}，应为${last || '空'}`]
}

/** Starts the simulator. A repeated business gets its answer again and has no second effect. */
export async function startProvinceSimulator({
  port = 0,
  sender,
  appSecret,
  algorithm = 'HMAC-SHA256',
  tags = { business: 'BUSINESS_DATA', parcel: 'YDKBM' },
  now = clock,
}: Settings): Promise<ProvinceSimulator> {
  let good = appSecret
  const s: ProvinceSimulator = {
    url: '',
    messages: [],
    calls: 0,
    bodies: [],
    tags,
    behaviour: 'takes',
    key: (secret) => void (good = secret),
    close: async () => {},
  }
  const say = (reply: ServerResponse, code: string, words: string, guid = '') =>
    void reply
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0" encoding="UTF-8"?><RESPONSE><HEAD><FSF>SIMULATOR</FSF><FSSJ>${localTime(now())}</FSSJ><ZT>${code}</ZT><MS>${words}</MS><SJBZM>${guid}</SJBZM></HEAD></RESPONSE>`,
      )
  async function take(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const headers = request.headers as Record<string, string | undefined>
    s.calls += 1
    s.bodies.push(body)
    if (s.behaviour === 'fails') return void reply.writeHead(503).end()
    if (headers['x-app-id'] !== sender || !isSigned({ secret: good, algorithm, method: 'POST', path: PATH, body }, headers, now().getTime()))
      return say(reply, '104', '签名不正确')
    if (s.behaviour === 'forbids') return say(reply, '103', '接入方未授权')
    if (s.behaviour === 'cannot') return say(reply, '999', '系统繁忙')
    const m = await readMessage(body, s.tags)
    if (!m || valueOf(m.xml, 'FSF') !== sender) return say(reply, '101', '报文不符合规范')
    const [code, words] = judge(m, s.messages)
    if (code === '100' && words === '成功') s.messages.push(m)
    if (s.behaviour === 'silent') return void request.socket.destroy()
    return say(reply, code, words, m.guid)
  }
  const served = await serve(port, (request, reply) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    if (request.method === 'POST' && path === PATH) return void take(request, reply).catch(() => say(reply, '101', '报文不符合规范'))
    if (request.method === 'GET' && path === '/messages') return void sayLine(reply, 200, s.messages)
    sayLine(reply, 404, { code: 404, message: 'no such call' })
  })
  s.url = `${served.url}${PATH}`
  s.close = served.close
  return s
}

if (import.meta.main) {
  const { SENDER = '512021', APP_SECRET, PORT = '8096' } = process.env
  if (!APP_SECRET) throw new Error('APP_SECRET is missing')
  const s = await startProvinceSimulator({ port: Number(PORT), sender: SENDER, appSecret: APP_SECRET })
  console.log(`province simulator at ${s.url}`)
}
