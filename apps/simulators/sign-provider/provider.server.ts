// A service that signs contracts, for development and tests: PORT=8094 APP_ID=demo APP_SECRET=… node tools/run.mjs apps/simulators/sign-provider/provider.server.ts
// It imports nothing of the product. Protocol: every call in both directions carries x-app-id, x-timestamp (ms), x-nonce and x-sign =
// hex(HMAC-SHA256(secret, method \n path \n timestamp \n nonce \n hex(sha256(body)))).
//   POST /flows {flowNo, contractNo, fileHash, file (base64), deadline, callback, nodes [{nodeSort, nodeCode, name, idCard, phone, anchor}],
//     day (place of the day of signing, which the last signature shows; or null)} -> {providerNo}
//   GET /flows/{no} -> {reports}    GET /flows/{no}/files/{nodeSort} -> the PDF as that node left it    POST /flows/{no}/cancel
//   to the callback: {providerNo, nodeSort, result, person (sha256 of the ID number), time, fileHash | reason}
// What a signer does is POST /acts {providerNo, nodeSort, reason?} (a reason refuses); only whose turn it is can.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sha256 } from '../../../runtime/sha256.server.ts'
import { newAuthority, signFile, type Authority } from './pdf.server.ts'

interface Node {
  nodeSort: number
  name: string
  idCard: string
  anchor: { page: number; rect: number[] }
}
interface Report {
  providerNo: string
  nodeSort: number
  result: 'signed' | 'refused'
  person: string
  time: string
  fileHash?: string
  reason?: string
}
interface Flow {
  no: string
  callback: string
  nodes: Node[]
  day: Node['anchor'] | undefined
  files: Buffer[]
  reports: Report[]
  over: boolean
}
/** What goes wrong from now on: nothing; every call is answered 500; reports are not sent, sent twice, name another person; files are other files. */
export type ProviderFault = 'none' | 'fails' | 'lost' | 'twice' | 'wrong-person' | 'wrong-file'
export interface SignProviderSimulator {
  url: string
  flows: Map<string, Flow>
  fault: ProviderFault
  /** a signer signs, or refuses with a reason. Answers the statuses that the callback was answered. Throws where it is not his turn */
  act(providerNo: string, nodeSort: number, reason?: string): Promise<number[]>
  /** sends a report again: as it was sent, its nonce too, or signed anew; with other things in it */
  resend(report: object, o?: { nonce?: string; secret?: string }): Promise<number>
  /** what was answered to the last report */
  told: string
  close(): Promise<void>
}
interface Settings {
  port?: number
  appId: string
  secret: string
  now?: () => Date
  /** where callbacks go, instead of where the flow says */
  callback?: string
}
const WINDOW_MS = 5 * 60_000
const signatureOf = (secret: string, method: string, path: string, time: string, nonce: string, body: string | Buffer) =>
  createHmac('sha256', secret)
    .update([method, path, time, nonce, sha256(body)].join('\n'))
    .digest('hex')
const local = (d: Date) => new Date(d.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Where the last signature of a flow shows the day, and which. */
const dayOf = ({ day, nodes }: Flow, { nodeSort, time }: Report) => (day && nodeSort === nodes.length ? { ...day, text: time.slice(0, 10) } : undefined)
/** Starts the simulator on this machine alone. */
export async function startSignProvider({ port = 0, appId, secret, now = () => new Date(), callback }: Settings): Promise<SignProviderSimulator> {
  const authority: Authority = await newAuthority(now())
  const nonces = new Set<string>()
  const byFlow = new Map<string, string>()
  const s: SignProviderSimulator = { url: '', flows: new Map(), fault: 'none', told: '', act, resend, close: async () => undefined }

  function mayCall(request: IncomingMessage, path: string, body: Buffer): boolean {
    const h = request.headers as Record<string, string | undefined>
    const [time = '', nonce = '', given = ''] = [h['x-timestamp'], h['x-nonce'], h['x-sign']]
    if (h['x-app-id'] !== appId || nonces.has(nonce) || Math.abs(now().getTime() - Number(time)) > WINDOW_MS || !/^[0-9a-f]{64}$/.test(given)) return false
    if (!timingSafeEqual(Buffer.from(signatureOf(secret, request.method!, path, time, nonce, body), 'hex'), Buffer.from(given, 'hex'))) return false
    nonces.add(nonce)
    return true
  }
  function create(c: { flowNo: string; fileHash: string; file: string; callback: string; nodes: Node[]; day?: Node['anchor'] | null }) {
    const file = Buffer.from(c.file, 'base64')
    if (sha256(file) !== c.fileHash || !c.nodes.every((n, i) => n.nodeSort === i + 1 && n.anchor)) return undefined
    const no = byFlow.get(c.flowNo) ?? randomBytes(8).toString('hex')
    if (!byFlow.has(c.flowNo)) s.flows.set(no, { no, callback: c.callback, nodes: c.nodes, day: c.day ?? undefined, files: [file], reports: [], over: false })
    byFlow.set(c.flowNo, no)
    return { providerNo: no }
  }
  function answer(method: string, path: string, body: Buffer): [number, unknown] {
    if (s.fault === 'fails') return [500, { message: 'down' }]
    if (method === 'POST' && path === '/flows') {
      const made = create(JSON.parse(body.toString('utf8')))
      return made ? [200, made] : [400, { message: 'the file or the nodes are wrong' }]
    }
    const [, no = '', what, sort] = /^\/flows\/(\w+)(?:\/(cancel|files)(?:\/(\d+))?)?$/.exec(path) ?? []
    const flow = s.flows.get(no)
    if (!flow) return [404, { message: 'no such flow' }]
    if (method === 'POST' && what === 'cancel') {
      flow.over = true
      return [200, {}]
    }
    if (method === 'GET' && what === 'files')
      return flow.files[Number(sort)] ? [200, s.fault === 'wrong-file' ? flow.files[0] : flow.files[Number(sort)]] : [404, {}]
    return method === 'GET' && !what ? [200, { reports: flow.reports }] : [404, {}]
  }
  async function act(providerNo: string, nodeSort: number, reason?: string): Promise<number[]> {
    const flow = s.flows.get(providerNo)
    if (!flow || flow.over || flow.reports.length !== nodeSort - 1) throw new Error('it is not the turn of this signer')
    const node = flow.nodes[nodeSort - 1]!
    const report: Report = { providerNo, nodeSort, result: reason ? 'refused' : 'signed', person: sha256(node.idCard), time: local(now()) }
    if (reason) Object.assign(report, { reason })
    else {
      flow.files.push(await signFile(flow.files.at(-1)!, node.name, node.anchor, authority, now(), dayOf(flow, report)))
      report.fileHash = sha256(flow.files.at(-1)!)
    }
    flow.over = !!reason || nodeSort === flow.nodes.length
    flow.reports.push(report)
    if (s.fault === 'lost') return []
    const sent = s.fault === 'wrong-person' ? { ...report, person: sha256('another') } : report
    return s.fault === 'twice' ? [await resend(sent), await resend(sent)] : [await resend(sent)]
  }
  async function resend(report: object, o: { nonce?: string; secret?: string } = {}): Promise<number> {
    const to = new URL(callback ?? s.flows.get((report as Report).providerNo)?.callback ?? '')
    const [body, time, nonce] = [JSON.stringify(report), String(now().getTime()), o.nonce ?? randomBytes(16).toString('hex')]
    const headers = {
      'x-app-id': appId,
      'x-timestamp': time,
      'x-nonce': nonce,
      'x-sign': signatureOf(o.secret ?? secret, 'POST', to.pathname, time, nonce, body),
    }
    const r = await fetch(to, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body })
    s.told = await r.text()
    return r.status
  }
  const server = createServer((request, reply) => {
    void (async () => {
      const path = new URL(request.url ?? '/', 'http://x').pathname
      const body = await bodyOf(request)
      const say = (status: number, what: unknown) =>
        Buffer.isBuffer(what)
          ? reply.writeHead(status, { 'content-type': 'application/pdf' }).end(what)
          : reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(what))
      if (path === '/acts' && request.method === 'POST') {
        const { providerNo, nodeSort, reason } = JSON.parse(body.toString('utf8')) as { providerNo: string; nodeSort: number; reason?: string }
        return say(200, { callbacks: await act(providerNo, nodeSort, reason) })
      }
      if (!mayCall(request, path, body)) return say(401, { message: 'the signature is wrong' })
      return say(...answer(request.method!, path, body))
    })().catch((e: Error) => reply.writeHead(409).end(JSON.stringify({ message: e.message })))
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  s.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  s.close = () =>
    new Promise((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return s
}

if (import.meta.main) {
  const { APP_ID = 'demo', APP_SECRET, PORT = '8094' } = process.env
  if (!APP_SECRET) throw new Error('APP_SECRET is missing')
  const s = await startSignProvider({ port: Number(PORT), appId: APP_ID, secret: APP_SECRET })
  console.log(`signing service at ${s.url}, signers act at ${s.url}/acts`)
}
