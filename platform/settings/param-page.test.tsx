// @vitest-environment happy-dom
// The screen of the parameters: what is known stands there with what holds, is set and put back from its row; other keys say that nobody knows them.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App } from 'antd'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../../kit/web/i18n.web.ts'
import { sessionStore } from '../../kit/web/session.web.ts'
import { unstyled } from '../../tests/unstyled.ts'
import ParamPage from './ParamPage.web.tsx'

unstyled()
// many files at once on a small machine
configure({ asyncUtilTimeout: 20_000 })
let asked: { path: string; query: string; body: unknown }[] = []
let kept: { id: string; rev: number; paramName: string; paramKey: string; paramValue: string; remark?: string }[] = []
beforeEach(() => {
  asked = []
  kept = [
    { id: '1', rev: 4, paramName: '点数', paramKey: 'dk.points.max', paramValue: '20', remark: '试点' },
    { id: '2', rev: 1, paramName: '别的', paramKey: 'other.system', paramValue: 'abc' },
    { id: '3', rev: 1, paramName: '会话', paramKey: 'session.max', paramValue: 'viele' },
  ]
  sessionStore.setState({ permission: Object.fromEntries(['view', 'add', 'edit', 'delete'].map((v) => [`param_${v}`, true])) })
  vi.stubGlobal('fetch', async (url: string, o?: { body?: string }) => {
    const [path, query = ''] = String(url).split('?')
    if (!path!.endsWith('/list')) asked.push({ path: path!, query, body: o?.body ? JSON.parse(o.body) : undefined })
    const page = { records: kept, total: kept.length, size: 10, current: 1, pages: 1 }
    return new Response(JSON.stringify({ code: 200, success: true, msg: '', data: page }))
  })
})
afterEach(() => {
  cleanup()
  setLang('zh')
  vi.unstubAllGlobals()
})
const shown = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <ParamPage />
      </App>
    </QueryClientProvider>,
  )
/** The row of a known parameter, by its key under its name; the list below it has the key in a cell of its own. */
const rowOf = async (key: string): Promise<HTMLElement> => {
  await screen.findByText('other.system')
  return screen.getAllByText(key)[0]!.closest('tr')!
}

test.each([
  ['zh', ['100人', '默认'], ['20个', '已设置'], ['100个', '设置值“viele”无效'], '未识别'],
  ['en', ['100 people', 'Default'], ['20 points', 'Set'], ['100 sessions', '“viele” is not valid'], 'Unknown'],
] as const)('each known parameter says what holds and whether somebody has set it (%s)', async (lang, usual, own, faulty, unknown) => {
  setLang(lang)
  shown()
  for (const [key, words] of [
    ['register.waiting.max', usual],
    ['dk.points.max', own],
    ['session.max', faulty],
  ] as const) {
    const row = within(await rowOf(key))
    for (const t of words) expect([key, row.getAllByText(t).length > 0]).toEqual([key, true])
  }
  expect(within((await rowOf('other.system')).closest('tr')!).getByText(unknown)).toBeTruthy()
})

test('one that is not set has nothing to put back; one that is set is changed as the row that it is', async () => {
  shown()
  const names = (row: HTMLElement) =>
    within(row)
      .getAllByRole('button')
      .map((b) => b.textContent.replaceAll(' ', ''))
  expect([names(await rowOf('renew.years')), names(await rowOf('dk.points.max'))]).toEqual([['设置'], ['设置', '恢复默认']])
  fireEvent.click(within(await rowOf('dk.points.max')).getAllByRole('button')[0]!)
  const dialog = within(await screen.findByRole('dialog'))
  const input = dialog.getByRole('spinbutton')
  fireEvent.change(input, { target: { value: '3' } })
  fireEvent.click(dialog.getByRole('button', { name: /保\s*存/ }))
  expect(await dialog.findByText('地块图形点数上限不能小于4')).toBeTruthy()
  fireEvent.change(input, { target: { value: '300' } })
  fireEvent.click(dialog.getByRole('button', { name: /保\s*存/ }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toMatchObject({
    path: expect.stringMatching(/cpt-system\/param\/submit$/),
    body: { id: '1', rev: 4, paramName: '点数', paramKey: 'dk.points.max', paramValue: '300', remark: '试点' },
  })
})

test('who puts one back is told what will hold, and its row is removed', async () => {
  shown()
  fireEvent.click(within(await rowOf('dk.points.max')).getByRole('button', { name: '恢复默认' }))
  expect(await screen.findByText('确定恢复默认？“地块图形点数上限”将变为：10000个')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /确\s*定/ }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toMatchObject({ path: expect.stringMatching(/cpt-system\/param\/remove$/), query: 'ids=1' })
})
