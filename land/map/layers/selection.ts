// What was chosen on the map as texts that other programs read: GeoJSON (RFC 7946) and KML (OGC 07-147r2). Pure.
import type { GeoJsonGeometry } from '../../../services/gis/features.ts'

/** A parcel that leaves the map: its values by name, and its outline in degrees. */
export interface LeavingParcel {
  title: string
  properties: Readonly<Record<string, string>>
  geometry: GeoJsonGeometry | null
}
/** Kinds of files that the map hands out. */
export const SELECTION_FORMATS = ['geojson', 'kml', 'shp', 'dxf', 'xlsx'] as const
export type SelectionFormat = (typeof SELECTION_FORMATS)[number]

export const geoJsonText = (parcels: readonly LeavingParcel[]): string =>
  `${JSON.stringify({ type: 'FeatureCollection', features: parcels.map(({ properties, geometry }) => ({ type: 'Feature', properties, geometry })) })}\n`

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** A text within XML; signs that XML 1.0 does not have are left out. */
const escaped = (text: string): string => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replace(/[&<>"]/g, (c) => SIGNS[c]!)
type Ring = readonly (readonly number[])[]
const ringText = (ring: Ring): string => `<LinearRing><coordinates>${ring.map(([x, y]) => `${x},${y}`).join(' ')}</coordinates></LinearRing>`
const polygonText = ([outer, ...holes]: readonly Ring[]): string =>
  `<Polygon><outerBoundaryIs>${ringText(outer!)}</outerBoundaryIs>${holes.map((h) => `<innerBoundaryIs>${ringText(h)}</innerBoundaryIs>`).join('')}</Polygon>`
function shapeText(g: GeoJsonGeometry | null): string {
  if (g?.type === 'Polygon') return polygonText(g.coordinates as Ring[])
  if (g?.type === 'MultiPolygon') return `<MultiGeometry>${(g.coordinates as Ring[][]).map(polygonText).join('')}</MultiGeometry>`
  return ''
}
/** Parcels as KML: a placemark each, its values as extended data under the names that people read. */
export function kmlText(name: string, parcels: readonly LeavingParcel[], labels: Readonly<Record<string, string>>): string {
  const marks = parcels.map(({ title, properties, geometry }) => {
    const data = Object.entries(properties).map(
      ([n, v]) => `<Data name="${escaped(n)}"><displayName>${escaped(labels[n] ?? n)}</displayName><value>${escaped(v)}</value></Data>`,
    )
    return `<Placemark><name>${escaped(title)}</name><ExtendedData>${data.join('')}</ExtendedData>${shapeText(geometry)}</Placemark>`
  })
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>'
  return `${head}<name>${escaped(name)}</name>\n${marks.join('\n')}\n</Document></kml>\n`
}
