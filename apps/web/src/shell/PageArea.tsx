import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Button, Result } from 'antd'
import { Activity, Component, Suspense, useEffect, useLayoutEffect, useMemo, useRef, type ReactNode } from 'react'
import { t, useWords } from '../../../../kit/web/i18n.web.ts'
import { forgetUnsaved, PageContext, showPage, type MenuNode, type PageState } from '../../../../kit/web/session.web.ts'
import { pageAt } from '../pages.ts'
import { Waiting } from '../Waiting.tsx'
import { useTabs, visit, type Search, type Tab } from './tabs.ts'
import { titleOf } from './titles.ts'

const NOWHERE = { pathname: '', search: {} as Search }
/**
 * The page that is shown and its query; the key is '' while the shell is being left.
 * Read from the match and not from the location: the location runs ahead to routes outside the shell.
 */
export function useShown(): { key: string; search: Search } {
  const at = useRouterState({ select: (s) => s.matches.find((m) => m.routeId === '/shell/$') ?? NOWHERE })
  return { key: at.pathname.replace(/(.)\/$/, '$1'), search: at.search as Search }
}

/** All open pages; the hidden ones keep their state and their place (React Activity). */
export function PageArea({ menus }: { menus: readonly MenuNode[] }) {
  const { lang } = useWords()
  const shown = useShown()
  const tabs = useTabs((s) => s.tabs)
  const known = pageAt(shown.key) !== undefined
  const leaving = shown.key === ''
  // Before the commit, so that forms of the page that is being hidden know that they are only hidden.
  showPage(shown.key)
  useLayoutEffect(() => {
    if (known) visit(shown.key, shown.search)
  }, [known, shown.key, shown.search])
  useEffect(() => {
    if (!leaving) document.title = `${titleOf(shown.key, menus)} - ${t('app.title')}`
  }, [shown.key, leaving, menus, lang])
  const navigate = useNavigate()
  useEffect(() => () => forgetUnsaved(), [])
  useEffect(() => {
    if (!known && !leaving) void navigate({ to: '/404', replace: true })
  }, [known, leaving, navigate])
  return (
    <main id="page" className="shell-main" tabIndex={-1}>
      {tabs.map((tab) => (
        <Activity key={`${tab.key}#${tab.turn}`} mode={tab.key === shown.key ? 'visible' : 'hidden'}>
          <PageFrame tab={tab.key === shown.key ? { ...tab, search: shown.search } : tab} visible={tab.key === shown.key} />
        </Activity>
      ))}
    </main>
  )
}

const places = new Map<string, number>()

function PageFrame({ tab, visible }: { tab: Tab; visible: boolean }) {
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const Page = pageAt(tab.key)
  const { key, search } = tab
  const state = useMemo<PageState>(
    () => ({
      key,
      search,
      visible,
      setSearch: (patch) => {
        const entries = Object.entries({ ...search, ...patch })
          .filter(([, v]) => v !== undefined && v !== '')
          .map(([k, v]) => [k, String(v)])
        const next = Object.fromEntries(entries) as Record<string, string>
        // A page that answers late, when hidden already, changes only what its tab will come back to.
        if (visible) void navigate({ to: key, search: next as never, replace: true })
        else visit(key, next)
      },
    }),
    [key, search, visible, navigate],
  )
  useLayoutEffect(() => {
    box.current?.scrollTo(0, places.get(key) ?? 0)
  }, [key])
  return (
    <div
      ref={box}
      className="shell-page"
      onScroll={(e) => {
        if (visible && e.target === e.currentTarget) places.set(key, e.currentTarget.scrollTop)
      }}
    >
      <PageContext value={state}>
        <PageGuard>
          <Suspense fallback={<Waiting />}>{Page && <Page />}</Suspense>
        </PageGuard>
      </PageContext>
    </div>
  )
}

/** A fault of one page leaves the others and the shell standing. React asks for a class here. */
class PageGuard extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Result
        status="error"
        title={t('error.page')}
        extra={
          <Button type="primary" onClick={() => window.location.reload()}>
            {t('error.reload')}
          </Button>
        }
      />
    )
  }
}
