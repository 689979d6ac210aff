// The short address of a posting, for a text message: county and number of the round in signs that a phone takes as part of a link. It opens what is public anyway. Pure.
const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = BigInt(SIGNS.length)
/** Ids have 63 bits. */
const ID_BITS = 63n

/** The code of a round. */
export function postingCode(countyCode: string, id: string): string {
  let n = (BigInt(countyCode) << ID_BITS) | BigInt(id)
  let code = ''
  for (; n > 0n; n /= BASE) code = SIGNS[Number(n % BASE)]! + code
  return code
}
/** What a code names; undefined for what is none. */
export function postingByCode(code: string): { countyCode: string; id: string } | undefined {
  if (!/^[0-9A-Za-z]{12,15}$/.test(code)) return undefined
  const n = [...code].reduce((sum, sign) => sum * BASE + BigInt(SIGNS.indexOf(sign)), 0n)
  const countyCode = String(n >> ID_BITS)
  return /^[1-9]\d{5}$/.test(countyCode) ? { countyCode, id: String(BigInt.asUintN(Number(ID_BITS), n)) } : undefined
}
/** Its address, or where to ask where the product does not know its own. */
export const postingAddress = (publicUrl: string, countyCode: string, id: string): string =>
  URL.canParse(publicUrl) ? `${new URL(publicUrl).origin}/p/${postingCode(countyCode, id)}` : ''
