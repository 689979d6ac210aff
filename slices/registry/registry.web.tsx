import type { Pages } from '../../kit/web/session.web.ts'

/** Screens of the register by menu path; each is loaded when it is first opened. */
export const pages: Pages = {
  '/registry/cbht': () => import('./CbhtPage.web.tsx'),
  '/registry/cbjyqz': () => import('./CbjyqzPage.web.tsx'),
  '/registry/djb': () => import('./DjbPage.web.tsx'),
}
