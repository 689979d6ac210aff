import { inThread } from '../../runtime/thread.server.ts'
import { notWord } from './placeholders.ts'

/** Megabytes that the thread may hold while it reads a template. */
const HEAP_MB = 128
/** `readParagraphs` in a thread of its own: the file is one that somebody sent. @throws invalid for what is no Word file */
export const readInWorker = (bytes: Buffer): Promise<string[]> =>
  inThread(new URL('./docx-worker.server.ts', import.meta.url), { bytes }, { heapMb: HEAP_MB, tooLarge: notWord })
