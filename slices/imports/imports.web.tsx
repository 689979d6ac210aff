import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** Screens of the import centre by menu path. */
export const pages: Readonly<Record<string, LazyExoticComponent<ComponentType>>> = { '/desk/import': lazy(() => import('./ImportPage.web.tsx')) }
