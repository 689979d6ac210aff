// @vitest-environment happy-dom
// Interruptions of people who fill forms: nothing typed is lost, and the form never says "kept" when it is not.
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App, Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { AnyResource } from '../../../../kit/model/resource.ts'
import { Dialog, useGuard } from '../../../../kit/web/dialogs.web.tsx'
import { ResourceForm } from '../../../../kit/web/ResourceForm.web.tsx'
import { forgetUnsaved, PageContext, sessionStore, signIn, type PageState, type TokenAnswer } from '../../../../kit/web/session.web.ts'
import { Decide } from '../../../../business/cases/web/Decide.web.tsx'
import { AdviceDialog } from '../../../../business/cases/web/Advice.web.tsx'
import type { CaseRow } from '../../../../business/cases/web/form.web.ts'
import { PassMany } from '../../../../business/cases/web/lists/PassMany.web.tsx'
import { RevokeDialog } from '../../../../business/cases/web/RevokeDialog.web.tsx'
import { TransferDialog } from '../../../../business/cases/web/TransferDialog.web.tsx'
import { HandleDialog } from '../../../../business/publicity/Objections.web.tsx'
import { RefuseScans, ScanDialog } from '../../../../land/cbht/ScanDialogs.web.tsx'
import { DeedDialog } from '../../../../land/cbjyqz/Deeds.web.tsx'
import { cbf } from '../../../../land/definitions/cbf.ts'
import { cbht } from '../../../../land/definitions/cbht.ts'
import { cbjyqz } from '../../../../land/definitions/cbjyqz.ts'
import { fbf } from '../../../../land/definitions/fbf.ts'
import { Small } from '../../../../land/restriction/Judging.web.tsx'
import { DialogForm } from '../../../../platform/parts/DialogForm.web.tsx'
import { FormDialog } from '../../../../platform/parts/FormDialog.web.tsx'
import { around } from '../../../../platform/parts/testing.ts'
import { role, user } from '../../../../platform/definitions/system.ts'
import { sendAside, useFormDraft } from '../../../../platform/shell/drafts.web.ts'
import { notice } from '../../../../services/notice/notice.ts'
import Info from '../pages/Info.tsx'
import { ExamineDialog } from '../../../../signing/panel/ExamineDialog.web.tsx'
import { LetterDialog } from '../../../../signing/letters/LetterDialog.web.tsx'

// a busy computer draws slowly
configure({ asyncUtilTimeout: 20_000 })
// what the first form fetches, a page has by the time somebody types
beforeAll(async () => {
  await Promise.all([import('../../../../platform/shell/KeptLine.web.tsx'), import('../../../../platform/shell/DraftOffer.web.tsx')])
})

/** A form by its definition, and the two fields of it that are filled here. */
const of = (r: AnyResource, a: string, b: string): { r: AnyResource; a: string; b: string } => ({
  r: { ...r, groups: {}, fields: { [a]: { ...r.fields[a]!, required: false }, [b]: { ...r.fields[b]!, required: false } } },
  a,
  b,
})
const FORMS = [
  of(cbf, 'cbfmc', 'cbfdz'),
  of(fbf, 'fbfmc', 'fbfdz'),
  of(user, 'realName', 'name'),
  of(notice, 'title', 'content'),
  of(role, 'roleName', 'roleAlias'),
]
type Row = Record<string, unknown>
/** What the browser talks to: drafts of whoever is signed in, one stored row, and the ways in which a line fails. */
const server = {
  mode: 'up' as 'up' | 'away' | 'over' | 'hangs' | 'full',
  drafts: new Map<string, { at: string; body: unknown; page: string }>(),
  row: {} as Row,
  saved: [] as Row[],
  clock: 0,
}
const answer = (data: unknown, code = 200, more = {}) => new Response(JSON.stringify({ code, data, ...more }), { status: code })
async function asked(url: string, init: RequestInit): Promise<Response> {
  const { pathname, searchParams } = new URL(url, 'http://x')
  const body = init.body ? (JSON.parse(String(init.body)) as Row) : {}
  if (server.mode === 'away') throw new TypeError('Failed to fetch')
  if (server.mode === 'over') return answer(null, 401, { msg: '请求未授权' })
  if (server.mode === 'hangs') return new Promise(() => {})
  if (server.mode === 'full') return answer(null, 507, { msg: '服务器存储空间不足，请联系管理员' })
  const form = String(body.form ?? searchParams.get('form'))
  if (pathname.endsWith('/form-draft/key')) return answer({ key: 'ab'.repeat(32) })
  if (pathname.endsWith('/form-draft/list')) return answer([...server.drafts].map(([name, d]) => ({ form: name, page: d.page, at: d.at })))
  if (pathname.endsWith('/form-draft/detail')) return answer(server.drafts.get(form) ?? null)
  if (pathname.endsWith('/form-draft/drop')) return answer(server.drafts.delete(form) && null)
  if (pathname.endsWith('/form-draft/keep')) {
    const at = `2026-03-01 10:31:0${server.clock++ % 10}`
    server.drafts.set(form, { at, body: body.body, page: String(body.page) })
    return answer({ at })
  }
  if (pathname.endsWith('/cpt-user/info')) return answer(server.row)
  if (/preview|download/.test(pathname)) return answer(null, 404)
  if (init.method === 'GET' && !/\/(presence|detail)$/.test(pathname)) return answer(pathname.endsWith('/page') ? { records: [], total: 0 } : [])
  if (pathname.endsWith('/presence')) return answer(searchParams.get('gone') ? [] : [{ name: '李四', isEditing: 1 }])
  if (pathname.endsWith('/detail')) return answer(server.row)
  if (body.rev !== undefined && body.rev !== server.row.rev) return answer(null, 409, { msg: '数据已被他人修改，请刷新后重试', key: 'changed' })
  server.saved.push(body)
  return answer('1')
}
const person = (account: string) => signIn({ mark: `m-${account}-${Math.random()}`, expires_in: 3600, tenant_id: '000000', account } as TokenAnswer)
const NONE = () => null
const page: PageState = {
  key: '/land/cbf',
  search: {},
  setSearch: () => {},
  visible: true,
  tables: { useLayout: () => [{}, () => {}], Views: NONE, Export: NONE, Greyed: NONE, useDraft: useFormDraft },
}
let leave = async () => true
function Screen({ r, row }: { r: AnyResource; row?: Row }) {
  const guard = useGuard()
  leave = guard.leave
  return <ResourceForm of={r} mode={row ? 'edit' : 'add'} {...(row ? { row } : {})} unsaved={guard} onSubmit={(b) => save(r, b)} />
}
const save = async (r: AnyResource, body: Row) => {
  const { api } = await import('../../../../kit/web/client.web.ts')
  return api.post(`${r.path}/submit`, body, undefined, { quiet: true })
}
const show = (r: AnyResource, row?: Row) =>
  render(
    <PageContext value={page}>
      <App>
        <Screen r={r} {...(row ? { row } : {})} />
      </App>
    </PageContext>,
  )
const input = (r: AnyResource, name: string) => screen.getByLabelText<HTMLInputElement>(r.fields[name]!.label)
const type = (r: AnyResource, name: string, value: string) => fireEvent.change(input(r, name), { target: { value } })
/** The turn that would come by itself within two seconds. */
const turn = () => act(async () => void dispatchEvent(new Event('online')))
const line = () => document.querySelector('[data-kind=kept]')?.textContent ?? ''
const told = (text: RegExp | string) => waitFor(() => expect(line()).toMatch(text))
const press = async (name: RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const asides = () => Object.keys(localStorage).filter((n) => n.startsWith('chengbao.aside.'))
/** The window is closed, or loaded anew: nothing of the page stays but what the browser stores. */
const closed = () => {
  cleanup()
  forgetUnsaved()
}
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  Object.assign(server, { mode: 'up', drafts: new Map(), row: {}, saved: [] })
  vi.stubGlobal('fetch', asked)
  person('ann')
})
afterEach(() => {
  closed()
  vi.unstubAllGlobals()
})

test.each(FORMS)('$r.name: the line goes while somebody types, and comes back', async ({ r, a, b }) => {
  show(r)
  await turn()
  type(r, a, '第一')
  expect(line()).toBe('正在保存草稿…')
  await turn()
  await told(/^草稿已保存 10:31:/)
  server.mode = 'away'
  type(r, b, '第二')
  await turn()
  await told(/^草稿未保存：网络连接失败.*已加密暂存在本机，正在重试$/)
  // what lies in the browser is read by nobody
  expect(asides().length).toBe(1)
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/第一|第二/)
  server.mode = 'up'
  await turn()
  await told(/^草稿已保存/)
  expect([...server.drafts.values()][0]!.body).toMatchObject({ values: { [a]: '第一', [b]: '第二' } })
  expect(asides()).toEqual([])
})
test.each(FORMS)('$r.name: the session ends, or is ended, and the same person signs in over the form', async ({ r, a }) => {
  show(r)
  await turn()
  server.mode = 'over'
  type(r, a, '东坡')
  await turn()
  await told(/^草稿未保存：请求未授权/)
  expect(sessionStore.getState().mark).toBe('')
  server.mode = 'up'
  await act(async () => person('ann'))
  await told(/^草稿已保存/)
  expect([...server.drafts.values()][0]!.body).toMatchObject({ values: { [a]: '东坡' } })
})
test.each(FORMS)('$r.name: the page is loaded anew, also when the server was started anew', async ({ r, a }) => {
  show(r)
  await turn()
  type(r, a, '西沟')
  await turn()
  await told(/^草稿已保存/)
  closed()
  show(r)
  await press(/^恢\s*复$/)
  await waitFor(() => expect(input(r, a).value).toBe('西沟'))
})
test.each(FORMS)('$r.name: the window is closed while the line is away; the next sign-in sends and offers it', async ({ r, a }) => {
  show(r)
  await turn()
  server.mode = 'away'
  type(r, a, '南坝')
  await turn()
  await told(/已加密暂存在本机/)
  closed()
  expect(server.drafts.size).toBe(0)
  server.mode = 'up'
  // somebody else at this browser gets nothing of it
  person('ben')
  expect([await sendAside(), asides().length]).toEqual([[], 1])
  person('ann')
  expect((await sendAside()).map((d) => d.form)).toEqual([`${r.name} `])
  expect(asides()).toEqual([])
  show(r)
  await press(/^恢\s*复$/)
  await waitFor(() => expect(input(r, a).value).toBe('南坝'))
})

const { r: HOUSE, a: NAME, b: PLACE } = FORMS[0]!
test('a server that hangs, or is full, keeps nothing, and the form does not say so', async () => {
  show(HOUSE)
  await turn()
  for (const [mode, why] of [
    ['full', '服务器存储空间不足'],
    ['hangs', '服务器没有响应，正在等待'],
  ] as const) {
    server.mode = 'up'
    await turn()
    type(HOUSE, NAME, `${mode} 之前`)
    await turn()
    await told(/^草稿已保存/)
    server.mode = mode
    type(HOUSE, NAME, mode)
    await turn()
    await turn()
    await told(why)
    expect(line()).not.toContain('已保存 ')
  }
})
test('where the browser may not seal, nothing is laid aside and the form says no more than it does', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  person('cat')
  show(HOUSE)
  await turn()
  server.mode = 'away'
  type(HOUSE, NAME, '北坡')
  await turn()
  await told(/^草稿未保存：网络连接失败[^，]*，?[^，]*，正在重试$/)
  // of this person: what the window before was still sealing may come after it closed
  expect([line().includes('暂存'), asides().filter((n) => n.includes('/cat/'))]).toEqual([false, []])
})
test('what was saved, and what is given up, is not offered again', async () => {
  show(HOUSE)
  await turn()
  type(HOUSE, NAME, '张三')
  await turn()
  await told(/^草稿已保存/)
  await press(/^保\s*存$/)
  await waitFor(() => expect([server.saved.length, server.drafts.size]).toEqual([1, 0]))
  closed()
  show(HOUSE)
  await turn()
  type(HOUSE, NAME, '李四')
  await turn()
  await told(/^草稿已保存/)
  const left = leave()
  await press(/^确\s*定$/)
  await left
  await waitFor(() => expect(server.drafts.size).toBe(0))
})

test('who begins anew while something is offered writes nothing over it', async () => {
  show(HOUSE)
  await turn()
  type(HOUSE, NAME, '旧的')
  await turn()
  await told(/^草稿已保存/)
  closed()
  show(HOUSE)
  await screen.findByRole('button', { name: /^恢\s*复$/ })
  type(HOUSE, NAME, '新的')
  await turn()
  await told(/^草稿未保存：请先恢复或放弃上次填写的内容/)
  expect([...server.drafts.values()][0]!.body).toMatchObject({ values: { [NAME]: '旧的' } })
  await press(/^不再保留$/)
  await waitFor(() => expect(server.drafts.size).toBe(0))
  await turn()
  await told(/^草稿已保存/)
  expect([...server.drafts.values()][0]!.body).toMatchObject({ values: { [NAME]: '新的' } })
})

test('two persons on one record: each reads of the other, and what both changed is chosen one by one', async () => {
  const row = { id: '7', rev: 1, [NAME]: '张三', [PLACE]: '一组' }
  server.row = { ...row, rev: 2, [NAME]: '张山', [PLACE]: '二组' }
  show(HOUSE, row)
  await waitFor(() => expect(document.querySelector('[data-kind=present]')?.textContent).toBe('李四正在编辑'))
  type(HOUSE, NAME, '张珊')
  await press(/^保\s*存$/)
  const done = await screen.findByRole('button', { name: '按所选保存' })
  // nothing is chosen for anybody; what only the other one changed is shown
  expect((done as HTMLButtonElement).disabled).toBe(true)
  expect(document.querySelector('.ant-modal')?.textContent).toMatch(/张三.*张珊.*张山.*一组.*未修改.*二组/)
  expect(server.saved).toEqual([])
  fireEvent.click(screen.getByRole('radio', { name: /我的/ }))
  await press(/^按所选保存$/)
  await waitFor(() => expect(server.saved).toEqual([{ id: '7', rev: 2, [NAME]: '张珊', [PLACE]: '二组' }]))
})
test('a draft of a record that somebody changed meanwhile is put together with it, not over it', async () => {
  const row = { id: '7', rev: 1, [NAME]: '张三', [PLACE]: '一组' }
  show(HOUSE, row)
  await turn()
  type(HOUSE, NAME, '张珊')
  await turn()
  await told(/^草稿已保存/)
  closed()
  show(HOUSE, { ...row, rev: 2, [PLACE]: '二组' })
  await press(/^恢\s*复$/)
  await press(/^按所选恢复$/)
  await waitFor(() => expect([input(HOUSE, NAME).value, input(HOUSE, PLACE).value]).toEqual(['张珊', '二组']))
})

const ROW = { id: '7', taskId: '8', taskKey: 'check', objector: '李四', status: '0', cbhtbm: '5120211', cbfmc: '张三' } as unknown as CaseRow
const nothing = async () => undefined
const DIALOG = { onClose: () => {}, onDone: nothing, onSent: nothing }
/** Dialogs of each kind, and the field into which something is typed. */
const DIALOGS: readonly [string, string, () => ReactNode][] = [
  ['a task is returned', '意见', () => <Decide id="7" typeCode="contract_sign" taskKey="check" result="return" {...DIALOG} onDecide={async () => false} />],
  ['an opinion', '意见', () => <AdviceDialog of={ROW} {...DIALOG} />],
  ['a case is revoked', '撤销原因', () => <RevokeDialog of={ROW} {...DIALOG} />],
  ['a task is handed over', '说明', () => <TransferDialog of={ROW} {...DIALOG} />],
  ['many tasks are passed', '意见', () => <PassMany of={[ROW]} {...DIALOG} />],
  ['an objection is handled', '处理意见', () => <HandleDialog of={ROW} {...DIALOG} />],
  ['a scan', cbht.fields.cbhtbm.label, () => <ScanDialog {...DIALOG} />],
  ['scans are sent back', '退回原因', () => <RefuseScans ids={['7', '8']} {...DIALOG} />],
  [
    'a step of the desk',
    '发证机关',
    () => <DeedDialog title={{ zh: '发证', en: 'Issue' }} about={{ id: '7' }} path="x/issue" fields={{ fzjg: cbjyqz.fields.fzjg }} of={cbjyqz} {...DIALOG} />,
  ],
  [
    'a request is sent back',
    '原因',
    () => (
      <Small title={{ zh: '退回', en: 'Send back' }} about="7" onSend={nothing} {...DIALOG}>
        <Reason />
      </Small>
    ),
  ],
  ['a contract is examined', '退回原因', () => <ExamineDialog of={ROW} {...DIALOG} />],
  ['a letter of authority', '受托人姓名', () => <LetterDialog of={ROW} businessId="9" open {...DIALOG} />],
  [
    'a dialog of administration',
    '原因',
    () => (
      <FormDialog title={{ zh: '调整', en: 'Change' }} onSubmit={nothing} {...DIALOG}>
        <Reason />
      </FormDialog>
    ),
  ],
]
function Reason() {
  return (
    <Form.Item name="reason" label="原因">
      <Input />
    </Form.Item>
  )
}
const open = (dialog: ReactNode) => render(<PageContext value={page}>{dialog}</PageContext>, { wrapper: around })
const typeInto = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })
beforeEach(() => sessionStore.setState({ permission: { sign_edit: true } }))

test.each(DIALOGS)('%s: what was typed into the dialog is offered when the page was loaded anew', async (_what, field, dialog) => {
  open(dialog())
  await turn()
  typeInto(field, '南坡')
  await turn()
  await told(/^草稿已保存/)
  closed()
  open(dialog())
  await press(/^恢\s*复$/)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(field).value).toBe('南坡'))
})
test('what was done is not offered again, what was refused is', async () => {
  for (const isDone of [false, true]) {
    server.drafts.clear()
    const sent = vi.fn(async () => isDone)
    open(
      <DialogForm of={{ zh: '退回', en: 'Return' }} about="7" act={{ zh: '退回', en: 'Return' }} onSend={sent} onCancel={() => {}}>
        <Reason />
      </DialogForm>,
    )
    await turn()
    typeInto('原因', '缺材料')
    await turn()
    await told(/^草稿已保存/)
    await press(/^退\s*回$/)
    await waitFor(() => expect([sent.mock.calls.length, server.drafts.size]).toEqual([1, isDone ? 0 : 1]))
    closed()
  }
})
test('who cancels a dialog in which something was typed is asked, and what he gives up is not offered again', async () => {
  const cancelled = vi.fn()
  open(
    <DialogForm of={{ zh: '退回', en: 'Return' }} about="7" act={{ zh: '退回', en: 'Return' }} onSend={async () => true} onCancel={cancelled}>
      <Reason />
    </DialogForm>,
  )
  await press(/^取\s*消$/)
  await waitFor(() => expect(cancelled).toHaveBeenCalledTimes(1))
  typeInto('原因', '缺材料')
  await turn()
  await told(/^草稿已保存/)
  await press(/^取\s*消$/)
  await press(/^确\s*定$/)
  await waitFor(() => expect([cancelled.mock.calls.length, server.drafts.size]).toEqual([2, 0]))
})
test('what was typed of oneself is put together with what was saved meanwhile; a picture is in no draft', async () => {
  server.row = { id: '7', account: 'ann', realName: '安', name: '小安', phone: '13800000001', email: '', avatar: 'data:image/png;base64,AAAA' }
  open(<Info />)
  await screen.findByLabelText('用户名')
  typeInto('用户名', '安安')
  await turn()
  await told(/^草稿已保存/)
  expect(JSON.stringify([...server.drafts.values()])).not.toContain('AAAA')
  closed()
  server.row = { ...server.row, phone: '13800000002' }
  open(<Info />)
  await press(/^恢\s*复$/)
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
  await waitFor(() => expect(value('用户名')).toBe('安安'))
  expect(value('手机号码')).toBe('13800000002')
})
test('secrets and chosen files are in no draft: the line says so, and never says kept of them alone', async () => {
  const file = { uid: '1', name: '合同.pdf', originFileObj: new File(['x'], '合同.pdf') }
  const fields = (
    <DialogForm of={{ zh: '密钥', en: 'Key' }} about="7" act={{ zh: '确定', en: 'OK' }} onSend={async () => true} onCancel={() => {}}>
      <Reason />
      <Form.Item name="password" label="密码">
        <Input />
      </Form.Item>
      <Form.Item name="file" label="文件" getValueFromEvent={() => [file]}>
        <Input />
      </Form.Item>
    </DialogForm>
  )
  open(fields)
  await turn()
  typeInto('密码', 'Geheim-1')
  typeInto('文件', 'x')
  await turn()
  await told('此处填写的内容不保存草稿')
  expect([line().includes('草稿已保存'), server.drafts.size]).toEqual([false, 0])
  typeInto('原因', '更换')
  await turn()
  await told(/^草稿已保存 .*密码、密钥和已选文件不保存$/)
  expect([...server.drafts.values()][0]!.body).toEqual({ values: { reason: '更换', file: [] } })
})
test('a dialog of which nothing may be kept says so and keeps nothing', async () => {
  open(
    <Dialog open title="核验">
      <DialogForm of={{ zh: '核验', en: 'Check' }} about={null} act={{ zh: '确定', en: 'OK' }} onSend={async () => true} onCancel={() => {}}>
        <Reason />
      </DialogForm>
    </Dialog>,
  )
  await turn()
  typeInto('原因', '123456')
  await turn()
  expect([document.body.textContent!.includes('此处填写的内容不保存草稿'), server.drafts.size, line()]).toEqual([true, 0, ''])
})
