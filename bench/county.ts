import { pathToFileURL } from 'node:url'
import { m2, toMu } from '../kit/model/area.ts'
import { idCardCheck } from '../kit/model/id-card.ts'
import { parentRegion, regionLevel } from '../kit/model/region-code.ts'
import type { AnyResource } from '../kit/model/resource.ts'
import type { Ctx, Who } from '../kit/server/ctx.server.ts'
import { bulk, countAll } from '../slices/hjb/bulk.server.ts'
import { polygonEwkb } from '../slices/hjb/ewkb.server.ts'
import { toLonLat } from '../slices/hjb/package/crs.ts'
import type { Crs, Point } from '../slices/hjb/package/staged.ts'
import { cbf } from '../slices/land/cbf/cbf.ts'
import { jtcy } from '../slices/land/cbf/jtcy.ts'
import { dk } from '../slices/land/dk/dk.ts'
import { fbf } from '../slices/land/fbf/fbf.ts'
import { region_ } from '../slices/system/system.ts'
import { CLERK, contextOf, COUNTY, nameOf, open, TENANT, type Bench } from './setup.ts'

/** A group farms 20 × 10 fields; ten groups are a village, ten villages a town. Sizes of the measured counties: data-stack.md, test data. */
const GROUP = { wide: 20, high: 10, parcels: 200, households: 40 }
const VILLAGE = { wide: 2, groups: 10 },
  TOWN = { wide: 5, villages: 10 },
  COUNTY_WIDE = 7
const CELL: Point = [30, 25],
  ORIGIN: Point = [520_000, 3_330_000]
const CRS: Crs = { kind: 'projected', datum: 'cgcs2000', centralMeridian: 105, zonePrefix: false, zoneWidth: 3, epsg: 4544, source: 'prj' }

const SURNAMES = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蒋蔡余']
const GIVEN = [...'明华国平建军志强秀英桂兰玉珍德福永成文清光荣春梅金凤海涛晓燕红霞丽娟小龙大伟世昌仁义家和天佑雪松思源长林水生']
const FIELDS = [
  '大田',
  '秧田',
  '门前田',
  '河边田',
  '屋后地',
  '弯地',
  '长坵',
  '方坵',
  '水井湾',
  '石坝子',
  '竹林地',
  '桥头田',
  '庙坡',
  '塘边田',
  '新开地',
  '老屋基',
  '红土地',
  '沙坝',
  '岩脚地',
  '坡改梯',
]

/** Whole numbers below `n`, the same for the same seed: the county is reproducible. Mixing steps of MurmurHash3 (public domain). */
function pick(n: number, ...seed: number[]): number {
  let h = 0x9e3779b9
  for (const s of seed) {
    h = Math.imul(h ^ s, 0x85ebca6b)
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
    h ^= h >>> 16
  }
  return (h >>> 0) % n
}
const personOf = (...seed: number[]) =>
  SURNAMES[pick(SURNAMES.length, 1, ...seed)]! + GIVEN[pick(GIVEN.length, 2, ...seed)]! + GIVEN[pick(GIVEN.length, 3, ...seed)]!

/** Corner (i, j) of the county's grid in metres, moved by up to a fifth of a cell; four neighbours share it exactly. */
const cornerOf = (i: number, j: number): Point =>
  [0, 1].map((axis) => Math.round((ORIGIN[axis]! + ([i, j][axis]! + (pick(4001, axis, i, j) - 2000) / 10_000) * CELL[axis]!) * 100) / 100) as Point

/** Area of a ring in m² (shoelace, planar). */
function areaOf(ring: readonly Point[]): number {
  const [x0, y0] = ring[0]!
  const at = ring.map(([x, y]) => [x - x0, y - y0] as const)
  return (
    Math.abs(
      at.reduce((sum, [x, y], k) => {
        const [u, v] = at[(k + 1) % at.length]!
        return sum + x * v - u * y
      }, 0),
    ) / 2
  )
}

/** Number of a group in its county (from 0) to its code: towns 100…, villages 200…, groups 01…10. */
function codeOf(county: string, group: number): string {
  const village = Math.floor(group / VILLAGE.groups),
    town = Math.floor(village / TOWN.villages)
  return `${county}${100 + town}${200 + (village % TOWN.villages)}${String((group % VILLAGE.groups) + 1).padStart(2, '0')}`
}
/** Grid cell of a group's lower left corner; villages and towns are compact. */
function placeOf(group: number): Point {
  const g = group % VILLAGE.groups,
    village = Math.floor(group / VILLAGE.groups),
    v = village % TOWN.villages,
    t = Math.floor(village / TOWN.villages)
  const x = (g % VILLAGE.wide) + VILLAGE.wide * ((v % TOWN.wide) + TOWN.wide * (t % COUNTY_WIDE))
  const y = Math.floor(g / VILLAGE.wide) + 5 * (Math.floor(v / TOWN.wide) + 2 * Math.floor(t / COUNTY_WIDE))
  return [x * GROUP.wide, y * GROUP.high]
}

/** A generated identity number with a right check digit; sequence digits 950-999 as in the test packages. */
function idOf(county: string, group: number, household: number): string {
  const first = `${county}19${40 + pick(60, group, household)}0101${950 + pick(50, 9, group, household)}`
  return first + idCardCheck(first)
}

type Writers = Record<'fbf' | 'cbf' | 'jtcy' | 'dk', { add(row: Record<string, unknown>): Promise<string> }>
const STATES = { zt: '1', lzzt: '0', dyzt: '0', yyzt: '0' }

/** One group: its issuer, households with members, and fields. */
async function writeGroup(to: Writers, county: string, group: number): Promise<void> {
  const fbfbm = codeOf(county, group),
    at = { fbfbm, regionCode: fbfbm }
  await to.fbf.add({
    ...at,
    fbfmc: `第${group + 1}村民小组`,
    syqxz: '31',
    fbffzrxm: personOf(group),
    fzrzjlx: '1',
    zt: '1',
    lxdh: '19900000000',
    fbfdz: '安岳县',
    fbfdcrq: '2016-05-01',
    fbfdcy: '调查员',
  })
  const holders: { cbfbm: string; cbfmc: string }[] = []
  for (let h = 0; h < GROUP.households; h++) {
    const cbfbm = `${fbfbm}${String(h + 1).padStart(4, '0')}`,
      cbfmc = personOf(group, h),
      idNumber = idOf(county, group, h)
    holders.push({ cbfbm, cbfmc })
    const cbfId = await to.cbf.add({
      ...at,
      ...STATES,
      cbfbm,
      cbfmc,
      cbflx: '1',
      cbfzjlx: '1',
      cbfzjhm: idNumber,
      cbfdz: `安岳县第${group + 1}村民小组`,
      lxdh: `1990000${String(h).padStart(4, '0')}`,
      yzbm: '642350',
      cbfcysl: 3,
      cbfs: '110',
      cbqx: 30,
      cbqxq: '1998-09-30',
      cbqxz: '2028-09-29',
      cbdkzs: 5,
      djzt: pick(10, group, h) === 0 ? '0' : '2',
      cbfdcrq: '2016-05-01',
      cbfdcy: '调查员',
      gsjsr: '记事人',
      gsshrq: '2016-06-01',
      gsshr: '审核人',
    })
    for (let m = 0; m < 3; m++) {
      const cyxm = m === 0 ? cbfmc : cbfmc[0] + personOf(group, h, m).slice(1)
      await to.jtcy.add({
        regionCode: fbfbm,
        cbfId,
        cbfbm,
        sort: m + 1,
        cyxm,
        cyxb: String((m % 2) + 1),
        yhzgx: ['02', '10', '20'][m],
        cyzjlx: '1',
        cyzjhm: idNumber,
        sfgyr: '1',
      })
    }
  }
  await writeFields(to.dk, group, at, holders)
}

async function writeFields(
  to: Writers['dk'],
  group: number,
  at: { fbfbm: string; regionCode: string },
  holders: readonly { cbfbm: string; cbfmc: string }[],
): Promise<void> {
  const [i0, j0] = placeOf(group)
  const metres = Array.from({ length: GROUP.high + 1 }, (_, j) => Array.from({ length: GROUP.wide + 1 }, (_, i) => cornerOf(i0 + i, j0 + j)))
  const degrees = metres.map((line) => line.map((p) => toLonLat(CRS, p)))
  for (let n = 0; n < GROUP.parcels; n++) {
    const i = n % GROUP.wide,
      j = Math.floor(n / GROUP.wide)
    const ring = (grid: Point[][]) => [grid[j]![i]!, grid[j]![i + 1]!, grid[j + 1]![i + 1]!, grid[j + 1]![i]!]
    const scmj = m2(areaOf(ring(metres))),
      holder = holders[Math.floor((n * GROUP.households) / GROUP.parcels)]!
    const sides = [1, 2, 3, 4].map((k) => holders[(n + k) % holders.length]!.cbfmc)
    await to.add({
      ...at,
      ...STATES,
      ...holder,
      dkbm: `${at.fbfbm}${String(n + 1).padStart(5, '0')}`,
      ysdm: '211011',
      dkmc: FIELDS[pick(FIELDS.length, 7, group, n)],
      syqxz: '31',
      dklb: '10',
      tdlylx: '011',
      dldj: '01',
      tdyt: '1',
      sfjbnt: '1',
      scmj,
      scmjm: toMu(scmj),
      qqmjm: toMu(scmj),
      dkdz: sides[0],
      dkxz: sides[1],
      dknz: sides[2],
      dkbz: sides[3],
      zjrxm: holder.cbfmc,
      sfqqqg: '2',
      djzt: pick(10, group, Math.floor(n / 5)) === 0 ? '0' : '2',
      sjly: '0',
      geom: polygonEwkb([ring(degrees)]),
    })
  }
}

async function writeRegions(ctx: Ctx, codes: readonly string[]): Promise<void> {
  const known = new Set((await ctx.db.selectFrom('region').select('code').execute()).map((r: any) => r.code as string))
  const b = bulk(ctx, region_)
  for (const code of codes)
    if (!known.has(code))
      await b.add({
        code,
        parentCode: parentRegion(code) ?? null,
        name: `区划${code.slice(-3)}`,
        fullName: `区划${code}`,
        level: regionLevel(code),
        sort: Number(code.slice(-2)),
      })
  await b.end()
}

/** Groups in one transaction: a village; memory stays flat and a broken run leaves whole villages only. */
async function writeVillage(b: Bench, who: Who, county: string, groups: readonly number[]): Promise<number> {
  return b.db.transaction({ tenantId: TENANT }, async (tx) => {
    const ctx = contextOf(tx, who),
      to = { fbf: bulk(ctx, fbf), cbf: bulk(ctx, cbf), jtcy: bulk(ctx, jtcy), dk: bulk(ctx, dk) }
    for (const group of groups) await writeGroup(to, county, group)
    let rows = 0
    for (const writer of [to.fbf, to.cbf, to.jtcy, to.dk]) rows += await writer.end()
    const codes = groups.map((g) => codeOf(county, g))
    for (const r of [fbf, cbf, dk] as AnyResource[]) await countAll(ctx, r, county, codes)
    return rows
  })
}

/**
 * Fills a database with a county of `parcels` fields (rounded up to whole groups of 200), two fifths as many people's rows, regions and
 * list counters; versions (`…_v`) are left out because no benchmark reads them. Answers rows and seconds. Refuses a county that has fields.
 */
export async function makeCounty(b: Bench, parcels: number, county = COUNTY): Promise<{ rows: number; seconds: number }> {
  const groups = Math.ceil(parcels / GROUP.parcels),
    from = performance.now()
  const all = Array.from({ length: groups }, (_, g) => g)
  if ((await b.bare.query('select from dk where "countyCode" = $1 limit 1', [county])).rowCount) throw new Error(`county ${county} has parcels already`)
  const codes = new Set([county.slice(0, 2), county.slice(0, 4), county, ...all.flatMap((g) => [9, 12, 14].map((n) => codeOf(county, g).slice(0, n)))])
  await b.db.transaction({ tenantId: TENANT, system: true }, (tx) => writeRegions(contextOf(tx, CLERK), [...codes].sort()))
  let rows = 0
  for (let g = 0; g < groups; g += VILLAGE.groups) {
    rows += await writeVillage(b, CLERK, county, all.slice(g, g + VILLAGE.groups))
    if ((g / VILLAGE.groups) % 50 === 49) console.log(`${rows} rows, ${Math.round((rows * 1000) / (performance.now() - from))} rows/s`)
  }
  await b.bare.query('vacuum analyze')
  return { rows, seconds: (performance.now() - from) / 1000 }
}

/** Opens the database of that size and makes the county when it is empty. */
export async function openCounty(parcels: number, name = nameOf(parcels)): Promise<Bench> {
  const b = await open(name)
  const {
    rows: [has],
  } = await b.bare.query('select exists (select from dk) as any')
  if (!has.any) {
    const { rows, seconds } = await makeCounty(b, parcels)
    console.log(`${name}: ${rows} rows in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s`)
  }
  return b
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const [parcels = '100000', county = COUNTY] = process.argv.slice(2)
  if (!/^\d+$/.test(parcels) || Number(parcels) > 1_000_000 || !/^\d{6}$/.test(county))
    throw new Error('usage: county.ts [parcels up to 1000000] [county, 6 digits]')
  const b = await open(nameOf(Number(parcels)))
  const { rows, seconds } = await makeCounty(b, Number(parcels), county)
  console.log(`${nameOf(Number(parcels))}: ${rows} rows in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s`)
  await b.close()
}
