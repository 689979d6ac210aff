/** Embedded signing of a business's contracts: start, cancel, status, nodes, the signed file. Source: business-flows.md 7. */

import { createHash } from 'node:crypto'
import { json, text } from '../../kit/model/field.ts'
import { problems } from '../../kit/model/problem.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { FileAnswer, LateAnswer, reading, type Input, type Route } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { openTask } from '../business/accept.server.ts'
import { business, contract_file, type Business, type ContractFile } from '../business/business.ts'
import { contractsOf, moveContract } from '../business/contracts.server.ts'
import { ON_PAPER, ON_SITE, SIGN, STATUS } from '../business/flow.ts'
import { previewRoute, readDraftContract } from '../business/preview.server.ts'
import { refusal } from '../business/problems.ts'
import { attach, type Attach } from '../files/attach.ts'
import type { Storage } from '../files/storage.server.ts'
import type { ContractData } from '../print/read.server.ts'
import { textOf } from '../print/rows.ts'
import { held } from '../process/rows.server.ts'
import { signingProblems } from './problems.ts'
import type { SignNode } from './signing.server.ts'
import { verify } from './verify.server.ts'

/** Kind of the job that renders and signs one contract; its payload is `Attempt`. */
export const SIGN_JOB = 'contract-sign'
/** One start of one contract: `rev` is the row's after the start, so a cancelled or finished attempt does nothing any more. */
export interface Attempt {
  contractId: string
  rev: number
}

/** Way 1: signed from afar (dictionary sign_way). */
const REMOTE = '1'
/** Who signs, in order: the contractor first, so the issuer never signs what the farmer refuses. */
const NODES: readonly { node: SignNode; zh: string; name(d: ContractData): string }[] = [
  { node: 'cbf', zh: '承包方代表', name: (d) => d.contract.holder.cbfmc },
  { node: 'fbf', zh: '发包方', name: (d) => textOf(d.contract.issuer.fbffzrxm) },
]

/** @returns the signers of a contract in their order; throws E3002 for a node without person */
export function signersOf(d: ContractData): { node: SignNode; name: string }[] {
  return NODES.map(({ node, zh, name }) => {
    if (!name(d)) throw refusal('E3002', { node: zh })
    return { node, name: name(d) }
  })
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const contractOf = async (ctx: Ctx, id: unknown) => (await rows.get(ctx, contract_file, String(id ?? ''))) as unknown as ContractFile

/** The contract of an attempt while it still waits for it; undefined when it was cancelled, signed, or begun anew. */
export async function awaiting(ctx: Ctx, a: Attempt): Promise<ContractFile | undefined> {
  const c = (await rows.find(ctx, contract_file, { id: a.contractId })) as unknown as ContractFile | undefined
  return c?.signStatus === SIGN.unsigned && Number(c.rev) === Number(a.rev) ? c : undefined
}

/** The business while its task sign is open; its row is held. Throws E2002. */
async function atSigning(ctx: Ctx, businessId: unknown): Promise<Business> {
  const b = (await held(ctx, business, businessId)) as unknown as Business
  if (b.status !== STATUS.doing || (await openTask(ctx, b))?.taskKey !== 'sign') throw refusal('E2002')
  return b
}

/** The contracts of a business that a call names by id or code; all of them must be there. */
async function named(ctx: Ctx, b: Pick<Business, 'id'>, keys: unknown): Promise<ContractFile[]> {
  const wanted = new Set((Array.isArray(keys) ? keys : String(keys ?? '').split(',')).map(String).filter(Boolean))
  const mine = (await contractsOf(ctx, b)).filter((c) => wanted.has(c.id) || wanted.has(c.cbhtbm!))
  if (mine.length === 0 || mine.length !== wanted.size) throw problems.noneSelected()
  return mine
}

/** {uniqueKey: business, businessKeys: contracts}: begins signing on site; all of them or none. The job does the rest. */
async function start(ctx: Ctx, input: Input): Promise<void> {
  const b = await atSigning(ctx, input.uniqueKey)
  for (const c of await named(ctx, b, input.businessKeys)) {
    if (c.signWay === REMOTE) throw signingProblems.remote()
    if (c.signWay !== ON_SITE) throw refusal('E2002')
    // asked here too, so that a missing principal is told to the person and not to the job
    signersOf(await readDraftContract(ctx, c))
    await moveContract(ctx, c, 'start', { reason: null, attachId: null, fileHash: null })
    const { id, regionCode, rev } = await contractOf(ctx, c.id)
    await ctx.enqueue(SIGN_JOB, { contractId: id, rev: Number(rev) } satisfies Attempt, { title: `签署承包合同 ${c.cbhtbm}`, regionCode })
  }
}

/** {uniqueKey, businessKeys}: ends signing that is not complete; a job under way stores nothing any more. */
async function cancel(ctx: Ctx, input: Input): Promise<void> {
  const b = await atSigning(ctx, input.uniqueKey)
  for (const c of await named(ctx, b, input.businessKeys)) await moveContract(ctx, c, 'cancel', { attachId: null, fileHash: null, reason: null })
}

interface NodeView {
  nodeSort: number
  nodeCode: SignNode
  signerName: string
  signTime: string | null
  valid: boolean
}

/** The nodes of a contract, made after the transaction: once signed, what the file itself says. A contract on paper has none. */
async function nodesOf(ctx: Ctx, storage: Storage, c: ContractFile): Promise<() => Promise<NodeView[]>> {
  if (c.signWay === ON_PAPER) return async () => []
  if (c.signStatus !== SIGN.signed) {
    const data = await readDraftContract(ctx, c)
    return async () => NODES.map(({ node, name }, i) => ({ nodeSort: i + 1, nodeCode: node, signerName: name(data), signTime: null, valid: false }))
  }
  const file = await fileOf(ctx, c)
  return async () =>
    (await verify(await storage.read(file.ossName!))).map(({ signer, time, valid }, i) => ({
      nodeSort: i + 1,
      nodeCode: NODES[i]!.node,
      signerName: signer,
      signTime: time ? localTime(new Date(time)) : null,
      valid,
    }))
}

async function fileOf(ctx: Ctx, c: ContractFile): Promise<Attach> {
  if (!c.attachId) throw problems.notFound({ zh: '签署文件', en: 'Signed file' })
  return (await rows.get(ctx, attach, c.attachId)) as unknown as Attach
}

const look = reading('land', 'sign_view')
const act = (path: string, summary: string, audit: string, run: Route['run']): Route => ({
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

/** Routes of embedded signing; the signed files lie in `storage`. A flow has its contract's id: one contract, one flow. */
export const contractRoutes = (storage: Storage): Route[] => [
  previewRoute,
  act('/sign/start', '发起签署', 'contract_file.sign-start', start),
  act('/sign/cancel', '取消签署', 'contract_file.sign-cancel', cancel),
  look('/sign/query', '查询签署状态', ['uniqueKey', 'businessKey'], async (ctx, q) => {
    const b = await rows.get(ctx, business, String(q.uniqueKey ?? ''))
    const [c] = await named(ctx, b, String(q.businessKey ?? '').slice(0, 19))
    const { id, cbhtbm, signWay, signStatus, qdsj, attachId, fileHash, reason } = c!
    const nodes = await nodesOf(ctx, storage, c!)
    return new LateAnswer(async () => ({ contractId: id, flowInstId: id, cbhtbm, signWay, signStatus, qdsj, attachId, fileHash, reason, nodes: await nodes() }))
  }),
  look(
    '/dzzw/view-sign-node',
    '查看签署节点',
    ['flowInstId'],
    async (ctx, q) => new LateAnswer(await nodesOf(ctx, storage, await contractOf(ctx, q.flowInstId))),
  ),
  look('/dzzw/sign-file/download', '下载签署文件', ['contractId'], async (ctx, q) => {
    const c = await contractOf(ctx, q.contractId),
      file = await fileOf(ctx, c)
    return new LateAnswer(async () => {
      const bytes = await storage.read(file.ossName!)
      if (sha256(bytes) !== c.fileHash) throw signingProblems.changed()
      return new FileAnswer(`${c.cbhtbm}.pdf`, 'application/pdf', bytes)
    })
  }),
]
