// What is taken along of a household, as the server tells it and the device keeps it.
import type { RegisterMember } from '../households/survey.ts'
import type { SurveySaid } from './merge.ts'

export type { SurveySaid } from './merge.ts'
/** A contracted parcel; `shape`: its outline as GeoJSON text, in degrees. */
export interface TakenParcel {
  dkbm: string
  dkmc: string
  htmjm: string | null
  scmjm: string | null
  shape: string | null
}
/** A household as it was taken along; `closed`: why it cannot be surveyed, null where it can. */
export interface TakenHousehold {
  id: string
  cbfbm: string
  cbfmc: string
  ybStatus: string
  closed: string | null
  members: RegisterMember[]
  parcels: TakenParcel[]
  said: SurveySaid
}

type Ring = readonly (readonly number[])[]
/** An outline of GeoJSON as WKT; undefined where there is none that can be drawn. */
export function wktOf(shape: string | null): string | undefined {
  if (!shape) return undefined
  const g = JSON.parse(shape) as { type: string; coordinates: readonly Ring[] | readonly (readonly Ring[])[] }
  const polygon = (rings: readonly Ring[]) => `(${rings.map((r) => `(${r.map((p) => `${p[0]} ${p[1]}`).join(',')})`).join(',')})`
  if (g.type === 'Polygon') return `POLYGON${polygon(g.coordinates as readonly Ring[])}`
  return g.type === 'MultiPolygon' ? `MULTIPOLYGON(${(g.coordinates as readonly (readonly Ring[])[]).map(polygon).join(',')})` : undefined
}
