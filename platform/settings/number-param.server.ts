import type { Ctx } from '../../kit/server/ctx.server.ts'

/** Parameter by which a tenant lets strangers ask for an account: 1 = it does. Without it they may not. */
const REGISTER_PARAM = 'login.register'
/** Whether strangers may ask a tenant for an account. */
export const takesGuests = async (ctx: Ctx, tenantId: string): Promise<boolean> =>
  (await numberParam({ ...ctx, who: { ...ctx.who, tenantId } }, REGISTER_PARAM, 0)) === 1

/** A parameter of the caller's tenant that is a whole number of at least `least`; `otherwise` where there is none or it is no such number. */
export async function numberParam(ctx: Ctx, key: string, otherwise: number, least = 0): Promise<number> {
  const row = await ctx.db.selectFrom('param').select('paramValue').where('tenantId', '=', ctx.who.tenantId).where('paramKey', '=', key).executeTakeFirst()
  return numberOr(row?.paramValue, otherwise, least)
}
/** What the value of a parameter says: a whole number of at least `least`; `otherwise` where it is absent or no such number. */
export function numberOr(value: unknown, otherwise: number, least = 0): number {
  const n = Number(value)
  return value !== undefined && Number.isInteger(n) && n >= least ? n : otherwise
}
