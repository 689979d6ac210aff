import { lazy } from 'react'

/** Screens of text messages by menu path. */
export const pages = {
  '/resource/sms': lazy(async () => ({ default: (await import('./pages.web.tsx')).SmsPage })),
  '/resource/sms-content': lazy(async () => ({ default: (await import('./pages.web.tsx')).SmsContentPage })),
  '/resource/sms-history': lazy(async () => ({ default: (await import('./pages.web.tsx')).SmsHistoryPage })),
}
