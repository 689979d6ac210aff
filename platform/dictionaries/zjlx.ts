/** Kinds of identity document (dictionary zjlx) that code treats apart. Source: codes.md 3. */
export const ZJLX = { idCard: '1', organisation: '3', register: '4' } as const
