/** Worker thread that opens packages and reads the tables of their database: unpacking, workbooks and Access files are read here. */
import type { OpenOptions } from './open.server.ts'
import { readTable } from './mdb.server.ts'
import { openPackage } from './open.server.ts'
import type { MdbRow, StagedPackage } from './staged.ts'
import { serveThread } from './thread.server.ts'
import { inPieces } from '../../runtime/thread-pieces.server.ts'

/** Opens a ZIP into a folder. */
export interface OpenQuestion {
  zip: string
  dir: string
  options?: Pick<OpenOptions, 'limits' | 'rowsOnly'>
}
/** Reads a table of an opened package. */
export interface TableQuestion {
  file: Pick<StagedPackage, 'mdb' | 'tables' | 'repairs'>
  table: string
}
/** The package, or rows of a table. */
export type OpenAnswer = { pkg: StagedPackage } | { rows: MdbRow[] }

async function* answer(
  _task: unknown,
  question: OpenQuestion | TableQuestion,
  onProgress: (step: string, percent: number) => void,
): AsyncGenerator<OpenAnswer> {
  if ('zip' in question) {
    yield { pkg: await openPackage(question.zip, question.dir, { ...question.options, onProgress }) }
    return
  }
  for await (const rows of inPieces(readTable(question.file, question.table))) yield { rows }
}

serveThread(answer)
