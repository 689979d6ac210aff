import { expect, test } from 'vitest'
import { int, text } from '../../../kit/model/field.ts'
import { takeCell } from './cells.ts'

const code = text('编码', { en: 'Code', max: 30 })

test('a sheet keeps fifteen digits of a number: a longer code that was typed as a number is refused, and one that was typed as text is taken', () => {
  expect(takeCell(code, 999_999_999_999_999, 'B2', undefined)).toEqual({ value: '999999999999999' })
  for (const long of [1e15, 1e16, 512021191203030000, -1e15])
    expect(takeCell(code, long, 'B2', undefined)).toMatchObject({ fault: { zh: expect.stringContaining('B2'), en: expect.stringContaining('B2') } })
  expect(takeCell(code, '512021191203030001', 'B2', undefined)).toEqual({ value: '512021191203030001' })
  // as the sheet shows it, pasted as text
  for (const shown of ['5.12021E+17', '5E+17', '5.12021e17', ' 5.12021E+017 '])
    expect(takeCell(code, shown, 'B2', undefined)).toMatchObject({ fault: { zh: expect.stringContaining('B2') } })
  for (const own of ['5E17', '1.5E', 'E+17', 'A5.1E+17']) expect(takeCell(code, own, 'B2', undefined)).toEqual({ value: own })
  expect(takeCell(int('数', { en: 'Number' }), 12, 'B2', undefined)).toEqual({ value: '12' })
})
