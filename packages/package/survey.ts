// A survey as it is sent, and what is read of it.
/** A record of the file: the parcel that it names (DKBM), its outline (WKT in degrees, one polygon). */
export interface Surveyed {
  dkbm: string
  geom: string
}
/** What the thread is given: the files as they were sent, the longitude of the county, how many records a survey may have. */
export interface SurveyTask {
  /** a .zip, or the parts of the shapefile one by one */
  files: readonly { name: string; bytes: Uint8Array }[]
  countyLongitude: number
  most: number
}
