/** What a signer does at his node, on whatever channel: he signs the file as it stands, or refuses. */

import { join } from 'node:path'
import { invalidField, Problem } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { DeferredResponse } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import { dayText } from '../../land/paper/rows.ts'
import { typeset } from '../../services/typeset/typeset.server.ts'
import { timestampOf } from '../../services/typeset/pdf.server.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { openAuthority } from '../../services/pades/authority.server.ts'
import { lettersFor, requireLetters } from '../signers/recorded.server.ts'
import type { SignNode } from '../contract/nodes.ts'
import type { Stamp } from '../../services/pades/timestamp.server.ts'
import { signedBytes } from '../contract/contract-attach.server.ts'
import { signContractPdf } from '../contract/sign-pdf.server.ts'
import { moveContract } from './step.server.ts'
import { advance, type AdvanceExtras, type Pictures, type StoredAct } from './advance.server.ts'
import { NODE, sign_flow, sign_node, type Anchor, type SignFlow } from '../contract/sign-flow.ts'
import { endFlow, nodesOfFlow, openNext, type LinkParts } from './sign-flow.server.ts'
import { fingerprint, handwriting, photoOfAct } from './handwriting.server.ts'
import type { AtNode } from './link.server.ts'
import { remoteProblems } from '../contract/remote-problems.ts'

export interface SignerParts {
  links: LinkParts
  storage: Storage
  dataDir: string
  /** the time stamping authority, where there is one */
  stamp?: Stamp | undefined
}
/** The day (of 'yyyy-MM-dd HH:mm:ss') as the contract prints it, on a page as large as its place: nobody knows it before the last one signs. */
const signingDayPage = async (now: string): Promise<Buffer> =>
  (await typeset(join(import.meta.dirname, 'day.typ'), 'day', { day: dayText(now) }, timestampOf(now))).pdf
/** What a signature comes with. */
interface Given {
  consent?: unknown
  /** base64 of a PNG of the name by hand */
  picture?: unknown
  /** how the name was written; by phone nobody asks */
  means?: string | undefined
  /** whether the seal of the node's organisation is drawn in the place of the name, where it has one */
  bySeal: boolean
  /** pictures that are kept beside: base64 of a PNG, and of a JPEG or PNG */
  finger?: unknown
  photo?: unknown
}

/** The letters of a node are good today. */
export async function requireOwnLetter({ ctx, contract, node }: AtNode): Promise<void> {
  await requireLetters(
    ctx,
    (await lettersFor(ctx, contract)).filter((l) => l.nodeCode === node.nodeCode),
  )
}
/** The file of a flow. @throws sign-file-changed */
export const bytesOf = (storage: Storage, { fileName, fileHash }: SignFlow): Promise<Buffer> => signedBytes(storage, { ossName: fileName, fileHash })

/**
 * Signs: the handwritten name, or the seal, is put at the node's place with a signature over the whole file. Made outside of any transaction and kept in one,
 * which `held` enters once more: there the signer must still be at his node and the file be the one that was signed.
 */
export async function signAt(p: SignerParts, at: AtNode, given: Given, held: (next: Ctx) => Promise<AtNode>): Promise<DeferredResponse> {
  if (Number(given.consent) !== 1) throw remoteProblems.consent()
  if (!at.node.readHash || at.node.readHash !== at.flow.fileHash) throw remoteProblems.unread()
  return signOver(p, at, given, held, () => undefined)
}
/** The same for who has read a file elsewhere: `look` throws where the file as it stands is not what he read. @throws letter problems, sign-consent */
export async function signOver(
  p: SignerParts,
  at: AtNode,
  given: Given,
  held: (next: Ctx) => Promise<AtNode>,
  look: (file: Buffer) => void,
): Promise<DeferredResponse> {
  await requireOwnLetter(at)
  if (Number(given.consent) !== 1) throw remoteProblems.consent()
  const { anchors } = await rows.get(at.ctx, sign_flow, at.flow.id)
  const isLast = !(await nodesOfFlow(at.ctx, at.flow)).some((n) => n.state === NODE.waiting)
  return new DeferredResponse(async (again) => {
    const file = await bytesOf(p.storage, at.flow)
    look(file)
    const picture = await handwriting(given.picture)
    const seal = given.bySeal && at.node.seal ? await p.storage.read(at.node.seal) : undefined
    const signed = await signedBy(p, at, { picture, seal, isLast }, file, (anchors ?? []) as readonly Anchor[])
    const put = (bytes: Buffer) => p.storage.put(bytes, at.node.tenantId)
    const beside: AdvanceExtras = {
      means: given.means ?? null,
      bySeal: at.node.seal ? Number(given.bySeal) : null,
      pictureHash: sha256(picture),
      ...(await storedPictures(p, at, given)),
    }
    const stored = { fileName: await put(signed), picture: await put(picture), fileHash: sha256(signed), size: signed.length, beside }
    // after a failure that is no refusal nobody knows what was committed: files too many do no harm
    return again(async (next) => keep(p, await held(next), at.flow.fileHash!, stored, at.ctx.now)).catch(async (e: unknown) => {
      const names = [stored.fileName, stored.picture, beside.finger, beside.photo]
      if (e instanceof Problem) for (const name of names) if (name) await p.storage.remove(name)
      throw e
    })
  })
}
/** Stores the pictures that come beside a name, each as it is kept. @throws sign-evidence-picture */
export async function storedPictures({ storage }: Pick<SignerParts, 'storage'>, { node }: AtNode, given: Pick<Given, 'finger' | 'photo'>): Promise<Pictures> {
  const [finger, shot] = [given.finger ? await fingerprint(given.finger) : undefined, given.photo ? await photoOfAct(given.photo) : undefined]
  const put = (bytes: Buffer) => storage.put(bytes, node.tenantId)
  return { ...(finger ? { finger: await put(finger), fingerHash: sha256(finger) } : {}), ...(shot ? { photo: await put(shot), photoHash: sha256(shot) } : {}) }
}
/** What is drawn for a signature: the name by hand, the seal of the organisation, and with the last one the day on which the contract was signed. */
interface Drawn {
  picture: Buffer
  seal: Buffer | undefined
  isLast: boolean
}
async function signedBy(
  { dataDir, stamp }: SignerParts,
  { node, ctx }: AtNode,
  { picture, seal, isLast }: Drawn,
  pdf: Buffer,
  anchors: readonly Anchor[],
): Promise<Buffer> {
  const time = timestampOf(ctx.now)
  const signer = {
    name: node.signerName!,
    node: node.nodeCode as SignNode,
    time,
    image: picture,
    seal,
    day: isLast ? await signingDayPage(ctx.now) : undefined,
  }
  return signContractPdf({ pdf, anchors }, [signer], await openAuthority(dataDir, time), stamp)
}
/** Keeps a signature, of the time that stands in the file. @throws sign-link where the file is another by now */
async function keep({ links }: SignerParts, at: AtNode, before: string, s: StoredAct, doneTime: string) {
  if (at.flow.fileHash !== before) throw remoteProblems.link()
  const next = await advance(at, { ...s, doneTime, doneFrom: at.ctx.ip }, (n) => openNext(at.ctx, links, n, at.contract))
  return { signed: true, last: !next }
}

/** Why somebody does not sign. @throws invalid where it is no reason */
export function reasonOf({ reason: typed }: { readonly reason?: unknown }): string {
  const reason = String(typed ?? '').trim()
  if (reason.length < 2) throw invalidField('reason', { zh: '请输入拒签原因', en: 'Please give the reason' })
  return reason
}
/** Refuses to sign, the business held: the flow ends, and the office reads why. */
export async function refuseAt({ ctx, node, contract }: AtNode, reason: string): Promise<void> {
  await rows.change(ctx, sign_node, node, { state: NODE.refused, linkHash: null, passHash: null, passUntil: null, doneTime: ctx.now, doneFrom: ctx.ip, reason })
  await endFlow(ctx, contract.id, 'refused')
  await moveContract(ctx, contract, 'refuse', { reason: `${node.signerName}：${reason}`.slice(0, 254) })
}
