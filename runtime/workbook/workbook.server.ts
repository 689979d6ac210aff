import { inThread } from '../thread.server.ts'
import { workbookProblems } from './problems.ts'
import type { ReadTask, Sheet, SheetLimits } from './reader.server.ts'

/** Megabytes that the reading thread may hold: ten thousand rows of forty columns need about a quarter of it. */
const HEAP_MB = 192

/**
 * Reads the first sheet of a workbook that is shown, in a thread of its own. One that unpacks to more than it may is refused before anything of it is read.
 * @throws workbookProblems
 */
export function readWorkbook(path: string, limits: SheetLimits, signal?: AbortSignal): Promise<Sheet> {
  const task: ReadTask = { path, limits }
  return inThread(new URL('./worker.server.ts', import.meta.url), task, { heapMb: HEAP_MB, tooLarge: workbookProblems.tooLarge, ...(signal ? { signal } : {}) })
}
