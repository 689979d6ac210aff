/**
 * The signer's own calls: public, opened by his link and nothing else, and acting as him. He proves who he is by the number of his identity document and a
 * code to his own phone, reads the file, and signs it or refuses. Source: rulings.md 14; docs/adr/0028.
 */

import { flag, text } from '../../kit/model/field.ts'
import { maskText } from '../../kit/model/mask.ts'
import type { Fields } from '../../kit/model/resource.ts'
import { moved } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { answering, asFile, DeferredResponse, FileResponse, route, type Route, type Run, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { codeProblems, sendCode, takeCode } from '../../platform/messages/code.server.ts'
import { lockRow } from '../../services/process/rows.server.ts'
import { business } from '../../business/cases/definitions/business.ts'
import { refusal } from '../../business/cases/rules/problems.ts'
import { recordActs } from '../contract/record.server.ts'
import { ON_SITE } from '../contract/flow.ts'
import { maskName } from '../../platform/public/mask.ts'
import { bytesOf, reasonOf, refuseAt, signAt, type SignerParts } from '../acts/act.server.ts'
import { LIMITS, WRITING_TOOLS, sign_node } from '../contract/sign-flow.ts'
import { asPerson } from '../acts/sign-flow.server.ts'
import { atLink, atPass, newSecret, type AtNode } from '../acts/link.server.ts'
import { remoteProblems } from '../contract/remote-problems.ts'

/** What a link alone tells: who is meant, masked. */
async function told(ctx: Ctx, input: TextInput<'link'>) {
  const { node, contract } = await atLink(ctx, input.link)
  const own = { nodeCode: node.nodeCode, signer: maskName(node.signerName ?? ''), phone: maskText(node.signerPhone ?? ''), signDeadline: contract.signDeadline }
  // on site the desk has compared the document
  return { ...own, compared: contract.signWay === ON_SITE }
}

/** Codes are for who signs by phone. @throws sign-link */
async function byPhone(ctx: Ctx, link: string | undefined): Promise<AtNode> {
  const at = await atLink(ctx, link)
  if (at.contract.signWay === ON_SITE) throw remoteProblems.link()
  return at
}
/** Sends the code to the person's own phone, once the number of his identity document is right. A wrong number is counted even though it is refused. */
async function askCode({ links }: SignerParts, ctx: Ctx, input: TextInput<'link' | 'idCard'>) {
  const { ctx: own, node: seen } = await byPhone(ctx, input.link)
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
async function identify({ links }: SignerParts, ctx: Ctx, input: TextInput<'link' | 'code'>) {
  const { ctx: own, node, contract } = await byPhone(ctx, input.link)
  const isRight = await takeCode(own, links.sms, node.codeId ?? '', node.signerPhone!, input.code ?? '')
  if (!isRight)
    return new DeferredResponse(async () => {
      throw codeProblems.wrong()
    })
  const { secret: pass, hash } = newSecret()
  await rows.change(own, sign_node, node, { codeId: null, passHash: hash, passUntil: moved(ctx.now, LIMITS.passMinutes * 60), readHash: null })
  await recordActs(own, [{ contract, event: 'identified', detail: `${node.nodeCode} 证件号码、短信验证码 ${maskText(node.signerPhone!)}` }])
  return { pass, signerName: node.signerName, cbhtbm: contract.cbhtbm, cbfmc: contract.cbfmc }
}

/** A signer's link with the pass of who was identified. */
type SentPass = TextInput<'link' | 'pass'>
/** The whole file as it stands, with the signatures before this one; that it was taken is kept. */
async function file({ storage }: SignerParts, ctx: Ctx, input: SentPass) {
  const { ctx: own, node, flow, contract } = await atPass(ctx, input.link, input.pass)
  if (node.readHash !== flow.fileHash) {
    await rows.change(own, sign_node, node, { readHash: flow.fileHash })
    await recordActs(own, [{ contract, event: 'read', fileHash: flow.fileHash, detail: node.nodeCode }])
  }
  return new DeferredResponse(async () => new FileResponse(`${contract.cbhtbm}.pdf`, 'application/pdf', await bytesOf(storage, flow), true))
}

/** Signs. Of two at once one is told that the link is over. On site the name was written on a tablet of the desk. */
async function sign(p: SignerParts, ctx: Ctx, input: SentPass & TextInput<'picture'> & { readonly consent: number | undefined }) {
  const at = await atPass(ctx, input.link, input.pass)
  const means = at.contract.signWay === ON_SITE ? WRITING_TOOLS.tablet : undefined
  const { consent, picture } = input
  return signAt(p, at, { consent, picture, means, bySeal: at.node.bySeal !== 0 }, (next) => held(next, input))
}
/** The signer at his node with the business held, as every other step of signing holds it. */
async function held(outer: Ctx, input: SentPass): Promise<AtNode> {
  const seen = await atPass(outer, input.link, input.pass)
  await lockRow(seen.ctx, business, seen.flow.businessId)
  return atPass(outer, input.link, input.pass)
}
/** Refuses to sign: the flow ends, and the office reads why. */
async function refuse(ctx: Ctx, input: SentPass & TextInput<'reason'>) {
  const reason = reasonOf(input)
  await refuseAt(await held(ctx, input), reason)
}

/** A signer's link as a call is given it. */
export const link = text('签署链接', { en: 'Link', max: 64, required: true })
const opened = { link, pass: text('身份核验', { en: 'Pass', max: 64, required: true }) }
/** A public call of a signer. */
export const signerCall = <B extends Fields>(verb: string, summary: string, audit: string, body: B, run: Run<never, NoInfer<B>, 'POST'>): Route =>
  route({
    method: 'POST',
    path: `/sign/signer/${verb}`,
    perm: 'public',
    scope: 'land',
    audit,
    summary,
    rate: 'signers',
    asSystem: 'a signer has no account: his link says in which tenant he is, and he acts there at his own node only',
    body,
    run,
  })
/** The public calls of signers. */
export const signerRoutes = (p: SignerParts): Route[] => [
  signerCall('open', '打开签署链接', 'sign_node.open', { link }, told),
  signerCall('code', '发送签署验证码', 'sign_node.code', { link, idCard: text('证件号码', { en: 'ID number', max: 30, required: true }) }, (ctx, b) =>
    askCode(p, ctx, b),
  ),
  signerCall('check', '核验签署人身份', 'sign_node.check', { link, code: text('验证码', { en: 'Code', max: 8, required: true }) }, (ctx, b) =>
    identify(p, ctx, b),
  ),
  asFile(signerCall('file', '阅读待签合同', 'sign_node.read', opened, (ctx, b) => file(p, ctx, b))),
  signerCall(
    'sign',
    '签署合同',
    'sign_node.sign',
    { ...opened, consent: flag('同意', { en: 'Consent' }), picture: text('手写签名', { en: 'Handwritten name', max: LIMITS.pictureBytes * 2 }) },
    (ctx, b) => sign(p, ctx, b),
  ),
  answering(
    signerCall('refuse', '拒绝签署', 'sign_node.refuse', { ...opened, reason: text('拒签原因', { en: 'Reason', max: LIMITS.reason, required: true }) }, refuse),
    'nothing',
  ),
]
