// @vitest-environment happy-dom
// The bar over the households of a split: who is placed, and which of them nobody is in.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { App } from 'antd'
import { afterEach, expect, test } from 'vitest'
import { setLang } from '../../kit/web/i18n.web.ts'
import { BalanceBar } from './BranchBalance.web.tsx'

afterEach(() => {
  cleanup()
  setLang('zh')
})
const member = (id: string, cyxm: string) => ({ id, cyxm, yhzgx: '02' })
const lines = [{ id: '1', dkbm: '5120211192030100001', htmjm: '2.00' }]
function said(second: object[]): string {
  const households = [
    { jtcyList: [member('1', '程光杰'), ...(second.length ? [] : [member('2', '程平刚')])], dk: [{ dkbm: lines[0]!.dkbm }] },
    { jtcyList: second },
  ]
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <BalanceBar form={{ households }} lines={lines} people={2} />
      </App>
    </QueryClientProvider>,
  )
  const told = screen.getByTestId('split-balance').textContent
  unmount()
  return told
}

test('everything is placed only when no household is left without members', () => {
  const empty = said([])
  expect([empty.includes('第2户还没有成员'), empty.includes('已全部分配')]).toEqual([true, false])
  const full = said([member('2', '程平刚')])
  expect([full.includes('没有成员'), full.includes('成员和地块已全部分配')]).toEqual([false, true])
  setLang('en')
  expect(said([])).toContain('No members yet: Household 2')
})
