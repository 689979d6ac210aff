/** A piece of work on a package in a thread of its own (runtime/thread-pieces.server.ts), with a bound on its memory. */
import { servePieces, startPieces, type PiecesOptions, type RunningThread } from '../../runtime/thread-pieces.server.ts'
import { isPackageUnreadable, packageUnreadable } from './staged.ts'

/** Megabytes of objects that a thread may hold: many times what a county of 200,000 parcels needs. */
const HEAP = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 1024 }

export interface RunInThreadOptions extends Pick<PiecesOptions, 'signal' | 'onProgress'> {
  /** megabytes instead of the ordinary bound; for tests */
  heapMb?: number
}

/** Starts the thread of `url` with its task. What it gives throws PackageUnreadable where the package is at fault, also when it needs more memory than a package may, and the abort reason when stopped. */
export const runInThread = <Out>(url: URL, task: unknown, { heapMb, ...options }: RunInThreadOptions = {}): RunningThread<Out> =>
  startPieces<Out>(url, task, {
    ...options,
    limits: heapMb ? { ...HEAP, maxOldGenerationSizeMb: heapMb } : HEAP,
    refuse: ({ zh, en }) => packageUnreadable(zh, en),
    tooLarge: (e) => packageUnreadable('内容超出检查所允许的内存，文件可能已损坏', 'its content needs more memory than a check may use; it may be damaged', e),
  })

/** Answers the questions asked of this thread about packages. */
export const serveThread = <Task, Question, Out>(work: Parameters<typeof servePieces<Task, Question, Out>>[0]): void =>
  servePieces(work, (e) => (isPackageUnreadable(e) ? e.words : undefined))
