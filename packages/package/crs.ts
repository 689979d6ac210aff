import proj4 from 'proj4'
import type { Crs, Numbers, Point, XmlElement } from './staged.ts'
import { textOf } from './staged.ts'

/**
 * Coordinate system of a layer (data format §6): its .prj, else metadata and numbers, else the numbers and the county's longitude.
 * Null when nothing tells. The numbers decide on the zone prefix, and against a .prj that says degrees over metres or metres over degrees (B06).
 */
export function detectCrs(prj: string | undefined, metadata: XmlElement | null, numbers: Numbers | null, countyLongitude?: number): Crs | null {
  const stated = prj === undefined ? null : crsOfPrj(prj)
  const believed = stated && (!numbers || (stated.kind === 'geographic') === (numbers.kind === 'degrees')) ? stated : null
  if (believed) return believed.kind === 'projected' && numbers ? { ...believed, ...numbered(believed, numbers.zone > 0) } : believed
  return crsOfNumbers(metadata, numbers, countyLongitude)
}

/** Votes for what the numbers of a layer are: one a record, by its smallest easting. */
export interface Votes {
  add(x: number, y: number): void
  /** what most records say; null without any, and where no half agrees */
  most(): Numbers | null
}

/** Counts what the records of a layer say, so that one misplaced feature does not speak for all the others. */
export function makeVotes(): Votes {
  const votes = new Map<number, number>()
  const degrees = -1
  let all = 0
  return {
    add(x, y) {
      const zone = Math.floor(x / 1e6)
      const is = Math.abs(x) <= 180 && Math.abs(y) <= 90 ? degrees : zone === 0 || (zone >= 13 && zone <= 46) ? zone : null
      // the origin is no place, and damaged numbers say nothing
      if (is === null || (x === 0 && y === 0)) return
      votes.set(is, (votes.get(is) ?? 0) + 1)
      all++
    },
    most() {
      const [best] = [...votes].sort((a, b) => b[1] - a[1])
      if (!best || best[1] * 2 <= all) return null
      return best[0] === degrees ? { kind: 'degrees', zone: 0 } : { kind: 'metres', zone: best[0] }
    },
  }
}

/** Reads ESRI or OGC WKT; null when it is neither projected nor geographic. */
export function crsOfPrj(prj: string): Crs | null {
  const datum = datumOf(prj)
  if (/^\s*GEOGCS/i.test(prj)) {
    return { kind: 'geographic', datum, centralMeridian: 0, zonePrefix: false, zoneWidth: 3, epsg: datum === 'cgcs2000' ? 4490 : 0, source: 'prj' }
  }
  const meridian = parameter(prj, 'central_meridian')
  // a meridian outside the country is as good as none: the numbers tell better
  if (!/^\s*PROJCS/i.test(prj) || meridian === null || !(meridian >= 72 && meridian <= 138)) return null
  const easting = parameter(prj, 'false_easting') ?? 500_000
  const zone = Math.floor(easting / 1e6)
  const zoneWidth: Crs['zoneWidth'] = zone >= 13 && zone <= 23 ? 6 : widthOf(meridian, /1\.5[-_ ]?Degree|1_5[-_ ]?Degree/i.test(prj))
  const bare = { kind: 'projected' as const, datum, centralMeridian: meridian, zoneWidth, source: 'prj' as const }
  return { ...bare, ...numbered(bare, zone > 0) }
}

function widthOf(meridian: number, saysNarrow: boolean): 3 | 1.5 {
  return saysNarrow || meridian % 3 !== 0 ? 1.5 : 3
}

function parameter(prj: string, name: string): number | null {
  const found = new RegExp(`PARAMETER\\s*\\[\\s*"${name}"\\s*,\\s*(-?[\\d.eE+]+)`, 'i').exec(prj)?.[1]
  return found === undefined ? null : Number(found)
}

function datumOf(prj: string): Crs['datum'] {
  if (/China_2000|CGCS_?2000|China_Geodetic_Coordinate_System_2000/i.test(prj)) return 'cgcs2000'
  if (/Xian_?1980/i.test(prj)) return 'xian80'
  if (/Beijing_?1954/i.test(prj)) return 'beijing54'
  return /WGS_?(19)?84/i.test(prj) ? 'wgs84' : 'unknown'
}

/** EPSG 4513 + (n − 25) with zone number in the easting, 4534 + (n − 25) without; n = central meridian / 3 (checked with GDAL). */
function numbered(crs: Pick<Crs, 'datum' | 'centralMeridian' | 'zoneWidth'>, zonePrefix: boolean): Pick<Crs, 'zonePrefix' | 'epsg'> {
  const zone = crs.centralMeridian / 3
  const known = crs.datum === 'cgcs2000' && crs.zoneWidth === 3 && Number.isInteger(zone) && zone >= 25 && zone <= 45
  return { zonePrefix, epsg: known ? (zonePrefix ? 4513 : 4534) + zone - 25 : 0 }
}

function crsOfNumbers(metadata: XmlElement | null, numbers: Numbers | null, countyLongitude?: number): Crs | null {
  const rsid = textOf(metadata, 'coorRSID')
  const datum = rsid === '002' ? 'xian80' : 'cgcs2000'
  const source = textOf(metadata, 'centralMer') === '' ? 'coordinates' : 'metadata'
  if (numbers?.kind === 'degrees') {
    return { kind: 'geographic', datum, centralMeridian: 0, zonePrefix: false, zoneWidth: 3, epsg: datum === 'cgcs2000' ? 4490 : 0, source: 'coordinates' }
  }
  const meridian = meridianOf(metadata, numbers, countyLongitude)
  if (meridian === null) return null
  const bare = { kind: 'projected' as const, datum, centralMeridian: meridian, zoneWidth: widthOf(meridian, textOf(metadata, 'coorFDKD') === '001') } as const
  // eastFAL is in km and carries the zone number where the eastings do: 44500.0.
  const prefix = numbers ? numbers.zone > 0 : Number(textOf(metadata, 'eastFAL')) >= 1000
  return { ...bare, source, ...numbered(bare, prefix) }
}

function meridianOf(metadata: XmlElement | null, numbers: Numbers | null, countyLongitude?: number): number | null {
  const stated = Number(textOf(metadata, 'centralMer'))
  if (stated >= 72 && stated <= 138) return stated
  const zone = numbers?.zone ?? 0
  if (zone >= 25 && zone <= 46) return zone * 3
  return countyLongitude === undefined ? null : Math.round(countyLongitude / 3) * 3
}

/** What must be taken off the eastings of a layer so that 500 000 is its central meridian: zone × 10⁶, or 0. */
export function prefixShift(crs: Crs | null, numbers: Numbers | null): number {
  return crs?.kind === 'projected' && crs.zonePrefix && numbers ? numbers.zone * 1e6 : 0
}

interface Projection {
  forward(point: Point): number[]
  inverse(point: Point): number[]
}

const projections = new Map<number, Projection>()

function projectionOf(crs: Crs): Projection {
  if (crs.datum !== 'cgcs2000' && crs.datum !== 'wgs84') throw new Error(`no published transformation from datum ${crs.datum}`)
  const known = projections.get(crs.centralMeridian)
  const made: Projection = known ?? proj4(`+proj=tmerc +lat_0=0 +lon_0=${crs.centralMeridian} +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +units=m +no_defs`)
  projections.set(crs.centralMeridian, made)
  return made
}

/**
 * Package coordinates (metres, zone prefix stripped) to degrees [lon, lat]; geographic input passes. CGCS2000 is taken as WGS84
 * (difference below survey accuracy). Throws for Xi'an 1980 and Beijing 1954: their parameters are local and restricted.
 */
export function toLonLat(crs: Crs, point: Point): Point {
  if (crs.kind === 'geographic') return point
  const [x, y] = projectionOf(crs).inverse(point) as Point
  return [x, y]
}
