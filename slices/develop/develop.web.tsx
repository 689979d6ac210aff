/** The screen of the code generator by menu path. */
export const pages = { '/develop/code': () => import('./CodePage.web.tsx') }
