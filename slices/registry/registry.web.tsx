import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** Screens of the register by menu path; each is loaded when it is first opened. */
export const pages: Readonly<Record<string, LazyExoticComponent<ComponentType>>> = {
  '/registry/cbht': lazy(() => import('./CbhtPage.web.tsx')),
  '/registry/cbjyqz': lazy(() => import('./CbjyqzPage.web.tsx')),
  '/registry/djb': lazy(() => import('./DjbPage.web.tsx')),
}
