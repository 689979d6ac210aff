import type { AnyResource } from '../kit/model/resource.ts'
import type { Ctx } from '../kit/server/ctx.server.ts'
import { rowIdOf, type Input, type Route } from '../kit/server/route.server.ts'
import * as rows from '../kit/server/rows.server.ts'

/** A call before which something is asked of what was sent: what that refuses, the call refuses, and has done nothing yet. */
export const askedFirst = <R extends Route>(route: R, ask: (ctx: Ctx, input: Input) => unknown): R => ({
  ...route,
  async run(ctx: Ctx, input: Input, facts: Parameters<R['run']>[2]) {
    await ask(ctx, input)
    return route.run(ctx, input, facts)
  },
})

/** What is saved of a kind of configuration is asked one after another in a tenant, so that two who save at once see each other. */
export const inTurn = (ctx: Ctx) => ctx.db.selectFrom('tenant').select('id').where('code', '=', ctx.who.tenantId).forUpdate().execute()
/** The row as it would stand with what was sent; what was not sent stays, or begins enabled. */
export async function wouldBe(ctx: Ctx, r: AnyResource, sent: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> {
  const id = rowIdOf(sent)
  const before = id ? await rows.find(ctx, r, { id }) : undefined
  const given = Object.fromEntries(Object.entries(sent).filter(([n, v]) => Object.hasOwn(r.fields, n) && v !== undefined))
  return { isEnabled: 1, ...before, ...given }
}
