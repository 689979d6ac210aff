/** What a Word file of somebody's says; read in the thread of docx-worker. */
import { buffer } from 'node:stream/consumers'
import * as yauzl from 'yauzl'
import { notWord, paragraphsOf } from './placeholders.ts'

/** Bytes of a Word part at most, unpacked. */
const MAX_PART = 20 * 2 ** 20
/** The parts in which placeholders may stand. */
const PARTS = /^word\/(document|header\d*|footer\d*)\.xml$/

/** The paragraphs of a Word file: body, heads and feet. @throws invalid for what is no Word file */
export async function readParagraphs(bytes: Buffer): Promise<string[]> {
  try {
    const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false })
    const out: string[] = []
    let hasBody = false
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toString('utf8')
      if (!PARTS.test(name)) continue
      if (entry.uncompressedSize > MAX_PART) throw notWord()
      hasBody ||= name === 'word/document.xml'
      out.push(...paragraphsOf((await buffer(await zip.openReadStreamPromise(entry))).toString('utf8')))
    }
    if (!hasBody) throw notWord()
    return out
  } catch {
    throw notWord()
  }
}
