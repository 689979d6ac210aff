// One PDF of a volume, made in a thread of its own: what people handed in is read there.
import { inThread } from '../../runtime/thread.server.ts'
import { archiveProblems } from './problems.ts'
import type { VolumeTask } from './paged.ts'

/** Megabytes of objects that the thread may hold while it joins a volume, and while it counts pages. */
const HEAP_MB = { join: 1024, count: 384 }

/** What can stand on pages of one PDF; other files lie in the ZIP alone. */
export const isPaged = (contentType: string): boolean => ['application/pdf', 'image/png', 'image/jpeg'].includes(contentType)
/** Joins papers into one PDF with a bookmark for each. @throws archive-too-heavy */
export async function volumePdf(task: VolumeTask): Promise<Buffer> {
  const out: Uint8Array = await inThread(new URL('./volume-worker.server.ts', import.meta.url), task, {
    heapMb: HEAP_MB.join,
    tooLarge: archiveProblems.tooHeavy,
  })
  return Buffer.from(out)
}
/** Pages of a PDF; 0 for what does not open. */
export const pagesOfPdf = (pdf: Buffer, signal?: AbortSignal): Promise<number> =>
  inThread(
    new URL('./filed-pages-worker.server.ts', import.meta.url),
    { pdf },
    { heapMb: HEAP_MB.count, tooLarge: archiveProblems.tooHeavy, ...(signal ? { signal } : {}) },
  )
