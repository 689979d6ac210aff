import { AsyncResource } from 'node:async_hooks'

/** Work that goes on beside requests until the server stops. */
export interface Worker {
  start(): void
  /** asks the work to stop and waits for it */
  stop(): Promise<void>
}

export interface Loop extends Worker {
  readonly stopping: AbortSignal
  /** starts the next run after this many ms if it is idle; further calls in the meantime change nothing */
  soon(ms: number): void
}
/**
 * Runs `work` again and again with `ms` between the end of one run and the next; what it throws is logged and does not end it. To start it again changes
 * nothing.
 */
export function loop(ms: number, work: (signal: AbortSignal) => Promise<unknown>, log: (e: unknown) => void): Loop {
  const stopping = new AbortController()
  let started = false
  /** of a loop that waits */
  let timer: ReturnType<typeof setTimeout> | undefined
  let hurried = false
  let current: Promise<void> = Promise.resolve()
  // whoever hurries it may be within a transaction, which is none of the work's
  const turn = AsyncResource.bind(() => {
    timer = undefined
    hurried = false
    current = work(stopping.signal)
      .then(() => {}, log)
      .finally(() => {
        if (!stopping.signal.aborted) timer = setTimeout(turn, ms)
      })
  })
  return {
    stopping: stopping.signal,
    start() {
      if (!started) turn()
      started = true
    },
    soon(wait) {
      if (!timer || hurried) return
      hurried = true
      clearTimeout(timer)
      timer = setTimeout(turn, wait)
    },
    async stop() {
      stopping.abort(new Error('the server stops'))
      clearTimeout(timer)
      timer = undefined
      await current
    },
  }
}
