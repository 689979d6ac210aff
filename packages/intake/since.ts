import type { ParcelLink } from '../package/mapping.ts'
import type { MdbRow } from '../package/staged.ts'

/**
 * Since when what a package brings is true (yyyy-MM-dd): the earliest DJSJ of the books that name it; what no book names since the day of the package, which its auditor
 * confirms (proposed: the latest day that it tells something of). Never a day to come. Source: register.md 3.
 */
export interface Since {
  /** the day of the package */
  own: string
  book(row: MdbRow | undefined): string
  issuer(fbfbm: string): string
  contractor(cbfbm: string): string
  parcel(link: ParcelLink | undefined): string
}
