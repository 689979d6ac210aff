// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App, Form } from 'antd'
import { readdirSync, readFileSync } from 'node:fs'
import { cloneElement, type ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as make from '../model/field.ts'
import { KINDS, type Field, type Kind } from '../model/field.ts'
import { defineResource } from '../model/resource.ts'
import { setLang } from './i18n.web.ts'
import { kinds, twoDecimals } from './kinds.web.tsx'
import { dictQuery, ResourcesContext } from './words.web.ts'

const village = defineResource({
  name: 'village',
  label: '村',
  en: 'Village',
  path: '/base/village',
  scope: 'tenant',
  title: 'mc',
  fields: { mc: make.text('名称', { search: 'like' }) },
})
const ANSWERS: Record<string, unknown> = {
  '/api/cpt-system/dict-biz/dictionary': [{ dictKey: '1', dictValue: '男' }],
  '/api/cpt-system/region/lazy-tree': [{ code: '51', name: '四川省', hasChildren: true }],
  '/api/cpt-system/region/detail': { name: '青羊区', fullName: '四川省成都市青羊区' },
  '/api/base/village/page': { records: [{ id: '8', mc: '石桥村' }], total: 1, size: 30, current: 1, pages: 1 },
  '/api/base/village/detail': { id: '9', mc: '龙泉村' },
}
beforeEach(() => {
  setLang('zh')
  vi.stubGlobal('fetch', async (url: string) => new Response(JSON.stringify({ code: 200, data: ANSWERS[new URL(url, 'http://t').pathname] ?? null })))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
/** A field of each kind, searched by range where it has one. */
const fieldOf = (kind: Kind): Field => {
  const o = { search: ['int', 'decimal', 'area', 'date', 'datetime'].includes(kind) ? ('range' as const) : ('eq' as const) }
  return kind === 'dict'
    ? make.dict('性别', 'sex', o)
    : kind === 'ref' || kind === 'refs'
      ? make[kind]('村', 'village', o)
      : (make[kind] as typeof make.text)(kind, o)
}
const around = (what: ReactElement) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ResourcesContext value={{ village }}>
        <App>{what}</App>
      </ResourcesContext>
    </QueryClientProvider>,
  )
let values: Record<string, any> = {}
const inForm = (input: ReactElement, value?: unknown) =>
  around(
    <Form name="f" initialValues={{ x: value }} onValuesChange={(_c, all) => void (values = all)}>
      <Form.Item name="x" label="标签">
        {input}
      </Form.Item>
    </Form>,
  )

test.each(KINDS)('kind %s shows nothing, is entered and searched under its label, and says no warning', async (kind) => {
  const said = vi.spyOn(console, 'error')
  const f = fieldOf(kind)
  expect(around(<p>{kinds[kind].show(null, f, 'x', {})}</p>).container.querySelector('p')!.textContent).toBe('')
  cleanup()
  inForm(kinds[kind].input(f))
  expect(screen.getByLabelText('标签').id).toBe('f_x')
  cleanup()
  inForm(cloneElement(kinds[kind].search(f) as ReactElement<Record<string, unknown>>, { 'aria-label': '标签' }))
  expect(screen.getAllByLabelText(/标签/).length).toBeGreaterThan(0)
  expect(said.mock.calls.map((c) => String(c[0]))).toEqual([])
})

test('an area keeps its digits: what is typed comes out as text, not as a rounded number', async () => {
  inForm(kinds.area.input(make.area('面积')))
  fireEvent.change(screen.getByLabelText('标签'), { target: { value: '9999999999999.99' } })
  expect(values.x).toBe('9999999999999.99')
})

test('a day goes in and comes out as the same text', async () => {
  inForm(kinds.date.input(make.date('日')), '2024-02-29')
  const input = screen.getByLabelText('标签') as HTMLInputElement
  expect(input.value).toBe('2024-02-29')
  fireEvent.mouseDown(input)
  fireEvent.change(input, { target: { value: '2024-03-01' } })
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 })
  await waitFor(() => expect(values.x).toBe('2024-03-01'))
})

test('a moment is shown to the minute, and in full to the pointer', () => {
  around(<p>{kinds.datetime.show('2027-01-04 09:05:59', make.datetime('时'), 'x', {})}</p>)
  expect(screen.getByTitle('2027-01-04 09:05:59').textContent).toBe('2027-01-04 09:05')
})

test('a flag is 0 or 1', async () => {
  inForm(kinds.flag.input(make.flag('启用')), 0)
  fireEvent.click(screen.getByRole('switch'))
  expect(values.x).toBe(1)
})

test.each([
  ['zh', '清除内容'],
  ['en', 'Clear this field'],
] as const)('what empties an input or a select is called so in the language that is read: %s', async (lang, name) => {
  setLang(lang)
  inForm(kinds.text.input(make.text('名称')), '石桥村')
  expect(screen.getByRole('button').textContent).toBe('')
  expect(screen.getByRole('button', { name })).toBeTruthy()
  cleanup()
  inForm(kinds.flag.search(make.flag('启用', { search: 'eq' })), '1')
  expect(screen.getByRole('button', { name })).toBeTruthy()
  cleanup()
  inForm(kinds.region.input(make.region('区域')), '510105')
  expect(screen.getByRole('button', { name })).toBeTruthy()
})
test('nothing of the product lets the library name that button', () => {
  const sources = (d: string) => readdirSync(d, { recursive: true, encoding: 'utf8' }).map((f) => `${d}/${f}`)
  const floors = ['apps/web/src', 'business', 'kit', 'land', 'outside', 'packages', 'platform', 'services', 'signing', 'views'].flatMap(sources)
  const files = floors.filter((f) => /\.tsx$/.test(f) && !/\.test\.tsx$|kit\/web\/clear\.web/.test(f))
  expect(files.filter((f) => /\ballowClear(?!=\{(?:false|useClear\(\))\})/.test(readFileSync(f, 'utf8')))).toEqual([])
})

test('a range of numbers may have one end only', async () => {
  inForm(cloneElement(kinds.area.search(make.area('面积', { search: 'range' })) as ReactElement<Record<string, unknown>>, { 'aria-label': '面积' }))
  fireEvent.change(screen.getByLabelText('面积 止'), { target: { value: '2.5' } })
  expect(values.x).toEqual([undefined, '2.5'])
})

test('a masked value is shown as it comes', () => {
  const shown = kinds.text.show('5101**********1234', make.text('证件号', { mask: 'idNumber' }), 'x', {})
  expect(around(<p>{shown}</p>).container.textContent).toBe('5101**********1234')
})

test('a region and a reference that are not in the loaded list are shown by name', async () => {
  inForm(kinds.region.input(make.region('区域')), '510105')
  expect(await screen.findByText('四川省成都市青羊区')).toBeTruthy()
  cleanup()
  inForm(kinds.ref.input(make.ref('村', 'village')), '9')
  expect(await screen.findByText('龙泉村')).toBeTruthy()
})

test('no key of a dictionary is seen while its words are fetched, in a cell and in an input; one that it does not know is seen then', async () => {
  let answer: () => void = () => undefined
  const held = new Promise<void>((done) => void (answer = done))
  const given = globalThis.fetch
  vi.stubGlobal('fetch', (async (...of) => held.then(() => given(...of))) as typeof fetch)
  const f = make.dict('性别', 'sex')
  const cells = around(
    <p>
      {kinds.dict.show('1', f, 'x', {})}
      {kinds.dict.show('7', f, 'x', {})}
    </p>,
  ).container.querySelector('p')!
  inForm(kinds.dict.input(f), '1')
  expect([cells.textContent, document.querySelector('form')!.textContent]).toEqual(['', '标签'])
  answer()
  await waitFor(() => expect([cells.textContent, document.querySelector('form')!.textContent]).toEqual(['男7', '标签男']))
})

test('cells of a dictionary share one call and one observer, which ends with the last of them; without the dictionary they show the keys', async () => {
  const asked = vi.fn(async (url: string) => new Response(JSON.stringify({ code: 200, data: ANSWERS[new URL(url, 'http://t').pathname] ?? null })))
  vi.stubGlobal('fetch', asked)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const cells = (n: number) => (
    <QueryClientProvider client={client}>
      <ul>
        {Array.from({ length: n }, (_, i) => (
          <li key={i}>{kinds.dict.show(String(i % 2), fieldOf('dict'), 'xb', {})}</li>
        ))}
      </ul>
    </QueryClientProvider>
  )
  const observers = () =>
    client
      .getQueryCache()
      .find({ queryKey: dictQuery('sex').queryKey })
      ?.getObserversCount()
  const page = render(cells(40))
  await waitFor(() => expect(screen.getAllByText('男')).toHaveLength(20))
  expect(screen.getAllByText('0')).toHaveLength(20)
  expect([observers(), asked.mock.calls.length]).toEqual([1, 1])
  page.rerender(cells(1))
  expect(observers()).toBe(1)
  page.rerender(cells(0))
  expect(observers()).toBe(0)
  page.rerender(cells(2))
  expect([screen.getByText('男').title, observers(), asked.mock.calls.length]).toEqual(['1', 1, 1])
  // what another page learnt of it meanwhile is seen
  act(() => void client.setQueryData(dictQuery('sex').queryKey, [{ dictKey: '1', dictValue: '男性' }]))
  await screen.findByText('男性')
  asked.mockImplementation(async () => new Response(JSON.stringify({ code: 500, msg: '坏了' }), { status: 500 }))
  cleanup()
  around(<p>{kinds.dict.show('7', fieldOf('dict'), 'xb', {})}</p>)
  expect(screen.queryByText('7')).toBeNull()
  await screen.findByText('7', {}, { timeout: 10_000 })
})

test('a region whose name stands in its row asks nothing, and nothing watches for it; another is asked by its code', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const cell = (row: Record<string, unknown>) => (
    <QueryClientProvider client={client}>{kinds.region.show('512021', fieldOf('region'), 'regionCode', row)}</QueryClientProvider>
  )
  const page = render(cell({ regionCode: '512021', regionName: '安岳县' }))
  expect([screen.getByText('安岳县').title, client.getQueryCache().getAll()]).toEqual(['512021', []])
  page.rerender(cell({ regionCode: '512021' }))
  await waitFor(() =>
    expect(
      client
        .getQueryCache()
        .getAll()
        .map((q) => q.queryKey.at(-1)),
    ).toEqual(['512021']),
  )
  expect(screen.getByTitle('512021')).toBeTruthy()
})

test('an area is written with two decimals, whatever the wire left out, and nothing of it is lost', () => {
  expect([658.5, '658.5', '563.75', 0, '12', '1.2345', null, 'x'].map(twoDecimals)).toEqual(['658.50', '658.50', '563.75', '0.00', '12.00', '1.2345', '', 'x'])
})
