import { problems } from '../../kit/model/problem.ts'
import { isAdministrator, type Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import type { Input } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { process_task } from '../process/process.ts'
import { held } from '../process/rows.server.ts'
import { business, contract_file, type Business, type ContractFile } from './business.ts'
import { attachmentOf } from './files.server.ts'
import { next, ON_PAPER, SIGN, STATUS } from './flow.ts'
import { refusal } from './problems.ts'
import type { ContractPlan } from './types/handling.server.ts'

/** The contracts of a business that are to be signed. */
export const contractsOf = async (ctx: Ctx, b: Pick<Business, 'id'>): Promise<ContractFile[]> =>
  (await scoped(ctx, contract_file)
    .selectAll('contract_file')
    .where('contract_file.businessId', '=', b.id)
    .orderBy('contract_file.cbhtbm')
    .execute()) as ContractFile[]

/**
 * Moves one contract along the signing machine and sets what came with it. The door for embedded signing too: 'start', 'node-signed',
 * 'all-signed' (with attachId, fileHash, qdsj), 'refuse', 'expire', 'cancel'. Throws "not allowed now" where the state has no such step.
 */
export async function moveContract(ctx: Ctx, c: ContractFile, event: string, set: Record<string, unknown> = {}): Promise<void> {
  const to = next('signing', c.signStatus, event)
  if (!to) throw problems.notAllowedNow({ zh: '办理该合同签署', en: 'do this with the contract' })
  await rows.update(ctx, contract_file, c.id, { ...set, signStatus: to })
}

/** Makes the contracts to sign those of the plan; one whose data changed is begun anew. */
export async function syncContracts(ctx: Ctx, b: Business, plans: readonly ContractPlan[]): Promise<void> {
  const have = await contractsOf(ctx, b)
  await rows.erase(
    ctx,
    contract_file,
    have.filter((h) => !plans.some((p) => p.cbhtbm === h.cbhtbm)).map((h) => h.id),
  )
  for (const p of plans) {
    const known = have.find((h) => h.cbhtbm === p.cbhtbm)
    const fresh = { ...p, signStatus: SIGN.notBegun, attachId: null, fileHash: null }
    if (known) await rows.update(ctx, contract_file, known.id, fresh)
    else await rows.insert(ctx, contract_file, { ...fresh, regionCode: b.regionCode, businessId: b.id })
  }
}

const signedElectronically = (c: ContractFile) => c.signStatus === SIGN.signed && c.signWay !== ON_PAPER
const flowOpen = (c: ContractFile) => c.signStatus === SIGN.unsigned || c.signStatus === SIGN.signing
/** A contract in an open flow, or signed electronically, must be cancelled first: E2002. Source: business-flows.md 6. */
export function mayLeaveSigning(contracts: readonly ContractFile[]): void {
  if (contracts.some((c) => flowOpen(c) || signedElectronically(c))) throw refusal('E2002')
}

/** Pass of the task sign: uploaded contracts are examined, then all must be signed (I23): E2005. */
export async function examineContracts(ctx: Ctx, b: Business): Promise<void> {
  const today = ctx.now.slice(0, 10)
  for (const c of await contractsOf(ctx, b)) if (c.signStatus === SIGN.examined && c.qdsj && c.qdsj <= today) await moveContract(ctx, c, 'examine-pass')
  const all = await contractsOf(ctx, b)
  if (all.length === 0 || all.some((c) => c.signStatus !== SIGN.signed || !c.qdsj || !c.attachId)) throw refusal('E2005')
}
/** Return from the task sign: uploaded contracts are rejected with the opinion. */
export async function rejectContracts(ctx: Ctx, b: Business, reason: string | null): Promise<void> {
  const all = await contractsOf(ctx, b)
  mayLeaveSigning(all)
  for (const c of all) if (c.signStatus === SIGN.examined) await moveContract(ctx, c, 'examine-refuse', { reason })
}

/** The business of a contract while its task sign is open; holds the business row. */
async function signing(ctx: Ctx, businessId: unknown): Promise<Business> {
  const b = (await held(ctx, business, businessId)) as unknown as Business
  const task = await rows.find(ctx, process_task, { businessId: b.id, status: 'open' })
  if (b.status !== STATUS.doing || task?.taskKey !== 'sign') throw refusal('E2002')
  return b
}
async function contractHeld(ctx: Ctx, id: unknown): Promise<{ b: Business; c: ContractFile }> {
  const seen = (await rows.get(ctx, contract_file, String(id ?? ''))) as unknown as ContractFile
  const b = await signing(ctx, seen.businessId)
  return { b, c: (await rows.get(ctx, contract_file, seen.id)) as unknown as ContractFile }
}

/** {businessId, contractIds, signWay 1|2|3}: how the contracts are to be signed. */
export async function chooseSignWay(ctx: Ctx, input: Input): Promise<void> {
  const b = await signing(ctx, input.businessId)
  if (!['1', '2', '3'].includes(String(input.signWay))) throw problems.invalid([{ field: 'signWay', msg: '请选择签署方式' }])
  const wanted = (Array.isArray(input.contractIds) ? input.contractIds : String(input.contractIds ?? '').split(',')).map(String).filter(Boolean)
  const mine = (await contractsOf(ctx, b)).filter((c) => wanted.includes(c.id))
  if (mine.length === 0 || mine.length !== new Set(wanted).size) throw problems.noneSelected()
  for (const c of mine) await moveContract(ctx, c, 'choose-sign-way', { signWay: String(input.signWay) })
}

/** {contractId, attachId, qdsj}: a contract signed on paper, scanned as PDF; `qdsj` is the typed day of signing, not after today. */
export async function uploadContract(ctx: Ctx, input: Input): Promise<void> {
  const { b, c } = await contractHeld(ctx, input.contractId)
  if (c.signWay !== ON_PAPER) throw refusal('E2002')
  const file = await attachmentOf(ctx, b.id, input.attachId)
  if (file.contentType !== 'application/pdf') throw problems.invalid([{ field: 'attachId', msg: '请上传PDF格式的合同' }])
  const qdsj = String(input.qdsj ?? '')
  if (!/^\d{4}-\d\d-\d\d$/.test(qdsj) || Number.isNaN(Date.parse(qdsj)) || qdsj > ctx.now.slice(0, 10))
    throw problems.invalid([{ field: 'qdsj', msg: '请选择签订时间，且不能晚于今天' }])
  await moveContract(ctx, c, 'upload', { attachId: file.id, fileHash: file.sha256, qdsj, reason: null })
}

/** {contractId}: takes an upload back; a signed paper contract only by who uploaded it or an administrator. The file stays an attachment. */
export async function revokeUpload(ctx: Ctx, input: Input): Promise<void> {
  const { c } = await contractHeld(ctx, input.contractId)
  const signed = c.signStatus === SIGN.signed
  if (signed && (c.signWay !== ON_PAPER || !(c.updateUser === ctx.who.userId || isAdministrator(ctx.who)))) throw refusal('E2002')
  await moveContract(ctx, c, signed ? 'revoke-signed' : 'revoke-upload', { attachId: null, fileHash: null })
}
