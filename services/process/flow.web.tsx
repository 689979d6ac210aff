import type { Pages } from '../../kit/web/session.web.ts'

/** Screens of processes by path; leave stands on the three routes of platform.md 2. */
export const pages: Pages = {
  '/work/process': () => import('./web/MyWork.web.tsx'),
  '/work/process/leave/form/:processDefinitionId': () => import('./web/LeaveForm.web.tsx'),
  '/work/process/leave/handle/:taskId/:processInstanceId/:businessId': () => import('./web/LeaveHandle.web.tsx'),
  '/work/process/leave/detail/:processInstanceId/:businessId': () => import('./web/LeaveView.web.tsx'),
  '/flow/model': () => import('./web/Models.web.tsx'),
  '/flow/model/design/:id': () => import('./web/Designer.web.tsx'),
  '/flow/manager': () => import('./web/Manager.web.tsx'),
  '/flow/follow': () => import('./web/Follow.web.tsx'),
}
