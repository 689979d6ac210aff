import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** Screens of processes by path; leave stands on the three routes of platform.md 2. */
export const pages: Readonly<Record<string, LazyExoticComponent<ComponentType>>> = {
  '/work/process': lazy(() => import('./web/MyWork.web.tsx')),
  '/work/process/leave/form/:processDefinitionId': lazy(() => import('./web/LeaveForm.web.tsx')),
  '/work/process/leave/handle/:taskId/:processInstanceId/:businessId': lazy(() => import('./web/LeaveHandle.web.tsx')),
  '/work/process/leave/detail/:processInstanceId/:businessId': lazy(() => import('./web/LeaveView.web.tsx')),
  '/flow/model': lazy(() => import('./web/Models.web.tsx')),
  '/flow/model/design/:id': lazy(() => import('./web/Designer.web.tsx')),
  '/flow/manager': lazy(() => import('./web/Manager.web.tsx')),
  '/flow/follow': lazy(() => import('./web/Follow.web.tsx')),
}
