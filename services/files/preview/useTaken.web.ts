import { useEffect, useState } from 'react'
import type { Answer } from './answering.web.ts'
import { words, type ViewProps } from './kinds.ts'

/** Milliseconds after which a file counts as unreadable: somebody waits for it. */
const TIMEOUT_MS = 60_000

/** Has a worker of its own take a file apart, so that the page stays free; the worker is gone afterwards, also when `signal` ends the wait. */
function apart<T>(worker: Worker, file: Blob, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Answer<T>>) => ('done' in data ? resolve(data.done) : reject(new Error(data.failed))))
    worker.addEventListener('error', (e) => reject(new Error(e.message)))
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}

/** What a worker of the caller's makes of a file, undefined until it is there. What it cannot read, or not in a minute, is told through `onFail`. */
export function useTaken<T>(start: () => Worker, { file, onFail }: Omit<ViewProps, 'title'>): T | undefined {
  const [taken, setTaken] = useState<T>()
  useEffect(() => {
    const over = new AbortController()
    apart<T>(start(), file, AbortSignal.any([over.signal, AbortSignal.timeout(TIMEOUT_MS)])).then(
      setTaken,
      () => over.signal.aborted || onFail(words.unreadable),
    )
    return () => over.abort()
  }, [file, onFail])
  return taken
}
