// The encrypted interface, as both ends agree on it. A call names its key in the header Cpt-Key (SM2 of 32 random bytes as hex: 16 for SM4, 16 for the
// MAC), its query in `data` beside `timestamp` (milliseconds), a JSON body as {data, timestamp}; the answer is text/plain with the header Cpt-Sealed.
// `data` is Base64 of IV (16 bytes), SM4-CBC of the JSON, HMAC-SM3 (32 bytes) over context, IV and ciphertext. Source: platform.md 7; security.md 5.14.

export const KEY_HEADER = 'cpt-key'
export const SEALED_HEADER = 'cpt-sealed'
/** How far the time of a call may be off, in milliseconds; its random number is remembered for as long. */
export const WINDOW_MS = 300_000
export const IV_BYTES = 16
export const MAC_BYTES = 32
/** Hexadecimal digits of a key: SM4's and the MAC's. */
export const KEY_DIGITS = 64

/** What a query's seal is bound to: nothing of one call fits another. */
export const queryContext = (method: string, path: string, timestamp: number): string => `query|${method}|${path}|${timestamp}`
/** What a body's seal is bound to: its call's sealed query. */
export const bodyContext = (query: string): string => `body|${query}`
/** What an answer's seal is bound to: the call that it answers. */
export const answerContext = (query: string): string => `answer|${query}`
