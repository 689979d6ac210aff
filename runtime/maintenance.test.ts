import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../tests/world.ts'
import { sql } from 'kysely'
import type { Ctx } from '../kit/server/ctx.server.ts'
import type { DatabaseHandle } from '../kit/server/db.server.ts'
import { pruneRoutine } from './jobs-control.server.ts'
import { databaseRoutine, openMaintenance, slotOf, systemWho, type Routine, nextSlot } from './maintenance.server.ts'
import { piecewise } from './piecewise.server.ts'
import { analyseTables } from './maintenance-database.server.ts'

let db: DatabaseHandle
let drop: () => Promise<void>
let time: number
const at = (local: string) => {
  time = Date.parse(`${local.replace(' ', 'T')}:00+08:00`)
}
const said: unknown[] = []
const open = (...routines: Routine[]) => openMaintenance(db, routines, { enqueue: async () => '', log: (e) => void said.push(e), now: () => new Date(time) })
const night = (run: Routine['run'] = async () => 'ok'): Routine => ({ name: 'night', label: '', due: { at: '02:30' }, run })
const row = async (name = 'night') => (await db.pool.query('select slot, status, message from routine where name = $1', [name])).rows[0]

beforeAll(async () => {
  ;({ db, drop } = await freshDatabase('schema'))
})
beforeEach(() => db.pool.query(`delete from routine where name <> 'audit-chain'`))
afterAll(async () => {
  await db?.close()
  await drop?.()
})

test('a due time is the last one at or before now, in Asia/Shanghai whatever the machine thinks', () => {
  const slot = (due: Routine['due'], utc: string) => slotOf(due, new Date(utc))
  expect(slot({ at: '02:30' }, '2026-03-01T18:29:59Z')).toBe('2026-03-01 02:30:00')
  expect(slot({ at: '02:30' }, '2026-03-01T18:30:00Z')).toBe('2026-03-02 02:30:00')
  expect(slot({ at: '00:05' }, '2026-02-28T16:04:00Z')).toBe('2026-02-28 00:05:00')
  expect(slot({ minutes: 60 }, '2026-03-01T16:59:59Z')).toBe('2026-03-02 00:00:00')
  expect(slot({ minutes: 15 }, '2026-03-01T00:44:00Z')).toBe('2026-03-01 08:30:00')
})

test('a nightly routine runs once a night, and a missed night is made up for once', async () => {
  const ran: string[] = []
  const clock = open(night(async (r) => `run ${ran.push(r.now.toISOString())}`))
  at('2026-03-01 10:00')
  expect(await clock.runDue()).toEqual(['night'])
  expect(await clock.runDue()).toEqual([])
  at('2026-03-02 02:29')
  expect(await clock.runDue()).toEqual([])
  at('2026-03-02 02:30')
  expect(await clock.runDue()).toEqual(['night'])
  at('2026-03-09 12:00')
  expect(await clock.runDue()).toEqual(['night'])
  expect(await clock.runDue()).toEqual([])
  expect([ran.length, await row()]).toEqual([3, { slot: '2026-03-09 02:30:00', status: 'done', message: 'run 3' }])
})

test('two servers share a due time: it runs once', async () => {
  let ran = 0
  const slow = night(async () => {
    ran += 1
    await new Promise((r) => setTimeout(r, 50))
    return ''
  })
  at('2026-03-01 10:00')
  const names = await Promise.all([open(slow).runDue(), open(slow).runDue(), open(slow).runDue()])
  expect([names.flat(), ran]).toEqual([['night'], 1])
})

test('a server that learnt of a due time before another one finished it does not run it again', async () => {
  at('2026-03-01 10:00')
  let ran = 0
  const count = night(async () => `${(ran += 1)}`)
  const slow: Routine = { ...night(async () => `${await open(count).runDue()}`), name: 'slow' }
  expect(await open(slow, count).runDue()).toEqual(['slow'])
  expect([ran, (await row('slow')).message]).toEqual([1, 'night'])
})

test('a routine whose server died is run again when its lease is over', async () => {
  let begun = () => {}
  const dead = new Promise<void>((done) => {
    begun = done
  })
  at('2026-03-01 10:00')
  void open(
    night(() => {
      begun()
      return new Promise(() => {})
    }),
  ).runDue()
  await dead
  expect(await open(night()).runDue()).toEqual([])
  at('2026-03-01 10:02')
  expect(await open(night()).runDue()).toEqual(['night'])
  expect(await row()).toMatchObject({ status: 'done' })
})

test('a failed routine tells why, does not hold up the others, and waits for its next time', async () => {
  at('2026-03-01 10:00')
  const clock = open(
    night(() => Promise.reject(new Error('disk full'))),
    { ...night(), name: 'other' },
  )
  expect(await clock.runDue()).toEqual(['night', 'other'])
  expect(await row()).toEqual({ slot: '2026-03-01 02:30:00', status: 'failed', message: 'disk full' })
  expect(await clock.runDue()).toEqual([])
  at('2026-03-02 10:00')
  expect(await clock.runDue()).toEqual(['night', 'other'])
})

test('a paused routine is not run when it is due, but when somebody asks for it; resumed it makes up for the last time that it missed', async () => {
  at('2026-03-01 10:00')
  const clock = open(night())
  expect(await clock.runDue()).toEqual(['night'])
  await db.pool.query(`update routine set paused = 1 where name = 'night'`)
  at('2026-03-03 10:00')
  expect(await clock.runDue()).toEqual([])
  await db.pool.query(`update routine set "askedTime" = '2026-03-03 10:00:00+08' where name = 'night'`)
  expect(await clock.runDue()).toEqual(['night'])
  expect(await clock.runDue()).toEqual([])
  at('2026-03-04 10:00')
  expect(await clock.runDue()).toEqual([])
  await db.pool.query(`update routine set paused = 0 where name = 'night'`)
  expect(await clock.runDue()).toEqual(['night'])
  await db.pool.query(`update routine set "askedTime" = '2026-03-04 10:00:00+08' where name = 'night'`)
  expect([await clock.runDue(), await clock.runDue()]).toEqual([['night'], []])
})

test('the next time of a routine: the same time of the next day, or the next step counted from midnight', () => {
  const next = (due: Routine['due'], time: string) => nextSlot(due, new Date(`${time.replace(' ', 'T')}+08:00`))
  expect(next({ at: '02:30' }, '2026-03-01 02:29:59')).toBe('2026-03-01 02:30:00')
  expect(next({ at: '02:30' }, '2026-03-01 02:30:00')).toBe('2026-03-02 02:30:00')
  expect(next({ minutes: 5 }, '2026-03-01 10:04:59')).toBe('2026-03-01 10:05:00')
  expect(next({ minutes: 5 }, '2026-02-28 23:57:00')).toBe('2026-03-01 00:00:00')
  expect(next({ minutes: 420 }, '2026-02-28 22:00:00')).toBe('2026-03-01 00:00:00')
})

test('work in a tenant has the product as its author and stays behind the row-level security of that tenant', async () => {
  at('2026-03-01 10:00')
  let message = ''
  const count = { countyCode: '512021', tenantId: '100001', resource: 'x', regionCode: '512021', status: '', n: 1 }
  await open(
    night(async (r) => {
      await r.as('100001', (ctx) => ctx.db.insertInto('row_count').values(count).execute())
      await r
        .as('000000', (ctx) =>
          ctx.db
            .insertInto('row_count')
            .values({ ...count, status: '1' })
            .execute(),
        )
        .catch((e: Error) => {
          message = e.message
        })
      return r.as('100001', async (ctx) => `${ctx.who.account} ${ctx.now}`)
    }),
  ).runDue()
  expect([(await row()).message, message]).toEqual(['system 2026-03-01 10:00:00', expect.stringContaining('row-level security')])
  expect(systemWho('000000').perms.size).toBe(0)
})

test('ended jobs of more than 90 days go, delivered events after 30, unheard ones after 180; parked ones stay with what waits behind them, and so do pushes that wait for people', async () => {
  const job = (id: number, status: string, end: string | null) =>
    db.pool.query(
      `insert into job (id, "tenantId", kind, title, status, payload, "runAfter", who, "createUser", "createTime", "endTime")
       values ($1, '000000', 'x', 'x', $2, '{}', '2025-01-01', '{}', 1, '2025-01-01', $3)`,
      [id, status, end],
    )
  await job(1, 'done', '2025-11-01')
  await job(2, 'failed', '2026-02-20')
  await job(3, 'queued', null)
  const event = (id: number, key: string, made: string, done: string | null = null, parked: string | null = null, payload = {}) =>
    db.pool.query(
      `insert into outbox (id, "tenantId", topic, key, payload, "createTime", "nextTime", "doneTime", "parkTime") values ($1, '000000', 't', $2, $6, $3, $3, $4, $5)`,
      [id, key, made, done, parked, payload],
    )
  await event(1, 'k', '2025-01-01', '2026-01-01')
  await event(2, 'k', '2025-01-01', '2026-02-20')
  await event(4, 'k', '2025-09-01')
  await event(5, 'k', '2025-09-03')
  await event(6, 'parked', '2025-01-01', null, '2025-01-02')
  await event(7, 'parked', '2025-01-03')
  await event(8, 'was parked', '2025-01-01', '2026-02-20', '2025-01-02')
  await event(9, 'was parked', '2025-01-03')
  for (const [i, untold] of ['config', 'manual', 'type'].entries()) await event(10 + i, untold, '2025-01-01', '2025-01-01', null, { untold })
  at('2026-03-01 03:00')
  await open(pruneRoutine).runDue()
  expect((await row('prune')).message).toBe('1 jobs, 2 events, 2 unheard')
  const left = await db.pool.query('select id from job union all select id from outbox order by id')
  expect(left.rows.map((r) => r.id)).toEqual(['2', '2', '3', '5', '6', '7', '8', '10', '11'])
})

test('figures for the planner are renewed after bulk work, and the embedded engine is swept at night', async () => {
  await db.pool.query(`insert into row_count select '512021', '000000', 'y', '512021', i::text, 1 from generate_series(1, 2000) i`)
  const known = async () => Number((await db.pool.query(`select reltuples::int as n from pg_class where relname = 'row_count'`)).rows[0].n)
  expect(await known()).toBeLessThan(2000)
  await analyseTables(db)
  expect(await known()).toBeGreaterThanOrEqual(2000)
  await db.pool.query(`delete from row_count where resource = 'y'`)
  at('2026-03-01 10:00')
  await open(databaseRoutine).runDue()
  expect((await row('database')).status).toBe('done')
  if (db.engine === 'embedded') expect(await known()).toBeLessThan(10)
})

test('a piece of a routine that fails holds up neither its tenant nor another one, keeps nothing half, and is told at the end', async () => {
  at('2026-03-02 02:30')
  const run = async (r: Parameters<Routine['run']>[0]) => {
    const { piece, end } = piecewise(r)
    const mark = (name: string) => (ctx: Ctx) =>
      sql`insert into sms_use ("tenantId", code, day, n) values (${ctx.who.tenantId}, ${name}, ${ctx.now.slice(0, 10)}::date, 1)`.execute(ctx.db)
    await piece('000000', 'one', mark('one'))
    const none = await piece('000000', 'two', async (ctx) => {
      await mark('two')(ctx)
      throw new Error('broken')
    })
    const list = await piece('100001', 'list', async () => Promise.reject(new Error('no list')))
    const three = await piece('100001', 'three', async (ctx) => (await mark('three')(ctx), 3))
    return end(`${[none, list, three].map(String).join(' ')}`)
  }
  expect(await open(night(run)).runDue()).toEqual(['night'])
  expect(await row()).toMatchObject({ status: 'failed', message: 'undefined undefined 3, 2 failed: two: broken; list: no list' })
  expect((await db.pool.query('delete from sms_use returning code')).rows.map((t) => t.code).toSorted()).toEqual(['one', 'three'])
})
