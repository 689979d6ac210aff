/** How a delivery ended: taken, refused for a reason that the server names, or to be sent once more. */
export type DeliveryOutcome = { as: 'taken' } | { as: 'conflict'; msg: string } | { as: 'later'; msg: string }

/** Whether a refusal has nothing to do with what was sent: no answer, no session, too many calls, a server that fails. */
export const isLater = (code: number): boolean => code === 0 || code === 401 || code === 408 || code === 429 || code >= 500

/** How long what somebody took along stays on a device, in days; what waits for its delivery stays longer. */
export const STAYS_DAYS = 14
/** The name of the browser's own place in which it lies. */
export const SHELF = 'chengbao-away'
