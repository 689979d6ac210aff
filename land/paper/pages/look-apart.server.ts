import { inThread } from '../../../runtime/thread.server.ts'
import type { SeenPage } from './look.ts'
import { pageProblems } from './problems.ts'

/** Megabytes of objects that the thread may hold while it looks at a scan. */
const HEAP_MB = 384

/** What is seen on the pages of a PDF, in a thread of its own. @throws pageProblems for what is no such PDF */
export function lookAt(pdf: Buffer): Promise<SeenPage[]> {
  return inThread(new URL('./look-worker.server.ts', import.meta.url), { pdf }, { heapMb: HEAP_MB, tooLarge: pageProblems.tooLarge })
}

/** The pages of each group, by their numbers, as a file of their own, in a thread of its own. @throws scan-too-heavy */
export async function splitPdf(pdf: Buffer, groups: readonly (readonly number[])[]): Promise<Buffer[]> {
  const url = new URL('./split-worker.server.ts', import.meta.url)
  const out: Uint8Array[] = await inThread(url, { pdf, groups }, { heapMb: HEAP_MB, tooLarge: pageProblems.tooLarge })
  return out.map((x) => Buffer.from(x))
}
