/** Parcels of a village: how many, how many of them registered, and where (degrees). Above a county they are added up by county. */
export interface Cluster {
  regionCode: string
  regionName: string
  count: number
  registered: number
  x: number
  y: number
}
