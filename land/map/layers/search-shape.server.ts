// What is searched on the map: a shape that a person drew or a parcel, with so many metres around it; and what of a table it meets.
import { sql, type RawBuilder } from 'kysely'
import { both } from '../../../kit/model/lang.ts'
import { problem, problems } from '../../../kit/model/problem.ts'
import { formatWkt, parseWkt, type WktGeometry } from '../../../kit/model/wkt.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { dayName, scoped } from '../../../kit/server/query.server.ts'
import type { TextInput } from '../../../kit/server/route.server.ts'
import type { GeoJsonGeometry } from '../../../services/gis/features.ts'
import type { DegreeBox } from '../../../services/gis/requests.ts'
import { dk } from '../../definitions/dk.ts'
import { ZT } from '../../definitions/statuses.ts'
import { epsgOf, zoneAt } from '../../geometry/crs.ts'
import { isGeometryError } from '../../geometry/shape.ts'
import { SEARCH_LIMITS } from './search-shape.ts'

export const searchProblems = {
  searchShape: problem(400, 'search-shape', () => ({
    zh: '查询图形不正确：请画点、线或面，且位于中国境内',
    en: 'The shape that is searched is malformed: a point, a line or an area in China',
  })),
  searchCrossed: problem(400, 'search-crossed', () => ({ zh: '查询图形的边相交，请重新绘制', en: 'The edges of the shape cross each other; draw it anew' })),
  searchWide: problem(400, 'search-wide', () => ({
    zh: `查询范围不能超过${SEARCH_LIMITS.degrees}度`,
    en: `What is searched is at most ${SEARCH_LIMITS.degrees} degrees wide`,
  })),
  searchMetres: problem(400, 'search-metres', () => ({
    zh: `缓冲距离应为0至${SEARCH_LIMITS.metres}米`,
    en: `The distance around is 0 to ${SEARCH_LIMITS.metres} metres`,
  })),
}
/** What a shape is compared by: anything in common, or lying in it as a whole. */
type Relation = 'meets' | 'within'
/** What is searched. `of`: the parcel around which it lies, which is none of what is found. */
export interface SearchShape {
  wkt: string
  geometry: GeoJsonGeometry
  box: DegreeBox
  relation: Relation
  of: string | undefined
}
/** Names of a query that say what is searched. */
export const SEARCH_NAMES = ['shape', 'dkbm', 'metres', 'relation', ...dayName(dk)] as const

const isInChina = ([x, y]: readonly number[]) => x! > 73 && x! < 136.5 && y! > 3 && y! < 54.5
const placesOf = (g: WktGeometry): readonly (readonly number[])[] =>
  g.type === 'POINT' ? [g.coordinates] : g.type === 'LINESTRING' ? g.coordinates : g.type === 'POLYGON' ? g.coordinates.flat() : g.coordinates.flat(2)
/** A shape that was sent as WKT, as we write it. @throws search-shape */
function drawnWkt(text: string): { wkt: string; lon: number } {
  try {
    const g = parseWkt(text)
    const places = placesOf(g)
    const isShort = g.type === 'LINESTRING' && places.length < 2
    if (isShort || places.length > SEARCH_LIMITS.corners || !places.every(isInChina)) throw searchProblems.searchShape()
    return { wkt: formatWkt(g), lon: places[0]![0]! }
  } catch (e) {
    if (e instanceof Error && isGeometryError(e)) throw searchProblems.searchShape()
    throw e
  }
}
/** The outline of a parcel that the caller sees. @throws not-found */
async function outlineOfParcel(ctx: Ctx, dkbm: string): Promise<{ wkt: string; lon: number }> {
  const row = await scoped(ctx, dk)
    .select([sql<string | null>`ST_AsText(dk.geom, 9)`.as('wkt'), sql<number | null>`ST_XMin(dk.geom)`.as('lon')])
    .where('dk.dkbm', '=', dkbm)
    .where('dk.zt', '=', ZT.valid)
    .executeTakeFirst()
  if (!row?.wkt) throw problems.notFound({ zh: dk.label, en: dk.en })
  return { wkt: row.wkt, lon: Number(row.lon) }
}
/** What a query searches. @throws searchProblems, not-found */
export async function searchShape(ctx: Ctx, q: TextInput): Promise<SearchShape> {
  const metres = q.metres?.trim() ? Number(q.metres) : 0
  if (!(metres >= 0 && metres <= SEARCH_LIMITS.metres)) throw searchProblems.searchMetres()
  const relation = q.relation || 'meets'
  if (relation !== 'meets' && relation !== 'within') throw problems.badRequest(both('空间关系不正确', 'The relation is malformed'))
  const { wkt, lon } = q.shape ? drawnWkt(q.shape) : await outlineOfParcel(ctx, q.dkbm ?? '')
  const zone = zoneAt(lon)
  if (zone === undefined) throw searchProblems.searchShape()
  const given = sql`ST_GeomFromText(${wkt}, 4326)`
  // a circle of 128 corners is within 0.03 % of its distance
  const around = metres > 0 ? sql`ST_Transform(ST_Buffer(ST_Transform(${given}, ${sql.lit(epsgOf(zone))}), ${metres}::float8, 32), 4326)` : given
  const { rows } = await sql<{ isRight: boolean; wkt: string; shape: string; box: number[] }>`select ST_IsValid(${given}) as "isRight",
    ST_AsText(s.g, 9) as wkt, ST_AsGeoJSON(s.g, 9) as shape, array[ST_XMin(s.g), ST_YMin(s.g), ST_XMax(s.g), ST_YMax(s.g)] as box
    from (select ${around} as g) s`.execute(ctx.db)
  const found = rows[0]!
  if (!found.isRight) throw searchProblems.searchCrossed()
  const [w, s, e, n] = found.box.map(Number) as [number, number, number, number]
  if (e - w > SEARCH_LIMITS.degrees || n - s > SEARCH_LIMITS.degrees) throw searchProblems.searchWide()
  return { wkt: found.wkt, geometry: JSON.parse(found.shape) as GeoJsonGeometry, box: [w, s, e, n], relation, of: q.shape ? undefined : q.dkbm }
}
/** Whether a row of a table meets what is searched, or lies in it. */
export function meetsShape(table: string, { wkt, relation }: Pick<SearchShape, 'wkt' | 'relation'>): RawBuilder<boolean> {
  const [own, other] = [sql.ref(`${table}.geom`), sql`ST_GeomFromText(${wkt}, 4326)`]
  return relation === 'within' ? sql<boolean>`ST_Within(${own}, ${other})` : sql<boolean>`ST_Intersects(${own}, ${other})`
}
