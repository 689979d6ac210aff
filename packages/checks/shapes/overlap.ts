/** C07–C09, C20: parcels against their neighbours. */
import { commonOf } from './clip.ts'
import type { StagedPoint } from '../../package/staged.ts'
import { draft } from '../finding.ts'
import type { FindingDraft } from '../finding.ts'
import type { Rules } from '../facts.ts'
import type { Limits } from '../limits.ts'
import type { CheckedParcel, Village } from './village.ts'
import { pair, pointBox, reports } from './village.ts'
import { areaOf, pointAt, bboxOf, boxesTouch, crossing, pointDistance, inside, pointPlace, project, segmentBox, segmentsOf, toSegment } from './geometry.ts'

/** Neighbouring pairs this village reports: boxes within `margin` m, each pair once. */
function* pairs(village: Village, margin: number): Iterable<[CheckedParcel, CheckedParcel]> {
  const order = new Map(village.parcels.map((parcel, i) => [parcel, i]))
  for (const a of village.parcels) {
    if (!a.valid) continue
    for (const b of village.parcelGrid.near(a.box, Math.max(margin, 0))) {
      if (!b.valid || (order.get(a) ?? 0) >= (order.get(b) ?? 0)) continue
      if (boxesTouch(a.box, b.box, margin) && reports(village, a, b)) yield [a, b]
    }
  }
}

/** Vertices of all rings to the millimetre, sorted: equal for identical polygons wherever their rings start. */
function outline(parcel: CheckedParcel): string {
  return parcel.polygons
    .flat()
    .flatMap((ring) => ring.slice(1))
    .map(([x, y]) => `${x.toFixed(3)},${y.toFixed(3)}`)
    .sort()
    .join(' ')
}

function sameExtent(a: CheckedParcel, b: CheckedParcel, tolerance: number): boolean {
  return a.box.every((value, i) => Math.abs(value - (b.box[i] ?? 0)) <= tolerance)
}

function identical(a: CheckedParcel, b: CheckedParcel, tolerance: number): boolean {
  return sameExtent(a, b, tolerance) && outline(a) === outline(b)
}

/** True if a point of a (vertex or middle of an edge) lies inside b by more than the tolerance. */
function reachesInto(a: CheckedParcel, b: CheckedParcel, tolerance: number): boolean {
  const edges = segmentsOf(b.polygons.flat())
  const deep = (p: StagedPoint) =>
    boxesTouch(pointBox(p), b.box, -tolerance) && b.polygons.some((rings) => inside(p, rings)) && edges.every((edge) => toSegment(p, edge) > tolerance)
  return segmentsOf(a.polygons.flat()).some((segment) => deep(segment[0]) || deep(pointAt(segment, 0.5)))
}

function crosses(a: CheckedParcel, b: CheckedParcel, tolerance: number): boolean {
  const near = (parcel: CheckedParcel, other: CheckedParcel) => segmentsOf(parcel.polygons.flat()).filter((edge) => boxesTouch(segmentBox(edge), other.box))
  const edges = near(b, a)
  return near(a, b).some((one) => edges.some((two) => boxesTouch(segmentBox(one), segmentBox(two)) && crossing(one, two, tolerance)))
}

function* overlaps(village: Village, limits: Limits): Iterable<FindingDraft> {
  const tolerance = limits.xyTolerance_m
  for (const [a, b] of pairs(village, -tolerance)) {
    if (!reachesInto(a, b, tolerance) && !reachesInto(b, a, tolerance) && !crosses(a, b, tolerance)) continue
    if (identical(a, b, tolerance)) continue
    const shared = commonOf(a.polygons, b.polygons)
    const area = areaOf(shared)
    const [west, south, east, north] = bboxOf(shared.flat(2)) ?? [0, 0, 0, 0]
    const longest = Math.hypot(east - west, north - south)
    if (area <= tolerance * longest) continue
    const message = `地块${a.code}与${b.code}重叠${area.toFixed(3)}平方米`
    yield draft('DK', pair(a.code, b.code), '', area.toFixed(3), message, { place: pointPlace(shared) })
  }
}

function* twins(village: Village, limits: Limits): Iterable<FindingDraft> {
  for (const [a, b] of pairs(village, 0)) {
    if (!identical(a, b, limits.xyTolerance_m)) continue
    yield draft('DK', pair(a.code, b.code), '', '', `地块${a.code}与${b.code}图形完全相同，请删除其一`, { place: pointPlace(a.polygons) })
  }
}

function* unsnapped(village: Village, limits: Limits): Iterable<FindingDraft> {
  const [from = 0, to = 0] = limits.nodeSnap_m
  const told = new Set<string>()
  for (const a of village.parcels) {
    if (!a.valid) continue
    for (const p of a.polygons.flatMap((rings) => rings.flatMap((ring) => ring.slice(1)))) {
      const near = [...village.vertexGrid.near(pointBox(p), to)].filter((other) => pointDistance(p, other.at) < to - 1e-6)
      for (const { at: q, owner: b } of near) {
        const gap = pointDistance(p, q)
        const object = pair(a.code, b.code)
        if (b === a || !b.valid || gap <= from || told.has(object) || !reports(village, a, b)) continue
        told.add(object)
        yield draft('DK', object, '', gap.toFixed(4), `地块${a.code}与${b.code}的节点相距${gap.toFixed(3)}米，未捕捉到一起`, { place: p })
      }
    }
  }
}

function* gaps(village: Village, limits: Limits): Iterable<FindingDraft> {
  const told = new Set<string>()
  for (const a of village.parcels) {
    if (!a.valid) continue
    for (const base of segmentsOf(a.polygons.flat())) {
      for (const { segment, owner: b } of village.edgeGrid.near(segmentBox(base), limits.gapWidth_m)) {
        const object = pair(a.code, b.code)
        if (b === a || !b.valid || told.has(object) || !reports(village, a, b)) continue
        const found = strip(base, segment, limits)
        if (!found || covered(village, found.place)) continue
        told.add(object)
        yield draft(
          'DK',
          object,
          '',
          found.width.toFixed(3),
          `地块${a.code}与${b.code}之间有缝隙，最宽${found.width.toFixed(3)}米，相对的边长${found.length.toFixed(2)}米`,
          { place: found.place },
        )
      }
    }
  }
}

/**
 * The strip between two edges that face each other closer than the gap width over a noticeable length, with its greatest width and that length (m); null if
 * there is none. Where the
 * edges meet at one end (neighbours parting at a common vertex) the whole strip must be that narrow, else any two such edges would count.
 */
function strip(
  base: readonly [StagedPoint, StagedPoint],
  other: readonly [StagedPoint, StagedPoint],
  limits: Limits,
): { width: number; length: number; place: StagedPoint } | null {
  const shares = [project(other[0], base), project(other[1], base)]
  const from = Math.max(0, Math.min(...shares))
  const to = Math.min(1, Math.max(...shares))
  if (to <= from) return null
  const ends: [number, number] = [toSegment(pointAt(base, from), other), toSegment(pointAt(base, to), other)]
  const [narrow, wide] = [Math.min(...ends), Math.max(...ends)]
  if (wide <= limits.xyTolerance_m || narrow >= limits.gapWidth_m || (narrow <= limits.xyTolerance_m && wide >= limits.gapWidth_m)) return null
  // the width changes evenly along the strip: the share of it that is narrow enough, from the narrow end
  const share = wide <= limits.gapWidth_m ? 1 : (limits.gapWidth_m - narrow) / (wide - narrow)
  const length = share * (to - from) * pointDistance(base[0], base[1])
  if (length < limits.gapLength_m) return null
  const middle = pointAt(base, ends[0] <= ends[1] ? from + ((to - from) * share) / 2 : to - ((to - from) * share) / 2)
  const foot = pointAt(other, Math.min(1, Math.max(0, project(middle, other))))
  return { width: Math.min(wide, limits.gapWidth_m), length, place: [(middle[0] + foot[0]) / 2, (middle[1] + foot[1]) / 2] }
}

/** True if the place lies in any parcel. */
function covered(village: Village, place: StagedPoint): boolean {
  return [...village.parcelGrid.near(pointBox(place), 0)].some((parcel) => parcel.polygons.some((rings) => inside(place, rings)))
}

/** Rules on pairs of parcels. */
export const overlapRules = { C07: overlaps, C08: twins, C09: unsnapped, C20: gaps } satisfies Rules<Village>
