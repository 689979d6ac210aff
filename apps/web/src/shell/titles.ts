import { say } from '../../../../kit/web/i18n.web.ts'
import type { MenuNode } from '../../../../kit/web/session.web.ts'
import { titles } from '../pages.ts'
import { flatten, hrefOf } from '../../../../platform/shell/menus.web.ts'

/** Where the office does what was begun on a telephone: the page of a case is there another; any other page is its own. */
export function officePage(page: string): string {
  const { pathname, searchParams } = new URL(page, 'http://x')
  const id = pathname === '/mobile/index' ? /\d{1,19}/.exec(searchParams.get('case') ?? '')?.[0] : undefined
  return id ? `/business/todo?open=edit.${id}` : page
}

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
