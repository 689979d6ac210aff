import { createHmac, randomUUID } from 'node:crypto'
import { clock, exactTime } from '../../kit/server/clock.server.ts'
import type { Outbound } from '../../runtime/outbound.server.ts'
import type { SmsProvider } from './message.ts'
import { answeredJson, refusedByStatus, requireSure, type SmsProviderSettings, textDigest } from './wire.server.ts'

/** As RFC 3986 wants it: what encodeURIComponent leaves is encoded too. */
const percent = (text: string): string => encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
/** The query as it is signed and sent. */
export const canonicalQuery = (q: Readonly<Record<string, string>>): string =>
  Object.keys(q)
    .toSorted()
    .map((n) => `${percent(n)}=${percent(q[n]!)}`)
    .join('&')
/** The header Authorization of a call of Aliyun, version 3: headers by their lower-case names, `x-acs-content-sha256` among them. */
export function aliyunAuthorization(accessKey: string, secretKey: string, query: string, headers: Readonly<Record<string, string>>): string {
  const names = Object.keys(headers).toSorted()
  const lines = names.map((n) => `${n}:${headers[n]!.trim()}\n`).join('')
  const canonical = ['POST', '/', query, lines, names.join(';'), headers['x-acs-content-sha256']].join('\n')
  const sign = createHmac('sha256', secretKey)
    .update(`ACS3-HMAC-SHA256\n${textDigest(canonical)}`)
    .digest('hex')
  return `ACS3-HMAC-SHA256 Credential=${accessKey},SignedHeaders=${names.join(';')},Signature=${sign}`
}

/** 阿里云短信服务: SendSms of 2017-05-25 with the signature of version 3. It keeps no list of what it has seen: OutId is only told back in its receipts. */
export function aliyunProvider(s: SmsProviderSettings, outbound: Outbound, now: () => Date = clock): SmsProvider {
  return {
    dropsRepeats: false,
    async send(m, signal) {
      const url = new URL(s.endpoint)
      const query = canonicalQuery({
        OutId: m.requestId,
        PhoneNumbers: m.phone,
        SignName: m.signName,
        TemplateCode: m.templateId,
        TemplateParam: JSON.stringify(m.params),
      })
      const headers = {
        host: url.host,
        'x-acs-action': 'SendSms',
        'x-acs-content-sha256': textDigest(''),
        'x-acs-date': `${exactTime(now()).slice(0, 19)}Z`,
        'x-acs-signature-nonce': randomUUID(),
        'x-acs-version': '2017-05-25',
      }
      const answer = await outbound.call(`${url.origin}/?${query}`, {
        method: 'POST',
        headers: { ...headers, authorization: aliyunAuthorization(s.accessKey, s.secretKey, query, headers) },
        body: '',
        signal,
      })
      const refused = refusedByStatus(answer)
      if (refused) return refused
      const said = answeredJson(answer)
      if (typeof said.Code !== 'string' || answer.status >= 500) throw new Error(`Aliyun answered ${answer.status}`)
      requireSure(said.Code)
      return { accepted: said.Code === 'OK', id: String(said.BizId ?? '').slice(0, 64), message: `${said.Code} ${String(said.Message ?? '')}`.slice(0, 200) }
    },
  }
}
