import { createHash } from 'node:crypto'
import type { Outbound } from '../../runtime/outbound.server.ts'
import type { SmsProvider } from './message.ts'
import { answeredJson, refusedByStatus, type SmsProviderSettings } from './wire.server.ts'

/** What the enterprise proves a call by: the MD5 that China Mobile asks for, in hexadecimal, lower case. Its protocol has no better one. */
export const masDigest = (...parts: readonly string[]): string => createHash('md5').update(parts.join(''), 'utf8').digest('hex')

/**
 * 中国移动云MAS, HTTP: `<endpoint>/sms/tmpsubmit` with the number of a template, `<endpoint>/sms/norsubmit` with the words. The body is Base64 of JSON. The extended
 * number (addSerial) stands in regionId. It keeps no list of what it has seen.
 */
export function masProvider(s: SmsProviderSettings, outbound: Outbound): SmsProvider {
  return {
    dropsRepeats: false,
    async send(m, signal) {
      const [ecName, apId, addSerial] = [s.appId ?? '', s.accessKey, s.regionId ?? '']
      const isTemplate = m.templateId !== '' && m.templateId !== '-'
      const params = JSON.stringify(Object.values(m.params))
      const middle = isTemplate ? [m.templateId, m.phone, params] : [m.phone, m.text]
      const mac = masDigest(ecName, apId, s.secretKey, ...middle, m.signName, addSerial)
      const sent = {
        ecName,
        apId,
        mobiles: m.phone,
        sign: m.signName,
        addSerial,
        mac,
        ...(isTemplate ? { templateId: m.templateId, params } : { content: m.text }),
      }
      const url = new URL(`${s.endpoint.replace(/\/+$/, '')}/sms/${isTemplate ? 'tmpsubmit' : 'norsubmit'}`)
      const answer = await outbound.call(url.href, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: Buffer.from(JSON.stringify(sent), 'utf8').toString('base64'),
        signal,
      })
      const refused = refusedByStatus(answer)
      if (refused) return refused
      const said = answeredJson(answer)
      if (typeof said.success !== 'boolean' || answer.status >= 500) throw new Error(`MAS answered ${answer.status}`)
      return { accepted: said.success, id: String(said.msgGroup ?? '').slice(0, 64), message: String(said.rspcod ?? '').slice(0, 200) }
    },
  }
}
