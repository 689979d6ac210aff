/** Worker thread that writes one workbook: pages of JSON in, a file out. Memory is the same for any number of rows. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { writeXlsxStream } from 'hucre/xlsx'
import { standingOnce } from '../schemes/sheet.ts'
import { cellOf, markedName, type ExportCell, type CellPlan } from './cells.ts'

export interface SheetTask {
  path: string
  title: string
  /** who made it and when: it stands in the name of the sheet, which stays when the file is renamed */
  mark: string
  plans: CellPlan[]
}
/** One page of rows, a line each: JSON with `keys` leading texts that are no cells; null ends the sheet. Every message is answered: taken, or the file is whole. */
export type PageMessage = { text: string; keys: number } | null

const { path, title, mark, plans } = workerData as SheetTask
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

/** Row by row, so that rubbish is young when it is thrown away. */
async function* rows(): AsyncGenerator<ExportCell[]> {
  const once = standingOnce<ExportCell>(
    plans.map((p) => !!p.once),
    null,
  )
  for (let page = await next(); page; page = await next()) {
    const { text, keys } = page
    port.postMessage('taken')
    for (let from = 0; from < text.length;) {
      const end = text.indexOf('\n', from)
      const till = end < 0 ? text.length : end
      const row = JSON.parse(text.slice(from, till)) as (string | null)[]
      yield once(plans.map((plan, i) => cellOf(plan, row[keys + i] ?? null)))
      from = till + 1
    }
    // the next page may have come meanwhile
    await new Promise((resolve) => setImmediate(resolve))
  }
}

// texts are of the format text, so that Excel leaves them texts when somebody types in the cell
const columns = plans.map((p) => ({ header: p.title, width: p.width, ...(p.as === 'number' && !p.words ? {} : { numFmt: '@' }) }))
const out = createWriteStream(path, { mode: 0o600 })
await pipeline(Readable.fromWeb(writeXlsxStream(rows(), { name: markedName(title, mark), columns, freezePane: { rows: 1 } }) as never), out)
port.postMessage('whole')
port.close()
