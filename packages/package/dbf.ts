import iconv from 'iconv-lite'
import type { DbfField, Encoding } from './staged.ts'

/** Header of a dbf: what the file says of itself; lengths in bytes. */
export interface DbfHeader {
  count: number
  headerLength: number
  recordLength: number
  ldid: number
  fields: DbfField[]
}

type Value = string | number | null

const replacement = '\ufffd'

/** Reads the dbf header (dBASE III+ level, 32 bytes + 32 per field + 0x0D). Throws when the bytes are no dbf header. */
export function readDbfHeader(bytes: Uint8Array): DbfHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 33) throw new Error('dbf 文件头不完整')
  const headerLength = view.getUint16(8, true)
  const recordLength = view.getUint16(10, true)
  const fields: DbfField[] = []
  for (let at = 32; at + 32 <= Math.min(headerLength, bytes.length) && bytes[at] !== 0x0d; at += 32) {
    const name = bytes.subarray(at, at + 11)
    const end = name.indexOf(0)
    const text = iconv.decode(name.subarray(0, end < 0 ? 11 : end), 'gb18030').trim()
    fields.push({ name: text, type: String.fromCharCode(bytes[at + 11] ?? 0), length: bytes[at + 16] ?? 0, decimals: bytes[at + 17] ?? 0 })
  }
  const width = fields.reduce((sum, field) => sum + field.length, 1)
  if (fields.length === 0 || recordLength < width) throw new Error('dbf 文件头损坏')
  return { count: view.getUint32(4, true), headerLength, recordLength, ldid: bytes[29] ?? 0, fields }
}

/**
 * One record as values plus the names of fields with undecodable bytes. The deletion flag is the first byte; a deleted record gives null.
 */
export function readDbfRecord(bytes: Uint8Array, fields: DbfField[], encoding: Encoding): { attrs: Record<string, Value>; bad: string[] } | null {
  if (bytes[0] === 0x2a) return null
  const attrs: Record<string, Value> = {}
  const bad: string[] = []
  const record = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 1
  for (const field of fields) {
    const text = textAt(record, at, at + field.length, encoding)
    if (text.includes(replacement)) bad.push(field.name)
    attrs[field.name] = valueOf(field, text)
    at += field.length
  }
  return { attrs, bad }
}

function valueOf(field: DbfField, text: string): Value {
  if (text === '') return null
  if (field.type === 'C') return text
  const plain = text.trim()
  if (plain === '' || /^\*+$/.test(plain)) return null
  if (field.type === 'D' && /^\d{8}$/.test(plain)) return `${plain.slice(0, 4)}-${plain.slice(4, 6)}-${plain.slice(6)}`
  if (field.type !== 'N' && field.type !== 'F') return plain
  return isExact(plain) ? Number(plain) : plain
}
/** No measure of a layer is as large: what is longer may be a code. */
const LONG = 1e8
/**
 * Whether a number says what was meant. A double holds fifteen digits: what is longer is a code, and stays what was written. In powers of ten (5.12021119203e+018)
 * the last digits of a long one are gone; it stays too, so that nobody takes its zeros for a code.
 */
function isExact(plain: string): boolean {
  const [mantissa = '', power] = plain.toLowerCase().split('e')
  const [whole = '', decimals = ''] = mantissa.replace(/^[-+]?0*/, '').split('.')
  const value = Number(plain)
  if (!Number.isFinite(value) || whole.length + decimals.length > 15) return false
  return power === undefined || Math.abs(value) < LONG || Number(power) <= decimals.length
}

/** The text between two places without the padding at the right, blanks and NULs; what stands left is kept for the checks to see. */
function textAt(record: Buffer, from: number, to: number, encoding: Encoding): string {
  let end = Math.min(to, record.length)
  while (end > from && (record[end - 1] === 0x20 || record[end - 1] === 0)) end--
  let plain = from
  while (plain < end && record[plain]! > 0 && record[plain]! < 0x80) plain++
  // most values are figures and codes
  if (plain === end) return record.toString('latin1', from, end)
  const bytes = record.subarray(from, end)
  // the database holds no NUL, and what stands behind one is not text: shown like any other byte that cannot be read
  return iconv.decode(bytes, writtenIn(bytes, encoding, end === to)).replaceAll('\0', replacement)
}

const STRICT = { 'utf-8': new TextDecoder('utf-8', { fatal: true }), big5: new TextDecoder('big5', { fatal: true }) } as const
function isWrittenIn(encoding: keyof typeof STRICT, bytes: Uint8Array): boolean {
  try {
    STRICT[encoding].decode(bytes)
    return true
  } catch {
    return false
  }
}
const isUtf8 = (bytes: Uint8Array): boolean => isWrittenIn('utf-8', bytes)
/** Whether the bytes are pairs of GB 2312's characters and ASCII, as hardly any text in UTF-8 is. */
function isGb2312(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i]! < 0x80) continue
    if (bytes[i]! < 0xa1 || bytes[i]! > 0xf7 || !(bytes[i + 1]! >= 0xa1)) return false
    i++
  }
  return true
}
/** What the bytes themselves say: an encoding, or nothing where both read them. */
function evidence(bytes: Uint8Array): Encoding | null {
  if (!isUtf8(bytes)) return 'gb18030'
  return isGb2312(bytes) ? null : 'utf-8'
}
/**
 * The encoding of a value: what its bytes say, else that of the file; Big 5, whose bytes are mostly sound in GB 18030 too, where the file declares it. A character of UTF-8
 * that the end of its field cut (`isFull`) is none of GB 18030, whatever the other rows are written in.
 */
function writtenIn(bytes: Uint8Array, file: Encoding, isFull: boolean): Encoding {
  if (file === 'big5') return file
  const said = evidence(bytes) ?? file
  if (said === 'utf-8' || (file === 'gb18030' && !isFull)) return said
  let whole = bytes.length - 1
  while (whole > bytes.length - 4 && whole > 0 && (bytes[whole]! & 0xc0) === 0x80) whole--
  return bytes[whole]! >= 0xc0 && whole > 0 && evidence(bytes.subarray(0, whole)) === 'utf-8' ? 'utf-8' : said
}

/** Encoding named by a .cpg file (UTF-8, 65001, GBK, GB2312, CP936, 936, GB18030, ANSI 936, BIG5, 950); null for any other word. Everything called GB is read as GB 18030, which has it all. */
export function encodingOfCpg(cpg: string): Encoding | null {
  const word = cpg.trim().toUpperCase()
  if (/UTF-?8|65001/.test(word)) return 'utf-8'
  if (/GBK|GB_?2312|GB18030|936/.test(word)) return 'gb18030'
  return /BIG-?_?5|950/.test(word) ? 'big5' : null
}

/** What a dbf declares: its .cpg, else its language driver (0x4D = GBK, 0x78 = Big 5). */
const declaredOf = (cpg: string | undefined, ldid: number): Encoding | null =>
  (cpg === undefined ? null : encodingOfCpg(cpg)) ?? (ldid === 0x4d ? 'gb18030' : ldid === 0x78 ? 'big5' : null)
/**
 * Encoding of a dbf (data format §3): Big 5 where that is declared and each sampled value is sound in it, for its bytes alone do not tell it from GB 18030; else what most of
 * the values say by their bytes; where they say nothing what is declared, else GB 18030. `records` = some raw records of the file.
 */
export function chooseEncoding(cpg: string | undefined, header: DbfHeader, records: Uint8Array[]): Encoding {
  let votes = 0
  let isBig5 = declaredOf(cpg, header.ldid) === 'big5'
  for (const record of records) {
    let at = 1
    for (const { length } of header.fields) {
      const bytes = record.subarray(at, at + length)
      isBig5 &&= isWrittenIn('big5', bytes)
      const said = bytes.some((b) => b >= 0x80) ? evidence(bytes) : null
      if (said) votes += said === 'utf-8' ? 1 : -1
      at += length
    }
  }
  if (isBig5 && votes <= 0) return 'big5'
  if (votes !== 0) return votes > 0 ? 'utf-8' : 'gb18030'
  const declared = declaredOf(cpg, header.ldid)
  return declared === 'big5' ? 'gb18030' : (declared ?? 'gb18030')
}
/** The encoding that the files declare, where it is not the one that the bytes are written in. */
export function otherDeclared(of: { cpg?: string; ldid: number; encoding: Encoding }): Encoding | null {
  const declared = declaredOf(of.cpg, of.ldid)
  return declared && declared !== of.encoding ? declared : null
}
