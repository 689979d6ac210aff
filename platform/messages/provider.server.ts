import { randomUUID } from 'node:crypto'
import { clock } from '../../kit/server/clock.server.ts'
import type { Outbound } from '../../runtime/outbound.server.ts'
import { signedHeaders } from '../../runtime/signature.server.ts'
import { aliyunProvider } from './aliyun.server.ts'
import { masProvider } from './mas.server.ts'
import { partsSaid, type SendAnswer, type SmsProvider } from './message.ts'
import { tencentProvider } from './tencent.server.ts'
import { answeredJson, refusedByStatus, type SmsProviderSettings } from './wire.server.ts'

/**
 * A provider that is called by HTTP: POST `<endpoint>/send` with the message as JSON, signed with HMAC-SHA256 (runtime/signature.server.ts).
 * It answers {code: 0, id, message, parts}; another code is a refusal, as is a status of 4xx; any other than 200 says nothing of what became of it. `parts`: of how many it is charged,
 * where it says so.
 */
export function httpProvider(s: SmsProviderSettings, outbound: Outbound, now: () => Date = clock): SmsProvider {
  return {
    dropsRepeats: true,
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
      const refused = refusedByStatus(answer)
      if (refused) return refused
      // it says what is wrong with the call, so it took nothing
      if (answer.status >= 400 && answer.status < 500)
        return { accepted: false, id: '', message: `${answer.status} ${answer.body.toString('utf8')}`.slice(0, 200) }
      if (answer.status !== 200) throw new Error(`the SMS provider answered ${answer.status}`)
      const said = answeredJson(answer)
      const [id, message] = [String(said.id ?? '').slice(0, 64), String(said.message ?? '').slice(0, 200)]
      return { accepted: said.code === 0, id, message, parts: partsSaid(said.parts) }
    },
  }
}
const PROTOCOLS = { http: httpProvider, aliyun: aliyunProvider, tencent: tencentProvider, mas: masProvider } as const
/** The provider of a configuration, by its protocol. */
export const providerOf = (s: SmsProviderSettings, outbound: Outbound, now: () => Date = clock): SmsProvider =>
  PROTOCOLS[(s.category ?? 'http') as keyof typeof PROTOCOLS](s, outbound, now)
