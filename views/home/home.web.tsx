import type { Pages } from '../../kit/web/session.web.ts'

/** The start screen. */
export const pages: Pages = { '/wel/index': () => import('./HomePage.web.tsx') }
