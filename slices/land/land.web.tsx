import type { Pages } from '../../kit/web/session.web.ts'

/** Screens of the land data by menu path; each is loaded when it is first opened. */
export const pages: Pages = {
  '/land/fbf': () => import('./fbf/fbf.web.tsx'),
  '/land/cbf': () => import('./cbf/cbf.web.tsx'),
  '/land/dk': () => import('./dk/dk.web.tsx'),
}
