import { closeSync, openSync, writeSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import empty from './empty.json' with { type: 'json' }
import { jetTableOf, JET_PAGE, jetRowOf, type JetTable } from './format.ts'

type Values = Readonly<Record<string, string | number | null | undefined>>
/** An Access database that is being written: rows are appended table after table, `end` makes it whole. Memory: a page a table, four bytes a page. */
export interface AccessFile {
  /** @throws RangeError where a value does not fit its column */
  add(table: string, row: Values): void
  end(): void
  /** gives the file up, as it is */
  close(): void
}

/** Bytes of a page before its rows: kind, free bytes, owner, nothing, count. */
const HEAD = 14
/** A pointer has one byte for the row. */
const MOST_ROWS = 255
/** Long text up to here stands in the row. */
const INLINE = 64
const IN_ROW = 0x80000000,
  ON_ONE_PAGE = 0x40000000
/** What a page of long texts takes of one, beside the pointer to its next piece. */
const PIECE = JET_PAGE - HEAD - 2 - 4
/** Pages of a map that stands in its row, and of one page of a map that does not. */
const IN_MAP = 512,
  IN_MAP_PAGE = (JET_PAGE - 4) * 8
const LVAL = Buffer.from('LVAL').readUInt32LE(0)
/** JET4 ends at 2 GB. */
const MOST_PAGES = 2 ** 31 / JET_PAGE

/** A page of rows: from its end to its head, their places behind the head. */
interface RowPage {
  number: number
  bytes: Buffer
  rows: number
  free: number
  end: number
}
interface Table {
  page: number
  definition: JetTable
  count: number
  pages: number[]
  /** pages of long text; one list for all columns of the table */
  longPages: number[]
  open: RowPage | null
  openLong: RowPage | null
}

/** The pages that the empty database has, by number; fresh ones at each call. */
function emptyPages(): Map<number, Buffer> {
  const all = brotliDecompressSync(Buffer.from(empty.bytes, 'base64'))
  return new Map(empty.numbers.map((n, i) => [n, all.subarray(i * JET_PAGE, (i + 1) * JET_PAGE)]))
}

/** Numbers of pages, those first that the empty database leaves open between its own. */
function pageNumbers(taken: ReadonlyMap<number, Buffer>) {
  let last = -1
  return {
    next(): number {
      do last++
      while (taken.has(last))
      if (last >= MOST_PAGES) throw new RangeError('JET4: 2 GB')
      return last
    },
    /** pages of the file */
    count: () => Math.max(last, ...taken.keys()) + 1,
    isFree: (n: number) => n > last && !taken.has(n),
  }
}

/** Pages that are written, and the numbers that are left. */
interface Pages {
  fixed: ReadonlyMap<number, Buffer>
  numbers: ReturnType<typeof pageNumbers>
  write(number: number, bytes: Buffer): void
}
/** A map of pages into its row of a page: bits there, or pages of bits where the numbers go beyond. */
function mapPages({ numbers, write }: Pages, page: Buffer, row: number, pages: readonly number[]): void {
  const at = page.readUInt16LE(HEAD + row * 2) & 0x1fff
  if (pages.every((n) => n < IN_MAP)) {
    for (const n of pages) page[at + 5 + (n >> 3)]! |= 1 << (n & 7)
    return
  }
  page[at] = 1
  page.fill(0, at + 1, at + 5)
  for (const [block, own] of Map.groupBy(pages, (n) => Math.floor(n / IN_MAP_PAGE))) {
    const bits = Buffer.alloc(JET_PAGE)
    bits.writeUInt16LE(0x0105, 0)
    for (const n of own) bits[4 + ((n % IN_MAP_PAGE) >> 3)]! |= 1 << (n & 7)
    const number = numbers.next()
    write(number, bits)
    page.writeUInt32LE(number, at + 1 + block * 4)
  }
}
/** The pages that the empty database had, with what is told in them now; what nothing took lies open between others. */
function writeFixed({ fixed, numbers, write }: Pages): void {
  const free = fixed.get(1)!
  const at = free.readUInt16LE(HEAD) & 0x1fff
  for (let n = 0; n < IN_MAP; n++) {
    const bit = 1 << (n & 7)
    if (numbers.isFree(n)) free[at + 5 + (n >> 3)]! |= bit
    else free[at + 5 + (n >> 3)]! &= ~bit
  }
  const blank = Buffer.alloc(JET_PAGE)
  for (let n = 0; n < numbers.count(); n++) {
    const own = fixed.get(n)
    if (own) write(n, own)
    else if (numbers.isFree(n)) write(n, blank)
  }
}

/** Begins a database with the twelve tables of the national format at `path`. */
export function accessFile(path: string): AccessFile {
  const fixed = emptyPages()
  const numbers = pageNumbers(fixed)
  const file = openSync(path, 'w', 0o600)
  const write = (number: number, bytes: Buffer) => void writeSync(file, bytes, 0, JET_PAGE, number * JET_PAGE)
  const pages: Pages = { fixed, numbers, write }
  const tables = new Map(
    empty.tables.map(({ name, page }): [string, Table] => [
      name,
      { page, definition: jetTableOf(fixed.get(page)!), count: 0, pages: [], longPages: [], open: null, openLong: null },
    ]),
  )
  /** A row on a page of its owner that has room for it; where it lies, as a pointer. */
  const put = (row: Buffer, open: RowPage | null, owner: number, own: number[]): { page: RowPage; pointer: number } => {
    let page = open
    if (!page || page.free < row.length + 2 || page.rows >= MOST_ROWS) {
      if (page) write(page.number, page.bytes)
      page = { number: numbers.next(), bytes: Buffer.alloc(JET_PAGE), rows: 0, free: JET_PAGE - HEAD, end: JET_PAGE }
      page.bytes.writeUInt16LE(0x0101, 0)
      page.bytes.writeUInt32LE(owner, 4)
      own.push(page.number)
    }
    page.end -= row.length
    page.free -= row.length + 2
    row.copy(page.bytes, page.end)
    page.bytes.writeUInt16LE(page.end, HEAD + page.rows * 2)
    page.bytes.writeUInt16LE(page.free, 2)
    page.bytes.writeUInt16LE(page.rows + 1, 12)
    return { page, pointer: (page.number << 8) | page.rows++ }
  }
  /** A long text as its row names it: 12 bytes, and behind them the text where it is short. Long ones lie in pieces, written from the last. */
  const long = (table: Table, text: Buffer): Buffer => {
    const head = Buffer.alloc(12)
    if (text.length <= INLINE) {
      head.writeUInt32LE(text.length + IN_ROW, 0)
      return Buffer.concat([head, text])
    }
    const keep = (bytes: Buffer) => {
      const { page, pointer } = put(bytes, table.openLong, LVAL, table.longPages)
      table.openLong = page
      return pointer
    }
    if (text.length <= PIECE) {
      head.writeUInt32LE(text.length + ON_ONE_PAGE, 0)
      head.writeUInt32LE(keep(text), 4)
      return head
    }
    let next = 0
    for (let from = Math.floor((text.length - 1) / PIECE) * PIECE; from >= 0; from -= PIECE) {
      const link = Buffer.alloc(4)
      link.writeUInt32LE(next)
      next = keep(Buffer.concat([link, text.subarray(from, from + PIECE)]))
    }
    head.writeUInt32LE(text.length, 0)
    head.writeUInt32LE(next, 4)
    return head
  }
  return {
    add(name, values) {
      const table = tables.get(name)!
      const row = jetRowOf(table.definition, values, (text) => long(table, text))
      table.open = put(row, table.open, table.page, table.pages).page
      table.count++
    },
    end() {
      for (const table of tables.values()) {
        for (const page of [table.open, table.openLong]) if (page) write(page.number, page.bytes)
        fixed.get(table.page)!.writeUInt32LE(table.count, 16)
        const maps = fixed.get(table.definition.mapPage)!
        mapPages(pages, maps, 0, table.pages)
        for (const row of table.definition.longMaps.values()) mapPages(pages, maps, row, table.longPages)
      }
      writeFixed(pages)
      closeSync(file)
    },
    close: () => closeSync(file),
  }
}
