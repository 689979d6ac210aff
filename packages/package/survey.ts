// A survey as it is sent, and what is read of it.
/** A record of the file: the parcel that it names (DKBM), its outline (WKT in degrees, one polygon). */
export interface Surveyed {
  dkbm: string
  geom: string
  /** of a reading with attributes: what the table says, by lower-case name of its column */
  attrs?: Readonly<Record<string, string>>
}
/** What the thread is given: the files as they were sent, the longitude of the county, how many records a survey may have. */
export interface SurveyTask {
  /** a .zip, or the parts of the shapefile one by one */
  files: readonly { name: string; bytes: Uint8Array }[]
  countyLongitude: number
  most: number
  /** answers what the table says besides; a record may name no parcel, and of several layers that of parcels (DK) is read */
  attributes?: boolean
}
