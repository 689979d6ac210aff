import { lazy } from 'react'

/** The screen of the code generator by menu path. */
export const pages = { '/develop/code': lazy(() => import('./CodePage.web.tsx')) }
