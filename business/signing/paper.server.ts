/** The way of signing, and contracts signed on paper: chosen, uploaded, taken back. Source: business-flows.md 7. */

import { json, text } from '../../kit/model/field.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import { isAdministrator, type Ctx } from '../../kit/server/ctx.server.ts'
import { reading, type Input, type Route } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { business, contract_file, type Business, type ContractFile } from '../cases/business.ts'
import { lockBusiness, openTask } from '../cases/case.server.ts'
import { contractsOf } from '../cases/contracts.server.ts'
import { requireWhole } from '../cases/evidence.server.ts'
import type { DigestOf } from '../../services/files/digest.server.ts'
import { attachmentOf } from '../cases/files.server.ts'
import { ON_PAPER, SIGN, STATUS } from '../cases/flow.ts'
import { refusal } from '../cases/problems.ts'
import { REMOTE, ON_SITE } from './flow.ts'
import { moveContract, moveContracts } from './step.server.ts'

/** The business while its task sign is open; its row is held. Throws E2002. */
export async function atSigning(ctx: Ctx, businessId: unknown): Promise<Business> {
  const b = await lockBusiness(ctx, businessId)
  if (b.status !== STATUS.doing || (await openTask(ctx, b))?.taskKey !== 'sign') throw refusal('E2002')
  return b
}
async function contractHeld(ctx: Ctx, id: unknown): Promise<{ b: Business; c: ContractFile }> {
  const seen = await rows.get(ctx, contract_file, String(id ?? ''))
  const b = await atSigning(ctx, seen.businessId)
  return { b, c: await rows.get(ctx, contract_file, seen.id) }
}

/** {businessId, contractIds, signWay 1|2|3}: how the contracts are to be signed. */
async function chooseSignWay(ctx: Ctx, input: Input): Promise<void> {
  const b = await atSigning(ctx, input.businessId)
  if (![REMOTE, ON_SITE, ON_PAPER].includes(String(input.signWay)))
    throw invalidField('signWay', { zh: '请选择签署方式', en: 'Please select the way of signing' })
  const wanted = (Array.isArray(input.contractIds) ? input.contractIds : String(input.contractIds ?? '').split(',')).map(String).filter(Boolean)
  const mine = (await contractsOf(ctx, b)).filter((c) => wanted.includes(c.id))
  if (mine.length === 0 || mine.length !== new Set(wanted).size) throw problems.noneSelected()
  await moveContracts(ctx, mine, 'choose-sign-way', { signWay: String(input.signWay) })
}

/** {contractId, attachId, qdsj}: a contract signed on paper, scanned as PDF; `qdsj` is the typed day of signing, not after today. */
async function uploadContract(digestOf: DigestOf, ctx: Ctx, input: Input): Promise<void> {
  const { b, c } = await contractHeld(ctx, input.contractId)
  if (c.signWay !== ON_PAPER) throw refusal('E2002')
  const file = await attachmentOf(ctx, b.id, input.attachId)
  if (file.contentType !== 'application/pdf') throw invalidField('attachId', { zh: '请上传PDF格式的合同', en: 'Please upload the contract as a PDF' })
  const qdsj = String(input.qdsj ?? '')
  if (!/^\d{4}-\d\d-\d\d$/.test(qdsj) || Number.isNaN(Date.parse(qdsj)) || qdsj > ctx.now.slice(0, 10))
    throw invalidField('qdsj', { zh: '请选择签订时间，且不能晚于今天', en: 'Please select the day of signing; it cannot be later than today' })
  const named = { attachId: file.id, fileHash: file.sha256 }
  await requireWhole(digestOf, { ...c, ...named, ossName: file.ossName, name: file.name })
  await moveContract(ctx, c, 'upload', { ...named, qdsj, reason: null })
}

/** {contractId}: takes an upload back; a signed paper contract only by who uploaded it or an administrator. The file stays an attachment. */
async function revokeUpload(ctx: Ctx, input: Input): Promise<void> {
  const { c } = await contractHeld(ctx, input.contractId)
  const signed = c.signStatus === SIGN.signed
  if (signed && (c.signWay !== ON_PAPER || !(c.updateUser === ctx.who.userId || isAdministrator(ctx.who)))) throw refusal('E2002')
  await moveContract(ctx, c, signed ? 'revoke-signed' : 'revoke-upload', { attachId: null, fileHash: null })
}

const act = (path: string, summary: string, audit: string, o: Pick<Route, 'query' | 'body'>, run: Route['run']): Route => ({
  method: 'POST',
  path,
  perm: 'business_edit',
  scope: 'land',
  audit,
  summary,
  ...o,
  run,
})
const word = (label: string) => text(label, { max: 254 })
async function contractsToSign(ctx: Ctx, q: Input) {
  return contractsOf(ctx, await rows.get(ctx, business, String(q.businessId ?? '')))
}

/** Calls of the task sign that need no signature of this product. */
export const paperRoutes = (digestOf: DigestOf): Route[] => [
  reading('land', 'business_view')('/dzzw/contract-to-sign', '待签合同', ['businessId', 'taskId'], contractsToSign),
  act(
    '/dzzw/choose-sign-way',
    '选择签署方式',
    'contract_file.way',
    { body: { businessId: word('业务'), contractIds: json('合同'), signWay: word('签署方式') } },
    chooseSignWay,
  ),
  act(
    '/dzzw/upload-contract-file',
    '上传已签合同',
    'contract_file.upload',
    { body: { contractId: word('合同'), attachId: word('附件'), qdsj: word('签订时间') } },
    (ctx, input) => uploadContract(digestOf, ctx, input),
  ),
  act('/dzzw/contract/revoke', '撤回已传合同', 'contract_file.revoke', { query: ['contractId'], body: { contractId: word('合同') } }, revokeUpload),
]
