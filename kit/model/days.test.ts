// Days that people type: a lower and an upper bound for each, of whatever definition.
import { expect, test } from 'vitest'
import { dayOfWeek, dayWrong } from './days.ts'
import { date, datetime, text } from './field.ts'

const TODAY = '2026-03-17'
const said = (f: Parameters<typeof dayWrong>[0], v: unknown) => dayWrong(f, v, TODAY)?.zh
test('a day that has come is not later than today, any day not before 1949 and not beyond a life; a term without end has its own', () => {
  const past = date('调查日期', { en: 'Survey date', past: true }),
    term = date('承包期限止', { en: 'To' })
  expect([said(past, TODAY), said(past, '2026-03-18'), said(past, '2050-01-01')]).toEqual([undefined, '调查日期不能晚于今天', '调查日期不能晚于今天'])
  expect([said(past, '1949-10-01'), said(past, '1949-09-30')]).toEqual([undefined, '调查日期不能早于1949-10-01'])
  expect([said(term, '2096-12-31'), said(term, '2126-03-18'), said(term, '9999-01-01')]).toEqual([undefined, '承包期限止不能晚于2126-03-17', undefined])
  expect([said(term, '9999-12-31'), said(datetime('有效期止'), '9999-12-31 23:59:59'), !!said(term, '9999-12-30')]).toEqual([undefined, undefined, true])
  expect(said(date('生日', { past: true, since: '1900-01-01' }), '1931-05-05')).toBeUndefined()
  // a moment has the same bounds; what is no day is the check of its kind
  expect([said(datetime('受理时间', { past: true }), '2026-03-18 00:00:00'), said(datetime('签署期限'), '2026-03-18 00:00:00')]).toEqual([
    '受理时间不能晚于今天',
    undefined,
  ])
  expect([said(datetime('签署期限'), '0001-01-01 00:00:00'), said(datetime('签署期限'), '2126-03-18 00:00:00')]).toEqual([
    '签署期限不能早于1949-10-01',
    '签署期限不能晚于2126-03-17',
  ])
  expect([null, 'x', '2050-13-01', '2050-02-30', '1900-00-10'].map((v) => said(past, v))).toEqual([undefined, undefined, undefined, undefined, undefined])
  expect(said(text('备注'), '2050-01-01')).toBeUndefined()
  expect(dayWrong(past, '2050-01-01', TODAY)?.en).toBe('Survey date: not later than today')
})

test('a day has its weekday, Monday first, whatever the zone of the machine', () => {
  expect(['2026-03-02', '2026-03-07', '2026-03-08', '2024-02-29', '1999-12-31'].map(dayOfWeek)).toEqual([1, 6, 7, 4, 5])
})
