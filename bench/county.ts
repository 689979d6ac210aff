import { pathToFileURL } from 'node:url'
import { m2, sum, toMu, type M2 } from '../land/definitions/area.ts'
import { parentRegion, regionLevel } from '../kit/model/region-code.ts'
import type { AnyResource } from '../kit/model/resource.ts'
import { newId } from '../kit/server/ids.server.ts'
import { polygonEwkb } from '../packages/intake/ewkb.server.ts'
import { cbf } from '../land/definitions/cbf.ts'
import { jtcy } from '../land/definitions/jtcy.ts'
import { dk } from '../land/definitions/dk.ts'
import { fbf } from '../land/definitions/fbf.ts'
import { cbdkxx, cbht, djb } from '../land/definitions/cbht.ts'
import { region_ } from '../platform/definitions/system.ts'
import { keepCounty, restoreCounty } from './cache.ts'
import { filler, type Filler } from './fill.ts'
import { codeOf, fieldOf, fieldsOf, GROUP, GROUPS_OF_VILLAGE, idNumberOf, personOf, pick } from './ground.ts'
import { COUNTY, nameOf, open, TENANT, type Bench } from './setup.ts'

const TABLES = [fbf, cbf, jtcy, dk, djb, cbht, cbdkxx] as const
const [BEGIN, END] = ['1998-09-30', '2028-09-29']
const STATES = { lzzt: '0', dyzt: '0', yyzt: '0' }
const SURVEY = { cbfdcrq: '2016-05-01', cbfdcy: '调查员', gsjsr: '记事人', gsshrq: '2016-06-01', gsshr: '审核人' }

interface Holder {
  cbfbm: string
  cbfmc: string
  cbfzjhm: string
  /** contract, book and certificate share it */
  code: string
  djbId: string
  registered: boolean
}
interface At {
  fbfbm: string
  regionCode: string
}

/** One group: its issuer, households with members, fields, and a contract with its book for every household. */
function fillGroup(to: Filler, county: string, group: number): void {
  const fbfbm = codeOf(county, group),
    at = { fbfbm, regionCode: fbfbm },
    fbfmc = `安岳县第${group + 1}村民小组`
  to.add(fbf, {
    ...at,
    fbfmc,
    syqxz: '31',
    fbffzrxm: personOf(group),
    fzrzjlx: '1',
    fzrzjhm: idNumberOf(county, group),
    zt: '1',
    lxdh: '19900000000',
    fbfdz: '安岳县',
    yzbm: '642350',
    fbfdcrq: '2016-05-01',
    fbfdcy: '调查员',
  })
  const holders = Array.from({ length: GROUP.households }, (_, h): Holder => {
    const cbfbm = `${fbfbm}${String(h + 1).padStart(4, '0')}`
    return { cbfbm, cbfmc: personOf(group, h), cbfzjhm: idNumberOf(county, group, h), code: `${cbfbm}J`, djbId: newId(), registered: pick(10, group, h) > 0 }
  })
  const areas = fillFields(to, group, at, holders)
  holders.forEach((holder, h) => fillHousehold(to, county, [group, h], { ...at, fbfmc }, holder, sum(areas[h]!)))
}

/** The household, its members, its book and its contract. `total`: m² of its fields. */
function fillHousehold(to: Filler, county: string, seed: [number, number], at: At & { fbfmc: string }, holder: Holder, total: M2): void {
  const { fbfbm, regionCode, fbfmc } = at,
    { cbfbm, cbfmc, cbfzjhm, code, djbId, registered } = holder
  const areas = { htzmj: total, htzmjm: toMu(total), cbdkzs: String(GROUP.parcels / GROUP.households) }
  const term = { cbfs: '110', cbqx: '30', cbqxq: BEGIN, cbqxz: END }
  const cbfId = to.add(cbf, {
    fbfbm,
    regionCode,
    ...STATES,
    ...SURVEY,
    ...term,
    zt: '1',
    cbfbm,
    cbfmc,
    cbfzjhm,
    cbflx: '1',
    cbfzjlx: '1',
    cbfdz: fbfmc,
    lxdh: `1990000${String(pick(10_000, ...seed)).padStart(4, '0')}`,
    yzbm: '642350',
    cbfcysl: '3',
    htzmjm: areas.htzmjm,
    cbdkzs: areas.cbdkzs,
    ...(registered ? { cbjyqzbm: code, djsj: '2016-12-01' } : {}),
    djzt: registered ? '2' : '0',
  })
  for (let m = 0; m < 3; m++) {
    to.add(jtcy, {
      regionCode,
      cbfId,
      cbfbm,
      sort: String(m + 1),
      cyxm: m === 0 ? cbfmc : cbfmc[0] + personOf(...seed, m).slice(1),
      cyxb: String((m % 2) + 1),
      yhzgx: ['02', '10', '20'][m],
      cyzjlx: '1',
      cyzjhm: m === 0 ? cbfzjhm : idNumberOf(county, ...seed, m),
      sfgyr: '1',
    })
  }
  const right = { regionCode, fbfbm, fbfmc, cbfbm, cbfmc, cbfzjhm, ...term, ...areas, version: '1', qszt: '1' }
  if (registered) to.add(djb, { ...right, ...STATES, id: djbId, cbjyqzbm: code, cbfcysl: '3', djlx: '1', djsj: '2016-12-01', dbr: '登簿人' })
  to.add(cbht, { ...right, djbId: registered ? djbId : null, cbhtbm: code, qdsj: '2016-07-01', htlx: '1', signStatus: '0' })
}

/** The fields of a group and their places in the contracts; answers the areas in m² by household. */
function fillFields(to: Filler, group: number, at: At, holders: readonly Holder[]): M2[][] {
  const areas: M2[][] = holders.map(() => [])
  fieldsOf(group).forEach((field, n) => {
    const h = Math.floor((n * GROUP.households) / GROUP.parcels),
      { cbfbm, cbfmc, code, djbId, registered } = holders[h]!
    const scmj = m2(field.area),
      scmjm = toMu(scmj),
      dkbm = `${at.fbfbm}${String(n + 1).padStart(5, '0')}`,
      dkmc = fieldOf(group, n)
    const [dkdz, dkxz, dknz, dkbz] = [1, 2, 3, 4].map((k) => holders[(n + k) % holders.length]!.cbfmc)
    areas[h]!.push(scmj)
    const dkId = to.add(dk, {
      ...at,
      ...STATES,
      cbfbm,
      cbfmc,
      dkbm,
      dkmc,
      dkdz,
      dkxz,
      dknz,
      dkbz,
      scmj,
      scmjm,
      ysdm: '211011',
      syqxz: '31',
      dklb: '10',
      tdlylx: '011',
      dldj: '01',
      tdyt: '1',
      sfjbnt: '1',
      qqmjm: scmjm,
      zjrxm: cbfmc,
      kjzb: `J${n + 1}/J${n + 2}/J${n + 3}/J${n + 4}`,
      sfqqqg: '2',
      djzt: registered ? '2' : '0',
      zt: '1',
      sjly: '0',
      geom: polygonEwkb([field.ring]),
    })
    to.add(cbdkxx, {
      dkId,
      dkbm,
      dkmc,
      cbfbm,
      scmj,
      scmjm,
      ...at,
      djbId: registered ? djbId : null,
      qszt: '1',
      cbhtbm: code,
      cbjyqqdfs: '110',
      htmj: scmj,
      htmjm: scmjm,
      sfqqqg: '2',
    })
  })
  return areas
}

/** Region rows of the county, its towns, villages and groups, and of its city and province, as far as they are missing. */
function fillRegions(to: Filler, codes: readonly string[]): void {
  for (const code of codes)
    to.add(region_, {
      code,
      parentCode: parentRegion(code) ?? null,
      name: `区划${code.slice(-3)}`,
      fullName: `区划${code}`,
      level: String(regionLevel(code)),
      sort: String(Number(code.slice(-2))),
    })
}

/** List totals and code counters as the import leaves them. */
async function fillCounters(to: Filler, county: string): Promise<void> {
  for (const r of TABLES as readonly AnyResource[]) {
    if (!r.countBy) continue
    await to.query(
      `insert into row_count ("countyCode", "tenantId", resource, "regionCode", status, n)
      select "countyCode", "tenantId", $2, left("regionCode", 12), coalesce("${r.countBy}"::text, ''), count(*) from "${r.name}" where "countyCode" = $1 group by 1, 2, 3, 4, 5`,
      [county, r.name],
    )
  }
  await to.query(
    `insert into region_stale ("countyCode", "tenantId", "regionCode", n) select distinct "countyCode", "tenantId", left("regionCode", 12), 1 from dk where "countyCode" = $1
      on conflict do nothing`,
    [county],
  )
  for (const [kind, from, digits] of [
    ['cbf1', 'cbf', 4],
    ['dk', 'dk', 5],
  ] as const)
    await to.query(
      `insert into code_counter ("countyCode", "tenantId", kind, prefix, last)
      select "countyCode", "tenantId", $2, fbfbm, max(right(${from}bm, ${digits})::int) from "${from}" where "countyCode" = $1 group by 1, 2, 3, 4`,
      [county, kind],
    )
}

/**
 * Fills a database with a county of `parcels` fields (rounded up to whole villages of 2000): issuers, households with members, fields that tile the
 * ground, books and contracts, regions and counters, in one transaction by COPY, with the indexes made at the end. Versions (`…_v`) and boundary
 * points are left out because no benchmark reads them. Answers rows and seconds. Refuses a county that has fields.
 */
export async function makeCounty(b: Bench, parcels: number, county = COUNTY): Promise<{ rows: number; seconds: number }> {
  const from = performance.now()
  const perVillage = GROUP.parcels * GROUPS_OF_VILLAGE,
    villages = Math.ceil(parcels / perVillage)
  const groups = Array.from({ length: villages * GROUPS_OF_VILLAGE }, (_, g) => g)
  if ((await b.bare.query('select from dk where "countyCode" = $1 limit 1', [county])).rowCount) throw new Error(`county ${county} has parcels already`)
  const known = new Set((await b.bare.query('select code from region')).rows.map((r) => r.code as string))
  const codes = new Set([county.slice(0, 2), county.slice(0, 4), county, ...groups.flatMap((g) => [9, 12, 14].map((n) => codeOf(county, g).slice(0, n)))])
  const rows = await filler(b, TENANT, [region_, ...TABLES], async (to) => {
    fillRegions(to, [...codes].filter((c) => !known.has(c)).sort())
    for (const group of groups) {
      fillGroup(to, county, group)
      // a village at a time: memory stays flat
      if (group % GROUPS_OF_VILLAGE === GROUPS_OF_VILLAGE - 1) await to.flush()
    }
    await fillCounters(to, county)
  })
  await b.bare.query('vacuum analyze')
  return { rows, seconds: (performance.now() - from) / 1000 }
}

/** Opens the database of that size and makes the county when it is empty. */
export async function openCounty(parcels: number, name = nameOf(parcels)): Promise<Bench> {
  await restoreCounty(name)
  const b = await open(name)
  const {
    rows: [has],
  } = await b.bare.query('select exists (select from dk) as any')
  if (!has.any) {
    const { rows, seconds } = await makeCounty(b, parcels)
    console.log(`${name}: ${rows} rows in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s`)
    await keepCounty(name)
  }
  return b
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const parcels = Number(process.argv[2] ?? 100_000)
  if (!Number.isInteger(parcels) || parcels < 1 || parcels > 10_000_000) throw new Error('usage: county.ts [parcels, up to 10000000]')
  await (await openCounty(parcels)).close()
}
