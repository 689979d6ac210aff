/** What a worker answers about a file. */
export type Answer<T> = { done: T } | { failed: string }

/** Inside a worker: answers each file with what `work` makes of its bytes. */
export function previewAnswering<T>(work: (bytes: ArrayBuffer) => Promise<T>): void {
  self.addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
    try {
      self.postMessage({ done: await work(await data.arrayBuffer()) } satisfies Answer<T>)
    } catch (e) {
      self.postMessage({ failed: e instanceof Error ? e.message : String(e) } satisfies Answer<T>)
    }
  })
}
