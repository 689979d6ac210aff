import { setTimeout as pause } from 'node:timers/promises'

/** How often the demonstration's import is begun, and after which pause again, ms: an embedded database opens again meanwhile. */
const TRIES = 5
const PAUSE_MS = 2000

/**
 * Imports the demonstration, again where it stood when something came between (a machine that is too busy, a database that was started again). It never ends
 * the start: without it the server serves, says so, and the next start goes on. Answers whether it is there.
 */
export async function demonstrate(run: () => Promise<void>, say: (line: string) => void = console.error, pauseMs = PAUSE_MS): Promise<boolean> {
  for (let tried = 1; ; tried++) {
    try {
      await run()
      return true
    } catch (e) {
      say(`the import of the demonstration stopped: ${(e as Error).message}`)
      if (tried === TRIES) break
      await pause(pauseMs)
    }
  }
  say('the demonstration is not there; the server serves without it, and the next start goes on with its import')
  return false
}
