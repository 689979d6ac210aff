/** The code on every page of a contract that this product prints: which contract, which edition of it, which page. Source: documents.md 0. */

/** H: a page of the contract itself, S: of its sketch. */
export type PagePart = 'H' | 'S'
export interface PageCode {
  cbhtbm: string
  /** first 12 hexadecimal digits (capitals) of the digest of what the contract says */
  edition: string
  part: PagePart
  /** page `n` of `m` of the part */
  n: number
  m: number
}

const FORM = /^CB1\/(\d{18}[JQ])\/([0-9A-F]{12})\/([HS])(\d{1,3})\/(\d{1,3})$/
/** The text in the code: capitals, digits and strokes alone, so that it stays small. */
export const pageCodeText = (p: PageCode): string => `CB1/${p.cbhtbm}/${p.edition}/${p.part}${p.n}/${p.m}`

/** What a code says; undefined for a code that is none of ours. */
export function readPageCode(text: string): PageCode | undefined {
  const [, cbhtbm, edition, part, n, m] = FORM.exec(text) ?? []
  if (!cbhtbm || Number(n) < 1 || Number(n) > Number(m)) return undefined
  return { cbhtbm, edition: edition!, part: part as PagePart, n: Number(n), m: Number(m) }
}
