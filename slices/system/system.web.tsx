import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { configurationPages } from './configuration.web.tsx'

type Lazy = LazyExoticComponent<ComponentType>
const of = (name: 'PostPage' | 'RegionPage' | 'ParamPage'): Lazy => lazy(async () => ({ default: (await import('./pages.web.tsx'))[name] }))

/** Screens of the system by menu path; each is loaded when it is first opened. */
export const pages: Readonly<Record<string, Lazy>> = {
  ...configurationPages,
  '/system/user': lazy(() => import('./UserPage.web.tsx')),
  '/system/role': lazy(() => import('./RolePage.web.tsx')),
  '/system/tenant': lazy(() => import('./TenantPage.web.tsx')),
  '/system/tenant-package': lazy(() => import('./TenantPackagePage.web.tsx')),
  '/system/password-strategy': lazy(() => import('./StrategyPage.web.tsx')),
  '/system/session': lazy(() => import('./SessionPage.web.tsx')),
  '/system/post': of('PostPage'),
  '/system/region': of('RegionPage'),
  '/system/param': of('ParamPage'),
}
