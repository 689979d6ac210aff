import { Problem } from '../../kit/model/problem.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import type { OutboundAnswer } from '../../runtime/outbound.server.ts'
import type { SendAnswer } from './message.ts'

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
const isJson = (text: string): boolean => {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
/**
 * A refusal that the status alone tells: the address is wrong, or a gateway before the service lets nobody through, so that it took nothing. What is answered in the
 * service's own words says it there. Undefined where it tells none.
 */
export function refusedByStatus({ status, body }: OutboundAnswer): SendAnswer | undefined {
  // whoever gave up waiting (408) does not know what became of it
  if (status < 300 || status >= 500 || status === 408 || isJson(body.toString('utf8'))) return undefined
  return { accepted: false, id: '', message: `HTTP ${status}` }
}
/** Words of Aliyun and Tencent Cloud by which they say that they do not know themselves whether it left. */
const UNSURE = /^(isp\.(SYSTEM_ERROR|GATEWAY_ERROR|UNKNOWN)|ServiceUnavailable|InternalError(\.(Timeout|SendAndRecvFail|OtherError|UnknownError))?)$/
/** @throws where the service says by its word that it does not know what became of the message */
export function requireSure(word: string | undefined): void {
  if (UNSURE.test(word ?? '')) throw new Error(`the SMS provider answered ${word}`)
}
/** Whether a call failed before anything was sent: another provider may be asked without a word arriving twice. */
export function isUnsent(e: unknown): boolean {
  if (!(e instanceof Problem)) return false
  return e.key === 'outbound-address' || (e.key === 'outbound-failed' && ['name', 'unreached'].includes(String((e.details as { why?: string })?.why)))
}
