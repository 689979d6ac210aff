// How the shape of a parcel changed from one version to the next: what was gained and lost. Pure.
import { areaText } from '../geometry/area.ts'
import { shapeFromWkt } from '../geometry/crs.ts'
import { zoneOfWkt } from '../geometry/outline.ts'
import { commonArea } from '../geometry/overlap.ts'
import { shapeArea, type Shape } from '../geometry/shape.ts'

export interface ShapeVersion {
  regFrom: string
  geom?: string | null
}
/** A new shape and the one before it, in metres; areas in m², decimal text. */
export interface ShapeChange {
  day: string
  before: Shape
  after: Shape
  areas: { before: string; after: string; gained: string; lost: string }
}
const twoDigits = (n: number) => Math.max(0, n).toFixed(2)

/** The changes of shape among versions, the latest first; versions without a shape are passed over. */
export function changesOf(versions: readonly ShapeVersion[]): ShapeChange[] {
  const drawn = versions.filter((v) => v.geom).toSorted((a, b) => (a.regFrom < b.regFrom ? -1 : 1))
  const zone = zoneOfWkt(drawn[0]?.geom ?? '105')
  const out: ShapeChange[] = []
  for (const [i, v] of drawn.entries()) {
    const was = drawn[i - 1]
    if (!was || was.geom === v.geom) continue
    const [before, after] = [shapeFromWkt(was.geom!, zone), shapeFromWkt(v.geom!, zone)]
    const common = commonArea(before, after).reduce((s, x) => s + shapeArea(x), 0)
    const areas = {
      before: areaText(before),
      after: areaText(after),
      gained: twoDigits(shapeArea(after) - common),
      lost: twoDigits(shapeArea(before) - common),
    }
    out.unshift({ day: v.regFrom, before, after, areas })
  }
  return out
}
