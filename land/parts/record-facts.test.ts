import { expect, test } from 'vitest'
import { areasAgree, termLeft } from './record-facts.ts'

const zh = (t: { text: { zh: string } } | undefined) => t?.text.zh

test('a term tells when it ends and how long that still is; near its end it is a matter of care, past it it is over', () => {
  expect(zh(termLeft('2028-09-30', '2026-11-29'))).toBe('2028-09-30 到期，剩 1 年 10 个月')
  expect(termLeft('2028-09-30', '2026-11-29')).toMatchObject({ tone: 'warning', text: { en: 'Until 2028-09-30, 1 year 10 months left' } })
  expect(termLeft('2056-11-28', '2026-11-29')).toMatchObject({ tone: 'default', text: { zh: '2056-11-28 到期，剩 29 年 11 个月' } })
  // the day itself still counts
  expect(termLeft('2026-11-29', '2026-11-29')).toMatchObject({ tone: 'warning', text: { zh: '2026-11-29 到期，剩 0 天' } })
  expect(termLeft('2026-12-28', '2026-11-29')).toMatchObject({ text: { zh: '2026-12-28 到期，剩 29 天', en: 'Until 2026-12-28, 29 days left' } })
  expect(termLeft('2026-11-28', '2026-11-29')).toMatchObject({ tone: 'error', text: { zh: '2026-11-28 已到期' } })
  expect(zh(termLeft('9999-01-01', '2026-11-29'))).toBe('长期')
  expect(termLeft(null, '2026-11-29')).toBeUndefined()
})

test('areas agree or differ by so much, in decimals; from a tenth of the contract on it is a matter of care', () => {
  expect(areasAgree('9.23', '10.04')).toEqual({ text: { zh: '比合同面积多 0.81 亩（8.7%）', en: '0.81 mu more than the contract (8.7%)' }, tone: 'default' })
  expect(areasAgree('1.00', '1.10')).toMatchObject({ tone: 'warning', text: { zh: '比合同面积多 0.10 亩（10.0%）' } })
  expect(areasAgree('1.05', '1.03')).toMatchObject({ tone: 'default', text: { zh: '比合同面积少 0.02 亩（1.9%）' } })
  expect(areasAgree('0.30', '0.30')).toMatchObject({ tone: 'success' })
  expect(areasAgree('0.00', '0.30')).toMatchObject({ text: { zh: '比合同面积多 0.30 亩' } })
  expect(areasAgree(null, '0.30')).toBeUndefined()
})
