import { CBFLX } from '../../definitions/household.ts'

/** Serials of contractors by kind: households, individuals, organisations. Source: GB/T 35958; codes.md 3.2. */
export const SERIALS: Readonly<Record<string, { from: number; to: number }>> = {
  [CBFLX.household]: { from: 1, to: 8000 },
  [CBFLX.individual]: { from: 8001, to: 9000 },
  [CBFLX.organisation]: { from: 9001, to: 9999 },
}
/** The last serial of a parcel under its issuer. */
export const LAST_PARCEL = 99_999
