import { typedRows } from '../../../kit/server/any-query.server.ts'
import { writeXlsx } from 'hucre/xlsx'
import type { Text } from '../../../kit/model/lang.ts'
import type { AnyResource } from '../../../kit/model/resource.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { FileResponse } from '../../../kit/server/route.server.ts'
import { sheetName } from '../exports/cells.ts'
import type { ImportColumn } from './columns.server.ts'
import { columnLetter } from '../../files/preview/kinds.ts'
import { IMPORT_LIMITS, OUTCOME, ROW } from './imports.ts'
import { rowsIn, type Batch, type ImportRow } from './records.server.ts'
import type { Target } from './targets.ts'
import { words } from './words.ts'
import { XLSX_TYPE } from '../../../runtime/workbook/media-type.ts'

const REASON_WIDTH = 60
type Sheets = Parameters<typeof writeXlsx>[0]['sheets']
type Sheet = Sheets[number]

/** Words that cells may hold: a hidden sheet with a column for each drop-down, and the drop-downs that point to it. */
function dropDowns(ctx: Ctx, columns: readonly ImportColumn[]): { lists: Sheet; validations: NonNullable<Sheet['dataValidations']> } {
  const name = words.lists[ctx.lang]
  const withWords = columns.map((c, i) => ({ c, i, offered: c.choices?.offered[ctx.lang] ?? [] })).filter((x) => x.offered.length > 0 && x.c.writable)
  const longest = Math.max(0, ...withWords.map((x) => x.offered.length))
  return {
    lists: { name, hidden: true, rows: Array.from({ length: longest }, (_, row) => withWords.map((x) => x.offered[row] ?? null)) },
    validations: withWords.map(({ c, i, offered }, at) => ({
      type: 'list',
      range: `${columnLetter(i)}2:${columnLetter(i)}${IMPORT_LIMITS.rows + 1}`,
      formula1: `'${name}'!$${columnLetter(at)}$1:$${columnLetter(at)}$${offered.length}`,
      allowBlank: !c.required,
      showErrorMessage: true,
      errorStyle: 'stop',
      errorTitle: c.label[ctx.lang],
      errorMessage: words.chooseWord[ctx.lang],
    })),
  }
}
const KINDS: Readonly<Partial<Record<string, Text>>> = {
  int: words.wholeNumber,
  decimal: words.number,
  area: words.number,
  date: words.day,
  datetime: words.moment,
  flag: words.yesNo,
  dict: words.fromList,
  region: words.regionCell,
}
/** One line of the notes for each column: what it takes. */
const noteOf = (ctx: Ctx, c: ImportColumn): (string | number)[] => {
  const { f } = c
  const size = f.length ? `= ${f.length}` : (f.max ?? '')
  const required = c.required ? words.yes : words.no
  const kind = !c.writable ? words.leaveAlone : (KINDS[f.kind] ?? words.anyText)
  return [c.title, required[ctx.lang], kind[ctx.lang], size, c.choices?.offered[ctx.lang].slice(0, 30).join('、') ?? '']
}

const headsOf = (columns: readonly ImportColumn[]): Sheet['columns'] =>
  columns.map((c) => ({
    header: `${c.title}${c.required ? '*' : ''}`,
    key: c.name,
    width: c.width,
    // texts stay texts when they are typed: codes keep their zeros, long numbers their digits
    ...(c.plan.as === 'number' && !c.plan.words ? {} : { numFmt: '@' }),
  }))
const bold = (columns: readonly ImportColumn[]): Map<string, object> =>
  new Map(columns.map((c, i) => [`0,${i}`, { style: { font: { bold: true, ...(c.required ? { color: { rgb: 'C00000' } } : {}) } } }]))

/** The workbook to fill in: headings, drop-downs, and a sheet that says what each column takes. */
export async function templateBook(ctx: Ctx, r: AnyResource, t: Target, all: readonly ImportColumn[], name: string): Promise<FileResponse> {
  const columns = all.filter((c) => c.offered)
  const { lists, validations } = dropDowns(ctx, columns)
  const notes = [...words.general, ...t.notes].map((n, i) => [`${i + 1}. ${n[ctx.lang]}`])
  const bytes = await writeXlsx({
    sheets: [
      {
        name: sheetName(ctx.lang === 'en' ? r.en : r.label),
        columns: headsOf(columns),
        data: [],
        cells: bold(columns),
        dataValidations: validations,
        freezePane: { rows: 1 },
      } as Sheet,
      {
        name: words.notes[ctx.lang],
        columns: [{ width: 24 }, { width: 10 }, { width: 30 }, { width: 10 }, { width: 80 }],
        rows: [...notes, [], words.noteHeads.map((w) => w[ctx.lang]), ...columns.map((c) => noteOf(ctx, c))],
      },
      lists,
    ],
  })
  return new FileResponse(`${name}.xlsx`, XLSX_TYPE, Buffer.from(bytes))
}

const RED = { fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FFC7CE' } }, numFmt: '@' }
/** The rows that were not written, as they came, with what is wrong with them: fill them in right and upload this very file. */
export async function failingBook(ctx: Ctx, r: AnyResource, all: readonly ImportColumn[], batch: Batch): Promise<FileResponse> {
  const list = await typedRows<ImportRow>(
    rowsIn(ctx, batch.id)
      .selectAll()
      .where((w) => w.or([w('state', '=', ROW.wrong), w('outcome', '=', OUTCOME.failed)]))
      .orderBy('no'),
  )
  const columns = batch.heads.flatMap((h) => all.find((c) => c.name === h.field) ?? [])
  const { lists, validations } = dropDowns(ctx, columns)
  const cells = bold(columns)
  list.forEach((row, i) =>
    columns.forEach((c, at) => {
      if (row.faults[c.name]) cells.set(`${i + 1},${at}`, { value: row.cells[c.name] ?? '', style: RED })
    }),
  )
  const said = (row: ImportRow) =>
    Object.entries(row.faults)
      .map(([, w]) => w[ctx.lang])
      .join('；')
  const bytes = await writeXlsx({
    sheets: [
      {
        name: sheetName(ctx.lang === 'en' ? r.en : r.label),
        columns: [...headsOf(columns)!.map((c) => ({ ...c, numFmt: '@' })), { header: words.reason[ctx.lang], key: ' reason', width: REASON_WIDTH }],
        data: list.map((row) => ({ ...row.cells, ' reason': said(row) })),
        cells,
        dataValidations: validations,
        freezePane: { rows: 1 },
      } as Sheet,
      lists,
    ],
  })
  return new FileResponse(`${words.failing[ctx.lang]}-${batch.fileName}`, XLSX_TYPE, Buffer.from(bytes))
}
