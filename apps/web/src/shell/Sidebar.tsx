import { useOpenPage } from '../../../../kit/web/open-page.web.ts'
import { ConfigProvider, Menu, type MenuProps } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useSay } from '../../../../kit/web/words.web.ts'
import { frameWords } from '../../../../platform/shell/words.ts'
import type { MenuNode } from '../../../../kit/web/session.web.ts'
import { MenuIcon } from './icons.tsx'
import { sideThemeOf, useLook } from '../../../../platform/shell/theme.web.ts'
import { flatten, hrefOf, isExternal } from '../../../../platform/shell/menus.web.ts'
import { useShownKey } from './PageArea.tsx'
import { warm } from './warm.ts'

type Item = NonNullable<MenuProps['items']>[number]

const itemsOf = (menus: readonly MenuNode[], top = true): Item[] =>
  menus.map((m) => ({
    key: m.children?.length ? m.id : hrefOf(m),
    label: m.name,
    title: m.name,
    ...(top || m.source ? { icon: <MenuIcon name={m.source} /> } : {}),
    ...(m.children?.length ? { children: itemsOf(m.children, false) } : {}),
  }))

/** When the branch of a page has opened, ms: at once where it stood open, later where the tree is drawn for the first time. */
const BRANCH_OPENS = [350, 900, 1800]

/** A branch of the folded tree stands beside it, as far up as it has to so that all of it is in the window. */
const BESIDE = { rightTop: { points: ['tl', 'tr'], overflow: { adjustX: 1, shiftY: true } } }

interface SidebarProps {
  menus: readonly MenuNode[]
  /** icons alone: a branch comes over the page while one points at it, and none by itself */
  folded?: boolean
  onGo?: () => void
}
/** The menu tree. Opens the branch of the page shown; external links that ask for it open in a new window. */
export function Sidebar({ menus, folded = false, onGo }: SidebarProps) {
  const { say } = useSay()
  const look = useLook()
  const openPage = useOpenPage()
  const key = useShownKey()
  const here = flatten(menus).find((x) => x.leaf && (key === hrefOf(x.menu) || key.startsWith(`${hrefOf(x.menu)}/`)))
  const branch = here?.trail.map((m) => m.id).join() ?? ''
  const [open, setOpen] = useState<string[]>([])
  const [over, setOver] = useState<string[]>([])
  useEffect(() => {
    if (branch) setOpen((o) => [...new Set([...o, ...branch.split(',')])])
  }, [branch])
  // a page that was reached by search or address shows where it stands, once its branch has opened
  const nav = useRef<HTMLElement>(null)
  const chosen = here && hrefOf(here.menu)
  useEffect(() => {
    const timers = BRANCH_OPENS.map((ms) => setTimeout(() => nav.current?.querySelector('.ant-menu-item-selected')?.scrollIntoView({ block: 'nearest' }), ms))
    return () => timers.forEach(clearTimeout)
  }, [chosen])
  useEffect(() => warm(nav.current!), [])
  const go = (to: string) => {
    const menu = flatten(menus).find((x) => x.leaf && hrefOf(x.menu) === to)?.menu
    if (menu && isExternal(menu.path) && menu.isOpen === 1) window.open(menu.path, '_blank', 'noopener')
    else openPage(to)
    onGo?.()
  }
  return (
    <nav ref={nav} aria-label={say(frameWords.menu)}>
      <ConfigProvider theme={sideThemeOf(look)}>
        <Menu
          mode="inline"
          items={itemsOf(menus)}
          selectedKeys={chosen ? [chosen] : []}
          openKeys={folded ? over : open}
          onOpenChange={folded ? setOver : setOpen}
          builtinPlacements={BESIDE}
          onClick={(e) => go(e.key)}
          inlineIndent={14}
        />
      </ConfigProvider>
    </nav>
  )
}
