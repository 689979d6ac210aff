import { lazy } from 'react'

/** Screens of notices by menu path. */
export const pages = { '/desk/notice': lazy(() => import('./NoticePage.web.tsx')) }
