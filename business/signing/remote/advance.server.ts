/** What follows of a signature: the node is signed, the next one opens, or the contract is signed. */

import type { Ctx } from '../../../kit/server/ctx.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { attach } from '../../../services/files/attach.ts'
import type { ContractFile } from '../../cases/business.ts'
import { CONTRACT_KIND } from '../../cases/materials.ts'
import { recordActs } from '../evidence/record.server.ts'
import { moveContract } from '../step.server.ts'
import { FLOW, NODE, sign_flow, sign_node, type SignNodeRow } from './flow.ts'
import { nodesOfFlow } from './flow.server.ts'
import type { AtNode } from './link.server.ts'

/** A file with one signature more, in the store, and the picture that was drawn for it. */
export interface Stored {
  fileName: string
  fileHash: string
  picture: string | null
  size: number
}

/**
 * Takes a signature into a flow whose business is held and whose node is open. Answers the next node, opened by `open`, or undefined where it was the last.
 */
export async function advance(
  { ctx, node, flow, contract }: AtNode,
  s: Stored & { doneTime: string; doneFrom: string },
  open: (next: SignNodeRow) => Promise<unknown>,
): Promise<SignNodeRow | undefined> {
  const over = { linkHash: null, passHash: null, passUntil: null }
  await rows.change(ctx, sign_node, node, { ...over, state: NODE.signed, doneTime: s.doneTime, doneFrom: s.doneFrom, picture: s.picture })
  await recordActs(ctx, [{ contract, event: 'node-signed', fileHash: s.fileHash, detail: `${node.nodeCode} ${node.signerName}` }])
  const next = (await nodesOfFlow(ctx, flow)).find((n) => n.state === NODE.waiting)
  await rows.change(ctx, sign_flow, flow, { fileName: s.fileName, fileHash: s.fileHash, state: next ? FLOW.open : FLOW.signed })
  if (!next) await close(ctx, contract, s)
  else {
    await open(next)
    await moveContract(ctx, contract, 'part-signed')
  }
  return next
}

/** The last signature makes the file the contract's; locked, as a signed contract is not removed like an ordinary attachment. */
async function close(ctx: Ctx, c: ContractFile, { fileName, fileHash, size, doneTime }: Stored & { doneTime: string }): Promise<void> {
  const attachId = await rows.insert(ctx, attach, {
    ...{ regionCode: c.regionCode, name: `${c.cbhtbm}.pdf`, ossName: fileName, extension: 'pdf', contentType: 'application/pdf' },
    ...{ attachSize: size, sha256: fileHash, businessId: c.businessId, businessItem: CONTRACT_KIND, locked: 1 },
  })
  await moveContract(ctx, c, 'all-signed', { attachId, fileHash, qdsj: doneTime.slice(0, 10) })
}
