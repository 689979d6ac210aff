import { typedRows } from '../../../kit/server/any-query.server.ts'
import { writeXlsx } from 'hucre/xlsx'
import { problem, problems } from '../../../kit/model/problem.ts'
import { entries, permOf, type AnyResource } from '../../../kit/model/resource.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { page, pick, scoped } from '../../../kit/server/query.server.ts'
import { FileResponse } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { exp_column, exp_tpl } from './expimp.ts'
import { schemeCell, standingOnce, type SheetColumn } from './sheet.ts'
import { XLSX_TYPE } from '../../../runtime/workbook/media-type.ts'

export const sheetProblems = {
  object: problem(400, 'expimp-object', () => ({ zh: '没有该业务对象', en: 'There is no such object' })),
  field: problem<{ name: string }>(400, 'expimp-field', (d) => ({ zh: `业务对象没有字段：${d.name}`, en: `The object has no field ${d.name}` })),
  columns: problem(409, 'expimp-columns', () => ({ zh: '模板没有配置列', en: 'The template has no columns' })),
}

/** Columns that every list has beside the fields of its definition. */
const ALSO = ['id', 'createTime', 'updateTime']
/** Whether rows of a definition may stand on a sheet: those of the land, whose lists have no rule of their own beyond scope, masks and data scopes. */
export const isSheetObject = (r: AnyResource): boolean => r.scope === 'land'
/** Names that a column of a template may have. */
export const columnNames = (r: AnyResource): string[] => [...entries(r).flatMap(([n, f]) => (f.kind === 'geom' || f.kind === 'json' ? [] : [n])), ...ALSO]

export type Definitions = () => readonly AnyResource[]
/** The definition that a template is about. */
export function schemeObject(known: Definitions, name: unknown): AnyResource {
  const r = known().find((x) => x.name === name && isSheetObject(x))
  if (!r) throw sheetProblems.object()
  return r
}

/** The columns of a template in their order. */
export const columnsOfTemplate = (ctx: Ctx, tplId: string): Promise<SheetColumn[]> =>
  scoped(ctx, exp_column)
    .select(pick(exp_column, 'field', 'title', 'width', 'dictCode', 'format', 'mergeRule'))
    .where('exp_column.tplId', '=', tplId)
    .orderBy('exp_column.sort')
    .orderBy('exp_column.id')
    .execute()

/** Words of the dictionaries that the columns name, by code and key, in the reader's language. */
export async function wordsFor(ctx: Ctx, columns: readonly Pick<SheetColumn, 'dictCode'>[]): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const codes = [...new Set(columns.flatMap((c) => (c.dictCode ? [c.dictCode] : [])))]
  const out = new Map<string, Map<string, string>>()
  if (codes.length === 0) return out
  const list = await ctx.db
    .selectFrom('dict_biz')
    .select(['code', 'dictKey', 'dictValue', 'en'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('code', 'in', codes)
    .where('parentId', 'is not', null)
    .execute()
  for (const d of list) {
    const words = out.get(d.code) ?? new Map<string, string>()
    out.set(d.code, words.set(d.dictKey, (ctx.lang === 'en' && d.en) || d.dictValue))
  }
  return out
}

/**
 * The first rows of a template as its sheet will show them, for people who may see the object's list: scope, masks and data scopes are the list's own.
 * Answers {name, columns: [{field, title, width}], records: [{field: text}], total}.
 */
export async function preview(ctx: Ctx, known: Definitions, id: string, size = 10) {
  const tpl = await rows.get(ctx, exp_tpl, id)
  const r = schemeObject(known, tpl.entity)
  if (!ctx.who.perms.has(permOf(r, 'view'))) throw problems.forbidden({ perm: permOf(r, 'view') })
  const columns = await columnsOfTemplate(ctx, id)
  if (columns.length === 0) throw sheetProblems.columns()
  const words = await wordsFor(ctx, columns)
  const p = await page(ctx, r, { current: 1, size })
  const once = standingOnce(
    columns.map((c) => c.mergeRule === 'same'),
    '',
  )
  const line = (row: Readonly<Record<string, unknown>>) => {
    const cells = once(columns.map((c) => schemeCell(c, row[c.field], words.get(c.dictCode ?? ''))))
    return Object.fromEntries(columns.map((c, i) => [c.field, cells[i]!]))
  }
  return {
    name: tpl.tplName,
    columns: columns.map(({ field, title, width }) => ({ field, title, width })),
    records: p.records.map((row) => ({ id: (row as { id: string }).id, ...line(row) })),
    total: p.total,
  }
}

/** The empty workbook that people fill in for an import: headings of the template, required ones with a star, the first row held. */
export async function emptySheet(ctx: Ctx, id: string): Promise<FileResponse> {
  const tpl = await rows.get(ctx, exp_tpl, id)
  const list = await typedRows<SheetColumn & { isRequired: number | null }>(
    scoped(ctx, exp_column)
      .select(pick(exp_column, 'field', 'title', 'width', 'isRequired'))
      .where('exp_column.tplId', '=', id)
      .orderBy('exp_column.sort')
      .orderBy('exp_column.id'),
  )
  if (list.length === 0) throw sheetProblems.columns()
  const columns = list.map((c) => ({ header: `${c.title}${c.isRequired === 1 ? '*' : ''}`, key: c.field, width: c.width ?? 16 }))
  const bytes = await writeXlsx({ sheets: [{ name: tpl.sheetName || tpl.tplName.slice(0, 31), columns, data: [], freezePane: { rows: 1 } }] })
  return new FileResponse(`${tpl.tplName}.xlsx`, XLSX_TYPE, Buffer.from(bytes))
}
