/**
 * The desk of signing on site. Of each node the document of its person is compared, he is given the whole file, and writes his own name; then the next one
 * opens. What the desk does stands with its clerk, time and address. Source: business-flows.md 7; rulings.md 14; docs/adr/0030.
 */

import { flag, int, text } from '../../kit/model/field.ts'
import { maskText } from '../../kit/model/mask.ts'
import type { Fields } from '../../kit/model/resource.ts'
import { moved } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { answering, asFile, DeferredResponse, FileResponse, reading, route, type Route, type Run, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { tokenHash } from '../../platform/credentials/secrets.server.ts'
import { contract_file, type ContractFile } from '../../business/cases/definitions/business.ts'
import { refusal } from '../../business/cases/rules/problems.ts'
import { recordActs } from '../contract/record.server.ts'
import { isTooLate, ON_SITE } from '../contract/flow.ts'
import { atSigning } from '../acts/step.server.ts'
import { bytesOf, reasonOf, refuseAt, requireOwnLetter, signAt, storedPictures, type SignerParts } from '../acts/act.server.ts'
import type { Pictures } from '../acts/advance.server.ts'
import { LIMITS, WRITING_TOOLS, NODE, sign_node, type SignNodeRow } from '../contract/sign-flow.ts'
import { latestFlow, nodesOfFlow, openFlow } from '../acts/sign-flow.server.ts'
import { plainId } from '../signers/document.ts'
import { linkAddress, newSecret, type AtNode } from '../acts/link.server.ts'
import { DOC_WORDS, shortNumber } from '../acts/means.ts'
import { differsFrom } from '../signers/desk-persons.server.ts'
import { onsiteProblems } from '../contract/onsite-problems.ts'

/** A contract that is signed on site, its business held. @throws E2002, sign-onsite-way, E3005 */
export async function onSite(ctx: Ctx, contractId: string | undefined): Promise<ContractFile> {
  const seen = await rows.get(ctx, contract_file, contractId ?? '')
  await atSigning(ctx, seen.businessId, seen.regionCode)
  const c = await rows.get(ctx, contract_file, seen.id)
  if (c.signWay !== ON_SITE) throw onsiteProblems.otherWay()
  if (isTooLate(c, ctx.now)) throw refusal('E3005')
  return c
}
/** A node of a contract, as a call of the desk names it; and with the pass of who has compared its document. */
type SentNode = TextInput<'contractId'> & { readonly nodeSort: number | undefined }
type SentPass = SentNode & TextInput<'pass'>
/** A document as it was shown. */
type ShownDocument = Readonly<Partial<Record<'docMeans' | 'docName' | 'docNumber', unknown>>>
/** The node whose turn it is, as the desk has it. @throws sign-onsite-turn, and what `onSite` does */
async function atDesk(ctx: Ctx, input: SentNode): Promise<AtNode> {
  const contract = await onSite(ctx, input.contractId)
  const flow = await openFlow(ctx, contract.id)
  const node = flow && (await nodesOfFlow(ctx, flow)).find((n) => n.nodeSort === input.nodeSort)
  if (!flow || node?.state !== NODE.open) throw onsiteProblems.turn({ signer: node?.signerName ?? `${input.nodeSort ?? ''}` })
  return { ctx, node, flow, contract }
}
/** The same for whom this very clerk has compared a moment ago. @throws sign-onsite-pass */
async function compared(ctx: Ctx, input: SentPass): Promise<AtNode> {
  const at = await atDesk(ctx, input)
  const { passHash, passUntil, deskUser, signerName } = at.node
  const isHis = passHash === tokenHash(input.pass ?? '') && deskUser === ctx.who.userId && !!passUntil && passUntil > ctx.now
  if (!isHis) throw onsiteProblems.pass({ signer: signerName! })
  return at
}

/** A document as the acts tell it: how it was compared, and its number, shortened. */
export const shownBy = (d: ShownDocument): string => `${DOC_WORDS[String(d.docMeans ?? '')]} ${shortNumber(plainId(d.docNumber))}`
/** Counts and keeps a document that is not that of the node's person, and answers the refusal, which comes after that is committed. */
export async function wrongDocument({ ctx, node, contract }: AtNode, shown: ShownDocument): Promise<DeferredResponse | undefined> {
  const wrong = differsFrom(node, { name: shown.docName, number: shown.docNumber })
  if (!wrong) return undefined
  await rows.change(ctx, sign_node, node, { wrongIds: (node.wrongIds ?? 0) + 1 })
  await recordActs(ctx, [{ contract, event: 'not-him', detail: `${node.nodeCode} ${node.signerName}，${shownBy(shown)}：${wrong.say('zh')}` }])
  return new DeferredResponse(async () => {
    throw wrong
  })
}

/**
 * {contractId, nodeSort, docType, docName, docNumber, docMeans}: compares a document with the node's person. Right: answers the pass by which this clerk goes
 * on, for half an hour; a tablet or another desk that had the node has it no more. Wrong: counted and kept, though it is refused.
 */
async function compare(ctx: Ctx, input: SentNode & TextInput<'docType' | 'docMeans' | 'docName' | 'docNumber'>) {
  const at = await atDesk(ctx, input)
  const { node, contract } = at
  if ((node.wrongIds ?? 0) >= LIMITS.wrongIds) throw onsiteProblems.tries({ signer: node.signerName! })
  await requireOwnLetter(at)
  const wrong = await wrongDocument(at, input)
  if (wrong) return wrong
  const { secret: pass, hash } = newSecret()
  const passUntil = moved(ctx.now, LIMITS.passMinutes * 60)
  await rows.change(ctx, sign_node, node, {
    passHash: hash,
    passUntil,
    linkHash: null,
    readHash: null,
    bySeal: null,
    ...NO_PICTURES,
    deskUser: ctx.who.userId,
    deskName: ctx.who.realName,
    docType: input.docType ?? '',
    docMeans: input.docMeans ?? '',
    docTime: ctx.now,
    docFrom: ctx.ip || null,
  })
  await recordActs(ctx, [{ contract, event: 'compared', detail: `${node.nodeCode} ${node.signerName}，${shownBy(input)}` }])
  return { pass, passUntil, nodeSort: node.nodeSort, signerName: node.signerName, hasSeal: node.seal !== null }
}

const NO_PICTURES = { finger: null, fingerHash: null, photo: null, photoHash: null }

/** The whole file as it stands, for the person at the desk; that he was given it is kept. */
async function file({ storage }: SignerParts, ctx: Ctx, input: SentPass) {
  const { node, flow, contract } = await compared(ctx, input)
  if (node.readHash !== flow.fileHash) {
    await rows.change(ctx, sign_node, node, { readHash: flow.fileHash })
    await recordActs(ctx, [{ contract, event: 'read', fileHash: flow.fileHash, detail: `${node.nodeCode} ${node.signerName}，办理台 ${ctx.who.realName}` }])
  }
  return new DeferredResponse(async () => new FileResponse(`${contract.cbhtbm}.pdf`, 'application/pdf', await bytesOf(storage, flow), true))
}

/** An organisation signs by its seal only where one was certified when signing began. */
export function requireSeal(node: SignNodeRow, bySeal: boolean): void {
  if (bySeal && !node.seal) throw onsiteProblems.noSeal({ signer: node.signerName! })
}
/** The person writes his name at the desk; of two at once one finds that it is no longer his turn. */
async function sign(
  p: SignerParts,
  ctx: Ctx,
  input: SentPass & TextInput<'means' | 'picture' | 'finger' | 'photo'> & { readonly bySeal: number | undefined; readonly consent: number | undefined },
) {
  const at = await compared(ctx, input)
  const bySeal = input.bySeal === 1
  requireSeal(at.node, bySeal)
  const { consent, picture, finger, photo } = input
  const means = input.means === WRITING_TOOLS.pad ? WRITING_TOOLS.pad : WRITING_TOOLS.touch
  return signAt(p, at, { consent, picture, finger, photo, means, bySeal }, (next) => compared(next, input))
}
/** The person at the desk refuses: the flow ends, and the office reads why. */
async function refuse(ctx: Ctx, input: SentPass & TextInput<'reason'>): Promise<void> {
  const reason = reasonOf(input)
  await refuseAt(await compared(ctx, input), reason)
}
type SentToTablet = SentPass & TextInput<'finger' | 'photo'> & { readonly bySeal: number | undefined }
/**
 * Hands the node to a tablet: its link opens the signer's page at this node alone, as long as the comparison holds. A further one ends the former. Pictures
 * of the act are taken before, at the desk.
 */
async function tablet(p: SignerParts, ctx: Ctx, input: SentToTablet) {
  const at = await compared(ctx, input)
  requireSeal(at.node, input.bySeal === 1)
  return new DeferredResponse(async (again) => {
    const pictures = await storedPictures(p, at, input)
    return again((next) => handOver(p, next, input, pictures))
  })
}
async function handOver({ links }: SignerParts, ctx: Ctx, input: SentToTablet, pictures: Pictures) {
  const { node, contract } = await compared(ctx, input)
  const { secret, hash } = newSecret(node.countyCode)
  const bySeal = node.seal ? Number(input.bySeal === 1) : null
  await rows.change(ctx, sign_node, node, { linkHash: hash, readHash: null, bySeal, ...pictures })
  await recordActs(ctx, [{ contract, event: 'tablet', detail: `${node.nodeCode} ${node.signerName}，办理台 ${ctx.who.realName}` }])
  // without an address of its own the tablet reaches the product where the desk does
  return { path: `/sign#${secret}`, url: URL.canParse(links.publicUrl) ? linkAddress(links.publicUrl, secret) : null, passUntil: node.passUntil }
}

/** What the desk shows of a contract: its signers in their order, each with what was done. */
async function desk(ctx: Ctx, q: TextInput<'contractId'>) {
  const c = await rows.get(ctx, contract_file, q.contractId ?? '')
  if (c.signWay !== ON_SITE) throw onsiteProblems.otherWay()
  const flow = await latestFlow(ctx, c.id)
  const nodes = flow ? await nodesOfFlow(ctx, flow) : []
  return {
    contractId: c.id,
    cbhtbm: c.cbhtbm,
    cbfmc: c.cbfmc,
    signStatus: c.signStatus,
    signDeadline: c.signDeadline,
    reason: c.reason,
    nodes: nodes.map((n) => ({
      nodeSort: n.nodeSort!,
      nodeCode: n.nodeCode,
      signerName: n.signerName,
      state: n.state,
      signTime: n.state === NODE.signed ? n.doneTime : null,
      deskName: n.deskName,
      docTime: n.docTime,
      docMeans: n.docMeans,
      means: n.means,
      reason: n.reason,
      left: LIMITS.wrongIds - (n.wrongIds ?? 0),
      idCard: maskText(n.signerIdCard ?? ''),
      hasSeal: n.seal !== null,
      bySeal: n.bySeal === 1,
      hasFinger: n.finger !== null,
      hasPhoto: n.photo !== null,
      onTablet: n.state === NODE.open && n.linkHash !== null,
      awayTime: n.awayDoneTime,
    })),
  }
}

export const at = {
  contractId: text('合同', { en: 'Contract', max: 19, required: true }),
  nodeSort: int('节点序号', { en: 'Node', required: true, min: 1, max: 9 }),
}
const known = { ...at, pass: text('核对凭据', { en: 'Pass', max: 64, required: true }) }
export const bySeal = flag('加盖机构印章', { en: 'By the seal' })
/** Bytes of a call: three pictures in base64. */
export const MOST_BODY = 10 * 2 ** 20
export const pictureOf = (label: string, en: string, bytes: number) => text(label, { en, max: bytes * 2 })
export const pictures = { finger: pictureOf('指纹图片', 'Fingerprint', LIMITS.shotBytes), photo: pictureOf('现场照片', 'Photo of the act', LIMITS.shotBytes) }
/** What calls of the desk have in common; `place`: how the audit calls it, the desk or what was taken away from it. */
export const deskCall = (place: 'desk' | 'away', verb: string, summary: string) =>
  ({ method: 'POST', path: `/sign/onsite/${verb}`, perm: 'sign_edit', scope: 'land', audit: `sign_node.${place}-${verb}`, summary }) as const
const act = <B extends Fields>(verb: string, summary: string, body: B, run: Run<never, NoInfer<B>, 'POST'>): Route =>
  route({ ...deskCall('desk', verb, summary), body, run })
const { docType, docMeans, means } = sign_node.fields
/** Calls of the desk. */
export const deskRoutes = (p: SignerParts): Route[] => [
  reading('land', 'sign_edit')('/sign/onsite/desk', '现场签署办理台', ['contractId'], desk),
  act(
    'compare',
    '核对现场签署人证件',
    {
      ...at,
      docType: { ...docType, required: true },
      docMeans: { ...docMeans, required: true },
      docName: text('证件姓名', { name: true, format: 'name', en: 'Name on the document', max: 50, required: true }),
      docNumber: text('证件号码', { en: 'ID number', max: 30, required: true }),
    },
    compare,
  ),
  { ...asFile(act('file', '现场阅读待签合同', known, (ctx, b) => file(p, ctx, b))) },
  {
    ...act(
      'sign',
      '现场签署合同',
      {
        ...known,
        bySeal,
        means,
        consent: flag('同意', { en: 'Consent' }),
        picture: pictureOf('手写签名', 'Handwritten name', LIMITS.pictureBytes),
        ...pictures,
      },
      (ctx, b) => sign(p, ctx, b),
    ),
    maxBody: MOST_BODY,
  },
  { ...act('tablet', '交平板签署', { ...known, bySeal, ...pictures }, (ctx, b) => tablet(p, ctx, b)), maxBody: MOST_BODY },
  answering(act('refuse', '现场拒绝签署', { ...known, reason: text('拒签原因', { en: 'Reason', max: LIMITS.reason, required: true }) }, refuse), 'nothing'),
]
