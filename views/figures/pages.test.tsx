// @vitest-environment happy-dom
// The pages of figures as people see them: a number opens its rows, a difference names its act, a household without a head its proposal, an alternative what it moves.
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Alternatives } from '../../business/extension/plans/Alternatives.web.tsx'
import { setLang } from '../../kit/web/i18n.web.ts'
import { setButtons, signIn, type MenuNode, type TokenAnswer } from '../../kit/web/session.web.ts'
import HeadsPage from '../../land/cbf/HeadsPage.web.tsx'
import { around } from '../../platform/parts/testing.ts'
import { LandBookPage } from './LandBookPage.web.tsx'
import { PopulationPage } from './PopulationPage.web.tsx'

configure({ asyncUtilTimeout: 20_000 })
const sent: { path: string; body: any }[] = []
const HEAD = { id: '1', cyxm: '赵立', cyzjhm: '512***********0011', yhzgx: '20', mayHead: true, like: 'same', changes: [{ id: '1', after: '02' }] }
const ALTERNATIVE = {
  mode: '1',
  households: 2,
  people: 5,
  area: '4.50',
  landless: 0,
  landlessPeople: 0,
  mean: '0.90',
  least: '0.75',
  most: '1.50',
  reserveLeft: '1.50',
}
const ANSWERS: Readonly<Record<string, unknown>> = {
  'dzzw/land-book': {
    asOf: '2026-03-02 09:00:00',
    regionCode: '512021',
    from: '2025-12-31',
    to: '2026-03-02',
    opening: '100.00',
    closing: '101.50',
    difference: '0.00',
    came: [{ way: 'first', mu: '1.50', n: 1 }],
    went: [],
    within: { way: 'within', mu: '3.00', n: 2 },
    acts: [{ type: 'import', n: 1, got: '1.50', gave: '0.00', within: '0.00' }],
  },
  'dzzw/land-book/rows': {
    total: 1,
    records: [
      {
        day: '2026-03-01',
        type: 'import',
        cause: '5',
        businessCode: '',
        dkbm: '5120211192030300001',
        giver: '',
        taker: '512021119203030001',
        gave: '0.00',
        got: '1.50',
        net: '1.50',
        way: 'first',
      },
    ],
  },
  'dzzw/population': { asOf: '2026-03-02 09:00:00', regionCode: '512021', values: { all: 12, oldHead: 3 } },
  'base-qssj/cbf/heads': {
    total: 1,
    records: [{ id: '9', cbfbm: '512021119203030001', cbfmc: '赵立', cbfzjhm: null, fault: 'none', members: [HEAD], proposed: { id: '1', by: 'same' } }],
  },
  'ybProcess/makingPlan/alternatives': {
    alternatives: [
      { ...ALTERNATIVE, name: 'direct', moves: [], changed: [] },
      { ...ALTERNATIVE, name: 'small', mode: '2', moves: [{ dkbm: '1', toCbfbm: '2', areaMu: '1.50', reason: '机动地' }], changed: [] },
    ],
  },
}
beforeEach(() => {
  sent.length = 0
  signIn({ mark: 'm', expires_in: 3600, tenant_id: '000000', account: 'county', real_name: '县经办', dept_region: '512021' } as TokenAnswer)
  setButtons(['cbf_view', 'correction_add', 'dk_view', 'figure_export'].map((code) => ({ code, children: [] }) as unknown as MenuNode))
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const path = new URL(input, 'http://test').pathname.replace(/^\/api\//, '')
    if (init?.method === 'POST') sent.push({ path, body: JSON.parse(String(init.body)) })
    const data = ANSWERS[path] ?? (path.endsWith('page') ? { records: [], total: 0 } : [])
    return new Response(JSON.stringify({ code: 200, success: true, msg: '', data }), { status: 200, headers: { 'content-type': 'application/json' } })
  })
})
afterEach(() => {
  cleanup()
  setLang('zh')
  vi.unstubAllGlobals()
})

test('the book of contracted land shows beginning and end, in which way land came, and the acts', async () => {
  render(<LandBookPage />, { wrapper: around })
  expect((await screen.findAllByText('101.50')).length).toBeGreaterThan(0)
  expect((await screen.findAllByText(/新增承包/)).length).toBeGreaterThan(0)
  expect((await screen.findAllByText('数据入库')).length).toBeGreaterThan(0)
  expect(screen.getByText('512021119203030001')).toBeTruthy()
})
test('figures of people are numbers that can be opened, where there are any', async () => {
  render(<PopulationPage />, { wrapper: around })
  expect(await screen.findByRole('button', { name: /户主75岁及以上：查看 3 条/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /外嫁女/ })).toBeNull()
})
test('of a region that is too wide nothing is asked, and the page says which may be chosen', async () => {
  signIn({ mark: 'm', expires_in: 3600, tenant_id: '000000', account: 'admin', real_name: '管理员', dept_region: '' } as TokenAnswer)
  render(<PopulationPage />, { wrapper: around })
  expect(await screen.findByText('人口统计请选择县级或以下的行政区划')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /户主75岁及以上/ })).toBeNull()
})
test('a household without a head names who is proposed, and one click writes it', async () => {
  render(<HeadsPage />, { wrapper: around })
  expect(await screen.findByText('无户主')).toBeTruthy()
  expect(screen.getByText('姓名、证件号码与承包方代表一致')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /修\s*复/ }))
  await waitFor(() => expect(sent).toEqual([{ path: 'base-qssj/cbf/head', body: { cbfbm: '512021119203030001', memberId: '1', relations: {}, reason: '' } }]))
})
test('alternatives stand side by side; the one that is chosen is handed on, and nothing is sent', async () => {
  const chosen = vi.fn()
  render(<Alternatives fbfbm="51202111920303" onChoose={chosen} onClose={() => undefined} />, { wrapper: around })
  expect(await screen.findByText('直接延包')).toBeTruthy()
  fireEvent.click(screen.getAllByRole('button', { name: /选\s*用/ })[1]!)
  expect(chosen).toHaveBeenCalledWith({ mode: '2', moves: [{ dkbm: '1', toCbfbm: '2', areaMu: '1.50', reason: '机动地' }] })
  expect(sent).toEqual([])
})
