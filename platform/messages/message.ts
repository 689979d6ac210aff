import { dayPlus } from '../../kit/model/days.ts'
import { hundredths, ofHundredths } from '../../kit/model/decimal.ts'

/** A text message on its way to a provider. */
export interface Message {
  /** the same at every attempt: a provider that has seen it answers as it did then */
  requestId: string
  phone: string
  signName: string
  templateId: string
  /** what stands for the names of the template, in the order in which they stand there */
  params: Readonly<Record<string, string>>
  /** the words as a person reads them */
  text: string
}
/** What a provider said. `accepted` false is its refusal: trying again would not help. */
export interface SendAnswer {
  accepted: boolean
  /** the provider's own number of the message */
  id: string
  message: string
  /** of how many parts it was, where the provider says so */
  parts?: number | undefined
}
/** How messages leave. One adapter a kind of provider; a failed call throws. */
export interface SmsProvider {
  /** whether it drops what it has seen by the request id: only then a call whose answer is not known may be made again */
  dropsRepeats: boolean
  send(m: Message, signal: AbortSignal): Promise<SendAnswer>
}

/** The content code of messages with a code that proves a number: a provider's own template is for these alone. */
export const CODE_CONTENT = 'validate'
const isTemplate = (id: string): boolean => id !== '' && id !== '-'
/**
 * The template by which a provider sends a message, '' or '-' for its words; undefined where the provider knows templates alone and there is none for this
 * message. MAS knows words where its configuration, or the office's content, names '-' as the template.
 */
export function templateOf(
  s: { category?: string | null; templateId?: string | null },
  m: { contentCode: string | null; templateId: string },
): string | undefined {
  const own = s.templateId ?? ''
  const id = m.templateId || (m.contentCode === CODE_CONTENT ? own : '')
  const knowsWords = s.category === 'mas' ? id === '-' || !isTemplate(own) : s.category !== 'aliyun' && s.category !== 'tencent'
  return knowsWords || isTemplate(id) ? id : undefined
}

/** Names in a template: `{code}`. */
export const holes = (template: string): string[] => [...new Set([...template.matchAll(/\{(\w+)\}/g)].map((m) => m[1]!))]
/** The template with its names replaced; a name without a value stays, so that it is seen. */
export const filled = (template: string, params: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(params, name) ? params[name]! : whole))
/** The values in the order of the template: providers that count them know no names. */
export const paramsInOrder = (template: string, params: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(holes(template).flatMap((n) => (Object.hasOwn(params, n) ? [[n, params[n]!]] : [])))

/** Signs of a message of one part, and of each part of a longer one. Phones count as UTF-16 does. */
const PART_SIGNS = { alone: 70, each: 67 } as const
/** Parts of which a message is charged, as it is read with its signature in front; a provider that counts otherwise says so. */
export function messageParts(text: string, signName: string): number {
  const signs = `【${signName}】${text}`.length
  return signs <= PART_SIGNS.alone ? 1 : Math.ceil(signs / PART_SIGNS.each)
}
/** How many parts a provider said that it was; undefined where it did not, or said what is no such number. */
export function partsSaid(v: unknown): number | undefined {
  const n = typeof v === 'string' || typeof v === 'number' ? Number(v) : 0
  return Number.isInteger(n) && n > 0 && n <= 100 ? n : undefined
}
/** What so many parts cost, in the unit of the price. Both are whole hundredths, so nothing is rounded. */
export const costOf = (price: string | null, parts: number | null): string | null =>
  price === null || parts === null ? null : ofHundredths(hundredths(price) * BigInt(parts))

/** Limits of codes. Source: security.md K60, K24. */
export const MESSAGE_CODE = { digits: 6, minutes: 5, tries: 5, aDay: 5, anAddressAnHour: 20, pauseSeconds: 60 } as const

/** The reply by which a person opts out of messages. */
export const isOptOut = (text: string): boolean => /^\s*(td|t|n|退订)\s*[。.]?\s*$/i.test(text)

/** Hours of Shanghai in which nothing that can wait leaves: from one hour to another, over midnight too; the same twice: none. */
export interface QuietHours {
  from: number
  to: number
}
/** Whether a moment (yyyy-MM-dd HH:mm:ss) lies in them. */
export function isQuiet(now: string, { from, to }: QuietHours): boolean {
  const hour = Number(now.slice(11, 13))
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to
}
/** The moment at which a message may leave that is written now: now, or when the quiet hours are over. */
export function leavesAt(now: string, q: QuietHours): string {
  if (!isQuiet(now, q)) return now
  const [day, hour] = [now.slice(0, 10), Number(now.slice(11, 13))]
  return `${hour >= q.to ? dayPlus(day, 1) : day} ${String(q.to).padStart(2, '0')}:00:00`
}
