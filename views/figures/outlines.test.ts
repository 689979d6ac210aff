import { expect, test } from 'vitest'
import { quantiles, topAndBottom } from './outlines.ts'

test('five classes hold as many values each; equal values are one class, and nothing has none', () => {
  expect(quantiles([10, 1, 9, 2, 8, 3, 7, 4, 6, 5])).toEqual([2, 4, 6, 8, 10])
  expect(quantiles([3, 3, 3, 3, 9])).toEqual([3, 9])
  expect([quantiles([]), quantiles([7])]).toEqual([[], [7]])
})

test('the first ten and the last ten, of few none twice', () => {
  const list = Array.from({ length: 12 }, (_, i) => i)
  expect(topAndBottom(list, 10)).toEqual({ top: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], bottom: [11, 10] })
  expect(topAndBottom([1, 2], 10)).toEqual({ top: [1, 2], bottom: [] })
})
