import { once } from 'node:events'
import type { PageMessage, SheetTask } from './sheet-worker.server.ts'
import type { RowSource } from './source.server.ts'
import type { SheetRun } from './targets.server.ts'
import { startThread } from '../../../runtime/thread.server.ts'

/** Rows of one page: one text on the thread that answers people, so its size costs them little; smaller pages cost more turns between the threads. */
const PAGE = 2000
/** Megabytes of young and old objects that the writing thread may hold; it works in far less, but rubbish must not pile up. */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 48 }

/** Writes the whole of a source as a workbook to `path`, page by page, each in its own transaction. Answers the number of rows. Throws when stopped. */
export async function writeSheet(run: SheetRun, source: RowSource, path: string): Promise<number> {
  const total = await run.tx((ctx) => source.count(ctx))
  const task: SheetTask = { path, title: source.name, mark: run.mark, plans: source.plans }
  const worker = startThread(new URL('./sheet-worker.server.ts', import.meta.url), task, HEAP)
  const failed = new Promise<never>((_resolve, reject) => {
    worker.on('error', reject)
    worker.on('exit', (code) => code !== 0 && reject(new Error(`the writing thread ended with code ${code}`)))
  })
  // nobody waits for it between two pages
  failed.catch(() => {})
  const reply = async () => void (await Promise.race([once(worker, 'message'), failed]))
  let done = 0
  let taken: Promise<void> = Promise.resolve()
  // a page is read while the one before is written, and waits until the writer takes it: two of them are held at most
  const send = async (m: PageMessage) => {
    await taken
    taken = reply()
    taken.catch(() => {})
    worker.postMessage(m)
  }
  try {
    for (const pass of source.passes) {
      let after: readonly string[] | undefined
      for (;;) {
        run.signal.throwIfAborted()
        const { text, rows } = await run.tx((ctx) => source.page(ctx, pass, after, PAGE))
        if (rows === 0) break
        await send({ text, keys: pass.keys.length })
        done += rows
        after = (JSON.parse(text.slice(text.lastIndexOf('\n') + 1)) as string[]).slice(0, pass.keys.length)
        await run.progress(done, Math.max(total, done))
        if (rows < PAGE) break
      }
    }
    await send(null)
    await taken
    return done
  } finally {
    await worker.terminate()
  }
}
