import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Text } from '../kit/model/lang.ts'
import { isRefusal, Problem } from '../kit/model/problem.ts'
import { clock, localTime } from '../kit/server/clock.server.ts'
import type { Ctx } from '../kit/server/ctx.server.ts'
import type { DatabaseHandle, Tx } from '../kit/server/db.server.ts'
import { contextFor } from './jobs.server.ts'
import { loop, type Worker } from './jobs-loop.server.ts'
import { systemWho, type WorkerDeps } from './maintenance.server.ts'
import { asSystem } from './system.server.ts'
import { inSpan, spanOf, traceNow } from './trace.server.ts'

/** Something that happened, on its way to those who must hear of it. `id` is the same at every attempt: receivers drop repeats by it. */
export interface OutboxEvent {
  id: string
  tenantId: string
  topic: string
  /** events of one topic and key arrive in the order in which they were written */
  key: string
  payload: Record<string, unknown>
  createTime: string
  /** 1 at the first attempt */
  attempt: number
}
/** Thrown by a handler for what must wait for something else first: it is asked again in a minute, as often as it takes, and no attempt is counted. */
export class NotYet extends Error {
  constructor(why: Text) {
    super(why.zh)
  }
}
/** Thrown by a handler that says itself when the next attempt is made: `seconds` from now. */
export class RetryIn extends Error {
  readonly seconds: number
  constructor(seconds: number, why: string) {
    super(why)
    this.seconds = seconds
  }
}
/** The same as it is kept, with the trace of the call that wrote it. */
type Taken = OutboxEvent & { trace: string | null }
export interface Delivery {
  /** aborted when the server stops or the delivery takes too long */
  signal: AbortSignal
  now: Date
  /** one transaction as the product itself in the tenant of the event; nothing is sent inside it */
  tx<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
}
/** Who hears of a topic. What it does must bear being done twice for one event. */
export interface Handler {
  topic: string
  label: string
  /** seconds before each further attempt; after the last one the event is parked */
  delays?: readonly number[]
  /** A thrown Problem below 500 is a refusal and parks the event at once; NotYet waits; RetryIn is tried again when it says; anything else after the next delay. */
  deliver(e: OutboxEvent, d: Delivery): Promise<void>
}

/** 1, 5, 15, 60 minutes, then hourly to 24 attempts. Source: business-flows.md 10.2. */
export const DELAYS: readonly number[] = [60, 300, 900, ...Array<number>(20).fill(3600)]
const POLL_MS = 1000
/** A delivery that takes longer is given up; a server that died with one gives it back after the lease. */
const DELIVERY_MS = 30_000
const LEASE_SECONDS = 60
const WAIT_SECONDS = 60

/** Writes what happened in the same transaction as the change itself. It is delivered at least once, after the commit. */
export async function emit(ctx: Ctx, topic: string, key: string, payload: Record<string, unknown>): Promise<string> {
  const id = ctx.newId()
  await ctx.db
    .insertInto('outbox')
    .values({ id, tenantId: ctx.who.tenantId, topic, key, payload: JSON.stringify(payload), createTime: ctx.now, nextTime: ctx.now, trace: traceNow() ?? null })
    .execute()
  return id
}

/** Whether somebody delivers an event at this moment. */
export const isUnderWay = (e: { until?: string | null; doneTime?: string | null }, now: string): boolean => !e.doneTime && !!e.until && e.until > now
/**
 * Makes an event due at once, one that was parked or had ended too; with another payload where one is given. Its attempts add up: one more is made, and the delays go on
 * where they were.
 */
export async function sendNow(ctx: Ctx, id: string, payload?: Readonly<Record<string, unknown>>): Promise<void> {
  await ctx.db
    .updateTable('outbox')
    .set({ doneTime: null, parkTime: null, nextTime: ctx.now, ...(payload && { payload: JSON.stringify(payload) }) })
    .where('tenantId', '=', ctx.who.tenantId)
    .where('id', '=', id)
    .execute()
}

export interface Outbox extends Worker {
  /** delivers what is due now; answers the number of attempts made */
  deliverDue(): Promise<number>
}

/** A planner that takes the open events for few sorts them all at every delivery: in the order of their index the first that is free ends the search. */
export const outboxInOrder = (tx: Tx) => sql`set local enable_sort = off`.execute(tx)
/** The event that is delivered next. */
export const firstDue = (topics: readonly string[], time: string) =>
  sql`select o.id from outbox o where o."doneTime" is null and o."parkTime" is null and o.topic = any(${topics}::text[])
    and o."nextTime" <= ${time}::timestamptz and (o.until is null or o.until < ${time}::timestamptz)
    and o.id = (select p.id from outbox p where p."tenantId" = o."tenantId" and p.topic = o.topic and p.key = o.key and p."doneTime" is null order by p.id limit 1)
    order by o."nextTime", o.id limit 1 for update of o skip locked`

/**
 * The worker behind the table `outbox`. Topics without a handler wait: a handler that comes later hears of everything of the last 180 days (jobs-control: prune). Within a topic and key an
 * event is not tried before the one ahead of it arrived, so a parked one holds back its followers and nobody else. Nothing is delivered inside a
 * transaction; a killed server's delivery is made again when its lease is over.
 */
export function openOutbox(db: DatabaseHandle, handlers: readonly Handler[], { enqueue, log, now = clock }: WorkerDeps): Outbox {
  const byTopic = new Map(handlers.map((h) => [h.topic, h]))
  if (byTopic.size !== handlers.length) throw new Error('two handlers hear one topic')
  const topics = [...byTopic.keys()]
  const runner = randomUUID()
  const system = asSystem(db)
  const later = (seconds: number) => localTime(new Date(now().getTime() + seconds * 1000))

  async function take(): Promise<Taken | undefined> {
    const time = localTime(now())
    const { rows } = await system(async (tx) => {
      await outboxInOrder(tx)
      return sql<Taken>`update outbox set runner = ${runner}, until = ${later(LEASE_SECONDS)}::timestamptz, attempts = attempts + 1
        where id = (${firstDue(topics, time)})
        returning id, "tenantId", topic, key, payload, "createTime", attempts as attempt, trace`.execute(tx)
    })
    return rows[0]
  }
  const write = (e: OutboxEvent, set: Record<string, unknown>) =>
    system((tx) =>
      tx
        .updateTable('outbox')
        .set({ runner: null, until: null, ...set })
        .where('id', '=', e.id)
        .where('runner', '=', runner)
        .execute(),
    )

  async function attempt({ trace, ...e }: Taken, stopping: AbortSignal): Promise<void> {
    const h = byTopic.get(e.topic)!
    try {
      const delivery: Delivery = {
        signal: AbortSignal.any([stopping, AbortSignal.timeout(DELIVERY_MS)]),
        now: now(),
        tx: (work) =>
          db.transaction({ tenantId: e.tenantId, beside: true }, (tx) => work(contextFor(tx, systemWho(e.tenantId), now, `outbox-${e.id}`, enqueue))),
      }
      await inSpan(spanOf(trace), () => h.deliver(e, delivery))
    } catch (error) {
      // whether it arrived is not known: it is made again, and the attempt was not the receiver's fault
      if (stopping.aborted) return void (await write(e, { attempts: e.attempt - 1 }))
      const reason = (error instanceof Problem ? error.message : String((error as Error)?.message ?? error)).slice(0, 1000)
      if (error instanceof NotYet) return void (await write(e, { attempts: e.attempt - 1, error: reason, nextTime: later(WAIT_SECONDS) }))
      const refused = isRefusal(error)
      const delay = refused ? undefined : error instanceof RetryIn ? error.seconds : (h.delays ?? DELAYS)[e.attempt - 1]
      if (delay === undefined && !refused) log(error, `outbox ${e.id}`)
      return void (await write(e, delay === undefined ? { error: reason, parkTime: localTime(now()) } : { error: reason, nextTime: later(delay) }))
    }
    await write(e, { doneTime: localTime(now()), error: null })
  }

  async function deliverDue(): Promise<number> {
    for (let n = 0; ; n += 1) {
      const e = topics.length === 0 || worker.stopping.aborted ? undefined : await take()
      if (!e) return n
      await attempt(e, worker.stopping)
    }
  }
  const worker = loop(POLL_MS, deliverDue, (e) => log(e, 'outbox'))
  return { ...worker, deliverDue }
}
