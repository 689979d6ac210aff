import { sql } from 'kysely'
import { isRefusal } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { localDay, localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Outbound } from '../../runtime/outbound.server.ts'
import { NotYet, RetryIn, type Delivery, type Handler, type OutboxEvent } from '../../runtime/outbox.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { refusal } from '../../business/cases/rules/problems.ts'
import { leftOut, numbersIn, notWritten, writeGiven } from './answer.server.ts'
import { casesBefore, PUSH_TOPIC } from './chain.server.ts'
import { CallFailed, pushFaultOf } from './fault.ts'
import { messageId } from './message-id.server.ts'
import { messageContentOf } from './message.server.ts'
import { bdcCodeOf, messageText, type RegistryMessage } from './message.ts'
import { keepUnwritten } from './notices.server.ts'
import { keepState, knownSince, type PushState } from './push-state.server.ts'
import { sendMessage, type Heard, type RegistryAnswer } from './send.server.ts'
import { pushProblems, pushTargetFor, type PushTarget, type WhyNobody } from './target.server.ts'
import { logCall } from './third-log.server.ts'
import { tellWebhooks } from '../webhook/tell.server.ts'
import { PUSH_STATE } from './push-log.ts'

export interface PushDeps {
  outbound: Outbound
  sealer: Sealer
}
/** What the outbox says of a finished business; `version` counts what was pushed anew, `byHand`: somebody asked for it. */
interface Pushed {
  businessId: string
  businessCode: string
  typeCode: string
  regionCode: string
  djbIds?: readonly string[]
  version?: number
  byHand?: number
}
const stateOf = (p: Pushed): Pick<PushState, 'businessId' | 'regionCode' | 'businessCode' | 'version'> => ({
  businessId: p.businessId,
  regionCode: p.regionCode,
  businessCode: p.businessCode ?? '',
  version: p.version ?? 1,
})
interface Told {
  target: PushTarget
  message: RegistryMessage
}
type Ready = Told | { untold: WhyNobody | 'type' }

/** What is told of a business, to whom; or why nobody is told. @throws NotYet while another must arrive before it */
async function prepare(ctx: Ctx, sealer: Sealer, e: OutboxEvent, now: Date): Promise<Ready> {
  const p = e.payload as unknown as Pushed
  const item = await ctx.db
    .selectFrom('business')
    .select('businessItemCode')
    .where('countyCode', '=', countyOf(p.regionCode))
    .where('tenantId', '=', ctx.who.tenantId)
    .where('id', '=', p.businessId)
    .executeTakeFirst()
  const bdcCode = bdcCodeOf(p.typeCode, item?.businessItemCode ?? null)
  if (!bdcCode) return { untold: 'type' }
  const of = stateOf(p)
  const knownAt = await knownSince(ctx, of, now)
  const found = await pushTargetFor(ctx, sealer, { ...p, byHand: p.byHand === 1 })
  if ('untold' in found) return found
  const before = await casesBefore(ctx, e.key, p.regionCode, e.id)
  if (before.some((b) => b.state)) throw new NotYet(refusal('E4002').words)
  const prevBizCode = before.at(-1)?.businessCode
  const { callbackUrl } = found.target
  const content = await messageContentOf(
    { ...ctx, asOf: localDay(new Date(knownAt)) },
    { businessId: p.businessId, regionCode: p.regionCode, djbIds: p.djbIds ?? [], knownAt },
    of.businessCode,
  )
  const head = {
    msgId: messageId(`${p.businessId} ${of.version}`),
    bizCode: of.businessCode,
    bizType: p.typeCode,
    bizItem: item?.businessItemCode ?? '',
    bdcCode,
    regionCode: p.regionCode,
    // that of the first attempt: every attempt sends the same text
    sendTime: localTime(new Date(knownAt)),
    version: of.version,
    ...(prevBizCode ? { prevBizCode } : {}),
    ...(callbackUrl ? { callbackUrl } : {}),
  }
  return { target: found.target, message: { head, ...content } }
}

/** Nobody is told: the log must not call that an arrival, and says why. */
async function leaveUntold(ctx: Ctx, e: OutboxEvent, untold: WhyNobody | 'type'): Promise<void> {
  await ctx.db
    .updateTable('outbox')
    // it was no try: nothing was sent
    .set({ payload: sql`payload || ${JSON.stringify({ untold })}::jsonb`, attempts: e.attempt - 1 })
    .where('tenantId', '=', ctx.who.tenantId)
    .where('id', '=', e.id)
    .execute()
  await keepState(ctx, { ...stateOf(e.payload as unknown as Pushed), status: PUSH_STATE.nobody, reason: untold })
}

/** The call in the log, and how the business stands after it. */
const keepCall = (ctx: Ctx, p: Pushed, { target, message }: Told, h: Heard) =>
  logCall(ctx, {
    businessCode: p.businessCode ?? '',
    businessTypeCode: p.typeCode,
    regionCode: p.regionCode,
    msgId: message.head.msgId,
    target: target.name,
    ...h,
    message,
    written: (m) => messageText(m, target.format),
  })

/** What follows from an answer: the register says it, and the business has arrived. */
async function arrived(e: OutboxEvent, d: Delivery, { target, message: m }: Told, a: RegistryAnswer & { heard: Heard }): Promise<void> {
  const p = e.payload as unknown as Pushed
  const at = { causeId: e.id, unit: `registry/${m.head.msgId}`, regionCode: p.regionCode }
  const why = await d
    .tx(async (ctx) => {
      const { strays, ...given } = numbersIn(a, m)
      const left = await writeGiven(ctx, at, given)
      const { msgId } = m.head
      await keepUnwritten(ctx, { msgId, businessCode: p.businessCode ?? '', regionCode: p.regionCode, from: target.name }, given, left)
      return leftOut(left.length, strays)
    })
    .then(
      (out) => (out ? notWritten(out).zh : null),
      (error: unknown) => {
        // it has arrived whatever the register says to the answer, and is not sent again for it
        if (isRefusal(error)) return notWritten(error.words).zh
        throw error
      },
    )
  const { ms, bytes } = a.heard
  const of = stateOf(p)
  await d.tx(async (ctx) => {
    await keepState(ctx, { ...of, status: PUSH_STATE.arrived, msgId: m.head.msgId, tries: e.attempt, ms, bytes, reason: why })
    const data = { businessCode: of.businessCode, typeCode: p.typeCode, msgId: m.head.msgId, version: of.version }
    await tellWebhooks(ctx, { event: 'registry.arrived', regionCode: of.regionCode, about: of.businessCode, data })
  })
}

/** What is thrown to the outbox for a push that failed: final, or after the target's own delay. */
function next(error: unknown, e: OutboxEvent, target: PushTarget | undefined, stopping: boolean): Error {
  if (isRefusal(error)) return refusal('E4001', { reason: error.words })
  if (!(error instanceof CallFailed) || !target) return error as Error
  // what was read and not taken is final; a refused signature is a matter of keys, which people mend
  if (['refused', 'malformed', 'signature'].includes(error.fault)) return refusal('E4001', { reason: pushProblems.refused({ why: error.message }).words })
  if (error.fault === 'settings') return refusal('E4001', { reason: pushProblems.address().words })
  if (e.attempt >= target.maxTries && !stopping) return refusal('E4001', { reason: pushProblems.tries({ n: e.attempt, why: error.message }).words })
  return new RetryIn(target.delay(e.attempt), error.message)
}

/**
 * Tells the real-estate registry of finished businesses (topic business.push), by the configuration of the region (dataPushConfig). Where there is
 * none, nothing is told. What comes before it at the registry has arrived before it is sent: a case that failed holds back those of the same books and no others.
 * What it answers is written by an act of the register. Source: business-flows.md 10; docs/adr/0067.
 */
export const pushHandler = ({ outbound, sealer }: PushDeps): Handler => ({
  topic: PUSH_TOPIC,
  label: '不动产登记推送',
  async deliver(e, d) {
    const p = e.payload as unknown as Pushed
    let target: PushTarget | undefined
    try {
      const ready = await d.tx((ctx) => prepare(ctx, sealer, e, d.now))
      if ('untold' in ready) return await d.tx((ctx) => leaveUntold(ctx, e, ready.untold))
      target = ready.target
      const text = messageText(ready.message, target.format)
      const answer = await sendMessage(outbound, target, text, { now: d.now, signal: d.signal, heard: (h) => d.tx((ctx) => keepCall(ctx, p, ready, h)) })
      await arrived(e, d, ready, answer)
    } catch (error) {
      const thrown = next(error, e, target, d.signal.aborted)
      const waits = thrown instanceof NotYet
      const [status, tries] = [
        isRefusal(thrown) ? PUSH_STATE.failed : waits ? PUSH_STATE.waiting : PUSH_STATE.sending,
        waits ? e.attempt - 1 : e.attempt,
      ] as const
      const reason = (isRefusal(thrown) ? thrown.words.zh : thrown.message).slice(0, 1000)
      const of = stateOf(p)
      const fault = waits ? 'waiting' : pushFaultOf(error)
      await d.tx(async (ctx) => {
        await keepState(ctx, { ...of, status, tries, reason, fault })
        const data = { businessCode: of.businessCode, typeCode: p.typeCode, fault, tries }
        if (status === PUSH_STATE.failed) await tellWebhooks(ctx, { event: 'registry.failed', regionCode: of.regionCode, about: of.businessCode, data })
      })
      throw thrown
    }
  },
})
