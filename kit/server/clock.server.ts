/**
 * How far the product's clock is ahead of the machine's, ms. Set for tests alone, which then stand at another moment as a whole: every process of a run
 * has the same (tools/moments.mjs). Asked at every call: the files that a worker takes one after another each begin at the moment (tests/driver.ts).
 */
const aheadMs = (): number => Number(process.env.CLOCK_AHEAD_MS ?? 0)
/** Now, as the product has it: its one clock. A handler has it as `ctx.now`; nothing else asks the machine for the day or the time (tools/clock.mjs). */
export const clock = (): Date => new Date(Date.now() + aheadMs())

const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })
/** From here on Shanghai has been eight hours ahead without summer time (it had one from 1986 to 1991). */
const STEADY = Date.UTC(1992, 0, 1),
  AHEAD = 8 * 3_600_000
/** The product's time on the wire: 'yyyy-MM-dd HH:mm:ss' in Asia/Shanghai, whatever the machine's zone. Every request asks several times. */
export const localTime = (d: Date): string =>
  d.getTime() < STEADY ? format.format(d) : new Date(d.getTime() + AHEAD).toISOString().slice(0, 19).replace('T', ' ')
/** The day part, 'yyyy-MM-dd'. */
export const localDay = (d: Date): string => localTime(d).slice(0, 10)
/** A moment to the millisecond, as versions of the register carry it: ISO 8601 in UTC. */
export const exactTime = (d: Date): string => d.toISOString()
/** The moment that a time of the wire names, ms since 1970. */
export const momentOf = (time: string): number => Date.parse(`${time.replace(' ', 'T')}+08:00`)
/** A time of the wire so many seconds later (earlier below 0). */
export const moved = (time: string, seconds: number): string => localTime(new Date(momentOf(time) + seconds * 1000))
