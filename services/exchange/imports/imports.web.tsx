import type { Pages } from '../../../kit/web/session.web.ts'

/** Screens of the import centre by menu path. */
export const pages: Pages = { '/desk/import': () => import('./ImportPage.web.tsx') }
