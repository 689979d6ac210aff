import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { streamXlsxRows } from 'hucre/xlsx'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import * as yauzl from 'yauzl'
import { Problem } from '../../kit/model/problem.ts'
import { workbookProblems } from './problems.ts'

/** What a cell of a sheet holds. A moment of a sheet has no zone; it comes as if it were UTC. */
export type WorkbookCell = string | number | boolean | Date | null
/** Rows and columns of one sheet, characters of all its cells. */
export interface SheetLimits {
  rows: number
  columns: number
  characters: number
}
export interface ReadTask {
  path: string
  limits: SheetLimits
}

export interface SheetRow {
  no: number
  cells: WorkbookCell[]
}
export interface Sheet {
  heads: string[]
  rows: SheetRow[]
  /** names of cells that hold formulas */
  formulas: ReadonlySet<string>
  /** the sheet that was read, where it is not the first one */
  name?: string
}

/** Tags of one part of an archive, as they come. */
async function tagsOf(zip: yauzl.ZipFile, entry: yauzl.Entry, told: (tag: SaxesTagPlain) => void): Promise<void> {
  const parser = new SaxesParser()
  parser.on('opentag', told)
  const text = new TextDecoder()
  for await (const chunk of await zip.openReadStreamPromise(entry)) parser.write(text.decode(chunk as Buffer, { stream: true }))
  parser.close()
}
const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** Parts of a workbook, and bytes of all of them unpacked: a sheet of ten thousand full rows has twenty megabytes, with its styles and words. */
const MOST_PARTS = 1000
const MOST_BYTES = 128 * 2 ** 20
/**
 * The parts by name. What they unpack to is bounded by what the directory says: the readers end where a part holds more than that. One that says it holds
 * nothing would have no end, so it holds nothing.
 */
async function partsOf(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  const parts = new Map<string, yauzl.Entry>()
  let bytes = 0
  for await (const e of zip.eachEntry()) {
    parts.set(String(e.fileName), e)
    bytes += e.uncompressedSize
    // two bytes are a part without text
    if (e.uncompressedSize === 0 && e.compressedSize > 2) throw workbookProblems.unreadable()
    if (parts.size > MOST_PARTS || bytes > MOST_BYTES) throw workbookProblems.tooLarge()
  }
  return parts
}

const LOCAL = 0x04034b50,
  DESCRIPTOR = 8,
  IN_ZIP64 = 0xffffffff
/**
 * Refuses a workbook whose parts say other sizes of themselves than its directory does, or with a part that the directory does not name: the reader of rows
 * goes from part to part, as long as each tells its size, and believes them.
 */
async function requireSameSizes(path: string, parts: ReadonlyMap<string, yauzl.Entry>): Promise<void> {
  const named = new Map([...parts.values()].map((e) => [e.relativeOffsetOfLocalHeader, e]))
  const file = await open(path)
  try {
    const head = Buffer.alloc(30)
    for (let at = 0, size = 0; ; at += 30 + head.readUInt16LE(26) + head.readUInt16LE(28) + size) {
      const { bytesRead } = await file.read(head, 0, 30, at)
      if (bytesRead < 30 || head.readUInt32LE(0) !== LOCAL) return
      size = head.readUInt32LE(18)
      const unpacked = head.readUInt32LE(22)
      // from here on it goes by the directory
      if (head.readUInt16LE(6) & DESCRIPTOR || size === IN_ZIP64 || unpacked === IN_ZIP64) return
      const e = named.get(at)
      if (e?.compressedSize !== size || e.uncompressedSize !== unpacked) throw workbookProblems.unreadable()
    }
  } finally {
    await file.close()
  }
}

/** Number of a column by its letters, its letters by its number; from 1. */
const columnOf = (letters: string): number => [...letters].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0)
const lettersOf = (n: number): string => (n === 0 ? '' : lettersOf(Math.floor((n - 1) / 26)) + String.fromCharCode(65 + ((n - 1) % 26)))

interface Chosen {
  /** place and name of the first sheet that is shown */
  index: number
  name: string
  formulas: Set<string>
}
/**
 * The first sheet that people see, and its cells that hold formulas, read as a stream: a sheet's reader gives their last results, which nobody typed. A cell that
 * names no place stands behind the one before it, and so does a row.
 */
async function chosenOf(path: string): Promise<Chosen> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, decodeStrings: false, autoClose: false })
  try {
    const parts = await partsOf(zip)
    await requireSameSizes(path, parts)
    const book = parts.get('xl/workbook.xml'),
      links = parts.get('xl/_rels/workbook.xml.rels')
    const sheets: { link: string; name: string; isShown: boolean }[] = []
    const targets = new Map<string, string>()
    if (book)
      await tagsOf(zip, book, ({ name, attributes: a }) => {
        if (local(name) !== 'sheet') return
        const link = a[Object.keys(a).find((n) => local(n) === 'id' && n !== 'id') ?? ''] ?? ''
        sheets.push({ link, name: a.name ?? '', isShown: !/hidden/i.test(a.state ?? '') })
      })
    if (links) await tagsOf(zip, links, ({ name, attributes: a }) => void (local(name) === 'Relationship' && targets.set(a.Id ?? '', a.Target ?? '')))
    const index = Math.max(
      0,
      sheets.findIndex((s) => s.isShown),
    )
    const target = targets.get(sheets[index]?.link ?? '') ?? 'worksheets/sheet1.xml'
    const part = parts.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    const formulas = new Set<string>()
    let [row, column] = [0, 0]
    if (part)
      await tagsOf(zip, part, ({ name, attributes: a }) => {
        if (local(name) === 'row') [row, column] = [Number(a.r ?? row + 1), 0]
        else if (local(name) === 'c') {
          const at = /^([A-Z]+)(\d+)$/.exec(a.r ?? '')
          if (at) [row, column] = [Number(at[2]), columnOf(at[1]!)]
          else column++
        } else if (local(name) === 'f') formulas.add(`${lettersOf(column)}${row}`)
      })
    return { index, name: sheets[index]?.name ?? '', formulas }
  } finally {
    zip.close()
  }
}

const blank = (v: WorkbookCell): boolean => v === null || (typeof v === 'string' && v.trim() === '')

/** Reads the first sheet of a workbook that is shown row by row, within the limits. Rows without a filled cell are left out. @throws workbookProblems */
export async function readSheet(path: string, limits: SheetLimits): Promise<Sheet> {
  try {
    const { index: sheet, name, formulas } = await chosenOf(path)
    let heads: string[] = []
    const rows: SheetRow[] = []
    let characters = 0
    const bytes = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
    for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
      const cells = values as WorkbookCell[]
      if (cells.length > limits.columns) throw workbookProblems.tooWide({ max: limits.columns })
      if (index === 0) heads = cells.map((v) => (typeof v === 'string' ? v : v === null ? '' : String(v)))
      else if (!cells.every(blank)) rows.push({ no: index + 1, cells })
      for (const v of cells) if (typeof v === 'string') characters += v.length
      if (characters > limits.characters) throw workbookProblems.tooLarge()
      if (rows.length > limits.rows) throw workbookProblems.tooMany({ max: limits.rows })
    }
    return { heads, rows, formulas, ...(sheet > 0 ? { name } : {}) }
  } catch (e) {
    // errors of the disk are ours; whatever else the parsers say, the file is not what Excel writes
    if (e instanceof Problem || (e instanceof Error && 'syscall' in e)) throw e
    throw workbookProblems.unreadable()
  }
}
