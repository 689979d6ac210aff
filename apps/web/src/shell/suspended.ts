import { sessionStore } from '../../../../kit/web/session.web.ts'

/** Whether the session ended while something was typed: its person is still known and may go on after signing in again. */
export const useSuspended = (): boolean => sessionStore((s) => s.mark === '' && s.user !== null)
