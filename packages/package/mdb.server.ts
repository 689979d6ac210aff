import { MDBReader, type Reader } from './mdb-reader.server.ts'
import { openPages } from './pages.server.ts'
import { packageUnreadable } from './staged.ts'
import type { MdbColumn, MdbFact, MdbRow, MdbTable, StagedFile, StagedPackage } from './staged.ts'

// JET4 itself ends there.
const largestMdb = 2 ** 31 - 1

/**
 * Rows read at once: the hundredth part of a table, between 1000 and 20,000. The reader finds row n by walking the pages before it (2 to 3 µs
 * a page), so a table is walked fifty times: below a second for 100,000 rows.
 */
const rowsAtOnce = (rowCount: number): number => Math.min(20_000, Math.max(1000, Math.ceil(rowCount / 100)))

/**
 * Finds and opens the database file. Nothing is thrown: a missing, foreign, damaged or locked file is a fact. With several files the one
 * named county+year is read. Opening walks every data page once, so a cut file is found here and not in the middle of the checks.
 */
export function readMdb(files: StagedFile[], named: string): { mdb: MdbFact; tables: MdbTable[] } {
  const all = files.filter((file) => /\.(mdb|accdb)$/i.test(file.path))
  const file = all.find((item) => item.path.endsWith(`/${named}.mdb`)) ?? all.find((item) => item.path.startsWith('权属数据/')) ?? all[0]
  const paths = all.map((item) => item.path)
  if (!file) return { mdb: { state: 'missing', file: null, all: paths, message: '缺少 MDB 文件' }, tables: [] }
  if (file.size > largestMdb) return { mdb: { state: 'unreadable', file: null, all: paths, message: 'MDB 超过 2 GB' }, tables: [] }
  const pages = openPages(file.abs)
  try {
    return structureOf(pages.bytes, file, paths)
  } finally {
    pages.close()
  }
}

function structureOf(bytes: Buffer, file: StagedFile, all: string[]): { mdb: MdbFact; tables: MdbTable[] } {
  const kind = kindOf(bytes)
  const foreign = kind === 'jet4' ? null : kind
  const fact = (state: MdbFact['state'], message: string): MdbFact => ({ state, file: state === 'unreadable' ? null : file, all, message })
  if (foreign === 'unreadable') return { mdb: fact('unreadable', '不是 Access 数据库'), tables: [] }
  try {
    const reader = new MDBReader(bytes)
    const tables = reader.getTableNames().map((name) => tableOf(reader, name))
    if (reader.getPassword()) return { mdb: fact('password', '数据库设有密码'), tables }
    if (foreign) return { mdb: fact(foreign, `数据库版本为 ${foreign}，应为 JET4`), tables }
    return { mdb: all.length > 1 ? fact('several', `有 ${all.length} 个 MDB 文件`) : fact('ok', ''), tables }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const state = foreign ?? (/password|encrypt|codec/i.test(message) ? 'password' : 'unreadable')
    return { mdb: { ...fact(state, `数据库无法读取（${message}）`), file: null }, tables: [] }
  }
}

/** File kind by its first page: name at byte 4, version byte at 0x14 (0 JET3, 1 JET4, more ACE). */
function kindOf(bytes: Buffer): 'jet4' | 'jet3' | 'ace' | 'unreadable' {
  const name = bytes.subarray(4, 19).toString('latin1')
  if (name === 'Standard ACE DB') return 'ace'
  if (name !== 'Standard Jet DB') return 'unreadable'
  return bytes[0x14] === 0 ? 'jet3' : bytes[0x14] === 1 ? 'jet4' : 'ace'
}

function tableOf(reader: Reader, name: string): MdbTable {
  const table = reader.getTable(name)
  const columns = table
    .getColumns()
    .map((column) => ({ name: column.name, type: column.type, size: sizeOf(column), scale: column.scale ?? 0 }) satisfies MdbColumn)
  let found = 0
  for (const rows of chunksOf(table, table.getColumnNames().slice(0, 1))) found += rows.length
  if (found !== table.rowCount) throw new Error(`table ${name} holds ${found} of ${table.rowCount} rows`)
  return { name, columns, count: found }
}

/** Text lengths stand in bytes of UCS-2. */
function sizeOf(column: { type: string; size: number; precision?: number }): number {
  if (column.type === 'text') return column.size / 2
  return column.type === 'numeric' ? (column.precision ?? 0) : column.size
}

/** A table in pieces, in file order. */
function* chunksOf(table: ReturnType<Reader['getTable']>, columns?: string[]) {
  const rowLimit = rowsAtOnce(table.rowCount)
  for (let rowOffset = 0; ; rowOffset += rowLimit) {
    const rows = table.getData({ rowOffset, rowLimit, ...(columns ? { columns } : {}) })
    yield rows
    if (rows.length < rowLimit) return
  }
}

/**
 * The rows of a table in file order, none where the database or the table is not there; the file is open while they are read.
 * Dates yyyy-MM-dd, Numeric decimal text, other numbers as numbers (of more than fifteen digits in powers of ten), yes/no 1/0, empty text null. Throws PackageUnreadable on a damaged page.
 */
export function* readTable(pkg: Pick<StagedPackage, 'mdb' | 'tables' | 'repairs'>, name: string): Generator<MdbRow> {
  const { file } = pkg.mdb
  const own = pkg.tables.find((table) => table.name === name)
  if (!file || !own) return
  const mended = pkg.repairs?.[name] ?? {}
  let n = 0
  const pages = openPages(file.abs)
  try {
    for (const rows of chunksOf(new MDBReader(pages.bytes).getTable(name))) {
      for (const row of rows) {
        const plain = Object.fromEntries(Object.entries(row).map(([column, value]) => [column, plainOf(value)]))
        yield { ...plain, ...typed(own, mended[n++]) }
      }
    }
  } catch (error) {
    throw packageUnreadable(`数据表 ${name} 无法读取`, `table ${name} cannot be read`, error)
  } finally {
    pages.close()
  }
}

/** Accepted cells as the reader gives a column's values. */
const typed = ({ columns }: MdbTable, cells: Readonly<Record<string, string>> = {}): MdbRow =>
  Object.fromEntries(Object.entries(cells).map(([name, v]) => [name, NUMBERS.includes(columns.find((c) => c.name === name)?.type ?? '') ? Number(v) : v]))
/** Types of columns whose values are numbers. */
const NUMBERS: readonly string[] = ['byte', 'integer', 'long', 'float', 'double']

export function plainOf(value: unknown): string | number | null {
  if (value === null || value === undefined || value === '') return null
  // a double holds fifteen digits: of a longer code the last ones are gone, and its zeros are nobody's
  if (typeof value === 'number') return Math.abs(value) < 1e15 ? value : value.toExponential()
  // the database holds no NUL: shown like any other byte that cannot be read (B09)
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd')
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return typeof value === 'boolean' ? Number(value) : String(value)
}
