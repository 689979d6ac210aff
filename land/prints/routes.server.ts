// The print room: jobs of a region, what each left out, and the records of what was printed. Source: documents.md 0.
import { join } from 'node:path'
import { flag, int, json, note, ref, region, text, dict } from '../../kit/model/field.ts'
import { problems } from '../../kit/model/problem.ts'
import { isRegionCode } from '../../kit/model/region-code.ts'
import { idList, type Fields } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { requireRegion, scoped, underRegion } from '../../kit/server/query.server.ts'
import {
  asFile,
  crud,
  FileResponse,
  reading,
  route,
  rowIdOf,
  type InputOf,
  type Route,
  type Run,
  type Slice,
  type TextInput,
} from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { personName } from '../../platform/people/name.ts'
import { regionName } from '../../platform/regions/lookup.server.ts'
import { cancelJob } from '../../runtime/jobs-control.server.ts'
import type { JobKind } from '../../runtime/jobs.server.ts'
import { cleanFileName } from '../../services/files/names.ts'
import { folderStorage, type Storage } from '../../services/files/storage/storage.server.ts'
import { cbf } from '../definitions/cbf.ts'
import { ZT } from '../definitions/statuses.ts'
import { printProblems } from '../paper/problems.ts'
import { undrawable } from './glyphs.server.ts'
import { PRINT_JOB, printJobKind, type PrintParts } from './job.server.ts'
import {
  isPrintForm,
  MOST_PRINTED_HOUSEHOLDS,
  PACKING,
  PRINT,
  PRINT_TITLES,
  print_job,
  print_record,
  type PrintHousehold,
  type PrintForm,
  type PrintJob,
} from './print-job.ts'
import { printJobProblems } from './problems.ts'

/** Households above which a job takes minutes, in which others are not to wait for theirs. */
const LONG_FROM = 50
/** Texts without glyph that a refusal names. */
const MOST_NAMED = 10
/** The button that a form needs beside that of the room: a book in full is handed out and counted. */
const PERM_OF: Partial<Record<PrintForm, string>> = { djb: 'djb_print' }

/** The households of a job: those named, else the valid ones of an issuer or region. @throws print-nothing, print-too-many, out-of-region */
async function householdsOf(ctx: Ctx, { regionCode, cbfbms }: { regionCode: string; cbfbms: readonly string[] }): Promise<PrintHousehold[]> {
  if (!isRegionCode(regionCode) || regionCode.length < 6) throw problems.badRequest({ zh: '请选择县级或以下区域', en: 'Choose a county or a region below it' })
  requireRegion(ctx, regionCode)
  const valid = underRegion(scoped(ctx, cbf), 'cbf', regionCode).where('cbf.zt', '=', ZT.valid)
  const found = await (cbfbms.length ? valid.where('cbf.cbfbm', 'in', cbfbms) : valid)
    .select(['cbf.cbfbm', 'cbf.cbfmc'])
    .orderBy('cbf.cbfbm')
    .limit(MOST_PRINTED_HOUSEHOLDS + 1)
    .execute()
  if (found.length === 0) throw printProblems.nothing()
  if (found.length > MOST_PRINTED_HOUSEHOLDS) throw printProblems.tooMany({ max: MOST_PRINTED_HOUSEHOLDS })
  return found.map((h) => ({ code: h.cbfbm!, name: h.cbfmc ?? '' }))
}
function formsAsked(ctx: Ctx, v: unknown): PrintForm[] {
  const named = String(v ?? '')
    .split(',')
    .filter(Boolean)
  const forms = [...new Set(named)].filter(isPrintForm)
  const other = named.find((f) => !isPrintForm(f))
  if (other) throw printProblems.noForm({ form: other })
  if (forms.length === 0) throw printJobProblems.noForms()
  for (const form of forms) if (PERM_OF[form] && !ctx.who.perms.has(PERM_OF[form])) throw problems.forbidden({ perm: PERM_OF[form] })
  return forms
}
/** Keeps a job and queues its work. */
async function begin(
  ctx: Ctx,
  o: Pick<PrintJob, 'regionCode' | 'title' | 'forms' | 'packing' | 'duplex'> & { households: readonly PrintHousehold[]; reason?: string; ofId?: string },
) {
  const { households, reason, ofId, ...rest } = o
  const id = await rows.insert(ctx, print_job, {
    ...rest,
    households,
    unprinted: [],
    total: households.length,
    done: 0,
    pages: 0,
    sheets: 0,
    left: 0,
    status: PRINT.queued,
    printer: personName(ctx.who),
    ...(reason ? { reason } : {}),
    ...(ofId ? { ofId } : {}),
  })
  await queue(ctx, { id, title: o.title, regionCode: o.regionCode, total: households.length })
  return id
}
async function queue(ctx: Ctx, { id, title, regionCode, total }: Pick<PrintJob, 'id' | 'title' | 'regionCode' | 'total'>): Promise<void> {
  const jobId = await ctx.enqueue(PRINT_JOB, { id }, { title: title ?? '', regionCode: regionCode!, long: (total ?? 0) > LONG_FROM })
  await rows.update(ctx, print_job, id, { jobId, status: PRINT.queued, failReason: null, endTime: null })
}
const ASKED = {
  regionCode: region('行政区划', { en: 'Region' }),
  cbfbms: text('承包方', { en: 'Contractors', max: 20_000 }),
  forms: text('表单', { en: 'Forms', max: 400, required: true }),
  packing: dict('装订方式', 'print_packing', { en: 'Packing' }),
  duplex: flag('双面', { en: 'Both sides' }),
  skip: flag('跳过缺字的户', { en: 'Leave out what lacks a glyph' }),
}
/** Asks for a job. @throws print-glyphs where somebody's name cannot be drawn and nobody said to leave those households out */
async function start(ctx: Ctx, q: InputOf<'POST', never, typeof ASKED>): Promise<string> {
  const forms = formsAsked(ctx, q.forms)
  const regionCode = q.regionCode || ctx.who.regionCode
  const all = await householdsOf(ctx, { regionCode, cbfbms: idList(q.cbfbms) })
  const lacking = await undrawable(ctx, all)
  if (lacking.length && q.skip !== 1) {
    const said = lacking.slice(0, MOST_NAMED).map((x) => `${x.name}（${x.code}）“${x.text}”：${x.characters}`)
    throw printJobProblems.glyphs({ said: said.join('；'), more: Math.max(0, lacking.length - MOST_NAMED) })
  }
  const households = all.filter((h) => !lacking.some((x) => x.code === h.code))
  if (households.length === 0) throw printProblems.nothing()
  const title = `${(await regionName(ctx, regionCode)) ?? regionCode}-${forms.map((f) => PRINT_TITLES[f].zh).join('、')}`.slice(0, 200)
  const packing = q.packing === PACKING.files ? PACKING.files : PACKING.bound
  return begin(ctx, { regionCode, title, forms: forms.join(','), packing, duplex: q.duplex === 1 ? 1 : 0, households })
}
/** Prints a job once more, the same forms of the same households, and says why. */
async function again(ctx: Ctx, q: TextInput<'id' | 'reason'>): Promise<string> {
  const of = await rows.get(ctx, print_job, rowIdOf(q))
  const reason = (q.reason ?? '').trim()
  if (!reason) throw printJobProblems.reason()
  formsAsked(ctx, of.forms)
  const { regionCode, title, forms, packing, duplex } = of
  return begin(ctx, { regionCode, title, forms, packing, duplex, households: of.households as unknown as PrintHousehold[], reason, ofId: of.id })
}
/** Goes on with a job that failed or was stopped, where it stood. */
async function resume(ctx: Ctx, q: TextInput<'id'>): Promise<void> {
  const of = await rows.get(ctx, print_job, rowIdOf(q), true)
  const live = of.jobId && (await ctx.db.selectFrom('job').select('id').where('tenantId', '=', ctx.who.tenantId).where('id', '=', of.jobId).where('status', 'in', ['queued', 'running']).executeTakeFirst()) // prettier-ignore
  if (live || of.status === PRINT.done) throw printJobProblems.running()
  formsAsked(ctx, of.forms)
  await queue(ctx, of)
}

const routes = (p: PrintParts, kinds: readonly JobKind[]): Route[] => {
  const at = print_job.path
  const act = <B extends Fields>(
    verb: string,
    summary: string,
    o: { body: B; answer: NonNullable<Route['answer']>; run: Run<never, NoInfer<B>, 'POST'> },
  ): Route => route({ method: 'POST', path: `${at}/${verb}`, perm: 'print_job_add', scope: 'land', audit: `print_job.${verb}`, summary, ...o })
  const ID = ref('打印任务', 'print_job', { en: 'Job', required: true })
  return [
    crud(print_job).page,
    crud(print_record).page,
    route({
      method: 'GET',
      path: `${at}/check`,
      perm: 'print_job_view',
      scope: 'land',
      audit: 'read',
      summary: '打印前检查',
      query: ['regionCode', 'cbfbms'],
      answer: { as: 'row', of: { total: int('户数'), lacking: json('缺字') } },
      run: async (ctx, q) => {
        const all = await householdsOf(ctx, { regionCode: q.regionCode || ctx.who.regionCode, cbfbms: idList(q.cbfbms) })
        return { total: all.length, lacking: await undrawable(ctx, all) }
      },
    }),
    act('start', '发起批量打印', { body: ASKED, answer: 'id', run: start }),
    act('again', '重印', { body: { id: ID, reason: note('重印原因', { en: 'Reason', max: 254 }) }, answer: 'id', run: again }),
    act('resume', '继续打印', { body: { id: ID }, answer: 'nothing', run: resume }),
    act('cancel', '取消打印', {
      body: { id: ID },
      answer: 'nothing',
      run: async (ctx, q) => {
        const of = await rows.get(ctx, print_job, rowIdOf(q))
        await cancelJob(ctx, kinds, of.jobId)
      },
    }),
    asFile(
      reading('land', 'print_job_view')(`${at}/download`, '下载打印文件', ['id'], async (ctx, q) => {
        const of = await rows.get(ctx, print_job, q.id ?? '')
        if (of.status !== PRINT.done || !of.fileId) throw printJobProblems.notReady()
        if (!(await p.prints.has(of.fileId))) throw printJobProblems.gone()
        const isZip = (await firstBytes(p.prints, of.fileId)) === 'PK'
        return new FileResponse(
          `${cleanFileName(of.title ?? '') || of.id}.${isZip ? 'zip' : 'pdf'}`,
          isZip ? 'application/zip' : 'application/pdf',
          p.prints.stream(of.fileId),
        )
      }),
      'print_job.download',
    ),
  ]
}
/** The first two letters of a file: PDF or ZIP. */
async function firstBytes(storage: Storage, name: string): Promise<string> {
  const stream = storage.stream(name)
  for await (const piece of stream) {
    stream.destroy()
    return (piece as Buffer).subarray(0, 2).toString('latin1')
  }
  return ''
}
/** The print room with its job. */
export function printRoom(o: { dataDir: string; storage: Storage }): { slice: Slice; job: JobKind; prints: Storage } {
  const parts: PrintParts = { ...o, prints: folderStorage(join(o.dataDir, 'prints', 'files')) }
  const job = printJobKind(parts)
  return { slice: { name: 'prints', resources: [print_job, print_record], routes: routes(parts, [job]) }, job, prints: parts.prints }
}
