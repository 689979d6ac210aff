import { problems, type Problem } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { whoHas } from '../../platform/rights/holders.server.ts'
import { business_draft, contract_file, type Business, type ContractFile } from '../../business/cases/definitions/business.ts'
import { draftOf, lockBusiness, openTask } from '../../business/cases/handling/case.server.ts'
import { rulesOf } from '../../business/cases/definitions/config.server.ts'
import { contractsOf, filedContracts } from '../../business/cases/handling/contracts.server.ts'
import { next, ON_PAPER, STATUS } from '../../business/cases/rules/flow.ts'
import { SIGN } from '../../land/definitions/statuses.ts'
import { readDraftContract } from '../../business/cases/handling/draft-contract.server.ts'
import type { FiledContract, Registry, TaskStep } from '../../business/cases/handling/handling.server.ts'
import { othersWhoMay } from '../../business/cases/handling/persons.server.ts'
import { refusal } from '../../business/cases/rules/problems.ts'
import { beginsIn, hasTermDay } from '../../business/cases/definitions/term-day.ts'
import { accountOf, settle } from '../account/account.server.ts'
import { recordActs } from '../contract/record.server.ts'
import { by, signingProblems } from '../contract/problems.ts'
import { doubtsOf, handsOf, type Hands } from './second.server.ts'
import { isSigningOpen, SIGNING, type SigningEvent } from '../contract/flow.ts'
import { agentsOf, signerFaults } from '../signers/signers.server.ts'
import { firstDays, signedEarly } from './signing-day.server.ts'
import { flowNodes } from '../templates/flow-def.server.ts'
import { templateFaults } from '../templates/template.server.ts'

/** The business while its task sign is open; its row is held. `regionCode`: where it lies, where that is known. @throws E2002 */
export async function atSigning(ctx: Ctx, businessId: unknown, regionCode?: string | null): Promise<Business> {
  const b = await lockBusiness(ctx, businessId, regionCode ? countyOf(regionCode) : undefined)
  if (b.status !== STATUS.doing || (await openTask(ctx, b))?.taskKey !== 'sign') throw refusal('E2002')
  return b
}

/** Characters of the reason that a contract keeps. */
const MOST_REASON = 254

/** Where a contract comes by an event. @throws "not allowed now" where its state has no such step */
function comesTo(c: ContractFile, event: SigningEvent): string {
  const to = next(SIGNING, c.signStatus, event)
  if (!to) throw problems.notAllowedNow({ zh: '办理该合同签署', en: 'do this with the contract' })
  return to
}
/** Refuses what the state of a contract does not admit, before work is done for it. */
export const requireMove = (c: ContractFile, event: SigningEvent): void => void comesTo(c, event)
/**
 * Moves one contract along the signing machine and sets what came with it ('all-signed': attachId, fileHash, qdsj). Its business is held by the
 * caller. Throws "not allowed now" where the state has no such step.
 */
export async function moveContract(ctx: Ctx, c: ContractFile, event: SigningEvent, set: Record<string, unknown> = {}): Promise<ContractFile> {
  const moved = (await rows.change(ctx, contract_file, c, { ...set, signStatus: comesTo(c, event) })) as ContractFile
  await recordActs(ctx, [actOf(c, event, set)])
  const kind = SETTLES[event]
  if (kind) await settle(ctx, kind, c)
  return moved
}
/** What an event does to the signature that the start of a contract reserved. */
const SETTLES: Partial<Record<SigningEvent, 'consume' | 'release'>> = {
  'all-signed': 'consume',
  'all-signed-to-examine': 'consume',
  cancel: 'release',
  expire: 'release',
  refuse: 'release',
}
/** All have signed electronically: the contract is signed, or waits for a second person with what he has to look at. Its business is held by the caller. */
export async function signedByAll(ctx: Ctx, c: ContractFile, set: { attachId: string; fileHash: string; qdsj: string }): Promise<void> {
  const doubts = await doubtsOf(ctx, c)
  if (doubts.length === 0) return void (await moveContract(ctx, c, 'all-signed', set))
  const reason = signingProblems
    .secondLook({ zh: doubts.map((t) => t.zh).join('；'), en: doubts.map((t) => t.en).join('; ') })
    .say('zh')
    .slice(0, MOST_REASON)
  await moveContract(ctx, c, 'all-signed-to-examine', { ...set, reason })
}
/** The same of several contracts, in one statement. */
export async function moveContracts(ctx: Ctx, list: readonly ContractFile[], event: SigningEvent, set: Record<string, unknown> = {}): Promise<void> {
  const changes = list.map((row) => ({ row, values: { ...set, signStatus: comesTo(row, event) } }))
  await rows.updateMany(ctx, contract_file, changes)
  await recordActs(
    ctx,
    list.map((c) => actOf(c, event, set)),
  )
}
/** A typed reason as it stands before the way and the day of an act: without what divides them and without their names. */
const reasonPart = (reason: unknown): string =>
  String(reason ?? '')
    .replaceAll('; ', '；')
    .replace(/^(signWay|qdsj)=/, '$1＝')
/** An act as the evidence sheet tells it: with the file that it was about, and the reason or way that came with it. */
const actOf = (contract: ContractFile, event: SigningEvent, { fileHash, reason, signWay, qdsj }: Record<string, unknown>) => ({
  contract,
  event,
  fileHash: (fileHash ?? contract.fileHash) as string | null,
  detail: [reasonPart(reason), signWay && `signWay=${signWay}`, qdsj && `qdsj=${qdsj}`].filter(Boolean).join('; ') || null,
})

const codesOf = (list: readonly ContractFile[]) => list.map((c) => c.cbhtbm!)
/** Everybody who had a hand in the signing of some contracts, and the caller. */
const handsIn = (ctx: Ctx, all: readonly Hands[]): string[] =>
  [...new Set([ctx.who.userId, ...all.flatMap((h) => [h.began, ...h.desk, ...h.letters])])].filter(Boolean)
/** People who may do the open task of a business and had no hand in the signing. */
async function othersOf(ctx: Ctx, b: Business, all: readonly Hands[]): Promise<string[]> {
  const task = await openTask(ctx, b)
  return task ? othersWhoMay(ctx, b, task, await rulesOf(ctx, b), handsIn(ctx, all)) : []
}
/** The button of who examines what was signed. */
export const EXAMINES = 'business_commit'
/**
 * Why the caller may not examine contracts: he brought the scan, began the signing, sat at the desk, or recorded a letter of authorisation. Says who may.
 * Source: rulings.md 53.
 */
async function ownOf(ctx: Ctx, b: Business, contracts: readonly ContractFile[]): Promise<Problem[]> {
  const hands = await handsOf(ctx, contracts)
  const me = ctx.who.userId
  const mine = (is: (h: Hands, c: ContractFile) => boolean) => contracts.filter((c) => is(hands.get(c.id)!, c))
  const brought = mine((h, c) => h.began === me && c.signWay === ON_PAPER)
  const begun = mine((h, c) => h.began === me && c.signWay !== ON_PAPER)
  const sat = mine((h) => h.began !== me && h.desk.has(me))
  const recorded = mine((h) => h.began !== me && !h.desk.has(me) && h.letters.has(me))
  const of = [...brought, ...begun, ...sat, ...recorded].map((c) => hands.get(c.id)!)
  if (of.length === 0) return []
  // who does the task of signing is asked first; to examine asks for its button and for no task, so that others may where nobody of those is left
  const performers = await othersOf(ctx, b, of)
  const names = performers.length ? performers : await whoHas(ctx, EXAMINES, b.regionCode, handsIn(ctx, of))
  return [
    ...(brought.length ? [signingProblems.ownUpload({ codes: codesOf(brought), names })] : []),
    ...(begun.length ? [signingProblems.ownStart({ codes: codesOf(begun), names })] : []),
    ...(sat.length ? [signingProblems.ownDesk({ codes: codesOf(sat), who: by(names) })] : []),
    ...(recorded.length ? [signingProblems.ownLetter({ codes: codesOf(recorded), who: by(names) })] : []),
  ]
}
/** Why the caller does not pass the task sign: he sat at the desk where a contract of it was signed. Says who may. */
async function deskOf(ctx: Ctx, b: Business, contracts: readonly ContractFile[]): Promise<Problem[]> {
  const hands = await handsOf(ctx, contracts)
  const own = contracts.filter((c) => hands.get(c.id)!.desk.has(ctx.who.userId))
  if (own.length === 0) return []
  const names = await othersOf(
    ctx,
    b,
    own.map((c) => ({ ...hands.get(c.id)!, began: '', letters: new Set<string>() })),
  )
  return [signingProblems.deskPasses({ codes: codesOf(own), names })]
}
/** Refuses who had a hand in the signing of a contract as its examiner. */
export async function requireOtherExaminer(ctx: Ctx, b: Business, c: ContractFile): Promise<void> {
  const [own] = await ownOf(ctx, b, [c])
  if (own) throw own
}

/** All have signed it electronically, examined or not. */
export const signedElectronically = (c: ContractFile): boolean => (c.signStatus === SIGN.signed || c.signStatus === SIGN.toExamine) && c.signWay !== ON_PAPER
/** A contract in an open flow, or signed electronically, must be cancelled first: E2002. Source: business-flows.md 6. */
function mayLeaveSigning(contracts: readonly ContractFile[]): void {
  if (contracts.some((c) => isSigningOpen(c.signStatus) || signedElectronically(c))) throw refusal('E2002')
}

/**
 * Why the task sign is not passed: a file that waits for its examination, which is a person's look and not done by the pass (rulings.md 2), and contracts
 * that are not signed (I23, E2005).
 */
async function unsignedOf(ctx: Ctx, b: Business, contracts: readonly ContractFile[]): Promise<Problem[]> {
  const waiting = contracts.filter((c) => c.signStatus === SIGN.toExamine)
  const others = waiting.filter((c) => c.uploadUser !== ctx.who.userId)
  const rest = contracts.filter((c) => !waiting.includes(c))
  const early = signedEarly(rest, await firstDays(ctx, b, rest))
  const isOpen = contracts.length === 0 || rest.some((c) => c.signStatus !== SIGN.signed || !c.qdsj || !c.attachId)
  return [
    ...(await ownOf(ctx, b, waiting)),
    ...(others.length ? [signingProblems.notExamined({ codes: others.map((c) => c.cbhtbm!) })] : []),
    ...(early.length ? [signingProblems.signedEarly({ codes: early.map((c) => c.cbhtbm!) })] : []),
    ...(isOpen ? [refusal('E2005')] : []),
    ...(await deskOf(ctx, b, contracts)),
  ]
}
/** Pass of the task sign: answers its contracts, all of them signed. */
async function signedContracts(ctx: Ctx, b: Business): Promise<readonly FiledContract[]> {
  const found = await filedContracts(ctx, b)
  const [why] = await unsignedOf(ctx, b, found)
  if (why) throw why
  return found
}
/** Return from the task sign: contracts that wait for their examination are rejected with the opinion. */
async function rejectContracts(ctx: Ctx, b: Business, reason: string | null): Promise<void> {
  const all = await contractsOf(ctx, b)
  const waiting = all.filter((c) => c.signStatus === SIGN.toExamine)
  mayLeaveSigning(all.filter((c) => !waiting.includes(c)))
  await moveContracts(ctx, waiting, 'examine-refuse', { reason })
}

/**
 * What would keep a contract of the case from being signed: nobody who signs for a party (E3002); fewer electronic signatures left than contracts (E3001) or
 * a template that is not valid (E3003), which bar signing by phone and on site and not on paper. Parties and kind of a case of many are asked of its first
 * contract: they differ in the household alone, which has its name.
 */
async function unsignable(of: Pick<Registry, 'handlings'>, ctx: Ctx, b: Business): Promise<Problem[]> {
  const contracts = await contractsOf(ctx, b)
  const [first] = contracts
  if (!first) return []
  const account = await accountOf(ctx, b.regionCode!)
  const few = account.purchased > 0 && account.remaining < contracts.length ? [refusal('E3001')] : []
  const nobody = signerFaults(await readDraftContract(of, ctx, first), await agentsOf(ctx, first), await flowNodes(ctx, first))
  return [...nobody, ...few, ...(await templateFaults(ctx, first))]
}

/**
 * The contracts of a case whose terms begin with its entry say this day, which is after its posting. What is signed already and still counts keeps its day: its
 * paper says it.
 */
async function setTermDay(ctx: Ctx, b: Business): Promise<void> {
  const draft = await draftOf(ctx, b.id)
  if (!hasTermDay(draft.codes)) return
  const signed = (await contractsOf(ctx, b)).filter((c) => c.signStatus === SIGN.signed)
  if (signed.length && beginsIn(draft.codes) && signedEarly(signed, await firstDays(ctx, b, signed)).length === 0) return
  const { sent: _, ...codes } = draft.codes
  await rows.change(ctx, business_draft, draft, { codes: { ...codes, begins: ctx.now.slice(0, 10) } })
}

/** The task sign: passed when every contract is signed, left only when none is in an open flow. */
export const signStep: TaskStep = {
  ahead: unsignable,
  ready: (ctx, { business }) => signedContracts(ctx, business),
  onOpen: (ctx, { business }) => setTermDay(ctx, business),
  lacks: async (ctx, { business }) => unsignedOf(ctx, business, await contractsOf(ctx, business)),
  onReturn: (ctx, { business }, comment) => rejectContracts(ctx, business, comment),
  onRevoke: async (ctx, { business }) => mayLeaveSigning(await contractsOf(ctx, business)),
}
