import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isRefusal } from '../../../kit/model/problem.ts'
import type { AnyResource } from '../../../kit/model/resource.ts'
import { clocksOf, type Ctx, type Who } from '../../../kit/server/ctx.server.ts'
import { endOf, endWords, stopOf, type JobKind, type JobRun } from '../../../runtime/jobs.server.ts'
import type { Text } from '../../../kit/model/lang.ts'
import { messageJson } from '../../../runtime/said.ts'
import type { Storage } from '../../files/storage/storage.server.ts'
import { sheetName } from './cells.ts'
import { formOf, EXPORT_STATUS, TYPES, type ExportType } from './exports.ts'
import { writeForms } from './forms.server.ts'
import { exportProblems } from './problems.ts'
import { changeExport, recordOf, type Params } from './records.server.ts'
import { writeSheet } from './sheet.server.ts'
import { rowsOf, sourceOf } from './source.server.ts'
import type { ExportForms, ExportTarget, SheetRun } from './targets.server.ts'
import { words } from './words.ts'

export const EXPORT_JOB = 'export'
export interface ExportParts {
  /** where files stand while they are written; swept nightly with the uploads that were left there */
  dataDir: string
  storage: Storage
  known: () => readonly AnyResource[]
  /** what rooms say of their definitions and forms */
  targets: readonly ExportTarget[]
  forms: ExportForms
}

/** What is exported under a name: a target, or any definition as it is. */
export function exportTarget(p: Pick<ExportParts, 'known' | 'targets'>, name: string): ExportTarget {
  const t = p.targets.find((x) => x.r.name === name)
  if (t) return t
  const r = p.known().find((x) => x.name === name)
  if (!r) throw exportProblems.type()
  return { r }
}
export const typeOf = (code: string): ExportType | undefined => TYPES.find((x) => x.code === code)
export const exportExtension = (type: string, { asForm }: Pick<Params, 'asForm'>): string =>
  typeOf(type)?.archive || formOf(typeOf(type), asForm) ? 'zip' : 'xlsx'

type Payload = { recordId: string; type: string; params: Params }
const WRITE_MS = 500
const OPEN = [EXPORT_STATUS.queued, EXPORT_STATUS.exporting]

/** Marks a record as failed, with the words that people read; what moves on already stays as it is. */
export const failExport = (ctx: Ctx, id: string, reason: Text) =>
  changeExport(ctx, id, OPEN, { status: EXPORT_STATUS.failed, failReason: messageJson(reason), endTime: ctx.now })

async function write(run: SheetRun, p: ExportParts, type: string, params: Params, path: string): Promise<number> {
  const target = exportTarget(p, params.entity)
  const t = typeOf(type)
  if (t?.archive) return target.archive!.write(run, params.filter, path)
  const form = formOf(t, params.asForm)
  if (form) return writeForms(run, p.forms[form], target, params.filter, path)
  const wanted = { filter: params.filter, ...(t?.columns ? { columns: t.columns } : {}), ...(params.tplId ? { tplId: params.tplId } : {}) }
  return writeSheet(run, await run.tx((ctx) => sourceOf(ctx, target, wanted)), path)
}

/** Documents, and rows of a sheet, from which on an export takes minutes: others are not to wait for it. */
const LONG_FROM = { forms: 50, rows: 20_000 } as const
/** Whether an export is of such a size; archives of files are, whatever they hold. */
export async function isLongExport(ctx: Ctx, p: Pick<ExportParts, 'known' | 'targets' | 'forms'>, type: string, params: Params): Promise<boolean> {
  const [t, target] = [typeOf(type), exportTarget(p, params.entity)]
  if (t?.archive) return true
  const form = formOf(t, params.asForm)
  const most = form ? LONG_FROM.forms : LONG_FROM.rows
  try {
    const own = form && (await p.forms[form].holders?.(ctx, params.filter, most + 1))
    if (own) return own.length > most
    return (await rowsOf(ctx, target, params.filter).select(`${target.r.name}.id`).offset(most).limit(1).execute()).length > 0
  } catch (e) {
    // what cannot be exported so is said by the job, to whom it always was
    if (isRefusal(e)) return false
    throw e
  }
}

/** Who exported and when, in few signs, as the name of a sheet has room for: account, year, month, day, hour and minute (`zhangsan 2611281905`). */
const markOf = (who: Who, now: string): string => `${sheetName(who.account).slice(0, 10)} ${now.slice(2, 16).replace(/\D/g, '')}`

/** Writes the file and hands it over: the record and its file appear in one transaction, or neither. */
async function exported(job: JobRun, p: ExportParts, id: string, type: string, params: Params): Promise<void> {
  const path = join(p.dataDir, 'tmp', `up-export-${job.id}.${exportExtension(type, params)}`)
  await mkdir(join(p.dataDir, 'tmp'), { recursive: true })
  const tx: JobRun['tx'] = (work) => job.tx((ctx) => work({ ...ctx, lang: params.lang, ...clocksOf(params) }))
  let told = 0
  const run: SheetRun = {
    lang: params.lang,
    mark: markOf(job.who, await job.tx(async (ctx) => (await recordOf(ctx, id)).createTime)),
    tx,
    signal: job.signal,
    async progress(done, total) {
      // the whole hundred belongs to the file that can be fetched
      const percent = Math.min(99, Math.floor((done / Math.max(1, total)) * 100))
      if (Date.now() - told < WRITE_MS) return
      told = Date.now()
      await job.progress(percent, words.writing, done, total)
      await tx((ctx) => changeExport(ctx, id, OPEN, { status: EXPORT_STATUS.exporting, progress: percent }))
    },
  }
  try {
    await tx((ctx) => changeExport(ctx, id, OPEN, { status: EXPORT_STATUS.exporting, progress: 0 }))
    const rows = await write(run, p, type, params, path)
    job.signal.throwIfAborted()
    const fileId = await p.storage.put(path, job.who.tenantId)
    const { mine } = await job.finish(async (ctx) => ({
      rows,
      mine: await changeExport(ctx, id, OPEN, { status: EXPORT_STATUS.finished, progress: 100, fileId, endTime: ctx.now }),
    }))
    if (!mine) await p.storage.remove(fileId)
  } finally {
    await rm(path, { force: true })
  }
}

/** One export: read under the rights of whoever asked, written beside the requests. It is tried once; people repeat it with their own button. */
export const exportJob = (p: ExportParts): JobKind => ({
  kind: EXPORT_JOB,
  label: '导出',
  en: 'Export',
  opens: 'exports',
  attempts: 1,
  withdrawn: (ctx, { recordId }: Payload) => failExport(ctx, recordId, endWords.cancelled),
  died: (ctx, { recordId }: Payload) => failExport(ctx, recordId, endWords.died),
  async run(job, { recordId, type, params }: Payload) {
    try {
      await exported(job, p, recordId, type, params)
    } catch (e) {
      const stop = stopOf(job.signal)
      // another server goes on with it, or this one does after its start
      if (stop === 'stopping' || stop === 'lost') throw e
      await job.tx((ctx) => failExport(ctx, recordId, endOf(e, job.signal)))
      throw e
    }
  },
})
