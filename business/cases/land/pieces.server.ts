import { sql } from 'kysely'
import type { AnyQuery } from '../../../kit/server/any-query.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { flatRows, scoped } from '../../../kit/server/query.server.ts'
import { dk } from '../../../land/definitions/dk.ts'
import { ZT } from '../../../land/definitions/statuses.ts'
import { zoneOfEpsg } from '../../../land/geometry/crs.ts'
import { zoneOfWkt } from '../../../land/geometry/outline.ts'
import { nextDkbms } from '../../../land/register/codes.server.ts'
import { draftOf } from '../handling/case.server.ts'
import type { Codes } from '../definitions/business.ts'
import type { TaskStep } from '../handling/handling.server.ts'
import { formsIn } from '../definitions/form.ts'
import { besideOutlines } from './outlines.server.ts'
import { undrawn, type Cut, type CutParcel } from './pieces.ts'

type CutRow = CutParcel['parcel'] & { wkt: string | null; projection: number | null }
/** Codes that a case took for pieces, by the parcel that is cut. */
const takenOf = (codes: Codes | null): Readonly<Record<string, readonly string[]>> => (codes?.pieces ?? {}) as Record<string, string[]>

/**
 * The parcels that a case cuts, in the order of the form; undefined where the caller sees no such valid parcel. Takes codes for pieces that have none yet: they
 * are kept with those of the case (`pieceCodes`). One statement, two for what lies beside drawn pieces, and one for each issuer whose parcels get codes.
 */
export async function cutParcels(ctx: Ctx, cuts: readonly Cut[], codes: Codes | null): Promise<(CutParcel | undefined)[]> {
  if (cuts.length === 0) return []
  const found: CutRow[] = await (flatRows(scoped(ctx, dk), dk) as AnyQuery)
    .select([
      sql<string | null>`ST_AsText(dk.geom, 15)`.as('wkt'),
      sql<number | null>`(select projection from region where code = dk."countyCode")`.as('projection'),
    ])
    .where(
      'dk.dkbm',
      'in',
      cuts.map((c) => c.dkbm),
    )
    .where('dk.zt', '=', ZT.valid)
    .$castTo<CutRow>()
    .execute()
  const taken = takenOf(codes)
  const wanted = cuts.flatMap((c) => {
    const fbfbm = found.find((p) => p.dkbm === c.dkbm)?.fbfbm
    const n = c.pieces.length - (taken[c.dkbm]?.length ?? 0)
    return fbfbm && n > 0 ? [{ dkbm: c.dkbm, fbfbm, n }] : []
  })
  const fresh = new Map<string, string[]>()
  for (const [fbfbm, of] of Map.groupBy(wanted, (w) => w.fbfbm)) {
    const next = await nextDkbms(
      ctx,
      fbfbm,
      of.reduce((s, w) => s + w.n, 0),
    )
    for (const w of of) fresh.set(w.dkbm, next.splice(0, w.n))
  }
  const drawn = cuts.flatMap((c) => (found.some((p) => p.dkbm === c.dkbm) ? c.pieces.flatMap((p) => (p.geom ? [{ dkbm: c.dkbm, geom: p.geom }] : [])) : []))
  const near = await besideOutlines(ctx, drawn)
  return cuts.map((c) => {
    const row = found.find((p) => p.dkbm === c.dkbm)
    if (!row) return undefined
    const { wkt, projection, ...parcel } = row
    const zone = zoneOfEpsg(Number(projection ?? 0)) ?? (wkt ? zoneOfWkt(wkt) : 0)
    return { parcel, wkt, zone, codes: [...(taken[c.dkbm] ?? []), ...(fresh.get(c.dkbm) ?? [])], near }
  })
}

/** The survey of a type that cuts parcels: it is passed when the pieces of each are drawn. `at`: where the cuts stand in the form. */
export const cuttingSurvey = (at: string): TaskStep => ({
  ready: async (ctx, { business }) => {
    const { form } = await draftOf(ctx, business.id)
    const [first] = undrawn(
      formsIn(form[at]).map((c) => ({ dkbm: String(c.dkbm), pieces: formsIn(c.pieces) })),
      at,
    )
    if (first) throw first
  },
})
