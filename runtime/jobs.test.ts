import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { clock, localTime } from '../kit/server/clock.server.ts'
import { freshDatabase } from '../tests/world.ts'
import { problems } from '../kit/model/problem.ts'
import type { DatabaseHandle } from '../kit/server/db.server.ts'
import { cancelJob, repeatJob } from './jobs-control.server.ts'
import type { Stop } from './job-outcome.ts'
import { openJobs } from './job-queue.server.ts'
import { contextFor, stopOf, type JobKind, type Jobs, type JobRun } from './jobs.server.ts'
import { systemWho } from './maintenance.server.ts'
import type { Lang } from '../kit/model/lang.ts'
import { heardIn } from './said.ts'

let db: DatabaseHandle
let drop: () => Promise<void>
const open: Jobs[] = []
beforeAll(async () => {
  ;({ db, drop } = await freshDatabase('schema'))
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
  db.transaction({ tenantId: '000000' }, (tx) => work(contextFor(tx, systemWho('000000'), clock, 'test', j.enqueue)))
const queue = (j: Jobs, payload = {}) => inTx(j, (ctx) => ctx.enqueue('work', payload))
/** A job as a person reads it. */
const row = async (id: string, lang: Lang = 'zh') =>
  heardIn((await db.pool.query('select status, title, message, attempts, runner from job where id = $1', [id])).rows[0], ['title', 'message'], lang)

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
    label: '工作',
    en: 'Work',
    async run(job) {
      begin(job)
      try {
        for (let i = 0; ; i += 1) {
          await job.progress(i % 2 ? 100 : 0, { zh: '步骤', en: 'Step' })
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
  const j = jobs({ kind: 'work', label: '工作', en: 'Work', attempts: 1, run: () => Promise.reject(new Error('cancelled')) })
  const id = await queue(j)
  j.start()
  await j.idle()
  expect(await row(id)).toMatchObject({ status: 'failed', message: '服务器异常' })
})

test('a job speaks the language of the person who asked for it, also when it fails and when its server died too often', async () => {
  const spoken: string[] = []
  const kind: JobKind = {
    kind: 'work',
    label: '工作',
    en: 'Work',
    run: (job) => job.tx(async (ctx) => (spoken.push(job.lang, ctx.lang), Promise.reject(problems.busy()))),
  }
  const j = jobs(kind)
  const id = await inTx(j, (ctx) => j.enqueue({ ...ctx, lang: 'en' }, 'work', {}))
  j.start()
  await j.idle()
  expect([spoken, await row(id, 'en')]).toMatchObject([['en', 'en'], { status: 'failed', title: 'Work', message: 'The system is busy, try again' }])
  await db.pool.query(`update job set status = 'running', runner = 'dead', heartbeat = heartbeat - interval '1 hour', deaths = 1 where id = $1`, [id])
  await expect.poll(() => row(id, 'en')).toMatchObject({ status: 'failed', message: 'Interrupted too often' })
})

test('a job that killed its runner twice is set aside with what it holds, one that was stopped as often is not', async () => {
  const told: unknown[] = []
  let runs = 0
  const kind: JobKind = {
    kind: 'work',
    label: '工作',
    en: 'Work',
    run: async () => void runs++,
    died: async (ctx, payload, job) => told.push([ctx.who.tenantId, payload, job.id]),
  }
  const id = await queue(jobs(kind), { thing: 1 })
  const dies = () =>
    db.pool.query(
      `update job set status = 'running', runner = 'dead', heartbeat = $2::timestamptz - interval '1 hour', "startTime" = $2::timestamptz where id = $1`,
      [id, localTime(clock())],
    )
  await db.pool.query('update job set attempts = 7 where id = $1', [id])
  await dies()
  const j = jobs(kind)
  j.start()
  await j.idle()
  // the first death is forgiven, however often it was begun
  expect([runs, await row(id), told]).toMatchObject([1, { status: 'done' }, []])
  await dies()
  await expect.poll(() => row(id)).toMatchObject({ status: 'failed', message: '多次异常中断' })
  expect([runs, told]).toEqual([1, [['000000', { thing: 1 }, id]]])
  // what it holds cannot be given back: the queue goes on all the same
  kind.died = () => Promise.reject(new Error('no'))
  await dies()
  const next = await queue(j)
  await j.idle()
  expect([await row(id), await row(next)]).toMatchObject([{ status: 'failed' }, { status: 'done' }])
})

test('a job whose second runner is found dead while others are set aside does not run a third time', async () => {
  let runs = 0
  let other = ''
  const kind: JobKind = {
    kind: 'work',
    label: '工作',
    en: 'Work',
    run: async () => void runs++,
    died: (ctx, _payload, job) => ctx.db.updateTable('job').set({ heartbeat: longAgo }).where('id', '=', other).where('id', '<>', job.id).execute(),
  }
  const longAgo = localTime(new Date(clock().getTime() - 3_600_000))
  const before = jobs(kind)
  const first = await queue(before)
  other = await queue(before)
  await db.pool.query(`update job set status = 'running', runner = 'dead', deaths = 1, heartbeat = case when id = $1 then $2 else $3 end::timestamptz`, [
    first,
    longAgo,
    localTime(clock()),
  ])
  const j = jobs(kind)
  j.start()
  await j.idle()
  expect([runs, await row(first), await row(other)]).toMatchObject([0, { status: 'failed' }, { status: 'failed', message: '多次异常中断' }])
})

test('a waiting job that is cancelled never runs and gives back what was changed for it', async () => {
  const withdrawn: unknown[] = []
  const kind: JobKind = {
    kind: 'work',
    label: '工作',
    en: 'Work',
    run: () => Promise.reject(new Error('it ran')),
    withdrawn: async (_ctx, p) => withdrawn.push(p),
  }
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
    label: '工作',
    en: 'Work',
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

test('what a job writes last and that it is done are committed together, and by nobody who lost it', async () => {
  const finished: unknown[] = []
  let runner = ''
  const j = jobs({
    kind: 'work',
    label: 'work',
    en: 'Work',
    async run(job) {
      const last = job.finish(async (ctx) => {
        const own = ctx.db.updateTable('job').where('id', '=', job.id)
        await own.set({ step: 'written' }).execute()
        if (runner) await own.set({ runner }).execute()
        return { n: 1 }
      })
      finished.push(await last.catch(() => stopOf(job.signal)))
      throw new Error('while tidying up')
    },
  })
  const end = async (): Promise<unknown> => {
    const id = await queue(j)
    while (finished.length === 0) await new Promise((r) => setTimeout(r, 10))
    const { status, step, result, message } = (await db.pool.query('select * from job where id = $1', [id])).rows[0]
    return { told: finished.pop(), status, step, result, message }
  }
  j.start()
  expect(await end()).toEqual({ told: { n: 1 }, status: 'done', step: 'written', result: { n: 1 }, message: '' })
  runner = 'another'
  expect(await end()).toEqual({ told: 'lost', status: 'running', step: '', result: null, message: '' })
})

test('a report of progress that arrives behind the end changes nothing of a job that is done, and stops nothing', async () => {
  const told: unknown[] = []
  const inRow = async (id: string) => (await db.pool.query('select status, percent, done, result from job where id = $1', [id])).rows[0]
  const j = jobs({
    kind: 'work',
    label: '工作',
    en: 'Work',
    async run(job) {
      const step = { zh: '步骤', en: 'Step' }
      // as the reports of a package do it: out of the transaction, whose connection they wait for on the embedded engine
      const outside = AsyncLocalStorage.snapshot()
      let waiting: Promise<void> | undefined
      await job.finish(async () => {
        waiting = outside(() => job.progress(24, step))
        return { n: 1 }
      })
      await waiting
      told.push(await inRow(job.id), stopOf(job.signal))
      await job.progress(100, step, 4, 4)
      told.push(await inRow(job.id), stopOf(job.signal))
      return {}
    },
  })
  await queue(j)
  j.start()
  while (told.length < 4) await new Promise((r) => setTimeout(r, 10))
  const done = { status: 'done', percent: 100, done: '0', result: { n: 1 } }
  expect(told).toEqual([done, undefined, done, undefined])
})

test('what is queued while a long job runs goes on beside it, one after the other; the next long one waits for its end', async () => {
  const order: string[] = []
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  const kind = (name: string, o: Partial<JobKind>): JobKind => ({ kind: name, label: name, en: name, run: async () => {}, ...o })
  const j = jobs(
    kind('package', {
      long: true,
      run: async (_job, { n }) => {
        order.push(`package ${n} begins`)
        // the first one ends when somebody else's work is done, which would never be behind it
        if (n === 1) await held
        order.push(`package ${n} ends`)
      },
    }),
    kind('export', {
      run: async (_job, { n }) => {
        order.push(`export ${n} begins`)
        await new Promise((done) => setImmediate(done))
        order.push(`export ${n} ends`)
        if (n === 2) release()
      },
    }),
  )
  const ask = (name: string, n: number) => inTx(j, (ctx) => ctx.enqueue(name, { n }))
  await ask('package', 1)
  await ask('package', 2)
  j.start()
  await expect.poll(() => order).toEqual(['package 1 begins'])
  await ask('export', 1)
  await ask('export', 2)
  await j.idle()
  const exports = [1, 2].flatMap((n) => [`export ${n} begins`, `export ${n} ends`])
  expect(order).toEqual(['package 1 begins', ...exports, 'package 1 ends', 'package 2 begins', 'package 2 ends'])
})

test('one that was queued as long, though its kind is not, lets others go on beside it and waits for another long one', async () => {
  const order: string[] = []
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  const run: JobKind['run'] = async (_job, { n }) => {
    order.push(`${n} begins`)
    if (n === 'county') await held
    order.push(`${n} ends`)
    if (n === 'village') release()
  }
  const j = jobs({ kind: 'sheet', label: 'sheet', en: 'sheet', run })
  await inTx(j, (ctx) => ctx.enqueue('sheet', { n: 'county' }, { long: true }))
  await inTx(j, (ctx) => ctx.enqueue('sheet', { n: 'another county' }, { long: true }))
  j.start()
  await expect.poll(() => order).toEqual(['county begins'])
  await inTx(j, (ctx) => ctx.enqueue('sheet', { n: 'village' }))
  await j.idle()
  expect(order).toEqual(['county begins', 'village begins', 'village ends', 'county ends', 'another county begins', 'another county ends'])
})

test('a server that stops while something goes on beside a long job gives both back', async () => {
  const begun: string[] = []
  const waits = (name: string, o: Partial<JobKind>): JobKind => ({
    kind: name,
    label: name,
    en: name,
    ...o,
    run: (job) => {
      begun.push(name)
      return new Promise((_, stop) => job.signal.addEventListener('abort', () => stop(job.signal.reason)))
    },
  })
  const j = jobs(waits('package', { long: true }), waits('export', {}))
  const ids = [await inTx(j, (ctx) => ctx.enqueue('package', {})), await inTx(j, (ctx) => ctx.enqueue('export', {}))]
  j.start()
  await expect.poll(() => begun).toEqual(['package', 'export'])
  await j.stop()
  expect(await Promise.all(ids.map((id) => row(id)))).toMatchObject([
    { status: 'queued', runner: null },
    { status: 'queued', runner: null },
  ])
})
