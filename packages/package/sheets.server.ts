import { read, set_cptable, utils } from '@e965/xlsx'
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs'
import { readWhole } from './bytes.server.ts'
import { summaryNames } from './staged.ts'
import type { ReadingProblem, StagedFile } from './staged.ts'

// BIFF5 and older files carry their text in code page 936.
set_cptable(codePages)

// One row per group makes a county's table 1–2 MB; .xlsx is packed and unfolds in memory, so its limit is tighter.
const largestXls = 64 * 2 ** 20
const largestXlsx = 2 * 2 ** 20

/** First sheet of an .xls or .xlsx as rows of cell texts (numbers unformatted, empty cells ''). Throws when it is no workbook. */
export async function readPackageSheet(file: StagedFile): Promise<string[][]> {
  const bytes = await readWhole(file, /\.xlsx$/i.test(file.path) ? largestXlsx : largestXls)
  // The library takes any text for a CSV; a workbook begins as a compound file or a ZIP.
  const magic = bytes.subarray(0, 4).toString('hex')
  const expected = /\.xlsx$/i.test(file.path) ? /^504b0304/ : /^d0cf11e0|^090[248]/
  if (!expected.test(magic)) throw new Error('不是 Excel 文件')
  const book = read(bytes, { type: 'buffer', dense: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (!sheet) return []
  const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: '', blankrows: false })
  return rows.map((row) => row.map((cell) => String(cell ?? '').trim()))
}

/** The seven summary tables by name; a missing one is absent, an unreadable one is absent and a problem. */
export async function readSummary(files: StagedFile[], problems: ReadingProblem[]): Promise<Record<string, string[][]>> {
  const summary: Record<string, string[][]> = {}
  for (const name of summaryNames) {
    const file = files.find((item) => /\.xlsx?$/i.test(item.path) && item.path.replace(/\.xlsx?$/i, '').endsWith(name))
    const rows = file && (await sheetOrProblem(file, problems))
    if (rows) summary[name] = rows
  }
  return summary
}

async function sheetOrProblem(file: StagedFile, problems: ReadingProblem[]): Promise<string[][] | null> {
  return readPackageSheet(file).catch((error) => {
    problems.push({ path: file.path, message: error instanceof Error ? error.message : String(error) })
    return null
  })
}

/** Rows of 权属单位代码表 (columns 权属单位代码, 权属单位名称; the header row is found by its words), null when missing or unreadable. */
export async function readCodeTable(
  files: StagedFile[],
  problems: ReadingProblem[],
): Promise<{ file: string | null; rows: { code: string; name: string }[] | null }> {
  const file = files.find((item) => /权属单位代码表\.xlsx?$/i.test(item.path))
  const rows = file && (await sheetOrProblem(file, problems))
  if (!file || !rows) return { file: file?.path ?? null, rows: null }
  const head = rows.findIndex((row) => row.includes('权属单位代码'))
  const code = rows[head]?.indexOf('权属单位代码') ?? 0
  const name = Math.max(rows[head]?.indexOf('权属单位名称') ?? 1, 0)
  const body = rows.slice(head + 1).map((row) => ({ code: row[code] ?? '', name: row[name] ?? '' }))
  return { file: file.path, rows: body.filter((row) => row.code !== '' || row.name !== '') }
}
