import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { date, text } from '../../kit/model/field.ts'
import { invalidField, problems, type Problem } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { isId, type Row, type Fields } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable, scoped } from '../../kit/server/query.server.ts'
import {
  route,
  asFile,
  crud,
  DeferredResponse,
  FileResponse,
  ids,
  reading,
  type RequestFacts,
  type Route,
  type Run,
  type TextInput,
} from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { heard } from '../../runtime/said.ts'
import { inThread } from '../../runtime/thread.server.ts'
import { addRow } from '../../services/files/attachments.server.ts'
import { takeIn, type Stored } from '../../services/files/intake/intake.server.ts'
import type { Frozen } from '../../services/files/owners.server.ts'
import { requireRoom } from '../../services/files/quota.server.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { cbht } from '../definitions/cbht.ts'
import { contract_scan, SCAN, type ContractScan } from '../definitions/contract-draft.ts'
import { QSZT } from '../definitions/statuses.ts'
import { paperDayWrong } from '../definitions/terms.ts'
import { write } from '../register/write.server.ts'
import { requireSecond } from '../restriction/papers.server.ts'
import { formerSigned } from './former.server.ts'
import { cbhtProblems } from './problems.ts'
import { sheetOf } from '../../services/exchange/exports/workbook.server.ts'

export interface ScanParts {
  storage: Storage
  /** where an archive is unpacked */
  dataDir: string
  frozen: Frozen
  /** what the pages of a scan tell against it as the paper of a contract; absent where pages are not read (tests of other things) */
  faultOf?: ((pdf: Buffer, cbhtbm: string) => Promise<Problem | undefined>) | undefined
}
/** Reads the pages of a scan. @throws what they tell against it */
export async function requireFit({ faultOf }: Pick<ScanParts, 'faultOf'>, path: string, cbhtbm: string): Promise<void> {
  const fault = faultOf && (await faultOf(await readFile(path), cbhtbm))
  if (fault) throw fault
}
/** Kind of the job that files what an archive holds. */
export const SCANS_JOB = 'contract-scans'
/** Bytes of one scan, and of an archive of them. */
export const MOST_SCAN = 50 * 2 ** 20
const MOST_ARCHIVE = 2 ** 30
/** Not begun: such a contract is signed later by a business (contract_supplement). */
const NOT_BEGUN = '99'
/** Signed on paper. */
const ON_PAPER = '3'

type Contract = Row<typeof cbht>
/** The current contract that a file is named by: its own code, or its contractor's where there is one alone. */
export async function contractNamed(ctx: Ctx, code: string): Promise<Contract> {
  const found = await scoped(ctx, cbht)
    .select('cbht.id')
    .where('cbht.countyCode', '=', code.slice(0, 6))
    .where(code.length === 18 ? 'cbht.cbfbm' : 'cbht.cbhtbm', '=', code)
    .where('cbht.qszt', '=', QSZT.current)
    .limit(2)
    .execute()
  if (found.length === 0) throw cbhtProblems.noContract({ code })
  if (found.length > 1) throw cbhtProblems.manyContracts({ code })
  return rows.get(ctx, cbht, found[0]!.id)
}
/** Refuses a contract that has its file, that waits for a look at one, or that is still to be signed. */
export async function requireFileless(ctx: Ctx, c: Contract, own?: string): Promise<void> {
  const code = c.cbhtbm!
  if (c.attachId) throw cbhtProblems.hasFile({ code })
  if (c.signStatus === NOT_BEGUN) throw cbhtProblems.unsigned({ code })
  const waiting = await rows.find(ctx, contract_scan, { cbhtbm: code, status: SCAN.waiting })
  if (waiting && waiting.id !== own) throw cbhtProblems.waiting({ code })
}
/** When the book of a contract was registered, and when the contract before it was signed. */
const beside = (ctx: Ctx, c: Contract) =>
  joinable(ctx, cbht)
    .leftJoin('djb', (on) => on.onRef('djb.countyCode', '=', 'cbht.countyCode').onRef('djb.id', '=', 'cbht.djbId'))
    .select([sql<string | null>`djb.djsj::text`.as('djsj'), formerSigned('cbht', 'cbhtbm').as('formerQdsj')])
    .where('cbht.countyCode', '=', countyOf(c.regionCode))
    .where('cbht.id', '=', c.id)
    .executeTakeFirst()
/** The day of signing that comes with a scan: set where the register has none, and as old paper may have it (paperDayWrong). @throws invalid */
async function dayOf(ctx: Ctx, c: Contract, qdsj: unknown): Promise<string | null> {
  if (!qdsj) return null
  const day = String(qdsj)
  const wrong = paperDayWrong(day, { ...c, ...(await beside(ctx, c)) }, ctx.now.slice(0, 10))
  if (wrong) throw invalidField('qdsj', wrong)
  return c.qdsj ? null : day
}

/** Megabytes that the thread may hold while it counts the pages of a scan. */
const HEAP_MB = 256
/** Pages of a PDF. @throws scan-not-pdf for what cannot be read */
export async function pagesOf(path: string, name: string): Promise<number> {
  if (!/\.pdf$/i.test(name)) throw cbhtProblems.notPdf({ name })
  const notPdf = () => cbhtProblems.notPdf({ name })
  const n: number = await inThread(new URL('./pages-worker.server.ts', import.meta.url), { path }, { heapMb: HEAP_MB, tooLarge: notPdf })
  if (n === 0) throw notPdf()
  return n
}

/** Puts a scan that lies in the store before a second person. Answers the id of its row. */
export async function fileScan(
  ctx: Ctx,
  frozen: Frozen,
  o: { code: string; stored: Stored; pages: number; qdsj?: unknown; batchId?: string },
): Promise<string> {
  const c = await contractNamed(ctx, o.code)
  await requireFileless(ctx, c)
  const { regionCode, cbhtbm, cbfmc } = c
  const said = { regionCode, cbhtbm, cbfmc, fileName: o.stored.name, pages: o.pages, qdsj: await dayOf(ctx, c, o.qdsj), fileHash: o.stored.sha256 }
  const id = await rows.insert(ctx, contract_scan, { ...said, status: SCAN.waiting, batchId: o.batchId ?? null, proposer: ctx.who.realName })
  const attachId = await addRow(ctx, frozen, o.stored, { businessId: id, businessItem: 'CBHT', regionCode })
  await rows.update(ctx, contract_scan, id, { attachId })
  return id
}
async function upload(p: ScanParts, ctx: Ctx, input: TextInput<'cbhtbm' | 'qdsj'>, { upload: file }: RequestFacts) {
  const { path, name, size } = file!
  const c = await contractNamed(ctx, input.cbhtbm ?? '')
  await requireFileless(ctx, c)
  await dayOf(ctx, c, input.qdsj)
  await requireRoom(ctx, size)
  return new DeferredResponse(async (again) => {
    const pages = await pagesOf(path, name)
    await requireFit(p, path, c.cbhtbm!)
    const stored = await takeIn(p.storage, path, name, { tenantId: ctx.who.tenantId })
    return again((next) => fileScan(next, p.frozen, { code: c.cbhtbm!, stored, pages, qdsj: input.qdsj }))
  })
}
/** An archive of scans: a job files each. Answers the batch. */
async function uploadBatch({ storage }: ScanParts, ctx: Ctx, input: TextInput<'qdsj'>, { upload: file }: RequestFacts) {
  const { path, name, size } = file!
  if (!/\.zip$/i.test(name)) throw cbhtProblems.notZip()
  await requireRoom(ctx, size)
  const { tenantId, regionCode } = ctx.who
  return new DeferredResponse(async (again) => {
    const stored = await takeIn(storage, path, name, { tenantId })
    return again((next) => next.enqueue(SCANS_JOB, { ossName: stored.ossName, qdsj: input.qdsj ? input.qdsj : null }, { title: name, regionCode }))
  })
}

const batchOf = async (ctx: Ctx, batchId: unknown) => {
  const job = await ctx.db
    .selectFrom('job')
    .selectAll()
    .where('tenantId', '=', ctx.who.tenantId)
    .where('createUser', '=', ctx.who.userId)
    .where('id', '=', isId(String(batchId)) ? String(batchId) : '0')
    .where('kind', '=', SCANS_JOB)
    .executeTakeFirst()
  if (!job) throw problems.notFound({ zh: '批次', en: 'Batch' })
  return job
}
async function progress(ctx: Ctx, q: TextInput<'batchId'>) {
  const { id, status, percent, done, total, message, result } = await batchOf(ctx, q.batchId)
  return { batchId: id, status, percent, done, total, message: heard(message, ctx.lang), taken: result?.taken ?? 0, failed: result?.failed ?? 0 }
}
const FAILURES = [
  ['fileName', '文件名称', 'File', 40],
  ['cbhtbm', '合同编码', 'Contract code', 22],
  ['reason', '失败原因', 'Why', 60],
] as const
/** What was not filed of a batch, and why, as a workbook. */
async function failures(ctx: Ctx, q: TextInput<'batchId'>): Promise<FileResponse> {
  const { id } = await batchOf(ctx, q.batchId)
  const found = await scoped(ctx, contract_scan)
    .select(['contract_scan.fileName', 'contract_scan.cbhtbm', 'contract_scan.reason'])
    .where('contract_scan.batchId', '=', id)
    .where('contract_scan.status', '=', SCAN.failed)
    .orderBy('contract_scan.id')
    .execute()
  if (found.length === 0) throw cbhtProblems.noFailures()
  const title = ctx.lang === 'en' ? 'Failures' : '失败数据'
  const heads = FAILURES.map(([, zh, en, width]) => ({ header: ctx.lang === 'en' ? en : zh, width }))
  return sheetOf(
    `合同上传失败数据-${id}.xlsx`,
    title,
    heads,
    found.map((r) => FAILURES.map(([n]) => r[n] ?? '')),
  )
}

/** A scan that waits, held until the transaction ends. */
async function waitingScan(ctx: Ctx, id: string): Promise<ContractScan> {
  const row = await rows.get(ctx, contract_scan, id, true)
  if (row.status !== SCAN.waiting) throw problems.notAllowedNow({ zh: '办理该扫描件', en: 'handle this scan' })
  return row
}
const judged = (ctx: Ctx) => ({ checker: ctx.who.realName, checkTime: ctx.now })
/** At most as many at once as a page of the list shows. */
const MOST_JUDGED = 200
const named = (q: TextInput<'ids'>): string[] => {
  const list = [...new Set(ids(q))]
  if (list.length === 0) throw problems.noneSelected()
  if (list.length > MOST_JUDGED) throw problems.badRequest({ zh: `一次最多${MOST_JUDGED}份`, en: `At most ${MOST_JUDGED} at a time` })
  return list
}
/** A second person has looked at them: each becomes the file of its contract, once and for all. Nobody changes a scan that waits: no revision is asked for. */
async function take(ctx: Ctx, q: TextInput<'ids'>): Promise<void> {
  for (const id of named(q)) {
    const row = await waitingScan(ctx, id)
    requireSecond(ctx, [row.createUser])
    const c = await contractNamed(ctx, row.cbhtbm!)
    await requireFileless(ctx, c, row.id)
    // what came into the register since the scan was sent counts too
    const qdsj = await dayOf(ctx, c, row.qdsj)
    await write(ctx, {
      cause: { kind: 'desk', id: row.id },
      unit: `contract-scan/${row.id}`,
      regionCode: c.regionCode,
      day: ctx.now.slice(0, 10),
      acts: [
        {
          act: 'setContract',
          cbhtbm: c.cbhtbm!,
          attachId: row.attachId!,
          fileHash: row.fileHash!,
          ...(c.signWay ? {} : { signWay: ON_PAPER }),
          ...(qdsj ? { qdsj } : {}),
        },
      ],
    })
    await rows.change(ctx, contract_scan, row, { status: SCAN.taken, ...judged(ctx) })
  }
}
async function refuse(ctx: Ctx, q: TextInput<'ids' | 'reason'>): Promise<void> {
  const reason = (q.reason ?? '').trim()
  if (!reason) throw invalidField('reason', { zh: '请输入退回原因', en: 'Please give the reason' })
  if (reason.length > 500) throw invalidField('reason', { zh: '退回原因长度不能超过500位', en: 'Reason: at most 500 characters' })
  for (const id of named(q)) {
    const row = await waitingScan(ctx, id)
    requireSecond(ctx, [row.createUser])
    await rows.change(ctx, contract_scan, row, { status: SCAN.refused, reason, ...judged(ctx) })
  }
}
/** Who sent a scan takes it back while nobody has looked at it. */
async function withdraw(ctx: Ctx, q: TextInput<'ids'>): Promise<void> {
  for (const id of named(q)) {
    const row = await waitingScan(ctx, id)
    if (row.createUser !== ctx.who.userId) throw problems.notAllowedNow({ zh: '撤回他人上传的扫描件', en: 'take back what another person submitted' })
    await rows.change(ctx, contract_scan, row, { status: SCAN.refused, reason: ctx.lang === 'en' ? 'Taken back' : '撤回' })
  }
}

const step = <B extends Fields = Record<never, never>>(verb: string, perm: string, summary: string, run: Run<'ids', NoInfer<B>, 'POST'>, body = {} as B) =>
  route({
    method: 'POST',
    path: `${contract_scan.path}/${verb}`,
    perm,
    scope: 'land',
    audit: `contract_scan.${verb}`,
    summary,
    query: ['ids'],
    body,
    answer: 'nothing',
    run,
  })
const sending = <B extends Fields>(verb: string, summary: string, maxBytes: number, body: B, run: Run<never, NoInfer<B>, 'POST'>) =>
  route({
    method: 'POST',
    path: `${cbht.path}/${verb}`,
    perm: 'contract_scan_add',
    scope: 'land',
    audit: `contract_scan.${verb}`,
    summary,
    body,
    answer: 'id',
    upload: { maxBytes },
    run,
  })
const qdsj = date('签订时间', { en: 'Signed on' })
const look = reading('land', 'contract_scan_view')
const plain = crud(contract_scan)
/** Calls of scanned contracts: sent one by one or in an archive, looked at by a second person. */
export const scanRoutes = (p: ScanParts): readonly Route[] => [
  plain.page,
  plain.detail,
  sending('upload', '上传已签合同', MOST_SCAN, { cbhtbm: text('合同编码', { en: 'Contract code', max: 19 }), qdsj }, (ctx, b, f) => upload(p, ctx, b, f)),
  sending('upload-batch', '批量上传已签合同', MOST_ARCHIVE, { qdsj }, (ctx, b, f) => uploadBatch(p, ctx, b, f)),
  look('/base-qssj/cbht/upload-batch/progress', '批量上传进度', ['batchId'], progress),
  asFile(look('/base-qssj/cbht/upload-failure/download', '下载上传失败数据', ['batchId'], failures)),
  step('confirm', 'contract_scan_check', '采用合同扫描件', take),
  step('refuse', 'contract_scan_check', '退回合同扫描件', refuse, { reason: contract_scan.fields.reason }),
  step('withdraw', 'contract_scan_add', '撤回合同扫描件', withdraw),
]
