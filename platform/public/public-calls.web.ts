import { create } from 'zustand'
import { problems } from '../../kit/model/problem.ts'
import { isApiError } from '../../kit/web/client.web.ts'
import { turnProblems } from '../../runtime/network-of.ts'

/** Who calls from a public page is nobody here: no session is sent along, and the page tells refusals itself. */
export const NOBODY = { anonymous: true, quiet: true }

/** How many calls of this page were told to come again and will: the frame says so meanwhile. */
export const useQueued = create<{ calls: number }>(() => ({ calls: 0 }))
const queued = (more: number) => useQueued.setState(({ calls }) => ({ calls: calls + more }))

/** So often one comes again: for some minutes. */
const MOST_TIMES = 20
/** Seconds until the next time: a little more each time, and apart from the others who were told the same. */
const secondsAfter = (times: number): number => Math.min(10, 1 + times) * (1 + crypto.getRandomValues(new Uint8Array(1))[0]! / 512)
/** Whether a refused call may be made again: nothing of it was done, or nothing is done by it. */
const isAgain = (e: unknown, isReading: boolean): boolean => isApiError(e) && (e.key === turnProblems.many.key || (isReading && e.key === problems.busy.key))
/**
 * Makes a call; where too many are here, again.
 * @param isReading it changes nothing, whatever became of it before
 */
export async function patiently<T>(call: () => Promise<T>, { isReading = false, signal }: { isReading?: boolean; signal?: AbortSignal } = {}): Promise<T> {
  let isQueued = false
  try {
    for (let times = 1; ; times += 1) {
      try {
        return await call()
      } catch (e) {
        if (!isAgain(e, isReading) || times === MOST_TIMES || signal?.aborted) throw e
        if (!isQueued) queued(1)
        isQueued = true
        await new Promise((again) => setTimeout(again, secondsAfter(times) * 1000))
      }
    }
  } finally {
    if (isQueued) queued(-1)
  }
}
