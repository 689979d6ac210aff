import type { Pages } from '../../kit/web/session.web.ts'

/** The screen of mailed figures by menu path. */
export const mailingPages: Pages = { '/figures/mail': () => import('./MailingsPage.web.tsx') }
