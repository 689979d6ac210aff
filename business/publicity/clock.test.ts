import { expect, test } from 'vitest'
import { postingDaysAfter, daysLeft, endDateOf, handleable, PUBLICITY_FLOW } from './clock.ts'

test('a round of publicity and an objection go these ways and no others', () => {
  expect(PUBLICITY_FLOW).toEqual([
    ['0', 'start', '1'],
    ['1', 'complete', '2'],
    ['0', 'revoke', '3'],
    ['1', 'revoke', '3'],
  ])
  expect(handleable).toEqual({ '0': ['1', '2', '3', '4'], '1': ['2', '3', '4'] })
})

test('the day of posting is day 1, over ends of months and a leap day, and completion is the day after the last', () => {
  expect([endDateOf('2026-03-02', 15), endDateOf('2026-02-20', 15), endDateOf('2028-02-20', 15), endDateOf('2026-12-31', 1)]).toEqual([
    '2026-03-16',
    '2026-03-06',
    '2028-03-05',
    '2026-12-31',
  ])
  expect(['2026-03-15', '2026-03-16', '2026-03-17', '2026-03-18'].map((day) => daysLeft('2026-03-16', day))).toEqual([2, 1, 0, 0])
  expect(['2026-03-15', '2026-03-16', '2026-03-19'].map((day) => postingDaysAfter('2026-03-16', day))).toEqual([-1, 0, 3])
})
