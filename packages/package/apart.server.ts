import type { MdbRow, StagedPackage } from './staged.ts'
import type { OpenAnswer, OpenQuestion, TableQuestion } from './open-worker.server.ts'
import type { RunningThread } from '../../runtime/thread-pieces.server.ts'
import { runInThread, type RunInThreadOptions } from './thread.server.ts'
import type { StagedTable } from '../../land/definitions/national/format.ts'

const WORKER = new URL('./open-worker.server.ts', import.meta.url)

/** Tables of a package, read in one thread. */
export interface TableReader {
  table: (name: StagedTable) => AsyncGenerator<MdbRow>
  /** ends the thread; the next table starts another */
  close(): Promise<void>
}

/** Opens a package like `openPackage`, in a thread of its own, which then reads its tables. Call `close` when done. @throws PackageUnreadable, or the abort reason */
export async function openInWorker(question: OpenQuestion, options: RunInThreadOptions = {}): Promise<TableReader & { pkg: StagedPackage }> {
  const thread = runInThread<OpenAnswer>(WORKER, null, options)
  try {
    let pkg: StagedPackage | undefined
    // to its end, so that the thread is free for the next question
    for await (const told of thread.ask(question)) if ('pkg' in told) pkg = told.pkg
    if (!pkg) throw new Error('the thread gave no package')
    return { pkg, ...tablesOf(pkg, options, thread) }
  } catch (e) {
    await thread.close()
    throw e
  }
}

/** Reads tables like `readTable`, in this thread, or when it was closed in another that begins with the next table. */
function tablesOf(pkg: StagedPackage, options: RunInThreadOptions, thread: RunningThread<OpenAnswer> | undefined): TableReader {
  return {
    async *table(table) {
      thread ??= runInThread<OpenAnswer>(WORKER, null, options)
      const question: TableQuestion = { file: { mdb: pkg.mdb, tables: pkg.tables, ...(pkg.repairs ? { repairs: pkg.repairs } : {}) }, table }
      for await (const told of thread.ask(question)) if ('rows' in told) yield* told.rows
    },
    async close() {
      await thread?.close()
      thread = undefined
    },
  }
}
