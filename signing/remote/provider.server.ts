/** A signing service outside of the product, spoken to over HTTP: it gets the frozen file and the signers, signs with its own certificates, and reports. */

import { randomUUID } from 'node:crypto'
import type { Outbound } from '../../runtime/outbound.server.ts'
import { signedHeaders } from '../../runtime/signature.server.ts'
import type { Anchor } from '../contract/sign-flow.ts'
import { remoteProblems } from '../contract/remote-problems.ts'

/** Where the service is and how calls between both are signed (HMAC-SHA256, as all programs sign their calls to each other). */
export interface ProviderSettings {
  url: string
  appId: string
  secret: string
}
/** A flow as the service is given it. The same `flowNo` again is answered as the first time. */
export interface Commission {
  flowNo: string
  contractNo: string
  /** hex sha256 of the file, and its bytes in base64 */
  fileHash: string
  file: string
  /** 'yyyy-MM-dd HH:mm:ss', or none */
  deadline: string | null
  callback: string
  /** where the service writes the day of signing, in the appearance of the last signature; the form may have no place for it */
  day: Anchor | null
  nodes: readonly { nodeSort: number; nodeCode: string; name: string; idCard: string; phone: string; anchor: Anchor }[]
}
/** What became of a node, as the service reports it. */
export type Report = {
  providerNo: string
  nodeSort: number
  result: 'signed' | 'refused'
  /** hex sha256 of the number of the identity document that the signer showed */
  person: string
  /** 'yyyy-MM-dd HH:mm:ss' */
  time: string
  /** hex sha256 of the file with this signature */
  fileHash?: string
  reason?: string
}
export interface Provider {
  settings: ProviderSettings
  /** @returns the service's own number of the flow */
  create(c: Commission): Promise<string>
  /** what was reported of a flow so far, oldest first */
  query(providerNo: string): Promise<readonly Report[]>
  /** the file as a node left it */
  file(providerNo: string, nodeSort: number): Promise<Buffer>
  cancel(providerNo: string): Promise<void>
}
const TIMEOUT_MS = 20_000

/** The service at an address. Its calls throw sign-provider where it does not answer or refuses. `now`: the clock of signatures. */
export function httpSignProvider(settings: ProviderSettings, outbound: Outbound, now: () => Date): Provider {
  async function call(method: 'GET' | 'POST', path: string, body = ''): Promise<Buffer> {
    const url = new URL(settings.url.replace(/\/$/, '') + path)
    const signed = signedHeaders({ ...settings, algorithm: 'HMAC-SHA256', method, path: url.pathname, body }, now().getTime(), randomUUID())
    const answer = await outbound
      .call(url.href, { method, headers: { ...signed, 'content-type': 'application/json' }, ...(body ? { body } : {}), timeoutMs: TIMEOUT_MS })
      .catch(() => undefined)
    if (answer?.status !== 200) throw remoteProblems.providerFailed()
    return answer.body
  }
  const json = async <T>(...a: Parameters<typeof call>): Promise<T> => {
    const body = await call(...a)
    try {
      return JSON.parse(body.toString('utf8')) as T
    } catch {
      throw remoteProblems.providerFailed()
    }
  }
  return {
    settings,
    async create(c) {
      const { providerNo } = await json<{ providerNo?: unknown }>('POST', '/flows', JSON.stringify(c))
      if (typeof providerNo !== 'string' || !/^[\w-]{1,64}$/.test(providerNo)) throw remoteProblems.providerFailed()
      return providerNo
    },
    async query(no) {
      const { reports } = await json<{ reports?: unknown }>('GET', `/flows/${no}`)
      return Array.isArray(reports) ? (reports as Report[]) : []
    },
    file: (no, nodeSort) => call('GET', `/flows/${no}/files/${nodeSort}`),
    async cancel(no) {
      await call('POST', `/flows/${no}/cancel`, '{}')
    },
  }
}
