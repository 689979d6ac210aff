/** Worker thread that typesets one document at a time; typst's own cache is dropped after each. */

import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { readFont } from '../../runtime/fonts.server.ts'

export interface RenderJob {
  readonly id: number
  /** path of the template that the document begins with */
  readonly main: string
  readonly kind: string
  readonly data: string
  readonly seconds: number
}
export interface RawAnchor {
  name: string
  page: number
  x: number
  y: number
  w: number
  h: number
  height: number
}
export type RenderReply = { id: number; pdf: Uint8Array; anchors: RawAnchor[] } | { id: number; error: string }

/** PDF/A-2b: every font is inside, and what a page looks like depends on nothing outside. */
const ARCHIVAL = 'a-2b'
/** Templates of every room, and what they share, are read below it. */
const workspace = join(import.meta.dirname, '../..')
const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: (workerData as { fonts: string[] }).fonts.map(readFont) }] })

function render({ id, main, kind, data, seconds }: RenderJob): RenderReply {
  try {
    const result = compiler.compile({ mainFilePath: main, inputs: { kind, data } })
    const document = result.result
    if (!document) {
      const error = result.takeError()
      return { id, error: error ? JSON.stringify(compiler.fetchDiagnostics(error)) : 'typst gave no document' }
    }
    const anchors = compiler.query(document, { selector: '<anchor>', field: 'value' }) as RawAnchor[]
    return { id, pdf: new Uint8Array(compiler.pdf(document, { pdfStandard: ARCHIVAL, pdfTags: false, creationTimestamp: seconds })), anchors }
  } catch (e) {
    return { id, error: e instanceof Error ? e.message : String(e) }
  } finally {
    compiler.evictCache(0)
  }
}

parentPort?.on('message', (job: RenderJob) => parentPort?.postMessage(render(job)))
