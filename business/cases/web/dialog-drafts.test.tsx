// @vitest-environment happy-dom
// What is typed into a dialog of a case is kept under that case, offered again, and forgotten once it is done.
import { cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDraftedState } from '../../../kit/web/dialog-draft.web.ts'
import { PageContext, signIn, type Drafted, type PageState, type TokenAnswer } from '../../../kit/web/session.web.ts'
import { AdviceDialog } from './Advice.web.tsx'
import { RevokeDialog } from './RevokeDialog.web.tsx'

const NONE = () => null
let opened: { name: string | undefined; form: Drafted; typed: number; ended: number }[] = []
const page: PageState = {
  key: '/business/all',
  search: {},
  setSearch: () => {},
  visible: true,
  tables: {
    useLayout: () => [{}, () => {}],
    Views: NONE,
    Export: NONE,
    Greyed: NONE,
    useDraft: (name, form) => {
      let at = opened.find((o) => o.name === name)
      if (!at) opened.push((at = { name, form, typed: 0, ended: 0 }))
      at.form = form
      const it = at
      return {
        offer: <p>草稿</p>,
        line: <i>已保留</i>,
        typed: () => void it.typed++,
        end: async () => void it.ended++,
        settled: async () => {},
        settle: async () => undefined,
      }
    },
  },
}
const draw = (dialog: React.ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PageContext value={page}>
        <App>{dialog}</App>
      </PageContext>
    </QueryClientProvider>,
  )
let isRefused = false
let refused = 0
beforeEach(() => {
  opened = []
  isRefused = false
  refused = 0
  signIn({ mark: 'm', expires_in: 3600, tenant_id: '000000', account: 'county' } as TokenAnswer)
  vi.stubGlobal('fetch', async () => {
    if (!isRefused) return new Response(JSON.stringify({ code: 200, success: true, data: null }))
    refused++
    return new Response(JSON.stringify({ code: 409, msg: '不能' }), { status: 409 })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the opinion that somebody types is kept under its case; a refused call leaves it, one that is done ends it', async () => {
  const done = vi.fn()
  draw(<AdviceDialog of={{ id: '7', taskId: '8' } as never} onClose={() => {}} onDone={done} />)
  expect(screen.getByText('草稿')).toBeTruthy()
  expect(screen.getByText('已保留')).toBeTruthy()
  const [draft] = opened
  expect(draft!.name).toMatch(/ 7$/)
  expect(draft!.form.take()).toBeUndefined()
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '界址清楚' } })
  expect(draft!.typed).toBe(1)
  expect(draft!.form.take()).toMatchObject({ comment: '界址清楚' })
  isRefused = true
  const send = () => fireEvent.click(screen.getAllByRole('button').at(-1)!)
  send()
  await waitFor(() => expect(refused).toBe(1))
  await waitFor(() => expect(screen.getAllByRole('button').at(-1)!.className).not.toContain('loading'))
  expect([draft!.ended, done.mock.calls.length]).toEqual([0, 0])
  isRefused = false
  send()
  await waitFor(() => expect(done).toHaveBeenCalled())
  expect(draft!.ended).toBe(1)
})
test('what was kept stands in the fields again', async () => {
  draw(<RevokeDialog of={{ id: '9', businessName: '甲' }} onClose={() => {}} onDone={() => {}} />)
  opened[0]!.form.put({ reason: '申请人撤回' } as never)
  await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('申请人撤回'))
})

test('what was cleared by hand is given up, and a dialog in which nobody typed gives nothing up', () => {
  const told = { typed: 0, ended: 0 }
  const draft = {
    offer: null,
    line: null,
    typed: () => void told.typed++,
    end: async () => void told.ended++,
    settled: async () => {},
    settle: async () => undefined,
  }
  const { rerender } = renderHook(({ reason }) => useDraftedState(draft, [reason], !reason), { initialProps: { reason: '' } })
  expect(told).toEqual({ typed: 0, ended: 0 })
  for (const reason of ['误', '误报', '']) rerender({ reason })
  expect(told).toEqual({ typed: 2, ended: 1 })
})
