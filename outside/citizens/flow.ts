// States of what citizens send and who moves them. Pure; server and buttons read these tables. Source: business-flows.md 12.

import { dayOfWeek } from '../../kit/model/days.ts'
import { typedPhone } from '../../platform/messages/phone-number.ts'

export const INQUIRE = { open: '0', replied: '1', closed: '2' } as const
export const DEMAND = { draft: '0', submitted: '1', passed: '2', refused: '3', offline: '4' } as const
export const RESERVE_STATE = { reserved: '0', confirmed: '1', handled: '2', absent: '3', cancelled: '4' } as const
export const POLICY = { draft: '0', published: '1' } as const

type Steps = Readonly<Record<string, Readonly<Record<string, string>>>>
/** state → act → next state. */
export const INQUIRE_STEPS = {
  [INQUIRE.open]: { reply: INQUIRE.replied, close: INQUIRE.closed },
  [INQUIRE.replied]: { reply: INQUIRE.replied, close: INQUIRE.closed },
  [INQUIRE.closed]: {},
} as const satisfies Steps
export const DEMAND_STEPS = {
  [DEMAND.draft]: { submit: DEMAND.submitted },
  [DEMAND.submitted]: { pass: DEMAND.passed, refuse: DEMAND.refused },
  [DEMAND.passed]: { offline: DEMAND.offline },
  [DEMAND.refused]: { submit: DEMAND.submitted },
  [DEMAND.offline]: {},
} as const satisfies Steps
export const RESERVE_STEPS = {
  [RESERVE_STATE.reserved]: {
    confirm: RESERVE_STATE.confirmed,
    checkin: RESERVE_STATE.confirmed,
    handle: RESERVE_STATE.handled,
    absent: RESERVE_STATE.absent,
    cancel: RESERVE_STATE.cancelled,
  },
  [RESERVE_STATE.confirmed]: { checkin: RESERVE_STATE.confirmed, handle: RESERVE_STATE.handled, absent: RESERVE_STATE.absent, cancel: RESERVE_STATE.cancelled },
  [RESERVE_STATE.handled]: {},
  [RESERVE_STATE.absent]: {},
  [RESERVE_STATE.cancelled]: {},
} as const satisfies Steps
/** The state after an act; undefined where the state does not admit it. */
export const stepTo = (steps: Steps, state: string | null, act: string): string | undefined =>
  Object.hasOwn(steps, state ?? '') && Object.hasOwn(steps[state ?? '']!, act) ? steps[state ?? '']![act] : undefined

/** Signs of a code that is read out and typed: none that looks like another, 30 of them. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const CODE_SIGNS = 8
/** A code that is not guessed: kind (Y appointment, Z question), county, eight signs. `random`: bytes of chance, one a sign at least. */
export function codeFrom(kind: 'Y' | 'Z', county: string, random: Uint8Array): string {
  // 240 = the largest multiple of 30 in a byte: what lies above would favour the first signs
  const signs = [...random].filter((b) => b < 240).map((b) => SIGNS[b % SIGNS.length]!)
  return `${kind}${county}${signs.slice(0, CODE_SIGNS).join('')}`
}
/** A code as somebody types it; undefined for what is none. */
export const parseCode = (kind: 'Y' | 'Z', typed: string): string | undefined =>
  new RegExp(`^${kind}\\d{6}[${SIGNS}]{${CODE_SIGNS}}$`).exec(typed.toUpperCase().replaceAll(/[\s-]/g, ''))?.[0]
const tailOf = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-4)
/** Whether somebody shows by the last four digits of a phone that a matter is his: of no phone, and of one with fewer digits, nothing does. */
export const isOwnTail = (phone: unknown, tail: string | undefined): boolean => /^\d{4}$/.test(tail ?? '') && tailOf(String(phone ?? '')) === tail

/** Appointments that hold a place. */
export const HOLDING: readonly string[] = [RESERVE_STATE.reserved, RESERVE_STATE.confirmed]
/** '09:00-10:00': a time of a day that begins before it ends. */
export function isSlot(text: string): boolean {
  const found = /^(([01]\d|2[0-3]):[0-5]\d)-(([01]\d|2[0-3]):[0-5]\d)$/.exec(text)
  return !!found && found[1]! < found[3]!
}
/** Whether two times of one day have a minute in common. */
export const overlaps = (a: string, b: string): boolean => a.slice(0, 5) < b.slice(6) && b.slice(0, 5) < a.slice(6)
/** The key of a day's weekday in the dictionary weekday. */
export const weekdayOf = (day: string): string => String(dayOfWeek(day))

/** Which rows may go: those upon which nobody has decided. Whoever asked looks for the others by his code. */
export const REMOVABLE = {
  inquire: (status: string | null): boolean => status === INQUIRE.open,
  demand: (status: string | null): boolean => status === DEMAND.draft,
  /** given up by its holder, with nothing done by the office */
  reserve: (status: string | null, handler: string | null): boolean => status === RESERVE_STATE.cancelled && !handler,
  /** what is published for everybody */
  published: (publishedTime: string | null): boolean => !publishedTime,
} as const
/** Whether the day of an appointment is still to come. @param now of the request, or its day */
export const isAhead = (day: string | null, now: string): boolean => (day ?? '') > now.slice(0, 10)
/** Whether the time of an appointment has begun. @param now of the request, yyyy-MM-dd HH:mm:ss */
export const hasBegun = ({ day, slot }: { readonly day: string | null; readonly slot: string | null }, now: string): boolean =>
  `${day} ${(slot ?? '').slice(0, 5)}` <= now.slice(0, 16)

/** What was sent, with its phone as it is taken: the digits count, however they are typed. */
export const withPhone = <T extends Readonly<Record<string, unknown>>>(sent: T): T =>
  typeof sent.phone === 'string' ? { ...sent, phone: typedPhone(sent.phone) } : sent
