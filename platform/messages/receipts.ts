// What providers tell of messages that they took, and what people answered, as each of them says it. Pure.
import { partsSaid } from './message.ts'

/** A message arrived, or did not. */
export interface Receipt {
  /** the provider's own number of the message */
  providerId: string
  /** our own number of it, where the provider tells it back */
  requestId?: string
  isArrived: boolean
  word: string
  /** of how many parts it is charged, where the provider says so */
  parts?: number | undefined
}
/** What somebody answered. */
export interface Reply {
  phone: string
  text: string
}
export interface ProviderNews {
  receipts: Receipt[]
  replies: Reply[]
}
type Raw = Readonly<Record<string, unknown>>
/** At most so many entries are read of one call. */
const MOST = 500

const word = (v: unknown): string => (typeof v === 'string' || typeof v === 'number' ? String(v) : '').slice(0, 200)
const phoneOf = (v: unknown): string => word(v).replace(/^(\+?86|0086)(?=1\d{10}$)/, '')

/** Aliyun SmsReport {biz_id, out_id, success, err_code, sms_size} and SmsUp {phone_number, content}. */
const aliyun = (r: Raw): Receipt | Reply | undefined =>
  r.biz_id !== undefined
    ? {
        providerId: word(r.biz_id),
        requestId: word(r.out_id),
        isArrived: r.success === true || r.success === 'true',
        word: word(r.err_code),
        parts: partsSaid(r.sms_size),
      }
    : r.content !== undefined
      ? { phone: phoneOf(r.phone_number), text: word(r.content) }
      : undefined
/** Tencent Cloud {sid, report_status, errmsg} and {mobile, text}. */
const tencent = (r: Raw): Receipt | Reply | undefined =>
  r.sid !== undefined && r.report_status !== undefined
    ? { providerId: word(r.sid), isArrived: r.report_status === 'SUCCESS', word: word(r.errmsg) }
    : r.text !== undefined
      ? { phone: phoneOf(r.mobile), text: word(r.text) }
      : undefined
/** MAS {msgGroup, reportStatus: CM:0000, errorCode} and {mobile, smsContent}. */
const mas = (r: Raw): Receipt | Reply | undefined =>
  r.reportStatus !== undefined
    ? { providerId: word(r.msgGroup), isArrived: ['CM:0000', 'DELIVRD'].includes(word(r.reportStatus)), word: word(r.errorCode) || word(r.reportStatus) }
    : r.smsContent !== undefined
      ? { phone: phoneOf(r.mobile), text: word(r.smsContent) }
      : undefined
/** Our own protocol {id, requestId, arrived, word, parts} and {phone, text}. */
const http = (r: Raw): Receipt | Reply | undefined =>
  r.id !== undefined && r.arrived !== undefined
    ? { providerId: word(r.id), requestId: word(r.requestId), isArrived: r.arrived === true, word: word(r.word), parts: partsSaid(r.parts) }
    : r.text !== undefined
      ? { phone: phoneOf(r.phone), text: word(r.text) }
      : undefined
const READERS = { aliyun, tencent, mas, http } as const

/** What a call of a provider tells: one entry, or a list of them. What is no entry of its protocol is left out. */
export function readReceipts(category: string, body: unknown): ProviderNews {
  const entries = Array.isArray(body) ? body : [body]
  const read = READERS[category as keyof typeof READERS] ?? http
  const found = entries
    .slice(0, MOST)
    .flatMap((e) => (e && typeof e === 'object' ? [read(e as Raw)] : []))
    .filter((x) => x !== undefined)
  return {
    receipts: found.filter((x): x is Receipt => 'providerId' in x && (x.providerId !== '' || !!x.requestId)),
    replies: found.filter((x): x is Reply => 'phone' in x && /^1[3-9]\d{9}$/.test(x.phone)),
  }
}
