// The job that registers a business of many entries: one connected group of households each, every one in a transaction of its own. Source: rulings.md 7.
import { Problem } from '../../kit/model/problem.ts'
import { both } from '../../kit/model/lang.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import type { JobKind, JobRun } from '../../runtime/jobs.server.ts'
import { register_entry } from '../../land/register/tables.ts'
import { booksOf, keepFailed } from './books.server.ts'
import { BOOK_STATUS, type Business } from './business.ts'
import { lockBusiness } from './case.server.ts'
import { contractsOf } from './contracts.server.ts'
import { BATCH_JOB, closeCase, enter, planned, type FinishedBatch } from './finish.server.ts'
import { STATUS } from './flow.ts'
import type { Registry } from './handling.server.ts'

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
async function registerAll(of: Registry, job: JobRun, at: FinishedBatch): Promise<Record<string, unknown>> {
  const entries = await job.tx((ctx) => openEntries(ctx, at.businessId))
  for (const [i, entry] of entries.entries()) {
    job.signal.throwIfAborted()
    try {
      await job.tx((ctx) => registerOne(of, ctx, at, entry))
    } catch (e) {
      if (!(e instanceof Problem)) throw e
      await job.tx(async (ctx) => keepFailed(ctx, await lockBusiness(ctx, at.businessId), entry, e.say(job.lang)))
    }
    await job.progress(Math.round((100 * (i + 1)) / entries.length), both('登簿', 'Registering'), i + 1, entries.length)
  }
  return job.finish((ctx) => end(ctx, at))
}

/** One entry, if it is still open: what belongs to it is checked anew, since entries before it have changed the register. */
async function registerOne(of: Registry, ctx: Ctx, { businessId, registrar }: FinishedBatch, entry: string): Promise<void> {
  const b = await lockBusiness(ctx, businessId)
  if (b.status !== STATUS.doing || !(await openEntries(ctx, b.id)).includes(entry)) return
  const plan = await planned(of, ctx, b, entry)
  const found = plan.entries(await contractsOf(ctx, b)).find((e) => e.group === entry)
  if (found) await enter(ctx, b, found, registrar, plan)
}

/** Whether anything that the business told the register stands there. */
const stands = async (ctx: Ctx, b: Business): Promise<boolean> =>
  !!(await joinable(ctx, register_entry)
    .select('register_entry.id')
    .where('register_entry.countyCode', '=', b.countyCode)
    .where('register_entry.causeKind', '=', 'business')
    .where('register_entry.causeId', '=', b.id)
    .where('register_entry.undoneBy', 'is', null)
    .limit(1)
    .executeTakeFirst())
/** The business is done once something of it stands in the register and nothing is open; where every entry was refused it stays under way. */
async function end(ctx: Ctx, { businessId }: FinishedBatch): Promise<Record<string, unknown>> {
  const b = await lockBusiness(ctx, businessId)
  const books = await booksOf(ctx, b)
  const of = (status: string) => books.filter((k) => k.status === status)
  const made = of(BOOK_STATUS.finished).flatMap((k) => k.newDjbId ?? [])
  if (b.status === STATUS.doing && of(BOOK_STATUS.open).length === 0 && (await stands(ctx, b))) await closeCase(ctx, b, made)
  return { finished: of(BOOK_STATUS.finished).length, failed: of(BOOK_STATUS.failed).length }
}
