/** Screens of the push configuration by menu path. */
export const pages = {
  '/push/config': async () => ({ default: (await import('./config.web.tsx')).PushConfigPage }),
  '/push/notices': () => import('./NoticesPage.web.tsx'),
  '/push/third-log': () => import('./ThirdLogPage.web.tsx'),
  '/push/empower': async () => ({ default: (await import('./config.web.tsx')).EmpowerPage }),
}
