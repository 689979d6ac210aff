/** Signing of a business's contracts on site and by phone: start, cancel, status, nodes, the signed file. Source: business-flows.md 7. */

import { json, text } from '../../kit/model/field.ts'
import { idList } from '../../kit/model/resource.ts'
import { problems } from '../../kit/model/problem.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { answering, asFile, FileResponse, DeferredResponse, reading, route, type Route, type Run, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { business, contract_file, type Business, type ContractFile } from '../../business/cases/definitions/business.ts'
import { draftOf } from '../../business/cases/handling/case.server.ts'
import { contractsOf } from '../../business/cases/handling/contracts.server.ts'
import { ON_PAPER } from '../../business/cases/rules/flow.ts'
import { SIGN } from '../../land/definitions/statuses.ts'
import { readDraftContract } from '../../business/cases/handling/draft-contract.server.ts'
import type { Registry } from '../../business/cases/handling/handling.server.ts'
import { refusal } from '../../business/cases/rules/problems.ts'
import { attach, type Attach } from '../../services/files/attach.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { readContractSketch } from '../../land/paper/read.server.ts'
import { editionOf } from '../../land/paper/pages/edition.server.ts'
import { pdfLater } from '../../services/typeset/pdf.server.ts'
import { renderSketch } from '../../land/paper/render.server.ts'
import { askedOf } from './asked.server.ts'
import { reserve } from '../account/account.server.ts'
import { ON_SITE, REMOTE } from '../contract/flow.ts'
import { signingProblems } from '../contract/problems.ts'
import { typesetContract, type Typesetting } from '../templates/typeset.server.ts'
import { signedBytes } from '../contract/contract-attach.server.ts'
import { asPerson, beginFlow, deskLink, endFlow, nodeInTurn, officeNodes, remindSigner, requireReach, type LinkParts } from '../acts/sign-flow.server.ts'
import { personsOnSite } from '../signers/desk-persons.server.ts'
import { onsiteProblems } from '../contract/onsite-problems.ts'
import { tellYoung, withAges } from '../signers/numbers.server.ts'
import { signingPersons } from '../signers/persons.server.ts'
import { agentsOf, nodesFor, signersOf } from '../signers/signers.server.ts'
import { nodeOf } from '../contract/sign-pdf.server.ts'
import { atSigning, moveContract, signedElectronically } from '../acts/step.server.ts'
import { flowNodes } from '../templates/flow-def.server.ts'
import { beginWith, layoutOf } from '../templates/template.server.ts'
import { verifyInWorker } from '../../services/pades/verify-apart.server.ts'

const contractOf = (ctx: Ctx, id: string | undefined) => rows.get(ctx, contract_file, id ?? '')

/** The types: each reads its own contracts. */
export type SigningTypes = Pick<Registry, 'handlings'>
/** The contracts of a business that a call names by id or code, with commas in between; all of them must be there. */
async function named(ctx: Ctx, b: Pick<Business, 'id'>, keys = ''): Promise<ContractFile[]> {
  const wanted = new Set(keys.split(',').filter(Boolean))
  const mine = (await contractsOf(ctx, b)).filter((c) => wanted.has(c.id) || wanted.has(c.cbhtbm!))
  if (mine.length === 0 || mine.length !== wanted.size) throw problems.noneSelected()
  return mine
}

/** A business and contracts of it, as a call names them. */
type OfBusiness = TextInput<'uniqueKey' | 'businessKeys'>
/** {uniqueKey: business, businessKeys: contracts}: begins signing on site or by phone; all of them or none. Jobs make the files that are signed. */
async function start(of: SigningTypes, links: LinkParts, ctx: Ctx, input: OfBusiness): Promise<void> {
  const b = await atSigning(ctx, input.uniqueKey)
  const contracts = await named(ctx, b, input.businessKeys)
  if (contracts.some((c) => c.signWay !== ON_SITE && c.signWay !== REMOTE)) throw refusal('E2002')
  await reserve(ctx, b.regionCode!, contracts)
  if (contracts.some((c) => c.signWay === REMOTE)) await requireReach(ctx, links)
  const stored = { business: b, draft: await draftOf(ctx, b.id) }
  for (const { contract: c, data, agents, flow, letterFaults } of await askedOf(of, ctx, contracts, stored)) {
    // asked here too, so that a missing principal is told to the person and not to the job
    const asked = [data, agents, flow] as const
    if (letterFaults[0]) throw letterFaults[0]
    const byPhone = c.signWay === REMOTE ? await withAges(ctx, signingPersons(...asked), data, agents) : undefined
    const persons = byPhone ?? personsOnSite(...asked)
    const kept = await beginWith(ctx, c)
    const edition = editionOf(data, (await layoutOf(ctx, { ...c, ...kept })).contract)
    const signNodes = signersOf(...asked)
      .map((s) => s.node)
      .join()
    const started = await moveContract(ctx, c, 'start', {
      ...kept,
      edition,
      signNodes,
      reason: null,
      attachId: null,
      fileHash: null,
      qdsj: null,
      // who begins it is not who examines it
      uploadUser: ctx.who.userId,
    })
    await beginFlow(ctx, started, persons)
    if (byPhone) await tellYoung(ctx, links.sms, started, byPhone)
  }
}

/** {uniqueKey, businessKeys}: ends signing that is not complete; a job under way stores nothing any more, and what a desk, a tablet or a phone has open is over. */
async function cancel(ctx: Ctx, input: OfBusiness): Promise<void> {
  const b = await atSigning(ctx, input.uniqueKey)
  for (const c of await named(ctx, b, input.businessKeys)) {
    await endFlow(ctx, c.id, 'cancelled')
    await moveContract(ctx, c, 'cancel', { attachId: null, fileHash: null, reason: null })
  }
}

/** {uniqueKey, businessKeys}: sends those whose turn it is a new link. */
async function remind(links: LinkParts, ctx: Ctx, input: OfBusiness): Promise<void> {
  const b = await atSigning(ctx, input.uniqueKey)
  for (const c of await named(ctx, b, input.businessKeys)) await remindSigner(ctx, links, c)
}

/** {flowInstId, phone}: the link of the signer whose turn it is, for the desk. */
async function urlMini(links: LinkParts, ctx: Ctx, q: TextInput<'flowInstId' | 'phone'>) {
  const seen = await contractOf(ctx, q.flowInstId)
  await atSigning(ctx, seen.businessId)
  return deskLink(ctx, links, await contractOf(ctx, q.flowInstId), q.phone)
}

/** {flowInstId, nodeSort, idCard}: whether a document is that of the person whose turn it is. A wrong one is counted though it is refused. */
async function checkPerson(ctx: Ctx, q: TextInput<'flowInstId' | 'nodeSort' | 'idCard'>) {
  const seen = await contractOf(ctx, q.flowInstId)
  await atSigning(ctx, seen.businessId)
  const c = await contractOf(ctx, q.flowInstId)
  const due = await nodeInTurn(ctx, c, q.nodeSort)
  const signer = due.signerName!
  const node = await asPerson(ctx, due, q.idCard, c.signWay === ON_SITE ? () => onsiteProblems.tries({ signer }) : undefined)
  if (node) return { nodeSort: node.nodeSort, nodeCode: node.nodeCode, signerName: node.signerName }
  return new DeferredResponse(async () => {
    throw refusal('E3004')
  })
}

interface NodeView {
  nodeSort: number
  /** undefined for a signature that is none of ours */
  nodeCode: string | null | undefined
  signerName: string
  signTime: string | null
  valid: boolean
  /** while it is signed: waiting, open, signed, refused, closed */
  state: string | null
  /** of signing by phone: where the signer's link goes */
  phone: string | null
}

/** The nodes of a contract, made after the transaction: once signed, what the file itself says. A contract on paper has none. */
async function nodesOf(of: SigningTypes, ctx: Ctx, storage: Storage, c: ContractFile): Promise<() => Promise<NodeView[]>> {
  if (c.signWay === ON_PAPER) return async () => []
  if (!signedElectronically(c)) {
    const told = c.signStatus !== SIGN.notBegun ? await officeNodes(ctx, c.id) : []
    if (told.length) return async () => told
    const [data, agents, flow] = [await readDraftContract(of, ctx, c), await agentsOf(ctx, c), await flowNodes(ctx, c)]
    return async () =>
      nodesFor(data, agents, flow).map(({ node, name }, i) => ({
        nodeSort: i + 1,
        nodeCode: node,
        signerName: name(data, agents) ?? '',
        signTime: null,
        valid: false,
        state: null,
        phone: null,
      }))
  }
  const file = await fileOf(ctx, c)
  return async () => {
    const signed = await verifyInWorker(await storage.read(file.ossName!))
    return signed.map(({ signer, time, valid, reason }, i) => ({
      nodeSort: i + 1,
      nodeCode: nodeOf(reason),
      signerName: signer,
      signTime: time ? localTime(new Date(time)) : null,
      valid,
      state: null,
      phone: null,
    }))
  }
}

/** The file of a contract. @throws not-found where it has none */
export async function fileOf(ctx: Ctx, c: ContractFile): Promise<Attach> {
  if (!c.attachId) throw problems.notFound({ zh: '签署文件', en: 'Signed file' })
  return await rows.get(ctx, attach, c.attachId)
}

const look = reading('land', 'sign_view')
/** A call about contracts of a business; a list of them in the body is the same as their text with commas. */
const act = (path: string, summary: string, audit: string, run: (ctx: Ctx, input: OfBusiness) => Promise<void>): Route =>
  route({
    method: 'POST',
    path,
    perm: 'sign_edit',
    scope: 'land',
    audit,
    summary,
    query: ['uniqueKey', 'businessKeys'],
    body: { uniqueKey: text('业务', { max: 19 }), businessKeys: json('合同') },
    run,
  })

/** A call of the desk that reads for its caller and notes that it did. */
const atDesk = <const Q extends string>(path: string, summary: string, audit: string, query: readonly Q[], run: Run<NoInfer<Q>>): Route =>
  route({ method: 'GET', path, perm: 'sign_edit', scope: 'land', audit, summary, query, writes: true, run })

/** A contract and its sketch as its template says, to be typeset after the transaction. */
export async function drawn(of: SigningTypes, at: Typesetting, ctx: Ctx, c: ContractFile): Promise<((t: string) => Promise<Buffer>)[]> {
  const data = await readDraftContract(of, ctx, c)
  const layout = await layoutOf(ctx, c)
  const sketch = { ...(await readContractSketch(ctx, data)), ...layout.sketch }
  const paper = { cbhtbm: c.cbhtbm!, edition: editionOf(data, layout.contract) }
  return [async (t) => (await typesetContract(at, data, t, layout)).pdf, (t) => renderSketch(sketch, t, paper)]
}

/** Reads the file of a contract after the transaction. @throws sign-file-changed where its bytes are not those that were signed */
async function bytesOf(ctx: Ctx, storage: Pick<Storage, 'read'>, c: ContractFile): Promise<() => Promise<Buffer>> {
  const { ossName } = await fileOf(ctx, c)
  return () => signedBytes(storage, { ossName, fileHash: c.fileHash })
}
/** What is shown of a contract: its file where it has one that was not rejected, which is never typeset anew, else contract and sketch as they will be. */
const shownOf = async (of: SigningTypes, at: Typesetting, ctx: Ctx, c: ContractFile) =>
  c.attachId && c.signStatus !== SIGN.rejected ? [await bytesOf(ctx, at.storage, c)] : await drawn(of, at, ctx, c)

/** Contract and sketch of a running business in one PDF, before anything is in the register. Source: business-flows.md 7. */
const previewRoute = (of: SigningTypes, at: Typesetting): Route =>
  asFile(
    reading('land', 'print_view')('/dzzw/preview-contract-draft', '预览待签合同及地块示意图', ['contractId'], async (ctx, q) => {
      const c = await contractOf(ctx, q.contractId)
      return pdfLater(`${c.cbhtbm}-${c.attachId ? '合同' : '待签合同及地块示意图'}`, ctx.now, await shownOf(of, at, ctx, c))
    }),
  )

/** Contracts that one preview shows at most: it is typeset while the caller waits. */
const MOST_PREVIEWED = 50
/** Several contracts of running businesses in one PDF: of a signed one its file, else contract and sketch as they will be. Source: business-flows.md 7. */
async function previewAll(of: SigningTypes, at: Typesetting, ctx: Ctx, q: TextInput<'contractIds'>): Promise<DeferredResponse> {
  const wanted = idList(q.contractIds)
  if (wanted.length === 0) throw problems.noneSelected()
  if (wanted.length > MOST_PREVIEWED) throw signingProblems.tooMany({ most: MOST_PREVIEWED })
  const parts: ((t: string) => Promise<Buffer>)[] = []
  for (const id of wanted) {
    parts.push(...(await shownOf(of, at, ctx, await contractOf(ctx, id))))
  }
  return pdfLater('合同预览', ctx.now, parts)
}

/** Routes of signing on site and by phone; the signed files lie in `storage`. A flow has its contract's id: one contract, one flow. */
export const contractRoutes = (of: SigningTypes, at: Typesetting, links: LinkParts): Route[] => [
  previewRoute(of, at),
  asFile(reading('land', 'print_view')('/dzzw/batch-preview-contract-file', '批量预览待签合同', ['contractIds'], (ctx, q) => previewAll(of, at, ctx, q))),
  act('/sign/start', '发起签署', 'contract_file.sign-start', (ctx, input) => start(of, links, ctx, input)),
  act('/sign/cancel', '取消签署', 'contract_file.sign-cancel', cancel),
  answering(
    act('/sign/remind', '催签', 'contract_file.sign-remind', (ctx, input) => remind(links, ctx, input)),
    'nothing',
  ),
  atDesk('/sign/url-mini', '签署人的签署链接', 'sign_node.link', ['flowInstId', 'phone'], (ctx, q) => urlMini(links, ctx, q)),
  atDesk('/sign/check', '核对签署人身份', 'sign_node.check', ['flowInstId', 'nodeSort', 'idCard'], checkPerson),
  look('/sign/query', '查询签署状态', ['uniqueKey', 'businessKey'], async (ctx, q) => {
    const b = await rows.get(ctx, business, q.uniqueKey ?? '')
    const [c] = await named(ctx, b, (q.businessKey ?? '').slice(0, 19))
    const { id, cbhtbm, signWay, signStatus, qdsj, attachId, fileHash, reason, signDeadline, jzbh } = c!
    const nodes = await nodesOf(of, ctx, at.storage, c!)
    return new DeferredResponse(async () => ({
      contractId: id,
      flowInstId: id,
      cbhtbm,
      signWay,
      signStatus,
      qdsj,
      attachId,
      fileHash,
      reason,
      signDeadline,
      jzbh,
      nodes: await nodes(),
    }))
  }),
  look(
    '/dzzw/view-sign-node',
    '查看签署节点',
    ['flowInstId'],
    async (ctx, q) => new DeferredResponse(await nodesOf(of, ctx, at.storage, await contractOf(ctx, q.flowInstId))),
  ),
  asFile(
    look('/dzzw/sign-file/download', '下载签署文件', ['contractId'], async (ctx, q) => {
      const c = await contractOf(ctx, q.contractId)
      const bytes = await bytesOf(ctx, at.storage, c)
      return new DeferredResponse(async () => new FileResponse(`${c.cbhtbm}.pdf`, 'application/pdf', await bytes()))
    }),
  ),
]
