/** A document or video that explains the product. `id` names it in the download, `size` in bytes. Source: platform.md 2 (Operation manual). */
export interface OperationFile {
  id: string
  name: string
  kind: 'manual' | 'video'
  size: number
}
/**
 * What the shell must know of the place it runs in. `deployment`: 'sx' or ''; `callbacks`: origins that may embed the product and be returned to;
 * `silentCodes`: codes of refusals that are not told to people. Source: platform.md 8 (codes on a configured whitelist reject without a toast).
 */
export interface SiteFacts {
  /** of the product */
  version: string
  deployment: string
  /** whether people may switch between their departments and roles */
  switchMode: boolean
  callbacks: string[]
  silentCodes: number[]
}
/** The account of electronic signatures that counts in a region: whose it is, and its figures. Source: statistics.md 10. */
export interface SignAccount {
  /** the region asked for, or the nearest at or above it that has an account */
  regionCode: string
  purchased: number
  consumed: number
  reserved: number
  remaining: number
  /** 1 while less is left than the account warns of */
  low: number
}
