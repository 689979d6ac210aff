import { expect, test } from 'vitest'
import { lasted } from './lasted.ts'

test('a span is told in its two largest units, in both languages', () => {
  const from = '2026-12-31 23:00:30'
  const cases = [
    ['2026-12-31 23:01:29', '不到1分钟', 'less than 1 min'],
    ['2026-12-31 23:01:30', '1分钟', '1 min'],
    ['2027-01-01 00:00:30', '1小时', '1 h'],
    ['2027-01-01 01:05:30', '2小时5分钟', '2 h 5 min'],
    ['2027-01-03 02:09:30', '2天3小时', '2 d 3 h'],
    ['2027-01-02 23:05:30', '2天5分钟', '2 d 5 min'],
    ['2026-12-31 22:00:00', '不到1分钟', 'less than 1 min'],
  ] as const
  for (const [to, zh, en] of cases) expect([to, lasted(from, to, 'zh'), lasted(from, to, 'en')]).toEqual([to, zh, en])
})
