import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../tests/world.ts'
import { problems } from '../kit/model/problem.ts'
import type { DatabaseHandle } from '../kit/server/db.server.ts'
import { contextFor } from './jobs.server.ts'
import { systemWho } from './maintenance.server.ts'
import { emit, firstDue, outboxInOrder, NotYet, openOutbox, type Delivery, type OutboxEvent } from './outbox.server.ts'

let db: DatabaseHandle
let drop: () => Promise<void>
let time: number
const now = () => new Date(time)
const pass = (seconds: number) => {
  time += seconds * 1000
}
beforeAll(async () => {
  ;({ db, drop } = await freshDatabase('schema'))
})
beforeEach(async () => {
  time = Date.parse('2026-03-01T09:00:00+08:00')
  await db.pool.query('delete from outbox')
})
afterAll(async () => {
  await db?.close()
  await drop?.()
})

/** Writes events in one transaction, which `fail` rolls back. */
const write = (keys: readonly string[], fail = false) =>
  db.transaction({ tenantId: '000000' }, async (tx) => {
    const ctx = contextFor(tx, systemWho('000000'), now, 'test', async () => '')
    for (const [i, key] of keys.entries()) await emit(ctx, 'news', key, { n: i })
    if (fail) throw new Error('rolled back')
  })
const rows = async () => (await db.pool.query('select key, attempts, error, "doneTime", "parkTime" from outbox order by id')).rows
const said: unknown[] = []
const log = (e: unknown) => void said.push(e)
const means = { enqueue: async () => '', log, now }
type Deliver = (e: OutboxEvent, d: Delivery) => Promise<void>
const open = (deliver: Deliver, delays?: readonly number[]) => openOutbox(db, [{ topic: 'news', label: '', deliver, ...(delays ? { delays } : {}) }], means)

test('events of committed transactions arrive once each, those of rolled back ones never', async () => {
  const heard: string[] = []
  const box = open(async (e) => void heard.push(`${e.key}${e.payload.n}`))
  await write(['a', 'b', 'a'])
  await write(['lost'], true).catch(() => {})
  expect(await box.deliverDue()).toBe(3)
  expect(heard.sort()).toEqual(['a0', 'a2', 'b1'])
  expect(await box.deliverDue()).toBe(0)
  expect((await rows()).every((r) => r.doneTime)).toBe(true)
})

test('however many events wait, the next one is found without a look at the others', async () => {
  await db.pool.query(`insert into outbox (id, "tenantId", topic, key, payload, "createTime", "nextTime")
    select i, '000000', 'news', i::text, '{}', '2026-03-01', '2026-02-01'::timestamptz + i * interval '1 second' from generate_series(1, 2000) i`)
  interface Plan {
    'Actual Rows': number
    'Rows Removed by Filter'?: number
    Plans?: Plan[]
  }
  const read = (p: Plan): number => p['Actual Rows'] + (p['Rows Removed by Filter'] ?? 0) + (p.Plans ?? []).reduce((n, x) => n + read(x), 0)
  const plan = await db.transaction({ tenantId: '000000', system: true }, async (tx) => {
    await outboxInOrder(tx)
    const { rows: found } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (analyze, format json) ${firstDue(['news'], '2026-03-01 09:00:00')}`.execute(
      tx,
    )
    return found[0]!['QUERY PLAN'][0].Plan
  })
  expect([read(plan) < 20, plan]).toEqual([true, plan])
})

test('what must wait for something else is asked again every minute, and no attempt is counted', async () => {
  const asked: number[] = []
  const box = open(
    async (e) => {
      asked.push(e.attempt)
      if (asked.length < 4) throw new NotYet({ zh: '先有别的', en: 'Something comes first' })
    },
    [60],
  )
  await write(['a'])
  await box.deliverDue()
  expect(await rows()).toMatchObject([{ attempts: 0, error: '先有别的', doneTime: null, parkTime: null }])
  pass(59)
  expect(await box.deliverDue()).toBe(0)
  for (const seconds of [1, 60, 60]) {
    pass(seconds)
    await box.deliverDue()
  }
  // three times it waited, and its only attempt arrived
  expect(asked).toEqual([1, 1, 1, 1])
  expect(await rows()).toMatchObject([{ attempts: 1, error: null, doneTime: expect.any(String) }])
})

test('a failed delivery is made again after its delay, and only its own key waits for it', async () => {
  const heard: string[] = []
  let broken = true
  const box = open(
    async (e) => {
      if (e.key === 'a' && broken) throw new Error('no answer')
      heard.push(`${e.key}${e.payload.n}:${e.attempt}`)
    },
    [60, 300],
  )
  await write(['a', 'a', 'b'])
  await box.deliverDue()
  expect(heard).toEqual(['b2:1'])
  broken = false
  pass(59)
  expect(await box.deliverDue()).toBe(0)
  pass(2)
  await box.deliverDue()
  expect(heard).toEqual(['b2:1', 'a0:2', 'a1:1'])
})

test('after the last attempt an event is parked with its reason, holds back its key and nobody else', async () => {
  const heard: string[] = []
  const box = open(
    async (e) => {
      if (e.key === 'a') throw new Error('no answer')
      heard.push(e.key)
    },
    [60],
  )
  await write(['a', 'a'])
  for (let i = 0; i < 5; i += 1) {
    await box.deliverDue()
    pass(3600)
  }
  await write(['b'])
  await box.deliverDue()
  expect(heard).toEqual(['b'])
  const [first, second] = await rows()
  expect([first.attempts, first.error, first.parkTime, first.doneTime]).toEqual([2, 'no answer', '2026-03-01 10:00:00', null])
  expect([second.attempts, second.parkTime]).toEqual([0, null])
})

test('a refusal by the receiver parks the event at once', async () => {
  await write(['a'])
  const box = open(() => Promise.reject(problems.badRequest({ zh: '不接受', en: 'refused' })))
  await box.deliverDue()
  expect(await rows()).toMatchObject([{ attempts: 1, error: '不接受', parkTime: '2026-03-01 09:00:00' }])
})

test('a delivery whose server died is made again by another one when its lease is over', async () => {
  await write(['a'])
  // the server dies between taking the event and hearing the answer: it writes nothing any more
  let taken = () => {}
  const dead = new Promise<void>((done) => {
    taken = done
  })
  const first = open(() => {
    taken()
    return new Promise(() => {})
  })
  void first.deliverDue()
  await dead
  const heard: number[] = []
  const second = open(async (e) => void heard.push(e.attempt))
  expect(await second.deliverDue()).toBe(0)
  pass(61)
  expect(await second.deliverDue()).toBe(1)
  expect(heard).toEqual([2])
})

test('a server that stops in the middle of a delivery gives the event back without counting the attempt', async () => {
  await write(['a'])
  let taken = () => {}
  const begun = new Promise<void>((done) => {
    taken = done
  })
  const first = open((_e, { signal }) => {
    taken()
    return new Promise((_done, fail) => signal.addEventListener('abort', () => fail(signal.reason as Error)))
  })
  first.start()
  await begun
  await first.stop()
  const heard: number[] = []
  await open(async (e) => void heard.push(e.attempt)).deliverDue()
  expect(heard).toEqual([1])
})

test('two servers deliver each event once, and each key in its order', async () => {
  const keys = Array.from({ length: 40 }, (_, i) => `k${i % 5}`)
  await write(keys)
  const heard: OutboxEvent[] = []
  const deliver: Deliver = async (e) => {
    await new Promise((r) => setImmediate(r))
    heard.push(e)
  }
  await Promise.all([open(deliver).deliverDue(), open(deliver).deliverDue()])
  await open(deliver).deliverDue()
  expect(heard.map((e) => e.payload.n as number).sort((a, b) => a - b)).toEqual(keys.map((_, i) => i))
  for (const key of new Set(keys)) {
    const order = heard.filter((e) => e.key === key).map((e) => e.payload.n as number)
    expect(order).toEqual([...order].sort((a, b) => a - b))
  }
})

test('events of a topic that nobody hears wait until somebody does', async () => {
  await write(['a'])
  expect(await openOutbox(db, [], means).deliverDue()).toBe(0)
  expect(await open(async () => {}).deliverDue()).toBe(1)
})

test('a handler works in the tenant of its event, in the name of the product', async () => {
  await write(['a'])
  const seen: unknown[] = []
  await open(async (_e, d) => void seen.push(await d.tx(async (ctx) => [ctx.who.account, ctx.who.tenantId, ctx.now]))).deliverDue()
  expect(seen).toEqual([['system', '000000', '2026-03-01 09:00:00']])
})
