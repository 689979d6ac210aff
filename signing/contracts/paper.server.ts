/** Contracts signed on paper: uploaded, examined, taken back. Source: business-flows.md 7. */

import { typedRow } from '../../kit/server/any-query.server.ts'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { flag, text } from '../../kit/model/field.ts'
import { invalidField, problems, type Problem } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { isId, type Fields } from '../../kit/model/resource.ts'
import { isAdministrator, type Ctx } from '../../kit/server/ctx.server.ts'
import { DeferredResponse, reading, route, type Route, type Run, type TextInput } from '../../kit/server/route.server.ts'
import { flatRows, joinable } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import { editionOf } from '../../land/paper/pages/edition.server.ts'
import { scanFaults, stackOf, unfitPages } from '../../land/paper/pages/judge.ts'
import { lookAt, splitPdf } from '../../land/paper/pages/look-apart.server.ts'
import { pageProblems } from '../../land/paper/pages/problems.ts'
import { togetherOf } from '../../land/paper/pages/together.ts'
import { process_task } from '../../services/process/process.ts'
import type { DigestOf } from '../../services/files/digest.server.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { business, contract_file, type Business, type ContractFile } from '../../business/cases/definitions/business.ts'
import { draftOf, lockBusiness, type StoredForm } from '../../business/cases/handling/case.server.ts'
import { contractsOf } from '../../business/cases/handling/contracts.server.ts'
import { readDraftContract } from '../../business/cases/handling/draft-contract.server.ts'
import { requireWhole } from '../../business/cases/handling/evidence.server.ts'
import { attachmentOf, fileQuery, requireFile, requireFileId, type FileNamed } from '../../business/cases/handling/files.server.ts'
import { next, ON_PAPER, STATUS } from '../../business/cases/rules/flow.ts'
import { SIGN } from '../../land/definitions/statuses.ts'
import type { Registry } from '../../business/cases/handling/handling.server.ts'
import { refusal } from '../../business/cases/rules/problems.ts'
import { attachContract } from '../contract/contract-attach.server.ts'
import { SIGNING } from '../contract/flow.ts'
import { signingProblems } from '../contract/problems.ts'
import { firstDays, requireNotBefore, signingDay } from '../acts/signing-day.server.ts'
import { atSigning, EXAMINES, moveContract, requireMove, requireOtherExaminer, signedElectronically } from '../acts/step.server.ts'
import { layoutOf } from '../templates/template.server.ts'

/** A contract and whether the open task of its case is sign, as one statement or a part of one. */
const seenAtSigning = (ctx: Ctx, id: string) =>
  flatRows(joinable(ctx, contract_file), contract_file)
    .select((eb) =>
      eb
        .exists(
          joinable(ctx, process_task)
            .select('process_task.id')
            .whereRef('process_task.countyCode', '=', 'contract_file.countyCode')
            .whereRef('process_task.businessId', '=', 'contract_file.businessId')
            .where('process_task.status', '=', 'open')
            .where('process_task.taskKey', '=', 'sign'),
        )
        .as('isAtSign'),
    )
    .where('contract_file.id', '=', id)
type Seen = ContractFile & { isAtSign: unknown }
/** @throws not-found */
function requireSeen<T extends Seen>(seen: T | undefined): T {
  if (!seen) throw problems.notFound({ zh: contract_file.label, en: contract_file.en })
  return seen
}
/** @throws E2002 where its case is not at the task sign */
function requireAtSign(b: Business, seen: Seen): void {
  if (b.status !== STATUS.doing || !seen.isAtSign) throw refusal('E2002')
}
/** A contract while the task sign of its case is open; the row of the business is held. @throws E2002 */
async function held(ctx: Ctx, { id, businessId, regionCode }: Pick<ContractFile, 'id' | 'businessId' | 'regionCode'>): Promise<ContractFile> {
  const b = await lockBusiness(ctx, businessId, countyOf(regionCode!))
  const seen = requireSeen(await typedRow<Seen>(seenAtSigning(ctx, id)))
  requireAtSign(b, seen)
  const { isAtSign: _, ...c } = seen
  return c
}
const contractHeld = async (ctx: Ctx, id: string | undefined): Promise<ContractFile> => held(ctx, await rows.get(ctx, contract_file, id ?? ''))

/** What the calls of the paper way need: the types, whose forms are printed, and where files lie. `checks` off: the pages are not read (tests of other things). */
export interface PaperParts {
  types: Pick<Registry, 'handlings'>
  storage: Storage
  digestOf: DigestOf
  checks: boolean
}
function requirePdf(file: FileNamed): FileNamed {
  if (file.contentType !== 'application/pdf') throw invalidField('attachId', { zh: '请上传PDF格式的合同', en: 'Please upload the contract as a PDF' })
  return file
}
/** The edition that a contract prints now: what its scan is compared with. */
const editionNow = async (p: PaperParts, ctx: Ctx, c: ContractFile, stored: { business: Business; draft: StoredForm }): Promise<string> =>
  editionOf(await readDraftContract(p.types, ctx, c, stored), (await layoutOf(ctx, c)).contract)
/** @throws all that is wrong with a scan, as one refusal */
function refuseScan(faults: readonly Problem[]): void {
  const all = togetherOf(faults)
  if (all) throw all
}

/** The contract of an upload with the attachment of its case that is named, in one statement, and its case. @throws E2002 */
async function uploadingTo(
  ctx: Ctx,
  { contractId: id = '', attachId = '' }: TextInput<'contractId' | 'attachId'>,
): Promise<{ c: ContractFile; b: Business; named: FileNamed | undefined }> {
  const file = fileQuery(ctx, isId(attachId) ? attachId : '0')
    .whereRef('attach.countyCode', '=', 'contract_file.countyCode')
    .whereRef('attach.businessId', '=', 'contract_file.businessId')
  const found = isId(id) ? await seenAtSigning(ctx, id).select(jsonArrayFrom(file).$castTo<FileNamed[]>().as('named')).executeTakeFirst() : undefined
  const seen = requireSeen(found as (Seen & { named: FileNamed[] }) | undefined)
  const b = await rows.get(ctx, business, seen.businessId!)
  requireAtSign(b, seen)
  const { isAtSign: _, named, ...c } = seen
  return { c, b, named: named[0] }
}
/** {contractId, attachId, qdsj}: a contract signed on paper, scanned as PDF, whose pages are read; `qdsj` is the typed day of signing, between the end of the posting and today. */
async function uploadContract(p: PaperParts, ctx: Ctx, input: TextInput<'contractId' | 'attachId' | 'qdsj'>): Promise<DeferredResponse> {
  // nothing is held while the pages are read: who files the scan holds the business, and looks whether the contract is still this one
  const { c, b, named } = await uploadingTo(ctx, input)
  if (c.signWay !== ON_PAPER) throw refusal('E2002')
  requireFileId(input.attachId)
  const file = requirePdf(requireFile(named))
  const qdsj = signingDay(ctx, input.qdsj)
  requireNotBefore(qdsj, c, await firstDays(ctx, b, [c]))
  requireMove(c, 'upload')
  await requireWhole(p.digestOf, { cbhtbm: c.cbhtbm, fileHash: file.sha256, ossName: file.ossName, name: file.name })
  const edition = await editionNow(p, ctx, c, { business: b, draft: await draftOf(ctx, b.id) })
  return new DeferredResponse(async (again) => {
    if (p.checks) refuseScan(scanFaults(await lookAt(await p.storage.read(file.ossName!)), { cbhtbm: c.cbhtbm!, edition }))
    return again((next) => takeScan(next, c, { attachId: file.id, fileHash: file.sha256, qdsj, edition: p.checks ? edition : null }))
  })
}
/** Files the scan of a contract that is as it was when its pages were read. `edition`: the print that they were compared with, null where they were not read. */
async function takeScan(ctx: Ctx, seen: ContractFile, set: { attachId: string; fileHash: string | null; qdsj: string; edition: string | null }): Promise<void> {
  const c = await held(ctx, seen)
  if (c.rev !== seen.rev) throw signingProblems.moved({ code: c.cbhtbm! })
  await moveContract(ctx, c, 'upload', { ...set, reason: null, uploadUser: ctx.who.userId })
}

/** What became of one contract of a stack. */
interface Split {
  cbhtbm: string
  taken: boolean
  reason: string | null
}
/** {businessId, attachId, qdsj}: many contracts scanned as one PDF, split by the codes of their pages. Each is taken or told why it is not. */
async function uploadStack(p: PaperParts, ctx: Ctx, input: TextInput<'businessId' | 'attachId' | 'qdsj'>): Promise<DeferredResponse> {
  const b = await atSigning(ctx, input.businessId)
  const file = requirePdf(await attachmentOf(ctx, b.id, input.attachId))
  const qdsj = signingDay(ctx, input.qdsj)
  const open = new Map<string, { c: ContractFile; edition: string }>()
  const stored = { business: b, draft: await draftOf(ctx, b.id) }
  const waiting = (await contractsOf(ctx, b)).filter((c) => c.signWay === ON_PAPER && next(SIGNING, c.signStatus, 'upload'))
  const first = await firstDays(ctx, b, waiting)
  for (const c of waiting) {
    requireNotBefore(qdsj, c, first)
    open.set(c.cbhtbm!, { c, edition: await editionNow(p, ctx, c, stored) })
  }
  const { lang } = ctx
  return new DeferredResponse(async (again) => {
    const bytes = await p.storage.read(file.ossName!)
    const pages = await lookAt(bytes)
    const { byContract, without } = stackOf(pages)
    if (byContract.size === 0) throw signingProblems.noCodes()
    if (without.length) refuseScan([...unfitPages(pages), pageProblems.unreadable({ pages: without.join('、') })])
    const judged = [...byContract].map(([cbhtbm, numbers]) => {
      const mine = open.get(cbhtbm)
      const own = numbers.map((n) => pages[n - 1]!)
      return { cbhtbm, numbers, mine, why: mine ? scanFaults(own, { cbhtbm, edition: mine.edition }) : [signingProblems.notHere({ code: cbhtbm })] }
    })
    const good = judged.filter(({ why }) => why.length === 0)
    const files = await splitPdf(
      bytes,
      good.map(({ numbers }) => numbers),
    )
    const out: Split[] = judged.map(({ cbhtbm, why }) => ({ cbhtbm, taken: why.length === 0, reason: why.map((f) => f.say(lang)).join('；') || null }))
    for (const [i, { mine }] of good.entries()) {
      const pdf = files[i]!
      const ossName = await p.storage.put(pdf, ctx.who.tenantId)
      await again((now) => keepSplit(now, mine!.c, { ossName, qdsj, edition: mine!.edition, pdf }))
    }
    return out
  })
}
async function keepSplit(ctx: Ctx, c: ContractFile, o: { ossName: string; qdsj: string; edition: string; pdf: Buffer }): Promise<void> {
  const fileHash = sha256(o.pdf)
  const attachId = await attachContract(ctx, c, { ossName: o.ossName, size: o.pdf.length, hash: fileHash })
  await takeScan(ctx, c, { attachId, fileHash, qdsj: o.qdsj, edition: o.edition })
}

/** {contractId, pass, reason}: a second person has compared the scan, or what was signed electronically, with the print; it is accepted, or rejected with a reason. */
async function examine(ctx: Ctx, input: TextInput<'contractId' | 'reason'> & { readonly pass: number | undefined }): Promise<void> {
  const c = await contractHeld(ctx, input.contractId)
  requireMove(c, 'examine-pass')
  await requireOtherExaminer(ctx, await rows.get(ctx, business, c.businessId!), c)
  const reason = (input.reason ?? '').trim()
  const pass = input.pass === 1
  if (!pass && !reason) throw invalidField('reason', { zh: '请输入退回原因', en: 'Please give the reason' })
  await moveContract(ctx, c, pass ? 'examine-pass' : 'examine-refuse', { reason: pass ? null : reason })
}

/**
 * {contractId}: takes an upload back; a signed paper contract only by who uploaded it or an administrator. What was signed electronically is taken back only
 * after it was rejected. The file stays an attachment. @throws E2002
 */
async function revokeUpload(ctx: Ctx, input: TextInput<'contractId'>): Promise<void> {
  const c = await contractHeld(ctx, input.contractId)
  const signed = c.signStatus === SIGN.signed
  if (signedElectronically(c) || (signed && !(c.uploadUser === ctx.who.userId || isAdministrator(ctx.who)))) throw refusal('E2002')
  await moveContract(ctx, c, signed ? 'revoke-signed' : 'revoke-upload', { attachId: null, fileHash: null, uploadUser: null })
}

const act = <B extends Fields>(path: string, summary: string, audit: string, body: B, run: Run<never, NoInfer<B>, 'POST'>): Route =>
  route({ method: 'POST', path, perm: 'business_edit', scope: 'land', audit, summary, body, run })
const word = (label: string) => text(label, { max: 254 })
async function contractsToSign(ctx: Ctx, q: TextInput<'businessId'>) {
  return contractsOf(ctx, await rows.get(ctx, business, q.businessId ?? ''))
}

/** Calls of the task sign that need no signature of this product. */
export const paperRoutes = (p: PaperParts): Route[] => [
  reading('land', 'business_view')('/dzzw/contract-to-sign', '待签合同', ['businessId', 'taskId'], contractsToSign),
  act(
    '/dzzw/upload-contract-file',
    '上传已签合同',
    'contract_file.upload',
    { contractId: word('合同'), attachId: word('附件'), qdsj: word('签订时间') },
    (ctx, input) => uploadContract(p, ctx, input),
  ),
  act(
    '/dzzw/upload-contract-stack',
    '上传多份已签合同并按页码拆分',
    'contract_file.upload-stack',
    { businessId: word('业务'), attachId: word('附件'), qdsj: word('签订时间') },
    (ctx, input) => uploadStack(p, ctx, input),
  ),
  {
    ...act(
      '/dzzw/contract/examine',
      '审核已传合同',
      'contract_file.examine',
      { contractId: word('合同'), pass: flag('是否通过'), reason: text('退回原因', { en: 'Reason', max: 254 }) },
      examine,
    ),
    perm: EXAMINES,
  },
  { ...act('/dzzw/contract/revoke', '撤回已传合同', 'contract_file.revoke', { contractId: word('合同') }, revokeUpload), query: ['contractId'] },
]
