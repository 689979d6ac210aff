/** Minutes before each further attempt; the last stands for all that follow. Source: business-flows.md 10.2. */
const RETRY_MINUTES = '1,5,15,60'
/** How a target is called whose configuration says nothing of it. */
export const PUSH_DEFAULTS = { maxTries: 24, retryMinutes: RETRY_MINUTES, timeoutSeconds: 10 } as const
const MOST_STEPS = 24
const MOST_MINUTES = 1440
const numbers = (text: string) => text.split(/[,，\s]+/).filter(Boolean)

/** Whether a text is a ladder of delays: up to 24 whole numbers from 1 to 1440 with one comma or blanks between two, none below the one before it. */
export function isLadder(text: string): boolean {
  const steps = text.trim().split(/\s*[,，]\s*|\s+/)
  const ok = steps.every((s, i) => /^\d{1,4}$/.test(s) && Number(s) >= 1 && Number(s) <= MOST_MINUTES && Number(s) >= Number(steps[i - 1] ?? 1))
  return ok && steps.length > 0 && steps.length <= MOST_STEPS
}
/** Minutes between attempt `n` (from 1) and the next. */
export function delayMinutes(ladder: string | null | undefined, n: number): number {
  const steps = numbers(ladder || RETRY_MINUTES).map(Number)
  return steps[Math.min(n, steps.length) - 1]!
}
