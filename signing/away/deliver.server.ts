/**
 * Signing where the desk has no network. A contract that was begun on site is taken along; what its signers did at the tablet is delivered later, act by act,
 * and judged as at the desk: the turn, the deadline, the document, the letters, the name by hand. The tablet's word counts for its own times alone.
 * Source: business-flows.md 7; docs/adr/0031.
 */

import { typedRow } from '../../kit/server/any-query.server.ts'
import { readDraft } from '../../kit/model/check.ts'
import { daysWrong } from '../../kit/model/days.ts'
import { both } from '../../kit/model/lang.ts'
import { datetime, dict, flag, int, listOf, text } from '../../kit/model/field.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import type { Fields } from '../../kit/model/resource.ts'
import { moved } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, joinable, scoped } from '../../kit/server/query.server.ts'
import { DeferredResponse, textIn, type Route, type SentDraft } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import { contract_file, type ContractFile } from '../../business/cases/definitions/business.ts'
import { sign_event } from '../contract/event.ts'
import { recordActs } from '../contract/record.server.ts'
import { at, bySeal, deskCall, MOST_BODY, onSite, pictureOf, pictures, requireSeal, shownBy, wrongDocument } from '../onsite/desk.server.ts'
import { differsFrom } from '../signers/desk-persons.server.ts'
import { onsiteProblems } from '../contract/onsite-problems.ts'
import { bytesOf, reasonOf, refuseAt, signOver, type SignerParts } from '../acts/act.server.ts'
import { DOC_MEANS, FLOW, LIMITS, WRITING_TOOLS, NODE, sign_flow, sign_node, type SignNodeRow } from '../contract/sign-flow.ts'
import { nodesOfFlow, openFlow } from '../acts/sign-flow.server.ts'
import type { AtNode } from '../acts/link.server.ts'
import { AHEAD_MINUTES, numberText, timesFit, type AwayAct, type DeliveredAct, type WrongShown } from './away.ts'
import { awayProblems } from './problems.ts'

/** The contract with its file, for the tablet; that it was taken along stands in the acts. @throws sign-away-not-ready, and what the desk does */
async function take({ storage }: SignerParts, ctx: Ctx, input: { readonly contractId?: unknown }) {
  const contract = await onSite(ctx, textIn(input, 'contractId'))
  const flow = await openFlow(ctx, contract.id)
  if (flow?.state !== FLOW.open) throw awayProblems.notReady()
  const nodes = await nodesOfFlow(ctx, flow)
  const detail = `办理台 ${ctx.who.realName}`
  await recordActs(ctx, [{ contract, event: 'taken', fileHash: flow.fileHash, detail }])
  return new DeferredResponse(async () => {
    const file = await bytesOf(storage, flow)
    const taken: DeliveredAct = {
      contractId: contract.id,
      cbhtbm: contract.cbhtbm!,
      cbfmc: contract.cbfmc ?? '',
      flowId: flow.id,
      signDeadline: contract.signDeadline,
      fileHash: flow.fileHash!,
      fileSize: file.length,
      takenAt: ctx.now,
      nodes: nodes.map((n) => ({
        nodeSort: n.nodeSort!,
        nodeCode: n.nodeCode!,
        signerName: n.signerName!,
        state: n.state!,
        hasSeal: n.seal !== null,
        left: Math.max(0, LIMITS.wrongIds - (n.wrongIds ?? 0)),
        numberHash: sha256(numberText({ flowId: flow.id, nodeSort: n.nodeSort! }, n.signerIdCard)),
      })),
    }
    return { ...taken, file: file.toString('base64') }
  })
}

/** The signer who did this act, where it was delivered before. */
async function delivered(ctx: Ctx, c: ContractFile, actId: string): Promise<SignNodeRow | undefined> {
  const q = scoped(ctx, sign_node).where('sign_node.countyCode', '=', c.countyCode).where('sign_node.actId', '=', actId)
  return await typedRow<SignNodeRow>(flatRows(q, sign_node))
}

/** How a signing is over, by the state of its flow. */
const OVER = {
  cancelled: both('取消', 'cancelled'),
  expired: both('超期', 'expired at its deadline'),
  refused: both('由签署人拒签', 'refused by a signer'),
  signed: both('全部签署完成', 'completed'),
} as const
/** The node of an act, while it is its turn in the very start that was taken along. @throws what became of it meanwhile */
async function atTurn(ctx: Ctx, input: SentAct): Promise<AtNode> {
  const seen = await rows.get(ctx, contract_file, textIn(input, 'contractId'))
  const flow = await rows.find(ctx, sign_flow, { id: textIn(input, 'flowId') })
  const nodes = flow?.contractId === seen.id ? await nodesOfFlow(ctx, flow) : []
  const node = nodes.find((n) => n.nodeSort === Number(input.nodeSort))
  if (!flow || !node) throw awayProblems.otherFile()
  if (node.state === NODE.signed) throw awayProblems.signed({ signer: node.signerName!, time: String(node.doneTime) })
  if (flow.state !== FLOW.open) throw awayProblems.over({ how: OVER[flow.state as keyof typeof OVER] })
  const contract = await onSite(ctx, seen.id)
  if (node.state !== NODE.open) throw awayProblems.earlier({ signer: nodes.find((n) => n.state === NODE.open)?.signerName ?? '' })
  // as at the desk, a comparison holds half an hour
  const isLong = textIn(input, 'doneTime') > moved(textIn(input, 'docTime'), LIMITS.passMinutes * 60)
  if (isLong || !timesFit(input as AwayAct, moved(flow.createTime, -AHEAD_MINUTES * 60), moved(ctx.now, AHEAD_MINUTES * 60))) throw awayProblems.times()
  return { ctx, node, flow, contract }
}

/** Delivers what one signer did. The same act again is answered as the first time and changes nothing. */
async function deliver(p: SignerParts, ctx: Ctx, input: SentAct) {
  const wrong = checked(input, ctx.now.slice(0, 10))
  const c = await rows.get(ctx, contract_file, textIn(input, 'contractId'))
  const known = await delivered(ctx, c, textIn(input, 'actId'))
  if (known) return { signed: known.state === NODE.signed, again: true }
  const seen = await atTurn(ctx, input)
  await requireState(seen, input)
  const before = (seen.node.wrongIds ?? 0) + wrong.length
  if (before >= LIMITS.wrongIds) throw onsiteProblems.tries({ signer: seen.node.signerName! })
  const differs = await wrongDocument(seen, input)
  if (differs) return differs
  const isRefusal = input.reason !== undefined && input.reason !== null
  const kept = (next: Ctx) => held(next, input, wrong)
  if (isRefusal) {
    const reason = reasonOf(input)
    return new DeferredResponse(async (again) => {
      requireBeginning(await bytesOf(p.storage, seen.flow), input)
      return again(async (next) => {
        await refuseAt(await kept(next), reason)
        return { signed: false, again: false }
      })
    })
  }
  const byOwnSeal = Number(input.bySeal) === 1
  requireSeal(seen.node, byOwnSeal)
  const { consent, picture, finger, photo } = input
  const means = textIn(input, 'means') === WRITING_TOOLS.pad ? WRITING_TOOLS.pad : WRITING_TOOLS.touch
  const signing = await signOver(p, seen, { consent, picture, finger, photo, means, bySeal: byOwnSeal }, kept, (file) => requireBeginning(file, input))
  return new DeferredResponse(async (again) => {
    await signing.make(again)
    return { signed: true, again: false }
  })
}
/** What was read is a state of this start's file: as it was frozen, or after the signature of an earlier signer. @throws sign-away-file */
async function requireState({ ctx, contract, flow }: AtNode, input: SentAct): Promise<void> {
  if (input.fileHash === flow.frozenHash) return
  const found = await joinable(ctx, sign_event)
    .select('sign_event.id')
    .where('sign_event.contractId', '=', contract.id)
    .where('sign_event.event', '=', 'node-signed')
    .where('sign_event.fileHash', '=', textIn(input, 'fileHash'))
    .limit(1)
    .executeTakeFirst()
  if (!found) throw awayProblems.otherFile()
}
/** And the beginning of the file as it stands: only signatures came after it. @throws sign-away-file */
function requireBeginning(file: Buffer, input: SentAct): void {
  const size = Number(input.fileSize)
  if (size > file.length || sha256(file.subarray(0, size)) !== input.fileHash) throw awayProblems.otherFile()
}
/** The signer at his turn once more, the business held, with what the tablet told of him. */
async function held(ctx: Ctx, input: SentAct, wrong: readonly WrongShown[]): Promise<AtNode> {
  const seen = await atTurn(ctx, input)
  const differs = differsFrom(seen.node, { name: input.docName, number: input.docNumber })
  if (differs) throw differs
  const told = { actId: textIn(input, 'actId'), awayHash: textIn(input, 'fileHash'), ...timesOf(input) }
  const node = (await rows.change(ctx, sign_node, seen.node, {
    ...told,
    wrongIds: (seen.node.wrongIds ?? 0) + wrong.length,
    linkHash: null,
    passHash: null,
    passUntil: null,
    readHash: seen.flow.fileHash,
    finger: null,
    fingerHash: null,
    photo: null,
    photoHash: null,
    bySeal: null,
    deskUser: ctx.who.userId,
    deskName: ctx.who.realName,
    docType: textIn(input, 'docType'),
    docMeans: textIn(input, 'docMeans'),
    docTime: ctx.now,
    docFrom: ctx.ip || null,
  })) as SignNodeRow
  const who = `${node.nodeCode} ${node.signerName}`
  const times = `核对 ${told.awayDocTime}，阅读 ${told.awayReadTime}，签署 ${told.awayDoneTime}`
  await recordActs(ctx, [
    ...wrong.map((w) => ({ contract: seen.contract, event: 'not-him', detail: `${who}，${shownBy(w)}，平板时间 ${w.time}` })),
    { contract: seen.contract, event: 'away', fileHash: told.awayHash, detail: `${who}，${shownBy(input)}，平板时间：${times}` },
  ])
  return { ...seen, node }
}
const timesOf = (input: SentAct) => ({
  awayDocTime: textIn(input, 'docTime'),
  awayReadTime: textIn(input, 'readTime'),
  awayDoneTime: textIn(input, 'doneTime'),
})
/** What the tablet told, each name checked. @throws invalid */
function checked(input: SentAct, today: string): WrongShown[] {
  const wrong = (input.wrong ?? []) as WrongShown[]
  if (!Array.isArray(wrong) || wrong.length > LIMITS.wrongIds)
    throw invalidField('wrong', { zh: '离线核对记录不正确', en: 'The list of documents shown is malformed' })
  const faults = [readDraft(ACT, only(ACT, input)), ...wrong.map((w) => readDraft(SHOWN_WRONG, only(SHOWN_WRONG, w)))]
  const told = [...faults.flatMap((d) => d.wrong), ...wrong.flatMap((w) => daysWrong(SHOWN_WRONG, only(SHOWN_WRONG, w), today))]
  if (told.length) throw problems.invalid(told)
  return wrong
}
const only = (fields: Fields, of: Readonly<Record<string, unknown>> | null) => Object.fromEntries(Object.keys(fields).map((n) => [n, of?.[n]]))

const time = (label: string, en: string) => datetime(label, { en, required: true })
const shown = {
  docMeans: text('核对方式', { en: 'How it was compared', values: Object.values(DOC_MEANS), required: true }),
  docName: text('证件姓名', { name: true, format: 'name', en: 'Name on the document', max: 50, required: true }),
  docNumber: text('证件号码', { en: 'ID number', max: 30, required: true }),
}
const SHOWN_WRONG = { ...shown, time: time('时间', 'Time') }
/** What an act tells beside the pictures, which are looked at where they are kept. */
const ACT = {
  ...at,
  ...shown,
  actId: text('离线签署编号', { en: 'Number of the act', length: 36, format: 'code', required: true }),
  bySeal,
  flowId: text('签署流程', { en: 'Start', max: 19, required: true }),
  docType: dict('证件类型', 'zjlx', { en: 'ID type', required: true }),
  fileHash: text('阅读文件摘要', { en: 'Digest of what was read', length: 64, required: true }),
  fileSize: int('阅读文件大小', { en: 'Size of what was read', min: 1, max: 2 ** 31 - 1, required: true }),
  docTime: time('核对时间', 'Compared at'),
  readTime: time('阅读时间', 'Read at'),
  doneTime: time('签署时间', 'Signed at'),
}
const DELIVERY = {
  ...ACT,
  ...pictures,
  wrong: listOf('核对不符记录', 'Wrong documents', SHOWN_WRONG),
  consent: flag('同意', { en: 'Consent' }),
  picture: pictureOf('手写签名', 'Handwritten name', LIMITS.pictureBytes),
  reason: text('拒签原因', { en: 'Reason', max: LIMITS.reason }),
  means: sign_node.fields.means,
}
/** An act as the tablet sends it. */
type SentAct = SentDraft<typeof DELIVERY>
/** Bodies are checked here, each name (`checked`): they come as they were sent. */
const act = (verb: string, summary: string, body: Fields, run: Route['run']): Route => ({ ...deskCall('away', verb, summary), body, run })
/** Calls of a desk without network. */
export const awayRoutes = (p: SignerParts): Route[] => [
  act('take', '带走待签合同', { contractId: at.contractId }, (ctx, b) => take(p, ctx, b)),
  { ...act('deliver', '送达离线签署', DELIVERY, (ctx, b) => deliver(p, ctx, b)), maxBody: MOST_BODY },
]
