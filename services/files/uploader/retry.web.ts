import { isApiError } from '../../../kit/web/client.web.ts'
import type { Gate } from './gate.web.ts'
import { RETRY } from './upload-rules.ts'

/** Answers of a gateway whose server is away, and of a server that is busy; 0 = no answer came. */
const AWAY: readonly number[] = [0, 429, 502, 503, 504]

/** Resolves after `ms`, or at once when the upload is paused or given up. */
const rest = (ms: number, signal: AbortSignal) =>
  new Promise<void>((go) => {
    const timer = setTimeout(end, ms)
    function end(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      go()
    }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })

interface RetryOptions {
  gate: Gate
  /** ends the call for good: something else has failed */
  halt?: AbortSignal
  /** the server is away: heard before each rest; what it throws ends the call */
  away(): void | Promise<void>
}
/**
 * Makes a call that may be made again until the server answers: when it is away (restarted, network broken) with longer and longer rests. A pause ends
 * the call and the rest, and it is made anew when the upload goes on. @throws what the server answers, and its absence when that lasts ten minutes
 */
export async function retry<T>(work: (signal: AbortSignal) => Promise<T>, o: RetryOptions): Promise<T> {
  let ms: number = RETRY.firstMs
  let since: number | undefined
  for (;;) {
    await o.gate.passed()
    o.halt?.throwIfAborted()
    const signal = AbortSignal.any([o.gate.signal(), ...(o.halt ? [o.halt] : [])])
    try {
      return await work(signal)
    } catch (e) {
      if (signal.aborted) continue
      since ??= Date.now()
      if (!isApiError(e) || !AWAY.includes(e.code) || Date.now() - since >= RETRY.mostMs) throw e
      await o.away()
      await rest(ms, signal)
      ms = Math.min(ms * 2, RETRY.longestMs)
    }
  }
}
