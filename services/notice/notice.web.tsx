/** Screens of notices by menu path. */
export const pages = { '/desk/notice': () => import('./NoticePage.web.tsx') }
