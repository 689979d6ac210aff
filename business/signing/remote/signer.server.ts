/**
 * The signer's own calls: public, opened by his link and nothing else, and acting as him. He proves who he is by the number of his identity document and a
 * code to his own phone, reads the file, and signs it or refuses. Source: rulings on signing; docs/adr/0028.
 */

import { flag, text } from '../../../kit/model/field.ts'
import { maskText } from '../../../kit/model/mask.ts'
import { invalidField } from '../../../kit/model/problem.ts'
import type { Fields } from '../../../kit/model/resource.ts'
import { moved } from '../../../kit/server/clock.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { answering, DeferredResponse, FileResponse, type Input, type Route } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { timestampOf } from '../../../land/paper/render.server.ts'
import { codeProblems, sendCode, takeCode } from '../../../platform/messages/code.server.ts'
import type { Storage } from '../../../services/files/storage/storage.server.ts'
import { lockRow } from '../../../services/process/rows.server.ts'
import { business } from '../../cases/business.ts'
import { refusal } from '../../cases/problems.ts'
import { openAuthority } from '../authority.server.ts'
import { recordActs } from '../evidence/record.server.ts'
import type { SignNode } from '../nodes.ts'
import type { Stamp } from '../pades/timestamp.server.ts'
import { requireLetters } from '../letters/letter.server.ts'
import { lettersFor } from '../letters/recorded.server.ts'
import { signingProblems } from '../problems.ts'
import { maskName } from '../public/check.ts'
import { signContractPdf } from '../sign-pdf.server.ts'
import { moveContract } from '../step.server.ts'
import { advance, type Stored } from './advance.server.ts'
import { LIMITS, NODE, sign_flow, sign_node, type Anchor, type SignFlow } from './flow.ts'
import { asPerson, endFlow, openNode, type LinkParts } from './flow.server.ts'
import { handwriting } from './handwriting.server.ts'
import { sha256 } from '../contract-attach.server.ts'
import { atLink, atPass, newSecret, type AtNode } from './link.server.ts'
import { remoteProblems } from './problems.ts'

export interface SignerParts {
  links: LinkParts
  storage: Storage
  dataDir: string
  /** the time stamping authority, where there is one */
  stamp?: Stamp | undefined
}

/** What a link alone tells: who is meant, masked. */
async function told(ctx: Ctx, input: Input) {
  const { node, contract } = await atLink(ctx, input.link)
  return { nodeCode: node.nodeCode, signer: maskName(node.signerName ?? ''), phone: maskText(node.signerPhone!), signDeadline: contract.signDeadline }
}

/** Sends the code to the person's own phone, once the number of his identity document is right. A wrong number is counted even though it is refused. */
async function askCode({ links }: SignerParts, ctx: Ctx, input: Input) {
  const { ctx: own, node: seen } = await atLink(ctx, input.link)
  const node = await asPerson(own, seen, input.idCard)
  if (!node)
    return new DeferredResponse(async () => {
      throw refusal('E3004')
    })
  const { id, seconds } = await sendCode(own, links.sms, node.signerPhone!)
  await rows.change(own, sign_node, node, { codeId: id })
  return { seconds }
}

/** The code from the phone opens the contract for half an hour. Answers the pass, which only this page has. */
async function identify({ links }: SignerParts, ctx: Ctx, input: Input) {
  const { ctx: own, node, contract } = await atLink(ctx, input.link)
  const isRight = await takeCode(own, links.sms, node.codeId ?? '', node.signerPhone!, String(input.code ?? ''))
  if (!isRight)
    return new DeferredResponse(async () => {
      throw codeProblems.wrong()
    })
  const { secret: pass, hash } = newSecret()
  await rows.change(own, sign_node, node, { codeId: null, passHash: hash, passUntil: moved(ctx.now, LIMITS.passMinutes * 60), readHash: null })
  await recordActs(own, [{ contract, event: 'identified', detail: `${node.nodeCode} 证件号码、短信验证码 ${maskText(node.signerPhone!)}` }])
  return { pass, signerName: node.signerName, cbhtbm: contract.cbhtbm, cbfmc: contract.cbfmc }
}

/** The whole file as it stands, with the signatures before this one; that it was taken is kept. */
async function file({ storage }: SignerParts, ctx: Ctx, input: Input) {
  const { ctx: own, node, flow, contract } = await atPass(ctx, input.link, input.pass)
  if (node.readHash !== flow.fileHash) {
    await rows.change(own, sign_node, node, { readHash: flow.fileHash })
    await recordActs(own, [{ contract, event: 'read', fileHash: flow.fileHash, detail: node.nodeCode }])
  }
  return new DeferredResponse(async () => new FileResponse(`${contract.cbhtbm}.pdf`, 'application/pdf', await bytesOf(storage, flow), true))
}
async function bytesOf(storage: Storage, flow: SignFlow): Promise<Buffer> {
  const bytes = await storage.read(flow.fileName!)
  if (sha256(bytes) !== flow.fileHash) throw signingProblems.changed()
  return bytes
}

/**
 * Signs: the handwritten name is put at the node's place with a signature over the whole file. Made outside of any transaction and kept in one, in which
 * the link must still be good and the file the one that was signed: of two at once one is told that the link is over.
 */
async function sign(p: SignerParts, ctx: Ctx, input: Input) {
  const at = await atPass(ctx, input.link, input.pass)
  await requireLetters(
    at.ctx,
    (await lettersFor(at.ctx, at.contract)).filter((l) => l.nodeCode === at.node.nodeCode),
  )
  if (Number(input.consent) !== 1) throw remoteProblems.consent()
  if (!at.node.readHash || at.node.readHash !== at.flow.fileHash) throw remoteProblems.unread()
  const { anchors } = await rows.get(at.ctx, sign_flow, at.flow.id)
  return new DeferredResponse(async (again) => {
    const picture = await handwriting(input.picture)
    const signed = await signedBy(p, at, picture, (anchors ?? []) as readonly Anchor[])
    const { tenantId } = at.node
    const stored = {
      fileName: await p.storage.put(signed, tenantId),
      picture: await p.storage.put(picture, tenantId),
      fileHash: sha256(signed),
      size: signed.length,
    }
    // after a failure that is no refusal nobody knows what was committed: files too many do no harm
    return again((next) => keep(p, next, input, at.flow.fileHash!, stored)).catch(async (e: { key?: string }) => {
      if (e.key === 'sign-link' || e.key === 'sign-pass') for (const name of [stored.fileName, stored.picture]) await p.storage.remove(name)
      throw e
    })
  })
}
async function signedBy({ storage, dataDir, stamp }: SignerParts, { node, flow, ctx }: AtNode, picture: Buffer, anchors: readonly Anchor[]): Promise<Buffer> {
  const time = timestampOf(ctx.now)
  const image = node.seal ? await storage.read(node.seal) : picture
  const signer = { name: node.signerName!, node: node.nodeCode as SignNode, time, image }
  return signContractPdf({ pdf: await bytesOf(storage, flow), anchors }, [signer], await openAuthority(dataDir, time), stamp)
}

/** Keeps a signature. @throws sign-link where the link or the file is another by now */
async function keep({ links }: SignerParts, outer: Ctx, input: Input, before: string, s: Stored) {
  const at = await held(outer, input)
  if (at.flow.fileHash !== before) throw remoteProblems.link()
  const next = await advance(at, { ...s, doneTime: at.ctx.now, doneFrom: at.ctx.ip }, (n) => openNode(at.ctx, links, n, at.contract, true))
  return { signed: true, last: !next }
}
/** The signer at his node with the business held, as every other step of signing holds it. */
async function held(outer: Ctx, input: Input): Promise<AtNode> {
  const seen = await atPass(outer, input.link, input.pass)
  await lockRow(seen.ctx, business, seen.flow.businessId)
  return atPass(outer, input.link, input.pass)
}
/** Refuses to sign: the flow ends, and the office reads why. */
async function refuse(ctx: Ctx, input: Input) {
  const reason = String(input.reason ?? '').trim()
  if (reason.length < 2) throw invalidField('reason', { zh: '请输入拒签原因', en: 'Please say why' })
  const { ctx: own, node, contract } = await held(ctx, input)
  await rows.change(own, sign_node, node, {
    ...{ state: NODE.refused, linkHash: null, passHash: null, passUntil: null, doneTime: ctx.now, doneFrom: ctx.ip, reason },
  })
  await endFlow(own, contract.id, 'refused')
  await moveContract(own, contract, 'refuse', { reason: `${node.signerName}：${reason}`.slice(0, 254) })
}

const link = text('签署链接', { en: 'Link', max: 64, required: true })
const opened = { link, pass: text('身份核验', { en: 'Pass', max: 64, required: true }) }
const own = (verb: string, summary: string, audit: string, body: Fields, run: Route['run']): Route => ({
  method: 'POST',
  path: `/sign/signer/${verb}`,
  perm: 'public',
  scope: 'land',
  audit,
  summary,
  rate: 'login',
  asSystem: 'a signer has no account: his link says in which tenant he is, and he acts there at his own node only',
  body,
  run,
})
/** The public calls of signers. */
export const signerRoutes = (p: SignerParts): Route[] => [
  own('open', '打开签署链接', 'sign_node.open', { link }, told),
  own('code', '发送签署验证码', 'sign_node.code', { link, idCard: text('证件号码', { en: 'ID number', max: 30, required: true }) }, (ctx, b) =>
    askCode(p, ctx, b),
  ),
  own('check', '核验签署人身份', 'sign_node.check', { link, code: text('验证码', { en: 'Code', max: 8, required: true }) }, (ctx, b) => identify(p, ctx, b)),
  { ...own('file', '阅读待签合同', 'sign_node.read', opened, (ctx, b) => file(p, ctx, b)), answer: 'file' },
  own(
    'sign',
    '签署合同',
    'sign_node.sign',
    { ...opened, consent: flag('同意', { en: 'Consent' }), picture: text('手写签名', { en: 'Handwritten name', max: LIMITS.pictureBytes * 2 }) },
    (ctx, b) => sign(p, ctx, b),
  ),
  answering(
    own('refuse', '拒绝签署', 'sign_node.refuse', { ...opened, reason: text('拒签原因', { en: 'Reason', max: LIMITS.reason, required: true }) }, refuse),
    'nothing',
  ),
]
