/** C01–C06, C11, C19: the shape of one parcel or boundary line by itself. */
import type { StagedPoint } from '../../package/staged.ts'
import { draft } from '../finding.ts'
import type { FindingDraft, Rings } from '../finding.ts'
import type { Rules } from '../facts.ts'
import type { LayerInput } from '../attributes.ts'
import type { Limits } from '../limits.ts'
import { areaOf, pointDistance, linesOf, pointPlace, polygonsOf, ringFault } from './geometry.ts'

// two places closer than this are the same place: coordinates are kept to 0.0001 m
const touch = 0.00005

/** The first place where any polygon is not simple; null for valid polygons. */
export function polygonFault(polygons: readonly Rings[]): StagedPoint | null {
  for (const rings of polygons) {
    const place = ringFault(rings, touch)
    if (place) return place
  }
  return null
}

function* emptyGeometry({ layer, row, object, facts }: LayerInput): Iterable<FindingDraft> {
  // a layer without shp is judged by A03
  if (!row.geometry && layer.parts.shp && facts.projected) yield draft(layer.name, object, '', '', '没有图形（空几何），只有属性')
}

function* invalidRing({ layer, row, object, facts }: LayerInput): Iterable<FindingDraft> {
  const polygons = polygonsOf(row.geometry)
  if (layer.name !== 'DK' || !facts.projected) return
  const place = polygonFault(polygons)
  if (place) yield draft('DK', object, '', '', '地块图形无效：边界自相交、自相接或未闭合', { place })
}

function* multipart({ layer, row, object, facts }: LayerInput): Iterable<FindingDraft> {
  const polygons = polygonsOf(row.geometry)
  if (layer.name === 'DK' && facts.projected && polygons.length > 1) {
    yield draft('DK', object, '', polygons.length, `一个地块由${polygons.length}个分离的面组成，应拆成多个地块`, { place: pointPlace(polygons) })
  }
}

function* repeatedVertices({ layer, row, object, valid }: LayerInput, limits: Limits): Iterable<FindingDraft> {
  if (layer.name !== 'DK' || !valid) return
  for (const ring of polygonsOf(row.geometry).flat()) {
    for (let i = 1; i < ring.length; i++) {
      const a = ring[i - 1] as StagedPoint
      const b = ring[i] as StagedPoint
      const gap = pointDistance(a, b)
      if (gap >= limits.minVertexDistance_m - 1e-6) continue
      yield draft('DK', object, '', gap.toFixed(3), `相邻两个节点只相距${gap.toFixed(3)}米，应不小于${limits.minVertexDistance_m}米`, { place: b })
      return
    }
  }
}

/** Angle at b between a and c in degrees, 0–180. */
function angleAt(a: StagedPoint, b: StagedPoint, c: StagedPoint): number {
  const one = Math.atan2(a[1] - b[1], a[0] - b[0])
  const two = Math.atan2(c[1] - b[1], c[0] - b[0])
  const turn = Math.abs(one - two)
  return ((turn > Math.PI ? 2 * Math.PI - turn : turn) * 180) / Math.PI
}

function* narrowAngle({ layer, row, object, valid }: LayerInput, limits: Limits): Iterable<FindingDraft> {
  if (layer.name !== 'DK' || !valid) return
  for (const ring of polygonsOf(row.geometry).flat()) {
    const open = ring.slice(0, -1).filter((p, i, all) => pointDistance(p, all[(i + 1) % all.length] as StagedPoint) > touch)
    for (let i = 0; i < open.length; i++) {
      const b = open[i] as StagedPoint
      const angle = angleAt(open[(i + open.length - 1) % open.length] as StagedPoint, b, open[(i + 1) % open.length] as StagedPoint)
      if (angle >= limits.minAngle_deg) continue
      yield draft('DK', object, '', angle.toFixed(1), `边界有${angle.toFixed(1)}度的尖角，应不小于${limits.minAngle_deg}度`, { place: b })
      return
    }
  }
}

function* sliver({ layer, row, object, place, valid }: LayerInput, limits: Limits): Iterable<FindingDraft> {
  if (layer.name !== 'DK' || !valid) return
  const area = areaOf(polygonsOf(row.geometry))
  if (area < limits.sliverArea_m2) yield draft('DK', object, '', area.toFixed(2), `碎小地块，图形面积只有${area.toFixed(2)}平方米`, { place })
}

function* shortLine({ layer, row, object, place, facts }: LayerInput, limits: Limits): Iterable<FindingDraft> {
  const lines = linesOf(row.geometry)
  if (layer.name !== 'JZX' || !lines.length || !facts.projected) return
  const length = lines.reduce((sum, line) => sum + line.reduce((all, p, i) => all + (i ? pointDistance(line[i - 1] as StagedPoint, p) : 0), 0), 0)
  if (length < limits.minVertexDistance_m) {
    yield draft('JZX', object, '', length.toFixed(3), `界址线只有${length.toFixed(3)}米长，应不小于${limits.minVertexDistance_m}米`, { place })
  }
}

function* hole({ layer, row, object, valid }: LayerInput): Iterable<FindingDraft> {
  if (layer.name !== 'DK' || !valid) return
  const holes = polygonsOf(row.geometry).flatMap((rings) => rings.slice(1))
  const [first] = holes
  if (first) yield draft('DK', object, '', holes.length, `地块内部有${holes.length}个洞，请核实是否为独立地物`, { place: pointPlace([[first]]) })
}

/** Rules on the shape of one row. */
export const shapeRules = {
  C01: emptyGeometry,
  C02: invalidRing,
  C03: multipart,
  C04: repeatedVertices,
  C05: narrowAngle,
  C06: sliver,
  C11: shortLine,
  C19: hole,
} satisfies Rules<LayerInput>
