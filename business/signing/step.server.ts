import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { contract_file, type Business, type ContractFile } from '../cases/business.ts'
import { contractsOf } from '../cases/contracts.server.ts'
import { next, ON_PAPER, SIGN } from '../cases/flow.ts'
import type { TaskStep } from '../cases/handling.server.ts'
import { refusal } from '../cases/problems.ts'
import { SIGNING, type SigningEvent } from './flow.ts'

/**
 * Moves one contract along the signing machine and sets what came with it ('all-signed': attachId, fileHash, qdsj). Its business is held by the
 * caller. Throws "not allowed now" where the state has no such step.
 */
export async function moveContract(ctx: Ctx, c: ContractFile, event: SigningEvent, set: Record<string, unknown> = {}): Promise<ContractFile> {
  const to = next(SIGNING, c.signStatus, event)
  if (!to) throw problems.notAllowedNow({ zh: '办理该合同签署', en: 'do this with the contract' })
  return (await rows.change(ctx, contract_file, c, { ...set, signStatus: to })) as ContractFile
}

const signedElectronically = (c: ContractFile) => c.signStatus === SIGN.signed && c.signWay !== ON_PAPER
const flowOpen = (c: ContractFile) => c.signStatus === SIGN.unsigned || c.signStatus === SIGN.signing
/** A contract in an open flow, or signed electronically, must be cancelled first: E2002. Source: business-flows.md 6. */
function mayLeaveSigning(contracts: readonly ContractFile[]): void {
  if (contracts.some((c) => flowOpen(c) || signedElectronically(c))) throw refusal('E2002')
}

/** Pass of the task sign: uploaded contracts are examined, then all must be signed (I23): E2005. Answers them as they stand then. */
async function examineContracts(ctx: Ctx, b: Business): Promise<readonly ContractFile[]> {
  const today = ctx.now.slice(0, 10)
  const all: ContractFile[] = []
  for (const c of await contractsOf(ctx, b))
    all.push(c.signStatus === SIGN.examined && c.qdsj && c.qdsj <= today ? await moveContract(ctx, c, 'examine-pass') : c)
  if (all.length === 0 || all.some((c) => c.signStatus !== SIGN.signed || !c.qdsj || !c.attachId)) throw refusal('E2005')
  return all
}
/** Return from the task sign: uploaded contracts are rejected with the opinion. */
async function rejectContracts(ctx: Ctx, b: Business, reason: string | null): Promise<void> {
  const all = await contractsOf(ctx, b)
  mayLeaveSigning(all)
  for (const c of all) if (c.signStatus === SIGN.examined) await moveContract(ctx, c, 'examine-refuse', { reason })
}

/** The task sign: passed when every contract is signed, left only when none is in an open flow. */
export const signStep: TaskStep = {
  ready: (ctx, { business }) => examineContracts(ctx, business),
  onReturn: (ctx, { business }, comment) => rejectContracts(ctx, business, comment),
  onRevoke: async (ctx, { business }) => mayLeaveSigning(await contractsOf(ctx, business)),
}
