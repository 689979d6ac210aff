/** Work on the contents of books beside people: freezing what was registered before contents were kept, and verifying a county. */

import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { both } from '../../../kit/model/lang.ts'
import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import type { JobKind } from '../../../runtime/jobs.server.ts'
import type { Routine } from '../../../runtime/maintenance.server.ts'
import { freeze, FREEZE_BATCH } from './content.server.ts'
import { booksIn, countiesWithEntries, nothingYet, verifyEntries, verifyNext, type BookPlace } from './verify.server.ts'

export const FREEZE = 'djb-freeze',
  VERIFY = 'djb-verify'
const steps = { freeze: both('固化登记簿内容', 'Freezing the contents of books'), verify: both('核验登记簿', 'Verifying books') }

/** The next books without content, of one village: where the index of those without begins. */
async function nextOpen(ctx: Ctx): Promise<{ id: string; regionCode: string }[]> {
  const { rows } = await sql<{ id: string; regionCode: string }>`select id, "regionCode" from djb
    where "tenantId" = ${ctx.who.tenantId} and "contentHash" is null order by "regionCode", id limit ${FREEZE_BATCH}`.execute(ctx.db)
  return rows.filter((r) => r.regionCode.slice(0, 12) === rows[0]!.regionCode.slice(0, 12))
}
const countOpen = async (ctx: Ctx): Promise<number> =>
  Number((await sql<{ n: string }>`select count(*) as n from djb where "tenantId" = ${ctx.who.tenantId} and "contentHash" is null`.execute(ctx.db)).rows[0]!.n)

/** Freezes a tenant's books that have no content, village by village. Each step is a transaction of its own; killed, it goes on where it stood. */
export const freezeJob: JobKind = {
  kind: FREEZE,
  label: '登记簿内容固化',
  en: 'Freezing of books',
  repeatable: true,
  long: true,
  async run(job) {
    const total = await job.tx(countOpen)
    let done = 0
    for (;;) {
      job.signal.throwIfAborted()
      const from = performance.now()
      const written = await job.tx(async (ctx) => {
        const open = await nextOpen(ctx)
        return open.length
          ? freeze(
              ctx,
              countyOf(open[0]!.regionCode),
              open.map((b) => b.id),
            )
          : 0
      })
      if (written === 0) return { books: done }
      done += written
      await job.progress(total ? Math.min(99, Math.floor((100 * done) / total)) : 99, steps.freeze, done, Math.max(total, done))
      // nobody waits for it: people have the machine for as long as each step had it
      await setTimeout(performance.now() - from)
    }
  },
}
/** Verifies the books of a region and the register entries of its county; its result is what it found. */
export const verifyJob: JobKind = {
  kind: VERIFY,
  label: '登记簿核验',
  en: 'Verification of books',
  repeatable: true,
  long: true,
  async run(job, { regionCode }) {
    const scope = { tenantId: job.who.tenantId, region: String(regionCode ?? '') }
    const total = await job.tx((ctx) => booksIn(ctx.db, scope))
    const so = nothingYet()
    let at: BookPlace | undefined
    do {
      job.signal.throwIfAborted()
      at = await job.tx((ctx) => verifyNext(ctx.db, scope, so, at))
      await job.progress(total ? Math.min(99, Math.floor((100 * so.books) / total)) : 99, steps.verify, so.books, Math.max(total, so.books))
    } while (at)
    for (const county of await job.tx((ctx) => countiesWithEntries(ctx.db, scope)))
      for (let last: string | undefined = ''; last !== undefined;) {
        job.signal.throwIfAborted()
        last = await job.tx((ctx) => verifyEntries(ctx.db, scope.tenantId, county, so, last!))
      }
    return { ...so }
  },
}

/** Soon after a start and then every ten minutes: where books have no content, a job makes it. These are older certificates whose content a migration could not produce. */
export const freezeRoutine: Routine = {
  name: 'freeze-books',
  label: '固化未固化的登记簿',
  due: { minutes: 10 },
  async run({ system, as }) {
    const open = await system(
      async (tx) =>
        (
          await sql<{ tenantId: string }>`select distinct "tenantId" from djb where "contentHash" is null and not exists (
            select 1 from job where job."tenantId" = djb."tenantId" and job.kind = ${FREEZE} and job.status in ('queued', 'running'))`.execute(tx)
        ).rows,
    )
    for (const { tenantId } of open) await as(tenantId, (ctx) => ctx.enqueue(FREEZE, {}))
    return `${open.length} jobs`
  },
}
