import { columnLetter } from '../../files/preview/kinds.ts'
import type { Head } from './imports.ts'
import { importProblems } from './problems.ts'

/** Which field each heading means; a required one may carry its star. @throws when none is known, or one stands twice */
export function headsOf(titles: readonly string[], fieldOf: (title: string) => string | undefined): Head[] {
  const heads = titles.flatMap((raw, i) => {
    const title = raw.trim().replace(/\s*[*＊]$/, '')
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
