import { expect, test } from 'vitest'
import { isArea, isSome, m2, minus, mu, shareOfArea } from './area.ts'
import { contractArea, formerArea, parcelAreaFits, shareIn, sharesBeyond } from './contract-area.ts'

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

test('the former area is the sum of what the parcels were contracted with, none as soon as one has none', () => {
  const parcels = [
    { yhtmj: '900.00', yhtmjm: '1.35' },
    { yhtmj: '100.05', yhtmjm: '0.15' },
  ]
  expect(formerArea(parcels)).toEqual({ yhtzmj: '1000.05', yhtzmjm: '1.50' })
  expect(formerArea([...parcels, { yhtmj: null, yhtmjm: '0.50' }])).toEqual({ yhtzmj: null, yhtzmjm: '2.00' })
  expect([formerArea([...parcels, {}]), formerArea([])]).toEqual([1, 2].map(() => ({ yhtzmj: null, yhtzmjm: null })))
})
test('the share of a household is its area in the parcel, and the shares of a parcel make up 1; a whole parcel has none', () => {
  const parcel = { sfqqqg: '1', scmj: '1000.00' }
  const shares = ['250.00', '333.33', '416.67'].map((htmj) => shareIn({ ...parcel, htmj }))
  expect(shares).toEqual(['0.2500', '0.3333', '0.4167'])
  expect(shares.reduce((s, x) => s + Number(x), 0)).toBeCloseTo(1, 4)
  expect(shareIn({ ...parcel, htmj: '1000.00' })).toBe('1.0000')
  for (const x of [
    { sfqqqg: '2', htmj: '1.00', scmj: '2.00' },
    { ...parcel, htmj: null },
    { sfqqqg: '1', htmj: '1.00', scmj: '0.00' },
  ])
    expect(shareIn(x)).toBeUndefined()
  const all = ['250.00', '333.33', '416.67'].map((htmj) => ({ htmj }))
  expect([sharesBeyond(all, '1000.00'), sharesBeyond(all, '999.97'), sharesBeyond(all, '999.96'), sharesBeyond(all, null)]).toEqual([0n, 0n, 1n, 0n])
})

test('a part in m² is of the whole what its mu are, exactly, and parts of a whole add up', () => {
  // 1234.57 × 1.23 / 1.85 = 820.8222…; as floating numbers 0.615 of a hundredth is lost or won
  expect([shareOfArea(m2('1234.57'), mu('1.23'), mu('1.85')), shareOfArea(m2('1234.57'), mu('0.62'), mu('1.85'))]).toEqual(['820.82', '413.75'])
  expect(shareOfArea(m2('9999999999999.99'), mu('0.50'), mu('1.00'))).toBe('5000000000000.00')
  expect(() => shareOfArea(m2('1.00'), mu('1.00'), mu('0.00'))).toThrow(RangeError)
  expect([minus(mu('1.10'), mu('1.00')), minus(mu('0.30'), mu('0.40')), minus(m2('1.00'), m2('1.00'))]).toEqual(['0.10', '-0.10', '0.00'])
})
test('an area is text of digits with two decimals at most', () => {
  expect(['1', '1.5', '1.50', '', '-1', '1.505', 'null', '1e3'].map(isArea)).toEqual([true, true, true, false, false, false, false, false])
  expect(['0.01', '0.00', '', null, undefined].map(isSome)).toEqual([true, false, false, false, false])
})
