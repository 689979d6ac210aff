// @vitest-environment happy-dom
import dayjs from 'dayjs'
import { afterEach, expect, test, vi } from 'vitest'
import { timeOf, today } from './clock.web.ts'
import { isComposing } from './day-clock.web.ts'

afterEach(() => {
  vi.useRealTimers()
})
test('today and now of a picker are those of the register, whatever the zone of the computer', () => {
  for (const at of ['2026-11-28T16:38:05Z', '2026-11-28T15:59:59Z', '2026-12-31T16:00:00Z', '2026-02-28T03:00:00Z']) {
    vi.useFakeTimers({ now: new Date(at) })
    expect(dayjs().format('YYYY-MM-DD HH:mm:ss')).toBe(timeOf())
    expect(dayjs().format('YYYY-MM-DD')).toBe(today())
  }
  // a given moment is what it was
  expect([dayjs('2026-03-01').format('YYYY-MM-DD'), dayjs(null).isValid()]).toEqual(['2026-03-01', false])
})
test('Enter that ends a composition is told in every browser', () => {
  const key = (isComposing_: boolean, keyCode: number) => isComposing({ nativeEvent: { isComposing: isComposing_ }, keyCode })
  expect([key(true, 13), key(false, 229), key(true, 229), key(false, 13)]).toEqual([true, true, true, false])
})
