import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { isRefusal, problem } from '../../kit/model/problem.ts'
import { inRegion } from '../../kit/model/region-code.ts'
import { entries } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Outbound } from '../../runtime/outbound.server.ts'
import { NotYet, type Handler, type OutboxEvent } from '../../runtime/outbox.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { readSecret } from '../../runtime/sealed.server.ts'
import { signedHeaders, type SignAlgorithm } from '../../runtime/signature.server.ts'
import { data_push_config } from './config.ts'
import { djb } from '../../land/definitions/cbht.ts'
import { refusal } from '../../business/cases/problems.ts'
import { casesBefore, PUSH_TOPIC } from './chain.server.ts'
import { logCall } from './third-log.server.ts'

/** Why a push is not tried again: the reason in E4001. */
export const pushProblems = {
  refused: problem<{ why: string }>(400, 'push-refused', (d) => ({ zh: `不动产登记系统拒绝：${d.why}`, en: `The real-estate registry refused: ${d.why}` })),
  noSecret: problem(400, 'push-no-secret', () => ({ zh: '推送配置没有应用密钥', en: 'The push configuration has no app secret' })),
  format: problem(400, 'push-format', () => ({ zh: '暂不支持 XML 报文', en: 'XML messages are not supported yet' })),
  tries: problem<{ n: number; why: string }>(400, 'push-tries', (d) => ({ zh: `已推送 ${d.n} 次：${d.why}`, en: `Pushed ${d.n} times: ${d.why}` })),
}
interface PushDeps {
  outbound: Outbound
  sealer: Sealer
}
interface Target {
  name: string
  url: string
  appId: string
  secret: string
  algorithm: SignAlgorithm
  maxTries: number
  timeoutMs: number
  /** where the registry tells later what became of the message */
  callbackUrl: string | null
}

/** Namespace of message ids: RFC 9562's one for object identifiers. */
const NAMESPACE = Buffer.from('6ba7b8129dad11d180b400c04fd430c8', 'hex')
/** The UUID of version 5 of a text: the same business and version have the same message id at every attempt. Source: business-flows.md 10.2. */
export function messageId(text: string): string {
  const h = createHash('sha1').update(NAMESPACE).update(text).digest().subarray(0, 16)
  h[6] = (h[6]! & 0x0f) | 0x50
  h[8] = (h[8]! & 0x3f) | 0x80
  return h.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The outbox gives a delivery 30 seconds: an answer must come before that. */
const LONGEST_SECONDS = 25

/** The enabled, automatic configuration nearest to a region that takes this type of business; undefined when there is none. */
async function targetOf(ctx: Ctx, sealer: Sealer, of: { regionCode: string; typeCode: string }): Promise<Target | undefined> {
  const all = await ctx.db
    .selectFrom('data_push_config')
    .selectAll()
    .where('tenantId', '=', ctx.who.tenantId)
    .where('isEnabled', '=', 1)
    .where('autoPush', '=', 1)
    .execute()
  const takes = (types: string | null) => !types || types.split(',').includes(of.typeCode)
  const [c] = all.filter((x) => inRegion(of.regionCode, x.regionCode) && takes(x.businessTypes)).sort((a, b) => b.regionCode.length - a.regionCode.length)
  if (!c) return undefined
  if (c.format === 'xml') throw pushProblems.format()
  const secret = await readSecret(ctx, sealer, data_push_config.name, c.id, 'appSecret')
  if (!secret) throw pushProblems.noSecret()
  return {
    name: c.name,
    url: c.url,
    appId: c.appId,
    secret,
    algorithm: c.algorithm,
    maxTries: c.maxTries ?? 24,
    callbackUrl: c.callbackUrl || null,
    timeoutMs: Math.min(c.timeoutSeconds ?? 10, LONGEST_SECONDS) * 1000,
  }
}

/** What is told: head and the books as the business left them, without columns of our own. Source: business-flows.md 10.1. */
async function messageOf(ctx: Ctx, e: OutboxEvent, { callbackUrl }: Target, prevBizCode: string | undefined) {
  const p = e.payload as { businessId: string; businessCode: string; typeCode: string; regionCode: string; djbIds: string[] }
  const after = []
  for (const id of p.djbIds) {
    const book: Record<string, unknown> = await rows.get(ctx, djb, id)
    after.push(Object.fromEntries(entries(djb).flatMap(([n, f]) => (f.kind === 'ref' || n === 'printCount' ? [] : [[n, book[n] ?? null]]))))
  }
  const { businessCode: bizCode, typeCode: bizType, regionCode } = p
  const head = { msgId: messageId(`${p.businessId} 1`), bizCode, bizType, regionCode, sendTime: ctx.now, version: 1 }
  return { head: { ...head, ...(prevBizCode ? { prevBizCode } : {}), ...(callbackUrl ? { callbackUrl } : {}) }, after }
}

/** An answer of the registry, or that none came, for the log of calls. */
type Heard = (httpStatus: number | null, answer: string) => Promise<void>
/** Sends one signed message. Throws a refusal, which is final, or anything else, which is tried again. */
async function send(outbound: Outbound, t: Target, message: unknown, now: Date, signal: AbortSignal, heard: Heard): Promise<void> {
  const body = JSON.stringify(message)
  const path = new URL(t.url).pathname
  const signed = signedHeaders({ ...t, method: 'POST', path, body }, now.getTime(), randomUUID())
  const answer = await outbound
    .call(t.url, { method: 'POST', headers: { ...signed, 'content-type': 'application/json' }, body, timeoutMs: t.timeoutMs, signal })
    .catch(async (e: Error) => {
      await heard(null, e.message)
      throw e
    })
  await heard(answer.status, answer.body.toString('utf8'))
  if (answer.status >= 500 || answer.status === 429) throw new Error(`HTTP ${answer.status}`)
  let said: { code?: unknown; message?: unknown } = {}
  try {
    said = JSON.parse(answer.body.toString('utf8')) as typeof said
  } catch {
    // an answer that is no JSON has no code, and is refused below by its status
  }
  if (answer.status >= 300 || Number(said.code) !== 100) throw pushProblems.refused({ why: String(said.message ?? `HTTP ${answer.status}`).slice(0, 500) })
}

/** Passes on why a delivery failed; what is final as E4001. */
function failed(error: unknown): never {
  throw isRefusal(error) ? refusal('E4001', { reason: error.words }) : error
}

/**
 * Tells the real-estate registry of finished businesses (topic business.push), by the configuration of the region (dataPushConfig). Where there is
 * none, nothing is told. Attempts, delays and parking are the outbox's; the configuration may allow fewer attempts. What comes before it at the registry has
 * arrived before it is sent: a case that failed holds back those of the same books and no others. Source: business-flows.md 10.
 */
export const pushHandler = ({ outbound, sealer }: PushDeps): Handler => ({
  topic: PUSH_TOPIC,
  label: '不动产登记推送',
  async deliver(e, { tx, now, signal }) {
    const of = { regionCode: String(e.payload.regionCode), typeCode: String(e.payload.typeCode) }
    const found = await tx(async (ctx) => {
      const target = await targetOf(ctx, sealer, of)
      if (!target) return undefined
      const before = await casesBefore(ctx, e.key, of.regionCode, e.id)
      if (before.some((b) => b.state)) throw new NotYet(refusal('E4002').words)
      return { target, message: await messageOf(ctx, e, target, before.at(-1)?.businessCode) }
    }).catch(failed)
    if (!found) {
      // nobody is told: the log must not call that an arrival
      await tx(({ db, who }) =>
        db
          .updateTable('outbox')
          .set({ payload: sql`payload || '{"untold": 1}'::jsonb` })
          .where('tenantId', '=', who.tenantId)
          .where('id', '=', e.id)
          .execute(),
      )
      return
    }
    const began = performance.now()
    const heard: Heard = (httpStatus, answer) =>
      tx((ctx) =>
        logCall(ctx, {
          businessCode: String(e.payload.businessCode ?? ''),
          businessTypeCode: of.typeCode,
          regionCode: of.regionCode,
          msgId: found.message.head.msgId,
          target: found.target.name,
          httpStatus,
          ms: Math.round(performance.now() - began),
          message: found.message,
          answer,
        }),
      )
    await send(outbound, found.target, found.message, now, signal, heard).catch((error: Error) =>
      failed(e.attempt >= found.target.maxTries && !signal.aborted ? pushProblems.tries({ n: e.attempt, why: error.message }) : error),
    )
  },
})
