import { lazy } from 'react'

/** Screens of signing in through other services by menu path. */
export const pages = { '/system/oauth-source': lazy(() => import('./SourcePage.web.tsx')) }
