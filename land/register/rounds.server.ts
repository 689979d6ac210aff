import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { isOn, numberOr, PARAMS } from '../../platform/settings/params.ts'
import { djb } from '../definitions/cbht.ts'
import type { Round } from '../definitions/household.ts'
import { QSZT } from '../definitions/statuses.ts'
import { HOUSEHOLD_WAY, type TermLimits } from '../definitions/terms.ts'
import { fbf_round } from './acts/tables.ts'

/** How long contracts of the caller's tenant may run, as it stands in the parameters: a column for a statement, read by `limitsIn`. */
export function limitsColumn(ctx: Ctx) {
  const of = sql`select p."paramValue" from param p where p."tenantId" = ${ctx.who.tenantId}`
  return sql<SetLimits>`(select jsonb_build_object('grass', (${of} and p."paramKey" = ${PARAMS.termGrass.key}), 'forest', (${of} and p."paramKey" = ${PARAMS.termForest.key}),
    'other', (${of} and p."paramKey" = ${PARAMS.termOther.key}), 'endless', (${of} and p."paramKey" = ${PARAMS.termEndless.key})))`
}
/** Limits as they are set, where they are. */
export type SetLimits = Readonly<Record<keyof TermLimits, string | null>>
/** What the column says; what holds without it where a parameter is not set. */
export const limitsIn = (found: SetLimits | null | undefined): TermLimits => ({
  grass: numberOr(found?.grass, PARAMS.termGrass),
  forest: numberOr(found?.forest, PARAMS.termForest),
  other: numberOr(found?.other, PARAMS.termOther),
  endless: isOn(found?.endless),
})
/** The recorded rounds of an issuer, for a statement that names it. */
export const roundsFor = (ctx: Ctx, fbfbm: string) =>
  joinable(ctx, fbf_round)
    .select(['fbf_round.roundNo', sql<string>`fbf_round."fromDay"::text`.as('fromDay'), sql<string>`fbf_round."toDay"::text`.as('toDay')])
    .where('fbf_round.countyCode', '=', countyOf(fbfbm))
    .where('fbf_round.fbfbm', '=', fbfbm)
/** What bounds the terms of contracts of an issuer: its rounds, the term that its household books share, the limits of the tenant. One statement. */
export async function roundBounds(ctx: Ctx, fbfbm: string): Promise<{ rounds: Round[]; shared: Round[]; limits: TermLimits }> {
  const shared = sharedTerm(ctx).where('djb.countyCode', '=', countyOf(fbfbm)).where('djb.fbfbm', '=', fbfbm)
  const found = await ctx.db
    .selectNoFrom([
      jsonArrayFrom(roundsFor(ctx, fbfbm)).$castTo<Round[]>().as('rounds'),
      jsonArrayFrom(shared).$castTo<Round[]>().as('shared'),
      limitsColumn(ctx).as('limits'),
    ])
    .executeTakeFirstOrThrow()
  return { rounds: found.rounds, shared: found.shared, limits: limitsIn(found.limits) }
}

/**
 * The term that most current household books have, as a round that nobody has recorded; the caller says of which issuer, in `djb.countyCode` and `djb.fbfbm`. Of an
 * issuer that came with a package it stands for its round: it is proposed and may be ended with, and binds nobody. Source: register.md 6.
 */
export const sharedTerm = (ctx: Ctx) =>
  joinable(ctx, djb)
    .select([sql<string>`djb.cbqxq::text`.as('fromDay'), sql<string>`djb.cbqxz::text`.as('toDay')])
    .where('djb.qszt', '=', QSZT.current)
    .where('djb.cbfs', '=', HOUSEHOLD_WAY)
    .where('djb.cbqxq', 'is not', null)
    .where('djb.cbqxz', 'is not', null)
    .groupBy(['djb.cbqxq', 'djb.cbqxz'])
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('djb.cbqxz')
    .orderBy('djb.cbqxq')
    .limit(1)
