// Package A on days of the past: what lists, map and figures show equals a slow walk over all that was ever written; after businesses, a cut and an undo too.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { m2, toMu } from '../land/definitions/area.ts'
import { clock } from '../kit/server/clock.server.ts'
import type { Ctx } from '../kit/server/ctx.server.ts'
import { areaText } from '../land/geometry/area.ts'
import { shapeFromWkt, shapeToWkt, zoneOf } from '../land/geometry/crs.ts'
import { boundsOf } from '../land/geometry/shape.ts'
import { splitParcel } from '../land/geometry/split.ts'
import type { Act, Entry } from '../land/register/acts/acts.ts'
import { undo } from '../land/register/undo.server.ts'
import { write } from '../land/register/write.server.ts'
import { whoOf } from '../platform/session/who.server.ts'
import { contextFor } from '../runtime/jobs.server.ts'
import { figuresRoutine } from '../views/home/figures.server.ts'
import { plusDays } from './register/rules.ts'
import { SEED, volume } from './volume.ts'
import { villageWorld, type Client, type World } from './world.ts'

const VILLAGE = '512021119203'
let w: World, county: Client
/** Days on which something of the test begins. */
const DAYS = { ended: '2019-03-08', cut: '2020-02-29', undone: '2021-07-01', moved: '2022-12-31' }
beforeAll(async () => {
  w = await villageWorld()
  county = await w.as('county')
})
afterAll(() => w?.end())

const inside = async <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => {
  const who = await whoOf(w.db, '000000', 'county')
  return w.db.transaction({ tenantId: '000000' }, (tx) => work(contextFor(tx, who, w.now, 'days', async () => '0')))
}
const enter = (id: string, day: string, acts: readonly Act[]) => {
  const entry: Entry = { cause: { kind: 'business', id }, unit: `days/${id}`, regionCode: VILLAGE, day, registrar: '县经办', acts }
  return inside((ctx) => write(ctx, entry))
}
const all = async (text: string): Promise<any[]> => (await sql<any>`${sql.raw(text)}`.execute(w.db.owner)).rows
const ok = async (path: string, query: Record<string, unknown>) => {
  const a = await county.get(path, query)
  expect([path, a.code, a.msg]).toEqual([path, 200, '操作成功'])
  return a.data
}

interface Piece {
  id: string
  code: string
  live: boolean
  /** what lists and figures say of it */
  said: string
  counts: boolean
  area: number
  regFrom: string
  regTo: string
}
type Table = 'fbf' | 'cbf' | 'dk' | 'djb' | 'cbht'
/** A list of a register: its path, what tells a row, which rows it shows, which of them figures count. */
const LISTS: Readonly<Record<Table, { path: string; code: string; say: string; shown: string; counts: string; area?: string }>> = {
  fbf: { path: '/base-qssj/fbf/page', code: 'fbfbm', say: 'fbffzrxm', shown: 'true', counts: `zt = '1'` },
  cbf: { path: '/base-qssj/cbf/page', code: 'cbfbm', say: 'lxdh', shown: 'true', counts: `zt = '1'` },
  dk: { path: '/base-dlxx/dk/page', code: 'dkbm', say: 'scmjm', shown: 'true', counts: `zt = '1' and dklb = '10'` },
  djb: { path: '/base-qssj/djb/wzx/page', code: 'cbjyqzbm', say: 'version', shown: `qszt = '1'`, counts: `qszt = '1'` },
  cbht: { path: '/base-qssj/cbht/page', code: 'cbhtbm', say: 'htzmjm', shown: `qszt = '1'`, counts: `qszt = '1'`, area: 'htzmjm' },
}
const TABLES = Object.keys(LISTS) as Table[]
/** All that is believed now, of every day. */
async function pieces(): Promise<Record<Table, Piece[]>> {
  const out: Record<Table, Piece[]> = { fbf: [], cbf: [], dk: [], djb: [], cbht: [] }
  for (const t of TABLES) {
    const { code, say, shown, counts, area = '0' } = LISTS[t]
    const of = (to: string) =>
      `id::text as id, ${code} as code, (${shown}) as live, coalesce(${say}::text, '') as said, (${counts}) as counts, coalesce(${area}, 0)::float8 as area, "regFrom"::text as "regFrom", ${to} as "regTo"`
    out[t] = await all(`select ${of(`'infinity'`)} from ${t} union all select ${of('"regTo"::text')} from ${t}_v where "validTo" = 'infinity'`)
  }
  return out
}
const on = (list: readonly Piece[], day: string) => list.filter((p) => p.regFrom <= day && day < p.regTo)

/** Compares every list, the map and the figures of a day with the walk. */
async function compare(day: string, known: Record<Table, Piece[]>) {
  for (const t of TABLES) {
    const should = on(known[t], day)
      .filter((p) => p.live)
      .toSorted((a, b) => (a.code < b.code ? -1 : 1))
    const got = await ok(LISTS[t].path, { size: 50, exactTotal: true, asOf: day })
    expect([SEED, day, t, got.total]).toEqual([SEED, day, t, should.length])
    // codes repeat where a parcel ended and a version follows: compared as sets of the same page
    const first = should.slice(0, 40).map((p) => p.code)
    expect([day, t, got.records.slice(0, 40).map((r: any) => r[LISTS[t].code])]).toEqual([day, t, first])
    const saidBy = new Map(should.map((p) => [p.id, p.said]))
    if (t !== 'cbf') for (const r of got.records.slice(0, 10)) expect([day, t, r.id, String(r[LISTS[t].say] ?? '')]).toEqual([day, t, r.id, saidBy.get(r.id)])
  }
  const places: { count: number }[] = await ok('/map/dk/overview', { asOf: day, regionCode: VILLAGE })
  const drawn = await all(`select count(*)::int as n from (select zt, geom, "regFrom", 'infinity'::date as "regTo" from dk union all
    select zt, geom, "regFrom", "regTo" from dk_v where "validTo" = 'infinity') d where zt = '1' and geom is not null and "regFrom" <= '${day}' and "regTo" > '${day}'`)
  expect([day, 'map', places.reduce((n, p) => n + p.count, 0)]).toEqual([day, 'map', drawn[0].n])
  const counts = (t: Table) => on(known[t], day).filter((p) => p.counts)
  const round = (n: number) => Math.round(n * 100) / 100
  const should = Object.fromEntries(
    Object.entries({
      fbf: counts('fbf').length,
      cbf: counts('cbf').length,
      dkc: counts('dk').length,
      cbht: counts('cbht').length,
      htArea: round(counts('cbht').reduce((n, p) => n + p.area, 0)),
    }),
  )
  for (const view of ['counts', 'region'])
    for (const regionCode of ['', VILLAGE]) {
      const { total, asOf } = await ok('/data/statistics/home', { view, regionCode, asOf: day })
      const is = Object.keys(total).length ? total : { fbf: 0, cbf: 0, dkc: 0, cbht: 0, htArea: 0 }
      expect([SEED, day, view, regionCode, asOf, is]).toEqual([SEED, day, view, regionCode, day, should])
    }
}

test('contracted land of a day is what the books of that day say: a book counts from its day to its end', async () => {
  for (const day of ['2010-01-01', '2017-01-01', w.ago(0).slice(0, 10)]) {
    const should = (await all(`select count(*)::int as n from djb where djsj <= '${day}' and ("endTime" is null or "endTime"::date > '${day}')`))[0].n
    expect([day, (await ok('/base-qssj/djb/wzx/page', { asOf: day, exactTotal: true })).total]).toEqual([day, should])
  }
  expect((await ok('/base-qssj/djb/wzx/page', { asOf: '2017-01-01', exactTotal: true })).total).toBeGreaterThan(300)
})

test('businesses, a cut and an undo leave the days before as they were', async () => {
  const before = await pieces()
  const [a, b] = await all(`select d.id::text as id, d.cbjyqzbm, d.cbfbm from djb d where qszt = '1' and d."regFrom" < '2019-01-01' and
    not exists (select from cbdkxx l where l."djbId" = d.id and (l.sfqqqg = '1' or exists (select from cbdkxx o where o.dkbm = l.dkbm and o."djbId" <> l."djbId")))
    and (select count(*) from djb o where o.cbfbm = d.cbfbm) = 1 order by cbjyqzbm limit 2`)
  const parcels = (id: string) => all(`select dkbm from cbdkxx where "djbId" = ${id}`)
  const returned = async (x: typeof a): Promise<Act[]> => [
    { act: 'endBook', djbId: x.id, qszt: '3', reason: '交回', zxyylx: '1', entry: { djlx: '2', djxl: '6' } },
    { act: 'certificate', code: x.cbjyqzbm, event: 'cancel', reason: '交回' },
    ...(await parcels(x.id)).map((l): Act => ({ act: 'setParcel', dkbm: l.dkbm, bgfs: '51', fields: { dklb: '22' } })),
  ]
  await enter('9001', DAYS.ended, await returned(a))
  await enter('9002', DAYS.undone, await returned(b))
  await inside((ctx) => undo(ctx, { kind: 'business', id: '9002' }, VILLAGE))
  // one of the parcels that came back is cut
  const [p] = await all(`select dkbm, ST_AsText(geom, 12) as wkt, dkmc, dldj, zjrxm, dkdz, dkxz, dknz, dkbz from dk where zt = '1' and dkbm in
    (select dkbm from cbdkxx where "djbId" = ${a.id}) order by scmj desc limit 1`)
  const zone = zoneOf(Number(/-?\d+(\.\d+)?/.exec(p.wkt)![0]))
  const shape = shapeFromWkt(p.wkt, zone)
  const [west, south, east, north] = boundsOf(shape)
  const { pieces: halves } = splitParcel(shape, [
    [(west + east) / 2, south - 5],
    [(west + east) / 2 + 0.7, north + 5],
  ])
  const { wkt: _, dkbm, ...own } = p
  const serial = Number((await all(`select max(right(dkbm, 5)) as n from dk where fbfbm = '${dkbm.slice(0, 14)}'`))[0].n)
  const children = halves.map((s, i) => ({
    dkbm: dkbm.slice(0, 14) + String(serial + 1 + i).padStart(5, '0'),
    fields: { ...own, dklb: '22', tdyt: '1', sfjbnt: '1', geom: shapeToWkt(s, zone), scmj: areaText(s), scmjm: toMu(m2(areaText(s))), kjzb: 'J1' },
  }))
  await enter('9003', DAYS.cut, [{ act: 'replaceParcels', parents: [dkbm], children, bgfs: '1', bgyy: '分割' }])
  const [{ fbfbm }] = await all('select fbfbm from fbf order by 1 limit 1')
  await enter('9004', DAYS.moved, [{ act: 'setIssuer', fbfbm, fields: { fbffzrxm: '新负责人' } }])
  const after = await pieces()
  for (const t of TABLES)
    for (const day of ['2017-01-01', plusDays(DAYS.ended, -1)]) {
      const of = (list: readonly Piece[]) =>
        on(list, day)
          .map((x) => `${x.id} ${x.said} ${x.counts}`)
          .toSorted()
      expect([t, day, of(after[t])]).toEqual([t, day, of(before[t])])
    }
  // the points of the parcel that was cut are those of its day
  const pointsOn = async (asOf: string) => (await ok('/base-dlxx/jzd/page', { dkbm, asOf, size: 200 })).records.map((x: any) => x.jzdh)
  expect([(await pointsOn('2017-01-01')).length > 3, (await county.get('/base-dlxx/jzd/page', { dkbm })).code]).toEqual([true, 404])
})

/** Random days of the register, and those at which something happens, with the days beside them. */
function days(n: number, known: Record<Table, Piece[]>): string[] {
  const [first] = known.djb.map((p) => p.regFrom).toSorted()
  const today = w.ago(0).slice(0, 10)
  const span = (Date.parse(today) - Date.parse(first!)) / 86_400_000 + 400
  let seed = SEED
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
  const special = [first!, ...Object.values(DAYS)].flatMap((d) => [plusDays(d, -1), d, plusDays(d, 1)])
  const some = Array.from({ length: n }, () => plusDays(today, -Math.floor(random() * span)))
  return [...special, '2017-01-01', '1990-01-01', today, ...some]
}
test('random days show what a slow walk over everything finds, figures counted from rows and from kept changes', { timeout: 1_200_000 }, async () => {
  const known = await pieces()
  for (const day of days(volume(1000, 10), known).slice(0, volume(400, 14))) await compare(day, known)
  const system = <T>(work: (tx: any) => Promise<T>) => w.db.transaction({ tenantId: '000000', system: true, beside: true }, work)
  await figuresRoutine.run({ db: w.db, now: clock(), signal: new AbortController().signal, system, as: undefined as never })
  expect((await all('select count(*)::int as n from region_stale'))[0].n).toBe(0)
  expect((await all('select count(*)::int as n from region_figure_day'))[0].n).toBeGreaterThan(3)
  for (const day of days(volume(1000, 12), known)) await compare(day, known)
})
