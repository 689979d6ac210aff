// Outlines that a case draws anew for parcels of the register: what they must be beside their neighbours. Nothing of a parcel changes before the finish. Pure.
import { m2, toMu, type M2, type Mu } from '../../../land/definitions/area.ts'
import { countyOf } from '../../../kit/model/region-code.ts'
import { invalidField, problems, type Problem } from '../../../kit/model/problem.ts'
import { areaText } from '../../../land/geometry/area.ts'
import { onGrid, shapeFromWkt } from '../../../land/geometry/crs.ts'
import { OVERLAP, overlapsOf, type Overlap } from '../../../land/geometry/overlap.ts'
import { outlineOf } from '../../../land/geometry/validity.ts'
import { sizeWrong } from '../../../land/definitions/parcel-size.ts'
import { boxesMeet, type Parcel } from '../../../land/geometry/shape.ts'
import { MOST_DRIFT, movedBeside } from '../../../land/register/acts/boundaries.ts'
import { registerProblems } from '../../../land/register/acts/problems.ts'
import type { PieceNeighbour, CutParcel } from './pieces.ts'

/** A parcel with the outline (WKT in degrees) that it is to get. `at`: path of its row in the form. */
export interface CaseOutline {
  at: string
  dkbm: string
  geom: string
}

/** Metres that an outline which is drawn anew may lie beside the former one: more is another parcel. */
const MOST_SHIFT = 100

/** A new outline as it is stored, on the grid of the zone, and its area: m² as measured in the zone of the county, and mu. */
export function outlineAreas(geom: string, { zone }: Pick<CutParcel, 'zone'>): { geom: string; scmj: M2; scmjm: Mu } {
  const scmj = m2(areaText(shapeFromWkt(geom, zone)))
  return { geom: onGrid(geom, zone), scmj, scmjm: toMu(scmj) }
}

/**
 * Why these outlines cannot be: each is one valid polygon, none covers another parcel, and no registered neighbour would have to follow by more than
 * 0.01 m²: that one and its book are to be taken into the case. `facts` in the order of the outlines. Source: acts.md 3 (change_contract_6), register.md 3.
 */
export function outlineFaults(outlines: readonly CaseOutline[], facts: readonly (CutParcel | undefined)[], beside: readonly PieceNeighbour[]): Problem[] {
  const drawn: Parcel[] = []
  return outlines.flatMap(({ at, dkbm, geom }, i): Problem[] => {
    const fact = facts[i]
    if (!fact) return [problems.notFound({ zh: `地块【${dkbm}】`, en: `Parcel ${dkbm}` })]
    const wrong = (zh: string, en: string) => invalidField(`${at}.geom`, { zh, en })
    const read = outlineOf(geom, fact.zone)
    if ('wrong' in read) return [wrong(`地块【${dkbm}】的图形无效：${read.wrong.zh}`, `The outline of parcel ${dkbm} is not valid: ${read.wrong.en}`)]
    const { shape } = read
    const size = sizeWrong(m2(areaText(shape)))
    if (size) return [wrong(`地块【${dkbm}】：${size.zh}`, `Parcel ${dkbm}: ${size.en}`)]
    if (fact.wkt && !boxesMeet(shape, shapeFromWkt(fact.wkt, fact.zone), MOST_SHIFT))
      return [
        wrong(
          `地块【${dkbm}】的新图形距原图形超过${MOST_SHIFT}米，不是同一地块，请检查坐标`,
          `The new outline of parcel ${dkbm} lies more than ${MOST_SHIFT} m from the former one: it is another parcel, check its coordinates`,
        ),
      ]
    const around = beside.map((b) => ({ id: b.dkbm, code: b.code, shape: shapeFromWkt(b.wkt, fact.zone) }))
    const follows = (other: string, drift: number) => {
      const { zh, en } = registerProblems.neighbour({ code: dkbm, other, drift }).words
      return wrong(zh, en)
    }
    // what follows is taken into the case with its book; land of another county cannot be, and its survey differs by what a form would let pass too
    const isHere = ({ id }: Parcel) => countyOf(id) === countyOf(dkbm)
    const covered = ({ id, area }: Overlap) =>
      wrong(`地块【${dkbm}】的图形与地块【${id}】重叠${area.toFixed(2)}平方米`, `The outline of parcel ${dkbm} overlaps parcel ${id} by ${area.toFixed(2)} m²`)
    const own = around.filter(isHere)
    const over = [
      ...overlapsOf(shape, [...own, ...drawn]).map((o) =>
        o.area > MOST_DRIFT && own.some((n) => n.id === o.id && n.code) ? follows(o.id, o.area) : covered(o),
      ),
      ...overlapsOf(
        shape,
        around.filter((n) => !isHere(n)),
      ).flatMap((o) => (o.area > OVERLAP.warn ? [covered(o)] : [])),
    ]
    drawn.push({ id: dkbm, shape })
    if (over.length || !fact.wkt) return over
    const left = movedBeside(
      shapeFromWkt(fact.wkt, fact.zone),
      shape,
      own.filter((n) => n.code),
    )
    return left ? [follows(left.id, left.drift)] : []
  })
}
