import { createReadStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import type { Text } from '../../../kit/model/lang.ts'
import type { Problem } from '../../../kit/model/problem.ts'
import { checkArchive } from './archive-apart.server.ts'
import { extensionOf } from '../names.ts'
import { isPdf, MAX_PDF, pdfFault, TOO_LARGE } from './pdf.server.ts'
import { isOle, programFinder } from './ole.server.ts'
import { fileProblems } from '../problems.ts'
import { codingOf } from './text.server.ts'

interface Type {
  type: string
  is: (head: Buffer, size: number) => boolean
  /** entries an archive of this type has at most, and names of which each must begin one of its entries */
  archive?: { entries: number; needs: readonly string[] }
}
const HEAD = 32
const latin = (b: Buffer, from: number, to: number) => b.subarray(from, to).toString('latin1')
/** A picture by its first bytes. */
export const isJpeg = (b: Buffer): boolean => b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff
export const isPng = (b: Buffer): boolean => b.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
const jpeg: Type = { type: 'image/jpeg', is: isJpeg }
const isZip = (b: Buffer) => latin(b, 0, 4) === 'PK\x03\x04'
const office = (type: string, folder: string): Type => ({
  type: `application/vnd.openxmlformats-officedocument.${type}`,
  is: isZip,
  archive: { entries: 500, needs: ['[Content_Types].xml', folder] },
})
/** Types a file may have, by its bytes; the extension must fit. Source: security.md K15, K16. */
const TYPES: Readonly<Record<string, Type>> = {
  jpg: jpeg,
  jpeg,
  png: { type: 'image/png', is: isPng },
  // nothing but pixels may follow the headers of a bitmap
  bmp: {
    type: 'image/bmp',
    is: (b, size) => latin(b, 0, 2) === 'BM' && b.readUInt32LE(2) === size && b.readUInt32LE(10) < size && [12, 40, 108, 124].includes(b.readUInt32LE(14)),
  },
  pdf: { type: 'application/pdf', is: (b) => /^%PDF-\d/.test(latin(b, 0, 6)) },
  ofd: { type: 'application/ofd', is: isZip, archive: { entries: 500, needs: ['OFD.xml'] } },
  doc: { type: 'application/msword', is: isOle },
  xls: { type: 'application/vnd.ms-excel', is: isOle },
  docx: office('wordprocessingml.document', 'word/'),
  xlsx: office('spreadsheetml.sheet', 'xl/'),
  zip: { type: 'application/zip', is: isZip, archive: { entries: 500, needs: [] } },
  mp4: { type: 'video/mp4', is: (b) => latin(b, 4, 8) === 'ftyp' },
}
/** Files of words alone. They have no mark at their head, so all of their bytes are judged. */
export const TEXT_TYPES = ['txt', 'csv', 'json', 'xml', 'log'] as const
const isText = (extension: string) => (TEXT_TYPES as readonly string[]).includes(extension)
export const ACCEPTED: readonly string[] = [...Object.keys(TYPES), ...TEXT_TYPES]
/** Types that a browser may show in place; all others are only saved. */
const SHOWN = ['image/jpeg', 'image/png', 'image/bmp', 'application/pdf', 'video/mp4']
export const mayBeShown = (type: string | null): boolean => SHOWN.includes(type ?? '')

/** Reads an old Office file through. @throws where it has a program (VBA) in it, as packed ones are refused with theirs */
async function checkOle(path: string): Promise<void> {
  const hasProgram = programFinder()
  for await (const piece of createReadStream(path)) if (hasProgram(piece as Buffer)) throw fileProblems.unsafe({ zh: '文件含有宏', en: 'the file has macros' })
}

let lane: Promise<unknown> = Promise.resolve()
/** Looks through a PDF; they come one after the other, so that no more than one lies in memory. Answers whether it is one. @throws what is wrong with it */
function checkPdf(path: string, size: number): Promise<boolean> {
  if (size > MAX_PDF) throw fileProblems.unsafe(TOO_LARGE)
  const done = lane.then(async () => {
    const bytes = await readFile(path)
    if (!isPdf(bytes)) return false
    const fault = await pdfFault(bytes)
    if (fault) throw fileProblems.unsafe(fault)
    return true
  })
  lane = done.catch(() => undefined)
  return done
}

/**
 * The content type of a file whose bytes fit its name's extension, or undefined when they do not or the type is not taken. Archives and PDFs are read
 * through. @throws what is wrong with them
 */
export async function contentType(path: string, name: string): Promise<string | undefined> {
  const extension = extensionOf(name)
  if (isText(extension)) {
    const coding = await codingOf(path, extension === 'xml')
    return coding && `text/plain; charset=${coding}`
  }
  const t = Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined
  if (!t) return undefined
  const file = await open(path, 'r')
  const head = Buffer.alloc(HEAD)
  try {
    await file.read(head, 0, HEAD, 0)
  } finally {
    await file.close()
  }
  const { size } = await stat(path)
  if (!t.is(head, size)) return undefined
  if (extension === 'pdf' && !(await checkPdf(path, size))) return undefined
  if (t.is === isOle) await checkOle(path)
  if (t.archive) await checkArchive({ path, ...t.archive })
  return t.type
}

/** Bytes of a PDF's head before which, and behind whose end, other programs tolerate what we do not take: two kinds of file might stand in one. */
const LENIENT = 1024
const why = (zh: string, en: string): Text => ({ zh, en })
function pdfWhy(head: Buffer, tail: Buffer): Text {
  const before = head.toString('latin1').search(/%PDF-\d/)
  const behind = tail.toString('latin1').trimEnd().lastIndexOf('%%EOF')
  if (before > 0)
    return why(`文件头%PDF之前有${before}个多余字节，请用阅读器另存后上传`, `${before} bytes precede its header %PDF: save it again with a PDF reader`)
  if (behind >= 0 && tail.length - behind > LENIENT)
    return why(
      `文件结束标记%%EOF之后有${tail.length - behind - 5}个多余字节，请用阅读器另存后上传`,
      `${tail.length - behind - 5} bytes follow its end %%EOF: save it again with a PDF reader`,
    )
  return why('内容不完整（没有结束标记）', 'it is incomplete (it has no end)')
}
/** Why a file was not taken that `contentType` does not know: its type is none, its bytes are those of another one, or of no sound file of it. */
export async function contentProblem(path: string, name: string): Promise<Problem> {
  const extension = extensionOf(name)
  if (!ACCEPTED.includes(extension)) return fileProblems.type({ accept: ACCEPTED.join('、') })
  const { size } = await stat(path)
  if (size === 0) return fileProblems.notSound({ type: extension, why: why('文件是空的', 'it is empty') })
  const file = await open(path, 'r')
  const [head, tail] = [Buffer.alloc(Math.max(HEAD, Math.min(size, LENIENT))), Buffer.alloc(Math.min(size, 64 * LENIENT))]
  try {
    await file.read(head, 0, head.length, 0)
    await file.read(tail, 0, tail.length, size - tail.length)
  } finally {
    await file.close()
  }
  const is = TYPES[extension]?.is(head, size) ? undefined : Object.keys(TYPES).find((e) => TYPES[e]!.is(head, size))
  if (is) return fileProblems.otherType({ named: extension, is: ZIPPED.includes(is) ? 'zip' : is })
  if (extension === 'pdf') return fileProblems.notSound({ type: extension, why: pdfWhy(head, tail) })
  if (isText(extension))
    return fileProblems.notSound({ type: extension, why: why('内容不是UTF-8或GB18030编码的文字', 'its content is not text in UTF-8 or GB 18030') })
  return fileProblems.notSound({ type: extension, why: why('文件头不符', 'its header is of another type') })
}
/** Types that begin as any archive does. */
const ZIPPED: readonly string[] = ['ofd', 'docx', 'xlsx', 'zip']
