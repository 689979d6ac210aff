import { randomUUID } from 'node:crypto'
import { clock } from '../../kit/server/clock.server.ts'
import type { Outbound } from '../../runtime/outbound.server.ts'
import { signedHeaders } from '../../runtime/signature.server.ts'
import type { SendAnswer, SmsProvider } from './message.ts'

export interface HttpProviderSettings {
  /** messages go to `<endpoint>/send` */
  endpoint: string
  accessKey: string
  secretKey: string
  regionId?: string | null
}

/**
 * A provider that is called by HTTP: POST `<endpoint>/send` with the message as JSON, signed with HMAC-SHA256 (runtime/signature.server.ts).
 * It answers {code: 0, id, message}; another code is a refusal, another status than 200 a failure that is tried again.
 */
export function httpProvider(s: HttpProviderSettings, outbound: Outbound, now: () => Date = clock): SmsProvider {
  return {
    async send(m, signal): Promise<SendAnswer> {
      const url = new URL(`${s.endpoint.replace(/\/+$/, '')}/send`)
      const body = JSON.stringify({ ...m, ...(s.regionId ? { regionId: s.regionId } : {}) })
      const call = { appId: s.accessKey, secret: s.secretKey, algorithm: 'HMAC-SHA256', method: 'POST', path: url.pathname, body } as const
      const answer = await outbound.call(url.href, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signedHeaders(call, now().getTime(), randomUUID()) },
        body,
        signal,
      })
      if (answer.status !== 200) throw new Error(`the SMS provider answered ${answer.status}`)
      const said = JSON.parse(answer.body.toString('utf8')) as { code?: unknown; id?: unknown; message?: unknown }
      return { accepted: said.code === 0, id: String(said.id ?? '').slice(0, 64), message: String(said.message ?? '').slice(0, 200) }
    },
  }
}
