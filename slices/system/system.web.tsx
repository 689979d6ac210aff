import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

type Lazy = LazyExoticComponent<ComponentType>
const of = (name: 'RolePage' | 'DeptPage' | 'PostPage' | 'MenuPage' | 'TopMenuPage' | 'RegionPage' | 'ParamPage'): Lazy =>
  lazy(async () => ({ default: (await import('./pages.web.tsx'))[name] }))

/** Screens of the system by menu path; each is loaded when it is first opened. */
export const pages: Readonly<Record<string, Lazy>> = {
  '/system/user': lazy(() => import('./UserPage.web.tsx')),
  '/system/role': of('RolePage'),
  '/system/dept': of('DeptPage'),
  '/system/post': of('PostPage'),
  '/system/menu': of('MenuPage'),
  '/system/top-menu': of('TopMenuPage'),
  '/system/region': of('RegionPage'),
  '/system/param': of('ParamPage'),
  '/system/dict': lazy(() => import('./DictPage.web.tsx')),
}
