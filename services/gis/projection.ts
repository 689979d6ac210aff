// Coordinate systems of pictures, to and from degrees: CGCS2000 and WGS 84 (taken as one), 3-degree zones of CGCS2000, and web maps. Pure.
import proj4 from 'proj4'

export type PlanePoint = readonly [number, number]
export interface Projection {
  forward(lonLat: PlanePoint): PlanePoint
  inverse(xy: PlanePoint): PlanePoint
}
/** Zone of an EPSG number with (4513-4533) or without (4534-4554) the zone number in the easting. */
function definitionOf(epsg: number): string | undefined {
  const zone = epsg >= 4513 && epsg <= 4533 ? epsg - 4513 + 25 : epsg >= 4534 && epsg <= 4554 ? epsg - 4534 + 25 : undefined
  const easting = epsg <= 4533 ? 500_000 + (zone ?? 0) * 1_000_000 : 500_000
  if (zone !== undefined) return `+proj=tmerc +lat_0=0 +lon_0=${zone * 3} +k=1 +x_0=${easting} +y_0=0 +ellps=GRS80 +units=m +no_defs`
  if (epsg === 3857) return '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs'
  return undefined
}
/** A coordinate system by its EPSG number; undefined for one that is not known here. */
export function projectionOfEpsg(epsg: number): Projection | undefined {
  if (epsg === 4326 || epsg === 4490) return { forward: (p) => p, inverse: (p) => p }
  const text = definitionOf(epsg)
  if (!text) return undefined
  const t = proj4('+proj=longlat +ellps=GRS80 +no_defs', text)
  return { forward: (p) => t.forward([...p]) as unknown as PlanePoint, inverse: (p) => t.inverse([...p]) as unknown as PlanePoint }
}

/** Where the pixels of a picture lie: the outer corner of the first one, and the size of a pixel (north up; `dy` is positive). */
export interface PixelPlace {
  x: number
  y: number
  dx: number
  dy: number
}
/** A world file: six numbers, one a line; undefined where it is none, or turns the picture. Its place is the middle of the first pixel. */
export function readWorldFile(text: string): PixelPlace | undefined {
  const n = text.trim().split(/\s+/).map(Number)
  const [dx, ry, rx, dy, x, y] = n as [number, number, number, number, number, number]
  if (n.length !== 6 || n.some((v) => !Number.isFinite(v)) || rx !== 0 || ry !== 0 || !(dx > 0) || !(dy < 0)) return undefined
  return { x: x - dx / 2, y: y - dy / 2, dx, dy: -dy }
}
/** The box of a picture in degrees; undefined where it does not lie on the ground that its coordinate system is for. */
export function extentOfPicture(p: PixelPlace, width: number, height: number, epsg: number): [number, number, number, number] | undefined {
  const projection = projectionOfEpsg(epsg)
  if (!projection) return undefined
  const corners = [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ].map(([i, j]) => projection.inverse([p.x + i! * width * p.dx, p.y - j! * height * p.dy]))
  const [xs, ys] = [corners.map((c) => c[0]), corners.map((c) => c[1])]
  const box: [number, number, number, number] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  const isOnEarth = box.every(Number.isFinite) && box[0] >= -180 && box[2] <= 180 && box[1] >= -90 && box[3] <= 90
  return isOnEarth && box[2] - box[0] < 5 && box[3] - box[1] < 5 ? box : undefined
}
