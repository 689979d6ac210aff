import { constants, createInflate } from 'node:zlib'

/** Bytes of a PDF that is looked through, of one of its streams unpacked, and of all of them together. */
export const MAX_PDF = 200 * 2 ** 20
const MAX_STREAM = 32 * 2 ** 20
const MAX_TOTAL = 512 * 2 ** 20
/** The end of the file within which its trailer stands. Source: ISO 32000-1, Annex H (implementation notes 13 and 18). */
const TAIL = 1024
const BLOCK = 2 ** 20
/** How many bytes before a stream to look for its dictionary. */
const DICTIONARY = 4096

const chars = (word: string): string => [...word].map((c) => `(?:${c}|#${c.charCodeAt(0).toString(16)})`).join('')
/** A name of the format, each of its letters also written by number. What follows it is no letter of the same name. */
const nameOf = (word: string): string => `/${chars(word)}(?![A-Za-z0-9])`
/** Names without which a document does nothing by itself; each is long enough that no picture's bytes have it by chance. */
const ACTIVE: readonly { names: RegExp; zh: string; en: string }[] = [
  { names: new RegExp(`${nameOf('JavaScript')}|${nameOf('Rendition')}`, 'i'), zh: '脚本', en: 'a script' },
  { names: new RegExp(nameOf('Launch'), 'i'), zh: '启动程序的动作', en: 'an action that starts a program' },
  { names: new RegExp(`${nameOf('SubmitForm')}|${nameOf('ImportData')}`, 'i'), zh: '提交数据的动作', en: 'an action that sends data' },
  {
    names: new RegExp(`${nameOf('EmbeddedFile')}|${nameOf('EmbeddedFiles')}|${nameOf('GoToE')}|${nameOf('RichMedia')}`, 'i'),
    zh: '内嵌文件',
    en: 'an embedded file',
  },
  { names: new RegExp(`/${chars('XFA')}\\s*(?:\\[|\\d+\\s+\\d+\\s+R)`), zh: '动态表单', en: 'a form with scripts' },
]
/** The longest of those names, its letters written by number. */
const LONGEST = 64
const ENCRYPTED = new RegExp(`/${chars('Encrypt')}\\s*(?:<<|\\d+\\s+\\d+\\s+R)`)
const STREAM = /(?<!end)stream[ \t]*(?:\r\n|\n|\r)/g
/** A stream of objects, whether it says so or only has what one needs; and coats that are not taken off. */
const OBJECTS = new RegExp(`${nameOf('ObjStm')}|/${chars('First')}\\s+\\d+(?!\\s+\\d+\\s+R)`)
const COATS = new RegExp(
  `/(?:${['ASCIIHexDecode', 'AHx', 'ASCII85Decode', 'A85', 'LZWDecode', 'LZW', 'RunLengthDecode', 'RL', 'Crypt'].map(chars).join('|')})(?![A-Za-z0-9])`,
)

/** What is wrong with a document, in words that follow "the PDF has …" or stand alone. */
export interface PdfFault {
  zh: string
  en: string
}
const CLOSED: PdfFault = { zh: 'PDF已加密，无法检查', en: 'the PDF is encrypted and cannot be inspected' }
const HIDDEN: PdfFault = { zh: 'PDF的内部结构无法检查', en: 'the inner structure of the PDF cannot be inspected' }
export const TOO_LARGE: PdfFault = { zh: `PDF不能超过${MAX_PDF / 2 ** 20}MB`, en: `a PDF may have at most ${MAX_PDF / 2 ** 20} MB` }

/** Bytes as text, block by block, each with the end of the one before, so that nothing is missed between two. */
function* texts(bytes: Buffer): Generator<{ text: string; at: number }> {
  for (let at = 0; at < bytes.length; at += BLOCK)
    yield { text: bytes.toString('latin1', Math.max(0, at - LONGEST), at + BLOCK), at: Math.max(0, at - LONGEST) }
}
function activeIn(bytes: Buffer): PdfFault | undefined {
  for (const { text } of texts(bytes)) {
    const found = ACTIVE.find((a) => a.names.test(text))
    if (found) return { zh: `PDF含有${found.zh}`, en: `the PDF has ${found.en}` }
  }
  return undefined
}
/** Where streams begin, the place of their first byte. */
function streamsOf(bytes: Buffer): number[] {
  const found = new Set<number>()
  for (const { text, at } of texts(bytes)) for (const m of text.matchAll(STREAM)) found.add(at + m.index + m[0].length)
  return [...found]
}

/** What a stream unpacks to, as far as it can be unpacked; undefined when that is more than is looked at. */
async function unpacked(bytes: Buffer): Promise<Buffer | undefined> {
  const opened = createInflate({ finishFlush: constants.Z_SYNC_FLUSH })
  const parts: Buffer[] = []
  let size = 0
  opened.end(bytes)
  try {
    for await (const part of opened as AsyncIterable<Buffer>) {
      parts.push(part)
      size += part.length
      if (size > MAX_STREAM) return undefined
    }
  } catch {
    // what stood before the damage counts: readers are patient as well
  } finally {
    opened.destroy()
  }
  return Buffer.concat(parts)
}

/** Whether bytes have the head and the trailer of a PDF. */
export function isPdf(bytes: Buffer): boolean {
  return /^%PDF-\d\.\d/.test(bytes.toString('latin1', 0, 8)) && /startxref\s+\d+\s+%%EOF/.test(bytes.subarray(-TAIL).toString('latin1'))
}

/**
 * What a PDF holds that could act by itself when it is opened (scripts, programs to start, data to send, files inside, also within compressed objects),
 * or why that cannot be told; undefined when there is nothing. Names are looked for everywhere and every stream is unpacked, whatever the document says
 * of its own structure: readers differ in what they believe. Source: ISO 32000-1, 7.3.5, 7.5.7, 12.6; security.md 5.6, K15.
 */
export async function pdfFault(bytes: Buffer): Promise<PdfFault | undefined> {
  if (bytes.length > MAX_PDF) return TOO_LARGE
  const plain = activeIn(bytes)
  if (plain) return plain
  for (const { text } of texts(bytes)) if (ENCRYPTED.test(text)) return CLOSED
  let total = 0
  let before = 0
  for (const at of streamsOf(bytes)) {
    const dictionary = bytes.toString('latin1', Math.max(before, at - DICTIONARY), at)
    before = at
    const holdsObjects = OBJECTS.test(dictionary)
    if (holdsObjects && COATS.test(dictionary)) return HIDDEN
    const inside = await unpacked(bytes.subarray(at))
    total += inside?.length ?? MAX_STREAM
    if (!inside && holdsObjects) return HIDDEN
    if (total > MAX_TOTAL) return HIDDEN
    const found = inside && activeIn(inside)
    if (found) return found
  }
  return undefined
}
