// What the registry must know before a push: the cases that made the books which a case changed or ended. Source: business-flows.md 10.2.
import { sql } from 'kysely'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'

/** The outbox topic of pushes. */
export const PUSH_TOPIC = 'business.push'

/** A case that comes before another at the registry. `state`: how its push stands, if it has not arrived: parked, or still on its way. */
export interface PushPredecessor {
  id: string
  businessCode: string
  state: 'parked' | 'open' | null
}
/**
 * The cases that made the books which case `businessId` took up, the oldest first; `push`: the id of its own push, behind which nothing is waited for. A case that was pushed, told
 * to nobody, or disposed of bars nothing.
 */
export async function casesBefore(ctx: Ctx, businessId: string, regionCode: string, push: string | null): Promise<PushPredecessor[]> {
  const { rows } = await sql<PushPredecessor>`select b.id::text as id, b."businessCode",
      (select case when bool_or(p."parkTime" is not null) then 'parked' when count(*) > 0 then 'open' end from outbox p where p."tenantId" = b."tenantId"
        and p.topic = ${PUSH_TOPIC} and p.key = b.id::text and p."doneTime" is null and (${push}::bigint is null or p.id < ${push}::bigint)) as state
    from business b where b."countyCode" = ${countyOf(regionCode)} and b."tenantId" = ${ctx.who.tenantId} and b.id <> ${businessId}
      and b.id in (select d."businessId" from business_book k join djb d on d."countyCode" = k."countyCode" and d.id = k."djbId"
        where k."countyCode" = ${countyOf(regionCode)} and k."tenantId" = ${ctx.who.tenantId} and k."businessId" = ${businessId})
    order by b.id`.execute(ctx.db)
  return rows
}
