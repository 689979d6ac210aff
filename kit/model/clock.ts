/**
 * The product's one clock, on the server and in the browser. It stands in the model because rules need today (nobody is born tomorrow) and are the same for
 * form and server; everything else there is pure (docs/adr/0045).
 */

/**
 * How far the clock is ahead of the machine's, ms. Set for tests alone, which then stand at another moment as a whole: every process of a run has the same
 * (tools/moments.mjs). Asked at every call: the files that a worker takes one after another each begin at the moment (tests/driver.ts).
 */
const aheadMs = (): number => Number((globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.CLOCK_AHEAD_MS ?? 0)
/** Now, as the product has it. */
export const clock = (): Date => new Date(Date.now() + aheadMs())
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' })
/** Today of the register, yyyy-MM-dd in Asia/Shanghai. */
export const today = (): string => day.format(clock())
