import { say } from '../../../../kit/web/i18n.web.ts'
import type { MenuNode } from '../../../../kit/web/session.web.ts'
import { titles } from '../pages.ts'
import { flatten, hrefOf } from '../../../../platform/shell/menus.web.ts'

/** What a page is called: its menu's name, else its own title, else the name of the nearest menu above its path. */
export function titleOf(key: string, menus: readonly MenuNode[]): string {
  const own = titles[key]
  if (own) return say(own)
  const all = flatten(menus)
    .filter((x) => x.leaf)
    .map((x) => ({ href: hrefOf(x.menu), name: x.menu.name }))
  const near = all.filter((x) => key === x.href || key.startsWith(`${x.href}/`)).toSorted((a, b) => b.href.length - a.href.length)[0]
  return near?.name ?? key
}
