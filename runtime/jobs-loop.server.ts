/** Work that goes on beside requests until the server stops. */
export interface Worker {
  start(): void
  /** asks the work to stop and waits for it */
  stop(): Promise<void>
}

/** Runs `work` again and again with `ms` between the end of one run and the next; what it throws is logged and does not end it. */
export function loop(ms: number, work: (signal: AbortSignal) => Promise<unknown>, log: (e: unknown) => void): Worker & { readonly stopping: AbortSignal } {
  const stopping = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: Promise<void> = Promise.resolve()
  const turn = () => {
    current = work(stopping.signal)
      .then(() => {}, log)
      .finally(() => {
        if (!stopping.signal.aborted) timer = setTimeout(turn, ms)
      })
  }
  return {
    stopping: stopping.signal,
    start: turn,
    async stop() {
      stopping.abort(new Error('the server stops'))
      clearTimeout(timer)
      await current
    },
  }
}
