import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** Screens of jobs and of the audit log by menu path. */
export const pages: Readonly<Record<string, LazyExoticComponent<ComponentType>>> = {
  '/system/job': lazy(() => import('./JobPage.web.tsx')),
  '/system/audit': lazy(() => import('./AuditPage.web.tsx')),
}
