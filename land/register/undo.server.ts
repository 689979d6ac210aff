import { sql } from 'kysely'
import { both, type Text } from '../../kit/model/lang.ts'
import type { AnyResource, Draft, FlatRow } from '../../kit/model/resource.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import { audit } from '../../kit/server/audit.server.ts'
import { recountRows, markRegions } from '../../kit/server/counters.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { mineIn } from '../../kit/server/history.server.ts'
import { flatRows, joinable } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { cbf } from '../definitions/cbf.ts'
import { djb, djb_cbf, djb_jtcy, djb_lineage } from '../definitions/cbht.ts'
import { cbjyqz_event } from '../definitions/cbjyqz.ts'
import { dk, dk_jz, jzd, jzx } from '../definitions/dk.ts'
import { ZT } from '../definitions/statuses.ts'
import type { Act, Cause } from './acts/acts.ts'
import { followAgain } from './again.server.ts'
import { drawnBy, redrawBack } from './boundaries.server.ts'
import { bookKeys } from './content/book1.ts'
import { TABLES, type TableName } from './acts/changes.ts'
import { contentsFor } from './content/content.server.ts'
import { lasting } from './acts/free.ts'
import { clearBeside, madeIds, undoneOf, usedSince } from './made.server.ts'
import { registerProblems } from './acts/problems.ts'
import { changedIn, restoreTable, type RestoredCause } from './restore.server.ts'
import { refreshStanding, type On } from './standing.server.ts'
import { nextChangeOf } from './acts/standing.ts'
import { djb_note, fbf_round, register_entry, restriction } from './acts/tables.ts'

type RestrictionRow = FlatRow<typeof restriction>
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
 * What of a cause was changed since by another, or is built on by another, so that it cannot be taken back; changes of free and derived columns and of statuses do
 * not count, nor what others changed and changed back. The button and the server ask the same, for a finish and for a package. Source: business-flows.md 6.3b.
 */
export async function changedSince(ctx: Ctx, cause: Cause, regionCode: string): Promise<Text | undefined> {
  const county = countyOf(regionCode)
  const of: RestoredCause = { county, cause, undone: await undoneOf(ctx, county, cause) }
  for (const r of VERSIONED) {
    const what = await changedIn(ctx, r, of, TOLD[r.name]!, lasting(r.name), SHAPE[r.name] ?? [])
    if (what) return both(`${r.label}【${what}】此后又有变更`, `${r.en} ${what} has been changed since`)
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
  const of: RestoredCause = { county, cause, undone: await undoneOf(ctx, county, cause) }
  const undoId = ctx.newId()
  const inside: Ctx = { ...ctx, cause: { kind: 'undo', id: undoId } }
  if (cause.kind === 'import') await clearBeside(ctx, cause, county)
  else await clearBooks(inside, cause, county)
  await roundsBack(inside, cause, county)
  const { touched: freed, again } = await endPapers(inside, cause, county)
  // points and lines of a package came with it and go with it; others are drawn anew from the shapes that come back
  const drawn = cause.kind === 'import' ? undefined : await drawnBy(inside, county, cause)
  if (!drawn) for (const r of [dk_jz, jzd, jzx]) await restoreTable(inside, r, of)
  const regions = new Set<string>()
  for (const r of VERSIONED) {
    const touched = await restoreTable(inside, r, of, [...lasting(r.name), ...(SHAPE[r.name] ?? [])])
    for (const region of touched) regions.add(region)
    await recountRows(ctx, r, county, touched)
  }
  await membersBack(inside, cause, county)
  await followAgain(inside, county, cause)
  if (drawn) await redrawBack(inside, county, drawn)
  await refreshStanding(inside, county, await standingAfter(inside, county, [...freed, ...(await putOnPieces(inside, county, again))]))
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
    .where(sql<boolean>`djb.id in ${madeIds(ctx, TABLES.djb, county, cause)}`)
    .execute()
  const ids = books.map((b) => String(b.id))
  for (const r of [djb_cbf, djb_jtcy, djb_lineage] as const) await eraseWhere(ctx, r, county, 'djbId', ids)
  await eraseWhere(ctx, cbjyqz_event, county, 'causeId', [cause.id])
  if (cause.kind === 'business') await eraseWhere(ctx, cbjyqz_event, county, 'businessId', [cause.id])
}
/** The members, and the holder, of books that a correction had changed are again those whom the text in force names. */
async function membersBack(ctx: Ctx, cause: Cause, county: string): Promise<void> {
  if (cause.kind !== 'correction') return
  const said = await joinable(ctx, register_entry)
    .select('register_entry.acts')
    .where('register_entry.countyCode', '=', county)
    .where('register_entry.causeKind', '=', cause.kind)
    .where('register_entry.causeId', '=', cause.id)
    .where('register_entry.undoneBy', 'is', null)
    .execute()
  const acts = said.flatMap((e) => e.acts as readonly Act[])
  const revised = (part: 'members' | 'holder') => acts.flatMap((a) => (a.act === 'reviseBook' && a.content[part] ? [a.djbId] : []))
  const [ids, renamed] = [revised('members'), revised('holder')]
  const all = [...new Set([...ids, ...renamed])]
  if (all.length === 0) return
  await eraseWhere(ctx, djb_jtcy, county, 'djbId', ids)
  const books = await flatRows(joinable(ctx, TABLES.djb), TABLES.djb).where('djb.countyCode', '=', county).where('djb.id', 'in', all).execute()
  const contents = await contentsFor(ctx, county, all)
  await rows.insertMany(
    ctx,
    djb_jtcy,
    books.flatMap(({ id: djbId, regionCode }) =>
      ids.includes(djbId) ? contents.get(djbId)!.content.members.map((m, i) => ({ ...bookKeys(m), regionCode, djbId, sort: i + 1 })) : [],
    ),
  )
  const holders = renamed.length
    ? await flatRows(joinable(ctx, djb_cbf), djb_cbf).where('djb_cbf.countyCode', '=', county).where('djb_cbf.djbId', 'in', renamed).execute()
    : []
  await rows.updateMany(
    ctx,
    djb_cbf,
    holders.map((row) => {
      const { cbfmc, cbfzjlx, cbfzjhm } = bookKeys(contents.get(row.djbId!)!.content.holder)
      return { row, values: { cbfmc, cbfzjlx, cbfzjhm } }
    }),
  )
}
/** Takes the rounds of a cause out, or back to what the last entry before it said of them that stands. */
async function roundsBack(ctx: Ctx, cause: Cause, county: string): Promise<void> {
  const own = await flatRows(joinable(ctx, fbf_round), fbf_round)
    .where('fbf_round.countyCode', '=', county)
    .where('fbf_round.causeKind', '=', cause.kind)
    .where('fbf_round.causeId', '=', cause.id)
    .execute()
  for (const row of own) {
    const said = await joinable(ctx, register_entry)
      .select(['register_entry.acts', 'register_entry.causeKind', 'register_entry.causeId'])
      .where('register_entry.countyCode', '=', county)
      .where('register_entry.undoneBy', 'is', null)
      .where((e) => e.or([e('register_entry.causeKind', '<>', cause.kind), e('register_entry.causeId', '<>', cause.id)]))
      .where(sql<boolean>`register_entry.acts @> ${JSON.stringify([{ act: 'setIssuer', fbfbm: row.fbfbm, rounds: [{ no: row.roundNo }] }])}::jsonb`)
      .orderBy('register_entry.id', 'desc')
      .executeTakeFirst()
    const acts = (said?.acts ?? []) as readonly Act[]
    const round = acts.flatMap((a) => (a.act === 'setIssuer' && a.fbfbm === row.fbfbm ? (a.rounds ?? []) : [])).find((r) => r.no === row.roundNo)
    if (!round || !said) await rows.eraseMany(ctx, fbf_round, [row])
    else {
      const values = { fromDay: round.from, toDay: round.to, planId: round.planId ?? null, causeKind: said.causeKind, causeId: said.causeId }
      await rows.updateMany(ctx, fbf_round, [{ row, values }])
    }
  }
}
/**
 * Ends the notes and restrictions that a cause brought and that hold, those on pieces of what they were on among them, and sets those again that it ended.
 * Answers all that it touched, and those that are set again.
 */
async function endPapers(ctx: Ctx, cause: Cause, county: string): Promise<{ touched: RestrictionRow[]; again: RestrictionRow[] }> {
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
  const refs = joinable(ctx, restriction).select('restriction.ref').where('restriction.countyCode', '=', county).where('restriction.causeId', '=', cause.id)
  const found = await flatRows(joinable(ctx, restriction), restriction)
    .where('restriction.countyCode', '=', county)
    .where((e) =>
      e.or([
        e('restriction.causeId', '=', cause.id),
        e('restriction.endCauseId', '=', cause.id),
        e.and([e('restriction.endDay', 'is', null), e('restriction.ref', 'in', refs)]),
      ]),
    )
    .orderBy('restriction.id')
    .execute()
  const isBy = (r: (typeof found)[number]) => r.causeId === cause.id && r.causeKind === cause.kind
  // of a name that is in force the first row is what was restricted, the others are on its pieces, because of those who cut it
  const first = new Map(
    found
      .filter((r) => !r.endDay)
      .toReversed()
      .map((r) => [r.ref, r]),
  )
  const own = found.filter((r) => isBy(r) || (!r.endDay && isBy(first.get(r.ref)!)))
  const ended = { endDay: today, endWords: '撤回登记', endCauseKind: 'undo', endCauseId: ctx.cause!.id, endTime: ctx.now, turnDay: null }
  const open = { endDay: null, endWords: null, endCauseKind: null, endCauseId: null, endTime: null }
  const again = found.filter((r) => !own.includes(r) && r.endCauseId === cause.id && r.endCauseKind === cause.kind)
  await rows.updateMany(ctx, restriction, [
    // one that the cause itself ended has had its time: it stays as it was
    ...own.filter((r) => !r.endDay).map((row) => ({ row, values: ended })),
    ...again.map((row) => ({ row, values: { ...open, turnDay: nextChangeOf(row.fromDay!, row.toDay, today) } })),
  ])
  return { touched: found, again }
}
/**
 * Puts restrictions that are in force again on what was cut from their parcels while they were not, because of those who cut it, as a cut itself would have
 * done (`inherit`). Answers the rows that it made.
 */
async function putOnPieces(ctx: Ctx, county: string, again: readonly RestrictionRow[]): Promise<Pick<RestrictionRow, 'dkbm' | 'cbjyqzbm' | 'cbfbm'>[]> {
  const parcels = again.filter((r) => r.dkbm)
  if (parcels.length === 0) return []
  const mine = mineIn(ctx, county)
  const { rows: pieces } = await sql<{ dkbm: string; regionCode: string; from: string[]; causeKind: string; causeId: string }>`
    select p.dkbm, p."regionCode", p.ydkbm as "from", f."causeKind", f."causeId"::text as "causeId" from dk p
    cross join lateral (select x.zt, x."causeKind", x."causeId" from (
      select o.zt, o."causeKind", o."causeId", o."validFrom" from dk o where ${mine('o')} and o.id = p.id and o.why = 'new'
      union all select v.zt, v."causeKind", v."causeId", v."validFrom" from dk_v v where ${mine('v')} and v.id = p.id and v.why = 'new') x order by x."validFrom" limit 1) f
    where ${mine('p')} and p.fbfbm = any(${[...new Set(parcels.map((r) => r.dkbm!.slice(0, 14)))]}::text[]) and p.ydkbm is not null and f.zt = ${ZT.valid}
    order by p.dkbm`.execute(ctx.db)
  const standing = await flatRows(joinable(ctx, restriction), restriction)
    .where('restriction.countyCode', '=', county)
    .where('restriction.ref', 'in', [...new Set(parcels.map((r) => r.ref))])
    .where('restriction.endDay', 'is', null)
    .execute()
  const known = new Set(standing.map((r) => `${r.ref} ${r.dkbm}`))
  const today = ctx.now.slice(0, 10)
  const fresh: Draft<typeof restriction>[] = []
  const reached = parcels.map((row) => ({ row, dkbm: row.dkbm! }))
  for (const { row, dkbm } of reached)
    for (const piece of pieces.filter((p) => p.from.includes(dkbm))) {
      const key = `${row.ref} ${piece.dkbm}`
      if (known.has(key)) continue
      known.add(key)
      reached.push({ row, dkbm: piece.dkbm })
      const { ref, kind, fromDay, toDay, words, paperNo } = row
      const { regionCode, causeKind, causeId } = piece
      fresh.push({ regionCode, ref, kind, fromDay, toDay, words, paperNo, causeKind, causeId, dkbm: piece.dkbm, turnDay: nextChangeOf(fromDay!, toDay, today) })
    }
  await rows.insertMany(ctx, restriction, fresh)
  return fresh.map(({ dkbm }) => ({ dkbm: dkbm!, cbjyqzbm: null, cbfbm: null }))
}
/** The objects whose status may be another now: those of the restrictions, and all that was restored. */
async function standingAfter(ctx: Ctx, county: string, freed: readonly Pick<RestrictionRow, 'dkbm' | 'cbjyqzbm' | 'cbfbm'>[]): Promise<On> {
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
