import { sql } from 'kysely'
import { both } from '../../kit/model/lang.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Wrong } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { namesakesOf, villageOfIssuer, type NamedIssuer } from '../definitions/issuer-name.ts'
import { ZT } from '../definitions/statuses.ts'

/** Valid issuers of the villages in which these stand, themselves too, by code. A village has a hundred at most: what is read alike (二组, 2组) is told by no index. */
export async function issuersBeside(ctx: Ctx, county: string, fbfbms: readonly string[]): Promise<NamedIssuer[]> {
  const villages = [...new Set(fbfbms.map(villageOfIssuer))]
  const { rows } = await sql<NamedIssuer>`select o.fbfbm, o.fbfmc from unnest(${villages}::text[]) as u(village)
    join fbf o on o."countyCode" = ${county} and o."tenantId" = ${ctx.who.tenantId} and o.fbfbm >= u.village || '00' and o.fbfbm <= u.village || '99' and o.zt = ${ZT.valid}
    order by o.fbfbm`.execute(ctx.db)
  return rows
}
/** What is wrong with a name that an issuer (`fbfbm`) is to have: another valid issuer of its village is called so already, however it is written (二组, 2组). */
export async function issuerNameWrong(ctx: Ctx, fbfbm: string, fbfmc: string | null | undefined): Promise<Wrong[]> {
  const [other] = namesakesOf({ fbfbm, fbfmc }, await issuersBeside(ctx, countyOf(fbfbm), [fbfbm]))
  return other ? [{ field: 'fbfmc', msg: both(`本村发包方【${other}】已使用该名称`, `Issuer ${other} of this village has this name already`) }] : []
}
/** Valid issuers among these (by id) that share their name with another of their village: the codes of those. For the watch. */
export async function namesakes(ctx: Ctx, county: string, ids: readonly string[]): Promise<{ id: string; what: string }[]> {
  const { rows } = await sql<NamedIssuer & { id: string }>`select o.id::text as id, o.fbfbm, o.fbfmc from fbf o
    where o."countyCode" = ${county} and o."tenantId" = ${ctx.who.tenantId} and o.id = any(${[...ids]}::bigint[]) and o.zt = ${ZT.valid}`.execute(ctx.db)
  const beside = Map.groupBy(
    await issuersBeside(
      ctx,
      county,
      rows.map((r) => String(r.fbfbm)),
    ),
    (o) => villageOfIssuer(o.fbfbm),
  )
  return rows.flatMap((r) => {
    const same = namesakesOf(r, beside.get(villageOfIssuer(r.fbfbm)) ?? [])
    return same.length ? [{ id: r.id, what: same.join(' ') }] : []
  })
}
