import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { localDay, localTime } from './clock.server.ts'

test('a day begins at midnight in Shanghai, on the last of a month, of a year and of a February as well', () => {
  const days = ['2027-05-17T15:59:59Z', '2027-05-17T16:00:00Z', '2027-05-18T00:30:00Z', '2027-12-31T16:30:00Z', '2028-02-28T16:30:00Z', '2028-02-29T16:00:00Z']
  expect(days.map((at) => localDay(new Date(at)))).toEqual(['2027-05-17', '2027-05-18', '2027-05-18', '2028-01-01', '2028-02-29', '2028-03-01'])
})

test('a time is that of Shanghai, which had summer time from 1986 to 1991', () => {
  const times = ['1990-07-01T00:00:00Z', '1991-12-31T23:59:59Z', '1992-01-01T00:00:00Z', '2026-07-01T00:00:00Z']
  expect(times.map((at) => localTime(new Date(at)))).toEqual(['1990-07-01 09:00:00', '1992-01-01 07:59:59', '1992-01-01 08:00:00', '2026-07-01 08:00:00'])
})

test('the clock is as far ahead of the machine as the environment says', () => {
  const code = `import { clock } from ${JSON.stringify(new URL('./clock.server.ts', import.meta.url).href)}
    console.log(Math.round((clock().getTime() - Date.now()) / 60_000) + 0)`
  const ahead = (ms?: string) =>
    Number(execFileSync(process.execPath, ['--input-type=module', '-e', code], { env: { PATH: process.env.PATH, CLOCK_AHEAD_MS: ms }, encoding: 'utf8' }))
  expect([ahead(), ahead('86400000'), ahead('-3600000')]).toEqual([0, 24 * 60, -60])
})
