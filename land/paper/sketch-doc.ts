/** A holder's parcels and the rest of the group as the printed sketch. */

import type { SketchDoc } from './documents/sketch.ts'
import { printedArea, byCode, isContracted, ringsOf, sidesOf, sumOf, type PrintedParcel, type Words } from './rows.ts'

export interface SketchRows {
  readonly holder: { readonly cbfmc: string; readonly cbfbm: string }
  readonly parcels: readonly PrintedParcel[]
  /** Background: WKT in degrees of the group's other parcels. */
  readonly others: readonly string[]
  /** Number of the 3-degree zone that the county measures in. */
  readonly zone: number
  /** how areas print */
  readonly words?: Words
  /** Who answers for the sketch, and the day of it as it prints. */
  readonly imprint?: Pick<SketchDoc, 'shr' | 'shrq' | 'ztr' | 'ztrq' | 'bzdw'>
}

/** @returns rings in metres of the zone, parcels by code; a parcel without geometry keeps no ring and is refused by the form. Source: documents.md 4 */
export function sketchDoc({ holder, parcels, others, zone, words, imprint }: SketchRows): SketchDoc {
  return {
    docId: `SYT-${holder.cbfbm}`,
    area: parcels.some((p) => isContracted(p)) ? '合同面积' : '实测面积',
    cbfmc: holder.cbfmc,
    cbfbm: holder.cbfbm,
    zmjm: sumOf(
      parcels.map((p) => printedArea(p, words)),
      words,
    ),
    dk: byCode(parcels).map((p) => ({ dkbm: p.dkbm, mjm: printedArea(p, words), ...sidesOf(p), rings: p.rings ?? ringsOf(p.geom, zone) })),
    others: others.map((wkt) => ({ rings: ringsOf(wkt, zone) })),
    ...imprint,
  }
}
