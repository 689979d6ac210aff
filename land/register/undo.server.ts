import { sql } from 'kysely'
import { both, type Text } from '../../kit/model/lang.ts'
import { entries, type AnyResource, type FlatRow } from '../../kit/model/resource.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { audit } from '../../kit/server/audit.server.ts'
import { recountRows, markRegions } from '../../kit/server/counters.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { mineIn, named } from '../../kit/server/history.server.ts'
import { flatRows, joinable } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { cbf } from '../definitions/cbf.ts'
import { djb, djb_cbf, djb_jtcy, djb_lineage } from '../definitions/cbht.ts'
import { cbjyqz_event } from '../definitions/cbjyqz.ts'
import { dk, dk_jz, jzd, jzx } from '../definitions/dk.ts'
import type { Cause } from './acts.ts'
import { drawnBy, redrawBack } from './boundaries.server.ts'
import { TABLES, type TableName } from './changes.ts'
import { FREE } from './free.ts'
import { clearBeside, madeIds, undoneOf, usedSince } from './made.server.ts'
import { registerProblems } from './problems.ts'
import { isPast, restoreTable } from './restore.server.ts'
import { refreshStanding, type On } from './standing.server.ts'
import { turnOf } from './standing.ts'
import { djb_note, register_entry, restriction } from './tables.ts'

const VERSIONED = (Object.keys(TABLES) as TableName[]).map((name): AnyResource => TABLES[name]).filter((r) => r.versioned)
/** What a parcel gets by a cut beside it, without being changed: vertices and their numbers. docs/adr/0021. */
const SHAPE: Readonly<Record<string, readonly string[]>> = { dk: ['geom', 'kjzb'] }
/** What tells a row of each table to people. */
const TOLD: Readonly<Record<string, string>> = {
  fbf: 'fbfbm',
  cbf: 'cbfbm',
  jtcy: 'cyxm',
  dk: 'dkbm',
  djb: 'cbjyqzbm',
  cbht: 'cbhtbm',
  cbdkxx: 'dkbm',
  cbjyqz: 'cbjyqzbm',
}

/**
 * What of a cause was changed since by another, or is built on by another, so that it cannot be taken back; changes of free columns and of statuses do not count.
 * The button and the server ask the same, for a finish and for a package. Source: business-flows.md 6.3b.
 */
export async function changedSince(ctx: Ctx, cause: Cause, regionCode: string): Promise<Text | undefined> {
  const county = countyOf(regionCode),
    mine = mineIn(ctx, county),
    { id: causeId } = cause,
    undone = await undoneOf(ctx, county, cause)
  for (const r of VERSIONED) {
    const own = entries(r).flatMap(([n]) => (r.unversioned?.includes(n) || FREE[r.name]?.includes(n) ? [] : [n]))
    const names = named(['id', ...own])
    const [live, past] = [sql.table(r.name), sql.table(`${r.name}_v`)]
    const told = sql.ref(TOLD[r.name]!)
    // vertices that a later cut put into the edges of a neighbour are nobody's change of it
    const shaped = SHAPE[r.name] ?? []
    const differs = (names: readonly string[], t: string) =>
      sql.join(
        names.map((n) => sql`${sql.ref(`${t}.${n}`)} is distinct from x.${sql.ref(n)}`),
        sql` or `,
      )
    const reshaped = sql`(${differs(shaped, 't')}) and exists (select from ${past} b where ${mine('b')} and b.id = x.id and b."closedBy" = ${causeId} and (${differs(shaped, 'b')}))`
    const found = await sql<{ what: string }>`with wrote as (
        select distinct on (id) * from (
          select ${names}, "validFrom", "regFrom", timestamptz 'infinity' as "validTo" from ${live} t where ${mine('t')} and t."causeId" = ${causeId}
          union all select ${names}, "validFrom", "regFrom", "validTo" from ${past} t where ${mine('t')} and t."causeId" = ${causeId} and t."regTo" = 'infinity'
            and not ${isPast(ctx, r, county, undone, sql`t."validTo"`)}) x
        order by id, "validFrom" desc),
      ended as (select distinct on (id) id, ${told} as what from ${past} t where ${mine('t')} and t."closedBy" = ${causeId}
        and not ${isPast(ctx, r, county, undone, sql`t."validTo"`)}
        and t.id not in (select w.id from ${past} w where ${mine('w')} and w."causeId" = ${causeId} union all select w.id from ${live} w where ${mine('w')} and w."causeId" = ${causeId}))
      select coalesce(t.${told}, x.${told})::text as what from wrote x left join ${live} t on t.id = x.id and ${mine('t')}
        where t.id is null or ${differs(
          own.filter((n) => !shaped.includes(n)),
          't',
        )} ${shaped.length ? sql`or ${reshaped}` : sql``}
      union all select e.what::text from ended e join ${live} t on t.id = e.id and ${mine('t')} limit 1`.execute(ctx.db)
    const [first] = found.rows
    if (first) return both(`${r.label}【${first.what}】此后又有变更`, `${r.en} ${first.what} has been changed since`)
  }
  return usedSince(ctx, cause, county)
}

/**
 * Takes back all that a cause wrote to the register, in the caller's transaction: what was believed before comes back, laid under later free columns; what it made
 * leaves the live tables with its snapshots and lineage; its notes and restrictions end, what it lifted stands again. Kept as an entry of its own.
 * @throws not-undone where another cause changed something since
 */
export async function undo(ctx: Ctx, cause: Cause, regionCode: string): Promise<void> {
  const county = countyOf(regionCode)
  const why = await changedSince(ctx, cause, regionCode)
  if (why) throw registerProblems.notUndone({ why })
  const undone = await undoneOf(ctx, county, cause)
  const undoId = ctx.newId()
  const inside: Ctx = { ...ctx, cause: { kind: 'undo', id: undoId } }
  if (cause.kind === 'import') await clearBeside(ctx, cause, county)
  else await clearBooks(inside, cause, county)
  const freed = await endPapers(inside, cause, county)
  // points and lines of a package came with it and go with it; others are drawn anew from the shapes that come back
  const drawn = cause.kind === 'import' ? undefined : await drawnBy(inside, county, cause.id)
  if (!drawn) for (const r of [dk_jz, jzd, jzx]) await restoreTable(inside, r, county, cause.id, [], undone)
  const regions = new Set<string>()
  for (const r of VERSIONED) {
    const touched = await restoreTable(inside, r, county, cause.id, [...(FREE[r.name] ?? []), ...(SHAPE[r.name] ?? [])], undone)
    for (const region of touched) regions.add(region)
    await recountRows(ctx, r, county, touched)
  }
  if (drawn) await redrawBack(inside, county, drawn)
  await refreshStanding(inside, county, await standingAfter(inside, county, freed))
  await markRegions(ctx, [...regions])
  await rows.insert(inside, register_entry, {
    regionCode,
    causeKind: 'undo',
    causeId: cause.id,
    unit: `undo/${undoId}`,
    day: ctx.now.slice(0, 10),
    counts: {},
    made: { books: [] },
  })
  // the unit may be written again: by the same package, under its old codes
  await sql`update register_entry set "undoneBy" = ${undoId}::bigint, unit = left(unit || '/' || ${undoId}, 100) where "countyCode" = ${county}
    and "tenantId" = ${ctx.who.tenantId} and "causeKind" = ${cause.kind} and "causeId" = ${cause.id} and "undoneBy" is null`.execute(ctx.db)
  await audit(ctx, { action: 'register.undo', object: cause.kind, objectId: cause.id, regionCode })
}

/** What stands beside the few books that a business made, not beside those that it ended: the frozen texts stay. */
async function clearBooks(ctx: Ctx, cause: Cause, county: string): Promise<void> {
  const books = await joinable(ctx, TABLES.djb)
    .select('djb.id')
    .where('djb.countyCode', '=', county)
    .where(sql<boolean>`djb.id in ${madeIds(ctx, TABLES.djb, county, cause.id)}`)
    .execute()
  const ids = books.map((b) => String(b.id))
  for (const r of [djb_cbf, djb_jtcy, djb_lineage] as const) await eraseWhere(ctx, r, county, 'djbId', ids)
  await eraseWhere(ctx, cbjyqz_event, county, 'businessId', [cause.id])
}
/** Ends the notes and restrictions that a cause brought and that hold, and sets those again that it ended. Answers what they are on. */
async function endPapers(ctx: Ctx, cause: Cause, county: string): Promise<FlatRow<typeof restriction>[]> {
  const today = ctx.now.slice(0, 10)
  const notes = await flatRows(joinable(ctx, djb_note), djb_note)
    .where('djb_note.countyCode', '=', county)
    .where('djb_note.causeId', '=', cause.id)
    .where('djb_note.causeKind', '=', cause.kind)
    .where('djb_note.endTime', 'is', null)
    .execute()
  await rows.updateMany(
    ctx,
    djb_note,
    notes.map((row) => ({ row, values: { endTime: ctx.now } })),
  )
  const found = await flatRows(joinable(ctx, restriction), restriction)
    .where('restriction.countyCode', '=', county)
    .where((e) => e.or([e('restriction.causeId', '=', cause.id), e('restriction.endCauseId', '=', cause.id)]))
    .execute()
  const own = found.filter((r) => r.causeId === cause.id && r.causeKind === cause.kind)
  const ended = { endDay: today, endWords: '撤回登记', endCauseKind: 'undo', endCauseId: ctx.cause!.id, endTime: ctx.now, turnDay: null }
  const open = { endDay: null, endWords: null, endCauseKind: null, endCauseId: null, endTime: null }
  await rows.updateMany(ctx, restriction, [
    // one that the cause itself ended has had its time: it stays as it was
    ...own.filter((r) => !r.endDay).map((row) => ({ row, values: ended })),
    ...found
      .filter((r) => !own.includes(r) && r.endCauseKind === cause.kind)
      .map((row) => ({ row, values: { ...open, turnDay: turnOf(row.fromDay!, row.toDay, today) } })),
  ])
  return found
}
/** The objects whose status may be another now: those of the restrictions, and all that was restored. */
async function standingAfter(ctx: Ctx, county: string, freed: readonly FlatRow<typeof restriction>[]): Promise<On> {
  const restored = async (r: typeof dk | typeof djb | typeof cbf, code: string) =>
    (
      await joinable(ctx, r)
        .select(`${r.name}.${code} as code`)
        .where(`${r.name}.countyCode`, '=', county)
        .where(sql<boolean>`${sql.table(r.name)}."causeId" = ${ctx.cause!.id}`)
        .execute()
    ).map((row) => String(row.code))
  const of = (codes: readonly (string | null)[]) => codes.flatMap((c) => c ?? [])
  return {
    dkbms: [...(await restored(dk, 'dkbm')), ...of(freed.map((r) => r.dkbm))],
    cbjyqzbms: [...(await restored(djb, 'cbjyqzbm')), ...of(freed.map((r) => r.cbjyqzbm))],
    cbfbms: [...(await restored(cbf, 'cbfbm')), ...of(freed.map((r) => r.cbfbm))],
  }
}

async function eraseWhere(ctx: Ctx, r: AnyResource, county: string, column: string, of: readonly string[]): Promise<void> {
  if (of.length === 0) return
  const found = await flatRows(joinable(ctx, r), r).where(`${r.name}.countyCode`, '=', county).where(`${r.name}.${column}`, 'in', of).execute()
  await rows.eraseMany(ctx, r, found)
}
