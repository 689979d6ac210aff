import { columnLetter } from '../../files/preview/kinds.ts'
import type { Head } from './imports.ts'
import { importProblems } from './problems.ts'

/** A heading as it is compared: however its cell breaks or spaces it, with wide or narrow brackets, with or without the star of what is required. */
const keyOf = (title: string): string =>
  title
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
    .replace(/^\*+|\*+$/g, '')
    .toLowerCase()
/** Whether two headings are the same to who reads them. */
export const sameTitle = (a: string, b: string): boolean => keyOf(a) === keyOf(b)

/** Which field each heading means; a required one may carry its star. @throws when none is known, or one stands twice */
export function headsOf(titles: readonly string[], fieldOf: (title: string) => string | undefined): Head[] {
  const heads = titles.flatMap((raw, i) => {
    const title = raw
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/\s*[*＊]$/, '')
    return title === '' ? [] : [{ at: columnLetter(i), title, field: fieldOf(title) ?? null }]
  })
  const seen = new Map<string, Head>()
  for (const h of heads) {
    if (!h.field) continue
    const before = seen.get(h.field)
    if (before) throw importProblems.twice({ title: h.title, at: `${before.at}、${h.at}` })
    seen.set(h.field, h)
  }
  if (seen.size === 0) throw importProblems.noHeads()
  return heads
}
