// Which layers a sheet shows: those that are on, in the order and strength of the map; pictures from above and tiles of services lie under everything.
import { both, type Lang } from '../../../kit/model/lang.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { Problem } from '../../../kit/model/problem.ts'
import { LAYER_SOURCE } from '../../../services/gis/gis.ts'
import type { TileMosaic } from '../../../services/gis/picture.server.ts'
import { drawnOnGround, picturesOf, type PictureOnGround, type PictureParts } from '../../../services/gis/pictures.server.ts'
import { askTile, layerOfService } from '../../../services/gis/proxy.server.ts'
import { gridOf, tilePlace } from '../../../services/gis/requests.ts'
import { epsgOf, toDegrees } from '../../geometry/crs.ts'
import { layersFor, type LayerParts, type MapLayer } from '../layers/layer-tree.server.ts'
import type { OwnLayer } from '../layers/own-layers.server.ts'
import { chosenLayers, linkedChoices, drawnOnce, readLinkedLayers } from '../layers/view-link.ts'
import { themeAsked, type ThemeSources } from '../layers/themes.server.ts'
import type { ParcelTheme } from '../layers/themes.ts'

/** What sheets are made of. */
export type SheetParts = LayerParts & PictureParts & { sources: ThemeSources }
/** A picture that lies under a sheet: of our own, or tiles of a service that are asked when the sheet is drawn. */
type Under =
  | PictureOnGround
  | { opacity: number; title: string; grid: TileMosaic['grid']; least: number; most: number; ask(z: number, x: number, y: number): Promise<Uint8Array> }
/** What a sheet shows, the lowest first; `opacity` 0 to 1. */
export interface SheetShown {
  lang: Lang
  theme: ParcelTheme | undefined
  sources: ThemeSources
  own: readonly { layer: OwnLayer; opacity: number }[]
  under: readonly Under[]
  /** titles of layers that are on and cannot be drawn on paper */
  missing: readonly string[]
}

/** The layers that are on: as a text says them, else as a map first shows them. The lowest first. */
function layersOn(all: readonly MapLayer[], text: string | undefined): MapLayer[] {
  const said = readLinkedLayers(text)
  const on = chosenLayers(
    all,
    linkedChoices(said),
    said.map((s) => s.id),
  ).filter((l) => l.isOn)
  return drawnOnce(on).toReversed()
}
/** What a sheet shows that is asked with these layers and this theme. @throws bad-request where there is no such theme */
export async function sheetShown(ctx: Ctx, p: SheetParts, q: { layers?: string | undefined; theme?: string | undefined }): Promise<SheetShown> {
  const on = layersOn(await layersFor(ctx, p), q.layers)
  const own = on.flatMap((l) => {
    const layer = l.source === LAYER_SOURCE.own ? p.own.find((o) => o.key === l.key) : undefined
    // as it was set up, under that name
    return layer ? [{ layer: { ...layer, label: both(l.title, l.title), style: l.style }, opacity: l.opacity / 100 }] : []
  })
  const pictures = await picturesOf(
    ctx,
    on.filter((l) => l.source === LAYER_SOURCE.image && l.kind === 'picture').map((l) => l.id),
  )
  const under: Under[] = []
  const missing: string[] = []
  for (const l of on) {
    if (l.source === LAYER_SOURCE.own) continue
    if (l.kind !== 'picture') missing.push(l.title)
    else if (l.source === LAYER_SOURCE.image) {
      const picture = pictures.get(l.id)
      if (picture) under.push({ ...picture, opacity: l.opacity / 100 })
    } else {
      const { layer, service } = await layerOfService(ctx, p, l.id)
      const ask = (z: number, x: number, y: number) => askTile(p, service, layer.layerName ?? '', z, x, y)
      under.push({ opacity: l.opacity / 100, title: l.title, grid: gridOf(service.type), least: l.minZoom, most: l.maxZoom, ask })
    }
  }
  return { lang: ctx.lang, theme: q.theme ? themeAsked(ctx, q.theme, p.sources) : undefined, sources: p.sources, own, under, missing }
}

/** Pixels of a millimetre of a picture on paper (150 of an inch), and of the longer side at most. */
const FINE = 6,
  MOST_PIXELS = 4000
/** Tiles of one service for one sheet at most: a coarser zoom is taken until they are no more. Pixels of a side. */
const MOST_TILES = 48,
  SIDE = 512
/** The tiles of a service under a frame in degrees, those that could be had; none where the service fails, which leaves the sheet without them. */
async function mosaicUnder(under: Exclude<Under, PictureOnGround>, corners: readonly (readonly number[])[], wide: number): Promise<TileMosaic | undefined> {
  const lons = corners.map((c) => c[0]!)
  const degrees = (Math.max(...lons) - Math.min(...lons)) / wide
  let z = Math.min(under.most, Math.max(under.least, Math.round(Math.log2(360 / SIDE / degrees))))
  const tilesAt = (zoom: number) => {
    const at = corners.map(([lon, lat]) => tilePlace(under.grid, zoom, [lon!, lat!]))
    const [xs, ys] = [at.map((p) => p[0]), at.map((p) => p[1])]
    return { x: Math.floor(Math.min(...xs)), y: Math.floor(Math.min(...ys)), x1: Math.floor(Math.max(...xs)), y1: Math.floor(Math.max(...ys)) }
  }
  const count = (t: ReturnType<typeof tilesAt>) => (t.x1 - t.x + 1) * (t.y1 - t.y + 1)
  while (z > 0 && count(tilesAt(z)) > MOST_TILES) z -= 1
  const { x, y, x1, y1 } = tilesAt(z)
  const columns = x1 - x + 1
  const tiles: (Uint8Array | undefined)[] = []
  for (let j = y; j <= y1; j++)
    for (let i = x; i <= x1; i++)
      tiles.push(
        await under.ask(z, i, j).catch((e: unknown) => {
          if (e instanceof Problem) return undefined
          throw e
        }),
      )
  return tiles.some(Boolean) ? { grid: under.grid, z, x, y, columns, side: SIDE, tiles } : undefined
}
/** The pictures under a frame of so many millimetres on paper as JPEG, and the services that gave nothing. After the transaction. */
export async function pictureUnder(
  p: PictureParts,
  shown: Pick<SheetShown, 'under'>,
  frame: { zone: number; ground: readonly [number, number, number, number]; w: number; h: number },
): Promise<{ jpeg?: Uint8Array; failed: string[] }> {
  if (shown.under.length === 0) return { failed: [] }
  const fine = Math.min(FINE, MOST_PIXELS / Math.max(frame.w, frame.h))
  const [width, height] = [Math.round(frame.w * fine), Math.round(frame.h * fine)]
  const [west, south, east, north] = frame.ground
  const corners = [[west, south], [west, north], [east, south], [east, north]].map((c) => toDegrees(c, frame.zone)) // prettier-ignore
  const layers: (PictureOnGround | (TileMosaic & { opacity: number }))[] = []
  const failed: string[] = []
  for (const under of shown.under) {
    const found = 'ossName' in under ? under : await mosaicUnder(under, corners, width)
    if (found) layers.push({ ...found, opacity: under.opacity })
    else if ('title' in under) failed.push(under.title)
  }
  const jpeg = layers.length ? await drawnOnGround(p, { epsg: epsgOf(frame.zone), ground: frame.ground, width, height }, layers) : undefined
  return { ...(jpeg ? { jpeg } : {}), failed }
}
