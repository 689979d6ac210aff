// The map as a sheet in a scale: what lies in its frame, read in one transaction and typeset after it.
import { join } from 'node:path'
import { sql } from 'kysely'
import { both, type Text } from '../../kit/model/lang.ts'
import { problem, problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { dictionaryChoices } from '../../platform/dictionaries/choices.server.ts'
import { visible } from '../../kit/server/narrow.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'
import { pdfLater } from '../../services/typeset/pdf.server.ts'
import { typeset } from '../../services/typeset/typeset.server.ts'
import { dk } from '../definitions/dk.ts'
import { ZT } from '../definitions/statuses.ts'
import { toDegrees, toMetres, zoneOf } from '../geometry/crs.ts'
import { boundsOf, type Point } from '../geometry/shape.ts'
import { STATUS_COLOURS } from './colours.ts'
import { GROUND_LAYERS } from './feature.ts'
import { featuresIn } from './features.server.ts'
import { frameOf, SHEET_PAPERS, SCALES, sheetModel, type SheetPaper, type SheetDoc, type SheetShape, type SheetStyle } from './sheet.ts'
import { inBox } from './tile.server.ts'

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
/** Typesets a sheet. `timestamp`: the time that the file says of itself. */
export const renderSheet = async (d: SheetDoc, timestamp: string): Promise<Buffer> => (await typeset(MAIN, 'sheet', sheetModel(d), timestamp)).pdf

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

/** Layers of the ground on paper, the lowest first. */
const ON_PAPER = ['JBNTBHQ', 'MZDW', 'XZDW', 'DZDW'] as const
/** How parcels of a status look on paper. */
function lookOf(status: string) {
  const color = STATUS_COLOURS[status] ?? '#8c8c8c'
  return { color, fill: `${color}33` }
}
type Coordinates = readonly unknown[]
/** The paths of a GeoJSON geometry in metres of the zone. */
function pathsOf(g: { type: string; coordinates: unknown } | null, zone: number): Point[][] {
  if (!g) return []
  const deep = (c: Coordinates): Point[][] => {
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
/** A sheet of the map around a place: parcels by status as they stand (or stood), with what lies around them. @throws too-many-on-sheet */
export async function sheetOfPlace(ctx: Ctx, asked: SheetPlace, words: SheetWords, most = MOST_PARCELS): Promise<SheetDoc> {
  const zone = zoneOf(asked.lon)
  const at = { ...asked, middle: toMetres([asked.lon, asked.lat], zone) }
  const [west, south, east, north] = frameOf(at).ground
  const corners = [[west, south], [west, north], [east, south], [east, north]].map((p) => toDegrees(p, zone)) // prettier-ignore
  const box = boundsOf([corners])
  const found = await scoped(ctx, dk)
    .select(['dk.dkbm', 'dk.djzt', 'dk.scmjm', sql<string>`ST_AsGeoJSON(dk.geom, 9)`.as('shape')])
    .where('dk.zt', '=', ZT.valid)
    .where(inBox('dk', box))
    .orderBy('dk.id')
    .limit(most + 1)
    .execute()
  if (found.length > most) throw mapSheetProblems.tooManyOnSheet({ most })
  const parcels = found.map((r): SheetShape => {
    const seen = visible(ctx, dk, { dkbm: r.dkbm, djzt: r.djzt, scmjm: r.scmjm }) as Partial<Record<'dkbm' | 'djzt' | 'scmjm', string | null>>
    return { paths: pathsOf(JSON.parse(r.shape), zone), style: `dk${seen.djzt ?? ''}`, label: [seen.dkbm?.slice(-5), seen.scmjm].filter(Boolean).join('\n') }
  })
  const ground: SheetShape[] = []
  for (const key of ON_PAPER) {
    const layer = GROUND_LAYERS.find((l) => l.key === key)!
    for (const f of await featuresIn(ctx, layer, box, MOST_FEATURES)) ground.push({ paths: pathsOf(f.geometry, zone), style: key })
  }
  const styles: SheetStyle[] = [
    ...ON_PAPER.map((key): SheetStyle => {
      const { style } = GROUND_LAYERS.find((l) => l.key === key)!
      return { key, color: style.color, width: 0.4, ...(key === 'XZDW' ? { isLine: true } : { fill: style.fill ?? style.color }) }
    }),
    ...['', ...Object.keys(STATUS_COLOURS)].map((s): SheetStyle => ({ key: `dk${s}`, ...lookOf(s), width: 0.5 })),
  ]
  const statuses = await dictionaryChoices(ctx, 'djzt', 'zh')
  return {
    ...at,
    title: words.title.trim() || '承包地块图',
    note: words.note.trim(),
    imprint: imprintOf(ctx, zone, words.number),
    styles,
    shapes: [...ground, ...parcels],
    legend: [
      ...statuses.map(({ key, label }) => ({ label: `${label}（${found.filter((r) => r.djzt === key).length}）`, ...lookOf(key) })),
      ...GROUND_LAYERS.filter((l) => ground.some((g) => g.style === l.key)).map((l) => ({
        label: l.label.zh,
        color: l.style.color,
        ...(l.style.fill ? { fill: l.style.fill } : {}),
      })),
    ],
    words: SHEET_WORDS,
  }
}
export const SHEET_WORDS = { scale: '比例尺', grid: '格网为平面直角坐标（米）' } as const
/** In which zone a sheet is, of which day, and which of a series. */
export const imprintOf = (ctx: Ctx, zone: number, number = ''): string =>
  `CGCS2000，3°带第${zone}带（中央子午线${zone * 3}°）　${ctx.asOf ?? ctx.now.slice(0, 10)}${number && `　${number}`}`

/** A sheet around a place as a PDF. Source: screens.md G1. */
export async function sheet(ctx: Ctx, q: TextInput, most = MOST_PARCELS) {
  const doc = await sheetOfPlace(ctx, placeAsked(q), { title: q.title ?? '', note: q.note ?? '' }, most)
  return pdfLater(`地块图1-${doc.scale}`, ctx.now, [(timestamp) => renderSheet(doc, timestamp)])
}
