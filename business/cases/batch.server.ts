// The job that registers a business of many entries: one connected group of households each, every one in a transaction of its own. Source: rulings.md 7.
import { Problem } from '../../kit/model/problem.ts'
import { both } from '../../kit/model/lang.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { JobKind, JobRun } from '../../runtime/jobs.server.ts'
import { booksOf, hasEntries, keepFailed } from './handling/books.server.ts'
import { BOOK_STATUS, type Business } from './definitions/business.ts'
import { lockBusiness } from './handling/case.server.ts'
import { contractsOf } from './handling/contracts.server.ts'
import { BATCH_JOB, closeCase, enter, planned, toLastTask, type FinishedBatch } from './finish.server.ts'
import { STATUS } from './rules/flow.ts'
import type { Registry } from './handling/handling.server.ts'

/** Registers what is open of a business, entry by entry; one that was killed goes on where it stood, one that has nothing left to do only ends. */
export const batchJob = (of: Registry): JobKind => ({
  kind: BATCH_JOB,
  label: '业务登簿',
  en: 'Registration of a business',
  opens: '/business/done',
  repeatable: true,
  run: (job, payload) => registerAll(of, job, { businessId: String(payload.businessId), registrar: String(payload.registrar) }),
})

const openEntries = async (ctx: Ctx, id: string) => [
  ...new Set((await booksOf(ctx, { id })).flatMap((k) => (k.status === BOOK_STATUS.open && k.entry ? [k.entry] : []))),
]
/** Whether a business is left to this job: one that went back to a task is not. */
const isLeft = (b: Business): boolean => b.status === STATUS.doing && !b.currentActive
/** Entry by entry. What the register refuses is kept with its reason; an accident of one does not keep the others from being registered, and is the job's at the end. */
async function registerAll(of: Registry, job: JobRun, at: FinishedBatch): Promise<Record<string, unknown>> {
  const entries = await job.tx((ctx) => openEntries(ctx, at.businessId))
  const accidents: unknown[] = []
  for (const [i, entry] of entries.entries()) {
    job.signal.throwIfAborted()
    try {
      await job.tx((ctx) => registerOne(of, ctx, at, entry))
    } catch (e) {
      job.signal.throwIfAborted()
      if (e instanceof Problem) await job.tx(async (ctx) => keepFailed(ctx, await lockBusiness(ctx, at.businessId), entry, e.say(job.lang)))
      else accidents.push(e)
    }
    await job.progress(Math.round((100 * (i + 1)) / entries.length), both('登簿', 'Registering'), i + 1, entries.length)
  }
  if (accidents.length) throw accidents[0]
  return job.finish((ctx) => end(of, ctx, at))
}

/** One entry, if it is still open: what belongs to it is checked anew, since entries before it have changed the register. */
async function registerOne(of: Registry, ctx: Ctx, { businessId, registrar }: FinishedBatch, entry: string): Promise<void> {
  const b = await lockBusiness(ctx, businessId)
  if (!isLeft(b) || !(await openEntries(ctx, b.id)).includes(entry)) return
  const plan = await planned(of, ctx, b, entry)
  const found = plan.entries(await contractsOf(ctx, b)).find((e) => e.group === entry)
  if (found) await enter(ctx, b, found, registrar, plan)
}

/**
 * The business is done once something of it stands in the register and nothing is open: then everything that it held is free. Where nothing of it could be
 * registered it goes back to its last task, which says why, and holds what it held: it is tried again, a household is taken out, or the business is revoked.
 */
async function end(of: Registry, ctx: Ctx, { businessId }: FinishedBatch): Promise<Record<string, unknown>> {
  const b = await lockBusiness(ctx, businessId)
  const books = await booksOf(ctx, b)
  const having = (status: string) => books.filter((k) => k.status === status)
  const [finished, failed] = [having(BOOK_STATUS.finished), having(BOOK_STATUS.failed)]
  if (isLeft(b) && having(BOOK_STATUS.open).length === 0) {
    const made = finished.flatMap((k) => k.newDjbId ?? [])
    if (await hasEntries(ctx, b)) await closeCase(ctx, b, made)
    else await toLastTask(of, ctx, b, failed)
  }
  return { finished: finished.length, failed: failed.length }
}
