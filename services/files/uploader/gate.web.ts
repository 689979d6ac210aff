/** Lets an upload stop between chunks, and go on. */
export interface Gate {
  readonly paused: boolean
  pause(): void
  resume(): void
  /** ends the upload for good */
  cancel(): void
  /** resolves when the upload may go on; rejects when it was ended */
  passed(): Promise<void>
  signal(): AbortSignal
  /** heard when the upload is ended for good, not when it is paused */
  readonly over: AbortSignal
}
export function openGate(): Gate {
  let waiting: PromiseWithResolvers<void> | undefined
  let flight = new AbortController()
  const over = new AbortController()
  return {
    get paused() {
      return waiting !== undefined
    },
    pause() {
      waiting ??= Promise.withResolvers()
      flight.abort()
    },
    resume() {
      flight = new AbortController()
      waiting?.resolve()
      waiting = undefined
    },
    cancel() {
      over.abort()
      flight.abort()
      waiting?.resolve()
      waiting = undefined
    },
    async passed() {
      while (waiting) await waiting.promise
      over.signal.throwIfAborted()
    },
    signal: () => flight.signal,
    over: over.signal,
  }
}
