import { Problem } from '../../kit/model/problem.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import type { OutboundAnswer } from '../../runtime/outbound.server.ts'

export interface SmsProviderSettings {
  /** the protocol: http (our own), aliyun, tencent, mas */
  category?: string | null
  endpoint: string
  accessKey: string
  secretKey: string
  regionId?: string | null
  /** the application at Tencent Cloud (SmsSdkAppId), the enterprise at China Mobile (ecName) */
  appId?: string | null
}

/** SHA-256 of a text, in hexadecimal. */
export const textDigest = (text: string): string => sha256(text)
/** What was answered, as JSON. @throws where it is none: what became of the message is not known */
export function answeredJson(answer: OutboundAnswer): Record<string, unknown> {
  const said: unknown = JSON.parse(answer.body.toString('utf8'))
  if (!said || typeof said !== 'object' || Array.isArray(said)) throw new Error(`the SMS provider answered ${answer.status}`)
  return said as Record<string, unknown>
}
/** Whether a call failed before anything was sent: another provider may be asked without a word arriving twice. */
export function isUnsent(e: unknown): boolean {
  if (!(e instanceof Problem)) return false
  return e.key === 'outbound-address' || (e.key === 'outbound-failed' && ['name', 'unreached'].includes(String((e.details as { why?: string })?.why)))
}
