// Parcels with their boundary points and lines as shapefiles, in the zone of their county. Source: data-format.md 4, 12; NY/T 2539 A.10-A.12.
import { typedRows } from '../../kit/server/any-query.server.ts'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { ZipArchive } from 'archiver'
import { problems } from '../../kit/model/problem.ts'
import { idList, isId } from '../../kit/model/resource.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { dayName, flatRows, requireRegion, scoped, underRegion } from '../../kit/server/query.server.ts'
import { asFile, DeferredResponse, FileResponse, reading, type Route, type TextInput } from '../../kit/server/route.server.ts'
import { clockMark } from '../../services/exchange/exports/clock-mark.ts'
import { dk, jzd, jzx } from '../definitions/dk.ts'
import { landProblems } from '../definitions/problems.ts'
import { ZT } from '../definitions/statuses.ts'
import { toMetres, zoneOf, zoneOfEpsg } from '../geometry/crs.ts'
import { dxfOf } from '../geometry/dxf.ts'
import { shapefileOf, type DbfColumn, type ShapefileLayer } from '../geometry/shapefile.ts'
import { parseWkt, type Position } from '../../kit/model/wkt.ts'
import { countyProjection } from '../../platform/regions/lookup.server.ts'
import { BOUNDARY_YSDM, boundaryRowsOf, numberedEasting } from './boundary.server.ts'
import { layerColumns } from '../definitions/national/format.ts'

/** Parcels of one call at most: it is answered while somebody waits. */
const MOST = 5000
const MOST_CODES = 200
const [DK, JZD, JZX] = [layerColumns('DK'), layerColumns('JZD'), layerColumns('JZX')]
type Row = Readonly<Record<string, unknown>>
const valuesOf = (columns: readonly DbfColumn[], row: Row) =>
  Object.fromEntries(
    columns.map(([n]) => {
      const v = row[n.toLowerCase()]
      return [n, v === null || v === undefined ? '' : String(v)]
    }),
  )

/** The codes of the parcels that an open case holds. */
async function codesOfCase(ctx: Ctx, businessId: string): Promise<string[]> {
  if (!isId(businessId)) throw problems.notFound({ zh: '业务', en: 'Case' })
  const { rows } = await sql<{ code: string }>`select distinct split_part("objectCode", ':', 1) as code from business_lock
    where "tenantId" = ${ctx.who.tenantId} and "businessId" = ${businessId}::bigint and "objectType" in ('dk', 'share')
      and "regionCode" >= ${ctx.who.regionCode} and "regionCode" < ${`${ctx.who.regionCode}~`} order by 1`.execute(ctx.db)
  return rows.map((r) => r.code)
}
/** The valid parcels that a call names: by code, of a case, of an issuer, or of a region. */
async function parcelsOf(ctx: Ctx, q: TextInput): Promise<(Row & { dkbm: string; geom: string | null })[]> {
  const held = q.businessId ? await codesOfCase(ctx, q.businessId) : undefined
  if (held?.length === 0) throw problems.notFound({ zh: dk.label, en: dk.en })
  const codes = held ?? [...new Set(idList(q.dkbms))]
  if (!held && codes.length > MOST_CODES) throw landProblems.tooManyParcels({ max: MOST_CODES })
  const regionCode = q.regionCode || ctx.who.regionCode
  const all = flatRows(scoped(ctx, dk), dk)
    .select(sql<string | null>`ST_AsText(dk.geom, 10)`.as('geom'))
    .where('dk.zt', '=', ZT.valid)
  const of = () => {
    if (codes.length) return all.where('dk.countyCode', 'in', [...new Set(codes.map(countyOf))]).where('dk.dkbm', 'in', codes)
    if (q.fbfbm) return all.where('dk.countyCode', '=', countyOf(q.fbfbm)).where('dk.fbfbm', '=', q.fbfbm)
    requireRegion(ctx, regionCode)
    return underRegion(all, 'dk', regionCode)
  }
  const found = await typedRows<Row & { dkbm: string; geom: string | null }>(
    of()
      .orderBy('dk.dkbm')
      .limit(MOST + 1),
  )
  if (found.length === 0) throw problems.notFound({ zh: dk.label, en: dk.en })
  if (found.length > MOST) throw landProblems.tooManyParcels({ max: MOST })
  return found
}
const partsOf = (wkt: string | null, zone: number) => {
  const g = wkt ? parseWkt(wkt) : undefined
  const polygons = g?.type === 'POLYGON' ? [g.coordinates] : g?.type === 'MULTIPOLYGON' ? g.coordinates : []
  return polygons.flat().map((ring) => ring.map((p) => toMetres(p, zone)))
}

/** The three layers of one county. */
async function layersOf(ctx: Ctx, county: string, parcels: readonly (Row & { dkbm: string; geom: string | null })[]) {
  const projection = await countyProjection(ctx, county)
  const lon = Number(/-?\d+(\.\d+)?/.exec(parcels.find((p) => p.geom)?.geom ?? '')?.[0] ?? 105)
  const zone = zoneOfEpsg(projection ?? 0) ?? zoneOf(lon)
  const codes = parcels.map((p) => p.dkbm)
  const points = await boundaryRowsOf(ctx, jzd, county, codes),
    lines = await boundaryRowsOf(ctx, jzx, county, codes)
  const ways = (r: Row) => (Array.isArray(r.lines) ? (r.lines as Position[][]) : []).map((line) => line.map((p) => toMetres(p, zone)))
  const all: Readonly<Record<string, ShapefileLayer>> = {
    DK: { kind: 'Polygon', columns: DK, records: parcels.map((p) => ({ parts: partsOf(p.geom, zone), values: valuesOf(DK, p) })) },
    JZD: {
      kind: 'Point',
      columns: JZD,
      records: points.map((p) => ({
        parts: p.xzbz && p.yzbz ? [[[Number(p.yzbz) % 1e6, Number(p.xzbz)]]] : [],
        values: valuesOf(JZD, { ...p, ysdm: BOUNDARY_YSDM.jzd, yzbz: p.yzbz ? numberedEasting(p.yzbz, zone) : '' }),
      })),
    },
    JZX: { kind: 'PolyLine', columns: JZX, records: lines.map((l) => ({ parts: ways(l), values: valuesOf(JZX, { ...l, ysdm: BOUNDARY_YSDM.jzx }) })) },
  }
  return { zone, all }
}

/** Height of the words of a parcel in a drawing, metres. */
const WORDS_M = 2
/** The layers of a county as one drawing: outlines with code and name, lines, points; eastings with the number of the zone, as in shapefiles. */
function drawingOf(zone: number, { DK, JZD, JZX }: Readonly<Record<string, ShapefileLayer>>): Buffer {
  const shifted = (p: readonly number[]): [number, number] => [p[0]! + zone * 1e6, p[1]!]
  const parts = (of: ShapefileLayer | undefined) => (of?.records ?? []).flatMap((r) => r.parts.map((part) => part.map(shifted)))
  return dxfOf({
    rings: parts(DK).map((points) => ({ layer: 'DK', points })),
    lines: parts(JZX).map((points) => ({ layer: 'JZX', points })),
    points: parts(JZD).flatMap(([at]) => (at ? [{ layer: 'JZD', at }] : [])),
    words: (DK?.records ?? []).flatMap(({ parts: [ring], values }) => {
      if (!ring?.length) return []
      const [x, y] = [0, 1].map((i) => ring.reduce((sum, p) => sum + p[i]!, 0) / ring.length)
      return [{ layer: 'ZJ', at: shifted([x!, y!]), text: `${values.DKBM ?? ''} ${values.DKMC ?? ''}`.trim(), height: WORDS_M }]
    }),
  })
}

/** Shapefiles of parcels with their boundaries, a layer a file, or with `format` dxf one drawing, of several counties each by its code; written after the transaction. */
async function download(ctx: Ctx, q: TextInput): Promise<DeferredResponse> {
  const format = q.format || 'shp'
  if (format !== 'shp' && format !== 'dxf') throw problems.badRequest({ zh: '格式应为shp或dxf', en: 'format is shp or dxf' })
  const parcels = await parcelsOf(ctx, q)
  const counties: { county: string; zone: number; all: Readonly<Record<string, ShapefileLayer>> }[] = []
  for (const [county, own] of Map.groupBy(parcels, (p) => countyOf(p.dkbm))) counties.push({ county, ...(await layersOf(ctx, county, own)) })
  const day = ctx.now.slice(0, 10)
  const name = `DK${counties.length === 1 ? counties[0]!.county : ''}${clockMark(ctx)}-${ctx.now.replace(/[- :]/g, '')}.zip`
  return new DeferredResponse(async () => {
    const zip = new ZipArchive({})
    for (const { county, zone, all } of counties) {
      if (format === 'dxf') zip.append(Readable.from([drawingOf(zone, all)]), { name: `DK${county}${day.slice(0, 4)}.dxf` })
      else
        for (const [layer, of] of Object.entries(all))
          for (const [extension, bytes] of Object.entries(shapefileOf(of, zone, day)))
            zip.append(Readable.from([bytes]), { name: `${layer}${county}${day.slice(0, 4)}.${extension}` })
    }
    zip.finalize().catch((e: Error) => zip.destroy(e))
    return new FileResponse(name, 'application/zip', zip)
  })
}

/** 下载图形: of chosen parcels, of an open case, of an issuer, or of a region; as shapefiles or as a drawing. */
export const shapefileRoutes: Route[] = [
  asFile(
    reading('land', 'dk_export')(
      '/dzzw/download-shp',
      '下载地块图形（shp、dxf）',
      ['regionCode', 'fbfbm', 'dkbms', 'businessId', 'format', ...dayName(dk)],
      download,
    ),
    'dk.export',
  ),
]
