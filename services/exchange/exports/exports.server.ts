import { join } from 'node:path'
import { problems } from '../../../kit/model/problem.ts'
import { MAX_PAGE_PROGRAM } from '../../../kit/model/page.ts'
import { entries, idList, isId, type AnyResource } from '../../../kit/model/resource.ts'
import { audit } from '../../../kit/server/audit.server.ts'
import { clocksOf, type Ctx } from '../../../kit/server/ctx.server.ts'
import { wrong } from '../../../platform/credentials/problems.ts'
import { cancelJob } from '../../../runtime/jobs-control.server.ts'
import type { JobKind } from '../../../runtime/jobs.server.ts'
import type { Routine } from '../../../runtime/maintenance.server.ts'
import type { AnyQuery } from '../../../kit/server/any-query.server.ts'
import { filterNames, scoped } from '../../../kit/server/query.server.ts'
import { FileResponse, DeferredResponse, route, type Route, type Slice, type TextInput } from '../../../kit/server/route.server.ts'
import { exp_tpl } from '../schemes/expimp.ts'
import { isSheetObject, schemeObject } from '../schemes/sheet.server.ts'
import { folderStorage } from '../../files/storage/storage.server.ts'
import { newestFirst } from '../../operations/lists.server.ts'
import { entityOf, formOf, customLabel, export_record, LIST_TYPE, permsOf, EXPORT_STATUS, TYPES } from './exports.ts'
import { hub } from './hub.server.ts'
import { EXPORT_JOB, exportJob, exportExtension, exportTarget, isLongExport, typeOf, type ExportParts } from './job.server.ts'
import { clockMark } from './clock-mark.ts'
import { exportProblems } from './problems.ts'
import { changeExport, EXPORT_COLUMNS, requireExportSlot, recordOf, recordOfFile, type ExportRecord, type Params } from './records.server.ts'
import { exportRoutine } from './routine.server.ts'
import { heardIn } from '../../../runtime/said.ts'
import { XLSX_TYPE } from '../../../runtime/workbook/media-type.ts'

const CONTENT: Readonly<Record<string, string>> = { xlsx: XLSX_TYPE, zip: 'application/zip' }
type Known = Pick<ExportParts, 'known' | 'targets' | 'forms'>
/** Definitions whose list may be exported under the general type. */
const listed = ({ known, targets }: Known): AnyResource[] => known().filter((r) => isSheetObject(r) || targets.some((t) => t.r.name === r.name))
const NOT_FILTERS = new Set(['type', 'entity', 'as', 'asOf', 'knownAt'])
/** Rows that are named one by one at most: what a page of a list holds. */
const MAX_CHOSEN = MAX_PAGE_PROGRAM

/** The custom types: enabled export templates of the caller's county, or of every region. Source: platform.md 2, 4 (first 6 characters of the region). */
function customTypes(ctx: Ctx): AnyQuery {
  const county = ctx.who.regionCode.slice(0, 6)
  const q = scoped(ctx, exp_tpl).where('exp_tpl.kind', '=', 'export').where('exp_tpl.isEnabled', '=', 1)
  if (county === '') return q
  return q.where((w) =>
    w.or([
      w('exp_tpl.regionCode', 'is', null),
      w('exp_tpl.regionCode', '=', ''),
      w.and([w('exp_tpl.regionCode', '>=', county), w('exp_tpl.regionCode', '<', `${county}~`)]),
      w('exp_tpl.regionCode', 'in', [county.slice(0, 2), county.slice(0, 4)]),
    ]),
  )
}
async function typesOf(ctx: Ctx) {
  const custom = await customTypes(ctx).select(['exp_tpl.tplCode', 'exp_tpl.tplName', 'exp_tpl.entity']).orderBy('exp_tpl.tplCode').execute()
  return [
    ...TYPES.map((x) => ({
      type: x.code,
      typeName: x.label[ctx.lang],
      custom: false,
      mayStart: permsOf(x, x.entity).every((perm) => ctx.who.perms.has(perm)),
      orForm: !!x.orForm && ctx.who.perms.has(`${entityOf(x, true)}_export`),
    })),
    ...custom.map((x) => ({
      type: x.tplCode,
      typeName: customLabel(x.tplName)[ctx.lang],
      custom: true,
      mayStart: ctx.who.perms.has(`${x.entity}_export`),
      orForm: false,
    })),
  ]
}

interface Choice {
  r: AnyResource
  name: string
  tplId?: string
}
/** What a type means: one of the specification's, the list of a definition, or a template by its code. */
async function chosen(ctx: Ctx, p: Known, q: TextInput, asForm: true | undefined): Promise<Choice> {
  const code = q.type ?? ''
  const t = typeOf(code)
  if (t) return { r: exportTarget(p, entityOf(t, asForm)).r, name: t.label[ctx.lang] }
  if (code === LIST_TYPE) {
    const r = listed(p).find((x) => x.name === q.entity)
    if (!r) throw exportProblems.type()
    return { r, name: ctx.lang === 'en' ? r.en : r.label }
  }
  const tpl = code ? await customTypes(ctx).selectAll('exp_tpl').where('exp_tpl.tplCode', '=', code).executeTakeFirst() : undefined
  if (!tpl) throw exportProblems.type()
  return { r: schemeObject(p.known, tpl.entity), name: tpl.tplName, tplId: tpl.id }
}

/** Queues the work of a record, in the name of the caller. */
const queue = async (ctx: Ctx, p: Known, of: { id: string; type: string; params: Params; title: string }): Promise<string> => {
  const { id: recordId, type, params, title } = of
  const { regionCode } = params.filter
  return ctx.enqueue(EXPORT_JOB, { recordId, type, params }, { title, ...(regionCode ? { regionCode } : {}), long: await isLongExport(ctx, p, type, params) })
}

/** Whether documents are asked for in place of a sheet. @throws where the type has none */
function asFormOf(type: string, as: unknown): true | undefined {
  if (!as || as === 'sheet') return undefined
  if (as !== 'form' || !typeOf(type)?.orForm) throw exportProblems.type()
  return true
}
/** @throws forbidden where a button is missing that the type needs, purpose-needed: the file is made in the name of the account, which is asked nothing */
function requireMay(ctx: Ctx, type: string, r: AnyResource): void {
  const perm = permsOf(typeOf(type), r.name).find((x) => !ctx.who.perms.has(x))
  if (perm) throw problems.forbidden({ perm })
  if (ctx.who.purpose === null && entries(r).some(([, f]) => f.mask)) throw wrong.purpose()
}
/** Asks for an export: type and the filters of the list that is on the screen. Answers the id of the record. */
async function start(ctx: Ctx, p: Known, q: TextInput): Promise<{ id: string }> {
  const type = q.type ?? ''
  const asForm = asFormOf(type, q.as)
  const { r, name, tplId } = await chosen(ctx, p, q, asForm)
  requireMay(ctx, type, r)
  const filter = Object.fromEntries(Object.entries(q).filter(([n, v]) => !NOT_FILTERS.has(n) && v !== '')) as Record<string, string>
  const rowIds = idList(filter.ids)
  if ('ids' in filter && (rowIds.length === 0 || rowIds.length > MAX_CHOSEN || !rowIds.every(isId))) throw exportProblems.chosen({ max: MAX_CHOSEN })
  // documents are asked for by the codes of whom they are about, where their form does not say otherwise
  const also = exportTarget(p, r.name).filters ?? []
  const form = formOf(typeOf(type), asForm)
  const allowed = new Set([...filterNames(r), ...also, ...(form && !p.forms[form].holders ? [] : ['ids'])])
  for (const n of Object.keys(filter)) if (!allowed.has(n)) throw problems.unknownParameter({ name: n })
  if (typeOf(type)?.archive) exportTarget(p, r.name).archive!.ready(ctx, filter)
  await requireExportSlot(ctx)
  const params: Params = {
    entity: r.name,
    filter,
    lang: ctx.lang,
    ...(r.versioned ? clocksOf(ctx) : {}),
    ...(tplId ? { tplId } : {}),
    ...(asForm ? { asForm } : {}),
  }
  const id = ctx.newId()
  const fileName = `${name}${r.versioned ? clockMark(ctx) : ''}-${ctx.now.replace(/[- :]/g, '')}.${exportExtension(type, params)}`
  await ctx.db
    .insertInto('export_record')
    .values({
      id,
      tenantId: ctx.who.tenantId,
      createUser: ctx.who.userId,
      createTime: ctx.now,
      fileName,
      exportParams: JSON.stringify(params),
      type,
      typeName: tplId ? customLabel(name)[ctx.lang] : name,
      jobId: await queue(ctx, p, { id, type, params, title: fileName }),
    })
    .execute()
  await audit(ctx, {
    action: 'export_record.insert',
    object: 'export_record',
    objectId: id,
    regionCode: filter.regionCode ?? null,
    diff: { fileName, ...filter },
  })
  hub.tell(ctx.who.userId)
  return { id }
}

/** Repeats a failed export: only one of two who ask at the same moment gets it. */
async function again(ctx: Ctx, p: Known, id: unknown): Promise<void> {
  const record = await recordOf(ctx, id)
  requireMay(ctx, record.type, exportTarget(p, record.exportParams.entity).r)
  const { type, exportParams: params, fileName } = record
  await requireExportSlot(ctx)
  const fresh = { status: EXPORT_STATUS.queued, progress: 0, failReason: '', endTime: null }
  if (!(await changeExport(ctx, record.id, [EXPORT_STATUS.failed], fresh))) throw exportProblems.notFailed()
  const jobId = await queue(ctx, p, { id: record.id, type, params, title: fileName })
  await changeExport(ctx, record.id, [EXPORT_STATUS.queued], { jobId })
  await audit(ctx, { action: 'export_record.retry', object: 'export_record', objectId: record.id, diff: { fileName } })
}

async function cancel(ctx: Ctx, kinds: readonly JobKind[], id: unknown): Promise<void> {
  const record = await recordOf(ctx, id)
  if (record.status !== EXPORT_STATUS.queued && record.status !== EXPORT_STATUS.exporting) throw problems.notAllowedNow({ zh: '取消', en: 'cancel' })
  await cancelJob(ctx, kinds, record.jobId)
  await audit(ctx, { action: 'export_record.cancel', object: 'export_record', objectId: record.id, diff: { fileName: record.fileName } })
}

async function file(ctx: Ctx, storage: ExportParts['storage'], record: ExportRecord): Promise<FileResponse> {
  if (record.status !== EXPORT_STATUS.finished || !record.fileId) throw exportProblems.notFinished()
  if (!(await storage.has(record.fileId))) throw exportProblems.gone()
  if (ctx.call) ctx.call.objectId = record.id
  return new FileResponse(record.fileName, CONTENT[exportExtension(record.type, record.exportParams)]!, storage.stream(record.fileId))
}

const mine = (ctx: Ctx): AnyQuery =>
  ctx.db.selectFrom('export_record').where('export_record.tenantId', '=', ctx.who.tenantId).where('export_record.createUser', '=', ctx.who.userId) as AnyQuery

/**
 * The export centre: everybody's own exports, and the call that starts one. Starting asks for the export button of the definition, which depends on
 * the type, so the handlers check it. Source: platform.md 2, 3, 4, 7; platform-api.md 3.19.
 */
export function exportsSlice(given: Omit<ExportParts, 'storage'>): { slice: Slice; job: JobKind; routine: Routine } {
  const parts: ExportParts = { ...given, storage: folderStorage(join(given.dataDir, 'exports')) }
  const job = exportJob(parts)
  const reads = { method: 'GET', scope: 'own', perm: 'signed-in', audit: 'read' } as const
  const acts = { method: 'POST', scope: 'own', perm: 'signed-in', query: ['id'] } as const
  // a list's filters travel as they stand in its address; which of them a type knows is checked when it is known
  const filters = () => [
    ...new Set([...listed(parts), ...parts.targets.map((t) => t.r)].flatMap((r) => filterNames(r)).concat(parts.targets.flatMap((t) => t.filters ?? []))),
  ]
  const routes: Route[] = [
    {
      ...reads,
      path: '/exportRecord/page',
      summary: '导出记录分页',
      query: [...filterNames(export_record), 'current', 'size'],
      run: async (ctx, q) => {
        const found = await newestFirst(ctx, export_record, mine(ctx), EXPORT_COLUMNS, { size: 20, ...q })
        return { ...found, records: found.records.map((r) => heardIn(r, ['failReason'], ctx.lang)) }
      },
    },
    { ...reads, path: '/exportRecord/types', summary: '导出类型', query: [], run: (ctx) => typesOf(ctx) },
    route({
      ...reads,
      path: '/exportRecord/news',
      summary: '等待导出变化',
      query: ['seen'],
      run: async (ctx, q) => new DeferredResponse(async () => ({ version: await hub.wait(ctx.who.userId, q.seen ?? '') })),
    }),
    {
      ...reads,
      answer: 'file',
      path: '/exportRecord/download',
      traced: 'export_record.download',
      summary: '下载导出文件',
      query: ['fileId'],
      run: async (ctx, q) => file(ctx, parts.storage, await recordOfFile(ctx, q.fileId)),
    },
    { ...acts, path: '/exportRecord/reexport', audit: 'export_record.retry', summary: '重新导出', run: (ctx, q) => again(ctx, parts, q.id) },
    { ...acts, path: '/exportRecord/cancel', audit: 'export_record.cancel', summary: '取消导出', run: (ctx, q) => cancel(ctx, [job], q.id) },
    route({
      ...reads,
      path: '/widget/export',
      audit: 'export_record.insert',
      writes: true,
      summary: '发起导出',
      query: ['type', 'entity', 'as', 'asOf', 'knownAt', 'ids', ...filters()],
      run: (ctx, q) => start(ctx, parts, q),
    }),
  ]
  return { slice: { name: 'exports', resources: [], routes }, job, routine: exportRoutine(parts.storage) }
}
