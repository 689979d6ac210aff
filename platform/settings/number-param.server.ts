import type { Ctx } from '../../kit/server/ctx.server.ts'
import { datumShift, type FormerDatum } from './datum-params.ts'
import { choiceOf, isOn, numberOr, PARAMS, type ChoiceParam, type FlagParam, type KnownParam, type NumberParam } from './params.ts'

/** Whether strangers may ask a tenant for an account. */
export const takesGuests = (ctx: Ctx, tenantId: string): Promise<boolean> => flagParam(ctx, PARAMS.register, tenantId)

async function valueOf(ctx: Ctx, { key }: KnownParam, tenantId: string): Promise<unknown> {
  const row = await ctx.db.selectFrom('param').select('paramValue').where('tenantId', '=', tenantId).where('paramKey', '=', key).executeTakeFirst()
  return row?.paramValue
}
/** A number as a tenant has it, the caller's unless another is named; what holds without it where there is none or it is no such number. */
export const numberParam = async (ctx: Ctx, param: NumberParam, tenantId = ctx.who.tenantId): Promise<number> =>
  numberOr(await valueOf(ctx, param, tenantId), param)
/** Whether a tenant has turned this on. */
export const flagParam = async (ctx: Ctx, param: FlagParam, tenantId = ctx.who.tenantId): Promise<boolean> => isOn(await valueOf(ctx, param, tenantId))
/** What the caller's tenant has chosen, if it has. */
export const choiceParam = async (ctx: Ctx, param: ChoiceParam): Promise<number | undefined> => choiceOf(await valueOf(ctx, param, ctx.who.tenantId), param)
/** How coordinates of former systems become ours, of those whose parameters the caller's tenant has entered. */
export async function datumShifts(ctx: Ctx): Promise<Partial<Record<FormerDatum, string>>> {
  const known = {
    xian80: datumShift(await valueOf(ctx, PARAMS.xian80, ctx.who.tenantId)),
    beijing54: datumShift(await valueOf(ctx, PARAMS.beijing54, ctx.who.tenantId)),
  }
  return Object.fromEntries(Object.entries(known).filter(([, v]) => v !== undefined))
}
