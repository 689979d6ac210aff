// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useLater, type HolderProps } from './later.tsx'

interface Bell {
  ring(text: string): void
}
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what was asked before the real thing came is done when it has come, though its file failed at first', async () => {
  // the browser rests as soon as something is done
  vi.stubGlobal('requestIdleCallback', (rest: () => void) => (queueMicrotask(rest), 0))
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  const rung: string[] = []
  const bell: Bell = { ring: (text) => void rung.push(text) }
  function Tower({ queue, wanted }: HolderProps<Bell>) {
    useEffect(() => queue.splice(0).forEach((ring) => ring(bell)), [queue, wanted])
    return null
  }
  const load = vi.fn(async () => Tower).mockRejectedValueOnce(new Error('the line is away'))
  let ring: (text: string) => void = () => undefined
  function Page() {
    const [api, holder] = useLater<Bell>(['ring'], load)
    ring = api.ring!
    return holder
  }
  vi.useFakeTimers()
  await act(async () => void render(<Page />))
  expect(load.mock.calls.length).toBe(0)
  await act(() => vi.advanceTimersByTimeAsync(1500))
  expect([load.mock.calls.length, rung]).toEqual([1, []])
  await act(async () => ring('one'))
  await act(async () => ring('two'))
  expect([load.mock.calls.length, rung]).toEqual([2, ['one', 'two']])
})
