import { createReadStream } from 'node:fs'

/** How text may be coded here: UTF-8, or GB 18030, in which GBK and GB 2312 are written. */
const CODINGS = ['utf-8', 'gb18030'] as const
export type Coding = (typeof CODINGS)[number]
/** Signs that no text has; tab, line ends and form feed are none of them. */
const CONTROL = /[\x00-\x08\x0b\x0e-\x1f\x7f]/
/** Bytes of the head in which browsers look for a page. */
const HEAD = 4096
/** Heads of pages, programs and other files that could pass for text. */
const ACTIVE = /<(!doctype|!entity|\?xml-stylesheet|html|head|body|script|iframe|object|embed|svg|math)\b|^#!|^(%PDF-|%!PS|GIF8|\{\\rtf)/i
const XML = /^\s*<(\?xml\s|[\p{L}_])/u
/** What makes a page or a drawing of an XML file, or has it fetch others. */
const XML_ACTIVE = /<!(doctype|entity)|<\?xml-stylesheet|www\.w3\.org\/(1999\/(xhtml|XSL)|2000\/svg)/i

/**
 * The coding of a file that is text from its first to its last byte, or undefined: bytes that no text has, neither of the codings, or a head that
 * a browser or a shell would take for something to be run. With `xml` it must begin as XML and name no page, drawing, style or entity. Flat memory.
 */
export async function codingOf(path: string, xml: boolean): Promise<Coding | undefined> {
  const left = new Map(CODINGS.map((c) => [c, new TextDecoder(c, { fatal: true })]))
  let head = Buffer.alloc(0)
  let tail = ''
  for await (const block of createReadStream(path) as AsyncIterable<Buffer>) {
    if (head.length < HEAD) head = Buffer.concat([head, block.subarray(0, HEAD - head.length)])
    const latin = block.toString('latin1')
    // names of XML stand in one block, or across two of them
    if (CONTROL.test(latin) || (xml && XML_ACTIVE.test(tail + latin))) return undefined
    tail = latin.slice(-64)
    for (const [c, decoder] of left) if (!reads(decoder, block)) left.delete(c)
  }
  for (const [c, decoder] of left) if (!reads(decoder)) left.delete(c)
  const coding = CODINGS.find((c) => left.has(c))
  if (!coding || head.length === 0) return undefined
  const begins = new TextDecoder(coding).decode(head)
  return ACTIVE.test(begins) || (xml && !XML.test(begins)) ? undefined : coding
}
function reads(decoder: TextDecoder, block?: Buffer): boolean {
  try {
    decoder.decode(block, { stream: block !== undefined })
    return true
  } catch {
    return false
  }
}
