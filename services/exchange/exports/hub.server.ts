/** Longest that a question waits for news, in milliseconds: shorter than proxies cut, and a stopping server does not wait long for it. */
const LONG_POLL_MS = 8000
/** Questions of one person that may wait at once (open tabs); one more is answered at once. */
const MOST_WAITING = 4
/** Delay before news is sent, so that the transaction that made it has ended. */
const AFTER_MS = 150

/** Tells people that their exports have moved, within this server; the browser asks every three seconds as well. */
function openHub() {
  const versions = new Map<string, number>()
  const waiting = new Map<string, Set<() => void>>()
  // versions of another run of the server mean nothing
  const epoch = Date.now()
  const versionOf = (userId: string) => `${epoch}.${versions.get(userId) ?? 0}`
  return {
    versionOf,
    /** something of this person's has changed */
    tell(userId: string): void {
      setTimeout(() => {
        versions.set(userId, (versions.get(userId) ?? 0) + 1)
        for (const wake of waiting.get(userId) ?? []) wake()
      }, AFTER_MS).unref()
    },
    /** Waits until the person's version is another than `seen`, or the wait ends. Answers the version. */
    async wait(userId: string, seen: string): Promise<string> {
      const mine = waiting.get(userId) ?? new Set()
      if (seen !== versionOf(userId) || mine.size >= MOST_WAITING) return versionOf(userId)
      waiting.set(userId, mine)
      let wake = () => {}
      const news = new Promise<void>((resolve) => (wake = resolve))
      const timer = setTimeout(wake, LONG_POLL_MS)
      mine.add(wake)
      await news
      clearTimeout(timer)
      mine.delete(wake)
      if (mine.size === 0) waiting.delete(userId)
      return versionOf(userId)
    },
  }
}
export const hub = openHub()
