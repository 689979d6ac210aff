/** Takes a written package out of the register again: its rows end, nothing of history goes, and it may come back under its old codes. */
import { sql } from 'kysely'
import { both, type Text } from '../../kit/model/lang.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Cause } from '../../land/register/acts/acts.ts'
import { withdrawFeatures } from '../../land/map/tiles/features.server.ts'
import { registerProblems } from '../../land/register/acts/problems.ts'
import { firstMade, lockMade } from '../../land/register/made.server.ts'
import { changedSince, undo } from '../../land/register/undo.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { cbht, djb } from '../../land/definitions/cbht.ts'
import { dk } from '../../land/definitions/dk.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import type { HjbInfo } from '../package/hjb.ts'
import { hjbProblems } from '../package/problems.ts'
import type { Counts } from '../intake/write-run.server.ts'

/** What open cases hold in a county: handed in, the floor does not know business. */
export type Locks = (ctx: Ctx, county: string) => Promise<readonly { type: string; code: string; by: string }[]>
export const noLocks: Locks = async () => []

/** What open cases hold, by type and code. */
export const heldBy = (held: Awaited<ReturnType<Locks>>): ReadonlyMap<string, string> => new Map(held.map((l) => [`${l.type}:${l.code}`, l.by]))

const KINDS = [fbf, cbf, dk, djb] as const
const causeOf = (info: HjbInfo): Cause => ({ kind: 'import', id: info.id })

/** Why a package may not be taken out, or undefined: something of it is in an open case, was changed since, or others build on it. The button and the job ask the same. */
export async function against(ctx: Ctx, info: HjbInfo, locks: Locks): Promise<Text | undefined> {
  return (await heldOf(ctx, info, locks)) ?? changedSince(ctx, causeOf(info), info.regionCode)
}
/** The first object that a package wrote and an open case holds. */
async function heldOf(ctx: Ctx, info: HjbInfo, locks: Locks): Promise<Text | undefined> {
  const county = info.regionCode.slice(0, 6)
  const held = await locks(ctx, county)
  const first = await firstMade(ctx, causeOf(info), county, held)
  if (!first) return undefined
  const { label: zh, en } = KINDS.find((r) => r.name === first.type)!
  const by = held.find((l) => l.type === first.type && l.code === first.code)!.by
  return both(`${zh}【${first.code}】正在办理业务【${by}】`, `${en} ${first.code} is locked by the open business ${by}`)
}
/** What a package has just written must be free of open cases: asked when its rows are locked. @throws held-meanwhile */
export async function requireFree(ctx: Ctx, info: HjbInfo, locks: Locks): Promise<void> {
  const why = await heldOf(ctx, info, locks)
  if (why) throw hjbProblems.heldMeanwhile({ why })
}

/** What would leave with a package and whether it may: {ok, reason, counts}. */
export async function withdrawCheck(ctx: Ctx, info: HjbInfo, locks: Locks): Promise<{ ok: boolean; reason: string; counts: Counts }> {
  const why = await against(ctx, info, locks)
  return { ok: !why, reason: why?.[ctx.lang] ?? '', counts: await rowsByPackage(ctx, info) }
}
/** How many rows of a package the register has. */
export async function rowsByPackage(ctx: Ctx, info: HjbInfo): Promise<Counts> {
  const counts: Counts = {}
  for (const r of [fbf, cbf, dk, cbht, djb] as const) {
    const { n } = await ctx.db
      .selectFrom(r.name)
      .select(sql<string>`count(*)`.as('n'))
      .where('countyCode', '=', info.regionCode.slice(0, 6))
      .where('tenantId', '=', ctx.who.tenantId)
      .where('causeId', '=', info.id)
      .executeTakeFirstOrThrow()
    counts[r.name] = Number(n)
  }
  return counts
}

/** Takes a package out, in the caller's transaction. Answers how many rows left. @throws not-undone with what stands against it */
export async function withdraw(ctx: Ctx, info: HjbInfo, locks: Locks): Promise<{ counts: Counts }> {
  // first the rows, then the locks on them: a case that takes one meanwhile waits, and finds its object gone
  await lockMade(ctx, causeOf(info), info.regionCode.slice(0, 6))
  const why = await against(ctx, info, locks)
  if (why) throw registerProblems.notUndone({ why })
  const counts = await rowsByPackage(ctx, info)
  await undo(ctx, causeOf(info), info.regionCode)
  await withdrawFeatures(ctx, info.regionCode, info.id)
  return { counts }
}
