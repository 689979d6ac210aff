import type { Ctx } from '../../kit/server/ctx.server.ts'

/**
 * Holds the caller's account until the transaction ends. Called before counting what somebody has under way and taking one more: of two of his requests at
 * once the second waits here and counts what the first took. His other requests, which do not count, go on.
 */
export async function holdTurn(ctx: Ctx): Promise<void> {
  await ctx.db.selectFrom('sys_user').select('id').where('tenantId', '=', ctx.who.tenantId).where('id', '=', ctx.who.userId).forNoKeyUpdate().execute()
}
