import { clock, putRight } from '../model/clock.ts'

/** The browser's one clock: the calendar of the register in Asia/Shanghai, whatever the computer's own zone and day. Source: decisions.md 3 (times). */
/** Puts the clock right by the server's, as an answer tells it (its header Date). */
export const setClock = (date: string | null): void => void (date && putRight(Date.parse(date)))
/** A moment (ms, or text with its zone; now by default) as people read it: yyyy-MM-dd HH:mm:ss. */
export const timeOf = (at: number | string = clock().getTime()): string => new Date(at).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })
export { today } from '../model/clock.ts'

/** '2027-01-04 09:00' of a time with seconds; '' of none. Source: platform.md 9 (display of dates). */
export const minuteText = (time: unknown): string => String(time ?? '').slice(0, 16)
