import { idCardCheck } from '../kit/model/id-card.ts'
import { toLonLat } from '../packages/package/crs.ts'
import type { Crs, StagedPoint } from '../packages/package/staged.ts'

/** A group farms 20 × 10 fields in 40 households; ten groups are a village, ten villages a town. Sizes of measured counties. */
export const GROUP = { wide: 20, high: 10, parcels: 200, households: 40 }
export const GROUPS_OF_VILLAGE = 10
const VILLAGES_OF_TOWN = 10
/** How many groups, villages and towns stand side by side. */
const WIDE = { groups: 2, villages: 5, towns: 7 }
/** A field is 30 × 25 m, 1.1 mu; the county's lower left corner in metres of its zone. */
const CELL: StagedPoint = [30, 25],
  ORIGIN: StagedPoint = [520_000, 3_330_000]
const CRS: Crs = { kind: 'projected', datum: 'cgcs2000', centralMeridian: 105, zonePrefix: false, zoneWidth: 3, epsg: 4544, source: 'prj' }

const SURNAMES = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蒋蔡余']
const GIVEN = [...'明华国平建军志强秀英桂兰玉珍德福永成文清光荣春梅金凤海涛晓燕红霞丽娟小龙大伟世昌仁义家和天佑雪松思源长林水生']
const FIELDS = '大田 秧田 门前田 河边田 屋后地 弯地 长坵 方坵 水井湾 石坝子 竹林地 桥头田 庙坡 塘边田 新开地 老屋基 红土地 沙坝 岩脚地 坡改梯'.split(' ')

/** A whole number below `n`, the same for the same seed: the county is reproducible. Mixing steps of MurmurHash3 (public domain). */
export function pick(n: number, ...seed: number[]): number {
  let h = 0x9e3779b9
  for (const s of seed) {
    h = Math.imul(h ^ s, 0x85ebca6b)
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
    h ^= h >>> 16
  }
  return (h >>> 0) % n
}
/** A person's name: surname and two signs. */
export const personOf = (...seed: number[]): string =>
  SURNAMES[pick(SURNAMES.length, 1, ...seed)]! + GIVEN[pick(GIVEN.length, 2, ...seed)]! + GIVEN[pick(GIVEN.length, 3, ...seed)]!
/** A field's everyday name. */
export const fieldOf = (...seed: number[]): string => FIELDS[pick(FIELDS.length, 7, ...seed)]!

/** Code of the group with this number (from 0) in its county: towns 100 …, villages 200 …, groups 01 … 10. */
export function codeOf(county: string, group: number): string {
  const village = Math.floor(group / GROUPS_OF_VILLAGE),
    town = Math.floor(village / VILLAGES_OF_TOWN)
  return `${county}${100 + town}${200 + (village % VILLAGES_OF_TOWN)}${String((group % GROUPS_OF_VILLAGE) + 1).padStart(2, '0')}`
}

/** A generated identity number with a right check digit; sequence digits 950-999 as in the test packages. */
export function idNumberOf(county: string, ...seed: number[]): string {
  const first = `${county}19${40 + pick(60, ...seed)}${String(1 + pick(12, 5, ...seed)).padStart(2, '0')}01${950 + pick(50, 9, ...seed)}`
  return first + idCardCheck(first)
}

/** Grid cell of a group's lower left corner; villages and towns are compact. */
function placeOf(group: number): StagedPoint {
  const g = group % GROUPS_OF_VILLAGE,
    village = Math.floor(group / GROUPS_OF_VILLAGE),
    v = village % VILLAGES_OF_TOWN,
    t = Math.floor(village / VILLAGES_OF_TOWN)
  const x = (g % WIDE.groups) + WIDE.groups * ((v % WIDE.villages) + WIDE.villages * (t % WIDE.towns))
  const y = Math.floor(g / WIDE.groups) + (GROUPS_OF_VILLAGE / WIDE.groups) * (Math.floor(v / WIDE.villages) + 2 * Math.floor(t / WIDE.towns))
  return [x * GROUP.wide, y * GROUP.high]
}
/** Corner (i, j) of the county's grid in metres, moved by up to a fifth of a cell; its four fields share it exactly. */
const cornerOf = (i: number, j: number): StagedPoint =>
  [0, 1].map((axis) => Math.round((ORIGIN[axis]! + ([i, j][axis]! + (pick(4001, axis, i, j) - 2000) / 10_000) * CELL[axis]!) * 100) / 100) as StagedPoint

export interface Field {
  /** ring in degrees, open */
  ring: StagedPoint[]
  /** planar area in m² */
  area: number
}
/** The fields of a group, row by row: together they cover its ground without gap or overlap. */
export function fieldsOf(group: number): Field[] {
  const [i0, j0] = placeOf(group)
  const metres = Array.from({ length: GROUP.high + 1 }, (_, j) => Array.from({ length: GROUP.wide + 1 }, (_, i) => cornerOf(i0 + i, j0 + j)))
  const degrees = metres.map((line) => line.map((p) => toLonLat(CRS, p)))
  return Array.from({ length: GROUP.parcels }, (_, n) => {
    const i = n % GROUP.wide,
      j = Math.floor(n / GROUP.wide)
    const ring = (grid: StagedPoint[][]) => [grid[j]![i]!, grid[j]![i + 1]!, grid[j + 1]![i + 1]!, grid[j + 1]![i]!]
    return { ring: ring(degrees), area: areaOf(ring(metres)) }
  })
}
/** Area of a ring in m² (shoelace, planar). */
function areaOf(ring: readonly StagedPoint[]): number {
  const [x0, y0] = ring[0]!
  const at = ring.map(([x, y]) => [x - x0, y - y0] as const)
  const doubled = at.reduce((sum, [x, y], k) => {
    const [u, v] = at[(k + 1) % at.length]!
    return sum + x * v - u * y
  }, 0)
  return Math.abs(doubled) / 2
}
