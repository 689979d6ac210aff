/** The places of the demonstration, by their real codes. */
export const PLACES = {
  province: '51',
  counties: ['512021', '512022'],
  county: '512021',
  town: '512021119',
  village: '512021119203',
  otherVillage: '512021119204',
  /** county of the second tenant */
  otherCounty: '512022',
} as const

/** EPSG code of the projected system in which a county measures, by the beginning of its code. 4544 = CGCS2000, 3-degree zone, central meridian 105° E. */
export const projectionOf = (code: string): number | null => (code.length === 6 && code.startsWith('5120') ? 4544 : null)
