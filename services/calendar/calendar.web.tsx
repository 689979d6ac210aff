/** The calendar of a person by path. */
export const calendarPages = { '/desk/calendar': () => import('./CalendarPage.web.tsx') }
