/** Word files of contract templates that the product ships. */

import { ZipArchive } from 'archiver'
import { buffer } from 'node:stream/consumers'
import { sha256 } from '../../runtime/sha256.server.ts'
import { shippedDocument } from './shipped.ts'

/** The earliest time that the format knows: the same template is the same file. */
const EARLIEST = new Date('1980-01-01T00:00:00Z')
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const TYPES = `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
const RELS = `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`

/** The template that the product ships for a kind of contract: the words of the built-in form with their placeholders. */
export const shippedDocx = (flowType: string): Promise<Buffer> => wordFile(shippedDocument(flowType))
/** A Word file with this body, and parts beside it. */
export async function wordFile(document: string, more: Readonly<Record<string, string>> = {}): Promise<Buffer> {
  const zip = new ZipArchive({ store: true })
  const files = { '[Content_Types].xml': TYPES, '_rels/.rels': RELS, 'word/document.xml': HEAD + document, ...more }
  for (const [name, text] of Object.entries(files)) zip.append(text, { name, date: EARLIEST })
  const made = buffer(zip)
  await zip.finalize()
  return made
}

/** Digests of what was shipped by kind before; templates that were enabled with them stay the built-in form. */
const FORMER: Readonly<Record<string, string>> = {
  '1': '3c32dc21924ad4a0d28f2ed1676e5de1b9efc053ec7dce02c0e1f4de505907d1',
  '2': '69f9eea440962a93bc30496bec464096671e9091293e1c91a65dc90aec5bad3b',
  '3': '3c32dc21924ad4a0d28f2ed1676e5de1b9efc053ec7dce02c0e1f4de505907d1',
  '4': '3c32dc21924ad4a0d28f2ed1676e5de1b9efc053ec7dce02c0e1f4de505907d1',
  '5': 'bf3a16ba10ece936ef056d50b0df0676b7e333b9deb9bea834a75b09b10828d8',
  '6': 'f825ac71663daeac6d0625aa615ddf32c8cc0c77c57dad69c162d6015760779d',
  '7': '18e602b2a46cf862bff6cd361775e5dbd0d735512636c60391f25d8474a17b0b',
  '8': '1d527ac33eb00357747d0027b1be37fd27470ff37c50c6985aadaead899e6b9f',
  '9': 'ea8d945776a61e5f329f179d7ed1cbd774e084cb30c0697be5f9370523a825ab',
  '10': '3c32dc21924ad4a0d28f2ed1676e5de1b9efc053ec7dce02c0e1f4de505907d1',
}
const digests = new Map<string, Promise<string>>()
/** Whether a file is the one that is or was shipped for a kind of contract, by its SHA-256. */
export async function isShipped(flowType: string, hash: string | null): Promise<boolean> {
  let shipped = digests.get(flowType)
  if (!shipped) digests.set(flowType, (shipped = shippedDocx(flowType).then(sha256)))
  return hash === FORMER[flowType] || hash === (await shipped)
}
