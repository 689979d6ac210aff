/** What a Word file of somebody's says; read in the thread of docx-worker. */
import { buffer } from 'node:stream/consumers'
import * as yauzl from 'yauzl'
import { Problem } from '../../kit/model/problem.ts'
import { active, fetches } from './active.ts'
import { otherParts, isXmlPart, MAIN, requireBinary, requirePlainParts, SPOKEN, textOfPart } from './docx-parts.ts'
import { notWord, paragraphsOf, tagsOf } from './placeholders.ts'

/** Bytes of a Word part at most, unpacked. */
const MAX_PART = 20 * 2 ** 20
/** Bytes by which a picture is told from text. */
const HEAD = 64

/** The paragraphs of a Word file: body, heads and feet. @throws invalid for what is no Word file, and for one that would fetch or run something, or hides a part */
export async function readParagraphs(bytes: Buffer): Promise<string[]> {
  try {
    const parts = await partsOf(bytes)
    requirePlainParts(parts)
    const out: string[] = []
    // the text first: a list that opens there and closes in a foot is none
    for (const [name, xml] of [...parts].toSorted(([a], [b]) => Number(b === MAIN) - Number(a === MAIN))) {
      if (xml === undefined) continue
      const paragraphs = paragraphsOf(xml)
      if (SPOKEN.test(name)) out.push(...paragraphs)
      else if (tagsOf(paragraphs).length) throw otherParts(name)
    }
    return out
  } catch (e) {
    throw e instanceof Problem ? e : notWord()
  }
}
/** Every part by its name; text of those that are XML. @throws invalid for one that would fetch or run something */
async function partsOf(bytes: Buffer): Promise<Map<string, string | undefined>> {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false })
  const parts = new Map<string, string | undefined>()
  const seen = new Set<string>()
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toString('utf8')
    if (name.endsWith('/')) continue
    // names differ by case for one program and not for another
    if (seen.has(name.toLowerCase()) || /[\\%\0]|^\/|(^|\/)\.\.?(\/|$)/.test(name)) throw active(name)
    seen.add(name.toLowerCase())
    const isXml = isXmlPart(name)
    if (entry.uncompressedSize > MAX_PART) throw notWord()
    const content = await buffer(await zip.openReadStreamPromise(entry))
    if (!isXml) {
      requireBinary(name, content.subarray(0, HEAD))
      parts.set(name, undefined)
      continue
    }
    const xml = textOfPart(content)
    const fetched = fetches(xml)
    if (fetched) throw active(fetched)
    parts.set(name, xml)
  }
  return parts
}
