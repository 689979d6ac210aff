import { expect, test } from 'vitest'
import { outcomeOf, retryDelay, type FailedAttempt } from './job-outcome.ts'

const failed = (part: Partial<FailedAttempt> = {}) => outcomeOf({ stop: undefined, refused: false, attempts: 1, maxAttempts: 3, ...part })

test('a job that fails by accident is tried again until its attempts are used up', () => {
  expect([1, 2, 3, 4].map((attempts) => failed({ attempts }))).toEqual(['retry', 'retry', 'failed', 'failed'])
  expect([1, 2].map(retryDelay)).toEqual([2000, 4000])
})
test('a refusal ends a job at its first attempt', () => {
  expect(failed({ refused: true })).toBe('failed')
})
test('why a job was stopped comes before how it failed', () => {
  for (const refused of [true, false])
    for (const attempts of [1, 3])
      expect((['lost', 'stopping', 'cancelled'] as const).map((stop) => failed({ stop, refused, attempts }))).toEqual(['leave', 'requeue', 'cancelled'])
})
