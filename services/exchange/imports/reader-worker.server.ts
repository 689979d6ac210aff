/** Worker thread that reads one workbook: what a sheet unpacks to is held here, within limits, and never by the thread that answers people. */
import { parentPort, workerData } from 'node:worker_threads'
import { Problem } from '../../../kit/model/problem.ts'
import type { Text } from '../../../kit/model/lang.ts'
import { readSheet, type Sheet } from './reader.server.ts'

export interface ReadTask {
  path: string
}
/** The sheet, or the problem that it is. */
export type ReadReply = { sheet: Sheet } | { problem: { status: number; key: string; words: Text } }

const port = parentPort!
try {
  port.postMessage({ sheet: await readSheet((workerData as ReadTask).path) } satisfies ReadReply)
} catch (e) {
  if (!(e instanceof Problem)) throw e
  port.postMessage({ problem: { status: e.status, key: e.key, words: e.words } } satisfies ReadReply)
}
