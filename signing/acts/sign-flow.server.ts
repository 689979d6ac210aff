/** Signing node by node as the office sees it: begun, called off, its nodes; by phone reminded, and the link at the desk. Source: business-flows.md 7. */

import { typedRows, typedRow } from '../../kit/server/any-query.server.ts'
import { both } from '../../kit/model/lang.ts'
import { maskText } from '../../kit/model/mask.ts'
import { Problem, problems } from '../../kit/model/problem.ts'
import { moved, momentOf } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { messageJson } from '../../runtime/said.ts'
import { CONTENTS } from '../../platform/messages/contents.ts'
import { queueMessage, withdrawMessages, type SmsParts } from '../../platform/messages/send.server.ts'
import { requireWorded, worded } from '../../platform/messages/worded.server.ts'
import { lockRow } from '../../services/process/rows.server.ts'
import type { ContractFile } from '../../business/cases/definitions/business.ts'
import { refusal } from '../../business/cases/rules/problems.ts'
import { isTooLate, ON_SITE, REMOTE } from '../contract/flow.ts'
import { plainId } from '../signers/document.ts'
import type { Age } from '../signers/numbers.server.ts'
import type { SigningPerson } from '../signers/persons.server.ts'
import { FLOW, LIMITS, NODE, PROVIDER, sign_flow, sign_node, type SignFlow, type SignNodeRow } from '../contract/sign-flow.ts'
import { linkAddress, newSecret } from './link.server.ts'
import { remoteProblems } from '../contract/remote-problems.ts'

/** Kind of the job that makes the file of a flow; its payload names the flow. */
export const FREEZE_JOB = 'sign-freeze'
/** Kind of the job that tells a service outside that its flow is called off. */
export const VOID_JOB = 'sign-void'
/** How links go out. */
export interface LinkParts {
  sms: SmsParts
  /** a service outside sends its links itself */
  outside?: boolean
  /** the product's own address, as people reach it */
  publicUrl: string
}

/** The flow of a contract that is not ended, or none. */
export async function openFlow(ctx: Ctx, contractId: string): Promise<SignFlow | undefined> {
  const q = scoped(ctx, sign_flow).where('sign_flow.contractId', '=', contractId).where('sign_flow.state', 'in', [FLOW.making, FLOW.open])
  return await typedRow<SignFlow>(flatRows(q, sign_flow))
}
/** The nodes of a flow in their order. */
export const nodesOfFlow = async (ctx: Ctx, flow: Pick<SignFlow, 'id' | 'countyCode'>): Promise<SignNodeRow[]> =>
  await typedRows<SignNodeRow>(
    flatRows(scoped(ctx, sign_node).where('sign_node.countyCode', '=', flow.countyCode).where('sign_node.flowId', '=', flow.id), sign_node).orderBy(
      'sign_node.nodeSort',
    ),
  )

/** Refuses at once where no link could be sent. @throws sign-address, sms-provider, sms-content */
export async function requireReach(ctx: Ctx, { publicUrl, outside }: LinkParts): Promise<void> {
  if (!URL.canParse(publicUrl)) throw remoteProblems.noAddress()
  if (!outside) await requireWorded(ctx, CONTENTS.signLink)
}

/** Begins the flow of a contract whose row has been moved: its persons in their order, and the job that freezes its file. On site nobody needs a phone. */
export async function beginFlow(
  ctx: Ctx,
  c: ContractFile,
  persons: readonly (Omit<SigningPerson, 'phone'> & Partial<SigningPerson> & { age?: Age })[],
): Promise<void> {
  const of = { regionCode: c.regionCode, contractId: c.id }
  const flowId = await rows.insert(ctx, sign_flow, { ...of, businessId: c.businessId, cbhtbm: c.cbhtbm, state: FLOW.making })
  await rows.insertMany(
    ctx,
    sign_node,
    persons.map((p, i) => ({
      ...of,
      flowId,
      nodeSort: i + 1,
      nodeCode: p.node,
      signerName: p.name,
      signerIdCard: p.idCard,
      signerPhone: p.phone ?? null,
      state: NODE.waiting,
      wrongIds: 0,
      sends: 0,
      phoneNew: p.age ? Number(p.age.young) : null,
      formerPhone: p.age?.former ?? null,
    })),
  )
  await ctx.enqueue(
    FREEZE_JOB,
    { flowId },
    { title: messageJson(both(`生成待签合同 ${c.cbhtbm}`, `File of contract ${c.cbhtbm} to sign`)), regionCode: c.regionCode! },
  )
}

/** What a link says to its signer; undefined where it cannot be sent. */
const letterOf = (ctx: Ctx, node: SignNodeRow, url: string, deadline: string | null) =>
  worded(ctx, CONTENTS.signLink, { name: node.signerName!, url, deadline: deadline?.slice(0, 16) ?? both('签署完成', 'it is done')[ctx.lang] })

/**
 * Gives a node its link, a new one each time: the former one opens nothing any more. Answers the link's address. Where nothing can be sent any more the
 * node is open all the same, and the desk shows the link.
 */
export async function openNode(ctx: Ctx, p: LinkParts, node: SignNodeRow, c: Pick<ContractFile, 'signDeadline'>, send: boolean): Promise<string> {
  const { secret, hash } = newSecret(node.countyCode)
  const url = linkAddress(p.publicUrl, secret)
  const letter = send ? await letterOf(ctx, node, url, c.signDeadline) : undefined
  const sent = letter ? { sendTime: ctx.now, sends: (node.sends ?? 0) + 1 } : {}
  await rows.change(ctx, sign_node, node, {
    state: NODE.open,
    linkHash: hash,
    wrongIds: 0,
    codeId: null,
    passHash: null,
    passUntil: null,
    readHash: null,
    ...sent,
  })
  if (letter) await queueMessage(ctx, p.sms, { ...letter, phone: node.signerPhone! })
  return url
}

/** Opens the node whose turn has come: by phone with its link, on site at the desk. */
export async function openNext(ctx: Ctx, p: LinkParts, node: SignNodeRow, c: Pick<ContractFile, 'signDeadline' | 'signWay'>): Promise<void> {
  if (c.signWay === ON_SITE) await rows.change(ctx, sign_node, node, { state: NODE.open })
  else await openNode(ctx, p, node, c, true)
}

/** The name of what a signer is told of his day. */
export const dueName = (nodeId: string): string => `sign-due:${nodeId}`
/** Whose turn is over is not reminded of it any more. */
export const unremind = (ctx: Ctx, node: Pick<SignNodeRow, 'id'>): Promise<void> => withdrawMessages(ctx, `${dueName(node.id)}:`)

/** Ends the flow of a contract that was not signed: no link of it opens anything any more. What was signed of it stays in the store. */
export async function endFlow(ctx: Ctx, contractId: string, state: 'cancelled' | 'expired' | 'refused'): Promise<void> {
  const flow = await openFlow(ctx, contractId)
  if (!flow) return
  await rows.change(ctx, sign_flow, flow, { state: FLOW[state] })
  if (flow.provider === PROVIDER.outside && state !== 'refused') await ctx.enqueue(VOID_JOB, { providerNo: flow.providerNo })
  const nodes = await nodesOfFlow(ctx, flow)
  for (const node of nodes) await unremind(ctx, node)
  const left = nodes.filter((n) => n.state === NODE.waiting || n.state === NODE.open)
  await rows.updateMany(
    ctx,
    sign_node,
    left.map((row) => ({ row, values: { state: NODE.closed, linkHash: null, codeId: null, passHash: null, passUntil: null } })),
  )
}

/** The node whose turn it is by phone. @throws not-allowed-now where none is open */
async function openNodeOf(ctx: Ctx, c: ContractFile): Promise<SignNodeRow> {
  const flow = c.signWay === REMOTE ? await openFlow(ctx, c.id) : undefined
  if (flow?.provider === PROVIDER.outside) throw remoteProblems.outside()
  const node = flow && (await nodesOfFlow(ctx, flow)).find((n) => n.state === NODE.open)
  if (!node) throw problems.notAllowedNow({ zh: '发送签署链接', en: 'send a link for signing' })
  return node
}

/** Sends the signer whose turn it is a new link, not more often than every ten minutes and ten times. The business is held. */
export async function remindSigner(ctx: Ctx, p: LinkParts, c: ContractFile): Promise<void> {
  const node = await openNodeOf(ctx, c)
  await requireReach(ctx, p)
  if (node.sendTime && node.sendTime > moved(ctx.now, -LIMITS.remindMinutes * 60)) {
    const minutes = Math.ceil((momentOf(node.sendTime) + LIMITS.remindMinutes * 60_000 - momentOf(ctx.now)) / 60_000)
    throw remoteProblems.pause({ minutes })
  }
  if ((node.sends ?? 0) >= LIMITS.sends) throw remoteProblems.sends({ most: LIMITS.sends })
  await openNode(ctx, p, node, c, true)
}

/** The link of the signer whose turn it is, to be shown at the desk as a picture; the phone must be his. @throws E3004 */
export async function deskLink(ctx: Ctx, p: LinkParts, c: ContractFile, phone: string | undefined) {
  const node = await openNodeOf(ctx, c)
  if (!URL.canParse(p.publicUrl)) throw remoteProblems.noAddress()
  if (phone !== node.signerPhone) throw refusal('E3004')
  const url = await openNode(ctx, p, node, c, false)
  return { url, nodeSort: node.nodeSort, nodeCode: node.nodeCode, signerName: node.signerName, signDeadline: c.signDeadline }
}

/**
 * The node, held, when a number of an identity document is that of its person; undefined when not. Wrong ones count one after the other, however many come
 * at once, and after five the link is over: the caller must answer rather than throw, since a failed transaction would forget the try. @throws `over`
 */
export async function asPerson(
  ctx: Ctx,
  seen: SignNodeRow,
  idCard: string | undefined,
  over: () => Problem = remoteProblems.link,
): Promise<SignNodeRow | undefined> {
  const node = (await lockRow(ctx, sign_node, seen.id, seen.countyCode)) as SignNodeRow
  if (node.state !== NODE.open || node.linkHash !== seen.linkHash || (node.wrongIds ?? 0) >= LIMITS.wrongIds) throw over()
  if (plainId(idCard) !== '' && plainId(idCard) === node.signerIdCard) return node
  const wrongIds = (node.wrongIds ?? 0) + 1
  await rows.change(ctx, sign_node, node, { wrongIds, ...(wrongIds >= LIMITS.wrongIds ? { linkHash: null, passHash: null, passUntil: null } : {}) })
  return undefined
}
/** The node of an open flow by its number. @throws E3005 where its contract is too late, E2002 where it is not its turn */
export async function nodeInTurn(ctx: Ctx, c: ContractFile, nodeSort: string | undefined): Promise<SignNodeRow> {
  if (isTooLate(c, ctx.now)) throw refusal('E3005')
  const flow = await openFlow(ctx, c.id)
  const node = flow && (await nodesOfFlow(ctx, flow)).find((n) => n.nodeSort === Number(nodeSort))
  if (node?.state !== NODE.open) throw refusal('E2002')
  return node
}

/** The newest flow of a contract, whatever became of it, or none. */
export async function latestFlow(ctx: Ctx, contractId: string): Promise<SignFlow | undefined> {
  const q = scoped(ctx, sign_flow).where('sign_flow.contractId', '=', contractId)
  return await typedRow<SignFlow>(flatRows(q, sign_flow).orderBy('sign_flow.id', 'desc').limit(1))
}
/** The nodes of the newest flow of a contract as the office sees them; phones in full for who may send links. None: no flow began. */
export async function officeNodes(ctx: Ctx, contractId: string) {
  const flow = await latestFlow(ctx, contractId)
  const plain = ctx.who.perms.has('sign_edit')
  return (flow ? await nodesOfFlow(ctx, flow) : []).map((n) => ({
    nodeSort: n.nodeSort!,
    nodeCode: n.nodeCode,
    signerName: n.signerName!,
    signTime: n.state === NODE.signed ? n.doneTime : null,
    valid: n.state === NODE.signed,
    state: n.state,
    phone: plain || !n.signerPhone ? n.signerPhone : maskText(n.signerPhone),
  }))
}
