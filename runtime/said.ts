import type { Lang, Text } from '../kit/model/lang.ts'

/** Characters of one language; the columns have room for two of them and what JSON adds (varchar(4100)). */
const MOST = 1000
const cut = (v: string): string => v.replaceAll(/[\u0000-\u001f]+/g, ' ').slice(0, MOST)
/**
 * Words that are stored now and read later, by a person of either language: both are kept. JSON of a Text, at most about 4,000 characters.
 * What a background job says of itself is said to whoever looks, not to whoever began it.
 */
export const messageJson = (t: Text): string => JSON.stringify({ zh: cut(t.zh), en: cut(t.en) } satisfies Text)
/** Such words as somebody reads them. What was stored before both were kept, and names that are the same in both, are read as they are. */
export function heard(stored: unknown, lang: Lang): string {
  const v = String(stored ?? '')
  if (!v.startsWith('{"zh":')) return v
  return (JSON.parse(v) as Text)[lang]
}
/** A row with such words in some of its columns, as somebody reads it. */
export function heardIn<T extends object>(row: T, names: readonly (keyof T)[], lang: Lang): T {
  return { ...row, ...Object.fromEntries(names.filter((n) => row[n]).map((n) => [n, heard(row[n], lang)])) }
}
