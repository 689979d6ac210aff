import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { t } from '../../../kit/web/i18n.web.ts'
import { hasUnsaved, isSignedIn } from '../../../kit/web/session.web.ts'
import { isLocked } from './shell/lock.ts'
import { Waiting } from './Waiting.tsx'

const root = createRootRoute()
const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/$', params: { _splat: 'wel/index' } })
  },
})

const loginAt = <const P extends string>(path: P) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      if (isSignedIn()) throw redirect({ to: '/' })
      document.title = t('app.login')
    },
    component: lazyRouteComponent(() => import('./login/Login.tsx'), 'Login'),
  })

const errorAt = <const P extends '/403' | '/404' | '/500'>(path: P) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => void (document.title = `${path.slice(1)} - ${t('app.title')}`),
    component: lazyRouteComponent(() => import('./errors/errors.tsx'), `E${path.slice(1)}` as 'E403' | 'E404' | 'E500'),
  })

/** No token: to the login screen, which comes back here afterwards. Locked: to the lock screen. */
function guard({ location }: { location: { href: string; pathname: string } }): void {
  if (!isSignedIn()) throw redirect({ to: '/login', search: { redirect: location.href } as never })
  if (isLocked()) throw redirect({ to: '/lock' })
}
const lock = createRoute({
  getParentRoute: () => root,
  path: '/lock',
  beforeLoad: () => {
    if (!isSignedIn() || !isLocked()) throw redirect({ to: '/' })
  },
  component: lazyRouteComponent(() => import('./shell/Lock.tsx'), 'Lock'),
})
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: guard,
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
})
const wel = createRoute({
  getParentRoute: () => root,
  path: '/wel',
  beforeLoad: () => {
    throw redirect({ to: '/' })
  },
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
    start,
    wel,
    loginAt('/login'),
    loginAt('/user-login'),
    lock,
    errorAt('/403'),
    errorAt('/404'),
    errorAt('/500'),
    shell.addChildren([page]),
  ]),
  parseSearch,
  stringifySearch,
  defaultPendingComponent: Waiting,
  scrollRestoration: false,
})

/** Whether the user may lose what a page holds: asks when there is something. */
export const mayLeave = (key?: string): boolean => !hasUnsaved(key) || window.confirm(t('common.unsaved'))

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
