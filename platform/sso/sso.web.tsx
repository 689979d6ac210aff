/** Screens of signing in through other services by menu path. */
export const pages = { '/system/oauth-source': () => import('./SourcePage.web.tsx') }
