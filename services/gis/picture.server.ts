// Reading pictures from above: what a file is and where it lies, and tiles of it. Runs in a thread of its own (picture-worker.server.ts): the files are others'.
import { fromFile, type GeoTIFF, type GeoTIFFImage } from 'geotiff'
import sharp from 'sharp'
import { both } from '../../kit/model/lang.ts'
import { extentOfPicture, projectionOfEpsg, readWorldFile, type PixelPlace } from './projection.ts'
import { boxOfTile, TILE_PIXELS } from './requests.ts'
import { gisProblems } from './problems.ts'

/** A picture that is to be read: where it lies on the disk, and what a person says of its place where it does not tell itself. */
export interface PictureFile {
  path: string
  format: 'tif' | 'png' | 'jpg'
  worldFile?: string | undefined
  epsg?: number | undefined
}
export interface PictureFacts {
  width: number
  height: number
  epsg: number
  place: PixelPlace
  extent: [number, number, number, number]
}
/** A picture unfolds to gigabytes: sides, pixels, levels of detail and one block of it are bounded before a pixel is read. */
const LIMITS = { side: 60_000, pixels: 1_000_000_000, plain: 100_000_000, levels: 16, block: 32 * 2 ** 20 } as const
const refuse = (zh: string, en: string) => gisProblems.picture({ why: both(zh, en) })

function requireSize(width: number, height: number, most: number): void {
  if (width > LIMITS.side || height > LIMITS.side || width * height > most || width < 1 || height < 1)
    throw refuse(`尺寸${width}×${height}超出上限`, `its size ${width} × ${height} is beyond the limit`)
}
/** Of a GeoTIFF the levels of detail, each within bounds. */
async function levelsOf(tiff: GeoTIFF): Promise<GeoTIFFImage[]> {
  const count = await tiff.getImageCount()
  if (count > LIMITS.levels) throw refuse(`图层数${count}超出上限`, `it has ${count} layers, more than are taken`)
  const out: GeoTIFFImage[] = []
  for (let i = 0; i < count; i++) {
    const image = await tiff.getImage(i)
    requireSize(image.getWidth(), image.getHeight(), LIMITS.pixels)
    const samples = image.getSamplesPerPixel()
    if (samples > 4 || image.getBitsPerSample(0) !== 8)
      throw refuse('只支持8位、不超过4个波段的影像', 'only pictures of 8 bits and at most four bands are taken')
    if (image.getTileWidth() * image.getTileHeight() * samples > LIMITS.block)
      throw refuse('分块过大，请用分块（瓦片）方式另存', 'its blocks are too large: save it in tiles')
    out.push(image)
  }
  return out
}
/** EPSG number that a GeoTIFF says it is in. */
function epsgOfTiff(image: GeoTIFFImage): number | undefined {
  const keys = (image.getGeoKeys() ?? {}) as { ProjectedCSTypeGeoKey?: number; GeographicTypeGeoKey?: number; GTModelTypeGeoKey?: number }
  return keys.GTModelTypeGeoKey === 2 ? keys.GeographicTypeGeoKey : keys.ProjectedCSTypeGeoKey
}
async function placeOfTiff(image: GeoTIFFImage): Promise<PixelPlace | undefined> {
  try {
    const [x, y] = image.getOrigin() as [number, number]
    const [dx, dy] = image.getResolution() as [number, number]
    return dx > 0 && dy < 0 ? { x, y, dx, dy: -dy } : undefined
  } catch {
    return undefined
  }
}
/** What a file is and where it lies. @throws image-unfit */
export async function readPicture(f: PictureFile): Promise<PictureFacts> {
  const world = f.worldFile ? readWorldFile(f.worldFile) : undefined
  if (f.worldFile && !world) throw refuse('坐标文件不正确', 'the world file is malformed')
  const of = async (): Promise<{ width: number; height: number; place: PixelPlace | undefined; epsg: number | undefined }> => {
    if (f.format !== 'tif') {
      const m = await sharp(f.path, { limitInputPixels: false }).metadata()
      if (m.format !== (f.format === 'jpg' ? 'jpeg' : 'png')) throw refuse('内容与扩展名不符', 'its content is not what its name says')
      requireSize(m.width, m.height, LIMITS.plain)
      return { width: m.width, height: m.height, place: world, epsg: f.epsg }
    }
    const tiff = await fromFile(f.path)
    try {
      const [image] = await levelsOf(tiff)
      const place = (await placeOfTiff(image!)) ?? world
      // one block is read: a file that tells sizes and has no pixels is none
      await image!.readRasters({ window: [0, 0, 1, 1] })
      return { width: image!.getWidth(), height: image!.getHeight(), place, epsg: epsgOfTiff(image!) ?? f.epsg }
    } finally {
      tiff.close()
    }
  }
  const found = await of().catch((e: unknown) => {
    if ((e as { key?: string }).key) throw e
    throw refuse('文件不完整或已损坏', 'the file is incomplete or damaged')
  })
  if (!found.place) throw refuse('没有坐标，请同时提供坐标文件', 'it has no coordinates: send its world file as well')
  if (!found.epsg) throw refuse('没有坐标系，请选择', 'it names no coordinate system: choose one')
  if (!projectionOfEpsg(found.epsg)) throw refuse(`不支持坐标系EPSG:${found.epsg}`, `the coordinate system EPSG:${found.epsg} is not supported`)
  const extent = extentOfPicture(found.place, found.width, found.height, found.epsg)
  if (!extent) throw refuse('坐标超出范围', 'its place is not on the ground of its coordinate system')
  return { width: found.width, height: found.height, epsg: found.epsg, place: found.place, extent }
}

export interface TileTask extends PictureFile, Omit<PictureFacts, 'extent' | 'epsg'> {
  epsg: number
  z: number
  x: number
  y: number
}
/** Points of a side of the net on which places are computed; between them they are taken as straight, which is a fraction of a pixel in a tile. */
const NET = 8
type Window = readonly [left: number, top: number, right: number, bottom: number]
/** Where the points of a net over the tile lie in pixels of the picture. */
function netOf(t: TileTask): { at: (i: number, j: number) => readonly [number, number] } {
  const projection = projectionOfEpsg(t.epsg)!
  const [w, , e, n] = boxOfTile(t.z, t.x, t.y)
  const side = e - w
  const points: (readonly [number, number])[] = []
  for (let j = 0; j <= NET; j++)
    for (let i = 0; i <= NET; i++) {
      const [x, y] = projection.forward([w + (side * i) / NET, n - (side * j) / NET])
      points.push([(x - t.place.x) / t.place.dx, (t.place.y - y) / t.place.dy])
    }
  return {
    at: (i, j) => {
      const [u, v] = [Math.min(Math.floor(i), NET - 1), Math.min(Math.floor(j), NET - 1)]
      const [a, b, c, d] = [v * (NET + 1) + u, v * (NET + 1) + u + 1, (v + 1) * (NET + 1) + u, (v + 1) * (NET + 1) + u + 1].map((k) => points[k]!)
      const [p, q] = [i - u, j - v]
      const mix = (k: 0 | 1) => (a![k] * (1 - p) + b![k] * p) * (1 - q) + (c![k] * (1 - p) + d![k] * p) * q
      return [mix(0), mix(1)]
    },
  }
}
interface Pixels {
  data: Uint8Array
  width: number
  height: number
  bands: number
}
/** A part of the picture in so many pixels; of a GeoTIFF only the blocks of the level that has them are read. */
async function pixelsOf(t: TileTask, window: Window, width: number, height: number): Promise<Pixels> {
  const [left, top, right, bottom] = window
  if (t.format !== 'tif') {
    const { data, info } = await sharp(t.path, { limitInputPixels: LIMITS.plain })
      .extract({ left, top, width: right - left, height: bottom - top })
      .resize(width, height, { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height, bands: info.channels }
  }
  const tiff = await fromFile(t.path)
  try {
    const levels = await levelsOf(tiff)
    // the coarsest level that is no coarser than what is asked
    const fits = levels.filter((l) => l.getWidth() >= ((t.width * width) / (right - left)) * 0.9)
    const level = fits.reduce((best, l) => (l.getWidth() < best.getWidth() ? l : best), levels[0]!)
    const scale = level.getWidth() / t.width
    const part = [Math.floor(left * scale), Math.floor(top * scale), Math.ceil(right * scale), Math.ceil(bottom * scale)] as const
    const inside = [part[0], part[1], Math.min(part[2], level.getWidth()), Math.min(part[3], level.getHeight())]
    const raster = await level.readRGB({ window: inside, width, height, interleave: true, enableAlpha: true })
    const data = raster as unknown as Uint8Array
    return { data: Uint8Array.from(data), width, height, bands: data.length / (width * height) }
  } finally {
    tiff.close()
  }
}
/** One tile of the grid of the product as PNG; undefined where the picture has nothing of it. */
export async function drawTile(t: TileTask): Promise<Uint8Array | undefined> {
  const net = netOf(t)
  const edge: (readonly [number, number])[] = []
  for (let k = 0; k <= NET; k++) edge.push(net.at(k, 0), net.at(k, NET), net.at(0, k), net.at(NET, k))
  const [us, vs] = [edge.map((p) => p[0]), edge.map((p) => p[1])]
  const left = Math.max(0, Math.floor(Math.min(...us))),
    top = Math.max(0, Math.floor(Math.min(...vs)))
  const right = Math.min(t.width, Math.ceil(Math.max(...us)) + 1),
    bottom = Math.min(t.height, Math.ceil(Math.max(...vs)) + 1)
  if (left >= right || top >= bottom) return undefined
  // no more pixels than the tile shows of it
  const zoom = Math.min(1, TILE_PIXELS / (Math.max(...us) - Math.min(...us)))
  const width = Math.max(1, Math.round((right - left) * zoom)),
    height = Math.max(1, Math.round((bottom - top) * zoom))
  const from = await pixelsOf(t, [left, top, right, bottom], width, height)
  const out = new Uint8Array(TILE_PIXELS * TILE_PIXELS * 4)
  const [kx, ky] = [from.width / (right - left), from.height / (bottom - top)]
  for (let j = 0; j < TILE_PIXELS; j++)
    for (let i = 0; i < TILE_PIXELS; i++) {
      const [u, v] = net.at(((i + 0.5) * NET) / TILE_PIXELS, ((j + 0.5) * NET) / TILE_PIXELS)
      if (u < 0 || v < 0 || u >= t.width || v >= t.height) continue
      const at = (Math.min(from.height - 1, Math.floor((v - top) * ky)) * from.width + Math.min(from.width - 1, Math.floor((u - left) * kx))) * from.bands
      const to = (j * TILE_PIXELS + i) * 4
      const isGrey = from.bands < 3
      for (let b = 0; b < 3; b++) out[to + b] = from.data[at + (isGrey ? 0 : b)]!
      out[to + 3] = from.bands === 4 || from.bands === 2 ? from.data[at + from.bands - 1]! : 255
    }
  return sharp(out, { raw: { width: TILE_PIXELS, height: TILE_PIXELS, channels: 4 } })
    .png({ compressionLevel: 3 })
    .toBuffer()
}
export type PictureWork = ({ do: 'read' } & PictureFile) | ({ do: 'tile' } & TileTask)
