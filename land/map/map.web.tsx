import type { Pages } from '../../kit/web/session.web.ts'

/** Screens of the map by menu path; each is loaded when it is first opened. */
export const pages: Pages = { '/map/index': () => import('./MapPage.web.tsx') }
