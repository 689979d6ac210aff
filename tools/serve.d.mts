/** What the server's Node is told. */
export const NODE_FLAGS: readonly string[]
export function whyEnded(code: number | null, signal: string | null): string
export function pauseBefore(n: number): number
