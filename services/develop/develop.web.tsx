/** The screens of the developers' tools by menu path. */
export const pages = { '/develop/code': () => import('./CodePage.web.tsx'), '/develop/uploader': () => import('./UploaderPage.web.tsx') }
