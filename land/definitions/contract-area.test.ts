import { expect, test } from 'vitest'
import { contractArea, parcelAreaFits } from './contract-area.ts'

test('the area of a contract is the sum of its parcels, in each unit by itself, and their number', () => {
  const parcels = [
    { htmj: '1000.00', htmjm: '1.50' },
    { htmj: '333.33', htmjm: '0.50' },
    { htmj: '0.01', htmjm: '0.00' },
  ]
  expect(contractArea(parcels)).toEqual({ htzmj: '1333.34', htzmjm: '2.00', cbdkzs: 3 })
  expect(contractArea([])).toEqual({ htzmj: '0.00', htzmjm: '0.00', cbdkzs: 0 })
})

test.each([
  ['1000.00', '1.50', true],
  ['1000.00', '1.49', true],
  ['1000.00', '1.51', true],
  ['1000.00', '1.48', false],
  ['1000.00', '1.52', false],
  ['0.00', '0.00', false],
  ['0.01', '0.00', false],
  ['0.01', '0.01', true],
  ['6.67', '0.01', true],
])('%s m² are %s mu: %s', (htmj, htmjm, fits) => {
  expect(parcelAreaFits({ htmj, htmjm })).toBe(fits)
})
