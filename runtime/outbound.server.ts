import { lookup } from 'node:dns/promises'
import { Agent as HttpAgent, request as overHttp } from 'node:http'
import { Agent as HttpsAgent, request as overHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { problem } from '../kit/model/problem.ts'
import { traceNow } from './trace.server.ts'

export const outboundProblems = {
  address: problem<{ why: string }>(400, 'outbound-address', () => ({ zh: '不允许访问该地址', en: 'Calls to this address are not allowed' })),
  failed: problem<{ why: string }>(503, 'outbound-failed', () => ({ zh: '外部服务没有应答', en: 'The foreign service did not answer' })),
}

export interface OutboundAnswer {
  status: number
  /** content-type; '' = none */
  type: string
  body: Buffer
}
export interface OutboundCall {
  method: 'GET' | 'POST' | 'PUT'
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
  timeoutMs?: number
  signal?: AbortSignal
}
/** Makers of connections for a client library that speaks HTTP itself. */
export interface ConnectionPools {
  httpAgent: HttpAgent
  httpsAgent: HttpsAgent
}
export interface Outbound {
  /** how long a foreign service is waited for, in milliseconds, where a call says nothing else */
  timeoutMs: number
  call(url: string, o: OutboundCall): Promise<OutboundAnswer>
  /** Agents whose every connection is under the same rules: for clients of an address that people named. @throws where the address itself may not be called */
  agents(url: string): ConnectionPools
  /** The address of a host that may be called at a port, for connections that are no HTTP (foreign databases). @throws where it may not be called */
  resolve(host: string, port: number): Promise<string>
}

/** Addresses that nobody outside answers at: own machine, own network, links, groups, tunnels into them. */
const inner = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(net, bits, 'ipv4')
/** Only global unicast is public, and of it not what carries an IPv4 address or documentation. */
const outer6 = new BlockList()
outer6.addSubnet('2000::', 3, 'ipv6')
const inner6 = new BlockList()
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  inner6.addSubnet(net, bits, 'ipv6')

/** Whether an IP address is one of the public network. */
export function isPublicAddress(ip: string): boolean {
  const kind = isIP(ip)
  if (kind === 4) return !inner.check(ip, 'ipv4')
  return kind === 6 && outer6.check(ip, 'ipv6') && !inner6.check(ip, 'ipv6')
}

/** Bits that a network names at least: a wider one lets in nearly everybody, and is no list. */
export const FEWEST_BITS = 8
/** IPv4 as IPv6 writes it (::ffff:0:0/96), and whatever is wide enough to hold it. */
const MAPPED_BITS = 96
/** What is wrong with an entry of such a list, an IP address or a network of them: it is neither, or it is wider than any network of an office. */
export function networkWrong(entry: string): 'malformed' | 'wide' | undefined {
  const [ip = '', bits, more] = entry.split('/')
  const kind = isIP(ip)
  if (kind === 0 || more !== undefined) return 'malformed'
  if (bits === undefined) return undefined
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > (kind === 4 ? 32 : 128)) return 'malformed'
  const isMapped = kind === 6 && new URL(`http://[${ip}]`).hostname.startsWith('[::')
  return Number(bits) < FEWEST_BITS + (isMapped ? MAPPED_BITS : 0) ? 'wide' : undefined
}

/** Names that only the own network knows. Source: RFC 6761, 6762, 8375. */
const INNER_NAME = /^[^.]+\.?$|\.(localhost|local|internal|intranet|lan|home\.arpa)\.?$/i

const MAX_BYTES = 5 * 1024 * 1024
const TIMEOUT_MS = 10_000

/** Checks an address before anything is sent, without asking the network: scheme, credentials, port. Answers the URL. */
function checked(text: string, allow: readonly string[]): { url: URL; listed: boolean } {
  const refuse = (why: string) => outboundProblems.address({ why })
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw refuse('malformed')
  }
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  const listed = allow.includes(url.hostname) || allow.includes(`${url.hostname}:${port}`)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && listed)) throw refuse('scheme')
  if (url.username || url.password) throw refuse('credentials')
  if (port !== '443' && !listed) throw refuse('port')
  return { url, listed }
}

/**
 * The only door to other machines. A name is resolved once and all its addresses must be public; the connection goes to the one that was checked,
 * so that a second answer of the name server changes nothing. No redirects, no proxies, 10 s, 5 MB. Source: security.md 5.8.
 * @param allow hosts (`name` or `name:port`) of the site's own network, which may also be called by http and at any port
 * @param timeoutMs how long an answer is waited for, in milliseconds
 */
export function openOutbound(allow: readonly string[], timeoutMs = TIMEOUT_MS): Outbound {
  return {
    timeoutMs,
    async call(text, o) {
      const { url, listed } = checked(text, allow)
      const host = url.hostname.replace(/^\[|\]$/g, '')
      const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await lookup(host, { all: true }).catch(() => [])
      if (found.length === 0) throw outboundProblems.failed({ why: 'name' })
      if (!listed && !found.every((a) => isPublicAddress(a.address))) throw outboundProblems.address({ why: 'address' })
      return send(url, found[0]!, { timeoutMs, ...o })
    },
    async resolve(host, port) {
      const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => [])
      if (found.length === 0) throw outboundProblems.failed({ why: 'name' })
      const listed = allow.includes(host) || allow.includes(`${host}:${port}`)
      if (!listed && !found.every((a) => isPublicAddress(a.address))) throw outboundProblems.address({ why: 'address' })
      return found[0]!.address
    },
    agents(text) {
      const { url, listed } = checked(text, allow)
      const host = url.hostname.replace(/^\[|\]$/g, '')
      // an address needs no look-up, so it is judged here
      if (!listed && (isIP(host) ? !isPublicAddress(host) : INNER_NAME.test(host))) throw outboundProblems.address({ why: 'address' })
      const resolve: LookupFunction = (name, options, done) =>
        void lookup(name, { all: true }).then(
          (found) => {
            const refused = found.length === 0 || (!listed && !found.every((a) => isPublicAddress(a.address)))
            if (refused) done(outboundProblems.address({ why: 'address' }), '', 0)
            else if (options.all) done(null, found)
            else done(null, found[0]!.address, found[0]!.family)
          },
          (e: NodeJS.ErrnoException) => done(e, '', 0),
        )
      return { httpAgent: new HttpAgent({ lookup: resolve }), httpsAgent: new HttpsAgent({ lookup: resolve }) }
    },
  }
}

function send(url: URL, to: { address: string; family: number }, o: OutboundCall): Promise<OutboundAnswer> {
  const request = url.protocol === 'https:' ? overHttps : overHttp
  const trace = traceNow()
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(outboundProblems.failed({ why }))
    const limit = AbortSignal.timeout(o.timeoutMs ?? TIMEOUT_MS)
    const r = request(
      url,
      {
        method: o.method,
        headers: { ...(trace ? { traceparent: trace } : {}), ...o.headers, ...(o.body === undefined ? {} : { 'content-length': Buffer.byteLength(o.body) }) },
        agent: false,
        // the checked address, whatever the name answers now
        lookup: (_name, options, done) => ((options as { all?: boolean }).all ? (done as any)(null, [to]) : (done as any)(null, to.address, to.family)),
        signal: o.signal ? AbortSignal.any([o.signal, limit]) : limit,
      },
      (answer) => {
        const parts: Buffer[] = []
        let size = 0
        answer.on('data', (part: Buffer) => {
          size += part.length
          if (size > MAX_BYTES) {
            r.destroy()
            fail('size')
          } else parts.push(part)
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', body: Buffer.concat(parts) }))
        answer.on('error', () => fail('answer'))
      },
    )
    // before there is a connection nothing has left this machine
    let isReached = false
    r.on('socket', (s) => s.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => (isReached = true)))
    r.on('error', () => fail(isReached ? 'connection' : 'unreached'))
    r.end(o.body)
  })
}
