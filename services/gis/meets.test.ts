// What a shape meets in layers that are no tables of ours.
import { expect, test } from 'vitest'
import { geometriesMeet, geometryLiesIn } from './meets.ts'

const at = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] })
const way = (...coordinates: number[][]) => ({ type: 'LineString', coordinates })
const box = (w: number, s: number, e: number, n: number) => ({ type: 'Polygon', coordinates: [[[w, s], [e, s], [e, n], [w, n], [w, s]]] }) // prettier-ignore
/** A square with a hole in its middle. */
const ring = { type: 'Polygon', coordinates: [...box(0, 0, 9, 9).coordinates, ...box(3, 3, 6, 6).coordinates] }

test('points, ways and areas meet an area where they have a place in common with it; what lies in its hole does not', () => {
  const meeting = [at(1, 1), way([-1, 1], [1, 1]), way([-1, 4], [10, 4]), box(8, 8, 12, 12), box(-1, -1, 10, 10), box(4, 4, 7, 5), { type: 'MultiPoint', coordinates: [[20, 20], [1, 2]] }] // prettier-ignore
  expect(meeting.map((g) => geometriesMeet(g, ring))).toEqual(meeting.map(() => true))
  const apart = [
    at(4, 4),
    at(20, 1),
    way([4, 4], [5, 5]),
    way([10, -1], [20, 12]),
    box(4, 4, 5, 5),
    box(10, 10, 12, 12),
    null,
    { type: 'Circle', coordinates: [1, 1] },
  ]
  expect(apart.map((g) => geometriesMeet(g, ring))).toEqual(apart.map(() => false))
})
test('a drawn way meets what it crosses, touches or lies in', () => {
  const line = way([0, 0], [10, 10])
  expect([box(4, 0, 6, 20), box(-5, -5, 20, 20), way([0, 10], [10, 0]), way([5, 5], [5, 9])].map((g) => geometriesMeet(g, line))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect([box(6, 0, 9, 3), way([0, 1], [5, 7]), way([11, 11], [12, 12])].map((g) => geometriesMeet(g, line))).toEqual([false, false, false])
})
test('what lies in an area as a whole has every corner in it and crosses no edge', () => {
  expect([at(1, 1), box(1, 1, 2, 2), way([1, 1], [2, 8])].map((g) => geometryLiesIn(g, ring))).toEqual([true, true, true])
  // over the hole, over the edge, in the hole
  expect([way([1, 4], [8, 4]), box(8, 8, 12, 12), at(4, 4), null].map((g) => geometryLiesIn(g, ring))).toEqual([false, false, false, false])
})
