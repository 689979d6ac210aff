/** Word files of contract templates that the product ships. */

import { ZipArchive } from 'archiver'
import { buffer } from 'node:stream/consumers'
import { shippedDocument } from './shipped.ts'

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
