// The map as a sheet in a scale: what lies in its frame, read in one transaction and typeset after it.
import { join } from 'node:path'
import { sql } from 'kysely'
import { both, type Lang, type Text } from '../../../kit/model/lang.ts'
import { problem, problems } from '../../../kit/model/problem.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { visible } from '../../../kit/server/narrow.server.ts'
import { scoped } from '../../../kit/server/query.server.ts'
import type { TextInput } from '../../../kit/server/route.server.ts'
import type { PictureParts } from '../../../services/gis/pictures.server.ts'
import type { DegreeBox } from '../../../services/gis/requests.ts'
import { pdfLater } from '../../../services/typeset/pdf.server.ts'
import { typeset } from '../../../services/typeset/typeset.server.ts'
import { dk } from '../../definitions/dk.ts'
import { ZT } from '../../definitions/statuses.ts'
import { toDegrees, toMetres, zoneOf } from '../../geometry/crs.ts'
import { boundsOf, type Point } from '../../geometry/shape.ts'
import { STATUS_COLOURS } from '../layers/colours.ts'
import { OF_PARCELS, THINGS } from '../tiles/feature.ts'
import { codeLengthsAt } from '../tiles/ground.ts'
import type { OwnLayer } from '../layers/own-layers.server.ts'
import { frameOf, SHEET_PAPERS, SCALES, sheetModel, type SheetPaper, type SheetDoc, type SheetShape, type SheetStyle } from './sheet.ts'
import { pictureUnder, sheetShown, type SheetParts, type SheetShown } from './sheet-layers.server.ts'
import { classesOf, classOf, isThemeSeen, withClasses, type ThemeSources } from '../layers/themes.server.ts'
import { NO_CLASS, parcelTheme, type ParcelTheme } from '../layers/themes.ts'
import { inBox } from '../tiles/tile.server.ts'

export const mapSheetProblems = {
  tooManyOnSheet: problem<{ most: number }>(400, 'too-many-on-sheet', (d) => ({
    zh: `图幅内的地块超过${d.most}块，请选择更大的比例尺或更小的纸张`,
    en: `More than ${d.most} parcels lie on this sheet; choose a larger scale or a smaller paper`,
  })),
}
/** Parcels of one sheet at most, and features of one layer. */
const MOST_PARCELS = 6000,
  MOST_FEATURES = 5000
const MAIN = join(import.meta.dirname, 'sheet.typ')
/** A JPEG as a drawing of the size of the frame: the template reads texts alone. */
const pictureSvg = (jpeg: Uint8Array, { w, h }: { w: number; h: number }): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}"><image width="${w}" height="${h}" preserveAspectRatio="none" href="data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}"/></svg>`
/** Typesets a sheet. `timestamp`: the time that the file says of itself. */
export async function renderSheet(d: SheetDoc, timestamp: string): Promise<Buffer> {
  const picture = d.picture ? pictureSvg(d.picture, frameOf(d)) : ''
  return (await typeset(MAIN, 'sheet', { ...sheetModel(d), picture }, timestamp)).pdf
}
/** A sheet with the pictures that lie under it, typeset; what of them could not be had is named on it. After the transaction. */
export async function renderShown(p: PictureParts, shown: SheetShown, d: SheetDoc & { zone: number }, timestamp: string): Promise<Buffer> {
  const { w, h, ground } = frameOf(d)
  const { jpeg, failed } = await pictureUnder(p, shown, { zone: d.zone, ground, w, h })
  const missing = [...shown.missing, ...failed]
  const told = missing.length ? both(`未印出的图层：${missing.join('、')}`, `Layers not printed: ${missing.join(', ')}`)[shown.lang] : ''
  return renderSheet({ ...d, picture: jpeg, note: [d.note, told].filter(Boolean).join('　') }, timestamp)
}

const malformed = (what: Text) => problems.badRequest({ zh: `${what.zh}不正确`, en: `${what.en} is malformed` })
/** How a sheet is printed. */
export interface SheetForm {
  paper: SheetPaper
  isUpright: boolean
  scale: number
}
/** A sheet around a place in degrees. */
interface SheetPlace extends SheetForm {
  lon: number
  lat: number
}
/** The paper and the scale of a query. @throws bad-request */
export function formAsked(q: TextInput): SheetForm {
  const scale = q.scale?.trim() ? Number(q.scale) : NaN
  if (!Number.isInteger(scale) || scale < SCALES.least || scale > SCALES.most) throw malformed(both('比例尺', 'The scale'))
  const paper = q.paper ?? 'A4'
  if (!Object.hasOwn(SHEET_PAPERS, paper)) throw malformed(both('纸张', 'The paper'))
  return { paper: paper as SheetPaper, isUpright: q.upright === '1', scale }
}
function placeAsked(q: TextInput): SheetPlace {
  const [lon, lat] = [q.x, q.y].map((v) => (v?.trim() ? Number(v) : NaN)) as [number, number]
  if (!(lon > 73.5 && lon < 136.5) || !(lat > 3 && lat < 54)) throw malformed(both('图幅中心', 'The middle of the sheet'))
  return { ...formAsked(q), lon, lat }
}

/** Two digits of how strong a fill is on paper, 0 to 1. */
const alpha = (strength: number) =>
  Math.round(strength * 255)
    .toString(16)
    .padStart(2, '0')
/** How parcels of a class look on paper. */
const lookOf = (color: string, opacity: number) => ({ color: `${color}${alpha(opacity)}`, fill: `${color}${alpha(opacity * 0.2)}` })
type Coordinates = readonly unknown[]
/** The paths of a GeoJSON geometry in metres of the zone. */
function pathsOf(g: { type: string; coordinates?: unknown; geometries?: readonly { type: string; coordinates?: unknown }[] } | null, zone: number): Point[][] {
  if (!g) return []
  // where a border touches the frame, a point comes with its lines
  if (g.geometries) return g.geometries.filter((part) => part.type.endsWith('LineString')).flatMap((part) => pathsOf(part, zone))
  const deep = (c: Coordinates): Point[][] => {
    if (c.length === 0) return []
    if (typeof c[0] === 'number') return [[toMetres(c as number[], zone)]]
    if (typeof (c[0] as Coordinates)[0] === 'number') return [c.map((p) => toMetres(p as number[], zone))]
    return c.flatMap((part) => deep(part as Coordinates))
  }
  const isPoint = g.type.endsWith('Point')
  const paths = deep(g.coordinates as Coordinates)
  // a point is a small square of a metre
  return isPoint
    ? paths.flat().map(([x, y]): Point[] => [
        [x - 0.5, y - 0.5],
        [x + 0.5, y - 0.5],
        [x + 0.5, y + 0.5],
        [x - 0.5, y + 0.5],
      ])
    : paths
}

/** What a sheet says beside its map. */
interface SheetWords {
  title: string
  note: string
  /** what stands after its zone and its day */
  number?: string
}
/** What of a layer stands on a sheet: its shapes with their styles, and what its legend says. */
interface Drawn {
  styles: SheetStyle[]
  shapes: SheetShape[]
  legend: SheetDoc['legend'][number][]
  /** what it says of a layer that has more features than a sheet takes */
  cut?: string
}
/** Where a sheet lies: the box of its frame in degrees, and the frame itself, which is turned in it (WKT). */
interface Framed {
  box: DegreeBox
  frame: string
  zone: number
}
/** The parcels in a box by their class in a theme, else by status, with how many there are of each. @throws too-many-on-sheet */
async function parcelsOn(
  ctx: Ctx,
  { box, frame, zone }: Framed,
  theme: ParcelTheme,
  opacity: number,
  { sources, most }: { sources: ThemeSources; most: number },
): Promise<Drawn> {
  const read = await scoped(ctx, dk)
    .select(['dk.dkbm', 'dk.regionCode', 'dk.scmjm', classOf(theme).as('class'), sql<string>`ST_AsGeoJSON(dk.geom, 9)`.as('shape')])
    .where('dk.zt', '=', ZT.valid)
    .where(inBox('dk', box))
    // the legend counts what lies on the sheet
    .where(sql<boolean>`ST_Intersects(dk.geom, ST_GeomFromText(${frame}, 4326))`)
    .orderBy('dk.id')
    .limit(most + 1)
    .execute()
  if (read.length > most) throw mapSheetProblems.tooManyOnSheet({ most })
  const found = await withClasses(ctx, theme, read, sources)
  const isTold = isThemeSeen(ctx, theme)
  const keyOf = (r: { class: string | null }) => (isTold ? (r.class ?? '') : '')
  const groups = [...Map.groupBy(found, keyOf)].map(([key, of]) => ({ key: key || null, count: of.length }))
  const own = theme.key === STATUS
  const classes = (isTold ? await classesOf(ctx, theme, groups) : []).map((c) => ({ ...c, color: own ? (STATUS_COLOURS[c.key] ?? c.color) : c.color }))
  const styles = [...classes, ...(classes.some((c) => c.key === '') ? [] : [{ key: '', color: NO_CLASS }])]
  return {
    styles: styles.map((c): SheetStyle => ({ key: `dk ${c.key}`, ...lookOf(c.color, opacity), width: 0.5 })),
    shapes: found.map((r): SheetShape => {
      const seen = visible(ctx, dk, { dkbm: r.dkbm, scmjm: r.scmjm }) as Partial<Record<'dkbm' | 'scmjm', string | null>>
      return { paths: pathsOf(JSON.parse(r.shape), zone), style: `dk ${keyOf(r)}`, label: [seen.dkbm?.slice(-5), seen.scmjm].filter(Boolean).join('\n') }
    }),
    legend: classes.map((c) => ({
      label: both(`${c.label}（${c.of?.count ?? 0}）`, `${c.label} (${c.of?.count ?? 0})`)[ctx.lang],
      ...lookOf(c.color, opacity),
    })),
  }
}
/** Borders of the regions that a sheet shows: as the map's own ground has them. */
async function bordersOn(ctx: Ctx, { label }: OwnLayer, box: DegreeBox, zone: number, opacity: number): Promise<Drawn> {
  const [w, s, e, n] = box
  const lengths = codeLengthsAt(Math.log2(360 / Math.max(e - w, n - s)))
  const { rows } = await sql<{
    code: string
    shape: string
  }>`select o.code, ST_AsGeoJSON(ST_Intersection(ST_Boundary(o.geom), ST_MakeEnvelope(${w}, ${s}, ${e}, ${n}, 4326)), 8) as shape
    from region_outline o where ${inBox('o', box)} and length(o.code) = any (${lengths}::int[]) order by length(o.code) desc, o.code`.execute(ctx.db)
  const look = { color: `#9a9186${alpha(opacity)}`, isLine: true }
  return {
    styles: [{ key: 'region', ...look, width: 0.8 }],
    shapes: rows.flatMap((r): SheetShape[] => {
      const paths = pathsOf(JSON.parse(r.shape), zone)
      return paths.length ? [{ paths, style: 'region' }] : []
    }),
    legend: rows.length ? [{ label: label[ctx.lang], ...look }] : [],
  }
}
/** Features of a layer of the product as they look on the map: of packages by what each is called. */
async function featuresOn(ctx: Ctx, layer: OwnLayer, box: DegreeBox, zone: number, opacity: number): Promise<Drawn> {
  const out: Drawn = { styles: [], shapes: [], legend: [] }
  const isOfPackage = layer.kind === 'features'
  const found = (await layer.features?.(ctx, box, MOST_FEATURES + 1)) ?? []
  if (found.length > MOST_FEATURES) {
    const name = layer.label[ctx.lang]
    out.cut = both(`图层“${name}”要素超过${MOST_FEATURES}个，仅印出${MOST_FEATURES}个`, `${name}: only ${MOST_FEATURES} of its features are printed`)[ctx.lang]
  }
  for (const f of found.slice(0, MOST_FEATURES)) {
    if (!f.geometry) continue
    const isText = layer.key === 'ZJ'
    // what is written at parcels the sheet writes itself
    if (isText && f.properties.YSDM?.startsWith(OF_PARCELS)) continue
    const paths = pathsOf(f.geometry, zone)
    if (isText) {
      out.shapes.push({ paths, style: layer.key, label: f.title, isName: true })
      continue
    }
    const thing = isOfPackage ? THINGS.find(({ of }) => of.test(f.title)) : undefined
    const isLine = f.geometry.type.endsWith('LineString')
    const key = `${layer.key} ${thing ? THINGS.indexOf(thing) : ''}${isLine ? ' line' : ''}`
    if (!out.styles.some((s) => s.key === key)) {
      const { color = '#8a7f72', fill, width = 1 } = { ...layer.style, ...thing?.look }
      const look = {
        color: `${color.slice(0, 7)}${alpha(opacity)}`,
        ...(isLine || !fill ? {} : { fill: `${fill.slice(0, 7)}${alpha(opacity * (fill.length > 7 ? 0.2 : 0.8))}` }),
      }
      out.styles.push({ key, ...look, width: width * 0.5, ...(isLine ? { isLine } : {}) })
      const label = (thing?.label ?? layer.label)[ctx.lang]
      if (!out.legend.some((l) => l.label === label)) out.legend.push({ label, ...look, ...(isLine ? { isLine } : {}) })
    }
    out.shapes.push({ paths, style: key })
  }
  return out
}
/** What a layer that is on has on a sheet. */
function drawnOf(ctx: Ctx, { layer, opacity }: SheetShown['own'][number], shown: SheetShown, at: Framed & { most: number }): Promise<Drawn> {
  const { box, zone, most } = at
  if (layer.kind === 'parcels') return parcelsOn(ctx, at, shown.theme ?? parcelTheme(STATUS)!, opacity, { sources: shown.sources, most })
  return layer.kind === 'ground' ? bordersOn(ctx, layer, box, zone, opacity) : featuresOn(ctx, layer, box, zone, opacity)
}
/** A sheet of the map around a place: the layers that are on as they stand (or stood), with a legend of what of them lies there. @throws too-many-on-sheet */
export async function sheetOfPlace(
  ctx: Ctx,
  asked: SheetPlace,
  words: SheetWords,
  shown: SheetShown,
  most = MOST_PARCELS,
): Promise<SheetDoc & { zone: number }> {
  const zone = zoneOf(asked.lon)
  const at = { ...asked, middle: toMetres([asked.lon, asked.lat], zone) }
  const [west, south, east, north] = frameOf(at).ground
  const corners = [[west, south], [west, north], [east, south], [east, north]].map((p) => toDegrees(p, zone)) // prettier-ignore
  const box = boundsOf([corners])
  const [sw, nw, se, ne] = corners.map((c) => `${c[0]} ${c[1]}`)
  const frame = `POLYGON((${[sw, se, ne, nw, sw].join(',')}))`
  const drawn: Drawn[] = []
  for (const own of shown.own) drawn.push(await drawnOf(ctx, own, shown, { box, frame, zone, most }))
  return {
    ...at,
    zone,
    title: words.title.trim() || TITLE[ctx.lang],
    note: [words.note.trim(), ...drawn.flatMap((d) => d.cut ?? [])].filter(Boolean).join('　'),
    imprint: imprintOf(ctx, zone, words.number),
    styles: drawn.flatMap((d) => d.styles),
    shapes: drawn.flatMap((d) => d.shapes),
    // the uppermost layer is read first
    legend: drawn.toReversed().flatMap((d) => d.legend),
    words: sheetWords(ctx.lang),
  }
}
const STATUS = 'djzt'
const TITLE = both('承包地块图', 'Map of contracted parcels')
export const sheetWords = (lang: Lang): SheetDoc['words'] => ({
  scale: both('比例尺', 'Scale')[lang],
  grid: both('格网为平面直角坐标（米）', 'The grid is in metres of the plane')[lang],
})
/** In which zone a sheet is, of which day, and which of a series. */
export const imprintOf = (ctx: Ctx, zone: number, number = ''): string => {
  const place = both(`CGCS2000，3°带第${zone}带（中央子午线${zone * 3}°）`, `CGCS2000, 3° zone ${zone} (central meridian ${zone * 3}°)`)
  return `${place[ctx.lang]}　${ctx.asOf ?? ctx.now.slice(0, 10)}${number && `　${number}`}`
}

/** A sheet around a place as a PDF. Source: screens.md G1. */
export async function sheet(ctx: Ctx, p: SheetParts, q: TextInput, most = MOST_PARCELS) {
  const shown = await sheetShown(ctx, p, q)
  const doc = await sheetOfPlace(ctx, placeAsked(q), { title: q.title ?? '', note: q.note ?? '' }, shown, most)
  const name = both('地块图', 'Map ')[ctx.lang]
  return pdfLater(`${name}1-${doc.scale}`, ctx.now, [(timestamp) => renderShown(p, shown, doc, timestamp)])
}
