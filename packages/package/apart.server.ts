import type { MdbRow, StagedPackage, TableName } from './staged.ts'
import type { OpenAnswer, OpenQuestion, TableQuestion } from './open-worker.server.ts'
import { apart, type Apart, type ApartOptions } from './thread.server.ts'

const WORKER = new URL('./open-worker.server.ts', import.meta.url)

/** Opens a package like `openPackage`, in a thread of its own. @throws PackageUnreadable, or the abort reason */
export async function openApart(question: OpenQuestion, options: ApartOptions = {}): Promise<StagedPackage> {
  const thread = apart<OpenAnswer>(WORKER, null, options)
  try {
    for await (const told of thread.ask(question)) if ('pkg' in told) return told.pkg
    throw new Error('the thread gave no package')
  } finally {
    await thread.close()
  }
}

/** Tables of a package, read in one thread that is started with the first of them. */
export interface TableReader {
  /** the rows of a table in file order, none where it is not there; one table at a time */
  rows(name: TableName): AsyncGenerator<MdbRow>
  close(): Promise<void>
}

/** Reads tables like `readTable`, in a thread of its own. Call `close` when done. */
export function openTables(pkg: StagedPackage, options: ApartOptions = {}): TableReader {
  let thread: Apart<OpenAnswer> | undefined
  return {
    async *rows(table) {
      thread ??= apart<OpenAnswer>(WORKER, null, options)
      const question: TableQuestion = { file: { mdb: pkg.mdb, tables: pkg.tables }, table }
      for await (const told of thread.ask(question)) if ('rows' in told) yield* told.rows
    },
    async close() {
      await thread?.close()
    },
  }
}
