import { expect, test } from 'vitest'
import { shapeToWkt } from '../geometry/crs.ts'
import type { Point } from '../geometry/shape.ts'
import { changesOf } from './shape-changes.ts'

const box = (w: number, e: number) => {
  const at = (x: number, y: number): Point => [515_000 + x, 3_330_000 + y]
  return shapeToWkt([[at(w, 0), at(e, 0), at(e, 100), at(w, 100)]], 35)
}

test('each new shape says what it gained and lost, the latest first; the same shape again is no change', () => {
  const found = changesOf([
    { regFrom: '2024-01-01', geom: box(10, 110) },
    { regFrom: '2020-01-01', geom: box(0, 100) },
    { regFrom: '2022-01-01', geom: box(0, 100) },
    { regFrom: '2023-01-01', geom: null },
    { regFrom: '2025-01-01', geom: box(10, 60) },
  ])
  expect(found.map((c) => [c.day, c.areas])).toEqual([
    ['2025-01-01', { before: '10000.00', after: '5000.00', gained: '0.00', lost: '5000.00' }],
    ['2024-01-01', { before: '10000.00', after: '10000.00', gained: '1000.00', lost: '1000.00' }],
  ])
  expect(changesOf([])).toEqual([])
})
