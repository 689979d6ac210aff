import { expect, test } from 'vitest'
import { casesFirst } from './home.ts'

test('people of a village see what waits first, everybody else and a province’s deployment the charts', () => {
  expect(casesFirst('', 'village')).toBe(true)
  expect(casesFirst('', 'town,village')).toBe(true)
  expect(casesFirst('', 'villager,county')).toBe(false)
  expect(casesFirst('', '')).toBe(false)
  expect(casesFirst('sx', 'village')).toBe(false)
})
