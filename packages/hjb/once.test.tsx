// @vitest-environment happy-dom
// What changes a rule or the register goes once, however often it is pressed; what is refused is told and may be pressed again.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { phrases } from '../../kit/web/phrases.ts'
import { sessionStore, signIn, type TokenAnswer } from '../../kit/web/session.web.ts'
import { unstyled } from '../../tests/unstyled.ts'
import { ChangedCells } from './ChangedCells.web.tsx'
import { HJB } from './flow.ts'
import { RulesPanel } from './RulesPanel.web.tsx'
import { cellWords, ruleWords } from './words.ts'

unstyled()
const RULE = {
  id: 'C04',
  text: '节点过近',
  standard: 'W',
  severity: 'S',
  fixed: false,
  unit: '米',
  standardThreshold: '0.05',
  threshold: '',
  reason: '',
  changedBy: '',
  changedAt: '',
}
const CELL = { id: '1', cbfbm: '512021119204010001', layer: 'CBF', object: '512021119204010001', field: 'cbfdz', was: '甲', becomes: '乙' }
/** What the calls answer, by the end of their path. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/hjbrule/rules': [RULE],
  '/hjbrule/page': { records: [], total: 0 },
  '/hjbcell/page': { records: [CELL], total: 1, current: 1, size: 50 },
}
let sent: string[] = []
let answer: (status: number, msg: string) => Promise<void>
beforeEach(() => {
  sent = []
  signIn({ mark: 'm', expires_in: 3600, tenant_id: '000000', account: 'county', dept_region: '512021' } as TokenAnswer)
  sessionStore.setState({ permission: { hjb_rule_add: true, hjb_transfer: true } })
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    const { pathname } = new URL(input, 'http://test')
    const said = (status: number, data: unknown, msg = '') => new Response(JSON.stringify({ code: status, success: status === 200, msg, data }), { status })
    if ((init.method ?? 'GET') === 'GET') {
      const found = Object.keys(ANSWERS).find((end) => pathname.endsWith(end))
      return Promise.resolve(said(200, found ? ANSWERS[found] : []))
    }
    sent.push(`${pathname.split('/').at(-1)!} ${String(init.body)}`)
    return new Promise((done) => {
      answer = (status, msg) => act(async () => done(said(status, null, msg)))
    })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const around = (what: ReactElement) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <App>{what}</App>
    </QueryClientProvider>,
  )
const pressed = (button: HTMLElement) => act(async () => void fireEvent.click(button))

test('a change of a rule', async () => {
  around(<RulesPanel onClose={() => {}} />)
  await pressed(await screen.findByRole('button', { name: ruleWords.change.zh }))
  fireEvent.change(screen.getByLabelText(ruleWords.reason.zh), { target: { value: '试点' } })
  const save = screen.getByRole('button', { name: /保\s*存/ })
  await pressed(save)
  await pressed(save)
  expect(sent).toEqual([`save ${JSON.stringify({ regionCode: '512021', rule: 'C04', severity: 'S', threshold: '', reason: '试点' })}`])
  await answer(400, '没有检查规则')
  // told in the dialog, and nowhere else
  expect(screen.getAllByText('没有检查规则')).toHaveLength(1)
  await pressed(save)
  await answer(200, '')
  await waitFor(() => expect(screen.queryByLabelText(ruleWords.reason.zh)).toBeNull())
  expect([sent.length, screen.getByText(phrases.done.zh).textContent]).toEqual([2, phrases.done.zh])
})

test('a write of chosen households', async () => {
  around(<ChangedCells id="7" status={HJB.accepted} />)
  await pressed(await screen.findByRole('checkbox'))
  const write = screen.getByRole('button', { name: cellWords.write(1).zh })
  await pressed(write)
  await pressed(write)
  expect(sent).toEqual([`transfer ${JSON.stringify({ id: '7', cbfbms: [CELL.cbfbm] })}`])
  await answer(409, '地块已登记')
  // the client tells the refusal, in the shell
  expect(screen.queryByText(phrases.done.zh)).toBeNull()
  await pressed(write)
  await answer(200, '')
  await screen.findByText(phrases.done.zh)
  expect(sent).toHaveLength(2)
})
