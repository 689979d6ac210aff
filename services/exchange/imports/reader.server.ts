import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { streamXlsxRows } from 'hucre/xlsx'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import * as yauzl from 'yauzl'
import { Problem } from '../../../kit/model/problem.ts'
import { type Read } from './cells.ts'
import { columnLetter } from '../../files/preview/kinds.ts'
import { LIMITS, type Head } from './imports.ts'
import { importProblems } from './problems.ts'

export interface SheetRow {
  no: number
  cells: Read[]
}
export interface Sheet {
  heads: string[]
  rows: SheetRow[]
  /** names of cells that hold formulas */
  formulas: ReadonlySet<string>
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

/** The cells of the first sheet that hold formulas, read as a stream. A sheet's reader gives their last results, which nobody typed. */
async function formulasOf(path: string): Promise<Set<string>> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, decodeStrings: false, autoClose: false })
  try {
    const parts = new Map<string, yauzl.Entry>()
    for await (const e of zip.eachEntry()) parts.set(String(e.fileName), e)
    const book = parts.get('xl/workbook.xml'),
      links = parts.get('xl/_rels/workbook.xml.rels')
    const sheets: string[] = []
    const targets = new Map<string, string>()
    if (book)
      await tagsOf(zip, book, ({ name, attributes: a }) => {
        if (local(name) === 'sheet') sheets.push(a[Object.keys(a).find((n) => local(n) === 'id' && n !== 'id') ?? ''] ?? '')
      })
    if (links) await tagsOf(zip, links, ({ name, attributes: a }) => void (local(name) === 'Relationship' && targets.set(a.Id ?? '', a.Target ?? '')))
    const target = targets.get(sheets[0] ?? '') ?? 'worksheets/sheet1.xml'
    const part = parts.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    const found = new Set<string>()
    if (!part) return found
    let cell = ''
    await tagsOf(zip, part, ({ name, attributes: a }) => {
      if (local(name) === 'c') cell = a.r ?? ''
      else if (local(name) === 'f') found.add(cell)
    })
    return found
  } finally {
    zip.close()
  }
}

const blank = (v: Read): boolean => v === null || (typeof v === 'string' && v.trim() === '')

/** Reads the first sheet of a workbook row by row, within the limits. Rows without a filled cell are left out. @throws importProblems */
export async function readSheet(path: string): Promise<Sheet> {
  try {
    const formulas = await formulasOf(path)
    let heads: string[] = []
    const rows: SheetRow[] = []
    let characters = 0
    const bytes = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
    for await (const { index, values } of streamXlsxRows(bytes)) {
      const cells = values as Read[]
      if (cells.length > LIMITS.columns) throw importProblems.tooWide({ max: LIMITS.columns })
      if (index === 0) heads = cells.map((v) => (typeof v === 'string' ? v : v === null ? '' : String(v)))
      else if (!cells.every(blank)) rows.push({ no: index + 1, cells })
      for (const v of cells) if (typeof v === 'string') characters += v.length
      if (characters > LIMITS.characters) throw importProblems.tooLarge()
      if (rows.length > LIMITS.rows) throw importProblems.tooMany({ max: LIMITS.rows })
    }
    if (rows.length === 0) throw importProblems.empty()
    return { heads, rows, formulas }
  } catch (e) {
    // errors of the disk are ours; whatever else the parsers say, the file is not what Excel writes
    if (e instanceof Problem || (e instanceof Error && 'syscall' in e)) throw e
    throw importProblems.unreadable()
  }
}

/** Which field each heading means; a required one may carry its star. @throws when none is known, or one stands twice */
export function headsOf(titles: readonly string[], fieldOf: (title: string) => string | undefined): Head[] {
  const heads = titles.flatMap((raw, i) => {
    const title = raw.trim().replace(/\s*[*＊]$/, '')
    return title === '' ? [] : [{ at: columnLetter(i), title, field: fieldOf(title) ?? null }]
  })
  const seen = new Map<string, Head>()
  for (const h of heads) {
    if (!h.field) continue
    const before = seen.get(h.field)
    if (before) throw importProblems.twice({ title: h.title, at: `${before.at}、${h.at}` })
    seen.set(h.field, h)
  }
  if (seen.size === 0) throw importProblems.noHeads()
  return heads
}
