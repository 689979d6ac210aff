import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** Screens of jobs and logs by menu path. */
export const pages: Readonly<Record<string, LazyExoticComponent<ComponentType>>> = {
  '/system/job': lazy(() => import('./JobPage.web.tsx')),
  '/system/audit': lazy(() => import('./AuditPage.web.tsx')),
  '/system/api-log': lazy(async () => ({ default: (await import('./LogPage.web.tsx')).ApiLogPage })),
  '/push/log': lazy(() => import('./PushLogPage.web.tsx')),
  '/system/error-log': lazy(async () => ({ default: (await import('./LogPage.web.tsx')).ErrorLogPage })),
}
