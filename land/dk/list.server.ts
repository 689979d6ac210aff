import { sql } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'
import { withIssuer, yesNo, type IssuerExtras } from '../fbf/figures.server.ts'
import { cbdkxx } from '../definitions/cbht.ts'
import { dk } from '../definitions/dk.ts'
import { QSZT } from '../definitions/statuses.ts'
import { pageThen } from '../register/standing.server.ts'

/** Filters of parcels beyond their fields: held by somebody, drawn (1 or 2), and the box of a map in degrees: west,south,east,north. */
export const MORE_FILTERS = ['contracted', 'hasGeom', 'bbox'] as const

function boxOf(v: unknown): [number, number, number, number] | undefined {
  if (v === undefined || v === '') return undefined
  const parts = String(v).split(',').map(Number)
  const [w, s, e, n] = parts
  if (parts.length !== 4 || !parts.every(Number.isFinite) || w! > e! || s! > n!)
    throw problems.badRequest({ zh: '地图范围格式不正确', en: 'The map extent must be west,south,east,north' })
  return [w!, s!, e!, n!]
}
/** What the contracts in force say of the area (mu) of these parcels together, for a statement that reads more; each row gets it. */
function contracted(ctx: Ctx, rows: readonly { dkbm?: string | null }[]): IssuerExtras | undefined {
  const codes = rows.flatMap((r) => r.dkbm ?? [])
  if (codes.length === 0) return undefined
  return {
    query: joinable(ctx, cbdkxx)
      .select([sql<string>`'htmjm'`.as('of'), sql<string>`cbdkxx.dkbm`.as('code'), sql<string>`sum(cbdkxx.htmjm)::text`.as('word')])
      .where('cbdkxx.countyCode', 'in', [...new Set(codes.map(countyOf))])
      .where('cbdkxx.dkbm', 'in', codes)
      .where('cbdkxx.qszt', '=', QSZT.current)
      .groupBy('cbdkxx.dkbm'),
    give(words) {
      const areas = new Map(words.map((w) => [w.code, w.word]))
      for (const r of rows as { dkbm?: string | null; htmjm?: string | null }[]) r.htmjm = areas.get(r.dkbm ?? '') ?? null
    },
  }
}
/** A page of parcels with the names of their issuers and their contract areas. Source: screens.md B3. */
export async function listedParcels(ctx: Ctx, { contracted: isHeld, hasGeom, bbox, ...q }: TextInput) {
  const held = yesNo(isHeld, { zh: '是否承包', en: 'Contracted' }),
    drawn = yesNo(hasGeom, { zh: '有无图形', en: 'Has a shape' }),
    box = boxOf(bbox)
  let of: AnyQuery | undefined
  const and = (c: ReturnType<typeof sql<boolean>>) => void (of = (of ?? joinable(ctx, dk)).where(c))
  if (held !== undefined) and(held ? sql<boolean>`dk.cbfbm is not null` : sql<boolean>`dk.cbfbm is null`)
  if (drawn !== undefined) and(drawn ? sql<boolean>`dk.geom is not null` : sql<boolean>`dk.geom is null`)
  if (box) and(sql<boolean>`dk.geom && ST_MakeEnvelope(${box[0]}, ${box[1]}, ${box[2]}, ${box[3]}, 4326)`)
  const found = await pageThen(ctx, dk, q, of)
  return withIssuer(ctx, found, contracted(ctx, found.records))
}
