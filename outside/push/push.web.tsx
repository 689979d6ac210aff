/** Screens of what goes to other offices by menu path. */
export const pages = {
  '/push/config': async () => ({ default: (await import('./config.web.tsx')).PushConfigPage }),
  '/push/notices': () => import('./NoticesPage.web.tsx'),
  '/push/third-log': () => import('./ThirdLogPage.web.tsx'),
  '/push/webhook': () => import('../webhook/WebhookPage.web.tsx'),
  '/push/webhook-log': () => import('../webhook/WebhookLogPage.web.tsx'),
}
