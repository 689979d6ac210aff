/** Pages of an Access database of version JET4, as far as rows are appended to tables that are there. Source: the format notes of mdbtools (HACKING). Pure. */

/** Bytes of a page. */
export const JET_PAGE = 4096
/** Page number and row of a pointer: three bytes and one. */
const pageOf = (pointer: number): number => pointer >>> 8

/** Types of columns that the national tables have, by their number. */
const TYPES = { 3: 'integer', 4: 'long', 7: 'double', 8: 'date', 10: 'text', 12: 'memo', 16: 'numeric' } as const
export interface JetColumn {
  name: string
  type: (typeof TYPES)[keyof typeof TYPES]
  /** place in the mask of nulls */
  index: number
  /** place among the columns of variable length, or in the fixed part */
  at: number
  isFixed: boolean
  /** bytes; of text twice the characters */
  size: number
  scale: number
}
export interface JetTable {
  columns: JetColumn[]
  /** columns of variable length */
  variable: number
  /** bytes of the fixed part */
  fixedBytes: number
  /** the page that holds the maps of the table's pages, row 0 of it those of rows */
  mapPage: number
  /** rows of the map page that tell the pages of each long text, by the column's number */
  longMaps: Map<number, number>
}

const COLUMNS_AT = 63,
  COLUMN = 25
/** Reads a definition that fits on one page and has no index. @throws on a column type that is not written */
export function jetTableOf(page: Buffer): JetTable {
  const count = page.readUInt16LE(45)
  if (page.readUInt32LE(51) !== 0 || page.readUInt32LE(4) !== 0) throw new Error('a table with indexes, or of several pages, is not written')
  const columns: JetColumn[] = []
  let nameAt = COLUMNS_AT + count * COLUMN
  for (let i = 0; i < count; i++) {
    const at = COLUMNS_AT + i * COLUMN
    const type = TYPES[page[at] as keyof typeof TYPES]
    if (!type) throw new Error(`columns of type ${page[at]} are not written`)
    const length = page.readUInt16LE(nameAt)
    const isFixed = (page[at + 15]! & 1) !== 0
    columns.push({
      name: page.toString('utf16le', nameAt + 2, nameAt + 2 + length),
      type,
      index: page.readUInt16LE(at + 5),
      at: page.readUInt16LE(at + (isFixed ? 21 : 7)),
      isFixed,
      size: page.readUInt16LE(at + 23),
      scale: type === 'numeric' ? page[at + 12]! : 0,
    })
    nameAt += 2 + length
  }
  const longMaps = new Map<number, number>()
  for (let at = nameAt; page.readUInt16LE(at) !== 0xffff; at += 10) longMaps.set(page.readUInt16LE(at), page.readUInt32LE(at + 2) & 0xff)
  const fixed = columns.filter((c) => c.isFixed)
  return {
    columns: columns.toSorted((a, b) => a.index - b.index),
    variable: page.readUInt16LE(43),
    fixedBytes: Math.max(0, ...fixed.map((c) => c.at + c.size)),
    mapPage: pageOf(page.readUInt32LE(55)),
    longMaps,
  }
}

/** Day 0 of Access, 30 December 1899, in days before 1970. */
const EPOCH_DAYS = 25_569
/** A value of a column as it stands in a row; null where there is none. `long` puts a long text aside and answers where it lies. @throws RangeError where it does not fit */
export function valueOf(column: JetColumn, value: string | number | null | undefined, long: (text: Buffer) => Buffer): Buffer | null {
  if (value === null || value === undefined || value === '') return null
  switch (column.type) {
    case 'text':
      return textOf(column, String(value))
    case 'memo':
      return long(Buffer.from(String(value), 'utf16le'))
    case 'numeric':
      return numericOf(column, String(value))
    case 'date':
      return doubleOf(column, Date.parse(`${String(value).slice(0, 10)}T00:00:00Z`) / 86_400_000 + EPOCH_DAYS)
    case 'double':
      return doubleOf(column, Number(value))
    case 'long':
    case 'integer':
      return wholeOf(column, Number(value))
  }
}
const wrong = (column: JetColumn, value: unknown) => new RangeError(`${column.name}: ${String(value)}`)
function textOf(column: JetColumn, text: string): Buffer {
  const bytes = Buffer.from(text, 'utf16le')
  if (bytes.length > column.size) throw wrong(column, text)
  return bytes
}
function doubleOf(column: JetColumn, value: number): Buffer {
  if (!Number.isFinite(value)) throw wrong(column, value)
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}
function wholeOf(column: JetColumn, value: number): Buffer {
  const bytes = Buffer.alloc(column.size)
  const most = 2 ** (column.size * 8 - 1)
  if (!Number.isInteger(value) || value < -most || value >= most) throw wrong(column, value)
  bytes.writeIntLE(value, 0, column.size)
  return bytes
}
/** Sign, then the figure without its point as four words, the highest first, each with its lowest byte first. */
function numericOf(column: JetColumn, text: string): Buffer {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.trim())
  if (!parts || (parts[3] ?? '').replace(/0+$/, '').length > column.scale) throw wrong(column, text)
  let rest = BigInt(parts[2] + (parts[3] ?? '').slice(0, column.scale).padEnd(column.scale, '0'))
  const bytes = Buffer.alloc(17)
  bytes[0] = parts[1] && rest !== 0n ? 0x80 : 0
  for (let word = 3; word >= 0; word--) {
    bytes.writeUInt32LE(Number(rest & 0xffffffffn), 1 + word * 4)
    rest >>= 32n
  }
  if (rest !== 0n) throw wrong(column, text)
  return bytes
}

/** A row: count of columns, the fixed part, what is of variable length, where each of these begins, and a bit for each value that is there. */
export function jetRowOf(definition: JetTable, values: Readonly<Record<string, string | number | null | undefined>>, long: (text: Buffer) => Buffer): Buffer {
  const { columns, variable, fixedBytes } = definition
  const fixed = Buffer.alloc(2 + fixedBytes)
  fixed.writeUInt16LE(columns.length)
  const mask = Buffer.alloc(Math.ceil(columns.length / 8))
  const parts: Buffer[] = Array.from({ length: variable }, () => Buffer.alloc(0))
  for (const column of columns) {
    const bytes = valueOf(column, values[column.name], long)
    if (!bytes) continue
    mask[column.index >> 3]! |= 1 << (column.index & 7)
    if (column.isFixed) bytes.copy(fixed, 2 + column.at)
    else parts[column.at] = bytes
  }
  const places = Buffer.alloc(variable * 2 + 4)
  let at = fixed.length
  parts.forEach((part, i) => {
    places.writeUInt16LE(at, (variable - i) * 2)
    at += part.length
  })
  places.writeUInt16LE(at, 0)
  places.writeUInt16LE(variable, variable * 2 + 2)
  return Buffer.concat([fixed, ...parts, ...(variable ? [places] : []), mask])
}
