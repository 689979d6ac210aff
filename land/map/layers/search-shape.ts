// Limits of what is searched on the map, and a drawn shape as a call sends it. Pure.
import { formatWkt, type Position } from '../../../kit/model/wkt.ts'

/** Corners of a drawn shape, metres around it, degrees of what is searched, features that are told of one layer, at most. */
export const SEARCH_LIMITS = { corners: 300, metres: 5000, degrees: 0.5, found: 200 } as const
/** What a person draws: a place, a way or an area, in degrees (GeoJSON). */
export type DrawnShape =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }
  | { type: 'Polygon'; coordinates: Position[][] }

/** Decimals of a degree in a call: a tenth of a metre of the ground is more than a finger draws. */
const DECIMALS = 7
/** A drawn shape as WKT in degrees. */
export const drawnText = (g: DrawnShape): string =>
  formatWkt(
    g.type === 'Point'
      ? { type: 'POINT', coordinates: g.coordinates }
      : g.type === 'LineString'
        ? { type: 'LINESTRING', coordinates: g.coordinates }
        : { type: 'POLYGON', coordinates: g.coordinates },
    DECIMALS,
  )
