/**
 * What a signing service outside reports: by its signed call, or asked every five minutes, so that a lost call is made up for. A report is taken when it is
 * of the node whose turn it is and of its person, and when the file is the one before with one valid signature of his more; else nothing changes.
 */

import { int, text } from '../../kit/model/field.ts'
import { both } from '../../kit/model/lang.ts'
import { isMoment } from '../../kit/model/formats.ts'
import { momentOf, moved } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { answering, DeferredResponse, type Again, type RequestFacts, type Route } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import type { JobKind } from '../../runtime/jobs.server.ts'
import { systemWho, type Routine } from '../../runtime/maintenance.server.ts'
import { isSigned, SIGN_WINDOW_MS } from '../../runtime/signature.server.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { lockRow } from '../../services/process/rows.server.ts'
import { business, contract_file } from '../../business/cases/definitions/business.ts'
import { moveContract } from '../acts/step.server.ts'
import { verifyInWorker } from '../../services/pades/verify-apart.server.ts'
import { advance } from '../acts/advance.server.ts'
import { isTooLate, isSigningOpen } from '../contract/flow.ts'
import { FLOW, NODE, PROVIDER, sign_flow, sign_node } from '../contract/sign-flow.ts'
import { endFlow, nodesOfFlow, VOID_JOB } from '../acts/sign-flow.server.ts'
import type { AtNode } from '../acts/link.server.ts'
import { remoteProblems } from '../contract/remote-problems.ts'
import type { Provider, ProviderSettings, Report } from './provider.server.ts'

export interface OutsideParts {
  provider: Provider
  storage: Storage
}
/** A service's clock may be so far ahead of ours. */
const AHEAD_SECONDS = 60
const no = (zh: string, en: string) => remoteProblems.report(both(zh, en))

/** The node of a report, in the tenant of its flow; undefined where the same was taken before. `hold`: with the business held. @throws sign-report */
async function nodeOf(ctx: Ctx, r: Report, hold: boolean): Promise<AtNode | undefined> {
  const seen = await ctx.db
    .selectFrom('sign_flow')
    .select(['id', 'tenantId', 'businessId'])
    .where('providerNo', '=', String(r.providerNo))
    .where('provider', '=', PROVIDER.outside)
    .executeTakeFirst()
  if (!seen) throw no('没有该流程', 'there is no such flow')
  if (r.time > moved(ctx.now, AHEAD_SECONDS)) throw no('时间不正确', 'its time has not come')
  const own: Ctx = { ...ctx, who: { ...systemWho(seen.tenantId), account: 'sign-provider', realName: both('签署服务', 'Signing service')[ctx.lang] } }
  if (hold) await lockRow(own, business, seen.businessId)
  const flow = (await rows.find(own, sign_flow, { id: seen.id }))!
  const node = (await nodesOfFlow(own, flow)).find((n) => n.nodeSort === Number(r.nodeSort))
  if (!node) throw no('没有该节点', 'there is no such node')
  if (r.person !== sha256(node.signerIdCard!)) throw no('不是该节点的签署人', 'it is not the right person for the node')
  if (node.state === (r.result === 'signed' ? NODE.signed : NODE.refused)) return undefined
  const contract = (await rows.find(own, contract_file, { id: flow.contractId! }))!
  const isOpen = flow.state === FLOW.open && isSigningOpen(contract.signStatus) && !isTooLate(contract, ctx.now)
  if (!isOpen) throw no('签署已结束', 'the signing has ended')
  if (node.state !== NODE.open) throw no('未轮到该节点', 'it is not the turn of the node')
  return { ctx: own, node, flow, contract }
}

/** The file of a report. @throws sign-report where it is none of this signature */
async function fileOf({ provider, storage }: OutsideParts, { node, flow }: AtNode, r: Report): Promise<Buffer> {
  const [file, before] = [await provider.file(r.providerNo, r.nodeSort), await storage.read(flow.fileName!)]
  const bad = () => no('签署文件不正确', 'the file is wrong')
  if (sha256(file) !== r.fileHash || file.length <= before.length || !file.subarray(0, before.length).equals(before)) throw bad()
  const signatures = await verifyInWorker(file).catch(() => [])
  const last = signatures.at(-1)
  if (signatures.length !== node.nodeSort || !signatures.every((s) => s.valid && !s.changedAfter) || !last?.whole || last.signer !== node.signerName)
    throw bad()
  return file
}

/** Takes a report; the same again changes nothing. @throws sign-report, sign-provider */
async function take(p: OutsideParts, again: Again, r: Report): Promise<void> {
  if (!isMoment(String(r.time)) || (r.result !== 'signed' && r.result !== 'refused')) throw no('报文格式不正确', 'it is malformed')
  const at = await again((ctx) => nodeOf(ctx, r, false))
  if (!at) return
  if (r.result === 'refused') return again((ctx) => refused(ctx, r))
  const file = await fileOf(p, at, r)
  const stored = { fileName: await p.storage.put(file, at.node.tenantId), fileHash: sha256(file), size: file.length, picture: null }
  const isTaken = await again(async (ctx) => {
    const now = await nodeOf(ctx, r, true)
    if (!now || now.flow.fileHash !== at.flow.fileHash) return false
    // the service sends the next signer his link itself
    await advance(now, { ...stored, doneTime: r.time, doneFrom: '' }, (next) => rows.change(now.ctx, sign_node, next, { state: NODE.open, sendTime: ctx.now }))
    return true
  })
  if (!isTaken) await p.storage.remove(stored.fileName)
}
async function refused(outer: Ctx, r: Report): Promise<void> {
  const at = await nodeOf(outer, r, true)
  if (!at) return
  const { ctx, node, contract } = at
  const reason = String(r.reason ?? '').slice(0, 200)
  await rows.change(ctx, sign_node, node, { state: NODE.refused, doneTime: r.time, reason })
  await endFlow(ctx, contract.id, 'refused')
  await moveContract(ctx, contract, 'refuse', { reason: `${node.signerName}：${reason}`.slice(0, 254) })
}

export const REPORT_PATH = '/sign/callback'
/** Whether the service has signed a call well. `now` in milliseconds. */
export function isReport({ appId, secret }: ProviderSettings, { headers, raw }: Pick<RequestFacts, 'headers' | 'raw'>, now: number): boolean {
  const call = { secret, algorithm: 'HMAC-SHA256' as const, method: 'POST', path: `/api${REPORT_PATH}`, body: raw ?? Buffer.alloc(0) }
  return headers['x-app-id'] === appId && isSigned(call, headers, now)
}
/** Refuses a call that the service has not signed, or that was made before. */
async function requireSigned(ctx: Ctx, { settings }: Provider, f: RequestFacts): Promise<void> {
  const { appId } = settings
  if (!isReport(settings, f, momentOf(ctx.now))) throw remoteProblems.reportSign()
  const mine = { tenantId: '000000', appId: `sign:${appId}`.slice(0, 16) }
  const over = moved(ctx.now, (-2 * SIGN_WINDOW_MS) / 1000)
  await ctx.db.deleteFrom('open_nonce').where('tenantId', '=', mine.tenantId).where('appId', '=', mine.appId).where('time', '<', over).execute()
  const taken = await ctx.db
    .insertInto('open_nonce')
    .values({ ...mine, nonce: f.headers['x-nonce']!, time: ctx.now })
    .onConflict((c) => c.columns(['tenantId', 'appId', 'nonce']).doNothing())
    .returning('nonce')
    .executeTakeFirst()
  if (!taken) throw remoteProblems.reportSign()
}
/** The call by which the service reports; none where the product signs itself. */
export const outsideRoutes = (p: OutsideParts): Route[] => [
  answering(
    {
      method: 'POST',
      path: REPORT_PATH,
      perm: 'public',
      scope: 'land',
      audit: 'sign_node.report',
      summary: '签署服务回调',
      rate: 'write',
      asSystem: 'the signing service is known by its signature, not by a session; the flow that it names says the tenant',
      raw: true,
      headers: ['X-App-Id', 'X-Timestamp', 'X-Nonce', 'X-Sign'],
      body: {
        providerNo: text('流程编号', { max: 64, required: true }),
        nodeSort: int('节点序号', { required: true }),
        result: text('结果', { max: 10, required: true }),
        person: text('签署人证件号码摘要', { max: 64, required: true }),
        time: text('时间', { max: 19, required: true }),
        fileHash: text('文件摘要', { max: 64 }),
        reason: text('原因', { max: 200 }),
      },
      run: async (ctx, body, f) => {
        await requireSigned(ctx, p.provider, f)
        return new DeferredResponse(async (again) => take(p, again, body as Report))
      },
    },
    'nothing',
  ),
]

/** Every five minutes: asks the service about the flows that are open, so that a report that was lost is made up for. */
export const outsideRoutine = (p: OutsideParts): Routine => ({
  name: 'sign-provider',
  label: '查询签署服务',
  due: { minutes: 5 },
  async run({ system, as, signal }) {
    const flows = await system((tx) =>
      tx
        .selectFrom('sign_flow')
        .select(['providerNo', 'tenantId'])
        .where('state', '=', FLOW.open)
        .where('provider', '=', PROVIDER.outside)
        .orderBy('id')
        .execute(),
    )
    const failed: string[] = []
    for (const { providerNo, tenantId } of flows) {
      signal.throwIfAborted()
      await askFlow(p, (work) => as(tenantId, work), providerNo!).catch((e: Error) => failed.push(`${providerNo}: ${e.message}`))
    }
    if (failed.length) throw new Error(`${failed.length} of ${flows.length} flows: ${failed.join('; ')}`)
    return `${flows.length} flows`
  },
})
async function askFlow(p: OutsideParts, again: Again, providerNo: string): Promise<void> {
  for (const r of await p.provider.query(providerNo)) await take(p, again, { ...r, providerNo })
}

/** The job that tells the service that a flow is called off; tried again while it does not answer. */
export const voidJob = (p: OutsideParts): JobKind => ({
  kind: VOID_JOB,
  label: '撤销外部签署流程',
  en: 'Cancel a flow',
  repeatable: true,
  attempts: 5,
  run: async (_job, payload) => {
    await p.provider.cancel(String(payload.providerNo)).catch((e: Error) => {
      // no refusal of ours: the queue tries again
      throw new Error(e.message)
    })
    return {}
  },
})
