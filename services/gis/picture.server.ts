// Reading pictures from above: what a file is and where it lies, and tiles of it. Runs in a thread of its own (picture-worker.server.ts): the files are others'.
import { fromFile, type GeoTIFF, type GeoTIFFImage } from 'geotiff'
import sharp from 'sharp'
import { both } from '../../kit/model/lang.ts'
import { extentOfPicture, projectionOfEpsg, readWorldFile, type PixelPlace, type PlanePoint } from './projection.ts'
import { boxOfTile, tilePlace, TILE_PIXELS } from './requests.ts'
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

/** A picture as it is read: where it lies on the ground. */
export interface PlacedPicture extends Omit<PictureFile, 'epsg'>, Omit<PictureFacts, 'extent'> {}
export interface TileTask extends PlacedPicture {
  z: number
  x: number
  y: number
}
/** Points of a side of the net on which places are computed; between them they are taken as straight, which is a fraction of a pixel in a tile. */
const NET = 8
type Window = readonly [left: number, top: number, right: number, bottom: number]
/** Pixels of a source by parts (0 to 1) of what is drawn, from its upper left corner. */
interface Net {
  at(p: number, q: number): readonly [number, number]
}
/** Where the points of a net over what is drawn lie in pixels of a source: `place` tells the degrees of a part of it, `pixel` the pixel of degrees. */
function netOf(place: (p: number, q: number) => PlanePoint, pixel: (lonLat: PlanePoint) => PlanePoint): Net {
  const points: PlanePoint[] = []
  for (let j = 0; j <= NET; j++) for (let i = 0; i <= NET; i++) points.push(pixel(place(i / NET, j / NET)))
  return {
    at: (p, q) => {
      const [i, j] = [p * NET, q * NET]
      const [u, v] = [Math.min(Math.floor(i), NET - 1), Math.min(Math.floor(j), NET - 1)]
      const [a, b, c, d] = [v * (NET + 1) + u, v * (NET + 1) + u + 1, (v + 1) * (NET + 1) + u, (v + 1) * (NET + 1) + u + 1].map((k) => points[k]!)
      const [x, y] = [i - u, j - v]
      const mix = (k: 0 | 1) => (a![k] * (1 - x) + b![k] * x) * (1 - y) + (c![k] * (1 - x) + d![k] * x) * y
      return [mix(0), mix(1)]
    },
  }
}
const pixelIn = ({ epsg, place }: PlacedPicture): ((lonLat: PlanePoint) => PlanePoint) => {
  const projection = projectionOfEpsg(epsg)!
  return (lonLat) => {
    const [x, y] = projection.forward(lonLat)
    return [(x - place.x) / place.dx, (place.y - y) / place.dy]
  }
}
interface Pixels {
  data: Uint8Array
  width: number
  height: number
  bands: number
}
/** A part of the picture in so many pixels; of a GeoTIFF only the blocks of the level that has them are read. */
async function pixelsOf(t: PlacedPicture, window: Window, width: number, height: number): Promise<Pixels> {
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
/** What pixels are taken from: how many it has, and how a part of it is read in so many pixels. */
interface Source {
  width: number
  height: number
  read(window: Window, width: number, height: number): Promise<Pixels>
}
/** What a source has under a net, in so many pixels with their strength (RGBA); undefined where it has nothing of it. */
async function warped(source: Source, net: Net, width: number, height: number): Promise<Uint8Array | undefined> {
  const edge: (readonly [number, number])[] = []
  for (let k = 0; k <= NET; k++) edge.push(net.at(k / NET, 0), net.at(k / NET, 1), net.at(0, k / NET), net.at(1, k / NET))
  const [us, vs] = [edge.map((p) => p[0]), edge.map((p) => p[1])]
  const left = Math.max(0, Math.floor(Math.min(...us))),
    top = Math.max(0, Math.floor(Math.min(...vs)))
  const right = Math.min(source.width, Math.ceil(Math.max(...us)) + 1),
    bottom = Math.min(source.height, Math.ceil(Math.max(...vs)) + 1)
  if (left >= right || top >= bottom) return undefined
  // no more pixels than are shown of it
  const zoom = Math.min(1, width / (Math.max(...us) - Math.min(...us)))
  const from = await source.read([left, top, right, bottom], Math.max(1, Math.round((right - left) * zoom)), Math.max(1, Math.round((bottom - top) * zoom)))
  const out = new Uint8Array(width * height * 4)
  const [kx, ky] = [from.width / (right - left), from.height / (bottom - top)]
  for (let j = 0; j < height; j++)
    for (let i = 0; i < width; i++) {
      const [u, v] = net.at((i + 0.5) / width, (j + 0.5) / height)
      if (u < 0 || v < 0 || u >= source.width || v >= source.height) continue
      const at = (Math.min(from.height - 1, Math.floor((v - top) * ky)) * from.width + Math.min(from.width - 1, Math.floor((u - left) * kx))) * from.bands
      const to = (j * width + i) * 4
      const isGrey = from.bands < 3
      for (let b = 0; b < 3; b++) out[to + b] = from.data[at + (isGrey ? 0 : b)]!
      out[to + 3] = from.bands === 4 || from.bands === 2 ? from.data[at + from.bands - 1]! : 255
    }
  return out
}
const sourceOf = (t: PlacedPicture): Source => ({ width: t.width, height: t.height, read: (window, width, height) => pixelsOf(t, window, width, height) })
/** One tile of the grid of the product as PNG; undefined where the picture has nothing of it. */
export async function drawTile(t: TileTask): Promise<Uint8Array | undefined> {
  const [w, , e, n] = boxOfTile(t.z, t.x, t.y)
  const side = e - w
  const out = await warped(
    sourceOf(t),
    netOf((p, q) => [w + side * p, n - side * q], pixelIn(t)),
    TILE_PIXELS,
    TILE_PIXELS,
  )
  return (
    out &&
    sharp(out, { raw: { width: TILE_PIXELS, height: TILE_PIXELS, channels: 4 } })
      .png({ compressionLevel: 3 })
      .toBuffer()
  )
}
/** Tiles of a service that stand beside each other, by lines; what could not be had is missing. `side`: pixels of one of them. */
export interface TileMosaic {
  grid: 'own' | 'c' | 'web'
  z: number
  x: number
  y: number
  columns: number
  side: number
  tiles: readonly (Uint8Array | undefined)[]
}
/** A part of the ground in the metres of a zone (west, south, east, north) in so many pixels, and the pictures on it, the lowest first, each so strong (0 to 1). */
export interface PartTask {
  epsg: number
  ground: readonly [number, number, number, number]
  width: number
  height: number
  layers: readonly ((PlacedPicture | TileMosaic) & { opacity: number })[]
}
/** Tiles as one source: its pixels count from the upper left of the first. */
async function mosaicSource({ columns, side, tiles }: TileMosaic): Promise<Source> {
  const [width, height] = [columns * side, (tiles.length / columns) * side]
  const parts = tiles.flatMap((tile, i) => (tile ? [{ tile, left: (i % columns) * side, top: Math.floor(i / columns) * side }] : []))
  const even = await Promise.all(
    parts.map(async ({ tile, left, top }) => ({ left, top, input: await sharp(tile).resize(side, side, { fit: 'fill' }).ensureAlpha().png().toBuffer() })),
  )
  const data = await sharp({ create: { width, height, channels: 4, background: '#00000000' } })
    .composite(even)
    .raw()
    .toBuffer()
  return {
    width,
    height,
    read: async ([left, top, right, bottom], w, h) => {
      const cut = await sharp(data, { raw: { width, height, channels: 4 } })
        .extract({ left, top, width: right - left, height: bottom - top })
        .resize(w, h, { fit: 'fill' })
        .raw()
        .toBuffer()
      return { data: cut, width: w, height: h, bands: 4 }
    },
  }
}
/** The pictures on a part of the ground, one over the other on white, as JPEG; undefined where none has anything of it. */
export async function drawPart({ epsg, ground: [west, south, east, north], width, height, layers }: PartTask): Promise<Uint8Array | undefined> {
  const plane = projectionOfEpsg(epsg)!
  const place = (p: number, q: number) => plane.inverse([west + (east - west) * p, north - (north - south) * q])
  const out = new Uint8Array(width * height * 3).fill(255)
  let isAny = false
  for (const layer of layers) {
    const isFile = 'path' in layer
    const pixel = isFile
      ? pixelIn(layer)
      : (lonLat: PlanePoint): PlanePoint => {
          const [x, y] = tilePlace(layer.grid, layer.z, lonLat)
          return [(x - layer.x) * layer.side, (y - layer.y) * layer.side]
        }
    const over = await warped(isFile ? sourceOf(layer) : await mosaicSource(layer), netOf(place, pixel), width, height)
    if (!over) continue
    isAny = true
    for (let i = 0, o = 0; i < over.length; i += 4, o += 3) {
      const a = (over[i + 3]! / 255) * layer.opacity
      for (let b = 0; b < 3; b++) out[o + b] = Math.round(out[o + b]! * (1 - a) + over[i + b]! * a)
    }
  }
  return isAny
    ? sharp(out, { raw: { width, height, channels: 3 } })
        .jpeg({ quality: 85 })
        .toBuffer()
    : undefined
}
export type PictureWork = ({ do: 'read' } & PictureFile) | ({ do: 'part' } & PartTask)
