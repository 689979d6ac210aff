// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import { App } from 'antd'
import { afterEach, expect, test, vi } from 'vitest'
import { unstyled } from '../../tests/unstyled.ts'
import { Dialog } from './dialogs.web.tsx'
import { queryKeyOf } from './keys.web.ts'
import { useOneCall } from './one-call.web.ts'

unstyled()
afterEach(cleanup)

const DONE = { zh: '已办妥', en: 'Done' }
function held() {
  const client = new QueryClient()
  client.setQueryData(queryKeyOf('notice'), 'kept')
  const { result } = renderHook(useOneCall, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        <App>{children}</App>
      </QueryClientProvider>
    ),
  })
  return { result, isStale: () => client.getQueryState(queryKeyOf('notice'))?.isInvalidated }
}
const refusal = Object.assign(new Error('服务器的话'), { code: 400, msg: '服务器的话' })

test('a second press while the first runs does nothing; done, it says so and what it touches is asked for again', async () => {
  const { result, isStale } = held()
  const call = vi.fn()
  let end = () => {}
  const first = () =>
    new Promise<void>((done) => {
      call()
      end = done
    })
  let answered: Promise<boolean> | undefined
  await act(async () => void (answered = result.current.run(first, { done: DONE, touches: [queryKeyOf('notice')] })))
  expect(result.current.busy).toBe(true)
  await act(async () => expect(await result.current.run(first)).toBe(false))
  expect([call.mock.calls.length, isStale(), screen.queryByText(DONE.zh)]).toEqual([1, false, null])
  await act(async () => {
    end()
    expect(await answered).toBe(true)
  })
  await screen.findByText(DONE.zh)
  expect([result.current.busy, isStale()]).toEqual([false, true])
})

test('a refused call is told by the client alone, any other fault here; neither says that it is done nor renews anything, and the next press is heard', async () => {
  const { result, isStale } = held()
  const fail = (e: Error, refused?: (e: unknown) => boolean) =>
    act(async () =>
      expect(await result.current.run(() => Promise.reject(e), { done: DONE, touches: [queryKeyOf('notice')], ...(refused ? { refused } : {}) })).toBe(false),
    )
  await fail(refusal)
  expect(screen.queryByText(refusal.msg)).toBeNull()
  const atFields = vi.fn(() => true)
  await fail(new Error('在字段旁'), atFields)
  expect([atFields.mock.calls.length, screen.queryByText('在字段旁')]).toEqual([1, null])
  await fail(new Error('没有磁盘'))
  await screen.findByText('没有磁盘')
  expect([result.current.busy, isStale(), screen.queryByText(DONE.zh)]).toEqual([false, false, null])
  await act(async () => expect(await result.current.run(async () => undefined)).toBe(true))
})

test('a dialog takes nearly all of a telephone and leaves room beside it on a desk', () => {
  render(
    <App>
      <Dialog open title="表单" />
    </App>,
  )
  const own = (name: string) => document.querySelector<HTMLElement>('.ant-modal')!.style.getPropertyValue(`--ant-modal-${name}-width`)
  expect([own('xs'), own('lg')]).toEqual(['96%', '60%'])
})
