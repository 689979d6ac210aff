import type { Pages } from '../../kit/web/session.web.ts'
import { configurationPages } from './configuration.web.tsx'

const of = (name: 'PostPage' | 'RegionPage' | 'ParamPage') => async () => ({ default: (await import('./pages.web.tsx'))[name] })

/** Screens of the system by menu path; each is loaded when it is first opened. */
export const pages: Pages = {
  ...configurationPages,
  '/system/user': () => import('./UserPage.web.tsx'),
  '/system/role': () => import('./RolePage.web.tsx'),
  '/system/tenant': () => import('./TenantPage.web.tsx'),
  '/system/tenant-package': () => import('./TenantPackagePage.web.tsx'),
  '/system/password-strategy': () => import('./StrategyPage.web.tsx'),
  '/system/session': () => import('./SessionPage.web.tsx'),
  '/system/post': of('PostPage'),
  '/system/region': of('RegionPage'),
  '/system/param': of('ParamPage'),
}
