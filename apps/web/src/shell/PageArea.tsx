import { useBlocker, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { Activity, Component, memo, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { say } from '../../../../kit/web/i18n.web.ts'
import { useAsk } from '../../../../kit/web/ask.web.ts'
import { phrases } from '../../../../kit/web/phrases.ts'
import { useSay } from '../../../../kit/web/words.web.ts'
import {
  forgetUnsaved,
  hasUnsaved,
  PageContext,
  showPage,
  TablesContext,
  type MenuNode,
  type PageLoader,
  type PageState,
  Headed,
} from '../../../../kit/web/session.web.ts'
import { Failed } from '../../../../platform/shell/Failed.web.tsx'
import { noteFault } from '../../../../platform/shell/faults.web.ts'
import { pageAt } from '../pages.ts'
import { Waiting } from '../../../../platform/shell/Waiting.web.tsx'
import { flatten, hrefOf } from '../../../../platform/shell/menus.web.ts'
import { closeTabs, useTabs, visit, type TabSearch } from './tabs.ts'
import { isOver, historyStep, searchText } from './steps.ts'
import { titleOf } from './titles.ts'
import { tables } from './views/Views.tsx'
import { frameWords as words } from '../../../../platform/shell/words.ts'

/** Whether what is open is being closed by its own button, which has asked for what is not saved. */
const closing = { now: false }
/** The way back from an open record asks as its closing does: what was typed in it would be lost. From a page to another nothing is lost. */
function useAskBack(): void {
  const ask = useAsk()
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: async ({ current, next, action }) => {
      const isOwn = closing.now
      closing.now = false
      const closes =
        action !== 'PUSH' &&
        action !== 'REPLACE' &&
        current.pathname === next.pathname &&
        isOver(current.search as TabSearch) &&
        !isOver(next.search as TabSearch)
      return closes && !isOwn && hasUnsaved(current.pathname) && !(await ask(phrases.unsaved))
    },
  })
}
const NOWHERE = { pathname: '', search: {} as TabSearch }
/**
 * The page that is shown and its query; the key is '' while the shell is being left.
 * Read from the match and not from the location: the location runs ahead to routes outside the shell.
 */
function useShown(): { key: string; search: TabSearch } {
  const at = useRouterState({ select: (s) => s.matches.find((m) => m.routeId === '/shell/$') ?? NOWHERE })
  return { key: keyOf(at), search: at.search as TabSearch }
}
const keyOf = (at: { pathname: string }): string => at.pathname.replace(/(.)\/$/, '$1')
/** The page that is shown, for what is drawn by its path alone: not anew with each page, order or filter of a list. */
export function useShownKey(): string {
  return useRouterState({ select: (s) => keyOf(s.matches.find((m) => m.routeId === '/shell/$') ?? NOWHERE) })
}

/** All open pages; the hidden ones keep their state and their place (React Activity). */
export function PageArea({ menus }: { menus: readonly MenuNode[] }) {
  const { lang } = useSay()
  const shown = useShown()
  const tabs = useTabs((s) => s.tabs)
  // a menu whose page is missing is a fault of the set-up and is told as such; any other address is simply unknown
  const known = pageAt(shown.key) !== undefined || flatten(menus).some((x) => x.leaf && hrefOf(x.menu) === shown.key)
  const leaving = shown.key === ''
  // Before the commit, so that forms of the page that is being hidden know that they are only hidden.
  showPage(shown.key)
  useLayoutEffect(() => {
    if (known) visit(shown.key, shown.search)
  }, [known, shown.key, shown.search])
  useEffect(() => {
    if (!leaving) document.title = `${titleOf(shown.key, menus)} - ${say(words.title)}`
  }, [shown.key, leaving, menus, lang])
  const navigate = useNavigate()
  useAskBack()
  useEffect(() => () => forgetUnsaved(), [])
  useEffect(() => {
    if (!known && !leaving) void navigate({ to: '/404', replace: true })
  }, [known, leaving, navigate])
  return (
    <main id="page" className="shell-main" tabIndex={-1}>
      {tabs.map((tab) => (
        <Activity key={`${tab.key}#${tab.turn}`} mode={tab.key === shown.key ? 'visible' : 'hidden'}>
          <PageFrame path={tab.key} search={tab.key === shown.key ? shown.search : tab.search} visible={tab.key === shown.key} name={titleOf(tab.key, menus)} />
        </Activity>
      ))}
    </main>
  )
}

const places = new Map<string, number>()

/** A page in its place. What another page does draws none of them anew, nor does the note that is taken of an address. */
const PageFrame = memo(function PageFrame({
  path: key,
  search,
  visible,
  name,
}: {
  path: string
  search: TabSearch
  visible: boolean
  /** what its tag says; the address itself of a page that the menu does not offer */
  name: string
}) {
  const isOffered = name !== key
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const code = pageAt(key)
  const router = useRouter()
  const state = useMemo<PageState>(
    () => ({
      key,
      search,
      visible,
      tables,
      refused: () => {
        if (isOffered || !visible) return
        // no tag of it stays behind
        void navigate({ to: '/403', replace: true }).then(() => closeTabs([key], ''))
      },
      setSearch: (patch) => {
        const entries = Object.entries({ ...search, ...patch })
          .filter(([, v]) => v !== undefined && v !== '')
          .map(([k, v]) => [k, String(v)])
        const next = Object.fromEntries(entries) as Record<string, string>
        // A page that answers late, when hidden already, changes only what its tab will come back to.
        if (!visible) return visit(key, next)
        const { href, state: at } = router.history.location
        const over = (at as { over?: string }).over
        const step = historyStep(search, next, over)
        if (step === 'push') return void navigate({ to: key, search: next as never, state: { over: searchText(search) } as never })
        if (step === 'replace') return void navigate({ to: key, search: next as never, replace: true, state: (isOver(next) ? { over } : {}) as never })
        // who goes elsewhere in the same breath is not called back
        setTimeout(() => {
          if (router.history.location.href !== href) return
          closing.now = true
          router.history.back()
        })
      },
    }),
    [key, search, visible, isOffered, navigate, router],
  )
  const place = isOver(search) ? `${key}#over` : key
  useLayoutEffect(() => {
    // what opens over a list leaves the list where it stands; coming back it stands there again
    if (place === key || places.has(place)) box.current?.scrollTo(0, places.get(place) ?? 0)
  }, [place])
  return (
    <div
      ref={box}
      className="shell-page"
      onScroll={(e) => {
        if (visible && e.target === e.currentTarget) places.set(place, e.currentTarget.scrollTop)
      }}
    >
      <Headed name={name}>
        <TablesContext value={tables}>
          <PageContext value={state}>
            <PageGuard>
              <Suspense fallback={<Waiting />}>{code ? <Arriving code={code} /> : <NoModule path={key} />}</Suspense>
            </PageGuard>
          </PageContext>
        </TablesContext>
      </Headed>
    </div>
  )
})

const arrived = new Map<PageLoader, ComponentType>()
/** A page whose code is fetched when it is first shown. Not React.lazy: what React had to wait for it holds back for another 300 ms. */
function Arriving({ code }: { code: PageLoader }) {
  const [came, setCame] = useState<{ Page?: ComponentType | undefined; error?: unknown }>({ Page: arrived.get(code) })
  useEffect(() => {
    if (came.Page) return
    code().then(
      ({ default: Page }) => {
        arrived.set(code, Page)
        setCame({ Page })
      },
      (error: unknown) => setCame({ error }),
    )
  }, [code])
  if (came.error !== undefined) throw came.error
  return came.Page ? <came.Page /> : <Waiting />
}

/** A menu leads to a page that the product does not have. Source: platform.md 8 (module not found). */
function NoModule({ path }: { path: string }) {
  const { say } = useSay()
  useEffect(() => void noteFault('module', new Error(`module not found: ${path}`)), [path])
  return (
    <div className="page-failed" role="alert">
      <h2>{say(words.noModule)}</h2>
      <p>
        {say(words.noModuleWhy)}
        <code>{path}</code>
      </p>
    </div>
  )
}

/** A fault of one page leaves the others and the shell standing. React asks for a class here. */
class PageGuard extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    return this.state.error === undefined ? this.props.children : <Failed error={this.state.error} />
  }
}
