import { Result } from 'antd'
import { say } from '../../../../kit/web/i18n.web.ts'
import { errorWords } from '../../../../platform/shell/words.ts'
import { usePageState } from '../../../../kit/web/session.web.ts'
import { flatten, hrefOf, isExternal, useMenus } from '../../../../platform/shell/menus.web.ts'

/** The address of an external menu with the query of this page added; what the menu's own address says stays. */
export function addressOf(menuPath: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(menuPath)
  for (const [k, v] of Object.entries(query)) if (!url.searchParams.has(k)) url.searchParams.set(k, v)
  return url.href
}

/**
 * An external page of the menu in a frame. Only addresses that stand in the user's menu are shown, never one out of the URL. It runs its scripts as a
 * stranger to every site, its own as well: a page that needs its own cookies is opened in a new window (打开方式 of the menu). Source: security.md K56.
 */
export default function Frame() {
  const { key, search } = usePageState()
  const menu = flatten(useMenus().menus).find((x) => isExternal(x.menu.path) && hrefOf(x.menu) === key)?.menu
  if (!menu) return <Result status="404" title="404" subTitle={say(errorWords[404])} />
  return (
    <iframe
      src={addressOf(menu.path, search)}
      title={menu.name}
      sandbox="allow-scripts allow-forms allow-popups"
      style={{ width: '100%', height: '100%', border: 0 }}
    />
  )
}
