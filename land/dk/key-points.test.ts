import { expect, test } from 'vitest'
import { toMetres, zoneOf } from '../geometry/crs.ts'
import { keyPoints } from './key-points.ts'

const corners = [
  [105.1, 30.1],
  [105.101, 30.1],
  [105.101, 30.101],
  [105.1, 30.101],
]
const wkt = `POLYGON((${[...corners, corners[0]!].map((p) => p.join(' ')).join(',')}))`
const point = (jzdh: string, i: number, shift = 0) => {
  const [east, north] = toMetres(corners[i]!, zoneOf(105.1))
  return { jzdh, xzbz: (north + shift).toFixed(3), yzbz: (35_000_000 + east).toFixed(3) }
}

test('stored boundary points are named clockwise, whatever the ring’s direction', () => {
  const points = [point('J1', 0), point('J2', 1), point('3', 2), point('J4', 3)]
  const around = keyPoints(wkt, points).split('/')
  const at = around.indexOf('J1')
  expect([...around.slice(at), ...around.slice(0, at)]).toEqual(['J1', 'J4', 'J3', 'J2'])
})

test('a corner half a metre off its point still finds it and one further away does not', () => {
  expect(keyPoints(wkt, [point('J9', 0, 0.4)])).toBe('J9')
  expect(keyPoints(wkt, [point('J9', 0, 0.6)])).toBe('')
})

test('a parcel without stored points numbers its corners and stays within 254 characters', () => {
  expect(keyPoints(wkt, [])).toBe('J1/J2/J3/J4')
  const many = Array.from({ length: 200 }, (_, i) => [105.1 + 0.001 * Math.cos(i / 32), 30.1 + 0.001 * Math.sin(i / 32)])
  const long = keyPoints(`POLYGON((${[...many, many[0]!].map((p) => p.join(' ')).join(',')}))`, [])
  expect(long.length).toBeLessThanOrEqual(254)
  expect(long).toMatch(/^J\d+(\/J\d+)*$/)
})
