/** What a Word file of somebody's says; read in the thread of docx-worker. */
import { buffer } from 'node:stream/consumers'
import * as yauzl from 'yauzl'
import { Problem } from '../../../kit/model/problem.ts'
import { active, fetches } from './active.ts'
import { notWord, paragraphsOf } from './placeholders.ts'

/** Bytes of a Word part at most, unpacked. */
const MAX_PART = 20 * 2 ** 20
/** The parts in which placeholders may stand. */
const PARTS = /^word\/(document|header\d*|footer\d*)\.xml$/

/** Parts that a converter would run or open as files of their own. */
const FOREIGN = /^word\/(embeddings|activeX|vbaProject|afchunk)/i
/** Parts that are XML: a program that opens the file reads them. */
const XML = /\.(xml|rels)$/i

/** The paragraphs of a Word file: body, heads and feet. @throws invalid for what is no Word file, and for one that would fetch or run something */
export async function readParagraphs(bytes: Buffer): Promise<string[]> {
  try {
    const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false })
    const out: string[] = []
    let hasBody = false
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toString('utf8')
      if (FOREIGN.test(name)) throw active(name)
      if (!XML.test(name)) continue
      if (entry.uncompressedSize > MAX_PART) throw notWord()
      const xml = (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8')
      const fetched = fetches(xml)
      if (fetched) throw active(fetched)
      hasBody ||= name === 'word/document.xml'
      if (PARTS.test(name)) out.push(...paragraphsOf(xml))
    }
    if (!hasBody) throw notWord()
    return out
  } catch (e) {
    throw e instanceof Problem ? e : notWord()
  }
}
