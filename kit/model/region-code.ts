/** Lengths of a region code from province to group. Source: NY/T 2539 A.2-A.5; land-contract.md 1. */
export const REGION_LENGTHS = [2, 4, 6, 9, 12, 14] as const

/** Whether `code` has digits only and one of the six lengths. */
export const isRegionCode = (code: string): boolean => /^\d+$/.test(code) && (REGION_LENGTHS as readonly number[]).includes(code.length)
/** 1 province … 6 group (0 is the country, which has no code); -1 when it is no region code. Source: platform-api.md 3.9. */
export const regionLevel = (code: string): number => (isRegionCode(code) ? (REGION_LENGTHS as readonly number[]).indexOf(code.length) + 1 : -1)
/** The next shorter code, or undefined for a province. */
export function parentRegion(code: string): string | undefined {
  const level = regionLevel(code)
  return level > 1 ? code.slice(0, REGION_LENGTHS[level - 2]) : undefined
}
/** The region itself and everything above it, shortest first. */
export const regionPath = (code: string): string[] => REGION_LENGTHS.filter((n) => n <= code.length).map((n) => code.slice(0, n))
/** The subtree of a region as a half-open range of texts compared byte by byte: `lo <= code < hi`. */
export const regionRange = (code: string): { lo: string; hi: string } => ({ lo: code, hi: `${code}~` })
/** Whether `code` lies in the subtree of `region`. */
export const inRegion = (code: string, region: string): boolean => code.startsWith(region)
/** County part (first 6 digits), the distribution key of land rows. */
export const countyOf = (code: string): string => code.slice(0, 6)
/** Pads a code of any level with zeros to 14 digits, the form of issuer codes and summary tables. */
export const padRegion = (code: string): string => code.padEnd(14, '0')
/** The region an issuer code (14 digits) stands for: 00 group → village, 00000 → township. Source: codes.md 3.1. */
export const regionOfFbf = (fbfbm: string): string => (fbfbm.endsWith('00000') ? fbfbm.slice(0, 9) : fbfbm.endsWith('00') ? fbfbm.slice(0, 12) : fbfbm)
