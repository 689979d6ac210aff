import type { Ctx } from '../kit/server/ctx.server.ts'
import type { Input, Route } from '../kit/server/route.server.ts'

/** A call before which something is asked of what was sent: what that refuses, the call refuses, and has done nothing yet. */
export const askedFirst = <R extends Route>(route: R, ask: (ctx: Ctx, input: Input) => unknown): R => ({
  ...route,
  async run(ctx: Ctx, input: Input, facts: Parameters<R['run']>[2]) {
    await ask(ctx, input)
    return route.run(ctx, input, facts)
  },
})
