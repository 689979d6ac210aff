/** A signer as the desk shows him. */
export interface DeskNode {
  nodeSort: number
  nodeCode: string
  signerName: string
  /** waiting, open, signed, refused, closed */
  state: string
  signTime: string | null
  /** who compared his document, and how */
  deskName: string | null
  docMeans: string | null
  /** how he wrote his name */
  means: string | null
  /** tries that are left with a wrong document */
  left: number
  /** number of his document, masked */
  idCard: string
  hasSeal: boolean
  onTablet: boolean
}
/** Whom the desk has compared: what goes on with him. */
export interface Known {
  pass: string
  hasSeal: boolean
}
