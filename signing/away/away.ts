/** Signing where the desk has no network: what its tablet takes along, what it keeps of each signer, and how that is told later. Pure. */

import type { DeliveryOutcome } from '../../platform/offline/delivery.ts'
import { plainId, plainName } from '../signers/document.ts'

/** A signer as the tablet takes him along; of the number of his document it has a digest only. */
export interface TakenNode {
  nodeSort: number
  nodeCode: string
  signerName: string
  /** waiting, open, signed */
  state: string
  hasSeal: boolean
  /** tries that are left with a wrong document */
  left: number
  numberHash: string
}
/** A contract that was begun on site, as the tablet takes it along: its signers, and its file by length and digest. */
export interface DeliveredAct {
  contractId: string
  cbhtbm: string
  cbfmc: string
  flowId: string
  fileHash: string
  fileSize: number
  signDeadline: string | null
  /** the server's time when it was taken */
  takenAt: string
  nodes: TakenNode[]
}
/** A document that was shown at the tablet and was not that of the signer. */
export type WrongShown = { time: string; docMeans: string; docName: string; docNumber: string }
/** What one signer did at the tablet, as `/sign/onsite/deliver` takes it. Times are the tablet's own, yyyy-MM-dd HH:mm:ss. */
export type AwayAct = {
  actId: string
  contractId: string
  flowId: string
  nodeSort: number
  fileHash: string
  fileSize: number
  docType: string
  docMeans: string
  docName: string
  docNumber: string
  docTime: string
  readTime: string
  doneTime: string
  wrong: WrongShown[]
  /** set where he refused */
  reason?: string
  consent?: number
  picture?: string
  means?: string
  bySeal?: number
  finger?: string
  photo?: string
}

/** What a number of a document is digested with: of no use for another signer or another start. */
export const numberText = (of: { flowId: string; nodeSort: number }, number: unknown): string => `${of.flowId}.${of.nodeSort}.${plainId(number)}`

/** What is wrong with a document that is shown at the tablet, `numberHash` being the digest of its `numberText`. */
export function wrongAway(node: Pick<TakenNode, 'signerName' | 'numberHash'>, docName: string, numberHash: string): 'name' | 'number' | undefined {
  if (plainName(docName) !== plainName(node.signerName)) return 'name'
  return numberHash === node.numberHash ? undefined : 'number'
}

/** The signer whose turn it is at the tablet; undefined where all have acted, one refused, or what one did was not taken. */
export function queueSlot(
  c: Pick<DeliveredAct, 'nodes'>,
  acts: readonly (Pick<AwayAct, 'nodeSort' | 'reason'> & { outcome?: { as: string } })[],
): TakenNode | undefined {
  if (acts.some((a) => a.reason !== undefined || a.outcome?.as === 'conflict')) return undefined
  return c.nodes.find((n) => n.state !== 'signed' && !acts.some((a) => a.nodeSort === n.nodeSort))
}

/** Minutes by which a tablet's clock may be before the server's. */
export const AHEAD_MINUTES = 5
/** Whether the times of an act can be so: one after the other, after the contract was begun, and not in the future. `now` and `begun` are the server's. */
export function timesFit(a: Pick<AwayAct, 'docTime' | 'readTime' | 'doneTime'>, begun: string, latest: string): boolean {
  const times = [begun, a.docTime, a.readTime, a.doneTime, latest]
  return times.every((t, i) => i === 0 || times[i - 1]! <= t)
}

/**
 * Delivers acts in the order of their contracts and signers. One that the server refuses holds back those who signed the same contract after him; one that
 * cannot be sent now ends the delivery, and all that follow wait. Answers how each that was tried ended.
 */
export async function deliverAll<A extends Pick<AwayAct, 'actId' | 'contractId' | 'nodeSort'>>(
  acts: readonly A[],
  send: (act: A) => Promise<DeliveryOutcome>,
  onOutcome: (act: A, outcome: DeliveryOutcome) => Promise<void>,
): Promise<{ taken: number; conflicts: number; later: string }> {
  const told = { taken: 0, conflicts: 0, later: '' }
  const held = new Set<string>()
  for (const act of [...acts].sort((a, b) => a.contractId.localeCompare(b.contractId) || a.nodeSort - b.nodeSort)) {
    if (held.has(act.contractId)) continue
    const outcome = await send(act)
    await onOutcome(act, outcome)
    if (outcome.as === 'later') return { ...told, later: outcome.msg }
    if (outcome.as === 'taken') told.taken += 1
    else {
      told.conflicts += 1
      held.add(act.contractId)
    }
  }
  return told
}
