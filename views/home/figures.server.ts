import { sql, type RawBuilder } from 'kysely'
import type { AnyResource } from '../../kit/model/resource.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Tx } from '../../kit/server/db.server.ts'
import { demanded } from '../../kit/server/narrow.server.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { cbht } from '../../land/definitions/cbht.ts'
import { cbjyqz } from '../../land/definitions/cbjyqz.ts'
import { dk } from '../../land/definitions/dk.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { countBoxes } from '../../land/map/tiles/boxes.server.ts'
import { countTallies, FEW_VILLAGES, fewChanged, rowsOfVillages } from '../../land/parts/tallies.server.ts'
import { countDays, figuresThen } from './days.server.ts'
import { grouped, type Place, type PlaceRow } from './place.server.ts'
import { QSZT, ZT } from '../../land/definitions/statuses.ts'

/** Figures of registers, each from one pass over a narrow index. Formulas: statistics.md 2, 5 (areas in mu). */
const PASSES: readonly { of: AnyResource; which: string; figures: Readonly<Record<string, string>> }[] = [
  { of: fbf, which: `zt = '${ZT.valid}'`, figures: { fbf: 'count(*)' } },
  { of: cbf, which: `zt = '${ZT.valid}'`, figures: Object.fromEntries(['1', '2', '3'].map((lx) => [`cbf${lx}`, `count(*) filter (where cbflx = '${lx}')`])) },
  { of: jtcy, which: `cybz is distinct from '7'`, figures: { jt: 'count(*)', jtg: `count(*) filter (where sfgyr = '1')` } },
  {
    of: dk,
    which: `zt = '${ZT.valid}'`,
    figures: {
      dkc: `count(*) filter (where dklb = '10')`,
      dkcArea: `coalesce(sum(scmjm) filter (where dklb = '10'), 0)`,
      dkn: `count(*) filter (where dklb <> '10')`,
      dknArea: `coalesce(sum(scmjm) filter (where dklb <> '10'), 0)`,
      jbntArea: `coalesce(sum(scmjm) filter (where dklb = '10' and sfjbnt = '1'), 0)`,
    },
  },
  { of: cbht, which: `qszt = '${QSZT.current}'`, figures: { cbht: 'count(*)', htArea: 'coalesce(sum(htzmjm), 0)' } },
  { of: cbjyqz, which: 'sfzx = 0', figures: { cert: 'count(*) filter (where fzrq is not null)', bdc: `count(*) filter (where sfbdcfz = '1')` } },
]
/** Digits of a village, the narrowest region whose figures are kept. */
const VILLAGE = 12

/** One object of figures a row, `by` some part of the region's code, of rows that hold `where`. */
const counted = (p: (typeof PASSES)[number], by: RawBuilder<unknown>, where: RawBuilder<unknown>) => {
  const pairs = Object.entries(p.figures).map(([name, f]) => sql`${sql.lit(name)}::text, (${sql.raw(f)})::text`)
  return sql`select ${by} as code, jsonb_build_object(${sql.join(pairs)}) as figures from ${sql.table(p.of.name)} where ${where} and ${sql.raw(p.which)} group by 1`
}

/**
 * Figures by child region. Of villages that nobody changed since they were counted they are kept; those that were changed are counted with
 * them, so that a number is never older than what its list showed when it was asked for. With `ctx.asOf` the measures of that day (days.server.ts). Below a village, and under a data scope, which no kept number knows, all are counted; after an import too, until its villages are.
 */
export async function figuresOf(ctx: Ctx, p: Place): Promise<PlaceRow[]> {
  const { lo, hi } = p.range
  const mine = sql`"tenantId" = ${ctx.who.tenantId} and "regionCode" >= ${lo} and "regionCode" < ${hi}`
  const flat = (found: readonly PlaceRow[]): PlaceRow[] => found.map(({ code, figures }) => Object.assign(figures as unknown as PlaceRow, { code: code! }))
  const mayBeKept = p.childLength <= VILLAGE && PASSES.every(({ of }) => !demanded(ctx, of))
  // what is kept is asked with what has changed since: the two leave together
  const [changed, kept] = await Promise.all([
    mayBeKept ? fewChanged(ctx, p.range) : undefined,
    mayBeKept && !ctx.asOf ? grouped(ctx, sql`select ${p.child} as code, "regionCode" as village, figures from region_figure where ${mine}`) : [],
  ])
  if (ctx.asOf) return figuresThen(ctx, p, ctx.asOf, changed, rowsOfVillages)
  if (!changed) {
    const all: PlaceRow[] = []
    for (const pass of PASSES) all.push(...flat(await grouped(ctx, counted(pass, p.child, p.of(pass.of)))))
    return all
  }
  const still = kept.filter(({ village }) => !changed.includes(village!))
  // the rows of a village follow one another in the index of every list
  const rows = sql`"tenantId" = ${ctx.who.tenantId} and ${rowsOfVillages(changed)}`
  const live = changed.length
    ? await grouped(
        ctx,
        sql.join(
          PASSES.map((pass) => counted(pass, p.child, rows)),
          sql` union all `,
        ),
      )
    : []
  return flat([...still, ...live])
}

/** Villages counted in one transaction: others wait for it on the embedded engine. */
const BATCH = 200
interface Stale {
  countyCode: string
  tenantId: string
  regionCode: string
}
const VILLAGE_OF = sql`left("regionCode", ${sql.lit(VILLAGE)})`
/** Rows of villages in one pass over those between the first and the last. */
const span = (villages: readonly string[]): RawBuilder<unknown> =>
  sql`"regionCode" >= ${villages[0]} and "regionCode" < ${`${villages.at(-1)}A`} and ${VILLAGE_OF} = any(${[...villages]}::text[])`
/** Figures of villages of one county: each by itself where they are few, else all in one pass over the rows between the first and the last. */
async function countVillages(tx: Tx, { tenantId, countyCode }: Stale, villages: readonly string[]): Promise<Map<string, Record<string, string>>> {
  const found = new Map(villages.map((v) => [v, {} as Record<string, string>]))
  const village = VILLAGE_OF
  const parts = villages.length > FEW_VILLAGES ? [villages] : villages.map((v) => [v])
  for (const part of parts)
    for (const pass of PASSES) {
      const where = sql`"tenantId" = ${tenantId} and "countyCode" = ${countyCode} and ${span(part)}`
      const { rows } = await sql<{ code: string; figures: Record<string, string> }>`${counted(pass, village, where)}`.execute(tx)
      for (const r of rows) Object.assign(found.get(r.code)!, r.figures)
    }
  return found
}
/** Counts villages whose marks it takes away first: who changes one meanwhile waits, and marks it again. */
async function countStale(tx: Tx, now: string): Promise<number> {
  const { rows: taken } = await sql<Stale>`select "countyCode", "tenantId", "regionCode" from region_stale order by 1, 2, 3 limit ${BATCH}`.execute(tx)
  for (const same of Map.groupBy(taken, (s) => `${s.tenantId} ${s.countyCode}`).values()) {
    const [of] = same as [Stale]
    const wanted = same.map((s) => s.regionCode)
    // what another server has taken meanwhile is its own
    const { rows: mine } = await sql<Stale>`delete from region_stale where "countyCode" = ${of.countyCode} and "tenantId" = ${of.tenantId}
      and "regionCode" = any(${wanted}::text[]) returning "regionCode"`.execute(tx)
    const villages = mine.map((s) => s.regionCode).toSorted()
    const figures = await countVillages(tx, of, villages)
    const rows = villages.length > FEW_VILLAGES ? span(villages) : rowsOfVillages(villages)
    await countDays(tx, of, villages, rows)
    await countTallies(tx, of, villages, rows)
    await countBoxes(tx, of, villages, rows)
    const list = JSON.stringify([...figures].map(([code, f]) => ({ code, f })))
    await sql`insert into region_figure ("countyCode", "tenantId", "regionCode", figures, "updateTime")
      select ${of.countyCode}, ${of.tenantId}, u.code, u.f, ${now}::timestamptz from jsonb_to_recordset(${list}::jsonb) as u(code text, f jsonb)
      on conflict ("countyCode", "tenantId", "regionCode") do update set figures = excluded.figures, "updateTime" = excluded."updateTime"`.execute(tx)
  }
  return taken.length
}

/** Every minute: counts the villages that were changed. */
export const figuresRoutine: Routine = {
  name: 'region-figures',
  label: '村级统计',
  due: { minutes: 1 },
  async run({ system, signal, now }) {
    let done = 0
    for (;;) {
      signal.throwIfAborted()
      const n = await system((tx) => countStale(tx, localTime(now)))
      done += n
      if (n < BATCH) return `${done} villages`
    }
  },
}
