import { randomUUID } from 'node:crypto'
import { isRefusal } from '../../kit/model/problem.ts'
import { officeText } from '../../platform/public/numbers.ts'
import type { Outbound, OutboundAnswer } from '../../runtime/outbound.server.ts'
import { signedHeaders } from '../../runtime/signature.server.ts'
import { CallFailed, type PushFault } from './fault.ts'
import { MESSAGE_TYPE } from './message.ts'
import type { PushTarget } from './target.server.ts'

/** How one call went, for the log of calls: no status where no answer came. */
export interface Heard {
  httpStatus: number | null
  answer: string
  fault: PushFault | null
  ms: number
  bytes: number
}
/** What the registry says when it takes a message. Source: business-flows.md 10.2. */
export interface RegistryAnswer {
  /** of parcels: objects, or numbers in the order of the parcels of the message */
  bdcdyh?: unknown
  /** of the book, or of several: objects */
  bdcqzh?: unknown
  djsj?: unknown
}
const UNSIGNED = 401
/** Answers that say nothing of the message: it is tried again. */
const isTheirFault = (status: number) => status >= 500 || status === 429 || status === 408
type Said = RegistryAnswer & { code?: unknown; message?: unknown; msg?: unknown }
function readAnswer(a: OutboundAnswer): Said | undefined {
  try {
    const said: unknown = JSON.parse(a.body.toString('utf8'))
    return said && typeof said === 'object' && !Array.isArray(said) ? said : undefined
  } catch {
    return undefined
  }
}
const isSaid = (v: unknown): v is string | number => typeof v === 'number' || (typeof v === 'string' && v.trim() !== '')
/** The words of an answer, under whichever of the two names registries give them; where it has none, its status. */
function wordsOf(a: OutboundAnswer, said: Said | undefined): string {
  const words = [said?.message, said?.msg].find(isSaid) ?? `HTTP ${a.status}`
  return officeText(words).slice(0, 500)
}
/** What an answer means: taken, or why not. */
function judge(a: OutboundAnswer): RegistryAnswer | CallFailed {
  if (a.status === UNSIGNED) return new CallFailed('signature', wordsOf(a, readAnswer(a)))
  if (isTheirFault(a.status)) return new CallFailed('server', `HTTP ${a.status}`)
  const said = readAnswer(a)
  if (said && a.status < 300 && Number(said.code) === 100) return said
  if (!said && a.status < 300) return new CallFailed('malformed', `HTTP ${a.status}`)
  return new CallFailed('refused', wordsOf(a, said))
}

/** Whom a call goes to, and how it is signed. */
export type Callee = Pick<PushTarget, 'url' | 'appId' | 'secrets' | 'algorithm' | 'format' | 'timeoutMs'>

async function once(o: Outbound, t: Callee, secret: string, text: string, now: Date, signal: AbortSignal): Promise<[Heard, RegistryAnswer | CallFailed]> {
  const began = performance.now()
  const headers = signedHeaders({ ...t, secret, method: 'POST', path: new URL(t.url).pathname, body: text }, now.getTime(), randomUUID())
  const took = (httpStatus: number | null, answer: string, fault: PushFault | null): Heard => {
    const ms = Math.round(performance.now() - began)
    return { httpStatus, answer, fault, ms, bytes: Buffer.byteLength(text) }
  }
  try {
    const a = await o.call(t.url, {
      method: 'POST',
      headers: { ...headers, 'content-type': MESSAGE_TYPE[t.format] },
      body: text,
      timeoutMs: t.timeoutMs,
      signal,
    })
    const meant = judge(a)
    return [took(a.status, a.body.toString('utf8'), meant instanceof CallFailed ? meant.fault : null), meant]
  } catch (e) {
    // an address of the own network never answers: people mend the configuration
    const fault = isRefusal(e) ? 'settings' : performance.now() - began >= t.timeoutMs ? 'timeout' : 'network'
    const why = (e as Error).message
    return [took(null, why, fault), new CallFailed(fault, why)]
  }
}

/**
 * Sends a message, signed; where the registry does not take the signature and the secret was changed within the week, once more with the one before. Every
 * call is `heard`. Answers what the registry says. @throws CallFailed
 */
export async function sendMessage(
  o: Outbound,
  t: Callee,
  text: string,
  c: { now: Date; signal: AbortSignal; heard(h: Heard): Promise<void> },
): Promise<RegistryAnswer & { heard: Heard }> {
  let failed: CallFailed | undefined
  for (const secret of t.secrets) {
    const [heard, meant] = await once(o, t, secret, text, c.now, c.signal)
    await c.heard(heard)
    if (!(meant instanceof CallFailed)) return { ...meant, heard }
    failed = meant
    if (meant.fault !== 'signature') break
  }
  throw failed!
}
