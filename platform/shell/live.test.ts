// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import type { DatabaseHandle } from '../../kit/server/db.server.ts'
import { LiveHub } from '../../runtime/live.server.ts'
import { startListening } from './live.web.ts'

afterEach(() => vi.unstubAllGlobals())

test('whoever leaves while the stream is open says nothing more to the other windows: their channel is closed', async () => {
  const said: string[] = []
  class Channel {
    isClosed = false
    addEventListener = () => {}
    postMessage = () => void said.push(this.isClosed ? 'late' : 'in time')
    close = () => void (this.isClosed = true)
  }
  vi.stubGlobal('BroadcastChannel', Channel)
  const ended = vi.fn()
  const open = (_url: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_done, fail) => signal.addEventListener('abort', () => (ended(), fail(signal.reason as Error))))
  vi.stubGlobal('fetch', open)
  startListening()()
  await new Promise(setImmediate)
  expect([ended.mock.calls.length, said]).toEqual([1, ['in time']])
})

/** The shortest silence after which proxies of the usual kind cut a stream, s. */
const CUTS = 20
test('a stream on which nothing happens is never silent for as long as a proxy allows, and who was cut off is told what stands when he is back', async () => {
  vi.useFakeTimers()
  let unread = 1
  const who = { tenantId: '000000', userId: '7', sessionId: 's' }
  const hub = new LiveHub([{ name: 'inbox', read: async () => new Map([['7', { unread }]]) }], async () => new Set(['s']))
  // the hub hands the database to its sources alone, and this one asks it nothing
  const looks = hub.worker(
    {} as DatabaseHandle,
    (e) => expect.fail(String(e)),
    () => new Date('2026-03-02T00:00:00Z'),
  )
  const heard: string[] = []
  const listen = async () => {
    const out = await hub.open(who, true)
    out.on('data', (part: Buffer) => heard.push(String(part)))
    return out
  }
  looks.start()
  const cut = await listen()
  await vi.advanceTimersByTimeAsync(100)
  expect(heard.join('')).toContain('{"unread":1}')
  for (let second = 0; second < 5 * CUTS; second += CUTS) {
    heard.length = 0
    await vi.advanceTimersByTimeAsync(CUTS * 1000)
    // a comment, which no page takes for a message
    expect(heard.length > 0 && heard.every((x) => x === ': \n\n')).toBe(true)
  }
  // the line is cut all the same; what comes meanwhile is a state, which the next stream begins with
  cut.destroy()
  await vi.advanceTimersByTimeAsync(100)
  unread = 2
  heard.length = 0
  await listen()
  await vi.advanceTimersByTimeAsync(100)
  expect([hub.size, heard.join('').includes('{"unread":2}')]).toEqual([1, true])
  await looks.stop()
  vi.useRealTimers()
})
