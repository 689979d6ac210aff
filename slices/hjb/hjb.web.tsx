import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** Screens of submission packages by menu path. */
export const pages: Readonly<Record<string, LazyExoticComponent<ComponentType>>> = { '/hjb/index': lazy(() => import('./PackagesPage.web.tsx')) }
