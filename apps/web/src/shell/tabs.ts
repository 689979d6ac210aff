import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { forgetUnsaved } from '../../../../kit/web/session.web.ts'
import { forgetLock } from './lock/lock.ts'

export type TabSearch = Readonly<Record<string, string>>
/** One open page: its path is its key, `search` the query it was left with, `turn` grows with each reload. */
export interface Tab {
  key: string
  search: TabSearch
  turn: number
}
export const HOME: string = '/wel/index'
/** Pages that open without a tag of their own: they are one step of another page. */
const NO_TAB: readonly RegExp[] = [/^\/work\/process\/leave\/(form|handle)\//]
/** Whether a page says that it has no tab. Source: platform.md 2 (Navigation guard). */
export const hasNoTab = (key: string): boolean => NO_TAB.some((re) => re.test(key))

interface Tabs {
  tabs: Tab[]
}
/** The open pages of this window; home is always the first. */
export const useTabs = create<Tabs>()(persist((): Tabs => ({ tabs: [] }), { name: 'chengbao.tabs', storage: createJSONStorage(() => sessionStorage) }))
const all = (): Tab[] => useTabs.getState().tabs

/** Notes that a page is shown with this query; opens its tab when there is none. */
export function visit(key: string, search: TabSearch): void {
  const open = all().some((x) => x.key === HOME) ? all() : [{ key: HOME, search: {}, turn: 0 }, ...all()]
  const known = open.some((x) => x.key === key)
  useTabs.setState({ tabs: known ? open.map((x) => (x.key === key ? { ...x, search } : x)) : [...open, { key, search, turn: 0 }] })
}
/** Closes tabs but home; answers the one to show when `shown` is among the closed: its neighbour, or home. */
export function closeTabs(keys: readonly string[], shown: string): Tab | undefined {
  const gone = new Set(keys.filter((k) => k !== HOME))
  const before = all()
  gone.forEach(forgetUnsaved)
  useTabs.setState({ tabs: before.filter((x) => !gone.has(x.key)) })
  if (!gone.has(shown)) return undefined
  const at = before.findIndex((x) => x.key === shown)
  return [...before.slice(at + 1), ...before.slice(0, at).toReversed()].find((x) => !gone.has(x.key)) ?? { key: HOME, search: {}, turn: 0 }
}
/** Starts a page afresh. */
export function reloadTab(key: string): void {
  forgetUnsaved(key)
  useTabs.setState({ tabs: all().map((x) => (x.key === key ? { ...x, turn: x.turn + 1 } : x)) })
}
/** Forgets tabs and lock; at sign-in and sign-out. */
export function clearTabs(): void {
  all().forEach((x) => forgetUnsaved(x.key))
  useTabs.setState({ tabs: [] })
  forgetLock()
}
