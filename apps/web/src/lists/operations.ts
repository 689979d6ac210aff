import type { Pages } from '../../../../kit/web/session.web.ts'

/** Screens of jobs and logs by menu path. */
export const pages: Pages = {
  '/system/job': () => import('../../../../services/operations/JobPage.web.tsx'),
  '/system/audit': () => import('../../../../services/operations/AuditPage.web.tsx'),
  '/system/alert': () => import('../../../../services/operations/AlertPage.web.tsx'),
  '/system/backup': () => import('../../../../services/backup/BackupPage.web.tsx'),
  '/system/running': () => import('../../../../services/operations/RunningPage.web.tsx'),
  '/system/api-log': async () => ({ default: (await import('../../../../services/operations/LogPage.web.tsx')).ApiLogPage }),
  '/push/log': () => import('../../../../outside/push/PushLogPage.web.tsx'),
  '/push/access': () => import('../../../../outside/access/AccessPage.web.tsx'),
  '/push/access-config': () => import('../../../../outside/access/AccessConfigPage.web.tsx'),
  '/system/error-log': async () => ({ default: (await import('../../../../services/operations/LogPage.web.tsx')).ErrorLogPage }),
}
