// What a service is asked, as addresses. Pure. Sources: OGC WMS 1.1.1, WMTS 1.0.0 (KVP), WFS 2.0 and 1.1, OGC API Features 1; ArcGIS REST export and query.
import { SERVICE } from './gis.ts'
import { readParams } from './texts.ts'

/** West, south, east, north in degrees. */
export type DegreeBox = readonly [west: number, south: number, east: number, north: number]
/** The parts of a service that make its addresses; `key` is sent under `keyName`. */
export interface ServiceAddress {
  type: string
  url: string
  params: string | null
  keyName: string | null
  key: string
}
/** Pixels of a side of a tile that is asked as a picture of a box. */
export const TILE_PIXELS = 512
/** Features that one question brings at most. */
export const MOST_FEATURES_ASKED = 2000

/** The box of a tile in the grid of the product: EPSG:4490, origin -180 90, 360 / 2^z degrees a tile. */
export function boxOfTile(z: number, x: number, y: number): DegreeBox {
  const side = 360 / 2 ** z
  return [-180 + x * side, 90 - (y + 1) * side, -180 + (x + 1) * side, 90 - y * side]
}
/** The grid that a browser lays over the tiles of a kind: of the product, of national map services (matrix set c), or of web maps. */
export const gridOf = (type: string): 'own' | 'c' | 'web' => (type === SERVICE.wmts ? 'c' : type === SERVICE.xyz || type === SERVICE.mvt ? 'web' : 'own')
/** Where degrees lie in a grid of tiles of a zoom: tiles from the left and from the top, with the part of one. */
export function tilePlace(grid: ReturnType<typeof gridOf>, z: number, [lon, lat]: readonly [number, number]): [number, number] {
  const x = ((lon + 180) / 360) * 2 ** z
  if (grid !== 'web') return [x, ((90 - lat) / 360) * 2 ** z]
  const at = Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)
  return [x, (0.5 - Math.log(at) / (2 * Math.PI)) * 2 ** z]
}
export const isTiled = (type: string): boolean => ([SERVICE.wms, SERVICE.wmts, SERVICE.xyz, SERVICE.mvt, SERVICE.arcgis] as readonly string[]).includes(type)
export const isOfFeatures = (type: string): boolean => ([SERVICE.geojson, SERVICE.wfs, SERVICE.features] as readonly string[]).includes(type)
/** Whether one can ask what lies at a place. */
export const isQueryable = (type: string): boolean => isOfFeatures(type) || type === SERVICE.wms || type === SERVICE.arcgis

/** The address with what is asked; what the service's own parameters say goes before, and the key stands last. Names of KVP services are told in any case. */
function address(s: ServiceAddress, path: string, asked: Readonly<Record<string, string | number>>): string {
  const url = new URL(s.url.replace(/\/+$/, path === '' ? '$&' : '') + path)
  const own = readParams(s.params) ?? new URLSearchParams()
  const put = (name: string, value: string) => {
    const same = Array.from(url.searchParams.keys()).filter((n) => n.toLowerCase() === name.toLowerCase())
    for (const n of same) url.searchParams.delete(n)
    url.searchParams.set(name, value)
  }
  for (const [n, v] of Object.entries(asked)) put(n, String(v))
  for (const [n, v] of own) put(n, v)
  if (s.keyName && s.key) put(s.keyName, s.key)
  return url.href
}

/** The address of a tile; undefined where the kind has none. */
export function tileAddress(s: ServiceAddress, layerName: string, z: number, x: number, y: number): string | undefined {
  const box = boxOfTile(z, x, y)
  switch (s.type) {
    case SERVICE.xyz:
    case SERVICE.mvt: {
      const at = s.url
        .replaceAll('{z}', String(z))
        .replaceAll('{x}', String(x))
        .replaceAll('{y}', String(y))
        .replaceAll('{-y}', String(2 ** z - 1 - y))
      return address({ ...s, url: at }, '', {})
    }
    case SERVICE.wms:
      return address(s, '', {
        SERVICE: 'WMS',
        VERSION: '1.1.1',
        REQUEST: 'GetMap',
        LAYERS: layerName,
        STYLES: '',
        SRS: 'EPSG:4326',
        BBOX: box.join(','),
        WIDTH: TILE_PIXELS,
        HEIGHT: TILE_PIXELS,
        FORMAT: 'image/png',
        TRANSPARENT: 'TRUE',
      })
    case SERVICE.wmts:
      return address(s, '', {
        SERVICE: 'WMTS',
        VERSION: '1.0.0',
        REQUEST: 'GetTile',
        LAYER: layerName,
        STYLE: 'default',
        TILEMATRIXSET: 'c',
        FORMAT: 'tiles',
        TILEMATRIX: z,
        TILEROW: y,
        TILECOL: x,
      })
    case SERVICE.arcgis:
      return address(s, '/export', {
        bbox: box.join(','),
        bboxSR: 4326,
        imageSR: 4326,
        size: `${TILE_PIXELS},${TILE_PIXELS}`,
        format: 'png32',
        transparent: 'true',
        f: 'image',
        ...(layerName ? { layers: `show:${layerName}` } : {}),
      })
    default:
      return undefined
  }
}
/** The address of the features in a box; undefined where the kind has none. */
export function featuresAddress(s: ServiceAddress, layerName: string, box: DegreeBox, most = MOST_FEATURES_ASKED): string | undefined {
  switch (s.type) {
    case SERVICE.geojson:
      return address(s, '', {})
    case SERVICE.wfs:
      return address(s, '', {
        SERVICE: 'WFS',
        VERSION: '2.0.0',
        REQUEST: 'GetFeature',
        TYPENAMES: layerName,
        // as WFS 1.1 names them: QGIS Server answers a question of 2.0 but knows only these
        TYPENAME: layerName,
        MAXFEATURES: most,
        OUTPUTFORMAT: 'application/json',
        SRSNAME: 'EPSG:4326',
        BBOX: `${box.join(',')},EPSG:4326`,
        COUNT: most,
      })
    case SERVICE.features:
      return address(s, `/collections/${encodeURIComponent(layerName)}/items`, { bbox: box.join(','), limit: most, f: 'json' })
    case SERVICE.arcgis:
      return address(s, `/${encodeURIComponent(layerName || '0')}/query`, {
        geometry: box.join(','),
        geometryType: 'esriGeometryEnvelope',
        inSR: 4326,
        outSR: 4326,
        outFields: '*',
        resultRecordCount: most,
        f: 'geojson',
      })
    default:
      return undefined
  }
}
/** Pixels of the picture over which a WMS is asked what lies at its middle. */
const ASK_PIXELS = 101
/** The address of what lies at a place, `reach` degrees around it; undefined where the kind cannot be asked. */
export function placeAddress(s: ServiceAddress, layerName: string, [lon, lat]: readonly [number, number], reach: number, most: number): string | undefined {
  if (s.type !== SERVICE.wms) return featuresAddress(s, layerName, [lon - reach, lat - reach, lon + reach, lat + reach], most)
  // a pixel is a tenth of the reach, so that servers which look a few pixels around look about so far
  const half = (reach / 5) * (ASK_PIXELS / 2)
  return address(s, '', {
    SERVICE: 'WMS',
    VERSION: '1.1.1',
    REQUEST: 'GetFeatureInfo',
    LAYERS: layerName,
    QUERY_LAYERS: layerName,
    STYLES: '',
    SRS: 'EPSG:4326',
    BBOX: [lon - half, lat - half, lon + half, lat + half].join(','),
    WIDTH: ASK_PIXELS,
    HEIGHT: ASK_PIXELS,
    FORMAT: 'image/png',
    X: (ASK_PIXELS - 1) / 2,
    Y: (ASK_PIXELS - 1) / 2,
    INFO_FORMAT: 'application/json',
    FEATURE_COUNT: most,
  })
}
/** The address of a legend; undefined where the kind has none. */
export const legendAddress = (s: ServiceAddress, layerName: string): string | undefined =>
  s.type === SERVICE.wms ? address(s, '', { SERVICE: 'WMS', VERSION: '1.1.1', REQUEST: 'GetLegendGraphic', LAYER: layerName, FORMAT: 'image/png' }) : undefined
/** The address at which a service says what it has, and whether the answer is XML; undefined where the kind says nothing of itself. */
export function capabilitiesAddress(s: ServiceAddress): { url: string; isXml: boolean } | undefined {
  switch (s.type) {
    case SERVICE.wms:
      return { url: address(s, '', { SERVICE: 'WMS', VERSION: '1.1.1', REQUEST: 'GetCapabilities' }), isXml: true }
    case SERVICE.wmts:
      return { url: address(s, '', { SERVICE: 'WMTS', VERSION: '1.0.0', REQUEST: 'GetCapabilities' }), isXml: true }
    case SERVICE.wfs:
      return { url: address(s, '', { SERVICE: 'WFS', VERSION: '2.0.0', REQUEST: 'GetCapabilities' }), isXml: true }
    case SERVICE.features:
      return { url: address(s, '/collections', { f: 'json' }), isXml: false }
    case SERVICE.arcgis:
      return { url: address(s, '', { f: 'json' }), isXml: false }
    default:
      return undefined
  }
}
/** An address as people may read it: without the key. */
export function withoutKey(s: ServiceAddress, url: string): string {
  if (!s.keyName) return url
  const u = new URL(url)
  if (u.searchParams.has(s.keyName)) u.searchParams.set(s.keyName, '***')
  return u.href
}
