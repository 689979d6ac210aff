// Somebody else who opens a list again and again, in a thread of his own: what the callers of a bench cost here is none of it.
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { client } from '../tests/crash/program.ts'

interface SignedIn {
  address: string
  token: string
}
async function look({ address, token }: SignedIn): Promise<never> {
  const c = client(address, token)
  for (;;) {
    const from = performance.now()
    await c.get('/base-dlxx/dk/page')
    parentPort!.postMessage(performance.now() - from)
    await new Promise((r) => setTimeout(r, 20))
  }
}
if (!isMainThread) await look(workerData)

/** Begins to look; `waited` fills with how long each look took, in milliseconds, until it is ended. */
export function onlooker(as: SignedIn): { waited: number[]; end(): Promise<unknown> } {
  const waited: number[] = []
  const thread = new Worker(new URL(import.meta.url), { workerData: as })
  thread.on('message', (ms: number) => waited.push(ms))
  return { waited, end: () => thread.terminate() }
}
