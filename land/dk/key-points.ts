import { toMetres, zoneOf } from '../geometry/crs.ts'
import { parseWkt } from '../../kit/model/wkt.ts'

/** A boundary point: its number and its X (north) and Y (east) in metres of the parcel's zone. */
export interface KeyPoint {
  jzdh: string
  xzbz: string
  yzbz: string
}
const NEAR = 0.5
const MAX = 254

/** Twice the signed area of a ring; below zero when it runs clockwise with north up. */
const turn = (ring: readonly (readonly number[])[]): number =>
  ring.reduce((s, p, i) => {
    const q = ring[(i + 1) % ring.length]!
    return s + p[0]! * q[1]! - q[0]! * p[1]!
  }, 0)

/**
 * kjzb of a parcel: the numbers of its boundary points in clockwise order joined by '/', at most 254 characters.
 * A corner without a stored point within 0.5 m is left out; without any stored point the corners are numbered J1, J2, ….
 * @param wkt polygon in EPSG:4326. Throws wkt-invalid, zone-outside. Source: codes.md, kjzb; NY/T 2539 A.10 note f.
 */
export function keyPoints(wkt: string, points: readonly KeyPoint[]): string {
  const geometry = parseWkt(wkt)
  const outer = (geometry.type === 'POLYGON' ? geometry.coordinates[0] : geometry.type === 'MULTIPOLYGON' ? geometry.coordinates[0]?.[0] : undefined) as
    | number[][]
    | undefined
  const first = outer?.[0]
  if (!outer || !first) return ''
  const open = outer.slice(0, -1)
  const ring = turn(open) > 0 ? open.toReversed() : open
  const zone = zoneOf(first[0]!)
  const numbered = (p: number[]): string[] => {
    const [east, north] = toMetres(p, zone)
    const hit = points.find((k) => Math.hypot(Number(k.xzbz) - north, eastOf(k.yzbz) - east) <= NEAR)
    return hit ? [hit.jzdh.startsWith('J') ? hit.jzdh : `J${hit.jzdh}`] : []
  }
  const names = points.length ? [...new Set(ring.flatMap(numbered))] : ring.map((_, i) => `J${i + 1}`)
  return names.reduce((text, n) => (text === '' ? n : text.length + n.length + 1 > MAX ? text : `${text}/${n}`), '')
}

/** An easting with the zone's number before it loses that number. */
const eastOf = (y: string): number => Number(y) % 1_000_000
