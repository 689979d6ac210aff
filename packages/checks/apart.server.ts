import { runInThread, type RunInThreadOptions } from '../package/thread.server.ts'
import type { CheckTask } from './check-worker.server.ts'
import type { PackageFinding } from './checks.server.ts'

/** Yields what `checkPackage` yields, from a thread of its own. @throws PackageUnreadable where it needs more memory than a check may, or the abort reason */
export async function* checkInWorker(task: CheckTask, options: RunInThreadOptions): AsyncGenerator<PackageFinding> {
  const thread = runInThread<PackageFinding[]>(new URL('./check-worker.server.ts', import.meta.url), task, options)
  try {
    for await (const piece of thread.ask(null)) yield* piece
  } finally {
    await thread.close()
  }
}
