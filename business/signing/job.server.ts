/** The job that signs one contract on site: reads in one transaction, renders and signs in none, keeps the result in another. */

import { Problem } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { JobKind, JobRun } from '../../runtime/jobs.server.ts'
import { business, type ContractFile } from '../cases/business.ts'
import { readDraftContract } from '../cases/draft-contract.server.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import type { ContractData } from '../../land/paper/read.server.ts'
import { renderContract, timestampOf } from '../../land/paper/render.server.ts'
import { lockRow } from '../../services/process/rows.server.ts'
import { attachContract, sha256 } from './contract-attach.server.ts'
import { awaiting, SIGN_JOB, type Attempt, type Types } from './contracts.server.ts'
import { agentsOf, signersOf, type Agents } from './signers.server.ts'
import { openAuthority } from './authority.server.ts'
import type { Stamp } from './pades/timestamp.server.ts'
import { signContractPdf } from './sign-pdf.server.ts'
import { moveContract, signedByAll } from './step.server.ts'
import type { SignNode } from './nodes.ts'
import { sealsFor } from './seals/seal.server.ts'
import { flowNodes } from './templates/flow-def.server.ts'
import { layoutOf, type Layout } from './templates/template.server.ts'

interface Places {
  types: Types
  dataDir: string
  storage: Storage
  stamp?: Stamp | undefined
}
interface Begun {
  contract: ContractFile
  data: ContractData
  agents: Agents
  flow: readonly SignNode[] | undefined
  layout: Layout
  /** names in the store of the seals' pictures */
  seals: Partial<Record<SignNode, string>>
  now: string
}
/** Jobs of embedded signing. One that is repeated after a kill, or comes after a cancel, changes nothing. */
export const signingJobs = (at: Places): JobKind[] => [
  { kind: SIGN_JOB, label: '签署承包合同', en: 'Contract signing', repeatable: true, run: (job, attempt: Attempt) => signContract(job, attempt, at) },
]

async function signContract(job: JobRun, attempt: Attempt, at: Places): Promise<Record<string, unknown>> {
  const begun = await job.tx(async (ctx): Promise<Begun | undefined> => {
    const contract = await awaiting(ctx, attempt)
    if (!contract) return undefined
    const data = await readDraftContract(at.types, ctx, contract, { qdsj: ctx.now.slice(0, 10) })
    const [agents, flow, layout] = [await agentsOf(ctx, contract), await flowNodes(ctx, contract), await layoutOf(ctx, contract)]
    return { contract, data, agents, flow, layout, seals: await sealsFor(ctx, data, agents), now: ctx.now }
  })
  if (!begun) return { signed: false }
  const pdf = await make(begun, at).catch(async (e: unknown) => {
    if (e instanceof Problem) await job.tx((ctx) => giveUp(ctx, attempt, e.say(job.lang)))
    throw e
  })
  job.signal.throwIfAborted()
  const ossName = await at.storage.put(pdf, job.who.tenantId)
  // a failure here leaves the file: whether its row was committed is not known then, and a file too many does no harm
  const result = await job.finish(async (ctx) => {
    const attachId = await keep(ctx, attempt, begun, { ossName, pdf })
    return attachId ? { signed: true, attachId } : { signed: false }
  })
  if (!result.signed) await at.storage.remove(ossName)
  return result
}

async function make({ data, agents, flow, layout, seals, now }: Begun, { dataDir, storage, stamp }: Places): Promise<Buffer> {
  const time = timestampOf(now)
  const pictures = new Map<SignNode, Buffer>()
  for (const [node, name] of Object.entries(seals)) pictures.set(node as SignNode, await storage.read(name))
  const signers = signersOf(data, agents, flow).map((s) => {
    const image = pictures.get(s.node)
    return { ...s, time, ...(image ? { image } : {}) }
  })
  return signContractPdf(await renderContract(data, time, layout.contract), signers, await openAuthority(dataDir, time), stamp)
}

/** The contract of the attempt with its business held, as every other step of signing holds it. */
async function heldFor(ctx: Ctx, a: Attempt): Promise<ContractFile | undefined> {
  const seen = await awaiting(ctx, a)
  if (!seen) return undefined
  await lockRow(ctx, business, seen.businessId)
  return awaiting(ctx, a)
}

/** What cannot be printed goes back to the clerk with its reason. */
async function giveUp(ctx: Ctx, a: Attempt, reason: string): Promise<void> {
  const c = await heldFor(ctx, a)
  if (c) await moveContract(ctx, c, 'cancel', { reason: reason.slice(0, 254) })
}

/** Keeps the signed file and moves the contract, unless somebody cancelled meanwhile. Answers the attachment's id. */
async function keep(ctx: Ctx, a: Attempt, { now }: Begun, { ossName, pdf }: { ossName: string; pdf: Buffer }): Promise<string | undefined> {
  const c = await heldFor(ctx, a)
  if (!c) return undefined
  const fileHash = sha256(pdf)
  const attachId = await attachContract(ctx, c, { ossName, size: pdf.length, hash: fileHash, locked: true })
  await signedByAll(ctx, c, { attachId, fileHash, qdsj: now.slice(0, 10) })
  return attachId
}
