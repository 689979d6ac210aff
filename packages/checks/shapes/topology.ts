/** C10, C12–C15, C21: boundary points and lines against parcels and each other. */
import type { StagedPoint } from '../../package/staged.ts'
import { draft } from '../finding.ts'
import type { FindingDraft } from '../finding.ts'
import type { Rules } from '../facts.ts'
import type { Limits } from '../limits.ts'
import type { Village } from './village.ts'
import { pair, pointBox, reports } from './village.ts'
import { alongside, pointAt, bareLength, pointDistance, pointPlace, segmentBox, segmentsOf, toSegment } from './geometry.ts'

function* closePoints(village: Village, limits: Limits): Iterable<FindingDraft> {
  const order = new Map(village.points.map((point, i) => [point, i]))
  for (const a of village.points) {
    for (const b of village.pointGrid.near(pointBox(a.at), limits.minVertexDistance_m)) {
      const gap = pointDistance(a.at, b.at)
      if ((order.get(a) ?? 0) >= (order.get(b) ?? 0) || gap >= limits.minVertexDistance_m - 1e-6 || !reports(village, a, b)) continue
      yield draft('JZD', pair(a.jzdh, b.jzdh), '', gap.toFixed(3), `界址点${a.jzdh}与${b.jzdh}只相距${gap.toFixed(3)}米，应合并为一个点`, { place: a.at })
    }
  }
}

function* lineOffEdge(village: Village, limits: Limits): Iterable<FindingDraft> {
  const tolerance = limits.xyTolerance_m + 1e-6
  for (const line of village.lines) {
    if (line.home !== village.code) continue
    const tested = segmentsOf(line.lines).flatMap((segment) => [segment[0], pointAt(segment, 0.5), segment[1]])
    const off = tested.find((p) => ![...village.edgeGrid.near(pointBox(p), tolerance)].some((edge) => toSegment(p, edge.segment) <= tolerance))
    if (off) yield draft('JZX', line.bsm, '', '', '界址线没有落在地块边界上', { place: off })
  }
}

function* pointOffVertex(village: Village, limits: Limits): Iterable<FindingDraft> {
  const tolerance = limits.xyTolerance_m + 1e-6
  for (const point of village.points) {
    if (point.home !== village.code) continue
    const near = [...village.vertexGrid.near(pointBox(point.at), tolerance)]
    if (near.some((vertex) => pointDistance(vertex.at, point.at) <= tolerance)) continue
    yield draft('JZD', point.jzdh, '', '', `界址点${point.jzdh}不在任何地块的节点上`, { place: point.at })
  }
}

function* openEnds(village: Village, limits: Limits): Iterable<FindingDraft> {
  const tolerance = limits.xyTolerance_m + 1e-6
  const marked = (p: StagedPoint) => [...village.pointGrid.near(pointBox(p), tolerance)].some((point) => pointDistance(point.at, p) <= tolerance)
  for (const line of village.lines) {
    if (line.home !== village.code) continue
    const open = line.lines.flatMap((points) => [points[0], points[points.length - 1]]).find((p) => p && !marked(p))
    if (open) yield draft('JZX', line.bsm, '', '', '界址线的端点上没有界址点', { place: open })
  }
}

function* doubledLines(village: Village, limits: Limits): Iterable<FindingDraft> {
  const told = new Set<string>()
  for (const a of village.lines) {
    for (const base of segmentsOf(a.lines)) {
      for (const { segment, owner: b } of village.lineGrid.near(segmentBox(base), limits.xyTolerance_m)) {
        const object = pair(a.bsm, b.bsm)
        if (a === b || told.has(object) || !reports(village, a, b)) continue
        const span = alongside(base, segment, limits.xyTolerance_m)
        const length = span ? (span[1] - span[0]) * pointDistance(base[0], base[1]) : 0
        if (!span || length <= limits.stretch_m) continue
        told.add(object)
        const place = pointAt(base, (span[0] + span[1]) / 2)
        yield draft('JZX', object, '', length.toFixed(2), `界址线${a.bsm}与${b.bsm}重合${length.toFixed(2)}米，同一条边只应有一条界址线`, { place })
      }
    }
  }
}

function* bareEdges(village: Village, limits: Limits): Iterable<FindingDraft> {
  if (!village.facts.pkg.layers.some((layer) => layer.name === 'JZX' && layer.parts.shp)) return
  for (const parcel of village.parcels) {
    if (parcel.home !== village.code || !parcel.valid) continue
    let bare = 0
    let place = pointPlace(parcel.polygons)
    for (const edge of segmentsOf(parcel.polygons.flat())) {
      const lines = [...village.lineGrid.near(segmentBox(edge), limits.xyTolerance_m)].map((line) => line.segment)
      const found = bareLength(edge, lines, limits.xyTolerance_m + 1e-6)
      if (found.length <= limits.stretch_m) continue
      bare += found.length
      place = found.place
    }
    if (bare > limits.stretch_m) yield draft('DK', parcel.code, '', bare.toFixed(2), `地块边界有${bare.toFixed(2)}米没有界址线`, { place })
  }
}

/** Rules on boundary points and lines. */
export const topologyRules = {
  C10: closePoints,
  C12: lineOffEdge,
  C13: pointOffVertex,
  C14: openEnds,
  C15: doubledLines,
  C21: bareEdges,
} satisfies Rules<Village>
