import proj4 from 'proj4'
import { FORMER_DATUMS } from '../../platform/settings/datum-params.ts'
import type { Crs, StagedNumbers, StagedPoint, XmlElement } from './staged.ts'
import { stagedText } from './staged.ts'

/**
 * Coordinate system of a layer (data format §6): its .prj, else metadata and numbers, else the numbers and the county's longitude.
 * Null when nothing tells. The numbers decide on the zone prefix, and against a .prj that says degrees over metres or metres over degrees (B06).
 */
export function detectCrs(prj: string | undefined, metadata: XmlElement | null, numbers: StagedNumbers | null, countyLongitude?: number): Crs | null {
  const stated = prj === undefined ? null : crsOfPrj(prj)
  const believed = stated && (!numbers || (stated.kind === 'geographic') === (numbers.kind === 'degrees')) ? stated : null
  if (believed) return believed.kind === 'projected' && numbers && !believed.other ? { ...believed, ...numbered(believed, numbers.zone > 0) } : believed
  return crsOfNumbers(metadata, numbers, countyLongitude)
}

/** Votes for what the numbers of a layer are: one a record, by its smallest easting. */
export interface Votes {
  add(x: number, y: number): void
  /** what most records say; null without any, and where no half agrees */
  most(): StagedNumbers | null
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

/** Semi-major axis (m) and inverse flattening of what is taken as CGCS2000. Source: GB 22021, EPSG 4490, 4326. */
const AXIS = 6_378_137
const FLATTENING = 298.25722
/** Words of WKT 2 (ISO 19162) and what the older WKT has in their place. */
const OLDER: readonly (readonly [RegExp, string])[] = [
  [/\b(PROJCRS|PROJECTEDCRS)(?=\s*\[)/gi, 'PROJCS'],
  [/\b(BASEGEOGCRS|BASEGEODCRS|GEOGCRS|GEOGRAPHICCRS|GEODCRS|GEODETICCRS)(?=\s*\[)/gi, 'GEOGCS'],
  [/\bELLIPSOID(?=\s*\[)/gi, 'SPHEROID'],
  [/\b(PRIMEMERIDIAN)(?=\s*\[)/gi, 'PRIMEM'],
  [/\bMETHOD(?=\s*\[)/gi, 'PROJECTION'],
  [/\b(LENGTH|ANGLE)UNIT(?=\s*\[)/gi, 'UNIT'],
  [/\bSCALEUNIT(?=\s*\[)/gi, 'SCALE'],
  [/"Longitude of (natural|false) origin"/gi, '"central_meridian"'],
  [/"Latitude of (natural|false) origin"/gi, '"latitude_of_origin"'],
  [/"Scale factor at natural origin"/gi, '"scale_factor"'],
  [/"False easting"/gi, '"false_easting"'],
  [/"False northing"/gi, '"false_northing"'],
]
/** The plane system of a text: of one with heights (COMPD_CS, COMPOUNDCRS) or bound to another (BOUNDCRS) its first part; in the words of the older WKT. */
function planeOf(prj: string): { wkt: string; isNewer: boolean } {
  const older = OLDER.reduce((text, [word, was]) => text.replace(word, was), prj)
  const isNewer = /\b(PROJCRS|PROJECTEDCRS|GEOGCRS|GEOGRAPHICCRS|GEODCRS|GEODETICCRS)\s*\[/i.test(prj)
  if (!/^\s*(COMPD_CS|COMPOUNDCRS|BOUNDCRS)\s*\[/i.test(older)) return { wkt: older, isNewer }
  const from = older.search(/\b(PROJCS|GEOGCS)\s*\[/i)
  let depth = 0
  for (let at = older.indexOf('[', from); from >= 0 && at >= 0 && at < older.length; at++) {
    depth += older[at] === '[' ? 1 : older[at] === ']' ? -1 : 0
    if (depth === 0) return { wkt: older.slice(from, at + 1), isNewer }
  }
  return { wkt: older, isNewer }
}
/** Degrees as programs round them; the next unit, the grad, is a tenth less. */
const DEGREE_TOLERANCE = 1e-6
/** What is otherwise of the degrees of a system: counted from elsewhere than Greenwich, or no degrees. */
function degreesWrong(wkt: string): 'meridian' | 'unit' | undefined {
  const meridian = /PRIMEM\s*\[\s*"[^"]*"\s*,\s*([-+\d.eE]+)/i.exec(wkt)?.[1]
  // of a projection the unit of its lengths stands behind that of its degrees, which may be named by its size alone
  const degree =
    /UNIT\s*\[\s*"[^"]*(?:deg|grad|gon|rad|度)[^"]*"\s*,\s*([\d.eE+-]+)/i.exec(wkt)?.[1] ?? /UNIT\s*\[\s*"[^"]*"\s*,\s*(0\.0?1[\d.eE+-]*)/i.exec(wkt)?.[1]
  if (Math.abs(Number(meridian ?? 0)) >= 1e-9) return 'meridian'
  return degree === undefined || Math.abs(Number(degree) - Math.PI / 180) < DEGREE_TOLERANCE ? undefined : 'unit'
}
/**
 * Reads ESRI or OGC WKT, the older and the newer, with heights too; null when it is neither projected nor geographic. A projection that is not Gauss-Krüger in metres,
 * k = 1, 500 km, is kept by name in `other`, and so is what counts its degrees from elsewhere than Greenwich.
 */
export function crsOfPrj(prj: string): Crs | null {
  const { wkt, isNewer } = planeOf(prj)
  return crsOfWkt(wkt, isNewer)
}
const nameIn = (wkt: string): string => /^\s*\w+\s*\[\s*"([^"]*)"/.exec(wkt)?.[1] ?? ''
function crsOfWkt(prj: string, isNewer: boolean): Crs | null {
  const datum = datumOf(prj)
  const why = degreesWrong(prj)
  const elsewhere = why ? { other: { name: nameIn(prj), definition: '', why } } : {}
  if (/^\s*GEOGCS/i.test(prj)) {
    const epsg = datum === 'cgcs2000' ? 4490 : 0
    return { kind: 'geographic', datum, centralMeridian: 0, zonePrefix: false, zoneWidth: 3, epsg, source: 'prj', ...elsewhere }
  }
  if (!/^\s*PROJCS/i.test(prj)) return null
  const meridian = parameter(prj, 'central_meridian')
  const easting = parameter(prj, 'false_easting') ?? 500_000
  if (elsewhere.other || !isGaussKruger(prj)) {
    const bare = { kind: 'projected', datum, centralMeridian: meridian ?? 0, zonePrefix: false, zoneWidth: 3, epsg: 0, source: 'prj' } as const
    return { ...bare, other: elsewhere.other ?? { name: nameIn(prj), definition: definitionOf(prj, isNewer) } }
  }
  // a meridian outside the country is as good as none: the numbers tell better
  if (meridian === null || !(meridian >= 72 && meridian <= 138)) return null
  const zone = Math.floor(easting / 1e6)
  const zoneWidth: Crs['zoneWidth'] = zone >= 13 && zone <= 23 ? 6 : widthOf(meridian, /1\.5[-_ ]?Degree|1_5[-_ ]?Degree/i.test(prj))
  const bare = { kind: 'projected' as const, datum, centralMeridian: meridian, zoneWidth, source: 'prj' as const }
  return { ...bare, ...numbered(bare, zone > 0) }
}

/** Whether the whole of a projection is that of the standard: method, scale, false easting and northing, latitude of origin, unit. The spheroid goes with the datum. */
function isGaussKruger(prj: string): boolean {
  const is = (name: string, value: number) => Math.abs((parameter(prj, name) ?? value) - value) < 1e-9
  const easting = parameter(prj, 'false_easting') ?? 500_000
  return (
    /^(gausskr[uü]?e?ger|transversemercator)?$/.test(methodOf(prj)) &&
    is('scale_factor', 1) &&
    is('false_northing', 0) &&
    is('latitude_of_origin', 0) &&
    Math.abs((easting % 1e6) - 500_000) < 1e-6 &&
    Math.abs(unitOf(prj) - 1) < 1e-12 &&
    isSpheroid(prj)
  )
}
/** Method of a projection without blanks and case; '' where none is named. */
const methodOf = (prj: string): string =>
  /PROJECTION\s*\[\s*"([^"]*)"/i
    .exec(prj)?.[1]
    ?.replace(/[\s_-]/g, '')
    .toLowerCase() ?? ''
/** Metres of the unit of a projection: the last one, which stands outside of the geographic system. */
const unitOf = (prj: string): number => Number([...prj.matchAll(/UNIT\s*\[\s*"[^"]*"\s*,\s*([\d.eE+-]+)/gi)].at(-1)?.[1] ?? 1)
/** Whether the spheroid is the one of its datum; of the older datums none is asked. */
function isSpheroid(prj: string): boolean {
  const found = /SPHEROID\s*\[\s*"[^"]*"\s*,\s*([\d.eE+-]+)\s*,\s*([\d.eE+-]+)/i.exec(prj)
  const datum = datumOf(prj)
  if (!found || (datum !== 'cgcs2000' && datum !== 'wgs84')) return true
  return Math.abs(Number(found[1]) - AXIS) < 0.01 && Math.abs(Number(found[2]) - FLATTENING) < 0.0001
}
/** The projection as the library understands it, which must take a place in China there and back; '' where it does not. */
function definitionOf(prj: string, isNewer: boolean): string {
  const unit = unitOf(prj)
  const n = (name: string, value: number) => parameter(prj, name) ?? value
  const transverse = `+proj=tmerc +lat_0=${n('latitude_of_origin', 0)} +lon_0=${n('central_meridian', 0)} +k=${n('scale_factor', 1)} \
+x_0=${n('false_easting', 0) * unit} +y_0=${n('false_northing', 0) * unit} +ellps=GRS80 +to_meter=${unit} +no_defs`
  const isTransverse = /^(gausskr[uü]?e?ger|transversemercator)$/.test(methodOf(prj))
  // surveys are in metres: numbers beside another unit (feet) are as often metres all the same
  if (Math.abs(unit - 1) > 1e-9) return ''
  // of the newer words the library knows only what is taken from them here
  if (!isSpheroid(prj) || (isNewer && !isTransverse)) return ''
  const definition = isTransverse ? transverse : prj
  try {
    const made = proj4(definition)
    const [lon, lat] = made.inverse(made.forward([105, 30]) as [number, number]) as [number, number]
    return Math.abs(lon - 105) < 1e-7 && Math.abs(lat - 30) < 1e-7 ? definition : ''
  } catch {
    return ''
  }
}

function widthOf(meridian: number, saysNarrow: boolean): 3 | 1.5 {
  return saysNarrow || meridian % 3 !== 0 ? 1.5 : 3
}

function parameter(prj: string, name: string): number | null {
  const found = new RegExp(`PARAMETER\\s*\\[\\s*"${name}"\\s*,\\s*([-+]?[\\d.eE+-]+)`, 'i').exec(prj)?.[1]
  return found === undefined ? null : Number(found)
}

function datumOf(prj: string): Crs['datum'] {
  if (/China[_ ]2000|CGCS[_ ]?2000|China[_ ]Geodetic[_ ]Coordinate[_ ]System[_ ]2000/i.test(prj)) return 'cgcs2000'
  if (/Xi'?an[_ ]?1980/i.test(prj)) return 'xian80'
  if (/Beijing[_ ]?1954/i.test(prj)) return 'beijing54'
  return /WGS[_ ]?(19)?84|World[_ ]Geodetic[_ ]System[_ ]1984/i.test(prj) ? 'wgs84' : 'unknown'
}

/** EPSG 4513 + (n − 25) with zone number in the easting, 4534 + (n − 25) without; n = central meridian / 3 (checked with GDAL). */
function numbered(crs: Pick<Crs, 'datum' | 'centralMeridian' | 'zoneWidth'>, zonePrefix: boolean): Pick<Crs, 'zonePrefix' | 'epsg'> {
  const zone = crs.centralMeridian / 3
  const known = crs.datum === 'cgcs2000' && crs.zoneWidth === 3 && Number.isInteger(zone) && zone >= 25 && zone <= 45
  return { zonePrefix, epsg: known ? (zonePrefix ? 4513 : 4534) + zone - 25 : 0 }
}

function crsOfNumbers(metadata: XmlElement | null, numbers: StagedNumbers | null, countyLongitude?: number): Crs | null {
  const rsid = stagedText(metadata, 'coorRSID')
  const datum = rsid === '002' ? 'xian80' : 'cgcs2000'
  const source = stagedText(metadata, 'centralMer') === '' ? 'coordinates' : 'metadata'
  if (numbers?.kind === 'degrees') {
    return { kind: 'geographic', datum, centralMeridian: 0, zonePrefix: false, zoneWidth: 3, epsg: datum === 'cgcs2000' ? 4490 : 0, source: 'coordinates' }
  }
  const meridian = meridianOf(metadata, numbers, countyLongitude)
  if (meridian === null) return null
  const bare = {
    kind: 'projected' as const,
    datum,
    centralMeridian: meridian,
    zoneWidth: widthOf(meridian, stagedText(metadata, 'coorFDKD') === '001'),
  } as const
  // eastFAL is in km and carries the zone number where the eastings do: 44500.0.
  const prefix = numbers ? numbers.zone > 0 : Number(stagedText(metadata, 'eastFAL')) >= 1000
  return { ...bare, source, ...numbered(bare, prefix) }
}

function meridianOf(metadata: XmlElement | null, numbers: StagedNumbers | null, countyLongitude?: number): number | null {
  const stated = Number(stagedText(metadata, 'centralMer'))
  if (stated >= 72 && stated <= 138) return stated
  const zone = numbers?.zone ?? 0
  if (zone >= 25 && zone <= 46) return zone * 3
  return countyLongitude === undefined ? null : Math.round(countyLongitude / 3) * 3
}

/** What must be taken off the eastings of a layer so that 500 000 is its central meridian: zone × 10⁶, or 0. */
export function prefixShift(crs: Crs | null, numbers: StagedNumbers | null): number {
  return crs?.kind === 'projected' && crs.zonePrefix && numbers ? numbers.zone * 1e6 : 0
}

/**
 * A system of a former datum with the parameters (three or seven, `towgs84` of PROJ) that bring it to CGCS2000; undefined for any but Gauss-Krüger metres or degrees
 * of the two former datums.
 */
export function formerCrs(crs: Crs, shift: string): Crs | undefined {
  if (crs.other || (crs.datum !== 'xian80' && crs.datum !== 'beijing54')) return undefined
  const { name, axis, flattening } = FORMER_DATUMS[crs.datum]
  const ellipsoid = `+a=${axis} +b=${axis * (1 - 1 / flattening)} +towgs84=${shift}`
  const projection = crs.kind === 'geographic' ? '+proj=longlat' : `+proj=tmerc +lat_0=0 +lon_0=${crs.centralMeridian} +k=1 +x_0=500000 +y_0=0 +units=m`
  return { ...crs, kind: 'projected', datum: 'cgcs2000', epsg: 0, other: { name: name.zh, definition: `${projection} ${ellipsoid} +no_defs` } }
}
/**
 * The system by which the places of a layer become degrees: its own, or that of a former datum with the parameters (`datums`) that the office has entered; undefined
 * where nothing tells how.
 */
export function groundCrs(crs: Crs | null, datums: Readonly<Record<string, string>>): Crs | undefined {
  if (!crs) return undefined
  const shift = datums[crs.datum]
  const shifted = shift ? formerCrs(crs, shift) : undefined
  if (shifted) return shifted
  if (crs.datum !== 'cgcs2000' && crs.datum !== 'wgs84') return undefined
  return crs.other && !crs.other.definition ? undefined : crs
}

interface Projection {
  forward(point: StagedPoint): number[]
  inverse(point: StagedPoint): number[]
}

const projections = new Map<number | string, Projection>()

function projectionOf(crs: Crs): Projection {
  if (crs.datum !== 'cgcs2000' && crs.datum !== 'wgs84') throw new Error(`no published transformation from datum ${crs.datum}`)
  const key = crs.other ? crs.other.definition : crs.centralMeridian
  if (key === '') throw new Error(`no conversion from ${crs.other?.name}`)
  const known = projections.get(key)
  const made: Projection =
    known ?? proj4(crs.other?.definition ?? `+proj=tmerc +lat_0=0 +lon_0=${crs.centralMeridian} +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +units=m +no_defs`)
  projections.set(key, made)
  return made
}

/**
 * Package coordinates (metres, zone prefix stripped) to degrees [lon, lat]; geographic input passes. CGCS2000 is taken as WGS84
 * (difference below survey accuracy). Throws for Xi'an 1980 and Beijing 1954: their parameters are local and restricted.
 */
export function toLonLat(crs: Crs, point: StagedPoint): StagedPoint {
  if (crs.kind === 'geographic') return point
  const [x, y] = projectionOf(crs).inverse(point) as StagedPoint
  return [x, y]
}
