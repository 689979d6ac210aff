import { expect, test } from 'vitest'
import { layersOf } from './layers.ts'

test('a version stands one column after the last version it came from', () => {
  const layers = layersOf(
    ['d', 'c', 'b', 'a'],
    [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
      { from: 'a', to: 'd' },
      { from: 'c', to: 'd' },
    ],
  )
  expect(Object.fromEntries(layers)).toEqual({ a: 0, b: 1, c: 2, d: 3 })
})

test('links in a circle and links to versions that are not shown come to an end', () => {
  expect(
    layersOf(
      ['a', 'b'],
      [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a' },
        { from: 'x', to: 'a' },
        { from: 'a', to: 'a' },
      ],
    ).size,
  ).toBe(2)
})
