/**
 * Borders of regions that packages told, taken over into the ground of the map by an administrator of the platform after a look, and given back. What a package may not
 * move is told with its reason: another county, no region of ours, no sound outline. Source: docs/adr/0054, 0073.
 */
import { sql } from 'kysely'
import { json } from '../../kit/model/field.ts'
import { both, type Text } from '../../kit/model/lang.ts'
import { problems } from '../../kit/model/problem.ts'
import { isRegionCode } from '../../kit/model/region-code.ts'
import type { Fields } from '../../kit/model/resource.ts'
import { isAdministrator, type Ctx } from '../../kit/server/ctx.server.ts'
import { reading, route, type Route, type Run, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { GROUND_LAYERS } from '../../land/map/tiles/feature.ts'
import { PLATFORM_TENANT } from '../../platform/seed/tenant-codes.ts'
import { hjb, type HjbInfo } from '../package/hjb.ts'
import { hjbProblems } from '../package/problems.ts'
import { packageMay } from './flow.ts'

const LAYERS = GROUND_LAYERS.flatMap(({ key, code }) => (code ? [{ key, code }] : []))
/** Lengths of the codes of each layer's regions. */
const LENGTHS: Readonly<Record<string, number>> = { XJXZQ: 6, XJQY: 9, CJQY: 12, ZJQY: 14 }
/** Where outlines of this country lie, degrees: outside of it nothing is projected. */
const CHINA = { west: 73, south: 3, east: 136, north: 54 } as const

export type BorderState = 'new' | 'moved' | 'same' | 'refused'
/** Why an outline is refused. */
export const BORDER_REFUSED = {
  code: both('区划代码不合规', 'It has no code of a region'),
  county: both('不属于本县（市、区）', 'It belongs to another county'),
  twice: both('同一区划有多个界线', 'The region has several outlines'),
  unknown: both('系统中没有该行政区划', 'There is no such region'),
  unsound: both('界线图形无效', 'The outline is not valid'),
} satisfies Record<string, Text>

interface Found {
  id: string
  layer: string
  code: string
  name: string
  known: string | null
  sound: boolean
  had: boolean
  same: boolean
  was: string | null
  becomes: string | null
  mark: string
  taken: boolean
}
const codeOf = sql`case f.layer ${sql.join(
  LAYERS.map(({ key, code }) => sql`when ${sql.lit(key)} then btrim(coalesce(f.attrs ->> ${sql.lit(code)}, ''))`),
  sql` `,
)} end`
/** Square kilometres of an outline, in the zone in which it lies. */
const squareKm = (geom: string) =>
  sql`round((ST_Area(ST_Transform(${sql.ref(geom)}, 4534 + round(ST_XMin(${sql.ref(geom)}) / 3)::int - 25)) / 1000000)::numeric, 3)::text`

/** The outlines of regions that stand in the county of a package, beside those that the map has. */
async function foundIn(ctx: Ctx, info: HjbInfo): Promise<Found[]> {
  const county = info.regionCode.slice(0, 6)
  const here = sql`ST_XMin(f.geom) >= ${CHINA.west} and ST_XMax(f.geom) <= ${CHINA.east} and ST_YMin(f.geom) >= ${CHINA.south} and ST_YMax(f.geom) <= ${CHINA.north}`
  const { rows: found } = await sql<Found>`
    with told as (select f.id, f.layer, f.name, f.geom, ${codeOf} as code,
        coalesce(ST_GeometryType(f.geom) in ('ST_Polygon', 'ST_MultiPolygon') and ST_IsValid(f.geom) and ${here}, false) as sound
      from land_feature f where f."countyCode" = ${county} and f."tenantId" = ${ctx.who.tenantId} and f."toDay" is null
        and f.layer in (${sql.join(LAYERS.map((l) => sql.lit(l.key)))}))
    select t.id::text as id, t.layer, t.code, coalesce(t.name, '') as name, r.name as known, t.sound, o.code is not null as had,
      coalesce(t.sound and ST_AsBinary(ST_Multi(t.geom)) = ST_AsBinary(o.geom), false) as same,
      case when o.code is not null then ${squareKm('o.geom')} end as was, case when t.sound then ${squareKm('t.geom')} end as becomes,
      left(encode(sha256(convert_to(concat(t.id, ':', coalesce(encode(ST_AsBinary(o.geom), 'hex'), '')), 'UTF8')), 'hex'), 16) as mark,
      exists (select from hjb_border b where b."countyCode" = ${county} and b."tenantId" = ${ctx.who.tenantId} and b."infoId" = ${info.id}::bigint
        and b.code = t.code and b."returnTime" is null) as taken
    from told t left join region r on r.code = t.code left join region_outline o on o.code = t.code
    order by length(t.code), t.code, t.id`.execute(ctx.db)
  return found
}
function judged(found: readonly Found[], county: string): (Found & { state: BorderState; why: Text | undefined })[] {
  const times = Map.groupBy(found, (f) => f.code)
  return found.map((f) => {
    const why =
      !isRegionCode(f.code) || f.code.length !== LENGTHS[f.layer]
        ? BORDER_REFUSED.code
        : !f.code.startsWith(county)
          ? BORDER_REFUSED.county
          : times.get(f.code)!.length > 1
            ? BORDER_REFUSED.twice
            : f.known === null
              ? BORDER_REFUSED.unknown
              : !f.sound
                ? BORDER_REFUSED.unsound
                : undefined
    return { ...f, why, state: why ? 'refused' : f.same ? 'same' : f.had ? 'moved' : 'new' }
  })
}

/** A county is the same ground for every tenant: its borders are moved by administrators of the platform alone. */
const mayMove = (ctx: Ctx): boolean => isAdministrator(ctx.who) && ctx.who.tenantId === PLATFORM_TENANT
/** The package, written, and a caller who may move borders. @throws border-admin */
async function movedBy(ctx: Ctx, id: unknown): Promise<HjbInfo> {
  if (!mayMove(ctx)) throw hjbProblems.borderAdmin()
  // locked: two who move the borders of a package do it one after the other
  return rows.get(ctx, hjb, String(id ?? ''), true)
}

/** The look: every outline with what it would do to the region of its code. */
async function look(ctx: Ctx, q: TextInput<'id'>) {
  const info = await rows.get(ctx, hjb, q.id ?? '')
  const borders = judged(await foundIn(ctx, info), info.regionCode.slice(0, 6)).map(({ code, layer, name, state, why, was, becomes, mark, taken }) => ({
    code,
    layer,
    name,
    state,
    why: why?.[ctx.lang] ?? '',
    was: was ?? '',
    becomes: becomes ?? '',
    mark,
    taken,
  }))
  return { mayMove: mayMove(ctx), borders }
}
/** One region on the map: its outline before and after, GeoJSON in degrees. */
async function outlines(ctx: Ctx, q: TextInput<'id' | 'code'>) {
  const info = await rows.get(ctx, hjb, q.id ?? '')
  const county = info.regionCode.slice(0, 6)
  const { rows: told } = await sql<{ shape: string | null }>`select ST_AsGeoJSON(f.geom, 9) as shape from land_feature f where f."countyCode" = ${county}
    and f."tenantId" = ${ctx.who.tenantId} and f."toDay" is null and ${codeOf} = ${q.code ?? ''} order by f.id limit 1`.execute(ctx.db)
  if (!told[0]) throw problems.notFound({ zh: '界线', en: 'Border' })
  const { rows: now } = await sql<{
    shape: string | null
  }>`select ST_AsGeoJSON(o.geom, 9) as shape from region_outline o where o.code = ${q.code ?? ''}`.execute(ctx.db)
  const { rows: before } = await sql<{ shape: string | null }>`select b.was::text as shape from hjb_border b where b."countyCode" = ${county}
    and b."tenantId" = ${ctx.who.tenantId} and b."infoId" = ${info.id}::bigint and b.code = ${q.code ?? ''} and b."returnTime" is null order by b.id desc limit 1`.execute(
    ctx.db,
  )
  // of one that was taken over: what it was before
  return { was: (before[0] ?? now[0])?.shape ?? '', becomes: told[0].shape ?? '' }
}

interface Chosen {
  code: string
  mark: string
}
function chosenIn(borders: unknown): Chosen[] {
  const sent = Array.isArray(borders) ? (borders as Partial<Chosen>[]) : []
  const chosen = sent.map((b) => ({ code: String(b?.code ?? ''), mark: String(b?.mark ?? '') }))
  if (!chosen.length) throw hjbProblems.borderNone()
  return chosen
}
/** Takes outlines over as they were looked at (`borders`: [{code, mark}]). Answers how many. @throws border-refused, border-changed */
async function take(ctx: Ctx, input: TextInput<'id'> & { borders: unknown }): Promise<number> {
  const info = await movedBy(ctx, input.id)
  if (!packageMay('initialise', info.status)) throw problems.notAllowedNow({ zh: '调整界线，请先入库', en: 'move borders before the write' })
  const county = info.regionCode.slice(0, 6)
  const chosen = chosenIn(input.borders)
  await sql`select code from region_outline where code = any(${chosen.map((c) => c.code)}::text[]) order by code for update`.execute(ctx.db)
  const found = Map.groupBy(judged(await foundIn(ctx, info), county), (f) => f.code)
  const taken = chosen.map(({ code, mark }) => {
    const own = found.get(code)?.[0]
    if (!own) throw problems.notFound({ zh: '界线', en: 'Border' })
    if (own.why) throw hjbProblems.borderRefused({ code, why: own.why })
    if (own.mark !== mark) throw hjbProblems.borderChanged({ code })
    return own
  })
  const moved = taken.filter((t) => t.state !== 'same')
  if (!moved.length) throw hjbProblems.borderNone()
  const of = sql`unnest(${moved.map(() => ctx.newId())}::bigint[], ${moved.map((m) => m.id)}::bigint[], ${moved.map((m) => m.code)}::text[]) as p(id, feature, code)
    join land_feature f on f."countyCode" = ${county} and f."tenantId" = ${ctx.who.tenantId} and f.id = p.feature`
  await sql`insert into hjb_border ("countyCode", id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, "regionCode", "infoId", code, was, "wasPlace", becomes)
    select ${county}, p.id, ${ctx.who.tenantId}, ${ctx.who.userId}, ${ctx.now}::timestamptz, ${ctx.who.userId}, ${ctx.now}::timestamptz, 1, p.code, ${info.id}::bigint, p.code,
      (select ST_AsGeoJSON(o.geom, 15)::jsonb from region_outline o where o.code = p.code), (select ST_AsGeoJSON(o.name, 15)::jsonb from region_outline o where o.code = p.code),
      ST_AsGeoJSON(ST_Multi(f.geom), 15)::jsonb
    from ${of}`.execute(ctx.db)
  await sql`insert into region_outline (code, "tenantId", geom, name)
    select p.code, ${ctx.who.tenantId}, ST_Multi(f.geom), ST_PointOnSurface(f.geom) from ${of}
    on conflict (code) do update set geom = excluded.geom, name = excluded.name`.execute(ctx.db)
  return moved.length
}

const fromJson = (column: string) => sql`ST_SetSRID(ST_GeomFromGeoJSON(${sql.ref(column)}::text), 4326)`
/** Gives borders back that a package had taken over, all of them or those of `codes`. Answers how many. @throws border-none, border-later */
async function giveBack(ctx: Ctx, input: TextInput<'id'> & { codes: unknown }): Promise<number> {
  const info = await movedBy(ctx, input.id)
  const county = info.regionCode.slice(0, 6)
  const codes = Array.isArray(input.codes) ? input.codes.map(String) : null
  const { rows: open } = await sql<{ id: string; code: string; stands: boolean }>`
    select b.id::text as id, b.code, coalesce(o.geom is not null and ST_AsBinary(ST_Multi(${fromJson('b.becomes')})) = ST_AsBinary(o.geom), false) and not exists (
      select from hjb_border l where l."countyCode" = b."countyCode" and l."tenantId" = b."tenantId" and l.code = b.code and l.id > b.id and l."returnTime" is null) as stands
    from hjb_border b left join region_outline o on o.code = b.code
    where b."countyCode" = ${county} and b."tenantId" = ${ctx.who.tenantId} and b."infoId" = ${info.id}::bigint and b."returnTime" is null
      and (${codes === null} or b.code = any(${codes ?? []}::text[]))
    order by b.code, b.id`.execute(ctx.db)
  if (!open.length) throw hjbProblems.borderNone()
  const later = open.find((b) => !b.stands)
  if (later) throw hjbProblems.borderLater({ code: later.code })
  const ids = open.map((b) => b.id)
  const own = sql`b."countyCode" = ${county} and b."tenantId" = ${ctx.who.tenantId} and b.id = any(${ids}::bigint[])`
  await sql`update region_outline o set geom = ST_Multi(${fromJson('b.was')}), name = ${fromJson('b.wasPlace')} from hjb_border b
    where ${own} and o.code = b.code and b.was is not null`.execute(ctx.db)
  await sql`delete from region_outline o using hjb_border b where ${own} and o.code = b.code and b.was is null`.execute(ctx.db)
  await sql`update hjb_border b set "returnTime" = ${ctx.now}, "updateUser" = ${ctx.who.userId}, "updateTime" = ${ctx.now}::timestamptz, rev = b.rev + 1 where ${own}`.execute(
    ctx.db,
  )
  return open.length
}

const seen = reading('land', 'hjb_view')
const act = <B extends Fields>(name: string, summary: string, body: B, run: Run<never, NoInfer<B>, 'POST'>) =>
  route({ method: 'POST', path: `/hjb/hjbinfo/${name}`, perm: 'hjb_transfer', scope: 'land', audit: `hjb.${name}`, summary, body, run })
/** The calls of borders. */
export const borderRoutes: readonly Route[] = [
  seen('/hjb/hjbinfo/borders', '包内行政区界线', ['id'], look),
  seen('/hjb/hjbinfo/border', '一个行政区的界线', ['id', 'code'], outlines),
  act('takeBorders', '采用行政区界线', { borders: json('界线', { en: 'Borders' }) }, take),
  act('returnBorders', '恢复行政区界线', { codes: json('行政区', { en: 'Regions' }) }, giveBack),
]
