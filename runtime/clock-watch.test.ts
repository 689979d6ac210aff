import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type World } from '../tests/world.ts'
import { clockCompare, clockLook } from './clock-watch.server.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w?.end())

test('a clock that is moved forth or back is said in the log and is an alert for administrators; one that is corrected by seconds is not', async () => {
  const said: string[] = []
  let running = 0
  const look = clockLook(
    w.db,
    (e) => said.push(String(e)),
    w.now,
    () => running,
  )
  const stand = (time: string, seconds: number) => {
    w.setNow(time)
    running += seconds * 1000
    return look()
  }
  await stand('2030-04-01 09:00:00', 0)
  await stand('2030-04-01 09:00:10', 10)
  await stand('2030-04-01 09:00:50', 10)
  expect(said).toEqual([])
  await stand('2030-04-03 09:01:00', 10)
  await stand('2030-04-01 09:01:10', 10)
  expect(said).toEqual([
    expect.stringContaining('jumped from 2030-04-01 09:01:00 to 2030-04-03 09:01:00'),
    expect.stringContaining('jumped from 2030-04-03 09:01:10 to 2030-04-01 09:01:10'),
  ])
  await w.maintenance.runDue()
  const admin = await w.as('admin')
  const { records } = (await admin.get('/cpt-log/alert/list', { size: 50 })).data
  expect(records.filter((r: any) => r.kind === 'clock').map((r: any) => r.subject)).toEqual(
    expect.arrayContaining(['2030-04-03 09:01:10 → 2030-04-01 09:01:10', '2030-04-01 09:01:00 → 2030-04-03 09:01:00']),
  )
  expect((await w.db.pool.query(`select count(*)::int as n from audit_event where action = 'clock.jump'`)).rows).toEqual([{ n: 2 }])
})

test('a server that starts before the newest row of its own audit log says so', async () => {
  const said: string[] = []
  w.setNow('2030-03-30 09:00:00')
  await clockLook(w.db, (e) => said.push(String(e)), w.now)()
  expect(said).toEqual([expect.stringContaining('to 2030-03-30 09:00:00')])
})

test('a machine whose clock stands elsewhere than that of the database is told once, and again when they part anew', async () => {
  const said: string[] = []
  let ahead = 0
  // by the database's own clock, wherever a run has put that of the machine
  const { rows } = await w.db.pool.query('select floor(extract(epoch from clock_timestamp()) * 1000)::text as ms')
  const base = Number(rows[0].ms) - performance.now()
  const compare = clockCompare(
    w.db,
    (e) => said.push(String(e)),
    () => new Date(base + performance.now() + ahead),
  )
  const told = () => said.length
  await compare()
  expect(told()).toBe(0)
  ahead = -7_200_000
  await compare()
  await compare()
  if (w.db.engine === 'embedded') return expect(told()).toBe(0)
  expect(said).toEqual([expect.stringMatching(/^the clock of this machine stands at .*, that of the database at /)])
  ahead = 0
  await compare()
  ahead = 90_000
  await compare()
  expect(told()).toBe(2)
})
