import type { FlatRow } from '../../../kit/model/resource.ts'
import type { cbdkxx, cbht, djb, djb_cbf, djb_jtcy } from '../../definitions/cbht.ts'
import type { cbf } from '../../definitions/cbf.ts'
import type { cbjyqz, cbjyqz_event } from '../../definitions/cbjyqz.ts'
import type { dk } from '../../definitions/dk.ts'
import type { fbf } from '../../definitions/fbf.ts'
import type { jtcy } from '../../definitions/jtcy.ts'
import type { TermLimits } from '../../definitions/terms.ts'
import type { fbf_round, restriction } from './tables.ts'

export type IssuerRow = FlatRow<typeof fbf>
export type ContractorRow = FlatRow<typeof cbf>
export type MemberRow = FlatRow<typeof jtcy>
export type ParcelRow = FlatRow<typeof dk>
export type BookRow = FlatRow<typeof djb>
export type ContractRow = FlatRow<typeof cbht>
export type LineRow = FlatRow<typeof cbdkxx>
export type CertificateRow = FlatRow<typeof cbjyqz>
export type RoundRow = FlatRow<typeof fbf_round>
/** A round of an issuer: its number and days. */
export type Round = Pick<RoundRow, 'fbfbm' | 'roundNo' | 'fromDay' | 'toDay'>

/** The term that most household books of an issuer have. */
export type Shared = Omit<Round, 'roundNo'>

/** What the register holds of everything that an entry names, by code. */
export interface Found {
  issuers: ReadonlyMap<string, IssuerRow>
  /** valid contractors */
  contractors: ReadonlyMap<string, ContractorRow>
  /** holders, as their books name them, of the other current books that name those parcels, by id of the book */
  holders: ReadonlyMap<string, string | null>
  /** members of those contractors, in their order */
  members: readonly MemberRow[]
  /** valid parcels */
  parcels: ReadonlyMap<string, ParcelRow>
  /** versions that the acts name, every version of the codes they name, current ones of the contractors they name; by id */
  books: ReadonlyMap<string, BookRow>
  /** contracts of those books and of the codes named, and the current ones of the contractors */
  contracts: readonly ContractRow[]
  /** lines of the books that end or are revised, and current lines of the parcels named */
  lines: readonly LineRow[]
  /** certificates that are not cancelled, by code */
  certificates: ReadonlyMap<string, CertificateRow>
  /** certificate events whose receiver is not known yet, by code */
  events: ReadonlyMap<string, FlatRow<typeof cbjyqz_event>>
  /** members as they stand in books that get others by a correction */
  printed: readonly FlatRow<typeof djb_jtcy>[]
  /** contractors of the versions whose holder is corrected, as they stand beside the book */
  holderRows: readonly FlatRow<typeof djb_cbf>[]
  /** restrictions named, and those in force on what the acts name */
  restrictions: readonly FlatRow<typeof restriction>[]
  /** rounds of the issuers whose books begin or whose rounds are set */
  rounds: readonly Round[]
  /** of those issuers the term that most of their household books have */
  shared: readonly Shared[]
  /** how long contracts may run where no round says it */
  limits: TermLimits
  /** the rows of the rounds of issuers that change */
  ownRounds: readonly RoundRow[]
  /**
   * days from which what is believed of a row holds, in their order, by id: for what an import sets and a correction mends; for others the day of the live
   * row alone
   */
  days: ReadonlyMap<string, readonly string[]>
  /** of a correction: what a business has written or a book that it wrote names, by id */
  touched: ReadonlySet<string>
  /** of a form: issuers that current books name */
  named: ReadonlySet<string>
  /** codes that the entry brings and that were used before */
  used: ReadonlySet<string>
  /** rows of other households with the documents of persons who are co-owners in households that the entry lists */
  elsewhere: readonly MemberRow[]
  /** issuers that still have valid contractors or parcels */
  held: ReadonlySet<string>
}
