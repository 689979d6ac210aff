// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { api } from './client.web.ts'
import { setClock, timeOf, today } from './clock.web.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the browser’s day is the server’s, whatever the computer’s clock says; a moment’s difference is nothing', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-29T02:00:00Z'), toFake: ['Date'] })
  expect(today()).toBe('2026-11-29')
  const answer = (date: string) => new Response('{"code":200,"success":true,"data":null}', { headers: { date, 'content-type': 'application/json' } })
  vi.stubGlobal('fetch', async () => answer('Tue, 15 Dec 2026 01:30:00 GMT'))
  await api.get('any')
  expect(timeOf()).toBe('2026-12-15 09:30:00')
  vi.stubGlobal('fetch', async () => answer('Sun, 29 Nov 2026 02:00:20 GMT'))
  await api.get('any')
  expect(timeOf()).toBe('2026-11-29 10:00:00')
  setClock(null)
  setClock('no date')
  expect(today()).toBe('2026-11-29')
})
