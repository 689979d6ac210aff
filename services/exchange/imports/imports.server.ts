import { join } from 'node:path'
import { sql } from 'kysely'
import type { Lang } from '../../../kit/model/lang.ts'
import { problems } from '../../../kit/model/problem.ts'
import { isId, permOf } from '../../../kit/model/resource.ts'
import { audit } from '../../../kit/server/audit.server.ts'
import { text } from '../../../kit/model/field.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { cancelJob } from '../../../runtime/jobs-control.server.ts'
import type { JobKind } from '../../../runtime/jobs.server.ts'
import type { Routine } from '../../../runtime/maintenance.server.ts'
import { typedRows, type AnyQuery } from '../../../kit/server/any-query.server.ts'
import { filterNames, paging, scoped } from '../../../kit/server/query.server.ts'
import { DeferredResponse, route, type Route, type Slice, type TextInput, type Upload } from '../../../kit/server/route.server.ts'
import { exp_tpl } from '../schemes/expimp.ts'
import { contentType } from '../../files/intake/content.server.ts'
import { extensionOf, isNameTooLong } from '../../files/names.ts'
import { fileProblems } from '../../files/problems.ts'
import { folderStorage } from '../../files/storage/storage.server.ts'
import { newestFirst } from '../../operations/lists.server.ts'
import { importColumns } from './columns.server.ts'
import { BATCH, import_batch, IMPORT_LIMITS, importMay, OUTCOME, ROW, SHOWN, type ShownRow } from './imports.ts'
import { importObject, READ_JOB, readJob, type ImportParts } from './job-read.server.ts'
import { WITHDRAW_JOB, withdrawJob, WRITE_JOB, writeJob } from './job-write.server.ts'
import { importProblems } from './problems.ts'
import { batchOf, changeImport, changeRows, IMPORT_COLUMNS, requireImportSlot, rowsIn, type Batch, type ImportRow } from './records.server.ts'
import { importRoutine } from './routine.server.ts'
import { importPerm, TARGETS } from './targets.ts'
import { failingBook, templateBook } from './workbooks.server.ts'
import { requireWriter } from './writers.server.ts'
import { heardIn } from '../../../runtime/said.ts'

const enabledTemplates = (ctx: Ctx): AnyQuery => scoped(ctx, exp_tpl).where('exp_tpl.kind', '=', 'import').where('exp_tpl.isEnabled', '=', 1)
/** What the caller may import, with the templates that narrow its columns. */
async function typesOf(ctx: Ctx, p: ImportParts) {
  const found = await enabledTemplates(ctx).select(['exp_tpl.id', 'exp_tpl.tplName', 'exp_tpl.entity']).orderBy('exp_tpl.tplCode').execute()
  const templates = found as { id: string; tplName: string; entity: string }[]
  return TARGETS.filter((t) => ctx.who.perms.has(importPerm(t))).map((t) => {
    const { r } = importObject(p, t.entity)
    return {
      entity: t.entity,
      name: ctx.lang === 'en' ? r.en : r.label,
      mayAdd: !t.onlyChange && ctx.who.perms.has(permOf(r, 'add')),
      mayChange: ctx.who.perms.has(permOf(r, 'edit')),
      notes: t.notes.map((n) => n[ctx.lang]),
      templates: templates.filter((x) => x.entity === t.entity).map((x) => ({ id: x.id, name: x.tplName })),
    }
  })
}

interface Chosen extends ReturnType<typeof importObject> {
  tplId: string | null
  name: string
}
/** What a person asks to import, as far as it is allowed. */
async function chosen(ctx: Ctx, p: ImportParts, q: TextInput<'entity' | 'tplId'>): Promise<Chosen> {
  const o = importObject(p, q.entity)
  requireWriter(ctx.who, o.r, o.w, importPerm(o.t))
  const name = ctx.lang === 'en' ? o.r.en : o.r.label
  const asked = q.tplId ?? ''
  if (asked === '') return { ...o, tplId: null, name }
  const tpl = isId(asked)
    ? await enabledTemplates(ctx).selectAll('exp_tpl').where('exp_tpl.id', '=', asked).where('exp_tpl.entity', '=', o.r.name).executeTakeFirst()
    : undefined
  if (!tpl) throw importProblems.type()
  return { ...o, tplId: asked, name: (tpl as { tplName: string }).tplName }
}
const template = async (ctx: Ctx, p: ImportParts, q: TextInput<'entity' | 'tplId'>) => {
  const { r, t, tplId, name } = await chosen(ctx, p, q)
  const title = ctx.lang === 'en' ? `${name} import template` : `${name}导入模板`
  return templateBook(ctx, r, t, await importColumns(ctx, r, t, p.known(), tplId), title)
}

/** Takes a workbook in and queues its reading. It is looked through and put into the store after the transaction, whose connection others wait for. Answers the batch. */
async function upload(ctx: Ctx, p: ImportParts, q: TextInput<'entity' | 'tplId'>, file: Upload): Promise<DeferredResponse> {
  const { r, tplId } = await chosen(ctx, p, q)
  if (isNameTooLong(file.name)) throw fileProblems.nameTooLong()
  if (extensionOf(file.name) !== 'xlsx') throw importProblems.notXlsx()
  await requireImportSlot(ctx)
  return new DeferredResponse(async (again) => {
    if (!(await contentType(file.path, file.name))) throw importProblems.notXlsx()
    const fileId = await p.storage.put(file.path, ctx.who.tenantId)
    try {
      return await again((next) => begin(next, { entity: r.name, tplId, fileName: file.name, fileId }))
    } catch (e) {
      await p.storage.remove(fileId)
      throw e
    }
  })
}
/** Queues the reading of a workbook that is in the store. Answers the batch. */
async function begin(ctx: Ctx, of: { entity: string; tplId: string | null; fileName: string; fileId: string }): Promise<{ id: string }> {
  await requireImportSlot(ctx)
  const id = ctx.newId()
  const jobId = await ctx.enqueue(READ_JOB, { batchId: id }, { title: of.fileName })
  await ctx.db
    .insertInto('import_batch')
    .values({ id, tenantId: ctx.who.tenantId, createUser: ctx.who.userId, createTime: ctx.now, ...of, lang: ctx.lang, status: BATCH.reading, jobId })
    .execute()
  await audit(ctx, { action: 'import_batch.insert', object: 'import_batch', objectId: id, diff: { fileName: of.fileName, entity: of.entity } })
  return { id }
}

const mine = (ctx: Ctx): AnyQuery =>
  ctx.db.selectFrom('import_batch').where('import_batch.tenantId', '=', ctx.who.tenantId).where('import_batch.createUser', '=', ctx.who.userId) as AnyQuery

/** A batch with its columns, how many rows stand where, and how far its job is. */
async function detail(ctx: Ctx, p: ImportParts, id: unknown) {
  const batch = await batchOf(ctx, id)
  const { r, t } = importObject(p, batch.entity)
  const job = await ctx.db
    .selectFrom('job')
    .select(['status', 'percent', 'step', 'done', 'total'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('id', '=', batch.jobId)
    .executeTakeFirst()
  const all = await importColumns(ctx, r, t, p.known(), batch.tplId)
  const counts = Object.fromEntries(
    await Promise.all(
      SHOWN.map(
        async (s) =>
          [
            s,
            Number(
              (
                await narrowedTo(ctx, batch.id, s)
                  .select(sql<string>`count(*)`.as('n'))
                  .executeTakeFirstOrThrow()
              ).n,
            ),
          ] as const,
      ),
    ),
  )
  const { fileId: _, jobId: __, ...shown } = batch
  return {
    ...heardIn(shown, ['failReason'], ctx.lang),
    entityName: ctx.lang === 'en' ? r.en : r.label,
    columns: batch.heads.flatMap((h) => {
      const c = all.find((x) => x.name === h.field)
      return c ? [{ field: c.name, title: c.label[ctx.lang], width: c.width }] : []
    }),
    ignored: batch.heads.filter((h) => !h.field).map((h) => (ctx.lang === 'en' ? `${h.title} (${h.at})` : `${h.title}（${h.at}）`)),
    counts,
    job: job ? heardIn(job, ['step'], ctx.lang) : null,
  }
}

/** Rows that stand where a filter says. */
function narrowedTo(ctx: Ctx, id: string, shown: ShownRow | undefined) {
  const q = rowsIn(ctx, id)
  switch (shown) {
    case 'done':
      return q.where('outcome', '=', OUTCOME.done)
    case 'failed':
    case 'withdrawn':
      return q.where('outcome', '=', shown)
    case 'blocked':
      return q.where('outcome', '=', OUTCOME.done).where(sql<boolean>`faults <> '{}'::jsonb`)
    case undefined:
      return q
    default:
      return q.where('state', '=', shown).where('outcome', '=', OUTCOME.open)
  }
}
const sayIn = (lang: Lang, row: ImportRow) => ({
  id: String(row.no),
  no: row.no,
  state: row.state,
  outcome: row.outcome,
  cells: row.cells,
  faults: Object.fromEntries(Object.entries(row.faults).map(([n, w]) => [n, w[lang]])),
  changes: Object.fromEntries(Object.entries(row.changes).map(([n, c]) => [n, c.was])),
})
/** A page of the preview. */
async function rowsPage(ctx: Ctx, q: TextInput) {
  const batch = await batchOf(ctx, q.id)
  const shown = q.show ? SHOWN.find((s) => s === q.show) : undefined
  if (q.show && !shown) throw problems.badRequest({ zh: '筛选条件不正确', en: 'The filter is malformed' })
  const { current, size, offset } = paging({ size: 50, ...q })
  const from = narrowedTo(ctx, batch.id, shown)
  const total = Number((await from.select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow()).n)
  const list = await typedRows<ImportRow>(from.selectAll('import_row').orderBy('no').limit(size).offset(offset))
  return { records: list.map((row) => sayIn(ctx.lang, row)), total, size, current, pages: Math.ceil(total / size) }
}

/** The batch, locked, in a state that allows the act. */
async function ready(ctx: Ctx, p: ImportParts, id: unknown, act: 'accept' | 'withdraw'): Promise<Batch> {
  const batch = await batchOf(ctx, id, true)
  const { r, t, w } = importObject(p, batch.entity)
  requireWriter(ctx.who, r, w, importPerm(t))
  if (!importMay(act, batch.status)) throw problems.notAllowedNow(act === 'accept' ? { zh: '写入', en: 'import' } : { zh: '撤回', en: 'withdraw' })
  return batch
}
/** Queues the writing of chosen rows (numbers of the sheet), or of all good ones. Answers how many. */
async function accept(ctx: Ctx, p: ImportParts, b: { readonly id?: unknown; readonly rows?: unknown }): Promise<{ rows: number }> {
  const batch = await ready(ctx, p, b.id, 'accept')
  if (
    b.rows !== undefined &&
    !(Array.isArray(b.rows) && b.rows.length <= IMPORT_LIMITS.rows && b.rows.every((n) => Number.isInteger(n) && n > 0 && n < 2 ** 31))
  )
    throw problems.badRequest({ zh: '行号不正确', en: 'The row numbers are malformed' })
  if (b.rows?.length === 0) throw problems.noneSelected()
  const good = changeRows(ctx, batch.id, { chosen: 1 }).where('state', 'in', [ROW.fresh, ROW.change]).where('outcome', '=', OUTCOME.open)
  const { numUpdatedRows } = await (b.rows ? good.where('no', 'in', b.rows as number[]) : good).executeTakeFirst()
  if (Number(numUpdatedRows) === 0) throw importProblems.nothing()
  await requireImportSlot(ctx)
  const jobId = await ctx.enqueue(WRITE_JOB, { batchId: batch.id }, { title: batch.fileName })
  await changeImport(ctx, batch.id, [batch.status], { status: BATCH.writing, failReason: '', jobId })
  await audit(ctx, {
    action: 'import_batch.accept',
    object: 'import_batch',
    objectId: batch.id,
    diff: { fileName: batch.fileName, rows: Number(numUpdatedRows) },
  })
  return { rows: Number(numUpdatedRows) }
}
async function withdraw(ctx: Ctx, p: ImportParts, id: unknown): Promise<void> {
  const batch = await ready(ctx, p, id, 'withdraw')
  await requireImportSlot(ctx)
  const jobId = await ctx.enqueue(WITHDRAW_JOB, { batchId: batch.id }, { title: batch.fileName })
  await changeImport(ctx, batch.id, [batch.status], { status: BATCH.withdrawing, failReason: '', jobId })
  await audit(ctx, { action: 'import_batch.withdraw-asked', object: 'import_batch', objectId: batch.id, diff: { fileName: batch.fileName } })
}
async function cancel(ctx: Ctx, kinds: readonly JobKind[], id: unknown): Promise<void> {
  const batch = await batchOf(ctx, id)
  if (!importMay('cancel', batch.status)) throw problems.notAllowedNow({ zh: '取消', en: 'cancel' })
  await cancelJob(ctx, kinds, batch.jobId)
  await audit(ctx, { action: 'import_batch.cancel', object: 'import_batch', objectId: batch.id, diff: { fileName: batch.fileName } })
}

/**
 * The import centre: everybody's own batches. Starting asks for the import button of the definition, and writing for its add and edit buttons, which
 * depend on what is imported, so the handlers check them. Source: platform.md 7; screens.md A14, A27, B1–B3.
 */
export function importsSlice(parts: Omit<ImportParts, 'storage'>): { slice: Slice; jobs: JobKind[]; routine: Routine } {
  const p: ImportParts = { ...parts, storage: folderStorage(join(parts.dataDir, 'imports')) }
  const jobs = [readJob(p), writeJob(p), withdrawJob(p)]
  const reads = { method: 'GET', scope: 'own', perm: permOf(import_batch, 'view'), audit: 'read' } as const
  const acts = { method: 'POST', scope: 'own', perm: permOf(import_batch, 'edit') } as const
  const at = (verb: string) => `${import_batch.path}/${verb}`
  const routes: Route[] = [
    route({
      ...reads,
      path: at('page'),
      summary: '导入批次分页',
      query: [...filterNames(import_batch), 'status', 'current', 'size'],
      run: async (ctx, q) => {
        const found = await newestFirst(ctx, import_batch, q.status ? mine(ctx).where('import_batch.status', '=', q.status) : mine(ctx), IMPORT_COLUMNS, q)
        return { ...found, records: found.records.map((b) => heardIn(b, ['failReason'], ctx.lang)) }
      },
    }),
    { ...reads, path: at('detail'), summary: '导入批次详情', query: ['id'], run: (ctx, q) => detail(ctx, p, q.id) },
    route({ ...reads, path: at('rows'), summary: '导入预览', query: ['id', 'show', 'current', 'size'], run: (ctx, q) => rowsPage(ctx, q) }),
    { ...reads, path: at('types'), summary: '可导入的业务对象', query: [], run: (ctx) => typesOf(ctx, p) },
    route({ ...reads, answer: 'file', path: at('template'), summary: '下载导入模板', query: ['entity', 'tplId'], run: (ctx, q) => template(ctx, p, q) }),
    {
      ...reads,
      answer: 'file',
      path: at('failing'),
      summary: '下载未导入的行',
      query: ['id'],
      run: async (ctx, q) => {
        const batch = await batchOf(ctx, q.id)
        const { r, t } = importObject(p, batch.entity)
        return failingBook(ctx, r, await importColumns(ctx, r, t, p.known(), batch.tplId), batch)
      },
    },
    route({
      ...acts,
      path: at('upload'),
      audit: 'import_batch.insert',
      summary: '上传导入文件',
      body: { entity: text('业务对象', { en: 'Object', required: true, max: 64 }), tplId: text('模板', { en: 'Template', max: 19 }) },
      upload: { maxBytes: IMPORT_LIMITS.bytes },
      run: (ctx, q, f) => upload(ctx, p, q, f.upload!),
    }),
    { ...acts, path: at('accept'), audit: 'import_batch.accept', summary: '写入导入的行', body: 'any', run: (ctx, b) => accept(ctx, p, b) },
    { ...acts, path: at('withdraw'), audit: 'import_batch.withdraw', summary: '撤回导入批次', query: ['id'], run: (ctx, q) => withdraw(ctx, p, q.id) },
    { ...acts, path: at('cancel'), audit: 'import_batch.cancel', summary: '取消导入', query: ['id'], run: (ctx, q) => cancel(ctx, jobs, q.id) },
  ]
  return { slice: { name: 'imports', resources: [], routes }, jobs, routine: importRoutine(p.storage) }
}
