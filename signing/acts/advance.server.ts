/** What follows of a signature: the node is signed, the next one opens, or the contract is signed. */

import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { ContractFile } from '../../business/cases/definitions/business.ts'
import { attachContract } from '../contract/contract-attach.server.ts'
import { recordActs } from '../contract/record.server.ts'
import { moveContract, signedByAll } from './step.server.ts'
import { FLOW, NODE, sign_flow, sign_node, type SignNodeRow } from '../contract/sign-flow.ts'
import { nodesOfFlow, unremind } from './sign-flow.server.ts'
import { MEANS_WORDS } from './means.ts'
import type { AtNode } from './link.server.ts'

/** Pictures in the store that are kept beside a name, with their digests. */
export interface Pictures {
  finger?: string
  fingerHash?: string
  photo?: string
  photoHash?: string
}
/** What is kept of a signature beside the name: how it was written, whether a seal was drawn, its digest, and further pictures. */
export interface AdvanceExtras extends Pictures {
  means: string | null
  bySeal: number | null
  pictureHash: string
}
/** A file with one signature more, in the store, and the picture that was drawn for it. */
export interface StoredAct {
  fileName: string
  fileHash: string
  picture: string | null
  size: number
  beside?: AdvanceExtras
}

/**
 * Takes a signature into a flow whose business is held and whose node is open. Answers the next node, opened by `open`, or undefined where it was the last.
 */
export async function advance(
  { ctx, node, flow, contract }: AtNode,
  s: StoredAct & { doneTime: string; doneFrom: string },
  open: (next: SignNodeRow) => Promise<unknown>,
): Promise<SignNodeRow | undefined> {
  const over = { linkHash: null, passHash: null, passUntil: null }
  await rows.change(ctx, sign_node, node, { ...over, state: NODE.signed, doneTime: s.doneTime, doneFrom: s.doneFrom, picture: s.picture, ...s.beside })
  await unremind(ctx, node)
  const how = [`${node.nodeCode} ${node.signerName}`, s.beside?.means && MEANS_WORDS[s.beside.means], s.beside?.bySeal && '加盖机构印章']
  const detail = [...how, node.deskName && `办理台 ${node.deskName}`].filter(Boolean).join('，')
  await recordActs(ctx, [{ contract, event: 'node-signed', fileHash: s.fileHash, detail }])
  const next = (await nodesOfFlow(ctx, flow)).find((n) => n.state === NODE.waiting)
  await rows.change(ctx, sign_flow, flow, { fileName: s.fileName, fileHash: s.fileHash, state: next ? FLOW.open : FLOW.signed })
  if (!next) await close(ctx, contract, s)
  else {
    await open(next)
    await moveContract(ctx, contract, 'part-signed')
  }
  return next
}

/** The last signature makes the file the contract's; whether it counts at once says the tenant. */
async function close(ctx: Ctx, c: ContractFile, { fileName, fileHash, size, doneTime }: StoredAct & { doneTime: string }): Promise<void> {
  const attachId = await attachContract(ctx, c, { ossName: fileName, size, hash: fileHash, locked: true })
  await signedByAll(ctx, c, { attachId, fileHash, qdsj: doneTime.slice(0, 10) })
}
