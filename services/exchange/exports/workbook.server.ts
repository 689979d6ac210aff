import { writeXlsx } from 'hucre/xlsx'
import { problems } from '../../../kit/model/problem.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { Filter } from '../../../kit/server/query.server.ts'
import { FileResponse } from '../../../kit/server/route.server.ts'
import { cellOf } from './cells.ts'
import { exportProblems } from './problems.ts'
import { sourceOf } from './source.server.ts'
import type { ExportTarget } from './targets.server.ts'
import { XLSX_TYPE } from '../../../runtime/workbook/media-type.ts'

type Value = string | number | null

/** One sheet as a workbook to be saved; texts stay texts. `width` in characters. */
export async function sheetOf(
  fileName: string,
  name: string,
  heads: readonly { header: string; width: number }[],
  data: readonly (readonly Value[])[],
): Promise<FileResponse> {
  const columns = heads.map((h, i) => ({ ...h, key: String(i) }))
  const cells = data.map((r) => Object.fromEntries(r.map((v, i) => [String(i), v ?? ''])))
  return new FileResponse(fileName, XLSX_TYPE, Buffer.from(await writeXlsx({ sheets: [{ name, columns, data: cells, freezePane: { rows: 1 } }] })))
}

/** Rows of one workbook that somebody waits for; more is the work of the export centre. */
const MOST = 5000
/**
 * The rows of a list that a filter finds as a workbook at once: its columns, words and masks.
 * @throws 404 where nothing is found, rows-too-many above {@link MOST}
 */
export async function workbookOf(ctx: Ctx, target: ExportTarget, filter: Filter): Promise<FileResponse> {
  const source = await sourceOf(ctx, target, { filter })
  const n = await source.count(ctx)
  if (n === 0) throw problems.notFound({ zh: target.r.label, en: target.r.en })
  if (n > MOST) throw exportProblems.rowsTooMany({ n, max: MOST })
  const data: (string | number | null)[][] = []
  for (const pass of source.passes) {
    const { text } = await source.page(ctx, pass, undefined, MOST)
    const lines = text ? text.split('\n').map((l) => JSON.parse(l) as (string | null)[]) : []
    data.push(...lines.map((row) => source.plans.map((plan, i) => cellOf(plan, row[pass.keys.length + i] ?? null))))
  }
  const heads = source.plans.map((p) => ({ header: p.title, width: p.width }))
  return sheetOf(`${source.name}.xlsx`, ctx.lang === 'en' ? target.r.en : target.r.label, heads, data)
}
