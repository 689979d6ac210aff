import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** The start screen. */
export const pages: Readonly<Record<string, LazyExoticComponent<ComponentType>>> = { '/wel/index': lazy(() => import('./HomePage.web.tsx')) }
