import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { endSession } from '../../../kit/web/client.web.ts'
import { beginInOwn, say } from '../../../kit/web/i18n.web.ts'
import { errorWords, frameWords } from '../../../platform/shell/words.ts'
import { fetchLocale } from '../../../platform/shell/locale.web.ts'
import { askMenus } from '../../../platform/shell/menus.web.ts'
import { isSignedIn, session } from '../../../kit/web/session.web.ts'
import { hasCallback } from '../../../platform/shell/callback.web.ts'
import { Failed } from '../../../platform/shell/Failed.web.tsx'
import { verdictOf } from './guard.ts'
import { queries } from './queries.ts'
import { isScreenLocked } from './shell/lock/lock.ts'
import { Waiting } from '../../../platform/shell/Waiting.web.tsx'

const root = createRootRoute()

/** Judges each visit before anything of it is loaded; a login comes back afterwards to the page that was asked for. */
async function guard({ location }: { location: { href: string; pathname: string } }): Promise<void> {
  const verdict = verdictOf({
    path: location.pathname,
    signedIn: isSignedIn(),
    locked: isScreenLocked(),
    callback: hasCallback(),
    wall: session().user?.role_name === 'large',
  })
  if (verdict === 'pass') return
  if (verdict === 'callback') {
    endSession()
    // the browser is leaving; nothing of this page may be shown meanwhile
    return new Promise(() => {})
  }
  const back =
    (verdict.endsWith('/login') || verdict === '/lock') && location.pathname !== '/' && location.pathname !== '/lock' ? { redirect: location.href } : {}
  throw redirect({ to: verdict, search: back as never, replace: true })
}
const at = <const P extends string>(path: P, component: Parameters<typeof lazyRouteComponent>[0], name: string, title?: () => string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: async (o) => {
      await guard(o)
      if (title) document.title = title()
    },
    component: lazyRouteComponent(component, name),
  })
/** A page for strangers, who begin in their own language; the office begins in Chinese (platform.md 1). */
const outside = <const P extends string>(path: P, component: Parameters<typeof lazyRouteComponent>[0], name: string) =>
  at(path, component, name, () => {
    beginInOwn()
    return say(frameWords.title)
  })
const towards = <const P extends string>(path: P, to: '/' | '/$') =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect(to === '/$' ? { to, params: { _splat: 'wel/index' } } : { to })
    },
  })
const login = () => import('./login/Login.tsx')
const errorAt = <const P extends '/403' | '/404' | '/500'>(path: P) =>
  at(
    path,
    () => import('./errors/errors.tsx'),
    `E${path.slice(1)}`,
    () => `${say(errorWords[Number(path.slice(1)) as keyof typeof errorWords])} - ${say(frameWords.title)}`,
  )
const lock = at(
  '/lock',
  () => import('./shell/lock/Lock.tsx'),
  'Lock',
  () => `${say(frameWords.lock)} - ${say(frameWords.title)}`,
)
/** What the frame waits for is asked for while its code comes; who must change his password first asks for nothing. */
function askAhead(): void {
  if (session().passwordMustModify) return
  askMenus(queries)
  // what did not arrive is told by the frame, which asks again
  fetchLocale().catch(() => undefined)
}
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: guard,
  loader: askAhead,
  // once, with the frame: its own pages ask for nothing of it again
  shouldReload: false,
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
})
/** Every page of the shell: which one stands in the menu's path, and the shell looks it up. */
const page = createRoute({ getParentRoute: () => shell, path: '/$' })

/** Queries are plain text: the router's own reading would turn 19-digit ids into numbers and round them. */
const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))
function stringifySearch(search: Record<string, unknown>): string {
  const q = new URLSearchParams()
  for (const [k, v] of Object.entries(search)) if (v !== undefined && v !== null && v !== '') q.set(k, String(v))
  return q.size ? `?${q}` : ''
}

export const router = createRouter({
  routeTree: root.addChildren([
    towards('/', '/$'),
    towards('/wel', '/'),
    at('/login', login, 'Login'),
    at('/user-login', login, 'Login'),
    at('/mobile/login', login, 'MobileLogin'),
    at('/mobile/index', () => import('../../../views/mobile/Mobile.web.tsx'), 'MobileIndex'),
    at('/mobile/map', () => import('../../../views/mobile/Mobile.web.tsx'), 'MobileMap'),
    outside('/sign', () => import('../../../signing/remote/Signer.web.tsx'), 'Signer'),
    at('/away', () => import('../../../signing/away/Away.web.tsx'), 'Away'),
    at('/away/survey', () => import('../../../business/extension/field/FieldSurvey.web.tsx'), 'FieldSurvey'),
    at('/oauth/authorize', () => import('./login/Consent.tsx'), 'ConsentScreen'),
    outside('/verify', () => import('../../../signing/public/CheckPage.web.tsx'), 'CheckPage'),
    outside('/citizen', () => import('../../../outside/citizens/CitizenHome.web.tsx'), 'CitizenHome'),
    outside('/p/$code', () => import('../../../outside/citizens/CitizenPosting.web.tsx'), 'CitizenPosting'),
    at('/large', () => import('../../../views/large/Large.web.tsx'), 'Large'),
    lock,
    errorAt('/403'),
    errorAt('/404'),
    errorAt('/500'),
    shell.addChildren([page]),
  ]),
  parseSearch,
  stringifySearch,
  defaultPendingComponent: Waiting,
  defaultErrorComponent: Failed,
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
