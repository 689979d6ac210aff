import { lazy } from 'react'

/** The screen of reports by menu path. */
export const pages = { '/system/report': lazy(() => import('./ReportPage.web.tsx')) }
