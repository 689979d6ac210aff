/** C16, D11, D14, D18, D19, D21: a parcel against its region, its boundary points, protected farmland and the holders next to it. */
import { commonOf, clippedWithin } from './clip.ts'
import type { StagedPoint } from '../../package/staged.ts'
import { draft } from '../finding.ts'
import type { FindingDraft } from '../finding.ts'
import type { Rules } from '../facts.ts'
import type { Limits } from '../limits.ts'
import type { CheckedParcel, Village, VillageZone } from './village.ts'
import { pair } from './village.ts'
import { areaOf, boxesTouch, contact, inside, pointPlace, segmentBox, segmentsOf, signedArea } from './geometry.ts'

/** Own parcels with a valid polygon. */
function* own(village: Village): Iterable<CheckedParcel> {
  for (const parcel of village.parcels) if (parcel.home === village.code && parcel.valid) yield parcel
}

/** Part of a parcel inside a zone, m². Only parcels at the border need clipping; a band of `margin` m counts as border. */
function areaInside(parcel: CheckedParcel, zone: VillageZone, margin: number): number {
  const whole = areaOf(parcel.polygons)
  if (!boxesTouch(parcel.box, zone.box)) return 0
  const near = [...zone.border.near(parcel.box, margin)].some((segment) => boxesTouch(segmentBox(segment), parcel.box, margin))
  const first = parcel.polygons[0]?.[0]?.[0]
  if (!near) return first && zone.polygons.some((rings) => inside(first, rings)) ? whole : 0
  const [west, south, east, north] = parcel.box
  return areaOf(commonOf(parcel.polygons, clippedWithin(zone.polygons, [west - 1, south - 1, east + 1, north + 1])))
}

function* outsideRegion(village: Village, limits: Limits): Iterable<FindingDraft> {
  for (const parcel of own(village)) {
    const region = village.regionOf(parcel.code.slice(0, 14))
    if (!region) continue
    const whole = areaOf(parcel.polygons)
    const outside = whole - areaInside(parcel, region, limits.xyTolerance_m)
    // a strip as wide as the tolerance along the whole border is rounding
    if (outside <= Math.sqrt(whole) * 4 * limits.xyTolerance_m) continue
    const share = outside > whole - 0.01 ? '全部' : `有${outside.toFixed(2)}平方米`
    yield draft('DK', parcel.code, '', outside.toFixed(2), `地块${share}在发包方${parcel.code.slice(0, 14)}的区域之外（飞地请说明）`, {
      place: pointPlace(parcel.polygons),
    })
  }
}

function* keyPoints(village: Village): Iterable<FindingDraft> {
  const places = new Map<string, Map<string, StagedPoint>>()
  for (const { jzdh, codes, at } of village.points) {
    for (const code of codes) {
      const named = places.get(code) ?? new Map<string, StagedPoint>()
      places.set(code, named.set(jzdh, at))
    }
  }
  for (const parcel of village.parcels) {
    if (parcel.home !== village.code || !parcel.kjzb) continue
    const known = places.get(parcel.code)
    const numbers = parcel.kjzb.split('/').filter(Boolean)
    const missing = numbers.filter((number) => !known?.has(number))
    const place = pointPlace(parcel.polygons)
    if (missing.length) {
      yield draft('DK', parcel.code, 'KJZB', parcel.kjzb, `空间坐标中的界址点${missing.slice(0, 5).join('、')}不是本地块的界址点`, { place })
      continue
    }
    const ring = numbers.map((number) => known?.get(number) as StagedPoint)
    if (ring.length > 2 && signedArea([...ring, ring[0] as StagedPoint]) > -1e-6) {
      yield draft('DK', parcel.code, 'KJZB', parcel.kjzb, '空间坐标的界址点不是顺时针排列', { place })
    }
  }
}

function* endNumbers(village: Village): Iterable<FindingDraft> {
  const known = new Set(village.points.map((point) => point.jzdh))
  for (const line of village.lines) {
    if (line.home !== village.code) continue
    for (const [field, word, value] of [
      ['QJZDH', '起', line.qjzdh],
      ['ZJZDH', '止', line.zjzdh],
    ] as const) {
      if (!value || known.has(value)) continue
      yield draft('JZX', line.bsm, field, value, `${word}界址点号${value}在界址点图层中不存在`, { place: line.lines[0]?.[0] })
    }
  }
}

function* protectedFarmland(village: Village, limits: Limits): Iterable<FindingDraft> {
  const zone = village.protectedLand
  if (!zone) return
  for (const parcel of own(village)) {
    if (parcel.sfjbnt !== '1' && parcel.sfjbnt !== '2') continue
    const share = areaInside(parcel, zone, 0) / areaOf(parcel.polygons)
    const fits = parcel.sfjbnt === '1' ? share >= limits.protectedShare : share <= limits.protectedShare
    if (fits) continue
    const word = parcel.sfjbnt === '1' ? '是' : '否'
    const message = `是否基本农田填“${word}”，但地块有${Math.round(share * 100)}%在基本农田保护区内`
    yield draft('DK', parcel.code, 'SFJBNT', parcel.sfjbnt, message, { place: pointPlace(parcel.polygons) })
  }
}

/** words for objects beside a parcel instead of a holder (judgement calls of the test data; ours) */
const objects = new Set(['道路', '沟渠', '田坎', '林地', '坡坎', '河沟', '房屋', '水塘', '机耕道', '荒坡'])
const fields = ['DKDZ', 'DKXZ', 'DKNZ', 'DKBZ']
const words = ['东至', '西至', '南至', '北至']

function touching(a: CheckedParcel, b: CheckedParcel, tolerance: number): boolean {
  if (!boxesTouch(a.box, b.box, tolerance)) return false
  const near = (parcel: CheckedParcel, other: CheckedParcel) =>
    segmentsOf(parcel.polygons.flat()).filter((edge) => boxesTouch(segmentBox(edge), other.box, tolerance))
  const edges = near(b, a)
  return near(a, b).some((one) => edges.some((two) => contact(one, two, tolerance)))
}

function* neighbourNames(village: Village, limits: Limits): Iterable<FindingDraft> {
  const { cbf } = village.facts.tables
  if (!cbf.size) return
  for (const parcel of own(village)) {
    if (parcel.dklb !== '10') continue
    const beside = new Map<string, CheckedParcel[]>()
    for (const other of village.parcelGrid.near(parcel.box, limits.xyTolerance_m)) {
      if (other === parcel) continue
      for (const row of village.rowsOf(other.code)) {
        const name = cbf.get(row.cbfbm)?.cbfmc ?? ''
        beside.set(name, [...(beside.get(name) ?? []), other])
      }
    }
    for (const [i, name] of parcel.sides.entries()) {
      if (!name || objects.has(name) || name.endsWith('集体')) continue
      if (beside.get(name)?.some((other) => touching(parcel, other, limits.xyTolerance_m))) continue
      const message = `${words[i]}填“${name}”，但相邻地块的承包方中没有此人`
      yield draft('DK', parcel.code, fields[i] ?? '', name, message, { place: pointPlace(parcel.polygons) })
    }
  }
}

function* sameDescription(village: Village): Iterable<FindingDraft> {
  const first = new Map<string, CheckedParcel>()
  for (const parcel of village.parcels) {
    if (parcel.home !== village.code || !parcel.dkmc || parcel.sides.filter(Boolean).length < 3) continue
    const key = [parcel.code.slice(0, 14), parcel.dkmc, ...parcel.sides].join('|')
    const other = first.get(key)
    if (!other) first.set(key, parcel)
    else if (other.code !== parcel.code) {
      const message = `地块${other.code}与${parcel.code}的名称“${parcel.dkmc}”和四至完全相同，请核实`
      yield draft('DK', pair(other.code, parcel.code), 'DKMC', parcel.dkmc, message, { place: pointPlace(parcel.polygons) })
    }
  }
}

/** Rules on a parcel and what surrounds it. */
export const surroundingRules = {
  C16: outsideRegion,
  D11: keyPoints,
  D14: endNumbers,
  D18: protectedFarmland,
  D19: neighbourNames,
  D21: sameDescription,
} satisfies Rules<Village>
