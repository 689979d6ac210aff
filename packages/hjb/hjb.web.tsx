import type { Pages } from '../../kit/web/session.web.ts'

/** Screens of submission packages by menu path. */
export const pages: Pages = { '/hjb/index': () => import('./PackagesPage.web.tsx') }
