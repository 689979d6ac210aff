// What was chosen on the map as a file: the parcels of a drawn shape, of what lies around one, or of a list of codes. Source: screens.md G1.
import { Readable } from 'node:stream'
import { ZipArchive } from 'archiver'
import { both } from '../../../kit/model/lang.ts'
import { problem, problems } from '../../../kit/model/problem.ts'
import { idList } from '../../../kit/model/resource.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { asFile, DeferredResponse, FileResponse, reading, type Route, type TextInput } from '../../../kit/server/route.server.ts'
import { dictionaryChoices } from '../../../platform/dictionaries/choices.server.ts'
import { clockMark } from '../../../services/exchange/exports/clock-mark.ts'
import { sheetOf } from '../../../services/exchange/exports/workbook.server.ts'
import { dk } from '../../definitions/dk.ts'
import { toMetres, zoneOf } from '../../geometry/crs.ts'
import { dxfOf } from '../../geometry/dxf.ts'
import type { Point } from '../../geometry/shape.ts'
import { shapefileOf, type DbfColumn } from '../../geometry/shapefile.ts'
import { parcelFeature, parcelsMeeting, parcelsOfCodes, PARCEL_FIELDS } from './own-layers.server.ts'
import { SEARCH_NAMES, searchShape } from './search-shape.server.ts'
import { geoJsonText, kmlText, SELECTION_FORMATS, type LeavingParcel, type SelectionFormat } from './selection.ts'
import { standardColumn } from '../../definitions/national/format.ts'

/** Parcels of one file at most: it is answered while somebody waits. And codes of one call. */
const MOST = 5000,
  MOST_CODES = 200
export const selectionProblems = {
  tooManyChosen: problem<{ most: number }>(400, 'too-many-chosen', (d) => ({
    zh: `所选地块超过${d.most}块，请缩小范围`,
    en: `More than ${d.most} parcels are chosen; choose fewer`,
  })),
}
/** The parcels that a call names. @throws not-found, too-many-chosen */
async function chosen(ctx: Ctx, q: TextInput): Promise<LeavingParcel[]> {
  const codes = [...new Set(idList(q.dkbms))]
  if (codes.length > MOST_CODES) throw selectionProblems.tooManyChosen({ most: MOST_CODES })
  const rows = codes.length ? await parcelsOfCodes(ctx, codes) : await parcelsMeeting(ctx, await searchShape(ctx, q), MOST + 1)
  if (rows.length === 0) throw problems.notFound({ zh: dk.label, en: dk.en })
  if (rows.length > MOST) throw selectionProblems.tooManyChosen({ most: MOST })
  return rows.map((r) => parcelFeature(ctx, r))
}

type Rings = readonly (readonly (readonly number[])[])[]
const ringsOf = ({ geometry: g }: LeavingParcel): Rings =>
  g?.type === 'Polygon' ? (g.coordinates as Rings) : g?.type === 'MultiPolygon' ? (g.coordinates as Rings[]).flat() : []
/** Parcels by the zone in which each begins: a file of metres has one. */
function byZones(parcels: readonly LeavingParcel[]) {
  const zones = Map.groupBy(parcels, (p) => {
    const lon = ringsOf(p)[0]?.[0]?.[0]
    return lon === undefined ? undefined : zoneOf(lon)
  })
  return [...zones].flatMap(([zone, own]) =>
    zone === undefined ? [] : [{ zone, records: own.map((p) => ({ ...p, parts: ringsOf(p).map((ring) => ring.map((at): Point => toMetres(at, zone))) })) }],
  )
}
const COLUMNS: readonly DbfColumn[] = [
  standardColumn('DK', 'DKBM'),
  standardColumn('DK', 'DKMC'),
  standardColumn('CBF', 'CBFMC'),
  standardColumn('DK', 'SCMJM'),
  standardColumn('DK', 'DKLB'),
  ['DJZT', 'C', 2],
]
/** Height of the words of a parcel in a drawing, metres. */
const WORDS_M = 2
function drawing(zone: number, records: readonly (LeavingParcel & { parts: Point[][] })[]): Buffer {
  const shifted = ([x, y]: Point): Point => [x + zone * 1e6, y]
  return dxfOf({
    rings: records.flatMap((r) => r.parts.map((part) => ({ layer: 'DK', points: part.map(shifted) }))),
    lines: [],
    points: [],
    words: records.flatMap(({ parts: [ring], properties: p }) => {
      if (!ring?.length) return []
      const [x, y] = [0, 1].map((i) => ring.reduce((sum, at) => sum + at[i]!, 0) / ring.length) as Point
      return [{ layer: 'ZJ', at: shifted([x, y]), text: `${p.dkbm ?? ''} ${p.dkmc ?? ''}`.trim(), height: WORDS_M }]
    }),
  })
}
/** Files of metres, those of each zone under its number. */
async function zipped(name: string, parcels: readonly LeavingParcel[], format: 'shp' | 'dxf', day: string): Promise<FileResponse> {
  const zip = new ZipArchive({})
  for (const { zone, records } of byZones(parcels)) {
    const values = records.map(({ parts, properties: p }) => ({ parts, values: Object.fromEntries(COLUMNS.map(([n]) => [n, p[n.toLowerCase()]])) }))
    const files = format === 'dxf' ? { dxf: drawing(zone, records) } : shapefileOf({ kind: 'Polygon', columns: COLUMNS, records: values }, zone, day)
    for (const [extension, bytes] of Object.entries(files)) zip.append(Readable.from([bytes]), { name: `DK${zone}.${extension}` })
  }
  zip.finalize().catch((e: Error) => zip.destroy(e))
  return new FileResponse(`${name}.zip`, 'application/zip', zip)
}
/** Parcels as a workbook: keys of dictionaries by their words. */
async function tableOf(ctx: Ctx, parcels: readonly LeavingParcel[]) {
  const words = new Map<string, Map<string, string>>()
  for (const { name, dict } of PARCEL_FIELDS)
    if (dict) words.set(name, new Map((await dictionaryChoices(ctx, dict, ctx.lang)).map(({ key, label }) => [key, label])))
  const heads = PARCEL_FIELDS.map((f) => ({ header: f.label[ctx.lang], width: f.name === 'dkbm' ? 24 : 16 }))
  const lines = parcels.map((p) =>
    PARCEL_FIELDS.map(({ name }) => {
      const v = p.properties[name] ?? ''
      return words.get(name)?.get(v) ?? v
    }),
  )
  return (name: string) => sheetOf(`${name}.xlsx`, dk.label, heads, lines)
}
async function download(ctx: Ctx, q: TextInput): Promise<DeferredResponse> {
  const format = (q.format || 'geojson') as SelectionFormat
  if (!SELECTION_FORMATS.includes(format)) throw problems.badRequest(both('格式不正确', 'The format is malformed'))
  const parcels = await chosen(ctx, q)
  const day = ctx.now.slice(0, 10)
  const name = `地块选集${clockMark(ctx)}-${ctx.now.replace(/[- :]/g, '')}`
  const labels = Object.fromEntries(PARCEL_FIELDS.map((f) => [f.name, f.label[ctx.lang]]))
  const table = format === 'xlsx' ? await tableOf(ctx, parcels) : undefined
  return new DeferredResponse(async () => {
    if (table) return table(name)
    if (format === 'shp' || format === 'dxf') return zipped(name, parcels, format, day)
    return format === 'kml'
      ? new FileResponse(`${name}.kml`, 'application/vnd.google-earth.kml+xml', Buffer.from(kmlText(name, parcels, labels)))
      : new FileResponse(`${name}.geojson`, 'application/geo+json', Buffer.from(geoJsonText(parcels)))
  })
}

/** 导出所选地块: as GeoJSON, KML, shapefile, drawing or workbook. */
export const selectionRoutes: Route[] = [
  asFile(reading('land', 'dk_export')('/map/dk/selection', '导出地图所选地块', [...SEARCH_NAMES, 'dkbms', 'format'], download), 'dk.export'),
]
