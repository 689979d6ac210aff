import { json, text } from '../../kit/model/field.ts'
import { both } from '../../kit/model/lang.ts'
import { endWords } from '../../runtime/jobs.server.ts'
import { heard, heardIn, messageJson } from '../../runtime/said.ts'
import { sql } from 'kysely'
import { invalidField, problems } from '../../kit/model/problem.ts'
import { isAdministrator, type Ctx } from '../../kit/server/ctx.server.ts'
import { page, scoped } from '../../kit/server/query.server.ts'
import { XLSX_TYPE } from '../../runtime/workbook/media-type.ts'
import { addRow } from '../../services/files/attachments.server.ts'
import { keepMade } from '../../services/files/intake/intake.server.ts'
import { requireRoom } from '../../services/files/quota.server.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import {
  route,
  DeferredResponse,
  asFile,
  crud,
  ids,
  listing,
  reading,
  type Again,
  type InputOf,
  type Route,
  type Run,
  type SentRow,
  type Slice,
  type TextInput,
  type Upload,
} from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { cells, exportFindings, findings, finishReport, ruleCounts } from './findings.server.ts'
import { HJB, RESULT } from './flow.ts'
import { hjb, hjb_cell, hjb_change, hjb_issue, hjb_log, hjb_repair, hjbResources, INCREMENT, type HjbInfo } from '../package/hjb.ts'
import { borderRoutes } from './borders.server.ts'
import { ANALYSE, EMPTY, INITIALISE, PACKAGE_JOBS, WRITE } from './jobs.server.ts'
import { quality } from './quality.server.ts'
import { ACT_WORDS, readyFor, startJob } from './ready.server.ts'
import { proposeRepairs, REPAIRS, repairRoutes } from './repairs.server.ts'
import { hjb_rule } from './rule.ts'
import { ruleRoutes } from './rules.server.ts'
import { OTHER } from './scans.ts'
import { against, noLocks, withdrawCheck, rowsByPackage, type Locks } from './withdraw.server.ts'
import { hjbProblems } from '../package/problems.ts'
import { confirmedRounds, packageDayWrong, type IssuerRound } from '../package/rounds.ts'
import { dropPackage, storePackage } from './storage.server.ts'
import { baseCounts } from '../intake/write.server.ts'
import { isId, type Fields } from '../../kit/model/resource.ts'
import { registerProblems } from '../../land/register/acts/problems.ts'
import { register_entry } from '../../land/register/acts/tables.ts'

const MAX_PACKAGE = 4 * 2 ** 30
/** A package as it is sent. */
type SentPackage = SentRow<typeof hjb>
interface Received {
  id: string
  existing: boolean
  status: string
}
/** The package that these bytes are already. Refuses what may not be taken as a new one, or as the one named by `id`. */
async function knownPackage(ctx: Ctx, { sha256 }: Upload, fields: SentPackage): Promise<Received | undefined> {
  const known = await scoped(ctx, hjb).select(['hjb.id', 'hjb.status']).where('hjb.sha256', '=', sha256).executeTakeFirst()
  if (known) return { id: known.id, existing: true, status: known.status! }
  await (fields.id ? readyFor(ctx, fields.id, 'upload') : rows.checkedDraft(ctx, hjb, fields))
  return undefined
}
/**
 * Takes an uploaded package: a new row, or the waiting one named by `id`. The same bytes again answer the row that has them (`existing`). Its bytes go to disk
 * between two transactions: of gigabytes that takes as long as the disk does, and nobody's connection waits for it.
 */
export async function receivePackage(again: Again, dataDir: string, upload: Upload, fields: SentPackage): Promise<Received> {
  const { known, tenantId } = await again(async (ctx) => ({ known: await knownPackage(ctx, upload, fields), tenantId: ctx.who.tenantId }))
  if (known) return known
  await storePackage(dataDir, tenantId, upload.path, upload.sha256)
  return again(async (ctx) => {
    const since = await knownPackage(ctx, upload, fields)
    if (since) return since
    const file = { fileName: upload.name.slice(-255), fileSize: String(upload.size), sha256: upload.sha256, status: HJB.uploaded }
    const id = fields.id
      ? await rows.update(ctx, hjb, (await readyFor(ctx, fields.id, 'upload')).id, file)
      : await rows.insert(ctx, hjb, { ...(await rows.checkedDraft(ctx, hjb, fields)), ...file })
    return { id, existing: false, status: HJB.uploaded }
  })
}

/** Queues the checks; the state says so at once. Answers the job. */
export async function analyse(ctx: Ctx, id: unknown): Promise<string> {
  const info = await readyFor(ctx, id, 'analyse')
  return startJob(ctx, info, ANALYSE, HJB.detecting, both('汇交包检查', 'Package check'))
}
/** Queues the one write of an accepted package; of an increment the households `cbfbms` alone, where some are named. Refuses early what the write would refuse. */
export async function transferPackage(ctx: Ctx, id: unknown, cbfbms?: unknown): Promise<string> {
  const info = await readyFor(ctx, id, 'write')
  const chosen = cbfbms === undefined || cbfbms === null ? undefined : Array.isArray(cbfbms) ? cbfbms.map(String) : []
  if (chosen && info.packageKind !== INCREMENT) throw hjbProblems.chosenWhole()
  // none of those that were named is not the same as nobody named
  if (chosen && (chosen.length === 0 || !chosen.every((code) => /^\d{18}$/.test(code)))) throw hjbProblems.chosenCodes()
  return startJob(ctx, info, WRITE, HJB.writing, both('汇交包入库', 'Package write'), chosen ? { cbfbms: chosen } : {})
}
/** Queues the withdrawal of a written package; its state changes when it is out. Refuses early what the job would refuse. Answers the job. */
async function empty(ctx: Ctx, { id, reason = '' }: TextInput<'id' | 'reason'>, locks: Locks): Promise<string> {
  const info = await readyFor(ctx, id, 'empty')
  const said = reason.trim()
  if (!said) throw invalidField('reason', both('请输入撤回原因', 'Please enter the reason'))
  const why = await against(ctx, info, locks)
  if (why) throw registerProblems.notUndone({ why })
  return startJob(ctx, info, EMPTY, info.status!, both('汇交包撤回入库', 'Package withdrawal'), { reason: said.slice(0, 500) })
}
/** Creates or edits (of another kind it is to be checked again); with toAudit a passed package goes to audit. */
export async function submitPackage(ctx: Ctx, input: SentPackage & { readonly toAudit?: unknown }): Promise<string> {
  const { toAudit, ...values } = input
  if (toAudit !== true && toAudit !== 'true') {
    const info = values.id ? await readyFor(ctx, values.id, 'edit') : undefined
    const draft = await rows.checkedDraft(ctx, hjb, values, [], { status: HJB.created })
    if (!info) return rows.insert(ctx, hjb, { ...draft, status: HJB.created })
    // what was checked as one kind is checked again as the other
    const isOther = info.sha256 && draft.packageKind && draft.packageKind !== info.packageKind
    return rows.update(ctx, hjb, info.id, { ...draft, ...(isOther ? { status: HJB.uploaded } : {}) }, values)
  }
  rows.requirePerm(ctx, hjb, 'edit')
  const info = await readyFor(ctx, values.id, 'submit')
  return rows.update(ctx, hjb, info.id, { status: HJB.waiting, submitter: ctx.who.userId })
}

/** What an auditor says; the day and the rounds are judged by rules of their own. */
const VERDICT = {
  result: text('审核结果', { en: 'Result', max: 1 }),
  opinion: text('审核意见', { en: 'Opinion', max: 500 }),
  packageDay: json('数据日期', { en: 'Day of the data' }),
  rounds: json('承包期', { en: 'Rounds' }),
}
type Verdict = Partial<InputOf<'POST', never, typeof VERDICT>>
/** What of the proposals an auditor confirms. @throws invalid */
function confirmed(info: HjbInfo, { packageDay = info.packageDay, rounds: sent }: Verdict, today: string) {
  // one that was checked before the proposals were made
  const dayWrong = packageDay === null ? [] : packageDayWrong(packageDay, today)
  const { rounds, wrong } = confirmedRounds(sent, (info.rounds ?? []) as readonly IssuerRound[])
  if (dayWrong.length || wrong.length) throw problems.invalid([...dayWrong, ...wrong])
  return { packageDay: packageDay as string | null, rounds }
}
/**
 * Accepts (result 1) or refuses (0) the findings. Errors block; warnings need an opinion; somebody else than the submitter decides, but the administrator may. What is accepted is
 * accepted with its day (`packageDay`) and the rounds of its issuers (`rounds`), as proposed where they are not sent. @throws invalid
 */
export async function auditPackage(ctx: Ctx, input: Verdict): Promise<string> {
  const info = await readyFor(ctx, input.id, 'audit')
  const accept = input.result === '1',
    opinion = (input.opinion ?? '').trim()
  if (!accept && input.result !== '0') throw problems.badRequest({ zh: '请选择审核结果', en: 'Please select the result' })
  if (info.submitter === ctx.who.userId && !isAdministrator(ctx.who)) throw hjbProblems.ownAudit()
  if (accept && (info.errorCount ?? 0) > 0) throw hjbProblems.errorsLeft({ n: info.errorCount ?? 0 })
  if (accept && (info.warnCount ?? 0) > 0 && !opinion) throw hjbProblems.reasonNeeded({ n: info.warnCount ?? 0 })
  return rows.update(ctx, hjb, info.id, {
    status: accept ? HJB.accepted : HJB.refused,
    ...(accept ? confirmed(info, input, ctx.now.slice(0, 10)) : {}),
    auditor: ctx.who.userId,
    auditTime: ctx.now,
    auditOpinion: opinion.slice(0, 500) || null,
  })
}

/** Closes a package; its report, the findings and what of it is in the register, is kept as an attachment of it. */
async function finish(ctx: Ctx, input: TextInput<'id'>, storage: Storage | undefined): Promise<string | DeferredResponse> {
  const info = await readyFor(ctx, input.id, 'finish')
  const close = (own: Ctx) => rows.update(own, hjb, info.id, { status: HJB.finished })
  if (!storage) return close(ctx)
  const { name, bytes } = await finishReport(ctx, info, await rowsByPackage(ctx, info))
  await requireRoom(ctx, bytes.length)
  return new DeferredResponse(async (again) => {
    const file = await keepMade(storage, info.tenantId, { name, contentType: XLSX_TYPE }, bytes)
    return again(async (own) => {
      await readyFor(own, info.id, 'finish')
      const place = { businessId: info.id, businessItem: OTHER, regionCode: info.regionCode }
      await addRow(own, async () => {}, file, place)
      return close(own)
    })
  })
}

/** Queues what completes a written package. Answers the job. */
async function initialize(ctx: Ctx, input: TextInput<'id'>): Promise<string> {
  const info = await readyFor(ctx, input.id, 'initialise')
  return startJob(ctx, info, INITIALISE, info.status!, both('汇交包初始化', 'Package initialisation'))
}

const wasWritten = (ctx: Ctx, info: HjbInfo) =>
  scoped(ctx, register_entry)
    .select('register_entry.id')
    .where('register_entry.countyCode', '=', info.regionCode.slice(0, 6))
    .where('register_entry.causeKind', '=', 'import')
    .where('register_entry.causeId', '=', info.id)
    .executeTakeFirst()

async function remove(ctx: Ctx, dataDir: string, gone: readonly string[]): Promise<void> {
  rows.requirePerm(ctx, hjb, 'delete')
  const all = []
  for (const id of gone) {
    const info = await readyFor(ctx, id, 'remove')
    // history names what was written once and taken back: it and its file stay
    if (await wasWritten(ctx, info)) throw problems.notAllowedNow(ACT_WORDS.remove)
    all.push(info)
  }
  for (const info of all) {
    for (const r of [hjb_issue, hjb_cell, hjb_repair, hjb_log])
      await ctx.db
        .deleteFrom(r.name)
        .where('countyCode', '=', info.regionCode.slice(0, 6))
        .where('tenantId', '=', info.tenantId)
        .where('infoId', '=', info.id)
        .execute()
  }
  await rows.remove(ctx, hjb, gone)
  for (const info of all) if (info.sha256) await dropPackage(dataDir, info.tenantId, info.sha256)
}

/** Whether a region can take a first import. */
async function checkDataSave(ctx: Ctx, { regionCode = '' }: TextInput<'regionCode'>) {
  if (regionCode.length < 6 || !regionCode.startsWith(ctx.who.regionCode)) throw problems.outOfRegion({ regionCode })
  const county = regionCode.slice(0, 6)
  const counts = await baseCounts(ctx, county, { region: regionCode })
  const busy = await ctx.db
    .selectFrom('business_lock')
    .select(sql<string>`count(distinct "businessId")`.as('n'))
    .where('countyCode', '=', county)
    .where('tenantId', '=', ctx.who.tenantId)
    .where('regionCode', '>=', regionCode)
    .where('regionCode', '<', `${regionCode}~`)
    .executeTakeFirstOrThrow()
  const open = await scoped(ctx, hjb)
    .select(['hjb.id', 'hjb.name'])
    .where('hjb.countyCode', '=', county)
    .where('hjb.status', 'not in', [HJB.initialised, HJB.finished, HJB.emptied])
    .orderBy('hjb.id', 'desc')
    .executeTakeFirst()
  const hasData = Object.values(counts).some((n) => n > 0)
  return {
    hasData,
    counts,
    runningBusiness: Number(busy.n),
    unfinishedPackage: open ?? null,
    canInitialize: !hasData,
    reasons: hasData ? [hjbProblems.hasData().say(ctx.lang)] : [],
  }
}

const SHOWN: Readonly<Record<string, string>> = { queued: 'running', running: 'running', done: 'success', failed: 'failed', cancelled: 'cancelled' }
/** Progress of a job of this slice, as the page polls it. */
export async function progress(ctx: Ctx, jobLogId: unknown) {
  if (!isId(String(jobLogId))) throw problems.notFound({ zh: '任务', en: 'Job' })
  const job = await ctx.db
    .selectFrom('job')
    .selectAll()
    .where('tenantId', '=', ctx.who.tenantId)
    .where('id', '=', String(jobLogId))
    .where('kind', 'in', [...PACKAGE_JOBS])
    .executeTakeFirst()
  if (!job || !String(job.regionCode ?? '').startsWith(ctx.who.regionCode)) throw problems.notFound({ zh: '任务', en: 'Job' })
  const last = await scoped(ctx, hjb_log).select('hjb_log.resultCode').where('hjb_log.jobLogId', '=', job.id).orderBy('hjb_log.id', 'desc').executeTakeFirst()
  const code = last?.resultCode ?? (job.status === 'cancelled' ? RESULT.cancelled : job.status === 'failed' ? RESULT.unknown : RESULT.ok)
  return {
    jobLogId: job.id,
    infoId: job.payload.infoId as string,
    kind: job.kind as string,
    code,
    stepName: heard(job.step, ctx.lang),
    percent: job.percent,
    total: job.total,
    done: job.done,
    errorCount: job.result?.E ?? 0,
    status: SHOWN[job.status]!,
    message: heard(job.message, ctx.lang),
    startTime: job.startTime,
    endTime: job.endTime,
  }
}
/**
 * Repeats a failed step from its input; the step stored with the job runs again, no text of a client. executeSql (`of` write) is for a job that failed while it wrote (code 4),
 * retransmission (`of` other) for every other failure; a write that was cancelled is written again only by who may write. Source: data-format.md 10.
 */
async function repeated(ctx: Ctx, input: TextInput<'jobLogId'>, of?: 'write' | 'other'): Promise<string> {
  const { infoId, kind, status, code } = await progress(ctx, input.jobLogId)
  if (status !== 'failed' && status !== 'cancelled') throw problems.notAllowedNow({ zh: '重试', en: 'retry' })
  if (kind === EMPTY) throw problems.notAllowedNow({ zh: '重试，请重新撤回', en: 'retry a withdrawal: request it again' })
  if (of === 'write' && code !== RESULT.write) throw hjbProblems.notWriteFailed()
  if (of === 'other' && code === RESULT.write) throw hjbProblems.writeFailed()
  const perm = kind === ANALYSE || kind === REPAIRS ? 'hjb_edit' : 'hjb_transfer'
  if (!ctx.who.perms.has(perm)) throw problems.forbidden({ perm })
  if (kind === INITIALISE) return initialize(ctx, { id: infoId })
  if (kind === REPAIRS) return proposeRepairs(ctx, infoId)
  return kind === WRITE ? transferPackage(ctx, infoId) : analyse(ctx, infoId)
}

/** Stops a job: a waiting one ends at once, a running one is asked to and gives its package back by itself. */
async function cancel(ctx: Ctx, jobLogId: unknown): Promise<void> {
  const job = await progress(ctx, jobLogId)
  if (job.status !== 'running') throw problems.notAllowedNow({ zh: '取消', en: 'cancel' })
  const set = (where: string, values: Record<string, unknown>) =>
    ctx.db.updateTable('job').set(values).where('tenantId', '=', ctx.who.tenantId).where('id', '=', job.jobLogId).where('status', '=', where).executeTakeFirst()
  const waiting = await set('queued', { status: 'cancelled', cancelAsked: 1, endTime: ctx.now, message: messageJson(endWords.cancelled) })
  if (Number(waiting.numUpdatedRows) === 1) {
    if (job.kind === WRITE || job.kind === ANALYSE) await rows.update(ctx, hjb, job.infoId, { status: job.kind === WRITE ? HJB.accepted : HJB.uploaded })
  } else await set('running', { cancelAsked: 1 })
}
/** Operations on a job: cancel or retry. */
async function operate(ctx: Ctx, input: TextInput<'jobLogId' | 'action'>): Promise<unknown> {
  if (input.action === 'retry') return repeated(ctx, input)
  if (input.action !== 'cancel') throw problems.badRequest({ zh: '不支持的操作', en: 'No such action' })
  return cancel(ctx, input.jobLogId)
}

async function detail(ctx: Ctx, q: TextInput<'id'>) {
  const info = await rows.get(ctx, hjb, q.id ?? '')
  return { ...info, rules: await ruleCounts(ctx, info.id, info.regionCode) }
}

/** What was done to packages, in the words of whoever reads it. */
async function logPage(ctx: Ctx, q: TextInput) {
  const found = await page(ctx, hjb_log, q)
  return { ...found, records: found.records.map((l) => heardIn(l, ['message'], ctx.lang)) }
}

/** The routes of the slice. `dataDir` holds package files and work folders; `locks`: what open cases hold; `storage`: where the report of a finished package is kept. */
export function hjbSlice({ dataDir, locks = noLocks, storage }: { dataDir: string; locks?: Locks; storage?: Storage }): Slice {
  const plain = crud(hjb),
    logs = crud(hjb_log)
  const call = (name: string, perm: Route['perm'], summary: string) =>
    ({ method: 'POST', path: `/hjb/hjbinfo/${name}`, perm, scope: 'land', audit: `hjb.${name}`, summary }) as const
  const post = <const Q extends string = never, B extends Fields = Record<never, never>>(
    name: string,
    perm: Route['perm'],
    summary: string,
    o: { query?: readonly Q[]; body?: B },
    run: Run<NoInfer<Q>, NoInfer<B>, 'POST'>,
  ) => route({ ...call(name, perm, summary), ...o, run })
  const byId = { query: ['id'] } as const
  const ofJob = { query: ['jobLogId'], body: { jobLogId: text('任务', { en: 'Job', max: 19 }) } } as const
  const look = reading('land', 'hjb_view')
  const writer = ['hjb_add', 'hjb_edit']
  return {
    name: 'hjb',
    resources: [...hjbResources, hjb_rule],
    routes: [
      ...ruleRoutes,
      ...borderRoutes,
      ...repairRoutes,
      plain.page,
      route({ ...plain.detail, run: detail }),
      {
        ...call('upload', [...writer, 'hjb_import'], '上传汇交包'),
        body: hjb.fields,
        upload: { maxBytes: MAX_PACKAGE },
        run: async (ctx, b, { upload }) => (await knownPackage(ctx, upload!, b)) ?? new DeferredResponse((again) => receivePackage(again, dataDir, upload!, b)),
      },
      { ...call('submit', writer, '新增、修改或送审汇交包'), body: 'any', derived: hjb.derived!, run: submitPackage },
      post('remove', 'hjb_delete', '删除汇交包', { query: ['ids'] }, (ctx, q) => remove(ctx, dataDir, ids(q))),
      post('checkDataSave', 'hjb_view', '入库前检查', { body: { regionCode: hjb.fields.regionCode } }, checkDataSave),
      post('analysis', 'hjb_edit', '检查汇交包', byId, (ctx, b) => analyse(ctx, b.id)),
      post('audit', 'hjb_audit', '审核汇交包', { body: VERDICT }, auditPackage),
      post('transfer', 'hjb_transfer', '入库', { ...byId, body: { cbfbms: json('承包方', { en: 'Households' }) } }, (ctx, b) =>
        transferPackage(ctx, b.id, b.cbfbms),
      ),
      post('initialize', 'hjb_transfer', '初始化登记簿', byId, initialize),
      post('finish', 'hjb_transfer', '办结汇交包', byId, (ctx, q) => finish(ctx, q, storage)),
      post('empty', 'hjb_transfer', '撤回入库', { ...byId, body: { reason: text('撤回原因', { en: 'Reason', max: 500 }) } }, (ctx, b) => empty(ctx, b, locks)),
      post('executeSql', 'hjb_transfer', '重新执行入库', ofJob, (ctx, q) => repeated(ctx, q, 'write')),
      post('retransmission', 'hjb_edit', '重新执行任务', ofJob, (ctx, q) => repeated(ctx, q, 'other')),
      post(
        'om',
        ['hjb_edit', 'hjb_transfer'],
        '取消或重试任务',
        { ...ofJob, body: { ...ofJob.body, action: text('操作', { en: 'Action', max: 10 }) } },
        operate,
      ),
      {
        ...look('/hjb/hjbinfo/emptyCheck', '能否撤回入库', ['id'], async (ctx, q) => withdrawCheck(ctx, await rows.get(ctx, hjb, q.id ?? ''), locks)),
        perm: 'hjb_transfer',
      },
      look('/hjb/hjbinfo/progressById', '任务进度', ['jobLogId'], (ctx, q) => progress(ctx, q.jobLogId)),
      look('/hjb/hjbinfo/om', '任务诊断', ['jobLogId'], async (ctx, q) => ({
        job: await progress(ctx, q.jobLogId),
        logs: (await logPage(ctx, { jobLogId: q.jobLogId, size: '50' })).records,
      })),
      look('/hjb/hjbinfo/detect_info', '检查结果汇总', ['id', 'current', 'size', 'rule', 'severity', 'layer', 'object', 'isCause'], async (ctx, q) => {
        const { rules, ...info } = await detail(ctx, q)
        return { jobLogId: info.jobLogId, status: info.status, rules, page: await findings(ctx, { ...q, id: undefined, infoId: info.id }) }
      }),
      look('/hjb/hjbinfo/issues', '检查结果分页', ['infoId', 'current', 'size', 'rule', 'severity', 'layer', 'object', 'isCause', 'exactTotal'], findings),
      listing({ ...logs.page, perm: 'hjb_view' }, logPage),
      { ...crud(hjb_change).page, perm: 'hjb_view' },
      look('/hjb/hjbinfo/quality', '汇交质量汇总', ['regionCode', 'year'], quality),
      look('/hjb/hjbcell/page', '变更对照', ['infoId', 'current', 'size', 'cbfbm', 'layer', 'exactTotal'], cells),
      { ...asFile(look('/hjb/hjblog/export', '检查结果导出', ['infoId', 'format'], exportFindings), 'hjb_log.export'), perm: 'hjb_export' },
    ],
  }
}
