/** The messages of a person by path; they stand in no menu. */
export const inboxPages = { '/desk/inbox': () => import('./InboxPage.web.tsx') }
