import { sql } from 'kysely'
import { countyOf } from '../../../kit/model/region-code.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { joinable, listNames } from '../../../kit/server/query.server.ts'
import { answering, reading, type Route, type TextInput } from '../../../kit/server/route.server.ts'
import { djb } from '../../../land/definitions/cbht.ts'
import { fbf } from '../../../land/definitions/fbf.ts'
import { QSZT } from '../../../land/definitions/statuses.ts'
import { FIGURES, fbfPage } from '../../../land/fbf/figures.server.ts'
import { business } from '../definitions/business.ts'
import { STATUS } from '../rules/flow.ts'

/** The name under which each issuer stands in its newest current book: what is sealed, whatever the issuer is called today. */
async function sealedNames(ctx: Ctx, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await joinable(ctx, djb)
    .distinctOn('djb.fbfbm')
    .select(['djb.fbfbm', 'djb.fbfmc'])
    .where('djb.countyCode', 'in', [...new Set(codes.map(countyOf))])
    .where('djb.fbfbm', 'in', codes)
    .where('djb.qszt', '=', QSZT.current)
    .orderBy('djb.fbfbm')
    .orderBy('djb.djsj', 'desc')
    .orderBy('djb.id', 'desc')
    .execute()
  return new Map(found.map((x) => [String(x.fbfbm), String(x.fbfmc ?? '')]))
}
/** Cases of these issuers that are neither done nor revoked. */
async function runningOf(ctx: Ctx, codes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = await joinable(ctx, business)
    .select(['business.fbfbm', sql<string>`count(*)`.as('n')])
    .where('business.countyCode', 'in', [...new Set(codes.map(countyOf))])
    .where('business.fbfbm', 'in', codes)
    .where('business.status', 'in', [STATUS.todo, STATUS.doing])
    .where('business.removed', 'is', null)
    .groupBy('business.fbfbm')
    .execute()
  return new Map(found.map((x) => [String(x.fbfbm), Number(x.n)]))
}

/** Issuers as the register has them: read only, with the sealed name and the number of running cases. Source: screens.md B1. */
async function registered(ctx: Ctx, q: TextInput) {
  const found = await fbfPage(ctx, q)
  const codes = found.records.flatMap((f) => f.fbfbm ?? [])
  const [names, running] = codes.length ? await Promise.all([sealedNames(ctx, codes), runningOf(ctx, codes)]) : []
  const records = found.records.map((f) => ({ ...f, sealedName: names?.get(f.fbfbm ?? '') ?? null, running: running?.get(f.fbfbm ?? '') ?? 0 }))
  return { ...found, records }
}
export const issuerRoutes: Route[] = [
  answering(reading('land', 'fbf_view')('/dj-syq/fbf/page', '登记发包方分页', [...listNames(fbf), 'complete'], registered), {
    as: 'page',
    of: fbf,
    also: [...FIGURES, 'sealedName', 'running'],
  }),
]
