import { CloseOutlined, DownOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useOpenPage } from '../../../../kit/web/open-page.web.ts'
import { App, Button, Dropdown, type MenuProps } from 'antd'
import { useEffect, useRef } from 'react'
import { api } from '../../../../kit/web/client.web.ts'
import { useSay } from '../../../../kit/web/words.web.ts'
import { phrases } from '../../../../kit/web/phrases.ts'
import type { MenuNode } from '../../../../kit/web/session.web.ts'
import { mayLeave } from '../unsaved.ts'
import { openDialog } from '../../../../platform/shell/dialogs.web.ts'
import { useShownKey } from './PageArea.tsx'
import { closeTabs, hasNoTab, HOME, reloadTab, useTabs, type Tab } from './tabs.ts'
import { titleOf } from './titles.ts'
import { frameWords as words } from '../../../../platform/shell/words.ts'

/** Tags of the open pages with close, and a context menu for reload, clear cache, close, close others and close all. */
export function TabBar({ menus }: { menus: readonly MenuNode[] }) {
  const { say } = useSay()
  const { message } = App.useApp()
  const queries = useQueryClient()
  const openPage = useOpenPage()
  const shown = useShownKey()
  const tabs = useTabs((s) => s.tabs).filter((x) => !hasNoTab(x.key))
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // with its button to close, which would lie under that of the list
    bar.current?.querySelector('.shell-tab-on')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown, tabs.length])

  const show = (tab: Tab) => openPage(tab.key, tab.search)
  const close = (keys: readonly string[]) => {
    if (!keys.every((k) => mayLeave(k))) return
    const next = closeTabs(keys, shown)
    if (next) show(next)
  }
  // what the server and this browser keep of lists, words and names is asked again
  const clearCache = async () => {
    try {
      await api.get('cpt-auth/oauth/clear-cache')
      await queries.invalidateQueries()
      void message.success(say(words.cacheCleared))
    } catch {
      // told by the client already
    }
  }
  const actions = (tab: Tab): MenuProps => ({
    items: [
      { key: 'reload', label: say(words.refreshTab) },
      { key: 'cache', label: say(words.clearCache) },
      ...(tab.key === shown ? [{ key: 'why', label: say(words.why) }] : []),
      { key: 'close', label: say(words.closeTab), disabled: tab.key === HOME },
      { key: 'others', label: say(words.closeOthers), disabled: !tabs.some((x) => x.key !== HOME && x.key !== tab.key) },
      { key: 'all', label: say(words.closeAll), disabled: !tabs.some((x) => x.key !== HOME) },
    ],
    onClick: ({ key, domEvent }) => {
      domEvent.stopPropagation()
      if (key === 'reload') {
        if (mayLeave(tab.key)) reloadTab(tab.key)
      } else if (key === 'cache') void clearCache()
      else if (key === 'why') openDialog('why')
      else if (key === 'close') close([tab.key])
      else if (key === 'all') close(tabs.map((x) => x.key))
      else {
        close(tabs.map((x) => x.key).filter((k) => k !== tab.key))
        if (tab.key !== shown) show(tab)
      }
    },
  })
  const current = tabs.find((x) => x.key === shown)
  return (
    <nav className="shell-tabs" aria-label={say(words.tabs)}>
      <div ref={bar} className="shell-tabs-list">
        {tabs.map((tab) => {
          const title = titleOf(tab.key, menus)
          return (
            <Dropdown autoFocus key={tab.key} trigger={['contextMenu']} menu={actions(tab)}>
              <span className={tab.key === shown ? 'shell-tab shell-tab-on' : 'shell-tab'}>
                <button
                  type="button"
                  aria-current={tab.key === shown ? 'page' : undefined}
                  onClick={() => show(tab)}
                  onAuxClick={(e) => {
                    if (e.button === 1 && tab.key !== HOME) close([tab.key])
                  }}
                >
                  {title}
                </button>
                {tab.key !== HOME && (
                  <button type="button" className="shell-tab-close" aria-label={`${say(words.closeTab)} ${title}`} onClick={() => close([tab.key])}>
                    <CloseOutlined />
                  </button>
                )}
              </span>
            </Dropdown>
          )
        })}
      </div>
      {current && (
        <Dropdown autoFocus trigger={['click']} menu={actions(current)}>
          <Button type="text" size="small" icon={<DownOutlined />} aria-label={say(phrases.more)} />
        </Dropdown>
      )}
    </nav>
  )
}
