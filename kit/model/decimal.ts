// Decimal text of two decimals at most, counted in hundredths as bigint: never a float. Pure.
const DECIMAL = /^(-?)(\d+)(?:\.(\d{1,2}))?$/

/** A number in hundredths. @throws RangeError for what is none of two decimals at most */
export const hundredths = (v: string): bigint => {
  const m = DECIMAL.exec(v)
  if (!m) throw new RangeError(`not a number of two decimals: ${v}`)
  const n = BigInt(m[2]!) * 100n + BigInt((m[3] ?? '').padEnd(2, '0'))
  return m[1] ? -n : n
}
/** Hundredths as decimal text. */
export const ofHundredths = (n: bigint): string => {
  const abs = n < 0n ? -n : n
  return `${n < 0n ? '-' : ''}${abs / 100n}.${String(abs % 100n).padStart(2, '0')}`
}
/** Whether a text is such a number. */
export const isDecimal = (v: string): boolean => DECIMAL.test(v)
