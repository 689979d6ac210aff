import type { MenuNode } from '../../../../kit/web/session.web.ts'
import { pageAt } from '../pages.ts'
import { flatten, hrefOf } from '../../../../platform/shell/menus.web.ts'

/**
 * Fetches what nearly every page is made of, and then the code of the pages that these menus lead to, one after the other, whenever the browser has
 * nothing else to do; nothing of it for who asked to save data (navigator.connection.saveData). What does not arrive is fetched when it is wanted, and told
 * then. Answers how to stop it.
 */
export function warm(menus: readonly MenuNode[]): () => void {
  const { connection }: Navigator & { connection?: { saveData?: boolean } } = navigator
  if (connection?.saveData) return () => {}
  const own = flatten(menus).flatMap((x) => (x.leaf ? (pageAt(hrefOf(x.menu)) ?? []) : []))
  const waiting: (() => Promise<unknown>)[] = [() => import('../../../../platform/list/ResourcePage.web.tsx'), ...own]
  let idle = 0
  const next = () => {
    const load = waiting.shift()
    if (load) idle = requestIdleCallback(() => void load().then(next, next))
  }
  next()
  return () => {
    waiting.length = 0
    cancelIdleCallback(idle)
  }
}
