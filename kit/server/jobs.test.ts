import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../tests/world.ts'
import { problems } from '../model/problem.ts'
import type { DatabaseHandle } from './db.server.ts'
import { cancelJob, repeatJob } from './jobs-control.server.ts'
import { contextFor, openJobs, stopOf, type JobKind, type Jobs, type JobRun, type Stop } from './jobs.server.ts'
import { systemWho } from './maintenance.server.ts'
import { migrate } from './migrate.server.ts'

let db: DatabaseHandle
let drop: () => Promise<void>
const open: Jobs[] = []
beforeAll(async () => {
  ;({ db, drop } = await freshDatabase())
  await migrate(db.pool, join(import.meta.dirname, '../../db/migrations'))
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((j) => j.stop()))
  await db.pool.query('delete from job')
})
afterAll(async () => {
  await db?.close()
  await drop?.()
})

const jobs = (...kinds: JobKind[]): Jobs => {
  const j = openJobs(db, kinds, () => {})
  open.push(j)
  return j
}
const inTx = <T>(j: Jobs, work: (ctx: ReturnType<typeof contextFor>) => Promise<T>) =>
  db.transaction({ tenantId: '000000' }, (tx) => work(contextFor(tx, systemWho('000000'), new Date(), 'test', j.enqueue)))
const queue = (j: Jobs, payload = {}) => inTx(j, (ctx) => ctx.enqueue('work', payload))
const row = async (id: string) => (await db.pool.query('select status, message, attempts, runner from job where id = $1', [id])).rows[0]

/** A kind that reports progress until it is stopped, and what it was told then. */
function endless() {
  let begin = (_: JobRun) => {}
  const begun = new Promise<JobRun>((done) => {
    begin = done
  })
  let tell = (_: Stop | undefined) => {}
  const told = new Promise<Stop | undefined>((done) => {
    tell = done
  })
  const kind: JobKind = {
    kind: 'work',
    label: 'work',
    async run(job) {
      begin(job)
      try {
        for (let i = 0; ; i += 1) {
          await job.progress(i % 2 ? 100 : 0, 'step')
          await new Promise((r) => setTimeout(r, 20))
        }
      } finally {
        tell(stopOf(job.signal))
      }
    },
  }
  return { kind, begun, told }
}

test('a job that a person cancels is told so and ends as cancelled', async () => {
  const { kind, begun, told } = endless()
  const j = jobs(kind)
  const id = await queue(j)
  j.start()
  await begun
  await inTx(j, (ctx) => cancelJob(ctx, [kind], id))
  expect(await told).toBe('cancelled')
  await j.idle()
  expect(await row(id)).toMatchObject({ status: 'cancelled', message: '已取消' })
})

test('a job whose server stops is told so and waits for the next one', async () => {
  const { kind, begun, told } = endless()
  const j = jobs(kind)
  const id = await queue(j)
  j.start()
  await begun
  await j.stop()
  expect(await told).toBe('stopping')
  expect(await row(id)).toMatchObject({ status: 'queued', runner: null })
})

test('a job that another server took over is told so and writes nothing into its row', async () => {
  const { kind, begun, told } = endless()
  const j = jobs(kind)
  const id = await queue(j)
  j.start()
  await begun
  await db.pool.query(`update job set runner = 'another' where id = $1`, [id])
  expect(await told).toBe('lost')
  await j.stop()
  expect(await row(id)).toMatchObject({ status: 'running', runner: 'another', message: '' })
})

test('an error that only says "cancelled" is a failure like any other', async () => {
  const j = jobs({ kind: 'work', label: 'work', attempts: 1, run: () => Promise.reject(new Error('cancelled')) })
  const id = await queue(j)
  j.start()
  await j.idle()
  expect(await row(id)).toMatchObject({ status: 'failed', message: '服务器异常' })
})

test('a waiting job that is cancelled never runs and gives back what was changed for it', async () => {
  const withdrawn: unknown[] = []
  const kind: JobKind = { kind: 'work', label: 'work', run: () => Promise.reject(new Error('it ran')), withdrawn: async (_ctx, p) => withdrawn.push(p) }
  const j = jobs(kind)
  const id = await queue(j, { thing: 1 })
  await inTx(j, (ctx) => cancelJob(ctx, [kind], id))
  j.start()
  await j.idle()
  expect([await row(id), withdrawn]).toMatchObject([{ status: 'cancelled', attempts: 0 }, [{ thing: 1 }]])
  await expect(inTx(j, (ctx) => cancelJob(ctx, [kind], id))).rejects.toMatchObject({ key: 'not-allowed-now' })
})

test('a failed job runs again when asked, if its kind allows it, and a done one does not', async () => {
  let good = false
  const kind: JobKind = {
    kind: 'work',
    label: 'work',
    repeatable: true,
    run: async () => {
      if (!good) throw problems.busy()
    },
  }
  const j = jobs(kind)
  const id = await queue(j)
  j.start()
  await j.idle()
  expect(await row(id)).toMatchObject({ status: 'failed', message: '系统繁忙，请稍后重试' })
  await expect(inTx(j, (ctx) => repeatJob(ctx, [{ ...kind, repeatable: false }], id))).rejects.toMatchObject({ key: 'job-begin-anew' })
  good = true
  await inTx(j, (ctx) => repeatJob(ctx, [kind], id))
  await j.idle()
  expect(await row(id)).toMatchObject({ status: 'done', message: '', attempts: 1 })
  await expect(inTx(j, (ctx) => repeatJob(ctx, [kind], id))).rejects.toMatchObject({ key: 'not-allowed-now' })
})
