// A survey as it is sent, and what is read of it.
import type { Text } from '../../kit/model/lang.ts'

/** A record of the file: the parcel that it names (DKBM), its outline (WKT in degrees, one polygon). */
export interface Surveyed {
  dkbm: string
  geom: string
  /** of a reading with attributes: what the table says, by lower-case name of its column */
  attrs?: Readonly<Record<string, string>>
  /** of a reading with attributes: text of the record that cannot be read */
  issues?: readonly Text[]
  /** of a reading with attributes: how the files were understood otherwise than they say of themselves */
  hints?: readonly Text[]
}
/** What the thread is given: the files as they were sent, the longitude of the county, how many records a survey may have. */
export interface SurveyTask {
  /** a .zip, or the parts of the shapefile one by one */
  files: readonly { name: string; bytes: Uint8Array }[]
  countyLongitude: number
  most: number
  /** columns of the file under other names than the standard's, each with the standard's */
  columns?: Readonly<Record<string, string>>
  /** how coordinates of a former system become ours, by its datum (`platform/settings/datum-params.ts`) */
  datums?: Readonly<Record<string, string>>
  /** answers what the table says besides; a record may name no parcel, and of several layers that of parcels (DK) is read */
  attributes?: boolean
}
