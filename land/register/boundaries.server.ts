import { sql } from 'kysely'
import { regionOfFbf } from '../../kit/model/region-code.ts'
import type { Draft } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { typedRows, type AnyQuery } from '../../kit/server/any-query.server.ts'
import { nextNumbers } from '../../kit/server/counters.server.ts'
import type { When } from '../../kit/server/history.server.ts'
import { flatRows, joinable } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { dk, dk_jz, jzd, jzx } from '../definitions/dk.ts'
import { DJZT, ZT } from '../definitions/statuses.ts'
import { shapeFromWkt, zoneOfEpsg } from '../geometry/crs.ts'
import { zoneOfWkt } from '../geometry/outline.ts'
import { boxesMeet, edgesOf, nearestOnEdge, samePoint, type Parcel, type Shape } from '../geometry/shape.ts'
import { wayOf, type KnownBoundary } from '../geometry/boundary.ts'
import {
  coming,
  coordinatesOf,
  movedBeside,
  redraw,
  waysOf,
  withVertices,
  type Coming,
  type EdgeRow,
  type Ground,
  type BoundaryHolder,
  type LinkRow,
  type PointRow,
  type Redrawn,
} from './acts/boundaries.ts'
import type { Cause } from './acts/acts.ts'
import type { ParcelRow } from './acts/found.ts'
import { writtenBy } from './restore.server.ts'

/** A parcel whose geometry is written: its shape (WKT in degrees), or that it ends; since when (yyyy-MM-dd). */
export type Drawn = BoundaryHolder & { dkbm: string; wkt: string | null; day: string }
/** What follows from shapes before they are written: key points by code, neighbours that get vertices, and the points and lines, which are written after the parcels. */
export interface BoundarySet {
  kjzb: ReadonlyMap<string, string>
  neighbours: readonly { row: ParcelRow; values: { geom?: string; kjzb?: string } }[]
  /** a registered parcel, not drawn, that shares a corner with a drawn one which moves: both codes, and by how many m² it would change to follow */
  beside?: { code: string; other: string; drift: number } | undefined
  write(why: When['why']): Promise<void>
}
/** 0.05 m in degrees of latitude, and somewhat more of longitude. */
const REACH = 6e-7
const NONE: BoundarySet = { kjzb: new Map(), neighbours: [], write: async () => {} }
type Near = ParcelRow & { wkt: string | null; since: string; isOwn: boolean; projection: number | null }

/**
 * Prepares the boundaries of parcels whose shape changes, and of their neighbours: asked before the parcels are written. A fixed number of statements, five to
 * read; nothing where no shape is given. Parcels that the caller may not see are neighbours like others.
 */
export async function boundariesOf(ctx: Ctx, county: string, drawn: readonly Drawn[]): Promise<BoundarySet> {
  if (drawn.length === 0) return NONE
  const codes = drawn.map((d) => d.dkbm)
  const everybody: Ctx = { ...ctx, who: { ...ctx.who, regionCode: county, dataScopes: [] } }
  const around = await surroundings(everybody, county, drawn)
  const zone = zoneIn(drawn, around)
  if (zone === undefined) return NONE
  const shapeOf = (wkt: string) => shapeFromWkt(wkt, zone)
  const shapes: Parcel[] = drawn.flatMap((d) => (d.wkt ? [{ id: d.dkbm, shape: shapeOf(d.wkt) }] : []))
  const others = around.filter((r) => !codes.includes(r.dkbm!) && r.wkt).map((row) => ({ row, shape: shapeOf(row.wkt!) }))
  const before = around.filter((r) => codes.includes(r.dkbm!) && r.wkt).map((r) => ({ id: r.dkbm!, shape: shapeOf(r.wkt!) }))
  const near = others.filter(({ shape }) => [...shapes, ...before].some((p) => touch(p.shape, shape)))
  const grown = near.map(({ row, shape }) => ({ row, shape, more: withVertices(row.wkt!, shape, shapes, zone) }))
  const has = await boundaryRows(everybody, county, [...codes, ...near.map(({ row }) => row.dkbm!)])
  const holders = new Map<string, BoundaryHolder>([
    ...others.map(({ row }) => [row.dkbm!, { ...row, fbfbm: row.fbfbm!, regionCode: row.regionCode }] as const),
    ...drawn.map((d) => [d.dkbm, d] as const),
  ])
  const ground: Ground = {
    zone,
    holders,
    ...has,
    drawn: shapes,
    ended: drawn.filter((d) => !d.wkt).map((d) => d.dkbm),
    near: grown.map(({ row, shape, more }) => ({ id: row.dkbm!, shape: more?.shape ?? shape })),
    far: others.filter((o) => !near.includes(o)).map(({ row, shape }) => ({ id: row.dkbm!, shape })),
  }
  const come = coming(ground)
  const former = await formerOf(everybody, county, ground, come)
  const redrawn = redraw(ground, await numbersFor(everybody, come, former))
  const changed = grown.flatMap(({ row, more }) => {
    const kjzb = redrawn.kjzb.get(row.dkbm!)
    const values = { ...(more ? { geom: more.wkt } : {}), ...(kjzb && kjzb !== row.kjzb ? { kjzb } : {}) }
    return Object.keys(values).length ? [{ row, values }] : []
  })
  const first = new Map(around.filter((r) => r.isOwn).map((r) => [r.dkbm!, r.since]))
  const days = new Map(drawn.map((d) => [d.dkbm, d.day < (first.get(d.dkbm) ?? '') ? first.get(d.dkbm)! : d.day]))
  return {
    kjzb: redrawn.kjzb,
    neighbours: changed,
    beside: besideOf(shapes, before, near),
    write: (why) => store(everybody, redrawn, { former, holders, days, why }),
  }
}

/** The first registered neighbour that a moved boundary leaves behind. */
function besideOf(shapes: readonly Parcel[], before: readonly Parcel[], near: readonly { row: Near; shape: Shape }[]): BoundarySet['beside'] {
  const registered = near.filter(({ row }) => row.djzt === DJZT.registered).map(({ row, shape }) => ({ id: row.dkbm!, shape }))
  for (const { id: code, shape } of shapes) {
    const was = before.find((x) => x.id === code)
    const left = was && movedBeside(was.shape, shape, registered)
    if (left) return { code, other: left.id, drift: left.drift }
  }
  return undefined
}

/** Parcels with these codes and whatever valid lies within reach of them and of their neighbours; one statement. */
async function surroundings(ctx: Ctx, county: string, drawn: readonly Drawn[]): Promise<Near[]> {
  const codes = sql`any(${drawn.map((d) => d.dkbm)}::text[])`
  const mine = (t: string) => sql`${sql.ref(`${t}.countyCode`)} = ${county} and ${sql.ref(`${t}.tenantId`)} = ${ctx.who.tenantId}`
  const within = (t: string, of: string) => sql`${sql.ref(`${t}.geom`)} && ST_Expand(${sql.ref(`${of}.geom`)}, ${sql.lit(REACH)})`
  const found = sql`dk.id in (with given as (
      select ST_GeomFromText(w, 4326) as geom from unnest(${drawn.flatMap((d) => d.wkt ?? [])}::text[]) as u(w)
      union all select o.geom from dk o where ${mine('o')} and o.dkbm = ${codes}),
    near as (select n.id, n.geom from given g join dk n on ${within('n', 'g')} where ${mine('n')} and n.zt = ${ZT.valid})
    select id from near union select f.id from near n join dk f on ${within('f', 'n')} where ${mine('f')} and f.zt = ${ZT.valid}
    union select o.id from dk o where ${mine('o')} and o.dkbm = ${codes})`
  const since = sql<string>`least(dk."regFrom", (select min(v."regFrom") from dk_v v where ${mine('v')} and v.id = dk.id and v."validTo" = 'infinity'))::text`
  const zone = sql<number | null>`(select projection from region where code = ${county})`
  const q = flatRows(joinable(ctx, dk), dk) as AnyQuery
  return await typedRows<Near>(
    q
      .select([sql<string | null>`ST_AsText(dk.geom, 15)`.as('wkt'), since.as('since'), sql<boolean>`dk.dkbm = ${codes}`.as('isOwn'), zone.as('projection')])
      .where('dk.countyCode', '=', county)
      .where(sql<boolean>`${found}`)
      .orderBy('dk.dkbm'),
  )
}
/** The zone of the county, else of the first shape. */
function zoneIn(drawn: readonly Drawn[], around: readonly Near[]): number | undefined {
  const stated = zoneOfEpsg(Number(around.find((r) => r.projection)?.projection ?? 0))
  const wkt = [...drawn.map((d) => d.wkt), ...around.map((r) => r.wkt)].find((w) => w)
  return stated ?? (wkt ? zoneOfWkt(wkt) : undefined)
}
/** Whether two shapes come so near that a vertex of one is on an edge of the other. */
function touch(a: Shape, b: Shape): boolean {
  if (!boxesMeet(a, b, samePoint)) return false
  const on = (x: Shape, y: Shape) => x.flat().some((p) => y.some((ring) => edgesOf(ring).some(([s, e]) => nearestOnEdge(s, e, p).gap <= samePoint)))
  return on(a, b) || on(b, a)
}

/** Points, lines and all links of what belongs to these parcels; three statements. */
async function boundaryRows(ctx: Ctx, county: string, codes: readonly string[]): Promise<Pick<Ground, 'points' | 'lines' | 'links'>> {
  const own = sql`select o."jzId" from dk_jz o where o."countyCode" = ${county} and o."tenantId" = ${ctx.who.tenantId} and o.dkbm = any(${codes}::text[])`
  const links = await typedRows<LinkRow>(
    flatRows(joinable(ctx, dk_jz), dk_jz)
      .where('dk_jz.countyCode', '=', county)
      .where(sql<boolean>`dk_jz."jzId" in (${own})`),
  )
  const of = (kind: string) => sql`any(${[...new Set(links.flatMap((l) => (l.kind === kind ? [l.jzId!] : [])))]}::bigint[])`
  const points = await typedRows<PointRow>(
    (flatRows(joinable(ctx, jzd), jzd) as AnyQuery).where('jzd.countyCode', '=', county).where('jzd.id', '=', of('d')).orderBy('jzd.id'),
  )
  const lines = await typedRows<EdgeRow>(
    (flatRows(joinable(ctx, jzx), jzx) as AnyQuery).select('jzx.lines').where('jzx.countyCode', '=', county).where('jzx.id', '=', of('x')).orderBy('jzx.id'),
  )
  return { links, points, lines }
}

/** What stood at a place or along a way before, and ended: it gets its number and what was said of it again. */
type Former = ReadonlyMap<string, { number: string; values: Draft<typeof jzd> | Draft<typeof jzx> }>
const keyed = (c: Coming) => `${c.kind} ${c.fbfbm} ${c.at}`
/** Of what comes, what stood there before; one statement where anything comes. */
async function formerOf(ctx: Ctx, county: string, ground: Ground, come: readonly Coming[]): Promise<Former> {
  const out = new Map<string, { number: string; values: Draft<typeof jzd> | Draft<typeof jzx> }>()
  if (come.length === 0) return out
  const issuers = sql`any(${[...new Set(come.map((c) => c.fbfbm))]}::text[])`
  const mine = (t: string) => sql`${sql.ref(`${t}.countyCode`)} = ${county} and ${sql.ref(`${t}.tenantId`)} = ${ctx.who.tenantId}`
  const places = new Map(come.filter((c) => c.kind === 'point').map((c) => [coordinatesOf(ground, c.at).join(' '), c.at]))
  const values = (names: readonly string[]) => sql`jsonb_build_object(${sql.join(names.flatMap((n) => [sql.lit(n), sql.ref(`v.${n}`)]))})`
  const point = sql`select distinct on (v.fbfbm, v.xzbz, v.yzbz) v.fbfbm, v.jzdh as number, v.xzbz || ' ' || v.yzbz as place, null::json as lines,
      ${values(['bsm', 'jzdlx', 'jblx'])} as values from jzd_v v
    where ${mine('v')} and v.fbfbm = ${issuers} and v.xzbz || ' ' || v.yzbz = any(${[...places.keys()]}::text[])
      and not exists (select from jzd t where ${mine('t')} and (t.id = v.id or (t.fbfbm = v.fbfbm and t.jzdh = v.jzdh)))
    order by v.fbfbm, v.xzbz, v.yzbz, v."validFrom" desc`
  const line = sql`select distinct on (v.id) v.fbfbm, v.jzxh as number, null as place, v.lines::json as lines,
      ${values(['bsm', 'jxxz', 'jzxlb', 'jzxwz', 'jzxsm', 'pldwqlr', 'pldwzjr'])} as values from jzx_v v
    where ${mine('v')} and v.fbfbm = ${issuers} and not exists (select from jzx t where ${mine('t')} and t.id = v.id)
    order by v.id, v."validFrom" desc`
  const { rows: found } = await sql<{
    fbfbm: string
    number: string | null
    place: string | null
    lines: EdgeRow['lines']
    values: Draft<typeof jzd> | Draft<typeof jzx>
  }>`(${point}) union all (${line})`.execute(ctx.db)
  for (const f of found) {
    const of = { number: f.number ?? '', values: f.values }
    if (f.place) out.set(`point ${f.fbfbm} ${places.get(f.place)!}`, of)
    else for (const way of waysOf({ lines: f.lines }, ground.zone)) for (const at of [wayOf(way), wayOf(way.toReversed())]) out.set(`line ${f.fbfbm} ${at}`, of)
  }
  return out
}
/** The numbers of what comes: what it had, else the next ones of its issuer, which are never given again. */
async function numbersFor(ctx: Ctx, come: readonly Coming[], former: Former): Promise<KnownBoundary['next']> {
  const numbers = new Map<string, string>([...former].map(([key, { number }]) => [key, number]))
  const fresh = Map.groupBy(
    come.filter((c) => !former.has(keyed(c))),
    (c) => `${c.fbfbm} ${c.kind}`,
  )
  for (const [, list] of [...fresh].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { kind, fbfbm } = list[0]!
    const taken = await nextNumbers(ctx, kind === 'point' ? 'jzd' : 'jzx', fbfbm, list.length)
    for (const [i, c] of list.entries()) numbers.set(keyed(c), `${kind === 'point' ? 'J' : ''}${taken[i]!}`)
  }
  const issuers = new Map(come.map((c) => [`${c.kind} ${c.at}`, c.fbfbm]))
  return (kind, _, at) => numbers.get(`${kind} ${issuers.get(`${kind} ${at}`)!} ${at}`)!
}

interface Storing {
  former: Former
  holders: Ground['holders']
  days: ReadonlyMap<string, string>
  why: When['why']
}
/** Writes what was redrawn: what changes, what goes, what comes; each since the day of its parcels. */
async function store(ctx: Ctx, r: Redrawn, { former, holders, days, why }: Storing): Promise<void> {
  const all = [...days.values()].toSorted()
  const dayOf = (...parcels: readonly string[]) => parcels.flatMap((p) => days.get(p) ?? []).toSorted()[0] ?? all[0]!
  const byDay = <X>(list: readonly X[], of: (x: X) => readonly string[]) => [...Map.groupBy(list, (x) => dayOf(...of(x)))]
  const codes = (text: string | null) => (text ?? '').split('/')
  const when = (day: string): When => ({ day, ...(why ? { why } : {}) })
  for (const [day, some] of byDay(r.points.changed, ({ row }) => codes(row.dkbm))) await rows.updateMany(ctx, jzd, some, when(day))
  for (const [day, some] of byDay(r.lines.changed, ({ row }) => codes(row.dkbm))) await rows.updateMany(ctx, jzx, some, when(day))
  for (const [day, some] of byDay(r.links.gone, (l) => [l.dkbm!])) await rows.eraseMany(ctx, dk_jz, some, { day })
  for (const [day, some] of byDay(r.points.gone, (p) => codes(p.dkbm))) await rows.eraseMany(ctx, jzd, some, { day })
  for (const [day, some] of byDay(r.lines.gone, (p) => codes(p.dkbm))) await rows.eraseMany(ctx, jzx, some, { day })
  const again = (kind: Coming['kind'], { at, values }: Redrawn['points']['fresh'][number] | Redrawn['lines']['fresh'][number]) => {
    const was = former.get(keyed({ kind, at, fbfbm: values.fbfbm! }))
    return { ...values, ...was?.values, id: ctx.newId() }
  }
  const points = r.points.fresh.map((p) => ({ ...p, values: again('point', p) }))
  const lines = r.lines.fresh.map((p) => ({ ...p, values: again('line', p) }))
  const links = [
    ...r.links.fresh,
    ...points.flatMap((p) => p.parcels.map((dkbm) => ({ dkbm, kind: 'd' as const, jzId: p.values.id }))),
    ...lines.flatMap((p) => p.parcels.map((dkbm) => ({ dkbm, kind: 'x' as const, jzId: p.values.id }))),
  ].map((l) => ({ ...l, regionCode: holders.get(l.dkbm)!.regionCode }))
  for (const [day, some] of byDay(points, (p) => p.parcels))
    await rows.insertMany(
      ctx,
      jzd,
      some.map((p) => p.values),
      when(day),
    )
  for (const [day, some] of byDay(lines, (p) => p.parcels))
    await rows.insertMany(
      ctx,
      jzx,
      some.map((p) => p.values),
      when(day),
    )
  for (const [day, some] of byDay(links, (l) => [l.dkbm])) await rows.insertMany(ctx, dk_jz, some, when(day))
}

/** No more parcels at once. */
const AT_ONCE = 500
/** What a cause did to boundaries: the parcels concerned, and since when. */
export interface Concerned {
  codes: readonly string[]
  day: string
}
/** The parcels whose points and lines a cause wrote; asked before it is taken back. */
export async function drawnBy(ctx: Ctx, county: string, cause: Cause): Promise<Concerned> {
  const mine = (t: string) => sql`${sql.ref(`${t}.countyCode`)} = ${county} and ${sql.ref(`${t}.tenantId`)} = ${ctx.who.tenantId}`
  const { rows: found } = await sql<{ dkbm: string; day: string | null }>`select x.dkbm, (select min(d)::text from (
      select t."regFrom" as d from dk t where ${mine('t')} and ${writtenBy(cause, 't')}
      union all select v."regFrom" from dk_v v where ${mine('v')} and ${writtenBy(cause, 'v')}) y) as day
    from (select l.dkbm from dk_jz l where ${mine('l')} and ${writtenBy(cause, 'l')}
      union select h.dkbm from dk_jz_v h where ${mine('h')} and (${writtenBy(cause, 'h')} or h."closedBy" = ${cause.id})) x order by 1`.execute(ctx.db)
  return { codes: found.map((r) => r.dkbm), day: found[0]?.day ?? ctx.now.slice(0, 10) }
}
/** Draws the boundaries of parcels anew from the shapes that they have got back. */
export async function redrawBack(ctx: Ctx, county: string, { codes, day }: Concerned): Promise<void> {
  for (let at = 0; at < codes.length; at += AT_ONCE) {
    const some = codes.slice(at, at + AT_ONCE)
    const q = flatRows(joinable(ctx, dk), dk) as AnyQuery
    const found = await typedRows<ParcelRow & { wkt: string | null }>(
      q
        .select(sql<string | null>`ST_AsText(dk.geom, 15)`.as('wkt'))
        .where('dk.countyCode', '=', county)
        .where('dk.dkbm', '=', sql`any(${some}::text[])`)
        .where('dk.zt', '=', ZT.valid),
    )
    const valid = new Map(found.map((p) => [p.dkbm!, p]))
    const drawn = some.map((dkbm): Drawn => {
      const p = valid.get(dkbm)
      const fbfbm = p?.fbfbm ?? dkbm.slice(0, 14)
      return { dkbm, fbfbm, regionCode: p?.regionCode ?? regionOfFbf(fbfbm), cbfmc: p?.cbfmc ?? null, zjrxm: p?.zjrxm ?? null, wkt: p?.wkt ?? null, day }
    })
    const { neighbours, write } = await boundariesOf(ctx, county, drawn)
    await rows.updateMany(ctx, dk, neighbours, { day, why: 'restore' })
    await write('restore')
  }
}
