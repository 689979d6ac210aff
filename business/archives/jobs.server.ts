// Filing by itself when a business finishes, and of a region by hand: jobs that say what was not filed and why. Source: business-flows.md 3.4 step 10, 11.
import { sql } from 'kysely'
import { both, type Text } from '../../kit/model/lang.ts'
import { isRefusal } from '../../kit/model/problem.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import { joinable, underRegion } from '../../kit/server/query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { JobKind, JobRun } from '../../runtime/jobs.server.ts'
import type { Handler } from '../../runtime/outbox.server.ts'
import { business, business_book, business_draft } from '../cases/definitions/business.ts'
import { STATUS } from '../cases/rules/flow.ts'
import { file_detail } from './archive.ts'
import { fileBusiness, type FilingParts } from './filing.server.ts'

/** Kinds of the jobs: one business, and all of a region, a household or an issuer. */
export const ARCHIVE_CASE = 'archive-case'
export const ARCHIVE_BATCH = 'archive-region'

/** What a batch files: finished businesses below a region, of a household, or of an issuer. */
export interface BatchOf {
  regionCode?: string
  cbfbm?: string
  fbfbm?: string
}
/** A business that was not filed, and why. */
interface Left {
  businessCode: string
  zh: string
  en: string
}
/** Businesses of one batch that are told by name at most. */
const MOST_LEFT = 200

/** Each finished business is filed the same minute: its event queues a job, since typesetting takes longer than a delivery may. */
export const archiveHandler: Handler = {
  topic: 'business.archive',
  label: '业务归档',
  async deliver(e, { tx }) {
    const { businessId, businessCode, regionCode } = e.payload as Record<string, string>
    await tx((ctx) =>
      ctx.enqueue(
        ARCHIVE_CASE,
        { businessId },
        { title: both(`业务归档 ${businessCode}`, `Filing of business ${businessCode}`)[ctx.lang], ...(regionCode ? { regionCode } : {}) },
      ),
    )
  },
}

export const archiveJobs = (p: FilingParts): JobKind[] => [
  {
    kind: ARCHIVE_CASE,
    label: '业务归档',
    en: 'Filing of a business',
    repeatable: true,
    async run(job, payload) {
      const done = await fileBusiness(p, job.tx, String(payload.businessId), {
        signal: job.signal,
        step: (n, total) => job.progress(Math.round((100 * n) / total), both('归档', 'Filing'), n, total),
      })
      return job.finish(async () => ({ filed: done.filed, volumes: done.volumes }))
    },
  },
  {
    kind: ARCHIVE_BATCH,
    label: '批量归档',
    en: 'Filing of a region',
    long: true,
    opens: '/archives/volume',
    repeatable: true,
    run: (job, payload) => fileAll(p, job, payload as BatchOf),
  },
]

const PAGE = 200
/** Finished businesses that a batch names and that have no paper in a volume. */
function unfiledQuery(ctx: Ctx, { regionCode = '', fbfbm, cbfbm }: BatchOf): AnyQuery {
  const filed = joinable(ctx, file_detail)
    .select('file_detail.id')
    .whereRef('file_detail.countyCode', '=', 'business.countyCode')
    .whereRef('file_detail.businessId', '=', 'business.id')
  const q = underRegion(joinable(ctx, business), 'business', regionCode || ctx.who.regionCode)
    .where('business.status', '=', STATUS.done)
    .where('business.removed', 'is', null)
    .where((e) => e.not(e.exists(filed)))
  if (!cbfbm) return fbfbm ? q.where('business.fbfbm', '=', fbfbm) : q
  const ofHousehold = joinable(ctx, business_book)
    .select('business_book.id')
    .whereRef('business_book.countyCode', '=', 'business.countyCode')
    .whereRef('business_book.businessId', '=', 'business.id')
    .where('business_book.code', '>=', cbfbm)
    .where('business_book.code', '<', `${cbfbm}~`)
  // whom a case is about that makes no book (a phone that was corrected), its codes and what is posted of it say
  const aboutHousehold = joinable(ctx, business_draft)
    .select('business_draft.id')
    .whereRef('business_draft.countyCode', '=', 'business.countyCode')
    .whereRef('business_draft.businessId', '=', 'business.id')
    // that of an issuer lies with the issuer (collect.server.ts)
    .where('business.businessTypeCode', '!=', 'correct_fbf')
    .where(sql<boolean>`(business_draft.codes->>'cbfbm' = ${cbfbm} or business_draft.posted->'targets' @> to_jsonb(${cbfbm}::text))`)
  return q.where('business.fbfbm', '=', cbfbm.slice(0, 14)).where((e) => e.or([e.exists(ofHousehold), e.exists(aboutHousehold)]))
}
/** Those businesses, the one that finished first before the others, so many behind `after`. */
export function unfiled(ctx: Ctx, of: BatchOf, after: { finishTime: string; id: string } | undefined, size = PAGE) {
  let q = unfiledQuery(ctx, of)
  if (after)
    q = q.where((e) =>
      e.or([e('business.finishTime', '>', after.finishTime), e.and([e('business.finishTime', '=', after.finishTime), e('business.id', '>', after.id)])]),
    )
  return q
    .select(['business.id', 'business.businessCode', 'business.finishTime', 'business.regionCode', 'business.countyCode'])
    .orderBy('business.finishTime')
    .orderBy('business.id')
    .limit(size)
    .execute()
}
/** How many there are. */
async function countUnfiled(ctx: Ctx, of: BatchOf): Promise<number> {
  const counted = await unfiledQuery(ctx, of)
    .select((e) => e.fn.countAll().as('n'))
    .executeTakeFirstOrThrow()
  return Number(counted.n)
}

async function fileAll(p: FilingParts, job: JobRun, of: BatchOf): Promise<Record<string, unknown>> {
  const total = await job.tx((ctx) => countUnfiled(ctx, of))
  let [done, filed, after] = [0, 0, undefined as { finishTime: string; id: string } | undefined]
  const left: Left[] = []
  for (;;) {
    const page = await job.tx((ctx) => unfiled(ctx, of, after))
    if (page.length === 0) break
    for (const b of page) {
      job.signal.throwIfAborted()
      const id = String(b.id)
      try {
        const of_ = await fileBusiness(p, job.tx, id, { signal: job.signal })
        filed += of_.filed ? 1 : 0
      } catch (e) {
        if (!isRefusal(e)) throw e
        const words: Text = e.words
        if (left.length < MOST_LEFT) left.push({ businessCode: String(b.businessCode ?? ''), zh: words.zh, en: words.en })
      }
      done += 1
      after = { finishTime: String(b.finishTime), id }
      await job.progress(Math.min(99, Math.round((100 * done) / Math.max(1, total))), both('归档', 'Filing'), done, total)
    }
  }
  return job.finish(async () => ({ filed, left }))
}
