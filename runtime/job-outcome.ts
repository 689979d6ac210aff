/**
 * Why a running job must stop: a person cancelled it, the server stops (it is taken again), or another server took it over (it goes on there).
 * Only after `cancelled` does a job give back what it holds; after the others it changes nothing.
 */
export type Stop = 'cancelled' | 'stopping' | 'lost'

/** An attempt at a job that ended without its result. */
export interface FailedAttempt {
  /** why it was stopped; undefined when it failed by itself */
  stop: Stop | undefined
  /** it ended with a refusal meant for people, which another attempt would only repeat */
  refused: boolean
  /** attempts so far, this one counted in */
  attempts: number
  maxAttempts: number
}

/**
 * What becomes of the row of such a job: it belongs to another server and is left alone, waits for the next server, is over as cancelled or as
 * failed, or waits for another attempt.
 */
export type Outcome = 'leave' | 'requeue' | 'cancelled' | 'failed' | 'retry'

/** What becomes of a job whose attempt ended without a result. */
export function outcomeOf({ stop, refused, attempts, maxAttempts }: FailedAttempt): Outcome {
  if (stop === 'lost') return 'leave'
  if (stop === 'stopping') return 'requeue'
  if (stop === 'cancelled') return 'cancelled'
  return refused || attempts >= maxAttempts ? 'failed' : 'retry'
}

/** How long a job waits before its next attempt, in milliseconds. */
export const retryDelay = (attempts: number): number => 2000 * attempts
