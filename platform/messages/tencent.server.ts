import { createHmac } from 'node:crypto'
import { clock, exactTime } from '../../kit/server/clock.server.ts'
import type { Outbound } from '../../runtime/outbound.server.ts'
import { partsSaid, type SmsProvider } from './message.ts'
import { answeredJson, refusedByStatus, requireSure, textDigest, type SmsProviderSettings } from './wire.server.ts'

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
/** The header Authorization of a call of Tencent Cloud (TC3-HMAC-SHA256). `headers`: those that are signed, by their lower-case names; `time` in seconds. */
export function tencentAuthorization(
  o: { secretId: string; secretKey: string; service: string; time: number; body: string },
  headers: Readonly<Record<string, string>>,
): string {
  const names = Object.keys(headers).toSorted()
  const lines = names.map((n) => `${n}:${headers[n]!.trim().toLowerCase()}\n`).join('')
  const canonical = ['POST', '/', '', lines, names.join(';'), textDigest(o.body)].join('\n')
  const day = exactTime(new Date(o.time * 1000)).slice(0, 10)
  const scope = `${day}/${o.service}/tc3_request`
  const key = hmac(hmac(hmac(`TC3${o.secretKey}`, day), o.service), 'tc3_request')
  const sign = hmac(key, ['TC3-HMAC-SHA256', o.time, scope, textDigest(canonical)].join('\n')).toString('hex')
  return `TC3-HMAC-SHA256 Credential=${o.secretId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${sign}`
}

interface Answered {
  Error?: { Code?: string; Message?: string }
  /** Fee: of how many parts it is charged */
  SendStatusSet?: readonly { SerialNo?: string; Code?: string; Message?: string; Fee?: number }[]
}
/** 腾讯云短信: SendSms of 2021-01-11. What stands for the template's names is counted, not named. It keeps no list of what it has seen. */
export function tencentProvider(s: SmsProviderSettings, outbound: Outbound, now: () => Date = clock): SmsProvider {
  return {
    dropsRepeats: false,
    async send(m, signal) {
      const url = new URL(s.endpoint)
      const time = Math.floor(now().getTime() / 1000)
      const body = JSON.stringify({
        PhoneNumberSet: [`+86${m.phone}`],
        SmsSdkAppId: s.appId ?? '',
        SignName: m.signName,
        TemplateId: m.templateId,
        TemplateParamSet: Object.values(m.params),
        SessionContext: m.requestId,
      })
      const signed = { 'content-type': 'application/json; charset=utf-8', host: url.host, 'x-tc-action': 'SendSms' }
      const answer = await outbound.call(`${url.origin}/`, {
        method: 'POST',
        headers: {
          ...signed,
          'x-tc-version': '2021-01-11',
          'x-tc-timestamp': String(time),
          'x-tc-region': s.regionId || 'ap-guangzhou',
          authorization: tencentAuthorization({ secretId: s.accessKey, secretKey: s.secretKey, service: 'sms', time, body }, signed),
        },
        body,
        signal,
      })
      const refused = refusedByStatus(answer)
      if (refused) return refused
      const said = answeredJson(answer).Response as Answered | undefined
      const status = said?.SendStatusSet?.[0]
      requireSure(said?.Error?.Code ?? status?.Code)
      if (said?.Error) return { accepted: false, id: '', message: `${said.Error.Code ?? ''} ${said.Error.Message ?? ''}`.slice(0, 200) }
      if (!status) throw new Error(`Tencent Cloud answered ${answer.status}`)
      const accepted = status.Code === 'Ok'
      const message = `${status.Code} ${status.Message ?? ''}`.slice(0, 200)
      return { accepted, id: String(status.SerialNo ?? '').slice(0, 64), message, parts: partsSaid(status.Fee) }
    },
  }
}
