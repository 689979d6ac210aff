/** The files of signed contracts and the papers of cases, byte by byte: read between transactions, since a county's files are many gigabytes. */
import { sql, type RawBuilder } from 'kysely'
import { both, type Text } from '../../kit/model/lang.ts'
import { regionRange } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { messageJson } from '../../runtime/said.ts'
import type { JobRun } from '../../runtime/jobs.server.ts'
import { digestOf, type Storage } from '../../services/files/storage/storage.server.ts'
import { keep, namedOf } from './check.server.ts'
import type { Rule } from './rule.ts'
import { RULES } from './rules.ts'

/** Objects whose files are read between two transactions. */
const AT_ONCE = 100
const [CONTRACTS, PAPERS] = ['F2', 'F3'].map((id) => RULES.find((r) => r.id === id)!) as [Rule, Rule]
/** A file with the digest that was kept of it. `code`: of its case. */
interface Kept {
  ossName: string
  sha256: string
  name: string | null
  code: string | null
}
interface Owner {
  id: string
  key: string
  /** none: nothing is kept of it any more, a finding of before is over */
  files: readonly Kept[] | null
}
const mine = (ctx: Ctx, county: string, t: string) => sql`${sql.ref(`${t}.countyCode`)} = ${county} and ${sql.ref(`${t}.tenantId`)} = ${ctx.who.tenantId}`
const file = (sha256: string) => sql`jsonb_build_object('ossName', a."ossName", 'sha256', ${sql.raw(sha256)}, 'name', a.name, 'code', b."businessCode")`
/** What of an object of a rule is read: as a condition on its row (o), and its files as rows of JSON. */
const FILES: ReadonlyMap<Rule, (ctx: Ctx, county: string, since: string | null) => { where: RawBuilder<unknown>; files: RawBuilder<unknown> }> = new Map([
  [
    CONTRACTS,
    (ctx: Ctx, county: string, since: string | null) => ({
      where: sql`o."fileHash" is not null ${since ? sql`and o."updateTime" >= ${since}::timestamptz` : sql``}`,
      files: sql`select jsonb_agg(${file('o."fileHash"')}) from attach a left join business b on ${mine(ctx, county, 'b')} and b.id = a."businessId"
        where ${mine(ctx, county, 'a')} and a.id = o."attachId" and a."ossName" is not null and o."fileHash" is not null`,
    }),
  ],
  [
    PAPERS,
    // filed papers are read every night (business/archives/nightly.server.ts)
    (ctx: Ctx, county: string, since: string | null) => ({
      where: since ? sql`o."updateTime" >= ${since}::timestamptz` : sql`true`,
      files: sql`select jsonb_agg(${file('a.sha256')} order by a.id) from attach a join business b on ${mine(ctx, county, 'b')} and b.id = a."businessId"
        where ${mine(ctx, county, 'a')} and a."businessId" = o.id and a."ossName" is not null and a.sha256 is not null and a.locked is distinct from 1`,
    }),
  ],
])

/** The next objects of a region that have files, all or those written since a moment; and those with a finding, whatever is kept of them now. */
async function nextOwners(ctx: Ctx, rule: Rule, county: string, region: string, since: string | null, after?: readonly [string, string]): Promise<Owner[]> {
  const { lo, hi } = regionRange(region)
  const { where, files } = FILES.get(rule)!(ctx, county, since)
  const beyond = after ? sql`and (o."regionCode", o.id) > (${after[0]}, ${after[1]}::bigint)` : sql``
  const found = sql`o.id = any(array(select f."objectId"::bigint from watch_finding f where ${mine(ctx, county, 'f')} and f.rule = ${rule.id} and f."isOpen" = 1))`
  const { rows } = await sql<Owner>`select o.id::text as id, o."regionCode" as key, (${files}) as files from ${sql.table(rule.of)} o
    where ${mine(ctx, county, 'o')} and o."regionCode" >= ${lo} and o."regionCode" < ${hi} and (${where} or ${found}) ${beyond} order by o."regionCode", o.id limit ${AT_ONCE}`.execute(
    ctx.db,
  )
  return rows
}
type Store = Pick<Storage, 'has' | 'stream'>
/** What is wrong with a file, with its name and its case; undefined of one that is as it was. */
async function wrongOf(storage: Store, { ossName, sha256, name, code }: Kept): Promise<Text | undefined> {
  const is = (await storage.has(ossName)) ? await digestOf(storage, ossName) : undefined
  if (is === sha256) return
  const called = both(`文件【${name ?? ossName}】${code ? `（业务编号${code}）` : ''}`, `${name ?? ossName}${code ? ` (case ${code})` : ''}`)
  if (is === undefined) return both(`${called.zh}缺失`, `${called.en}: the file is missing`)
  return both(
    `${called.zh}内容被改动，摘要应为${sha256.slice(0, 16)}，实为${is.slice(0, 16)}`,
    `${called.en}: its digest should be ${sha256.slice(0, 16)}, it is ${is.slice(0, 16)}`,
  )
}

/** Findings of a rule about objects that are no rows any more are over. Answers how many. */
async function closeGone(ctx: Ctx, rule: Rule, county: string, region: string): Promise<number> {
  const { lo, hi } = regionRange(region)
  const { rows } = await sql<{
    id: string
  }>`select f."objectId" as id from watch_finding f where ${mine(ctx, county, 'f')} and f.rule = ${rule.id} and f."isOpen" = 1
    and f."regionCode" >= ${lo} and f."regionCode" < ${hi} and not exists (select 1 from ${sql.table(rule.of)} o where ${mine(ctx, county, 'o')} and o.id = f."objectId"::bigint)`.execute(
    ctx.db,
  )
  const { closed } = await keep(
    ctx,
    rule.of,
    county,
    rows.map((r) => r.id),
    [],
    sql`rule = ${rule.id}`,
  )
  return closed
}

/** Compares the files of signed contracts and of cases with the digests that were kept of them. Answers how many were found and closed. */
export async function lookAtFiles(job: JobRun, storage: Store, county: string, region: string, since: string | null) {
  const so = { found: 0, closed: 0 }
  for (const rule of FILES.keys()) {
    so.closed += await job.tx((ctx) => closeGone(ctx, rule, county, region))
    for (let after: readonly [string, string] | undefined, more = true; more;) {
      job.signal.throwIfAborted()
      const owners = await job.tx((ctx) => nextOwners(ctx, rule, county, region, since, after))
      const wrong: { id: string; what: string }[] = []
      for (const { id, files } of owners) {
        const words: Text[] = []
        for (const f of files ?? []) words.push(...[await wrongOf(storage, f)].filter((w) => w !== undefined))
        if (words.length) wrong.push({ id, what: messageJson(both(words.map((t) => t.zh).join('；'), words.map((t) => t.en).join('; '))) })
      }
      const last = owners.at(-1)
      more = owners.length === AT_ONCE
      after = last ? [last.key, last.id] : undefined
      if (!last) continue
      const kept = await job.tx(async (ctx) => {
        const found = wrong.length ? await namedOf(ctx, rule, county, wrong) : []
        return keep(
          ctx,
          rule.of,
          county,
          owners.map((o) => o.id),
          found,
          sql`rule = ${rule.id}`,
        )
      })
      so.found += kept.found
      so.closed += kept.closed
    }
  }
  return so
}
