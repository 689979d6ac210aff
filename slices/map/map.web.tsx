import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** Screens of the map by menu path; each is loaded when it is first opened. */
export const pages: Readonly<Record<string, LazyExoticComponent<ComponentType>>> = { '/map/index': lazy(() => import('./MapPage.web.tsx')) }
