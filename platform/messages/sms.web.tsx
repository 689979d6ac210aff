/** Screens of text messages by menu path. */
export const pages = {
  '/resource/sms': async () => ({ default: (await import('./pages.web.tsx')).SmsPage }),
  '/resource/sms-content': async () => ({ default: (await import('./pages.web.tsx')).SmsContentPage }),
  '/resource/outlet': async () => ({ default: (await import('./pages.web.tsx')).OutletPage }),
  '/resource/opt-out': async () => ({ default: (await import('./pages.web.tsx')).OptOutPage }),
  '/resource/sms-history': async () => ({ default: (await import('./pages.web.tsx')).SmsHistoryPage }),
}
