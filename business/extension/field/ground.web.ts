/** The picture from above under a group's land: tiles that are taken along and lie encrypted with everything else. */
import { api } from '../../../kit/web/client.web.ts'
import type { ListedLayer } from '../../../land/map/layers.web.ts'
import type { Safe } from '../../../platform/offline/safe.web.ts'
import { fileInBase64, jpegOf } from '../../../services/files/picture.web.ts'
import type { DegreeBox } from '../../../services/gis/requests.ts'
import { boxOfShapes, groundMeets, tilesUnder, type GroundTile, type TileGridName } from './ground.ts'
import type { TakenHousehold } from './taken.ts'

/** Where the list of a group's tiles lies, and its tiles. */
const [GROUND, TILE] = ['survey/ground/', 'survey/tile/']
/** What of the ground of a group lies on the phone. */
export interface KeptGround {
  /** of which picture, and where */
  mark: string
  /** tiles that were asked for, of all that lie under the land */
  asked: readonly string[]
  of: number
  /** those that have something of the picture */
  tiles: readonly { name: string; box: DegreeBox }[]
}
/** How many tiles are asked for at a time. */
const AT_ONCE = 4
const QUALITY = 0.7
const quiet = { quiet: true }
const nameOf = (t: GroundTile): string => [t.z, t.x, t.y].join('-')

/** A tile as a data address; '' where the picture has nothing of it. Rejects where it could not be had. */
async function tileOf(layer: ListedLayer, t: GroundTile): Promise<string> {
  const path = layer.url.replace(/^\/api\//, '').replace('{z}', `${t.z}`).replace('{x}', `${t.x}`).replace('{y}', `${t.y}`) // prettier-ignore
  const { blob } = await api.blob(path, {}, quiet)
  const { width } = await createImageBitmap(blob)
  // what lies beside a picture is answered as one pixel of nothing
  const small = width > 1 ? await jpegOf(blob, QUALITY) : undefined
  return small ? `data:image/jpeg;base64,${await fileInBase64(small)}` : ''
}

/** What of a group's ground lies on the phone; undefined before any of it was asked for. */
export const groundKept = (safe: Safe, fbfbm: string) => safe.get<KeptGround>(GROUND + fbfbm)
/** The tiles of one picture, kept a few at a time, so that what breaks off goes on where it stood. */
async function takePicture(
  safe: Safe,
  fbfbm: string,
  layer: ListedLayer,
  wanted: readonly GroundTile[],
  onChange: () => Promise<unknown>,
): Promise<KeptGround> {
  const mark = [layer.id, layer.url, ...wanted.map(nameOf)].join(' ')
  const before = await groundKept(safe, fbfbm)
  let kept: KeptGround = before?.mark === mark ? before : { mark, asked: [], of: wanted.length, tiles: [] }
  const left = wanted.filter((t) => !kept.asked.includes(nameOf(t)))
  for (let i = 0; i < left.length; i += AT_ONCE) {
    const some = left.slice(i, i + AT_ONCE)
    const found = await Promise.all(some.map((t) => tileOf(layer, t)))
    const having = some.flatMap((t, n) => (found[n] ? [{ name: nameOf(t), box: t.box, href: found[n] }] : []))
    kept = { ...kept, asked: [...kept.asked, ...some.map(nameOf)], tiles: [...kept.tiles, ...having.map(({ name, box }) => ({ name, box }))] }
    await safe.put({ ...Object.fromEntries(having.map((h) => [`${TILE}${fbfbm}/${h.name}`, h.href])), [GROUND + fbfbm]: kept })
    await onChange()
  }
  return kept
}

/**
 * Takes the picture along that the map shows at first under the land of these households, the uppermost that has anything of it. What lies here already is not fetched
 * again. Rejects where the line breaks: what came stays, and the next call goes on there.
 */
export async function takeGround(
  safe: Safe,
  fbfbm: string,
  households: readonly Pick<TakenHousehold, 'parcels'>[],
  onChange: () => Promise<unknown>,
): Promise<void> {
  const parcels = households.flatMap((h) => h.parcels.map((p) => boxOfShapes([p.shape])).filter((b) => b !== undefined))
  const listed = parcels.length ? await api.get<ListedLayer[]>('yzt/layer/list', {}, quiet) : []
  for (const layer of listed.filter((l) => l.kind === 'picture' && l.isDefault)) {
    const wanted = tilesUnder(layer.grid as TileGridName, parcels, { least: layer.minZoom, most: layer.maxZoom })
    const kept = await takePicture(safe, fbfbm, layer, wanted, onChange)
    if (kept.tiles.length === 0) continue
    const of = new Set(kept.tiles.map((t) => `${TILE}${fbfbm}/${t.name}`))
    return safe.remove((await safe.names(`${TILE}${fbfbm}/`)).filter((n) => !of.has(n)))
  }
  // there is none: the page says so
  if (!(await groundKept(safe, fbfbm))) await safe.put({ [GROUND + fbfbm]: { mark: '', asked: [], of: 0, tiles: [] } satisfies KeptGround })
  await onChange()
}
/** A tile that is drawn. */
export interface DrawnTile {
  key: string
  href: string
  box: DegreeBox
}
/** The tiles of a group that meet a box. */
export async function groundUnder(safe: Safe, fbfbm: string, box: DegreeBox): Promise<DrawnTile[]> {
  const ground = await groundKept(safe, fbfbm)
  const wanted = (ground?.tiles ?? []).filter((t) => groundMeets(t.box, box))
  const found = await Promise.all(wanted.map(async (t) => ({ key: t.name, box: t.box, href: await safe.get<string>(`${TILE}${fbfbm}/${t.name}`) })))
  return found.flatMap(({ href, ...t }) => (href ? [{ ...t, href }] : []))
}
