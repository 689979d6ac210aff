// @vitest-environment happy-dom
import { fitting, ROW_ROOM } from '../../kit/web/commands.web.tsx'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { area, date, dict, region, text } from '../../kit/model/field.ts'
import { both } from '../../kit/model/lang.ts'
import { defineResource, type AnyResource } from '../../kit/model/resource.ts'
import type { RowCommand } from '../../kit/web/commands.web.tsx'
import { defaultCommands } from '../../kit/web/commands.web.tsx'
import { setLang } from '../../kit/web/i18n.web.ts'
import { bodyOf, groupsOf } from '../../kit/web/ResourceForm.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { RowCards } from './Cards.web.tsx'
import { comparedLines } from './compare/Compare.web.tsx'
import { comparePhrases } from './compare/words.ts'
import { keysHere } from './keys/keyed.web.ts'
import { refusalOf } from './missing/missing.ts'
import type { RecordProps } from './props.web.ts'
import { ResourcePage, type ResourcePageProps } from './ResourcePage.web.tsx'
import { areaSumOf, isOneWord } from './layout.ts'
import { columnsOf } from '../../kit/web/ResourceTable.web.tsx'
import { filterNodes, lonelyPath } from '../../kit/web/RegionTree.web.tsx'
import { toFilters, toValues } from '../../kit/web/SearchBar.web.tsx'
import { forgetUnsaved, PageContext, sessionStore } from '../../kit/web/session.web.ts'
import { withPaths } from '../../kit/web/TreeSelector.web.tsx'
import { choicesOf } from '../../kit/web/words.web.ts'
import { rendered } from '../../tests/renders.ts'
import { unstyled } from '../../tests/unstyled.ts'

// before React's DOM is loaded, which tells nobody afterwards
await vi.hoisted(async () => (await import('../../tests/renders.ts')).watchRenders())

unstyled()
// a busy machine answers late
configure({ asyncUtilTimeout: 20_000 })

const plot = defineResource({
  name: 'plot',
  label: '地块',
  en: 'Plot',
  path: '/base/plot',
  scope: 'tenant',
  title: 'mc',
  groups: { where: { zh: '位置', en: 'Where' } },
  fields: {
    mc: text('名称', { en: 'Name', required: true, max: 5, search: 'like', sort: true }),
    lb: dict('类别', 'plot_kind', { en: 'Kind', search: 'eq' }),
    mj: area('面积(亩)', { search: 'range', sort: true }),
    rq: date('日期', { column: false, search: 'range', group: 'where' }),
    bm: text('编码', { form: 'read' }),
    nb: text('内部', { form: 'none', column: false }),
  },
})
const ROWS = [
  { id: '1123598811738675201', rev: 3, mc: '东坡', lb: '10', mj: '1.50', bm: 'A1' },
  { id: '1123598811738675202', rev: 1, mc: '西沟', lb: 'x9', mj: '20.00', bm: 'A2' },
]

let calls: { url: URL; method: string; body: any }[] = []
let answers: Record<string, () => { code: number; data?: unknown; msg?: string }> = {}
const sent = (path: string) => calls.filter((c) => c.url.pathname === `/api${path}`)

beforeEach(() => {
  calls = []
  answers = {
    '/base/plot/page': () => ({ code: 200, data: { records: ROWS, total: 42, size: 10, current: 1, pages: 5 } }),
    '/base/plot/detail': () => ({ code: 200, data: ROWS[0] }),
    '/cpt-system/dict-biz/dictionary': () => ({ code: 200, data: [{ dictKey: 10, dictValue: '承包地块', en: 'Contracted', sort: 1 }] }),
  }
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://test')
    calls.push({ url, method: init.method ?? 'GET', body: init.body ? JSON.parse(String(init.body)) : undefined })
    const a = answers[url.pathname.replace('/api', '')]?.() ?? { code: 200, data: null }
    return new Response(JSON.stringify({ success: a.code === 200, msg: '', ...a }), { status: a.code, headers: { 'content-type': 'application/json' } })
  })
  localStorage.clear()
  setLang('zh')
  allow('plot_view', 'plot_add', 'plot_edit', 'plot_delete')
})
afterEach(() => {
  cleanup()
  // no page is the visible one here, so what a form left unsaved is forgotten by hand
  forgetUnsaved()
  setLang('zh')
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
})
const allow = (...codes: string[]) => sessionStore.setState({ mark: 't', permission: Object.fromEntries(codes.map((c) => [c, true as const])) })

let address: Record<string, string> = {}
function Page({ children }: { children: ReactNode }) {
  const [search, set] = useState(address)
  address = search
  const setSearch = (patch: Record<string, string | number | undefined>) =>
    set((old) =>
      Object.fromEntries(
        Object.entries({ ...old, ...patch })
          .filter(([, v]) => v !== undefined && v !== '')
          .map(([k, v]) => [k, String(v)]),
      ),
    )
  return <PageContext value={{ key: '/plot', search, setSearch, visible: true }}>{children}</PageContext>
}
async function open(at: Record<string, string> = {}, props: Partial<ResourcePageProps> = {}) {
  address = at
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
        <App>
          <Page>
            <ResourcePage of={plot} {...props} />
          </Page>
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  )
  await waitFor(() => expect(sent(`/base/plot/${props.verb ?? 'page'}`).length).toBeGreaterThan(0))
}
/** Opens the form with every field. */
const builder = () => fireEvent.click(button('筛选'))
const last = (path: string) => Object.fromEntries(sent(path).at(-1)!.url.searchParams)
const button = (name: string, at: HTMLElement = document.body) => within(at).getByRole('button', { name })

test('columns come from the definition: labels, order of declaration, no hidden ones, numbers at the right', () => {
  expect(columnsOf(plot).map((c) => c.title)).toEqual(['名称', '类别', '面积(亩)', '编码'])
  expect(columnsOf(plot, 'en')[0]!.title).toBe('Name')
  expect(columnsOf(plot).find((c) => c.key === 'mj')!.align).toBe('right')
  expect(
    columnsOf(plot)
      .filter((c) => c.sorter)
      .map((c) => c.key),
  ).toEqual(['mc', 'mj'])
})

test('ranges travel as Start and End and come back', () => {
  const filters = { mjStart: '1', rqEnd: '2024-01-31', mc: '东' }
  expect(toFilters(plot, { mc: ' 东 ', lb: undefined, mj: ['1', undefined], rq: [undefined, '2024-01-31'] })).toEqual(filters)
  expect(toFilters(plot, toValues(plot, filters))).toEqual(filters)
})

test('a body holds id, rev and editable fields only, with null for what was emptied', () => {
  expect(bodyOf(plot, { mc: 'a', lb: undefined, mj: '', bm: 'no' }, ROWS[0])).toEqual({ id: ROWS[0]!.id, rev: 3, mc: 'a', lb: null, mj: null })
  expect(bodyOf(plot, { mc: 'a', mj: '' })).toEqual({ mc: 'a' })
  expect(groupsOf(plot)).toEqual([
    { key: '', names: ['mc', 'lb', 'mj', 'bm'] },
    { key: 'where', names: ['rq'] },
  ])
})

test('a dictionary with parents becomes a tree whose headings cannot be chosen', () => {
  const [head] = choicesOf(
    [
      { dictKey: '110', dictValue: '家庭承包', parentKey: '100', sort: 1 },
      { dictKey: '100', dictValue: '承包', selectable: false, en: 'Contract' },
    ],
    'en',
  )
  expect(head).toEqual({ value: '100', label: 'Contract', disabled: true, children: [{ value: '110', label: '家庭承包' }] })
})

test('the keyword keeps hits and what leads to them, and paths name all levels', () => {
  const nodes = [
    {
      value: '51',
      label: '四川',
      children: [
        { value: '5101', label: '成都' },
        { value: '5103', label: '自贡' },
      ],
    },
  ]
  expect(filterNodes(nodes, '自贡')[0]!.children!.map((n) => n.value)).toEqual(['5103'])
  expect(withPaths(nodes)[0]!.children![1]!.path).toBe('四川/自贡')
})

test('a tree opens by itself where there is nothing to choose', () => {
  const leaf = (value: string) => ({ value, label: value, isLeaf: true })
  const branch = (value: string, children?: any[]) => ({ value, label: value, isLeaf: false, ...(children ? { children } : {}) })
  expect(lonelyPath([branch('51')])).toEqual(['51'])
  expect(lonelyPath([branch('51', [branch('5120', [branch('a'), branch('b')])])])).toEqual(['51', '5120'])
  expect(lonelyPath([branch('51'), branch('52')])).toEqual([])
  expect(lonelyPath([leaf('51')])).toEqual([])
})

test('stripes and wrapped lines are chosen beside the height of rows, kept, and taken back with the rest', async () => {
  await open()
  await screen.findByText('东坡')
  const page = document.querySelector('.list-page')!
  const shown = () => ['list-striped', 'list-wrapped'].map((c) => page.classList.contains(c))
  fireEvent.click(button('列设置'))
  const tick = async (name: string) => fireEvent.click(await screen.findByRole('checkbox', { name }))
  await tick('斑马纹')
  expect(shown()).toEqual([true, false])
  await tick('自动换行')
  expect(shown()).toEqual([true, true])
  cleanup()
  await open()
  expect(['list-striped', 'list-wrapped'].map((c) => document.querySelector('.list-page')!.classList.contains(c))).toEqual([true, true])
  fireEvent.click(await screen.findByRole('button', { name: '列设置' }))
  fireEvent.click(await screen.findByRole('button', { name: '恢复默认' }))
  expect(document.querySelector('.list-striped, .list-wrapped')).toBeNull()
})

test('dictionaries that a screen needs come by one call, those that only its rows show among them, and each is kept under its own code', async () => {
  answers['/cpt-system/dict-biz/dictionaries'] = () => ({
    code: 200,
    data: [
      { code: 'plot_kind', dictKey: '10', dictValue: '承包地块' },
      { code: 'plot_use', dictKey: '10', dictValue: '种植业' },
    ],
  })
  answers['/base/plot/page'] = () => ({ code: 200, data: { records: [{ ...ROWS[0], yt: '10' }], total: 1, size: 10, current: 1, pages: 1 } })
  await open({}, { of: { ...plot, fields: { ...plot.fields, yt: dict('用途', 'plot_use', { en: 'Use' }) } } as AnyResource })
  expect([await screen.findByText('承包地块'), await screen.findByText('种植业')]).toHaveLength(2)
  expect(sent('/cpt-system/dict-biz/dictionaries').map((c) => c.url.searchParams.get('codes'))).toEqual(['plot_kind,plot_use'])
  expect(sent('/cpt-system/dict-biz/dictionary')).toEqual([])
})

test('the list shows dictionary words, and an unknown key as it is', async () => {
  await open({ current: '2' })
  expect(await screen.findByText('承包地块')).toBeTruthy()
  expect(screen.getByText('x9')).toBeTruthy()
  expect(screen.getByText('共 42 条')).toBeTruthy()
})

test('a click on a declared column asks the server to sort, and the address keeps it', async () => {
  await open({ current: '3' })
  await screen.findByText('东坡')
  fireEvent.click(screen.getByRole('columnheader', { name: '面积(亩)' }))
  await waitFor(() => expect(last('/base/plot/page').ascs).toBe('mj'))
  fireEvent.click(screen.getByRole('columnheader', { name: '面积(亩)' }))
  await waitFor(() => expect(last('/base/plot/page').descs).toBe('mj'))
  expect(last('/base/plot/page')).toEqual({ descs: 'mj', current: '1', size: '10' })
  expect(address).toEqual({ descs: 'mj' })
})

test('with the shift key a column is added to the order, in its own way, and without it replaces all', async () => {
  await open()
  await screen.findByText('东坡')
  const head = (name: string) => screen.getByRole('columnheader', { name })
  fireEvent.click(head('名称'))
  await waitFor(() => expect(address).toEqual({ ascs: 'mc' }))
  fireEvent.click(head('面积(亩)'), { shiftKey: true })
  await waitFor(() => expect(address).toEqual({ ascs: 'mc,mj' }))
  fireEvent.click(head('面积(亩)'), { shiftKey: true })
  await waitFor(() => expect(last('/base/plot/page').ascs).toBe('mc,-mj'))
  expect(head('名称').getAttribute('aria-sort')).toBe('ascending')
  expect(head('面积(亩)').getAttribute('aria-sort')).toBe('descending')
  fireEvent.click(head('名称'))
  await waitFor(() => expect(address).toEqual({ descs: 'mc' }))
})

test('conditions are built of a column, a relation and a value, and stand in words that can be taken away', async () => {
  await open()
  await screen.findByText('东坡')
  builder()
  const add = () => fireEvent.click(button('添加条件'))
  const choose = async (box: HTMLElement, name: string) => {
    fireEvent.mouseDown(box)
    fireEvent.click(await screen.findByText(name, { selector: '.ant-select-item-option-content' }))
  }
  add()
  expect((button('应用条件') as HTMLButtonElement).disabled).toBe(true)
  fireEvent.change(screen.getByRole('textbox', { name: '名称 值' }), { target: { value: '坡' } })
  add()
  await choose(screen.getAllByRole('combobox', { name: '列' })[1]!, '日期')
  await choose(screen.getAllByRole('combobox', { name: '关系' })[1]!, '为空')
  fireEvent.click(screen.getByText('满足任一'))
  fireEvent.click(button('应用条件'))
  const where = {
    or: [
      { field: 'mc', op: 'contains', value: '坡' },
      { field: 'rq', op: 'empty' },
    ],
  }
  await waitFor(() => expect(JSON.parse(last('/base/plot/page').where ?? '{}')).toEqual(where))
  const chips = screen.getByRole('list', { name: '筛选条件' })
  expect(within(chips).getByText('包含 坡')).toBeTruthy()
  expect(within(chips).getByText('为空')).toBeTruthy()
  fireEvent.click(button('取消筛选名称'))
  await waitFor(() => expect(JSON.parse(address.where!)).toEqual({ field: 'rq', op: 'empty' }))
})

test('a list of land adds its areas up on request, under the filters that it shows', async () => {
  answers['/base/plot/totals'] = () => ({ code: 200, data: { count: 2, sums: { mj: '21.50' } } })
  await open({ mc: '东' }, { of: { ...plot, scope: 'land' } as AnyResource })
  fireEvent.click(await screen.findByRole('button', { name: '合计' }))
  expect(await screen.findByText('面积(亩) 21.50')).toBeTruthy()
  expect(screen.getByText('条数 2')).toBeTruthy()
  expect(last('/base/plot/totals')).toEqual({ mc: '东' })
})

test('why a list is not added up is said', async () => {
  answers['/base/plot/totals'] = () => ({ code: 200, data: { count: 10000, countIsEstimate: 1, why: '超过10000条' } })
  await open({}, { of: { ...plot, scope: 'land' } as AnyResource })
  fireEvent.click(await screen.findByRole('button', { name: '合计' }))
  expect(await screen.findByText('超过10000条')).toBeTruthy()
})

test('the address decides page, size and filters, and nothing undeclared is passed on', async () => {
  await open({ current: '2', size: '30', mc: '东', mjStart: '1', tab: 'x' })
  expect(last('/base/plot/page')).toEqual({ current: '2', size: '30', mc: '东', mjStart: '1' })
  builder()
  expect((screen.getByRole('textbox', { name: '名称' }) as HTMLInputElement).value).toBe('东')
})

test('searching and clearing begin at page 1 again', async () => {
  await open({ current: '2', tab: 'x' })
  builder()
  fireEvent.change(screen.getByRole('textbox', { name: '名称' }), { target: { value: '西' } })
  fireEvent.click(button('搜索'))
  await waitFor(() => expect(address).toEqual({ mc: '西', tab: 'x' }))
  fireEvent.click(button('清空'))
  await waitFor(() => expect(address).toEqual({ tab: 'x' }))
  expect((screen.getByRole('textbox', { name: '名称' }) as HTMLInputElement).value).toBe('')
})

test('lists of one definition under two paths keep their rows apart', async () => {
  answers['/base/other/page'] = () => ({ code: 200, data: { records: [{ ...ROWS[0], mc: '另一名单' }], total: 1, size: 10, current: 1, pages: 1 } })
  address = {}
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  const list = (path: string) => (
    <QueryClientProvider client={client}>
      <App>
        <Page key={path}>
          <ResourcePage of={{ ...plot, path }} />
        </Page>
      </App>
    </QueryClientProvider>
  )
  const { rerender } = render(list('/base/plot'))
  await screen.findByText(String(ROWS[0]!.mc))
  rerender(list('/base/other'))
  await screen.findByText('另一名单')
  expect(screen.queryByText(String(ROWS[0]!.mc))).toBeNull()
})
test('searching the same again asks the server again, once', async () => {
  await open({ mc: '东', lb: '10' })
  const asked = () => sent('/base/plot/page').length
  builder()
  fireEvent.click(await screen.findByRole('button', { name: '搜索' }))
  await waitFor(() => expect(asked()).toBe(2))
  expect(last('/base/plot/page')).toMatchObject({ mc: '东', lb: '10' })
  fireEvent.change(screen.getByRole('textbox', { name: '名称' }), { target: { value: '西' } })
  fireEvent.click(button('搜索'))
  await waitFor(() => expect(last('/base/plot/page').mc).toBe('西'))
  expect([asked(), address]).toEqual([3, { mc: '西', lb: '10' }])
})
test('buttons appear by permission', async () => {
  allow('plot_view')
  await open()
  await screen.findByText('东坡')
  expect(screen.getAllByRole('button', { name: '查看' })).toHaveLength(2)
  for (const name of ['新增', '编辑', '删除']) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('an address that opens a form is not obeyed without its button', async () => {
  allow('plot_view')
  await open({ open: 'add' })
  await screen.findByText('东坡')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('deleting nothing asks for a selection; deleting rows asks first and names all ids', async () => {
  await open()
  await screen.findByText('东坡')
  fireEvent.click(button('删除', screen.getByText('新增').closest('.ant-space') as HTMLElement))
  expect(await screen.findByText('请选择至少一条数据')).toBeTruthy()
  for (const box of screen.getAllByRole('checkbox', { name: /选择本行/ })) fireEvent.click(box)
  fireEvent.click(button('删除', screen.getByRole('group', { name: '已选数据' })))
  expect(await screen.findByText('确定将选择数据删除?')).toBeTruthy()
  expect(sent('/base/plot/remove')).toHaveLength(0)
  fireEvent.click(button('确定'))
  await waitFor(() => expect(last('/base/plot/remove')).toEqual({ ids: `${ROWS[0]!.id},${ROWS[1]!.id}` }))
  expect(await screen.findByText('删除成功')).toBeTruthy()
})

test('a missing required value is told at its field and nothing is sent', async () => {
  await open()
  fireEvent.click(button('新增'))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(button('保存', dialog))
  expect(await within(dialog).findByText('请输入名称')).toBeTruthy()
  fireEvent.change(within(dialog).getByRole('textbox', { name: '名称' }), { target: { value: '一二三四五六' } })
  expect(await within(dialog).findByText('名称长度不能超过5位')).toBeTruthy()
  expect(sent('/base/plot/submit')).toHaveLength(0)
})

test('saving sends the row with its rev, closes the form and reads the list again', async () => {
  await open({ open: `edit.${ROWS[0]!.id}` })
  const dialog = await screen.findByRole('dialog')
  const input = await within(dialog).findByLabelText('名称')
  expect((within(dialog).getByLabelText('编码') as HTMLInputElement).disabled).toBe(true)
  const before = sent('/base/plot/page').length
  fireEvent.change(input, { target: { value: '南山' } })
  fireEvent.click(button('保存', dialog))
  await waitFor(() => expect(sent('/base/plot/submit').at(-1)?.body).toMatchObject({ id: ROWS[0]!.id, rev: 3, mc: '南山', mj: '1.50' }))
  expect(sent('/base/plot/submit').at(-1)!.body).not.toHaveProperty('bm')
  expect(await screen.findByText('更新成功')).toBeTruthy()
  await waitFor(() => expect(address).toEqual({}))
  expect(sent('/base/plot/page').length).toBeGreaterThan(before)
})

test("the server's faults stand at their fields and the form stays open", async () => {
  answers['/base/plot/submit'] = () => ({ code: 400, msg: '名称已存在', data: { fields: [{ field: 'mc', msg: '名称已存在' }] } })
  await open({ open: 'add' }, { writes: 'submit' })
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByRole('textbox', { name: '名称' }), { target: { value: '东坡' } })
  fireEvent.click(button('保存', dialog))
  expect(await within(dialog).findByText('名称已存在')).toBeTruthy()
  expect(address).toEqual({ open: 'add' })
})

test('a page for records stands in the place of the form; it steps through the list, and the form opened from it leads back to it', async () => {
  const record = ({ id, commands, tools, list, onStep, onClose }: RecordProps) => (
    <section aria-label="record">
      {`${id} ${commands.map((c) => c.key).join()} ${list.page?.total}`}
      <button onClick={() => onStep(ROWS[1]!.id, 2)}>next</button>
      <button onClick={() => tools.open('edit', id)}>change</button>
      <button onClick={onClose}>list</button>
    </section>
  )
  await open({ open: `view.${ROWS[0]!.id}` }, { record })
  const page = screen.getByRole('region', { name: 'record' })
  await waitFor(() => expect(page.textContent).toContain(`${ROWS[0]!.id} edit,delete 42`))
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(button('change'))
  const dialog = await screen.findByRole('dialog')
  expect(address.open).toBe(`view.${ROWS[0]!.id}`)
  fireEvent.click(await within(dialog).findByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(button('next'))
  expect(address).toEqual({ open: `view.${ROWS[1]!.id}`, current: '2' })
  fireEvent.click(button('list'))
  expect(address).toEqual({ current: '2' })
  expect(screen.queryByRole('region', { name: 'record' })).toBeNull()
})

test('unsaved changes are asked about before the form closes; Escape does not close it', async () => {
  await open({ open: 'add' })
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByRole('textbox', { name: '名称' }), { target: { value: '新' } })
  fireEvent.keyDown(dialog, { key: 'Escape', keyCode: 27 })
  expect(screen.queryByText('有未保存的修改，确定离开?')).toBeNull()
  fireEvent.click(button('取消', dialog))
  expect(await screen.findByText('有未保存的修改，确定离开?')).toBeTruthy()
  expect(address).toEqual({ open: 'add' })
  fireEvent.click(button('确定'))
  await waitFor(() => expect(address).toEqual({}))
})

test('a command that is not possible now is greyed and tells why', async () => {
  const run = vi.fn()
  const stop: RowCommand = {
    key: 'stop',
    label: { zh: '停用', en: 'Stop' },
    run,
    when: (row) => row.mc === '东坡' || { zh: '已经停用', en: 'Stopped already' },
  }
  await open({}, { rowCommands: [stop, { ...defaultCommands(plot).row.view, when: () => false }] })
  await screen.findByText('东坡')
  const [first, second] = screen.getAllByRole('button', { name: '停用' }) as HTMLButtonElement[]
  expect([first!.disabled, second!.disabled, second!.getAttribute('aria-description')]).toEqual([false, true, '已经停用'])
  // a disabled button cannot be reached by keyboard: what stands around it can
  expect(second!.parentElement!.tabIndex).toBe(0)
  fireEvent.focus(second!.parentElement!)
  expect((await screen.findByRole('tooltip')).textContent).toBe('已经停用')
  fireEvent.click(first!)
  await waitFor(() => expect(run).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('button', { name: '查看' })).toBeNull()
})

test('a list that failed says so and can be asked again', async () => {
  answers['/base/plot/page'] = () => ({ code: 503, msg: '系统繁忙，请稍后重试' })
  await open()
  expect(await screen.findByText('系统繁忙，请稍后重试')).toBeTruthy()
  answers['/base/plot/page'] = () => ({ code: 200, data: { records: ROWS, total: 2, size: 10, current: 1, pages: 1 } })
  fireEvent.click(button('重试'))
  expect(await screen.findByText('东坡')).toBeTruthy()
})

test('a hidden column stays hidden for this person', async () => {
  sessionStore.setState({ user: { user_id: '7' } as never })
  await open()
  await screen.findByText('东坡')
  fireEvent.click(button('列设置'))
  fireEvent.click(await screen.findByRole('checkbox', { name: '类别' }))
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: '类别' })).toBeNull())
  expect(JSON.parse(localStorage.getItem('list:7:plot')!)).toEqual({ hidden: ['lb'] })
})

test('the rows of a page of two hundred are not all drawn', async () => {
  const many = Array.from({ length: 200 }, (_, i) => ({ id: String(i + 1), mc: `田${i}` }))
  answers['/base/plot/page'] = () => ({ code: 200, data: { records: many, total: 200, size: 200, current: 1, pages: 1 } })
  await open({ size: '200' })
  await screen.findByText('田0')
  expect(screen.queryByText('田199')).toBeNull()
})

test('filters stand above the list in words, each with the button that takes it away; the quick search asks at Enter', async () => {
  await open({ lb: '10', mjStart: '1.5' })
  const chips = await screen.findByRole('list', { name: '筛选条件' })
  await within(chips).findByText('承包地块')
  expect(chips.textContent).toContain('面积(亩): ≥ 1.5')
  const quick = screen.getByRole('textbox', { name: '快速搜索' })
  fireEvent.change(quick, { target: { value: '东' } })
  fireEvent.keyDown(quick, { key: 'Enter' })
  await waitFor(() => expect(address).toEqual({ lb: '10', mjStart: '1.5', mc: '东' }))
  fireEvent.click(button('取消筛选面积(亩)'))
  await waitFor(() => expect(address).toEqual({ lb: '10', mc: '东' }))
  fireEvent.click(button('清除全部'))
  await waitFor(() => expect(address).toEqual({}))
})

test('what is selected stays so on the next page, with its number and its area, until another question is asked', async () => {
  await open()
  await screen.findByText('东坡')
  fireEvent.click(screen.getByRole('checkbox', { name: /选择本行 东坡/ }))
  fireEvent.click(screen.getByRole('checkbox', { name: /选择本行 西沟/ }))
  answers['/base/plot/page'] = () => ({ code: 200, data: { records: [{ id: '9', mc: '后坝', mj: '0.05' }], total: 42, size: 10, current: 2, pages: 5 } })
  fireEvent.click(screen.getByTitle('2'))
  await screen.findByText('后坝')
  fireEvent.click(screen.getByRole('checkbox', { name: /选择本行 后坝/ }))
  const bar = screen.getByRole('group', { name: '已选数据' })
  expect([within(bar).getByRole('status').textContent, bar.textContent?.includes('面积(亩) 21.55')]).toEqual(['已选择 3 条', true])
  const quick = screen.getByRole('textbox', { name: '快速搜索' })
  fireEvent.change(quick, { target: { value: '后' } })
  fireEvent.keyDown(quick, { key: 'Enter' })
  await waitFor(() => expect(screen.queryByRole('group', { name: '已选数据' })).toBeNull())
})

const BATCH = { preview: '/platform/list-batch/preview', run: '/platform/list-batch/run', undo: '/platform/list-batch/undo' }
const bar = () => screen.getByRole('group', { name: '已选数据' })
const tick = (n: number) => fireEvent.click(screen.getAllByRole('checkbox', { name: /选择本行/ })[n]!)

/** Waits until nothing of the list is drawn any more. */
async function still(): Promise<void> {
  for (let calm = 0; calm < 10; calm = rendered().length > 0 ? 0 : calm + 1) await act(() => new Promise((done) => setTimeout(done, 20)))
}
/** How often these were drawn since the last question. */
const drawn = (...names: string[]) => {
  const all = rendered()
  return names.map((n) => all.filter((x) => x === n).length)
}
test('a tick draws its own box and that of all, a key its row alone; another page and another order are answered before the rows are drawn, once each', async () => {
  const page = (first: number) => Array.from({ length: 5 }, (_, i) => ({ ...ROWS[0]!, id: String(first + i), mc: `田${first + i}` }))
  const answer = (records: object[], current: number) => () => ({ code: 200, data: { records, total: 42, size: 5, current, pages: 9 } })
  answers['/base/plot/page'] = answer(page(1), 1)
  await open()
  await screen.findByText('田1')
  await still()
  // a box counts twice, by itself and by what keeps it from being drawn; that of all stands in the row that measures widths, too
  tick(1)
  await still()
  expect(screen.getAllByRole('checkbox').map((x) => (x as HTMLInputElement).checked)).toEqual([false, false, true, false, false, false])
  tick(2)
  expect(drawn('BodyRow', 'Cell', 'HeadCell', 'Box')).toEqual([0, 0, 0, 2])
  expect(screen.getByText('田3').closest('tr')!.className).toContain('ant-table-row-selected')
  fireEvent.click(screen.getAllByRole('checkbox')[0]!)
  await still()
  fireEvent.click(screen.getAllByRole('checkbox')[0]!)
  expect(drawn('BodyRow', 'Cell', 'Box')).toEqual([0, 0, 14])
  await still()
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(drawn('BodyRow', 'Cell', 'Box', 'Head', 'FiltersRow')).toEqual([0, 0, 0, 0, 0])
  await still()
  // the answer waits: the pager says already which page comes, and no row is drawn for it
  let go: () => void = () => {}
  const was = fetch
  vi.stubGlobal('fetch', async (...of: Parameters<typeof fetch>) => {
    if (String(of[0]).includes('/plot/page')) await new Promise<void>((done) => (go = done))
    return was(...of)
  })
  answers['/base/plot/page'] = answer(page(6), 2)
  fireEvent.click(screen.getByTitle('2'))
  await still()
  rendered()
  fireEvent.click(screen.getByTitle('3'))
  expect([document.querySelector('.ant-pagination-item-active')?.textContent, screen.queryByText('田1') !== null, ...drawn('BodyRow', 'HeadCell')]).toEqual([
    '3',
    true,
    0,
    0,
  ])
  await act(async () => go())
  await screen.findByText('田6')
  expect(drawn('BodyRow')).toEqual([5])
  await still()
  answers['/base/plot/page'] = answer(page(21), 1)
  fireEvent.click(screen.getByRole('columnheader', { name: /名称/ }))
  await act(async () => undefined)
  expect([screen.getByRole('columnheader', { name: /名称/ }).getAttribute('aria-sort'), ...drawn('BodyRow')]).toEqual(['ascending', 5])
  await act(async () => go())
  await screen.findByText('田21')
  expect(drawn('BodyRow')).toEqual([5])
})

test('with the shift key all rows up to the one that was pressed before are selected or taken out', async () => {
  answers['/base/plot/page'] = () => ({
    code: 200,
    data: { records: [1, 2, 3, 4, 5].map((n) => ({ ...ROWS[0]!, id: String(n), mc: `田${n}` })), total: 5, size: 10, current: 1, pages: 1 },
  })
  await open()
  await screen.findByText('田1')
  const boxes = () => screen.getAllByRole('checkbox', { name: /选择本行/ }).map((x) => ((x as HTMLInputElement).checked ? 1 : 0))
  const shifted = (n: number) => fireEvent.click(screen.getAllByRole('checkbox', { name: /选择本行/ })[n]!, { shiftKey: true })
  shifted(1)
  expect(boxes()).toEqual([0, 1, 0, 0, 0])
  shifted(3)
  expect(boxes()).toEqual([0, 1, 1, 1, 0])
  tick(2)
  expect(boxes()).toEqual([0, 1, 0, 1, 0])
  shifted(4)
  expect(boxes()).toEqual([0, 1, 0, 1, 1])
  const all = screen.getByRole('checkbox', { name: '全选' }) as HTMLInputElement
  expect([all.checked, all.closest('.ant-checkbox')!.className.includes('indeterminate')]).toEqual([false, true])
  fireEvent.click(all)
  expect(boxes()).toEqual([1, 1, 1, 1, 1])
  fireEvent.click(all)
  expect([boxes(), screen.queryByRole('group', { name: '已选数据' })]).toEqual([[0, 0, 0, 0, 0], null])
})

test('all that match are chosen by one press: few of them as rows, many as the question that the server answers', async () => {
  const tags = { key: 'tags', label: { zh: '标签', en: 'Tags' }, needsRows: true, run: vi.fn(), runAll: vi.fn() }
  const print = { key: 'print', label: { zh: '打印', en: 'Print' }, needsRows: true, run: vi.fn() }
  await open({ lb: '10' }, { toolCommands: [tags, print] })
  await screen.findByText('东坡')
  tick(0)
  fireEvent.click(button('选择全部 42 条', bar()))
  await within(bar()).findByText('已选择 2 条')
  expect(last('/base/plot/page')).toEqual({ lb: '10', current: '1', size: '200' })
  fireEvent.click(button('取消选择', bar()))
  answers['/base/plot/page'] = () => ({ code: 200, data: { records: ROWS, total: 4200, size: 10, current: 1, pages: 420 } })
  fireEvent.click(button('刷新'))
  await screen.findByText('共 4200 条')
  tick(0)
  fireEvent.click(button('选择全部 4200 条', bar()))
  await within(bar()).findByText('已选择全部 4200 条')
  fireEvent.click(button('标签', bar()))
  await waitFor(() => expect(tags.runAll.mock.calls[0]![0]).toEqual({ query: { lb: '10' }, total: 4200 }))
  expect(tags.run).not.toHaveBeenCalled()
  expect(button('打印', bar()).hasAttribute('disabled')).toBe(true)
  expect(button('打印', bar()).getAttribute('aria-description')).toBe('一次最多办理 200 条，请逐条选择或增加条件')
  expect(screen.getAllByRole('checkbox', { name: /选择本行/ }).every((x) => (x as HTMLInputElement).disabled && (x as HTMLInputElement).checked)).toBe(true)
})

test('more than ten thousand are not chosen at once, and the button says why', async () => {
  answers['/base/plot/page'] = () => ({ code: 200, data: { records: ROWS, total: 10000, totalIsEstimate: true, size: 10, current: 1, pages: 1000 } })
  await open()
  await screen.findByText('东坡')
  tick(0)
  expect(button('选择全部 10000 条', bar()).hasAttribute('disabled')).toBe(true)
})

test('chosen fields are changed for many rows after a look at each, what is refused is named, and the act is taken back', async () => {
  const marks = [{ id: ROWS[0]!.id, rev: 3 }]
  answers[BATCH.preview] = () => ({
    code: 200,
    data: {
      changed: 1,
      same: 0,
      refused: 1,
      rows: [{ id: ROWS[0]!.id, name: '东坡', before: { mc: '东坡' } }],
      refusals: [{ id: ROWS[1]!.id, name: '西沟', why: '已登记，不能修改' }],
      marks,
    },
  })
  answers[BATCH.run] = () => ({ code: 200, data: { done: 1, marks: [{ id: ROWS[0]!.id, rev: 4 }] } })
  await open({}, { batch: ['mc', 'lb'] })
  await screen.findByText('东坡')
  tick(0)
  tick(1)
  fireEvent.click(button('批量修改', bar()))
  const dialog = await screen.findByRole('dialog')
  // nothing is asked of the server before the value is right
  fireEvent.click(button('预览', dialog))
  await within(dialog).findByText('请输入名称')
  expect(sent(BATCH.preview)).toEqual([])
  fireEvent.change(within(dialog).getByRole('textbox', { name: '名称' }), { target: { value: '南塘' } })
  fireEvent.click(button('预览', dialog))
  await within(dialog).findByText('已登记，不能修改')
  expect(sent(BATCH.preview)[0]!.body).toEqual({ list: 'plot', values: { mc: '南塘' }, ids: ROWS.map((x) => x.id).join(',') })
  expect(within(dialog).getByText('南塘').closest('td')!.textContent).toBe('东坡 → 南塘')
  fireEvent.click(button('修改 1 条', dialog))
  await waitFor(() => expect(sent(BATCH.run)[0]!.body).toEqual({ list: 'plot', values: { mc: '南塘' }, rows: marks }))
  const undo = await screen.findByRole('group', { name: '上次操作' })
  fireEvent.click(button('撤销', undo))
  await waitFor(() => expect(sent(BATCH.undo)[0]!.body).toEqual({ list: 'plot', rows: [{ id: ROWS[0]!.id, rev: 4 }] }))
  await waitFor(() => expect(screen.queryByRole('group', { name: '上次操作' })).toBeNull())
})

test('a change of a whole question goes as a job, and is taken back by it', async () => {
  answers['/base/plot/page'] = () => ({ code: 200, data: { records: ROWS, total: 4200, size: 10, current: 1, pages: 420 } })
  answers[BATCH.preview] = () => ({ code: 200, data: { job: '77' } })
  answers[BATCH.run] = () => ({ code: 200, data: { job: '78' } })
  answers['/cpt-system/job/detail'] = () => ({
    code: 200,
    data: { status: 'done', percent: 100, message: '', result: { changed: 4200, same: 0, refused: 0, rows: [], refusals: [] } },
  })
  await open({ lb: '10' }, { batch: ['mc'] })
  await screen.findByText('东坡')
  tick(0)
  fireEvent.click(button('选择全部 4200 条', bar()))
  fireEvent.click(button('批量修改', bar()))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByRole('textbox', { name: '名称' }), { target: { value: '南塘' } })
  fireEvent.click(button('预览', dialog))
  fireEvent.click(await within(dialog).findByRole('button', { name: '修改 4200 条' }))
  await waitFor(() => expect(sent(BATCH.run)[0]!.body).toEqual({ list: 'plot', job: '77' }))
  expect(sent(BATCH.preview)[0]!.body).toEqual({ list: 'plot', values: { mc: '南塘' }, query: { lb: '10' } })
  const undo = await screen.findByRole('group', { name: '上次操作' })
  fireEvent.click(button('撤销', undo))
  await waitFor(() => expect(sent(BATCH.undo)[0]!.body).toEqual({ list: 'plot', job: '78' }))
})

test('a save that can be taken back offers it; where the list cannot, nothing is offered', async () => {
  for (const batch of [['mc'], undefined]) {
    await open({ open: `edit.${ROWS[0]!.id}` }, batch ? { batch } : {})
    fireEvent.change(await screen.findByRole('textbox', { name: '名称' }), { target: { value: '南塘' } })
    fireEvent.click(button('保存'))
    await waitFor(() => expect(sent('/base/plot/submit').length).toBeGreaterThan(0))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryAllByRole('group', { name: '上次操作' }).length).toBe(batch ? 1 : 0)
    cleanup()
  }
})

test('where there is room a record stands beside its list, which is used on; Escape closes it, and it stays so for this person', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: /1280|md|768/.test(query),
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }))
  const record = ({ id, split }: RecordProps) => (
    <section aria-label="record">
      {id}
      {split && (
        <button type="button" onClick={split.onToggle}>
          {split.on ? 'whole' : 'split'}
        </button>
      )}
    </section>
  )
  await open({ open: `view.${ROWS[0]!.id}` }, { record })
  fireEvent.click(await screen.findByRole('button', { name: 'split' }))
  await waitFor(() => expect(document.querySelector('.list-split')).not.toBeNull())
  await waitFor(() => expect(document.querySelector('.list-at')?.textContent).toContain('东坡'))
  fireEvent.keyDown(document.body, { key: 'x' })
  await within(bar()).findByText('已选择 1 条')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(address.open).toBeUndefined())
  cleanup()
  await open({ open: `view.${ROWS[1]!.id}` }, { record })
  expect(await screen.findByRole('button', { name: 'whole' })).toBeTruthy()
})

test('on a narrow screen the region is chosen by its chip, whose tree comes over the page and goes with the choice', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} }))
  answers['/cpt-system/region/lazy-tree'] = () => ({ code: 200, data: [{ code: '510105', name: '青羊区', hasChildren: false }] })
  const located = defineResource({ ...plot, fields: { ...plot.fields, regionCode: region('行政区划', { search: 'prefix' }) } })
  await open({ current: '2' }, { of: located })
  fireEvent.click(await screen.findByRole('button', { name: '全部区域' }))
  fireEvent.click(await within(await screen.findByRole('dialog')).findByText('青羊区'))
  await waitFor(() => expect(address).toEqual({ regionCode: '510105' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(last('/base/plot/page').regionCode).toBe('510105')
  // it is asked for in one place
  builder()
  expect(screen.queryByRole('combobox', { name: '行政区划' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^取消筛选/ }))
  await waitFor(() => expect(address).toEqual({}))
})

test('on a narrow screen a list that takes the boxes from its rows has none on its cards', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} }))
  for (const [props, boxes] of [
    [{}, ROWS.length],
    [{ table: { rowSelection: undefined } }, 0],
  ] as const) {
    await open({}, props)
    await screen.findByText('东坡')
    expect(document.querySelectorAll('.list-card input[type=checkbox]').length).toBe(boxes)
    cleanup()
  }
})

test('keys go from row to row, select, open, and take the selection back; they leave who is typing alone', async () => {
  await open()
  await screen.findByText('东坡')
  const press = (key: string, on: Element = document.body) => fireEvent.keyDown(on, { key })
  press('x', screen.getByRole('textbox', { name: '快速搜索' }))
  press('j', screen.getByRole('textbox', { name: '快速搜索' }))
  expect(document.querySelector('.list-at')).toBeNull()
  press('j')
  press('j')
  expect(document.querySelector('.list-at')?.textContent).toContain('西沟')
  // a button that was pressed has the focus, and needs none of these keys
  const pressed = button('筛选')
  press('k', pressed)
  press('x', pressed)
  press('Delete', pressed)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect((screen.getByRole('checkbox', { name: /选择本行 东坡/ }) as HTMLInputElement).checked).toBe(true)
  press('Escape')
  expect((screen.getByRole('checkbox', { name: /选择本行 东坡/ }) as HTMLInputElement).checked).toBe(false)
  press('j')
  // the help of keys says what is heard here, as the list itself has it
  const heard = () => keysHere().map(({ name, acts }) => [name.zh, acts.map((a) => a.shown ?? a.keys.join(' '))])
  expect(heard()).toEqual([['列表', ['j', 'k', 'x', 'Enter', 'Del', 'Esc']]])
  press('Delete')
  const asked = await screen.findByRole('dialog')
  expect(asked.textContent).toContain(phrases.confirmRemove.zh)
  fireEvent.click(button(phrases.cancel.zh, asked))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent('/base/plot/remove')).toEqual([])
  press('Enter')
  await waitFor(() => expect(address.open).toBe(`view.${ROWS[0]!.id}`))
  cleanup()
  expect(keysHere()).toEqual([])
  // where nobody may delete, no key does
  allow('plot_view')
  await open()
  await screen.findByText('东坡')
  expect(heard()[0]![1]).not.toContain('Del')
})

test('what is missing is asked for by one press, beside what is asked already, and pressed again it is not; states and what a row is known by are never missing', async () => {
  const holding = defineResource({
    name: 'holding',
    label: '承包方',
    en: 'Holding',
    path: '/base/plot',
    scope: 'land',
    versioned: true,
    title: 'mc',
    fields: {
      regionCode: region('行政区划', { search: 'prefix', form: 'none', column: false }),
      mc: text('名称', { en: 'Name', search: 'name' }),
      lxdh: text('联系电话', { en: 'Phone', search: 'eq' }),
      cbqxz: date('承包期限止', { search: 'range' }),
      djzt: dict('登记状态', 'djzt', { search: 'eq', form: 'none' }),
    },
  })
  const press = async (name: RegExp) => {
    fireEvent.click(button('缺项'))
    const items = await screen.findAllByRole('menuitem')
    fireEvent.click(items.find((x) => name.test(x.textContent))!)
    return items.map((x) => x.textContent)
  }
  const contract = { label: both('有无合同', 'Contract'), choices: [], missing: { value: '2', label: both('没有合同', 'No contract') } }
  await open({ regionCode: '512021119203' }, { of: holding, choices: { hasContract: contract } })
  await screen.findByText('东坡')
  expect(await press(/电话/)).toEqual(['没有合同', '缺联系电话', '缺承包期限止'])
  const phone = { field: 'lxdh', op: 'empty' }
  await waitFor(() => expect(JSON.parse(address.where!)).toEqual(phone))
  await press(/期限/)
  await waitFor(() => expect(JSON.parse(address.where!)).toEqual({ and: [phone, { field: 'cbqxz', op: 'empty' }] }))
  await press(/合同/)
  await waitFor(() => expect(address.hasContract).toBe('2'))
  await press(/电话/)
  await waitFor(() => expect(JSON.parse(address.where!)).toEqual({ field: 'cbqxz', op: 'empty' }))
  // of a whole county the server would refuse it: the press is greyed, as it would say
  expect(refusalOf(holding, JSON.stringify(phone), '512021', '2026-03-01')?.zh).toMatch(/缩小行政区划/)
  expect(refusalOf(holding, JSON.stringify(phone), '512021119203', '2026-03-01')).toBeUndefined()
})

test('two rows stand side by side, what differs is marked and may be seen alone; one or three are not compared', async () => {
  await open()
  await screen.findByText('东坡')
  tick(0)
  expect([button('对比', bar()).hasAttribute('disabled'), button('对比', bar()).getAttribute('aria-description')]).toEqual([true, comparePhrases.two.zh])
  tick(1)
  fireEvent.click(button('对比', bar()))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('4 项不同')
  const lines = () =>
    within(dialog)
      .getAllByRole('row')
      .slice(1)
      .map((x) => x.textContent)
  expect(
    within(dialog)
      .getAllByRole('columnheader')
      .map((x) => x.textContent),
  ).toEqual(['项目', '', '东坡', '西沟'])
  expect(lines()).toEqual(['名称≠东坡西沟', '类别≠承包地块x9', '面积(亩)≠1.5020.00', '编码≠A1A2'])
  expect(
    comparedLines(plot, [ROWS[0]!, { ...ROWS[0]!, mj: '2.00' }])
      .filter((l) => l.differs)
      .map((l) => l.name),
  ).toEqual(['mj'])
})

test('a card tells as much of a row as the list does: of more fields than six each has its place', async () => {
  const wide = defineResource({ ...plot, fields: { ...plot.fields, ...Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`f${n}`, text(`项${n}`, {})])) } })
  const state = { records: ROWS, total: 2, size: 10, current: 1, pages: 1 }
  render(<RowCards page={state} columns={columnsOf(wide)} nameOf={() => ''} onPage={() => {}} />, {
    wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>,
  })
  expect([...document.querySelectorAll('.list-card')[0]!.querySelectorAll('dt')].map((x) => x.textContent)).toEqual([
    '类别',
    '面积(亩)',
    '编码',
    '项1',
    '项2',
    '项3',
    '项4',
    '项5',
  ])
})

test('on a card a code or a sentence has a line of its own, which half of a telephone would break', () => {
  const state = { records: ROWS, total: 2, size: 10, current: 1, pages: 1 }
  const columns = [100, 100, 214].map((width, i) => ({ key: `c${i}`, title: `列${i}`, width, render: () => '5120212026053100001' }))
  render(<RowCards page={state} columns={columns} nameOf={() => ''} onPage={() => {}} />, {
    wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>,
  })
  const wide = document.querySelectorAll('.list-card')[0]!.querySelectorAll('.list-card-wide dt')
  expect([...wide].map((x) => x.textContent)).toEqual(['列2'])
  // nor is one broken that has half of it
  expect(document.querySelectorAll('.list-card')[0]!.querySelectorAll('dd.list-card-whole').length).toBe(2)
  expect(['512021119203010002J', '1998-10-01至2028-09-30', '2025-01-01 至 2054-12-31', '1998-10-01 – 2028-09-30', '4.67'].filter((t) => !isOneWord(t))).toEqual(
    [],
  )
  expect(['周礼镇玉顶村1组', 'Zhouli', '', null, <b key="b">1</b>].filter((t) => isOneWord(t))).toEqual([])
})

test('columns are moved and kept at the left for this person', async () => {
  await open()
  await screen.findByText('东坡')
  const heads = () => screen.getAllByRole('columnheader').map((h) => h.textContent)
  expect(heads().slice(1, 4)).toEqual(['名称', '类别', '面积(亩)'])
  fireEvent.click(button('列设置'))
  fireEvent.click(await screen.findByRole('button', { name: '上移 面积(亩)' }))
  await waitFor(() => expect(heads().slice(1, 4)).toEqual(['名称', '面积(亩)', '类别']))
  fireEvent.click(button('固定在左侧 编码'))
  await waitFor(() => expect(heads().slice(1, 3)).toEqual(['名称', '编码']))
  fireEvent.click(button('恢复默认'))
  await waitFor(() => expect(heads().slice(1, 4)).toEqual(['名称', '类别', '面积(亩)']))
})

test('areas are added up exactly', () => {
  expect(areaSumOf(['0.10', '0.20', '1.5', '7', null])).toBe('8.80')
  expect(areaSumOf(['9999999999999.99', '0.01'])).toBe('10000000000000.00')
  expect([areaSumOf(['x']), areaSumOf([])]).toEqual([undefined, '0.00'])
})

test('English speaks English', async () => {
  setLang('en')
  await open()
  expect(await screen.findByText('Contracted')).toBeTruthy()
  expect(screen.getByText('42 rows')).toBeTruthy()
  expect(button('Add')).toBeTruthy()
  // a label stands in the sentence of its prompt
  fireEvent.click(button('Add'))
  expect((await within(await screen.findByRole('dialog')).findByRole('textbox', { name: 'Name' })).getAttribute('placeholder')).toBe('Enter name')
})

test('the buttons of a row have the room that their words need in each language; what is too wide goes under the last one', () => {
  expect(fitting(['编辑', '删除'], ROW_ROOM)).toBe(2)
  expect(fitting(['查看', '打印公示', '打开业务', '完成公示'], ROW_ROOM)).toBe(1)
  expect(fitting(['View', 'Print the posting', 'Open the case'], ROW_ROOM)).toBe(1)
  expect(fitting(['Open the case', 'View'], ROW_ROOM)).toBe(0)
})

test('a list by another call than page steps back where its page is none any more, and offers no rows where no button takes them', async () => {
  answers['/base/plot/list'] = () => {
    const past = calls.at(-1)!.url.searchParams.get('current') === '3'
    return { code: 200, data: { records: past ? [] : ROWS, total: 12, size: 10, current: past ? 3 : 2, pages: 2 } }
  }
  await open({ current: '3' }, { verb: 'list', toolCommands: [] })
  await waitFor(() => expect(sent('/base/plot/list').map((c) => c.url.searchParams.get('current'))).toEqual(['3', '2']))
  await screen.findByText('东坡')
  expect([screen.queryAllByRole('checkbox').length, sent('/base/plot/page').length]).toEqual([0, 0])
})

test('a forest is shown whole, searched by its parts, and what leads to a hit stays', async () => {
  const child = { ...ROWS[1], mc: '东坡下' }
  answers['/base/plot/list'] = () => ({
    code: 200,
    data: [
      { ...ROWS[0], mc: '村', children: [child] },
      { ...ROWS[0], id: '3', mc: '别处' },
    ],
  })
  await open({ mc: '东坡' }, { verb: 'list', tree: true })
  expect(await screen.findByText('村')).toBeDefined()
  expect(screen.queryByText('别处')).toBeNull()
  expect([...sent('/base/plot/list')[0]!.url.searchParams.keys()]).toEqual([])
})
