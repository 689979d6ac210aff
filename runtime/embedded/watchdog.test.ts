import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchdog } from './watchdog.ts'

let begun = 0n
let over = 0
let limit = 30_000
let end: () => void
beforeEach(() => {
  vi.useFakeTimers()
  begun = 0n
  over = 0
  limit = 30_000
  end = watchdog(
    () => begun,
    () => limit,
    () => {
      over += 1
      begun = 0n
    },
  )
})
afterEach(() => {
  end()
  vi.useRealTimers()
})
let batches = 0n
const start = () => (begun = ++batches)

test('one batch that is at work for the whole limit is over it, once', () => {
  start()
  vi.advanceTimersByTime(29_000)
  expect(over).toBe(0)
  vi.advanceTimersByTime(3000)
  expect(over).toBe(1)
  vi.advanceTimersByTime(60_000)
  expect(over).toBe(1)
})

test('many short batches, one after another, are not one long batch', () => {
  for (let second = 0; second < 120; second++) {
    start()
    vi.advanceTimersByTime(1000)
  }
  expect(over).toBe(0)
})

test('a computer that slept during a statement wakes with it unharmed', () => {
  start()
  vi.advanceTimersByTime(2000)
  vi.setSystemTime('2050-01-01')
  vi.advanceTimersByTime(5000)
  expect(over).toBe(0)
})

test('a limit that was wide while the product started is narrow for the batch after it', () => {
  limit = 600_000
  start()
  vi.advanceTimersByTime(120_000)
  expect(over).toBe(0)
  start()
  limit = 30_000
  vi.advanceTimersByTime(32_000)
  expect(over).toBe(1)
})
