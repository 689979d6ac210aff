// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
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
