import { dayPlus } from '../../../kit/model/days.ts'
import { clock, localDay } from '../../../kit/server/clock.server.ts'
import type { Who } from '../../../kit/server/ctx.server.ts'
import { DeferredResponse, type Again, type Input, type RequestFacts } from '../../../kit/server/route.server.ts'
import { PLATFORM_TENANT } from '../../../platform/seed/tenant-codes.ts'
import { whoOf } from '../../../platform/session/who.server.ts'
import { contextFor } from '../../../runtime/jobs.server.ts'
import type { Application } from '../app.server.ts'

/**
 * What a person of the demonstration does by a route of the product; answers what the route does. `daysAgo`: so many days before today, for what took weeks.
 */
export type DemoCall = (account: string, path: string, input?: Input, o?: { daysAgo?: number; facts?: Partial<RequestFacts> }) => Promise<any>

const DAY_MS = 86_400_000
/** How the demonstration does what its people do: by the routes of the product, in their names. */
export function demoCalls(a: Pick<Application, 'db' | 'routes' | 'jobs'>): DemoCall {
  const people = new Map<string, Who>()
  return async (account, path, input = {}, { daysAgo = 0, facts } = {}) => {
    const who = people.get(account) ?? (await whoOf(a.db, PLATFORM_TENANT, account))
    people.set(account, who)
    const now = () => new Date(clock().getTime() - daysAgo * DAY_MS)
    const as: Again = (work) => a.db.transaction({ tenantId: who.tenantId }, (tx) => work(contextFor(tx, who, now, 'demo', a.jobs.enqueue)))
    const found = a.routes.find((r) => r.path === path)
    if (!found) throw new Error(`the demonstration calls ${path}, which is not there`)
    const out = await as((ctx) => found.run(ctx, input, { headers: {}, params: {}, cookies: {}, ...facts }))
    return out instanceof DeferredResponse ? out.make(as) : out
  }
}
/** Today of the demonstration, yyyy-MM-dd; `days` after it, or before it where negative. */
export const demoDay = (days = 0): string => dayPlus(localDay(clock()), days)
