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
    const text = iconv.decode(name.subarray(0, end < 0 ? 11 : end), 'gbk').trim()
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
  return Number.isFinite(Number(plain)) ? Number(plain) : plain
}

/** The text between two places without the padding at the right, blanks and NULs; what stands left is kept for the checks to see. */
function textAt(record: Buffer, from: number, to: number, encoding: Encoding): string {
  let end = Math.min(to, record.length)
  while (end > from && (record[end - 1] === 0x20 || record[end - 1] === 0)) end--
  let plain = from
  while (plain < end && record[plain]! > 0 && record[plain]! < 0x80) plain++
  // most values are figures and codes
  if (plain === end) return record.toString('latin1', from, end)
  // the database holds no NUL, and what stands behind one is not text: shown like any other byte that cannot be read
  return iconv.decode(record.subarray(from, end), encoding).replaceAll('\0', replacement)
}

/** Encoding named by a .cpg file (UTF-8, 65001, GBK, GB2312, CP936, 936, GB18030, ANSI 936); null for any other word. */
export function encodingOfCpg(cpg: string): Encoding | null {
  const word = cpg.trim().toUpperCase()
  if (/UTF-?8|65001/.test(word)) return 'utf-8'
  return /GBK|GB_?2312|GB18030|936/.test(word) ? 'gbk' : null
}

/**
 * Encoding of a dbf (data format §3): .cpg wins, else language driver 0x4D = GBK, else GBK unless it fails on the sampled records and UTF-8 does not.
 * `records` = some raw records of the file.
 */
export function chooseEncoding(cpg: string | undefined, header: DbfHeader, records: Uint8Array[]): Encoding {
  const named = cpg === undefined ? null : encodingOfCpg(cpg)
  if (named) return named
  if (header.ldid === 0x4d) return 'gbk'
  const fails = (encoding: Encoding) => records.some((bytes) => (readDbfRecord(bytes, header.fields, encoding)?.bad.length ?? 0) > 0)
  return fails('gbk') && !fails('utf-8') ? 'utf-8' : 'gbk'
}
