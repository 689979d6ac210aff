export { clock } from '../model/clock.ts'

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
/** How long ago (s) a moment must be before what was known then can be asked for: transactions of that time have ended, imports too. */
export const KNOWN_AFTER_S = 5 * 60
/** A time of the wire, moved by this many seconds (earlier below 0). */
export const moved = (time: string, seconds: number): string => localTime(new Date(momentOf(time) + seconds * 1000))
