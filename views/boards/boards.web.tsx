import type { Pages } from '../../kit/web/session.web.ts'

/** Screens of boards by menu path; the start shows those of its reader. */
export const boardPages: Pages = { '/wel/index': () => import('./StartPage.web.tsx'), '/figures/boards': () => import('./BoardsPage.web.tsx') }
