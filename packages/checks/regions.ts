/** A05, C17, C18, D20: the region polygons against each other, the code table and the boundary lines. */
import { commonOf, clippedWithout } from './shapes/clip.ts'
import { draft } from './finding.ts'
import type { FindingDraft } from './finding.ts'
import type { Facts, Region, Rules } from './facts.ts'
import type { Limits } from './limits.ts'
import { areaOf, bareLength, bboxOf, boxesTouch, pointPlace, segmentBox, segmentsOf } from './shapes/geometry.ts'
import { makeGrid } from './shapes/grid.ts'
import type { Segment } from './shapes/geometry.ts'
import type { Bbox } from '../package/staged.ts'

/** Code lengths of the levels: county, township, village, group. */
const levels = [6, 9, 12, 14]

/** Code of the region one level up; '' above the county. */
export function parentCode(code: string): string {
  const level = levels.indexOf(code.length)
  return level > 0 ? code.slice(0, levels[level - 1]) : ''
}

/** Region or issuer code as 14 digits, right-padded with zeros. */
export function padded(code: string): string {
  return code.padEnd(14, '0')
}

function* codeTable({ pkg, regions, tables }: Facts): Iterable<FindingDraft> {
  const layer = '权属单位代码表'
  if (!pkg.codeTable) {
    yield draft(layer, pkg.codeTableFile ?? layer, '', '', pkg.codeTableFile ? '权属单位代码表无法读取' : '缺少权属单位代码表')
    return
  }
  const used = new Set([...regions.map((region) => padded(region.code)), ...tables.fbf.keys()])
  const listed = new Map(pkg.codeTable.map((row) => [row.code, row.name]))
  for (const code of used) {
    if (!listed.has(code)) yield draft(layer, code, '权属单位代码', code, `代码${code}在成果中使用，但不在权属单位代码表中`)
  }
  for (const [code, name] of listed) {
    if (!used.has(code)) yield draft(layer, code, '权属单位代码', code, `代码表中的${code}${name}没有对应的区域或发包方`)
  }
  for (const region of regions) {
    const listedName = listed.get(padded(region.code))
    const full = fullName(region, regions)
    if (!listedName || !full || sameName(listedName, full)) continue
    yield draft(layer, padded(region.code), '权属单位名称', listedName, `代码表名称“${listedName}”与区域图层的“${full}”不同`)
  }
}

/** Names of the region and its parents in the package, joined; layers may hold short or full names. */
function fullName(region: Region, regions: readonly Region[]): string {
  const parent = regions.find((other) => other.code === parentCode(region.code))
  return parent && !region.name.startsWith(parent.name) ? fullName(parent, regions) + region.name : region.name
}

function sameName(listed: string, full: string): boolean {
  return listed === full || listed.endsWith(full) || (full.endsWith(listed) && listed.length >= full.length)
}

function* regionCodes({ regions }: Facts): Iterable<FindingDraft> {
  const codes = new Map<string, number>()
  for (const { code } of regions) codes.set(code, (codes.get(code) ?? 0) + 1)
  const present = new Set(regions.map((region) => region.code.length))
  for (const region of regions) {
    const { layer, code } = region
    const parent = parentCode(code)
    const say = (message: string) => draft(layer, code, `${layer === 'XJXZQ' ? 'XZQ' : layer}DM`, code, message, { place: pointPlace(region.polygons) })
    if (!new RegExp(`^\\d{${levelLength[layer] ?? 14}}$`).test(code)) yield say(`区域代码${code}应为${levelLength[layer] ?? 14}位数字`)
    else if ((codes.get(code) ?? 0) > 1) yield say(`区域代码${code}重复`)
    else if (parent && present.has(parent.length) && !codes.has(parent)) yield say(`区域代码${code}的上级${parent}在成果中不存在`)
  }
}

const levelLength: Record<string, number> = { XJXZQ: 6, XJQY: 9, CJQY: 12, ZJQY: 14 }

function* siblings({ regions, projected }: Facts, limits: Limits): Iterable<FindingDraft> {
  if (!projected) return
  const families = new Map<string, { region: Region; box: Bbox }[]>()
  for (const region of regions) {
    const box = bboxOf(region.polygons.flat(2))
    const parent = parentCode(region.code)
    if (box && parent) families.set(parent, [...(families.get(parent) ?? []), { region, box }])
  }
  for (const [code, family] of families) {
    yield* overlapping(family, limits)
    const parent = regions.find((region) => region.code === code)
    if (parent)
      yield* againstParent(
        parent,
        family.map(({ region }) => region),
        limits,
      )
  }
}

function* overlapping(family: readonly { region: Region; box: Bbox }[], limits: Limits): Iterable<FindingDraft> {
  for (const [i, a] of family.entries()) {
    for (const b of family.slice(i + 1)) {
      if (!boxesTouch(a.box, b.box)) continue
      const common = commonOf(a.region.polygons, b.region.polygons)
      const area = areaOf(common)
      if (area <= limits.regionArea_m2) continue
      const [first, second] = [a.region.code, b.region.code].sort() as [string, string]
      yield draft(a.region.layer, `${first}|${second}`, '', area.toFixed(1), `区域${first}与${second}重叠${area.toFixed(1)}平方米`, {
        place: pointPlace(common),
      })
    }
  }
}

function* againstParent(parent: Region, children: readonly Region[], limits: Limits): Iterable<FindingDraft> {
  const layer = children[0]?.layer ?? ''
  const gaps = clippedWithout(parent.polygons, ...children.map((child) => child.polygons))
  const gap = areaOf(gaps)
  if (gap > limits.regionArea_m2) {
    yield draft(layer, parent.code, '', gap.toFixed(1), `下级区域没有铺满${parent.code}，缺口${gap.toFixed(1)}平方米`, { place: pointPlace(gaps) })
  }
  for (const child of children) {
    const outside = clippedWithout(child.polygons, parent.polygons)
    const area = areaOf(outside)
    if (area > limits.regionArea_m2) {
      yield draft(layer, child.code, '', area.toFixed(1), `区域${child.code}有${area.toFixed(1)}平方米在上级${parent.code}之外`, { place: pointPlace(outside) })
    }
  }
}

function* boundaryLines({ regions, boundaries, projected, pkg }: Facts, limits: Limits): Iterable<FindingDraft> {
  if (!projected || !pkg.layers.some((layer) => layer.name === 'QYJX' && layer.parts.shp)) return
  const grid = makeGrid<Segment>(200)
  for (const segment of segmentsOf(boundaries)) grid.add(segmentBox(segment), segment)
  for (const region of regions) {
    let bare = 0
    let place = pointPlace(region.polygons)
    for (const segment of segmentsOf(region.polygons.flat())) {
      const found = bareLength(segment, grid.near(segmentBox(segment), limits.xyTolerance_m), limits.xyTolerance_m)
      if (found.length <= limits.stretch_m) continue
      bare += found.length
      place = found.place
    }
    if (bare > limits.stretch_m) {
      yield draft(region.layer, region.code, '', bare.toFixed(2), `区域${region.code}${region.name}的边界有${bare.toFixed(2)}米没有区域界线（QYJX）`, { place })
    }
  }
}

/** Rules on region polygons. */
export const regionRules = { A05: codeTable, C17: siblings, C18: boundaryLines, D20: regionCodes } satisfies Rules<Facts>
