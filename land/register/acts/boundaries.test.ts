// Boundary points and lines follow from the geometry that the writer stores: shared with neighbours, versioned with their parcel, taken back with its cause.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bench, FBFBM, type Bench } from '../../../tests/case-bench.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { toMu, m2 } from '../../definitions/area.ts'
import { parcelOf } from '../../../tests/applications.ts'
import { buildIssuer } from '../../../tests/factories.ts'
import { areaText } from '../../geometry/area.ts'
import { shapeFromWkt, shapeToWkt } from '../../geometry/crs.ts'
import { roundPoint, shapeArea, type Point, type Shape } from '../../geometry/shape.ts'
import { splitParcel } from '../../geometry/split.ts'
import type { Act, Entry } from './acts.ts'
import { undo } from '../undo.server.ts'
import { write } from '../write.server.ts'

const REGION = '510112101201'
const ZONE = 35
const ORIGIN: Point = [515_000, 3_330_000]
let b: Bench
beforeAll(async () => {
  b = await bench()
  b.setDay('2026-05-01')
  await buildIssuer(b, { fbfbm: FBFBM })
  // three by three fields of 100 m whose corners are not on one line, so that a cut point is rounded
  await enter(
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => ({ act: 'newParcel', dkbm: dkbm(n), fields: fieldsOf(field(n)) })),
    { cause: { kind: 'business', id: '1' }, day: '2016-06-01' },
  )
})
afterAll(() => b.end())

let units = 0
const enter = (acts: readonly Act[], more: Partial<Entry> = {}) =>
  b.as('county', (ctx) => write(ctx, { cause: { kind: 'business', id: '77' }, unit: `b${++units}`, regionCode: REGION, day: '2026-05-01', acts, ...more }))
const dkbm = (n: number) => FBFBM + String(n).padStart(5, '0')
const corner = (i: number, j: number): Point => roundPoint([ORIGIN[0] + 100 * i + 3.137 * j, ORIGIN[1] + 100 * j - 2.711 * i])
const field = (n: number): Shape => {
  const [i, j] = [(n - 1) % 3, Math.floor((n - 1) / 3)]
  return [[corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)]]
}
const fieldsOf = (shape: Shape) => {
  const { fbfbm: _, regionCode: __, dkbm: ___, ...rest } = parcelOf(FBFBM, dkbm(1))
  return { ...rest, geom: shapeToWkt(shape, ZONE), scmj: areaText(shape), scmjm: toMu(m2(areaText(shape))) }
}
interface Corner {
  jzdh: string
  xzbz: string
  yzbz: string
}
/** Points of a parcel, clockwise as its key points name them, as of a day. */
async function pointsOf(n: number, asOf?: string): Promise<string[]> {
  const day = asOf ?? 'infinity'
  const of = (t: string) =>
    sql.raw(`(select *, 'infinity'::date as "regTo", 'infinity'::timestamptz as "validTo" from ${t}
    union all select ${t === 'dk_jz' ? LINK : POINT}, "validFrom", "regFrom", why, "causeKind", "causeId", "regTo", "validTo" from ${t}_v)`)
  const at = (t: string) =>
    asOf
      ? sql`${sql.ref(`${t}.regFrom`)} <= ${day}::date and ${sql.ref(`${t}.regTo`)} > ${day}::date and ${sql.ref(`${t}.validTo`)} = 'infinity'`
      : sql`${sql.ref(`${t}.regTo`)} = 'infinity' and ${sql.ref(`${t}.validTo`)} = 'infinity'`
  const { rows: found } = await sql<Corner>`select p.jzdh, p.xzbz, p.yzbz from ${of('dk_jz')} l join ${of('jzd')} p on p.id = l."jzId"
    where l.dkbm = ${dkbm(n)} and l.kind = 'd' and ${at('l')} and ${at('p')} order by p.jzdxh`.execute(b.db.owner)
  return found.map((p) => `${p.jzdh} ${p.yzbz} ${p.xzbz}`)
}
const LINK = `"countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode", dkbm, kind, "jzId"`
const POINT = `"countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode", fbfbm, bsm, jzdh, jzdxh, jzdlx, jblx, xzbz, yzbz, dkbm`
const one = async (table: string, where: string): Promise<any> =>
  (await sql<any>`select * from ${sql.table(table)} where ${sql.raw(where)}`.execute(b.db.owner)).rows[0]
const shapeOf = async (n: number): Promise<Shape> => {
  const { rows: found } = await sql<{ w: string }>`select ST_AsText(geom, 15) as w from dk where dkbm = ${dkbm(n)}`.execute(b.db.owner)
  return shapeFromWkt(found[0]!.w, ZONE)
}
/** Boundaries of the county as they stand, without ids of rows, times and revisions. */
const standing = async () =>
  (
    await sql<{ x: string }>`select p.jzdh || ' ' || p.xzbz || ' ' || p.yzbz || ' ' || p.dkbm as x from jzd p
      union all select 'line ' || qjzdh || ' ' || zjzdh || ' ' || dkbm || ' ' || coalesce(jzxh, '') from jzx
      union all select 'link ' || l.dkbm || ' ' || coalesce(p.jzdh, x.jzxh) from dk_jz l left join jzd p on p.id = l."jzId" left join jzx x on x.id = l."jzId"
      union all select 'parcel ' || dkbm || ' ' || kjzb || ' ' || ST_AsText(geom, 12) from dk where zt = '1' order by 1`.execute(b.db.owner)
  ).rows.map((r) => r.x)
/** Codes of points and lines that differ from their links, corners of a parcel that are no point of it, points away from their parcel. */
const broken = async () =>
  (
    await sql<{ x: string }>`select 'codes of ' || j.id as x from (select id, dkbm, 'd' as kind from jzd union all select id, dkbm, 'x' from jzx) j
        left join lateral (select string_agg(l.dkbm, '/' order by l.dkbm) as codes from dk_jz l where l."jzId" = j.id and l.kind = j.kind) l on true where l.codes is distinct from j.dkbm
      union all select 'no points: ' || dkbm from dk where zt = '1' and geom is not null and
        (select count(*) from dk_jz l where l.dkbm = dk.dkbm and l.kind = 'd') < 3
      union all select 'no point at a corner: ' || dk.dkbm from dk cross join lateral ST_DumpPoints(ST_Transform(geom, 4544)) c where zt = '1' and not exists
        (select from dk_jz l join jzd p on p.id = l."jzId" where l.dkbm = dk.dkbm and l.kind = 'd'
          and ST_Distance(c.geom, ST_SetSRID(ST_Point(p.yzbz::float8, p.xzbz::float8), 4544)) <= 0.005)
      union all select 'an ended parcel has points: ' || dkbm from dk where zt <> '1' and exists (select from dk_jz l where l.dkbm = dk.dkbm)
      union all select 'away: ' || p.jzdh || ' ' || d.dkbm from dk d join dk_jz l on l.dkbm = d.dkbm and l.kind = 'd' join jzd p on p.id = l."jzId"
        where ST_Distance(ST_Transform(d.geom, 4544), ST_SetSRID(ST_Point(p.yzbz::float8, p.xzbz::float8), 4544)) > 0.002`.execute(b.db.owner)
  ).rows.map((r) => r.x)

test('parcels that come get points and lines, numbered once where they meet', async () => {
  expect(await broken()).toEqual([])
  const [of5, of6] = [await pointsOf(5), await pointsOf(6)]
  expect([of5.length, of6.length, of5.filter((p) => of6.includes(p)).length]).toEqual([4, 4, 2])
  expect((await one('jzd', `dkbm like '%${dkbm(5)}%' order by jzdxh`)).dkbm).toBe([1, 2, 4, 5].map(dkbm).join('/'))
  // 16 corners, 24 edges
  expect([await count('jzd'), await count('jzx')]).toEqual([16, 24])
  expect((await one('dk', `dkbm = '${dkbm(5)}'`)).kjzb).toMatch(/^J\d+(\/J\d+){3}$/)
  expect(await one('jzx', `dkbm = '${dkbm(5)}/${dkbm(6)}'`)).toMatchObject({ jxxz: '600001', jzxlb: '08' })
})
const count = async (t: string) =>
  Number(
    (await one(t, `id = (select min(id) from ${t})`)) && (await sql<{ n: string }>`select count(*) as n from ${sql.table(t)}`.execute(b.db.owner)).rows[0]!.n,
  )

let before: string[]
const cut = async (): Promise<Act> => {
  const parent = await shapeOf(5)
  const [[w, s]] = [corner(1, 1)]
  // from south to north, through the shared edges with 2 and 8
  const { pieces } = splitParcel(parent, [
    [w + 40.123, s - 20],
    [w + 46.456, s + 130],
  ])
  const children = pieces.map((shape, i) => ({ dkbm: dkbm(20 + i), fields: fieldsOf(shape) }))
  return { act: 'replaceParcels', parents: [dkbm(5)], children, bgfs: '1', bgyy: '分割' }
}
test('a cut gives its pieces points, puts vertices into the edges of neighbours and leaves the day before as it was', async () => {
  before = await standing()
  const was = await pointsOf(5)
  await enter([await cut()])
  expect(await broken()).toEqual([])
  const [west, east] = [await pointsOf(20), await pointsOf(21)]
  expect(west.filter((p) => east.includes(p))).toHaveLength(2)
  expect([await pointsOf(5), await pointsOf(5, '2026-04-30')]).toEqual([[], was])
  for (const n of [2, 8]) {
    expect([(await shapeOf(n))[0]!.length, (await pointsOf(n)).length, (await pointsOf(n, '2026-04-30')).length]).toEqual([5, 5, 4])
    const shape = await shapeOf(n)
    expect(Math.abs(shapeArea(shape) - shapeArea(field(n)))).toBeLessThanOrEqual(0.01)
    expect(await one('dk', `dkbm = '${dkbm(n)}'`)).toMatchObject({ why: 'change', causeId: '77', scmj: areaText(field(n)) })
  }
  for (const n of [4, 6]) expect((await shapeOf(n))[0]).toHaveLength(4)
  // new numbers are above all that were ever used
  expect(
    west
      .concat(east)
      .map((p) => Number(/\d+/.exec(p)![0]))
      .toSorted((x, y) => y - x)[0],
  ).toBe(18)
})

test('what was cut and taken back stands as before, with its numbers; the same cut again gives the same points', async () => {
  const cutOnce = await standing()
  await b.as('county', (ctx: Ctx) => undo(ctx, { kind: 'business', id: '77' }, REGION))
  expect(await standing()).toEqual(before)
  expect(await broken()).toEqual([])
  await enter([await cut()])
  expect(await standing()).toEqual(cutOnce)
})

test('a boundary that moves takes its points along, an ended parcel leaves none', async () => {
  const shape = await shapeOf(1)
  const moved: Shape = [shape[0]!.map((p) => (p[0] === corner(0, 0)[0] && p[1] === corner(0, 0)[1] ? roundPoint([p[0] - 5, p[1] - 5]) : p))]
  await enter([
    { act: 'setParcel', dkbm: dkbm(1), bgfs: '0', fields: { geom: shapeToWkt(moved, ZONE), scmj: areaText(moved), scmjm: toMu(m2(areaText(moved))) } },
  ])
  expect(await broken()).toEqual([])
  expect((await pointsOf(1)).filter((p) => p.includes(roundPoint([corner(0, 0)[0] - 5, 0])[0].toFixed(3)))).toHaveLength(1)
  await enter([{ act: 'endParcel', dkbm: dkbm(9), bgfs: '3', bgyy: '灭失' }])
  expect(await broken()).toEqual([])
  expect([await pointsOf(9), (await pointsOf(9, '2026-04-30')).length]).toEqual([[], 4])
})

test('a corner that a registered neighbour shares moves only with the neighbour in the entry; one that it has alone moves by itself', async () => {
  const [shared, own] = [corner(2, 1), corner(3, 1)]
  const moveTo = (n: number, from: Point, by: number): Act => {
    const shape: Shape = [field(n)[0]!.map((p) => (p[0] === from[0] && p[1] === from[1] ? roundPoint([p[0] + by, p[1] + by]) : p))]
    const scmj = areaText(shape)
    return { act: 'setParcel', dkbm: dkbm(n), bgfs: '0', fields: { geom: shapeToWkt(shape, ZONE), scmj, scmjm: toMu(m2(scmj)) } }
  }
  const said = (acts: readonly Act[]) =>
    enter(acts).then(
      () => 'written',
      (e: { key: string; words: { zh: string; en: string } }) => [e.key, e.words.zh, e.words.en],
    )
  // 3 and 6 lie beside each other, 6 is registered; half of 0.0707 m across a diagonal of 141 m is 4.99 m²
  await sql`update dk set djzt = '2' where dkbm = ${dkbm(6)}`.execute(b.db.owner)
  const before = await standing()
  expect(await said([moveTo(3, shared, 0.05)])).toEqual([
    'neighbour-moved',
    `地块【${dkbm(3)}】与已登记地块【${dkbm(6)}】的公共界址点有移动，后者面积将变化4.99平方米，请将该地块及其登记簿一并办理`,
    `Parcel ${dkbm(3)} moves a corner that it shares with the registered parcel ${dkbm(6)}, whose area would change by 4.99 m²: take that parcel and its book into the case`,
  ])
  expect(await standing()).toEqual(before)
  // a place that is the same point of the ground is none that moved
  expect(await said([moveTo(3, shared, 0.001)])).toBe('written')
  expect(await said([moveTo(3, shared, 0.05), moveTo(6, shared, 0.05)])).toBe('written')
  await sql`update dk set djzt = '0' where dkbm = ${dkbm(6)}`.execute(b.db.owner)
  expect(await said([moveTo(3, own, 0.05)])).toBe('written')
})

test('a corner at which the outline hardly turns is a point as well, of both parcels that have it; it ends no line and is no key point', async () => {
  // on the millimetre grid and on the edge, so that the neighbour's area stays
  const [[west, north], lines] = [corner(0, 2), await count('jzx')]
  const middle = roundPoint([west + 36.887, north - 1])
  const shape: Shape = [field(4)[0]!.flatMap((p, i) => (i === 3 ? [middle, p] : [p]))]
  const scmj = areaText(shape)
  await enter([{ act: 'setParcel', dkbm: dkbm(4), bgfs: '0', fields: { geom: shapeToWkt(shape, ZONE), scmj, scmjm: toMu(m2(scmj)) } }])
  expect(await broken()).toEqual([])
  const [number, ...more] = (await pointsOf(4)).filter((p) => p.endsWith(`${middle[0].toFixed(3)} ${middle[1].toFixed(3)}`)).map((p) => p.split(' ')[0]!)
  expect([number, more]).toEqual([expect.stringMatching(/^J\d+$/), []])
  expect((await one('jzd', `jzdh = '${number}'`)).dkbm).toBe([dkbm(4), dkbm(7)].join('/'))
  for (const n of [4, 7]) expect((await one('dk', `dkbm = '${dkbm(n)}'`)).kjzb.split('/')).not.toContain(number)
  expect([await count('jzx'), await one('jzx', `'${number}' in (qjzdh, zjzdh)`)]).toEqual([lines, undefined])
})
