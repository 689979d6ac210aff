import { labelOf } from '../../../kit/model/field.ts'
import { invalidField, problems } from '../../../kit/model/problem.ts'
import { entries, type AnyResource } from '../../../kit/model/resource.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { requireRegion, pick, scoped } from '../../../kit/server/query.server.ts'
import { route, asFile, crud, reading, rowIdOf, type Route, type Run, type SentRow, type Slice } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { exp_column, exp_tpl } from './expimp.ts'
import { columnNames, emptySheet, isSheetObject, schemeObject, preview, sheetProblems, type Definitions } from './sheet.server.ts'

async function saveTemplate(ctx: Ctx, known: Definitions, b: SentRow<typeof exp_tpl>): Promise<string> {
  const draft = await rows.checkedDraft(ctx, exp_tpl, b)
  if (!known().some((r) => r.name === draft.entity && isSheetObject(r))) throw invalidField('entity', sheetProblems.object().words)
  if (draft.regionCode) requireRegion(ctx, draft.regionCode)
  return rows.save(ctx, exp_tpl, b)
}
async function saveColumn(ctx: Ctx, known: Definitions, b: SentRow<typeof exp_column>): Promise<string> {
  const draft = await rows.checkedDraft(ctx, exp_column, b)
  // whose column it is comes before what it says
  if (b.id) await rows.get(ctx, exp_column, rowIdOf(b))
  const tpl = await rows.find(ctx, exp_tpl, { id: String(draft.tplId) })
  if (!tpl) throw invalidField('tplId', problems.notFound({ zh: '模板', en: 'Template' }).words)
  const name = String(draft.field)
  if (!columnNames(schemeObject(known, tpl.entity)).includes(name)) throw invalidField('field', sheetProblems.field({ name }).words)
  return rows.save(ctx, exp_column, b)
}

/** A template with its columns under a new code. Answers its id. */
async function copy(ctx: Ctx, id: string): Promise<string> {
  const { tplCode, ...t } = await rows.get(ctx, exp_tpl, id)
  const fields = (r: AnyResource, row: Readonly<Record<string, unknown>>) => Object.fromEntries(entries(r).map(([n]) => [n, row[n] ?? null]))
  const fresh = await rows.insert(ctx, exp_tpl, {
    ...fields(exp_tpl, t),
    tplCode: `${tplCode.slice(0, 40)}-${ctx.newId().slice(-8)}`,
    tplName: `${t.tplName.slice(0, 97)}-副本`,
    isEnabled: 0,
  })
  const list = await scoped(ctx, exp_column).selectAll().where('exp_column.tplId', '=', id).orderBy('exp_column.sort').execute()
  for (const c of list) await rows.insert(ctx, exp_column, { ...fields(exp_column, c), tplId: fresh })
  return fresh
}

/** Enabled templates for pick lists: {id, tplCode, tplName, entity, kind, regionCode, title, value}. */
const select: Run<'kind'> = async (ctx, q) => {
  let found = scoped(ctx, exp_tpl)
    .select(pick(exp_tpl, 'id', 'tplCode', 'tplName', 'entity', 'kind', 'regionCode'))
    .where('exp_tpl.isEnabled', '=', 1)
  if (q.kind) found = found.where('exp_tpl.kind', '=', q.kind)
  return (await found.orderBy('exp_tpl.tplCode').execute()).map((t) => ({ ...t, title: t.tplName, key: t.id, value: t.id }))
}

/** Objects that a template may be about, with the names of its columns, in both languages. */
const objects = (known: Definitions) =>
  known()
    .filter(isSheetObject)
    .map((r) => ({
      name: r.name,
      label: r.label,
      en: r.en,
      fields: columnNames(r).map((n) => {
        const label = r.fields[n] ? labelOf(r.fields[n]) : { zh: n, en: n }
        return { name: n, label: label.zh, en: label.en, dict: r.fields[n]?.dict ?? null }
      }),
    }))

/** Templates of sheets and their columns. `known` are the definitions of the application. Source: platform.md 7; screens.md A27. */
export function expimpSlice(known: Definitions): Slice {
  const tpl = crud(exp_tpl),
    column = crud(exp_column)
  const saving = (route: Route, save: typeof saveTemplate): Route => ({ ...route, run: (ctx, b) => save(ctx, known, b) })
  const read = reading('tenant', 'exp_tpl_view')
  return {
    name: 'expimp',
    resources: [exp_tpl, exp_column],
    routes: [
      tpl.page,
      tpl.list,
      tpl.detail,
      tpl.remove,
      ...[tpl.submit, tpl.save, tpl.update].map((r) => saving(r, saveTemplate)),
      read('/cpt-expimp/tpl/select', '导入导出模板选择', ['kind'], select),
      read('/cpt-expimp/tpl/objects', '可导入导出的业务对象', [], async () => objects(known)),
      read('/cpt-expimp/tpl/preview', '模板预览', ['id'], (ctx, q) => preview(ctx, known, q.id ?? '')),
      asFile(read('/cpt-expimp/tpl/sheet', '下载空白表', ['id'], (ctx, q) => emptySheet(ctx, q.id ?? ''))),
      route({
        method: 'POST',
        path: '/cpt-expimp/tpl/copy',
        perm: 'exp_tpl_add',
        scope: 'tenant',
        audit: 'exp_tpl.insert',
        summary: '复制导入导出模板',
        query: ['id'],
        body: {},
        run: (ctx, q) => copy(ctx, q.id ?? ''),
      }),
      column.page,
      column.list,
      column.detail,
      column.remove,
      ...[column.submit, column.save, column.update].map((r) => saving(r, saveColumn)),
    ],
  }
}
