import { typedRows } from '../../kit/server/any-query.server.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { dayName, isPast, joinable, requireRegion, underRegion } from '../../kit/server/query.server.ts'
import { reading, type Route, type TextInput } from '../../kit/server/route.server.ts'
import { regionRange, REGION_LENGTHS } from '../../kit/model/region-code.ts'
import { COLLECTIVE } from '../parts/tallies.ts'
import { tallied } from '../parts/tallies.server.ts'
import { dk } from '../definitions/dk.ts'
import { ZT } from '../definitions/statuses.ts'
import { areaFigure, mu, sum } from '../definitions/area.ts'

type Part = { key: string; n: number; area: number }
interface Group {
  dklb: string
  tdyt: string | null
  held: boolean
  n: number
  area: string
}
/** Of today: from what is kept of each village. */
async function kept(ctx: Ctx, regionCode: string): Promise<Group[]> {
  const length = REGION_LENGTHS.find((n) => n > regionCode.length) ?? regionCode.length
  return (await tallied(ctx, ['collective'], regionRange(regionCode), length)).map(({ key, n, area }) => {
    const [dklb = '', tdyt = '', held] = key.split('|')
    return { dklb, tdyt: tdyt || null, held: held === '1', n, area }
  })
}
/** Of a past day: from the parcels as they stood. */
async function counted(ctx: Ctx, regionCode: string): Promise<Group[]> {
  const found = await typedRows<Omit<Group, 'n'> & { n: string }>(
    underRegion(joinable(ctx, dk), 'dk', regionCode)
      .select([
        'dk.dklb',
        'dk.tdyt',
        sql<boolean>`dk.cbfbm is not null`.as('held'),
        sql<string>`count(*)`.as('n'),
        sql<string>`coalesce(sum(dk.scmjm), 0)`.as('area'),
      ])
      .where('dk.zt', '=', ZT.valid)
      .where('dk.dklb', 'in', COLLECTIVE)
      .groupBy(['dk.dklb', 'dk.tdyt', sql`3`]),
  )
  return found.map((r) => ({ ...r, n: Number(r.n) }))
}

/** Collective land of a region: numbers and measured areas (mu, as numbers) by category, by use, and by whether somebody holds it. Source: statistics.md 7. */
async function statisticsJtd(ctx: Ctx, q: TextInput) {
  const regionCode = q.regionCode || ctx.who.regionCode
  if (regionCode !== '') requireRegion(ctx, regionCode)
  const found = isPast(ctx) ? await counted(ctx, regionCode) : await kept(ctx, regionCode)
  const by = (key: (r: (typeof found)[number]) => string): Part[] =>
    [...Map.groupBy(found, key)]
      .map(([k, of]) => ({ key: k, n: of.reduce((s, r) => s + Number(r.n), 0), area: areaFigure(sum(of.map((r) => mu(String(r.area))))) }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const [total = { key: '', n: 0, area: 0 }] = by(() => '')
  return { regionCode, unit: '亩', n: total.n, area: total.area, dklb: by((r) => r.dklb), tdyt: by((r) => r.tdyt ?? ''), held: by((r) => (r.held ? '1' : '2')) }
}
export const collectiveRoutes: Route[] = [
  reading('land', 'dk_view')('/base-dlxx/dk/statisticsJtd', '集体土地统计', ['regionCode', ...dayName(dk)], statisticsJtd),
]
