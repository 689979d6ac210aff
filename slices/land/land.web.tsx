import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** Screens of the land data by menu path; each is loaded when it is first opened. */
export const pages: Readonly<Record<string, LazyExoticComponent<ComponentType>>> = {
  '/land/fbf': lazy(() => import('./fbf/fbf.web.tsx')),
  '/land/cbf': lazy(() => import('./cbf/cbf.web.tsx')),
  '/land/dk': lazy(() => import('./dk/dk.web.tsx')),
}
