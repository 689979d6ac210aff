/** The job that makes the file that the signers of a flow sign: contract and sketch in one PDF, frozen, and opens the first node. */

import { Problem } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import type { JobKind, JobRun } from '../../runtime/jobs.server.ts'
import { readContractSketch } from '../../land/paper/read.server.ts'
import { mergedPdf, timestampOf } from '../../services/typeset/pdf.server.ts'
import { renderSketch } from '../../land/paper/render.server.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { lockRow } from '../../services/process/rows.server.ts'
import { business, contract_file, type ContractFile } from '../../business/cases/definitions/business.ts'
import { readDraftContract } from '../../business/cases/handling/draft-contract.server.ts'
import { SIGN } from '../../land/definitions/statuses.ts'
import type { Registry } from '../../business/cases/handling/handling.server.ts'
import { ON_SITE } from '../contract/flow.ts'
import { sealsFor } from '../seals/seal.server.ts'
import { agentsOf } from '../signers/signers.server.ts'
import type { SignNode } from '../contract/nodes.ts'
import { dayPlace, signaturePlace } from '../contract/sign-pdf.server.ts'
import { moveContract } from '../acts/step.server.ts'
import type { Converter } from '../templates/converter.server.ts'
import { layoutOf } from '../templates/template.server.ts'
import { typesetContract } from '../templates/typeset.server.ts'
import { FLOW, NODE, PROVIDER, sign_flow, sign_node, type Anchor, type SignFlow, type SignNodeRow } from '../contract/sign-flow.ts'
import { endFlow, FREEZE_JOB, nodesOfFlow, openNext, type LinkParts } from '../acts/sign-flow.server.ts'
import { voidJob } from './outside.server.ts'
import type { Commission, Provider } from './provider.server.ts'

interface Places {
  types: Pick<Registry, 'handlings'>
  storage: Storage
  /** what makes PDFs of contract templates of one's own, where there is one */
  converter?: Converter | undefined
  links: LinkParts
  /** the service outside that signs, where there is one */
  provider?: Provider | undefined
}
/** Jobs of signing node by node. One that is repeated after a kill, or comes after a cancel, changes nothing. */
export const remoteJobs = (at: Places): JobKind[] => [
  { kind: FREEZE_JOB, label: '生成待签合同', en: 'File to sign', repeatable: true, run: (job, payload) => freeze(job, String(payload.flowId), at) },
  ...(at.provider ? [voidJob({ provider: at.provider, storage: at.storage })] : []),
]

/** A flow whose file is still to be made, its business held where `hold`. */
async function making(ctx: Ctx, flowId: string, hold: boolean): Promise<{ flow: SignFlow; c: ContractFile } | undefined> {
  const seen = await rows.find(ctx, sign_flow, { id: flowId })
  if (!seen) return undefined
  if (hold) await lockRow(ctx, business, seen.businessId)
  const flow = await rows.find(ctx, sign_flow, { id: flowId })
  const c = await rows.find(ctx, contract_file, { id: seen.contractId! })
  return flow?.state === FLOW.making && c?.signStatus === SIGN.unsigned ? { flow, c } : undefined
}

async function freeze(job: JobRun, flowId: string, { types, storage, converter, links, provider }: Places): Promise<Record<string, unknown>> {
  const read = await job.tx(async (ctx) => {
    const begun = await making(ctx, flowId, false)
    if (!begun) return undefined
    const { c, flow } = begun
    // the day of signing is that of the last signature, which nobody knows yet: the signatures say it
    const data = await readDraftContract(types, ctx, c, { qdsj: null })
    const [agents, layout, sketch] = [await agentsOf(ctx, c), await layoutOf(ctx, c), await readContractSketch(ctx, data)]
    return {
      data,
      layout,
      sketch: { ...sketch, ...layout.sketch },
      nodes: await nodesOfFlow(ctx, flow),
      flow,
      c,
      seals: await sealsFor(ctx, data, agents),
      time: timestampOf(ctx.now),
    }
  })
  if (!read) return { begun: false }
  const { data, layout, sketch, seals, time } = read
  // on site the product signs itself, whoever signs by phone
  const there = read.c.signWay === ON_SITE ? undefined : provider
  const failed = async (e: unknown): Promise<never> => {
    if (e instanceof Problem) await job.tx((ctx) => giveUp(ctx, flowId, e.say(job.lang)))
    throw e
  }
  const made = await typesetContract(
    { storage, converter },
    data,
    time,
    layout,
    read.nodes.map((n) => n.nodeCode as SignNode),
    job.signal,
  )
    .then(async ({ pdf, anchors }) => ({
      anchors,
      pdf: await mergedPdf([pdf, await renderSketch(sketch, time, { cbhtbm: read.c.cbhtbm!, edition: read.c.edition! })], time),
    }))
    .catch(failed)
  job.signal.throwIfAborted()
  // the same flow again is answered by the service as the first time
  const providerNo = there && (await there.create(commission(read, made, links)).catch(failed))
  const fileName = await storage.put(made.pdf, job.who.tenantId)
  const result = await job.finish(async (ctx) => {
    const begun = await making(ctx, flowId, true)
    if (!begun) return { begun: false }
    const fileHash = sha256(made.pdf)
    await rows.change(ctx, sign_flow, begun.flow, {
      state: FLOW.open,
      fileName,
      fileHash,
      frozenHash: fileHash,
      anchors: made.anchors,
      ...(providerNo ? { provider: PROVIDER.outside, providerNo } : { provider: PROVIDER.embedded }),
    })
    const nodes = await nodesOfFlow(ctx, begun.flow)
    await rows.updateMany(
      ctx,
      sign_node,
      nodes.flatMap((row) => {
        const seal = seals[row.nodeCode as keyof typeof seals]
        return seal ? [{ row, values: { seal } }] : []
      }),
    )
    const [first] = await nodesOfFlow(ctx, begun.flow)
    if (providerNo) await rows.change(ctx, sign_node, first!, { state: NODE.open, sendTime: ctx.now })
    else await openNext(ctx, links, first!, begun.c)
    return { begun: true }
  })
  if (!result.begun) await storage.remove(fileName)
  if (!result.begun && providerNo) await there!.cancel(providerNo)
  return result
}

/** What a service outside is given of a flow. */
function commission(
  { flow, c, nodes }: { flow: SignFlow; c: ContractFile; nodes: readonly SignNodeRow[] },
  made: { pdf: Buffer; anchors: readonly Anchor[] },
  links: LinkParts,
): Commission {
  return {
    flowNo: flow.id,
    contractNo: flow.cbhtbm!,
    fileHash: sha256(made.pdf),
    file: made.pdf.toString('base64'),
    deadline: c.signDeadline,
    callback: `${new URL(links.publicUrl).origin}/api/sign/callback`,
    nodes: nodes.map((n) => ({
      nodeSort: n.nodeSort!,
      nodeCode: n.nodeCode!,
      name: n.signerName!,
      idCard: n.signerIdCard!,
      phone: n.signerPhone!,
      // a service has no seals of ours
      anchor: signaturePlace(made.anchors, n.nodeCode as SignNode, false)!,
    })),
    day: dayPlace(made.anchors) ?? null,
  }
}

/** What cannot be printed goes back to the clerk with its reason. */
async function giveUp(ctx: Ctx, flowId: string, reason: string): Promise<void> {
  const begun = await making(ctx, flowId, true)
  if (!begun) return
  await moveContract(ctx, begun.c, 'cancel', { reason: reason.slice(0, 254) })
  await endFlow(ctx, begun.c.id, 'cancelled')
}
