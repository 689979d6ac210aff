/** The screen of reports by menu path. */
export const pages = { '/system/report': () => import('./ReportPage.web.tsx') }
