/** What of the register goes into a package: the rows that stand, table by table, page by page. */
import { sql, type RawBuilder } from 'kysely'
import type { AnyResource } from '../../kit/model/resource.ts'
import { parseWkt } from '../../kit/model/wkt.ts'
import { typedRows, type AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, joinable, underRegion } from '../../kit/server/query.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { cbdkxx, cbht, djb } from '../../land/definitions/cbht.ts'
import { cbjyqz, cbjyqz_event } from '../../land/definitions/cbjyqz.ts'
import { dk, jzd, jzx } from '../../land/definitions/dk.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { LZHT, lzht } from '../../land/definitions/lzht.ts'
import { QSZT, ZT } from '../../land/definitions/statuses.ts'
import { toMetres } from '../../land/geometry/crs.ts'
import { qslyzlfj } from '../package/hjb.ts'
import type { Geometry, StagedPoint } from '../package/staged.ts'
import type { RegisterRow } from './rows.ts'
import type { LayerName, StagedTable } from '../../land/definitions/national/format.ts'

type Tx = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
/** Definitions with personal data whose rows a package holds. */
export const PERSONAL: readonly AnyResource[] = [fbf, cbf, jtcy, cbht, djb, cbjyqz, cbjyqz_event]
/** Rows of one page: one transaction. */
const ROWS_AT_ONCE = 1000

/** How the rows of a table are found: of which definition, which of them, and what their order is beside the number they were written under. */
interface Source {
  r: AnyResource
  of: (q: AnyQuery) => AnyQuery
  keys?: readonly string[]
}
const valid = (name: string) => (q: AnyQuery) => q.where(`${name}.zt`, '=', ZT.valid)
const current = (name: string) => (q: AnyQuery) => q.where(`${name}.qszt`, '=', QSZT.current)
/** The same county and tenant in a table of the name `other`. */
const beside = (own: string, other: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${other}.countyCode`)} = ${sql.ref(`${own}.countyCode`)} and ${sql.ref(`${other}.tenantId`)} = ${sql.ref(`${own}.tenantId`)}`
/** Of a book that stands. */
const ofStandingBook = (name: string) => (q: AnyQuery) =>
  q.where(sql<boolean>`exists (select from djb b where ${beside(name, 'b')} and b.cbjyqzbm = ${sql.ref(`${name}.cbjyqzbm`)} and b.qszt = ${QSZT.current})`)
const event = (kind: string) => (q: AnyQuery) => {
  const own = q.where('cbjyqz_event.kind', '=', kind)
  return kind === 'zx' ? own : ofStandingBook('cbjyqz_event')(own)
}

const TABLES: Readonly<Record<StagedTable, Source>> = {
  FBF: { r: fbf, of: valid('fbf') },
  CBF: { r: cbf, of: valid('cbf') },
  CBF_JTCY: {
    r: jtcy,
    keys: ['cbfbm', 'sort'],
    of: (q) => q.where(sql<boolean>`exists (select from cbf c where ${beside('jtcy', 'c')} and c.id = jtcy."cbfId" and c.zt = ${ZT.valid})`),
  },
  CBHT: { r: cbht, of: (q) => current('cbht')(q).where('cbht.djbId', 'is not', null) },
  CBDKXX: {
    r: cbdkxx,
    of: (q) =>
      current('cbdkxx')(q)
        .innerJoin('djb', (j) => j.onRef('djb.countyCode', '=', 'cbdkxx.countyCode').onRef('djb.id', '=', 'cbdkxx.djbId'))
        .select('djb.cbjyqzbm'),
  },
  LZHT: { r: lzht, of: (q) => q.where('lzht.status', '=', LZHT.registered) },
  QSLYZLFJ: { r: qslyzlfj, of: ofStandingBook('qslyzlfj') },
  CBJYQZDJB: { r: djb, of: current('djb') },
  CBJYQZ: {
    r: cbjyqz,
    // one a book: the last that was made of it
    of: (q) =>
      ofStandingBook('cbjyqz')(q).where(
        sql<boolean>`not exists (select from cbjyqz n where ${beside('cbjyqz', 'n')} and n.cbjyqzbm = cbjyqz.cbjyqzbm and n.id > cbjyqz.id)`,
      ),
  },
  CBJYQZ_QZBF: { r: cbjyqz_event, of: event('bf') },
  CBJYQZ_QZHF: { r: cbjyqz_event, of: event('hf') },
  CBJYQZ_QZZX: { r: cbjyqz_event, of: event('zx') },
}
/** Layers that the register keeps. */
export const KEPT_LAYERS = ['DK', 'JZD', 'JZX'] as const satisfies readonly LayerName[]
type KeptLayer = (typeof KEPT_LAYERS)[number]
const LAYERS: Readonly<Record<KeptLayer, Source>> = {
  DK: { r: dk, of: (q) => valid('dk')(q).select(sql<string | null>`ST_AsText(dk.geom, 15)`.as('geom')) },
  JZD: { r: jzd, of: (q) => q },
  JZX: { r: jzx, of: (q) => q.select('jzx.lines') },
}

const rowsOf = (ctx: Ctx, { r, of }: Source, region: string): AnyQuery => of(flatRows(underRegion(joinable(ctx, r), r.name, region), r) as AnyQuery)

/** The rows of a source in their order, each page in a transaction of its own. */
async function* read(tx: Tx, source: Source, region: string, signal: AbortSignal): AsyncGenerator<RegisterRow> {
  const keys = [...(source.keys ?? []), 'id'].map((k) => `${source.r.name}.${k}`)
  let after: readonly unknown[] | undefined
  for (;;) {
    signal.throwIfAborted()
    const rows = (await tx((ctx) => {
      const q = rowsOf(ctx, source, region)
      const next = after ? q.where(sql<boolean>`(${sql.join(keys.map((k) => sql.ref(k)))}) > (${sql.join(after)})`) : q
      return keys
        .reduce((o, k) => o.orderBy(k), next)
        .limit(ROWS_AT_ONCE)
        .execute()
    })) as RegisterRow[]
    yield* rows
    if (rows.length < ROWS_AT_ONCE) return
    const last = rows.at(-1)!
    after = keys.map((k) => last[k.slice(k.indexOf('.') + 1)])
  }
}
/** Rows of a national table in a region. */
export const readRows = (tx: Tx, table: StagedTable, region: string, signal: AbortSignal) => read(tx, TABLES[table], region, signal)
/** Rows of a layer that the register keeps, in a region. */
export const readFeatures = (tx: Tx, layer: KeptLayer, region: string, signal: AbortSignal) => read(tx, LAYERS[layer], region, signal)

/** How many rows there will be. */
export async function countStanding(ctx: Ctx, name: StagedTable | KeptLayer, region: string): Promise<number> {
  const { r, of } = name in TABLES ? TABLES[name as StagedTable] : LAYERS[name as KeptLayer]
  const q = of(underRegion(joinable(ctx, r), r.name, region))
    .clearSelect()
    .select(sql<string>`count(*)`.as('n'))
  return Number(((await q.executeTakeFirstOrThrow()) as { n: string }).n)
}
/** The highest feature number of a layer: what has none gets the next. */
export async function highestNumber(ctx: Ctx, layer: KeptLayer, region: string): Promise<number> {
  const { name } = LAYERS[layer].r
  const q = underRegion(joinable(ctx, LAYERS[layer].r), name, region).select(
    sql<string | null>`max(case when ${sql.ref(`${name}.bsm`)} ~ '^[0-9]{1,10}$' then ${sql.ref(`${name}.bsm`)}::bigint end)`.as('n'),
  )
  return Number(((await q.executeTakeFirstOrThrow()) as { n: string | null }).n ?? 0)
}

/** Names of a county and of all regions in it, in full, by code; and the coordinate system that is set for it. */
export async function regionsOf(ctx: Ctx, county: string): Promise<{ name: string; projection: number; full: Map<string, string> }> {
  const rows = await typedRows<{ code: string; name: string; fullName: string | null; projection: number | null }>(
    ctx.db.selectFrom('region').select(['code', 'name', 'fullName', 'projection']).where('code', '>=', county).where('code', '<', `${county}~`),
  )
  const own = rows.find((r) => r.code === county)
  return { name: own?.name ?? '', projection: Number(own?.projection ?? 0), full: new Map(rows.map((r) => [r.code, r.fullName ?? r.name])) }
}

/** The shape of a feature in metres of the zone: a parcel's ground, a point by its coordinates, a line by its course. */
export function shapeOf(layer: KeptLayer, row: RegisterRow, zone: number): Geometry | null {
  if (layer === 'JZD') {
    const [x, y] = [Number(row.yzbz), Number(row.xzbz)]
    return row.xzbz && row.yzbz ? { type: 'Point', coordinates: [x % 1e6, y] } : null
  }
  const metres = (line: readonly (readonly number[])[]): StagedPoint[] => line.map((p) => toMetres(p, zone) as StagedPoint)
  if (layer === 'JZX') {
    const lines = (Array.isArray(row.lines) ? (row.lines as number[][][]) : []).map(metres)
    return lines.length === 1 ? { type: 'LineString', coordinates: lines[0]! } : lines.length ? { type: 'MultiLineString', coordinates: lines } : null
  }
  const wkt = row.geom ? parseWkt(String(row.geom)) : undefined
  if (wkt?.type === 'POLYGON') return { type: 'Polygon', coordinates: wkt.coordinates.map(metres) }
  if (wkt?.type === 'MULTIPOLYGON') return { type: 'MultiPolygon', coordinates: wkt.coordinates.map((rings) => rings.map(metres)) }
  return null
}
