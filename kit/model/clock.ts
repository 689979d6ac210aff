/**
 * The product's one clock, on the server and in the browser. It stands in the model because rules need today (nobody is born tomorrow) and are the same for
 * form and server; everything else there is pure (docs/adr/0045).
 */

/**
 * How far the clock is ahead of the machine's, ms. Set for tests alone, which then stand at another moment as a whole: every process of a run has the same
 * (tools/moments.mjs). Asked at every call: the files that a worker takes one after another each begin at the moment (tests/driver.ts).
 */
const aheadMs = (): number => Number((globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.CLOCK_AHEAD_MS ?? 0)
/** By how many ms the clock of a computer may be off before it is corrected: an answer takes its time. */
const LOOSE = 60_000
/** How far the computer of a browser lies behind the server, ms: computers of offices stand at any day. Never set on the server. */
let behind = 0
/** Puts the browser's clock right by the server's moment (ms since 1970), as an answer tells it. */
export function putRight(moment: number): void {
  const off = moment - Date.now() - aheadMs()
  if (!Number.isNaN(off)) behind = Math.abs(off) > LOOSE ? off : 0
}
/** Now, as the product has it. */
export const clock = (): Date => new Date(Date.now() + aheadMs() + behind)
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' })
/** Today of the register, yyyy-MM-dd in Asia/Shanghai. */
export const today = (): string => day.format(clock())
