/** Word files of contract templates: what they say, and the ones that the product ships. */

import { ZipArchive } from 'archiver'
import { buffer } from 'node:stream/consumers'
import * as yauzl from 'yauzl'
import { both } from '../../../kit/model/lang.ts'
import { invalidField } from '../../../kit/model/problem.ts'
import { shippedDocument } from './shipped.ts'
import { paragraphsOf } from './placeholders.ts'

/** Bytes of a Word part at most, unpacked. */
const MAX_PART = 20 * 2 ** 20
/** The parts in which placeholders may stand. */
const PARTS = /^word\/(document|header\d*|footer\d*)\.xml$/

const notWord = () => invalidField('attachId', both('模板文件不是有效的Word文档（docx）', 'The template is not a valid Word document (docx)'))

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

/** The earliest time that the format knows: the same template is the same file. */
const EARLIEST = new Date('1980-01-01T00:00:00Z')
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const TYPES = `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
const RELS = `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`

/** The template that the product ships for a kind of contract: the words of the built-in form with their placeholders. */
export async function shippedDocx(flowType: string): Promise<Buffer> {
  const zip = new ZipArchive({ store: true })
  const files = { '[Content_Types].xml': TYPES, '_rels/.rels': RELS, 'word/document.xml': HEAD + shippedDocument(flowType) }
  for (const [name, text] of Object.entries(files)) zip.append(text, { name, date: EARLIEST })
  const made = buffer(zip)
  await zip.finalize()
  return made
}
