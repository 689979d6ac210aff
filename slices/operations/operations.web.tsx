import type { Pages } from '../../kit/web/session.web.ts'

/** Screens of jobs and logs by menu path. */
export const pages: Pages = {
  '/system/job': () => import('./JobPage.web.tsx'),
  '/system/audit': () => import('./AuditPage.web.tsx'),
  '/system/api-log': async () => ({ default: (await import('./LogPage.web.tsx')).ApiLogPage }),
  '/push/log': () => import('./PushLogPage.web.tsx'),
  '/system/error-log': async () => ({ default: (await import('./LogPage.web.tsx')).ErrorLogPage }),
}
