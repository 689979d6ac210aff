/**
 * Calls `over` when one batch has been at work for `limit` ms. `begun` answers when the running batch began, or 0n; the answer tells batches apart and is
 * not compared with the clock: a computer that slept during a statement wakes with hours on its clock, of which the statement had none. What counts are
 * the watchdog's own looks, so a batch that is over its limit is seen at most a look later. `limit` may change meanwhile. Answers how to end it.
 */
export function watchdog(begun: () => bigint, limit: () => number, over: () => void): () => void {
  const period = Math.max(50, Math.min(1000, limit() / 4))
  let seen = 0n
  let looks = 0
  const timer = setInterval(() => {
    const now = begun()
    looks = now !== 0n && now === seen ? looks + 1 : 0
    seen = now
    if (looks * period >= limit()) over()
  }, period)
  timer.unref()
  return () => clearInterval(timer)
}
