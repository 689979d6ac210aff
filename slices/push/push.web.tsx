import { lazy } from 'react'

/** Screens of the push configuration by menu path. */
export const pages = {
  '/push/config': lazy(async () => ({ default: (await import('./config.web.tsx')).PushConfigPage })),
  '/push/empower': lazy(async () => ({ default: (await import('./config.web.tsx')).EmpowerPage })),
}
