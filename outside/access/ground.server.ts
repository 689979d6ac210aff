// The ground of a business as the register knew it before and after: parcels, and their boundary points and lines. Source: data-format.md 13.
import { sql } from 'kysely'
import { localDay } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable } from '../../kit/server/query.server.ts'
import { formatWkt, type Position } from '../../kit/model/wkt.ts'
import { BOUNDARY_YSDM, boundaryRowsOf, numberedEasting } from '../../land/dk/boundary.server.ts'
import { dk, jzd, jzx } from '../../land/definitions/dk.ts'
import { toDegrees, zoneOfEpsg } from '../../land/geometry/crs.ts'
import { zoneOfWkt } from '../../land/geometry/outline.ts'
import { countyProjection } from '../../platform/regions/lookup.server.ts'
import type { MessageContent, MessageObject, MessageValue } from '../push/message.ts'
import { parcelsAt } from '../push/message.server.ts'
import type { BoundarySides, GroundSides } from './content.ts'

/** Decimals of a degree in a message: nine bring the millimetre grid back. */
const DECIMALS = 9
type Found = Readonly<Record<string, unknown>>
const value = (v: unknown): MessageValue => (v === null || v === undefined || typeof v === 'object' ? null : typeof v === 'number' ? v : String(v))
const told = (row: Found, more: MessageObject): MessageObject => ({ ...Object.fromEntries(Object.entries(row).map(([n, v]) => [n, value(v)])), ...more })

const course = (way: readonly Position[]): string => `(${way.map((p) => p.map((x) => Number(x.toFixed(DECIMALS))).join(' ')).join(',')})`
/** The course of a line, whose ways are kept in degrees. */
function lineWkt(lines: unknown): string | null {
  const ways = Array.isArray(lines) ? (lines as Position[][]) : []
  if (ways.length === 0) return null
  return ways.length === 1 ? `LINESTRING${course(ways[0]!)}` : `MULTILINESTRING(${ways.map(course).join(',')})`
}
function pointTold(row: Found, zone: number): MessageObject {
  const stands = row.xzbz && row.yzbz
  const at = stands ? toDegrees([Number(row.yzbz) % 1e6, Number(row.xzbz)], zone) : undefined
  return told(row, {
    ysdm: BOUNDARY_YSDM.jzd,
    yzbz: stands ? numberedEasting(row.yzbz, zone).toFixed(3) : null,
    wkt: at ? formatWkt({ type: 'POINT', coordinates: at }, DECIMALS) : null,
  })
}

/** The moment before a business wrote these parcels, whose points and lines follow their shapes; undefined where it wrote none of them. */
async function momentBefore(ctx: Ctx, county: string, businessId: string, codes: readonly string[]): Promise<string | undefined> {
  // clocks of the register are finer than ours
  const moment = sql<string | null>`to_char((min(dk."validFrom") - interval '1 microsecond') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
  const first = await joinable(ctx, dk, 'versions')
    .select(moment.as('at'))
    .where('dk.countyCode', '=', county)
    .where('dk.dkbm', 'in', [...codes])
    .where('dk.causeKind', '=', 'business')
    .where('dk.causeId', '=', businessId)
    .executeTakeFirst()
  return first?.at ?? undefined
}

/** Parcels, points and lines on both sides of a business: before it those of the parcels that stood in its books, after it those of all. `ctx` has the clocks of its message. */
export async function groundOf(ctx: Ctx, of: { county: string; businessId: string }, c: MessageContent): Promise<GroundSides> {
  const after = c.parcels.map((p) => String(p.dkbm))
  const was = c.parcels.filter((p) => p.op !== '02').map((p) => String(p.dkbm))
  if (after.length === 0) return { parcels: [], points: { before: [], after: [] }, lines: { before: [], after: [] } }
  const since = was.length ? await momentBefore(ctx, of.county, of.businessId, was) : undefined
  const former: Ctx = since ? { ...ctx, knownAt: since, asOf: localDay(new Date(since)) } : ctx
  const wkt = c.parcels.map((p) => p.wkt).find((w) => typeof w === 'string')
  const zone = zoneOfEpsg((await countyProjection(ctx, of.county)) ?? 0) ?? (wkt ? zoneOfWkt(String(wkt)) : undefined)
  const sides = async (r: typeof jzd | typeof jzx, tell: (row: Found) => MessageObject): Promise<BoundarySides> => ({
    before: was.length ? (await boundaryRowsOf(former, r, of.county, was)).map(tell) : [],
    after: (await boundaryRowsOf(ctx, r, of.county, after)).map(tell),
  })
  return {
    parcels: was.length ? await parcelsAt(former, of.county, was) : [],
    // where no zone is known there is no shape either, and nothing that lies at its edge
    points: zone === undefined ? { before: [], after: [] } : await sides(jzd, (row) => pointTold(row, zone)),
    lines: await sides(jzx, (row) => told(row, { ysdm: BOUNDARY_YSDM.jzx, wkt: lineWkt(row.lines) })),
  }
}
