import IconContext from '@ant-design/icons/es/components/Context'
import { App as AntApp, ConfigProvider, Grid, Layout } from 'antd'
import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { onFault, signOut } from '../../../../kit/web/client.web.ts'
import { useSay } from '../../../../kit/web/words.web.ts'
import { passwordWords } from './account/password-words.ts'
import { useSession } from '../../../../kit/web/session.web.ts'
import { useLocale } from '../../../../platform/shell/locale.web.ts'
import { isDark, themeOf, useLook, varsOf } from '../../../../platform/shell/theme.web.ts'
import { startListening } from '../../../../platform/shell/live.web.ts'
import { Waiting } from '../../../../platform/shell/Waiting.web.tsx'
import { Header } from './Header.tsx'
import { useLock } from './lock/lock.ts'
import { useMenus } from '../../../../platform/shell/menus.web.ts'
import { DraftNotice } from './DraftNotice.tsx'
import { PageArea } from './PageArea.tsx'
import { pageAt } from '../pages.ts'
import { judgeCallback } from '../../../../platform/shell/callback.web.ts'
import { useDialog, openDialog, closeDialog } from '../../../../platform/shell/dialogs.web.ts'
import { Dialogs } from './Dialogs.tsx'
import { useShortcuts } from './shortcuts.ts'
import { useSite } from '../../../../platform/shell/own-site.web.ts'
import { Sidebar } from './Sidebar.tsx'
import { TabBar } from './TabBar.tsx'
import { TourOffer } from './TourOffer.tsx'
import { Updates } from './Updates.tsx'
import { useViewing } from './account/viewing.ts'
import { frameWords as words } from '../../../../platform/shell/words.ts'
import './shell.css'

const SideDrawer = lazy(() => import('./SideDrawer.tsx'))
const SignInOver = lazy(() => import('./account/SignInOver.tsx'))
const LockOver = lazy(() => import('./lock/LockOver.tsx'))
const PasswordDialog = lazy(() => import('./account/PasswordDialog.tsx'))

/** The styles of icons stand in shell.css: left to themselves, each icon looks through all styles of the page for them. */
const STYLED_ICONS = { prefixCls: 'anticon', zeroRuntime: true }
/** Everything behind the login: theme, words of antd, and the frame around the pages. */
export function Shell() {
  const look = useLook()
  const { locale, ready } = useLocale()
  const { passwordMustModify } = useSession()
  if (!ready) return <Waiting />
  return (
    <ConfigProvider theme={themeOf(look)} locale={locale} button={{ autoInsertSpace: false }}>
      <IconContext value={STYLED_ICONS}>
        <AntApp className="shell-app" message={{ maxCount: 3 }}>
          {passwordMustModify ? <FirstPassword vars={varsOf(look)} /> : <ShellFrame dark={isDark(look)} vars={varsOf(look)} />}
        </AntApp>
      </IconContext>
    </ConfigProvider>
  )
}

/** All that a session shows whose password somebody else chose: the form to change it. Nothing is asked of the server before that. */
function FirstPassword({ vars }: { vars: Record<string, string> }) {
  const { message } = AntApp.useApp()
  useEffect(() => onFault((msg) => void message.error(msg)), [message])
  return (
    <Layout className="shell" style={vars}>
      <Suspense fallback={<Waiting />}>
        <PasswordDialog forced tip={passwordWords.mustModify} onClose={closeDialog} />
      </Suspense>
    </Layout>
  )
}

/** How long the tree of menus and the tools wait for the code of the page, ms. */
const PAGE_FIRST = 600
/** The code of the page that was asked for comes while the menus are on their way; what does not arrive is fetched and told when the page is shown. */
const firstPage = Promise.race([
  pageAt(window.location.pathname)?.().catch(() => undefined),
  new Promise((enough) => {
    setTimeout(enough, PAGE_FIRST)
  }),
])
/** Whether the rest of the frame is drawn: the page that was asked for comes before the tree of menus and the tools, which nobody needs before it. */
function useRest(ready: boolean): boolean {
  const [hasPage, setPage] = useState(false)
  useEffect(() => void firstPage.then(() => setPage(true)), [])
  return useDeferredValue(ready && hasPage, false)
}

/** Widths of the sidebar, px. */
const SIDE = { open: 184, folded: 56 } as const
/** Whether somebody has folded the sidebar or unfolded it, as this browser remembers; undefined = neither. */
function useFolded(): [boolean | undefined, (folded: boolean) => void] {
  const key = 'chengbao.side'
  const [chosen, setChosen] = useState(() => ({ folded: true, open: false })[localStorage.getItem(key) ?? ''])
  return [
    chosen,
    (folded) => {
      setChosen(folded)
      localStorage.setItem(key, folded ? 'folded' : 'open')
    },
  ]
}

function ShellFrame({ dark, vars }: { dark: boolean; vars: Record<string, string> }) {
  const { message } = AntApp.useApp()
  const { say } = useSay()
  const { passwordExpired, user } = useSession()
  const { viewer } = useViewing()
  const { menus, tops, ready, failed, retry } = useMenus()
  const drawsAll = useRest(ready)
  const { version, callbacks, silentCodes } = useSite()
  const { open } = useDialog()
  const { locked } = useLock()
  const wide = Grid.useBreakpoint().md ?? window.innerWidth >= 768
  // on a small screen the names of the menu leave their room to the page, until somebody asks for them
  const large = Grid.useBreakpoint().xl ?? window.innerWidth >= 1200
  const [chosen, setChosen] = useFolded()
  const folded = chosen ?? !large
  const [drawer, setDrawer] = useState(false)
  useShortcuts()
  useEffect(startListening, [])

  useEffect(() => onFault((msg, code) => void (silentCodes.includes(code) || message.error(msg))), [message, silentCodes])
  useEffect(() => {
    document.documentElement.style.colorScheme = dark ? 'dark' : 'light'
  }, [dark])
  useEffect(() => {
    // being embedded changes what the menu shows
    if (callbacks && judgeCallback(callbacks)) retry()
  }, [callbacks])

  if (failed)
    return (
      <div className="page-failed" role="alert">
        <h2>{say(words.chunk)}</h2>
        <button type="button" onClick={retry}>
          {say(words.reload)}
        </button>
      </div>
    )
  if (!ready) return <Waiting />
  return (
    <Layout className={dark ? 'shell shell-dark' : 'shell'} style={vars}>
      <a className="shell-skip" href="#page">
        {say(words.skip)}
      </a>
      <Header tops={tops} hasTools={drawsAll} onFold={() => (wide ? setChosen(!folded) : setDrawer(true))} folded={wide ? folded : true} wide={wide} />
      <Layout hasSider={wide}>
        {wide ? (
          <Layout.Sider className="shell-side" theme="light" collapsed={folded} collapsedWidth={SIDE.folded} width={SIDE.open}>
            {drawsAll && <Sidebar menus={menus} folded={folded} />}
          </Layout.Sider>
        ) : (
          <Suspense fallback={null}>
            <SideDrawer open={drawer} menus={menus} onClose={() => setDrawer(false)} ground={vars['--side-bg']!} />
          </Suspense>
        )}
        <Layout>
          <TabBar menus={menus} />
          {viewer && (
            <p className="shell-notice" role="status">
              {say(words.viewAsNow)}
              <b>{user?.real_name || user?.account}</b>{' '}
              <button type="button" onClick={() => void signOut()}>
                {say(words.viewAsEnd)}
              </button>
            </p>
          )}
          {passwordExpired && (
            <p className="shell-notice" role="status">
              <button type="button" onClick={() => openDialog('password')}>
                {say(words.expired)}
              </button>
            </p>
          )}
          <Updates />
          <DraftNotice menus={menus} />
          <TourOffer />
          <PageArea menus={menus} />
        </Layout>
      </Layout>
      <Suspense fallback={null}>
        <SignInOver />
        {locked && <LockOver />}
      </Suspense>
      <Dialogs menus={menus} version={version} />
      {open === 'password' && (
        <Suspense fallback={null}>
          <PasswordDialog forced={false} {...(passwordExpired ? { tip: passwordWords.expired } : {})} onClose={closeDialog} />
        </Suspense>
      )}
    </Layout>
  )
}
