/** The files of signed contracts, byte by byte: read between transactions, since a county's files are many gigabytes. */
import { sql } from 'kysely'
import { both } from '../../kit/model/lang.ts'
import { regionRange } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { messageJson } from '../../runtime/said.ts'
import type { JobRun } from '../../runtime/jobs.server.ts'
import { digestOf, type Storage } from '../../services/files/storage/storage.server.ts'
import { keep, namedOf } from './check.server.ts'
import { RULES } from './rules.ts'

/** Files that are read between two transactions. */
const AT_ONCE = 100
const MISSING = both('文件缺失', 'the file is missing')
const [BYTES] = RULES.filter((r) => r.by === 'bytes')
interface Signed {
  id: string
  key: string
  /** none: nothing is kept of it any more, a finding of before is over */
  ossName: string | null
  fileHash: string | null
}

/** The next contracts of a region whose signed file is kept, all or those written since a moment; and those with a finding, whatever is kept of them now. */
async function nextSigned(ctx: Ctx, county: string, region: string, since: string | null, after?: readonly [string, string]): Promise<Signed[]> {
  const { lo, hi } = regionRange(region)
  const beyond = after ? sql`and (h."regionCode", h.id) > (${after[0]}, ${after[1]}::bigint)` : sql``
  const found = sql`h.id = any(array(select f."objectId"::bigint from watch_finding f where f."countyCode" = ${county}
    and f."tenantId" = ${ctx.who.tenantId} and f.rule = ${BYTES!.id} and f."isOpen" = 1))`
  const written = since ? sql`and h."updateTime" >= ${since}::timestamptz` : sql``
  const { rows } = await sql<Signed>`select h.id::text as id, h."regionCode" as key, a."ossName", h."fileHash" from cbht h
    left join attach a on a."countyCode" = h."countyCode" and a."tenantId" = h."tenantId" and a.id = h."attachId"
    where h."countyCode" = ${county} and h."tenantId" = ${ctx.who.tenantId} and h."regionCode" >= ${lo} and h."regionCode" < ${hi}
      and ((h."fileHash" is not null and a."ossName" is not null ${written}) or ${found}) ${beyond} order by h."regionCode", h.id limit ${AT_ONCE}`.execute(
    ctx.db,
  )
  return rows
}

/** Compares the files of signed contracts with the digests that were kept when they were signed. Answers how many were found and closed. */
export async function lookAtFiles(job: JobRun, storage: Pick<Storage, 'has' | 'stream'>, county: string, region: string, since: string | null) {
  const so = { found: 0, closed: 0 }
  for (let after: readonly [string, string] | undefined, more = true; more;) {
    job.signal.throwIfAborted()
    const signed = await job.tx((ctx) => nextSigned(ctx, county, region, since, after))
    const wrong: { id: string; what: string }[] = []
    for (const s of signed) {
      if (!s.ossName || !s.fileHash) continue
      const is = (await storage.has(s.ossName)) ? await digestOf(storage, s.ossName) : undefined
      if (is !== s.fileHash) wrong.push({ id: s.id, what: is === undefined ? messageJson(MISSING) : `${s.fileHash.slice(0, 16)} ≠ ${is.slice(0, 16)}` })
    }
    const last = signed.at(-1)
    more = signed.length === AT_ONCE
    after = last ? [last.key, last.id] : undefined
    if (!last) continue
    const kept = await job.tx(async (ctx) => {
      const found = wrong.length ? await namedOf(ctx, BYTES!, county, wrong) : []
      return keep(
        ctx,
        BYTES!.of,
        county,
        signed.map((s) => s.id),
        found,
        sql`rule = ${BYTES!.id}`,
      )
    })
    so.found += kept.found
    so.closed += kept.closed
  }
  return so
}
