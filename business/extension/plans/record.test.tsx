// @vitest-environment happy-dom
// What the page of a plan says: its next step in colour and why it is not possible yet, what it moves, its steps.
import { cleanup, configure, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../../../kit/web/i18n.web.ts'
import { setButtons, signIn, type MenuNode, type TokenAnswer } from '../../../kit/web/session.web.ts'
import { making_plan } from '../../../land/fbf/making-plan.ts'
import { around } from '../../../platform/parts/testing.ts'
import { pageFetch } from '../../../services/camera/testing.server.ts'
import { usePlanActs } from './PlanActs.web.tsx'
import { PlanRecord } from './PlanRecord.web.tsx'

configure({ asyncUtilTimeout: 20_000 })
const plan = {
  id: '7',
  rev: 1,
  planName: '三组二轮延包方案',
  fbfbm: '51202111920303',
  fbfmc: '三组',
  status: '1',
  version: 1,
  mode: '2',
  roundEnd: '2028-09-30',
  newTermYears: 30,
  moves: [
    { id: '1', fromCbfbm: 'a', fromCbfmc: '张三', toCbfbm: 'b', toCbfmc: '李四', dkbm: 'd', dkmc: '大田', areaMu: '1.50', reason: '人口', isDone: false },
  ],
  workGroup: [{ name: '王五', role: '组长', phone: null }],
  posting: { startDate: '2026-03-02', endDate: '2026-03-16', daysLeft: 3 },
  acts: { submit: '当前状态不能修改方案', post: null, vote: '公示期未满，还剩3天', report: '当前状态不能上报方案', audit: null, remove: null, correct: null },
}
beforeEach(() => {
  signIn({ mark: 'm', expires_in: 3600, tenant_id: '000000', account: 'town', real_name: '镇经办' } as TokenAnswer)
  setButtons(['making_plan_edit', 'making_plan_view', 'making_plan_report'].map((code) => ({ code, children: [] }) as unknown as MenuNode))
  const steps = [{ id: '3', step: '2', user: '村级经办', time: '2026-03-02 09:00:00', result: '0', opinion: '已张贴' }]
  vi.stubGlobal(
    'fetch',
    pageFetch({ getProcessList: () => steps, dictionary: () => [], page: () => ({ records: [plan], total: 1, current: 1, size: 10 }), detail: () => plan }, []),
  )
})
afterEach(() => {
  cleanup()
  setLang('zh')
  vi.unstubAllGlobals()
})
function Page() {
  const { commands } = usePlanActs()
  const tools = { open: () => {}, remove: async () => {}, reload: async () => {} }
  const list = { verb: 'page', query: { current: 1, size: 10 }, page: undefined }
  const open = { of: making_plan, id: '7', commands, tools, list, onStep: () => {}, onClose: () => {} }
  return <PlanRecord {...(open as unknown as Parameters<typeof PlanRecord>[0])} />
}

test('the next step stands first and says why it has to wait', async () => {
  render(<Page />, { wrapper: around })
  expect((await screen.findAllByText('三组二轮延包方案')).length).toBeGreaterThan(0)
  const vote = await screen.findByRole('button', { name: /登记表决/ })
  expect([vote.hasAttribute('disabled') || vote.getAttribute('aria-disabled') === 'true']).toEqual([true])
  expect(screen.getByText('王五 · 组长')).toBeTruthy()
})
