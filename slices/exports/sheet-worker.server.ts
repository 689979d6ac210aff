/** Worker thread that writes one workbook: pages of JSON in, a file out. Memory is the same for any number of rows. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { writeXlsxStream } from 'hucre/xlsx'
import { cellOf, sheetName, type Cell, type CellPlan } from './cells.ts'

export interface SheetTask {
  path: string
  title: string
  plans: CellPlan[]
}
/** One page of rows: JSON with `keys` leading texts a row that are no cells; null ends the sheet. */
export type PageMessage = { json: string; keys: number } | null
/** The page was taken, its last row had these keys; or the file is whole. */
export type SheetReply = { rows: number; last: string[] } | { done: number }

const { path, title, plans } = workerData as SheetTask
const port = parentPort!
const waiting: PageMessage[] = []
let wake = () => {}
port.on('message', (m: PageMessage) => {
  waiting.push(m)
  wake()
})
/** The next page. A page is taken only when the one before is written: that is what holds the reader back. */
async function next(): Promise<PageMessage> {
  while (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve))
  return waiting.shift()!
}

async function* rows(): AsyncGenerator<Cell[]> {
  for (let page = await next(); page; page = await next()) {
    const { keys } = page
    const all = JSON.parse(page.json) as (string | null)[][]
    port.postMessage({ rows: all.length, last: all.at(-1)!.slice(0, keys) as string[] } satisfies SheetReply)
    for (const row of all) yield plans.map((plan, i) => cellOf(plan, row[keys + i] ?? null))
    // the next page may have come meanwhile
    await new Promise((resolve) => setImmediate(resolve))
  }
}

// texts are of the format text, so that Excel leaves them texts when somebody types in the cell
const columns = plans.map((p) => ({ header: p.title, width: p.width, ...(p.as === 'number' && !p.words ? {} : { numFmt: '@' }) }))
const out = createWriteStream(path, { mode: 0o600 })
await pipeline(Readable.fromWeb(writeXlsxStream(rows(), { name: sheetName(title), columns, freezePane: { rows: 1 } }) as never), out)
port.postMessage({ done: out.bytesWritten } satisfies SheetReply)
port.close()
