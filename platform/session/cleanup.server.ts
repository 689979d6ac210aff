import { localTime } from '../../kit/server/clock.server.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'

/** A session that ended stays this long, so that "who was signed in" can still be answered. */
const KEEP_DAYS = 7

/** Hourly: captchas, sign-in nonces, half sign-ins, journeys and wrong guesses past their time go, sessions a week after their end. */
export const sessionCleanup: Routine = {
  name: 'session-cleanup',
  label: '清理过期会话',
  due: { minutes: 60 },
  run: ({ now, system }) =>
    system(async (tx) => {
      const time = localTime(now)
      const captchas = await tx.deleteFrom('captcha').where('expires', '<', time).executeTakeFirst()
      const nonces = await tx.deleteFrom('login_nonce').where('expires', '<', time).executeTakeFirst()
      for (const table of ['wire_nonce', 'login_challenge', 'oauth_state', 'oauth_code', 'client_session'])
        await tx.deleteFrom(table).where('expires', '<', time).execute()
      await tx.deleteFrom('wrong_guess').where('until', '<', time).execute()
      const week = localTime(new Date(now.getTime() - KEEP_DAYS * 86_400_000))
      const sessions = await tx.deleteFrom('session').where('absoluteEnd', '<', week).executeTakeFirst()
      return `${captchas.numDeletedRows} captchas, ${nonces.numDeletedRows} nonces, ${sessions.numDeletedRows} sessions`
    }),
}
