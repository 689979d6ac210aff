/** Screens of what other applications tell us, by menu path. */
export const pages = { '/push/appraisal': () => import('./AppraisalPage.web.tsx'), '/push/empower': () => import('./EmpowerPage.web.tsx') }
