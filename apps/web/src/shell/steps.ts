import type { TabSearch } from './tabs.ts'

/** Names of a page's query under which something lies open over its list. */
const OPENS = ['open', 'book', 'papers', 'batch', 'start'] as const
/** Whether something is open. */
export const isOver = (search: TabSearch): boolean => OPENS.some((n) => !!search[n])
/** A page's query as one text, whatever its order. */
export const searchText = (search: TabSearch): string => JSON.stringify(Object.entries(search).toSorted(([a], [b]) => (a < b ? -1 : 1)))
/**
 * How a page's query changes: what opens something over the list is a step of its own, so that the way back leads to the list as it was; what closes it goes
 * back where it came from there (`over`: the query under it, where this window opened it); filters, pages and all else stand in the place of what was.
 */
export function historyStep(now: TabSearch, next: TabSearch, over: string | undefined): 'push' | 'replace' | 'back' {
  if (!isOver(now) && isOver(next)) return 'push'
  return isOver(now) && !isOver(next) && over === searchText(next) ? 'back' : 'replace'
}
