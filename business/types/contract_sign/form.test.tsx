// @vitest-environment happy-dom
// The form of a new contract: what is known of a new household is proposed, and what is missing says whose it is.
import { act, cleanup, configure, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { Form } from 'antd'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '../../../kit/web/client.web.ts'
import { today } from '../../../kit/web/clock.web.ts'
import { setLang } from '../../../kit/web/i18n.web.ts'
import { signIn, type TokenAnswer } from '../../../kit/web/session.web.ts'
import { pageFetch, type PageCall } from '../../../services/camera/testing.server.ts'
import { termEnd } from '../../../land/definitions/household.ts'
import type { Form as CaseData } from '../../cases/definitions/business.ts'
import { applicantFields } from '../../cases/web/form/Applicant.web.tsx'
import { Faults } from '../../cases/web/CaseParts.web.tsx'
import { HouseholdPart } from '../../parts/HouseholdPart.web.tsx'
import { useCase } from '../../cases/web/form/useCase.web.ts'
import { giveUpDraft, readStoredDraft, useDraft } from '../../cases/web/form/useDraft.web.ts'
import { contractSignScreen } from './Part.web.tsx'
import { around } from '../../../platform/parts/testing.ts'

const ISSUER = { fbfbm: '51202111920301', fbfmc: '玉顶村1组', fbfdz: '周礼镇玉顶村1组', yzbm: '642350' }
// a form of a household is large: a busy computer draws it slowly
configure({ asyncUtilTimeout: 20_000 })
beforeEach(() => {
  signIn({ mark: 'm', expires_in: 3600, tenant_id: '000000', account: 'village', real_name: '村级经办' } as TokenAnswer)
  vi.stubGlobal('fetch', pageFetch({ detail: () => ISSUER, dictionary: () => [], settings: () => ({ pluginUrl: '', port: 0 }) }, []))
})
afterEach(() => {
  cleanup()
  setLang('zh')
  vi.unstubAllGlobals()
})
const nothing = () => undefined
const aboutSign = { item: 'contract_sign_1', doSign: true }

test('a new household lives where its issuer is; who takes the application asked it, today; who looks at what is posted of it is not asked yet', async () => {
  let form: CaseData = { cbf: {} }
  function Part() {
    const [own, set] = useState<CaseData>(form)
    form = own
    const props = { about: aboutSign, editing: 'all' as const, faults: [], onApplicant: nothing, onRegister: nothing, onShow: nothing }
    const put = (patch: CaseData) => set((f) => ({ ...f, ...patch }))
    return <HouseholdPart {...props} name="cbf" fbfbm="51202111920301" form={own} onChange={put} onType={put} />
  }
  render(<Part />, { wrapper: around })
  const me = '村级经办'
  expect(form).toEqual({ cbf: {} })
  fireEvent.click(screen.getByText('新增承包方'))
  await waitFor(() => expect(form.cbf).toMatchObject({ cbfdz: '周礼镇玉顶村1组', yzbm: '642350' }))
  expect(form.cbf).toMatchObject({ cbfdcy: me, cbfdcrq: today() })
  // nothing was posted yet, so nobody has looked at it
  expect(Object.keys(form.cbf as object).filter((n) => n.startsWith('gs'))).toEqual([])
  expect(screen.queryByLabelText('公示审核人')).toBeNull()
  // what is typed stays
  fireEvent.change(screen.getByLabelText('承包方地址'), { target: { value: '玉顶村1组8号' } })
  fireEvent.change(screen.getByLabelText('承包方调查员'), { target: { value: '李勘' } })
  await waitFor(() => expect(form.cbf).toMatchObject({ cbfdz: '玉顶村1组8号', cbfdcy: '李勘' }))
  // only who it is is left to be typed
  const lacking = contractSignScreen.type.read({ ...contractSignScreen.first(), fbfbm: '51202111920301', cbf: form.cbf }, aboutSign).wrong
  expect(lacking.map((w) => w.field).filter((f) => f.startsWith('cbf.') && !f.startsWith('cbf.jtcyList'))).toEqual(['cbf.cbfmc', 'cbf.cbfzjhm'])
  expect(lacking.filter((w) => w.field.startsWith('cbht'))).toEqual([])
})

test('what is typed is stored at once; the page follows when the typing pauses, when a field is left, and before a save', async () => {
  let drawn = 0
  const it = renderHook(
    () => {
      drawn++
      const [base] = Form.useForm()
      return useCase({ screen: contractSignScreen, base, editing: 'all', applicant: applicantFields })
    },
    { wrapper: around },
  ).result
  const type = (cbfmc: string) => act(() => it.current.props('issuer').onType({ cbf: { cbfmc, jtcyList: [] } }))
  const shown = () => (it.current.form.cbf as CaseData).cbfmc
  const stored = () => ((it.current.body().form as CaseData).cbf as CaseData).cbfmc
  // nobody has touched it: there is nothing to be lost
  type('z')
  expect(await it.current.guard.leave()).toBe(true)
  fireEvent.keyDown(document.body)
  // the first key draws that something is unsaved
  for (const first of ['z', '郑']) type(first)
  const before = drawn
  for (const name of ['郑天', '郑天成', '郑天成甲']) {
    type(name)
    expect([stored(), shown()]).toEqual([name, undefined])
  }
  expect(drawn).toBe(before)
  await waitFor(() => expect(shown()).toBe('郑天成甲'))
  type('郑天成')
  act(() => it.current.leave('issuer'))
  expect(shown()).toBe('郑天成')
  type('郑')
  const call = vi.fn(async () => '1')
  await act(() => it.current.run('start', true, call))
  expect(call).not.toHaveBeenCalled()
  expect([shown(), it.current.faults.length > 3]).toEqual(['郑', true])
  // what is missing beside the form is told with it; what is mended is told no more
  const paper = { field: 'SQS', part: 'files', msg: '缺少申请书' }
  await act(() => it.current.run('start', true, call, [paper]))
  const told = () => it.current.faults.map((f) => f.field)
  expect([told().includes('SQS'), told().includes('fbfbm'), it.current.tried.length === told().length]).toEqual([true, true, true])
  act(() => it.current.props('issuer').onChange({ fbfbm: ISSUER.fbfbm }))
  expect([told().includes('SQS'), told().includes('fbfbm'), told().length > 3]).toEqual([true, false, true])
  act(() => it.current.props('issuer').onChange({ fbfbm: undefined }))
  // what is chosen is drawn at once, with what was typed before it
  type('郑天')
  act(() => it.current.props('issuer').onChange({ fbfbm: ISSUER.fbfbm }))
  expect([shown(), it.current.form.fbfbm]).toEqual(['郑天', ISSUER.fbfbm])
  void it.current.guard.leave()
  await screen.findByText('有未保存的修改，确定离开?')
})

test('a server that is away is told by itself and is no item of what is to be corrected; what is wrong in the form is', async () => {
  const it = renderHook(
    () => {
      const [base] = Form.useForm()
      return useCase({ screen: contractSignScreen, base, editing: 'areas', applicant: applicantFields })
    },
    { wrapper: around },
  ).result
  act(() => it.current.change({ fbfbm: ISSUER.fbfbm }))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const shown = () => render(<Faults of={it.current.faults} tried={it.current.tried} onClose={nothing} />, { wrapper: around })
  await act(() => it.current.run('save', false, () => api.post('yw-accept/business/submit', {}, undefined, { quiet: true })))
  const { unmount } = shown()
  expect(it.current.faults).toEqual([{ field: '', msg: expect.stringContaining('网络') }])
  expect([screen.getByRole('alert').textContent, screen.queryByText('请修改以下内容'), screen.queryAllByRole('listitem').length]).toEqual([
    it.current.faults[0]!.msg,
    null,
    0,
  ])
  unmount()
  await act(() => it.current.run('pass', true, async () => '1'))
  shown()
  screen.getByText('请修改以下内容')
  expect(screen.getAllByRole('listitem').length).toBeGreaterThan(1)
})

test('a list of faults says whose name and number are missing, in either language', () => {
  const opened = () =>
    renderHook(
      () => {
        const [base] = Form.useForm()
        return useCase({ screen: contractSignScreen, base, editing: 'all', applicant: applicantFields })
      },
      { wrapper: around },
    ).result
  const said = () => {
    const it = opened()
    act(() => it.current.change({ cbf: { cbflx: '1', cbfzjlx: '1', jtcyList: [{ yhzgx: '02' }] } }))
    return it.current.lacks.map((l) => l.msg)
  }
  const chosen = () => opened().current.lacks.map((l) => l.msg)
  expect(chosen()).toContain('请选择承包方，或录入新增承包方')
  const zh = said()
  expect(zh).toEqual(expect.arrayContaining(['请输入承包方名称', '承包方：请输入邮政编码', '承包方 成员第1行：请输入成员姓名', '请输入权利人证件号码']))
  setLang('en')
  expect(chosen()).toContain('Please select the contractor or enter a new one')
  const en = said()
  const wanted = ['Contractor: Please enter the name', 'Contractor Member 1: Please enter the name', 'Applicant: Please enter the ID number']
  expect(en).toEqual(expect.arrayContaining(wanted))
  // the applicant's own field names whom it means
  expect(en.filter((m) => m.startsWith('Please enter'))).toEqual(['Please enter the applicant'])
})

test('a term is proposed to the end of the round of its issuer; the years that somebody typed stay', async () => {
  // the day that is proposed, after the posting
  const [from, year] = [String((contractSignScreen.first().cbht as CaseData).cbqxq), Number(today().slice(0, 4))]
  const round = { roundNo: 2, fromDay: '1998-01-01', toDay: `${year + 2}-12-31` }
  vi.stubGlobal('fetch', pageFetch({ rounds: () => [round], dictionary: () => [], settings: () => ({ pluginUrl: '', port: 0 }) }, []))
  let form: CaseData = { ...contractSignScreen.first(), fbfbm: ISSUER.fbfbm }
  expect(form.cbht).toMatchObject({ cbqx: 30, cbqxz: termEnd(from, 30) })
  const { Part: Terms } = contractSignScreen.parts.find((p) => p.names.includes('cbht'))!
  function Part() {
    const [own, set] = useState<CaseData>(form)
    form = own
    const props = { about: aboutSign, editing: 'all' as const, faults: [], onApplicant: nothing, onRegister: nothing, onShow: nothing }
    const put = (patch: CaseData) => set((f) => ({ ...f, ...patch }))
    return <Terms {...props} form={own} onChange={put} onType={put} />
  }
  render(<Part />, { wrapper: around })
  await waitFor(() => expect(form.cbht).toMatchObject({ cbqx: 3, cbqxq: from, cbqxz: round.toDay }))
  const years = screen.getByLabelText('承包期限（年）')
  fireEvent.change(years, { target: { value: '1' } })
  await waitFor(() => expect(form.cbht).toMatchObject({ cbqx: 1, cbqxz: termEnd(from, 1) }))
  // longer than the round: its end stays that of the round
  fireEvent.change(years, { target: { value: '20' } })
  await waitFor(() => expect(form.cbht).toMatchObject({ cbqx: 20, cbqxz: round.toDay }))
})

test('where no round is recorded the end of the other households is proposed, and a later one is told', async () => {
  // the day that is proposed, after the posting
  const [from, year] = [String((contractSignScreen.first().cbht as CaseData).cbqxq), Number(today().slice(0, 4))]
  const shared = { roundNo: null, fromDay: '1998-10-01', toDay: `${year + 1}-12-31` }
  vi.stubGlobal('fetch', pageFetch({ rounds: () => [shared], dictionary: () => [], settings: () => ({ pluginUrl: '', port: 0 }) }, []))
  let form: CaseData = { ...contractSignScreen.first(), fbfbm: ISSUER.fbfbm }
  let put: (patch: CaseData) => void = nothing
  const { Part: Terms } = contractSignScreen.parts.find((p) => p.names.includes('cbht'))!
  function Part() {
    const [own, set] = useState<CaseData>(form)
    form = own
    put = (patch) => set((f) => ({ ...f, ...patch }))
    const props = { about: aboutSign, editing: 'all' as const, faults: [], onApplicant: nothing, onRegister: nothing, onShow: nothing }
    return <Terms {...props} form={own} onChange={put} onType={put} />
  }
  render(<Part />, { wrapper: around })
  await waitFor(() => expect(form.cbht).toMatchObject({ cbqx: 2, cbqxq: from, cbqxz: shared.toDay }))
  await screen.findByText(`该发包方未记录承包轮次，承包期限止按其他农户的家庭承包合同建议为${shared.toDay}`)
  const late = `${year + 29}-12-31`
  act(() => put({ cbht: { ...(form.cbht as CaseData), cbqxz: late } }))
  await screen.findByText(`该发包方其他农户的家庭承包合同止于${shared.toDay}，本合同至${late}：承包期限不应超过本轮承包期，请核对`)
  act(() => setLang('en'))
  await screen.findByText(new RegExp(`^The other households of this issuer contract until ${shared.toDay}, this one until ${late}`))
})

test('what a form fills by itself is no draft: a new case gets its id, and only what somebody typed after that is kept', async () => {
  vi.useFakeTimers()
  try {
    const calls: PageCall[] = []
    const keeping = () => calls.filter((c) => c.path === 'keep-input')
    const sent = () => keeping().map((c) => JSON.parse(String(c.body)))
    vi.stubGlobal('fetch', pageFetch({ 'keep-input': () => ({ businessId: '7', at: '2026-03-02 09:00:00' }) }, calls))
    let form: CaseData = { fbfbm: ISSUER.fbfbm }
    const { result, unmount } = renderHook(() =>
      useDraft({ on: true, typeCode: 'contract_sign', businessId: undefined, wide: false, kept: null, body: () => ({ form }) }),
    )
    const turns = (n: number) => act(() => vi.advanceTimersByTimeAsync(n * 5000))
    await turns(1)
    // the applicant follows the issuer
    form = { ...form, obligeName: '王小花' }
    await turns(3)
    expect(sent().map((s) => s.body)).toEqual([{}])
    expect([result.current.id, result.current.at]).toEqual(['7', undefined])
    fireEvent.keyDown(document.body)
    await turns(2)
    expect(keeping()).toHaveLength(1)
    form = { ...form, bgyy: '分家' }
    await turns(2)
    expect(
      sent()
        .slice(1)
        .map((s) => [s.businessId, s.body]),
    ).toEqual([['7', { form }]])
    expect(result.current.at).toBe('09:00:00')
    unmount()
  } finally {
    vi.useRealTimers()
  }
})

test('a server that hangs keeps nothing: the line says so until it answers, and what was typed meanwhile is kept then', async () => {
  vi.useFakeTimers()
  try {
    let answer: (() => void) | undefined
    const sent: string[] = []
    const kept = { code: 200, success: true, msg: '操作成功', data: { businessId: '7', at: '2026-03-02 09:00:00' } }
    let hangs = false
    vi.stubGlobal('fetch', async (_url: string, o: { body?: string }) => {
      sent.push(String(o.body))
      if (hangs) await new Promise<void>((go) => (answer = go))
      return new Response(JSON.stringify(kept), { headers: { 'content-type': 'application/json' } })
    })
    let form: CaseData = { fbfbm: ISSUER.fbfbm }
    const { result, unmount } = renderHook(() =>
      useDraft({ on: true, typeCode: 'contract_sign', businessId: undefined, wide: false, kept: null, body: () => ({ form }) }),
    )
    const turns = (n: number) => act(() => vi.advanceTimersByTimeAsync(n * 5000))
    await turns(1)
    fireEvent.keyDown(document.body)
    form = { ...form, bgyy: '分家' }
    await turns(1)
    expect([result.current.at, result.current.unkept]).toEqual(['09:00:00', undefined])
    hangs = true
    form = { ...form, obligePhone: '13900000000' }
    await turns(2)
    expect(result.current.unkept).toBe('服务器没有响应，正在等待')
    form = { ...form, obligePhone: '13900000001' }
    hangs = false
    await act(async () => answer!())
    await turns(2)
    expect([result.current.unkept, sent.at(-1)!.includes('13900000001')]).toEqual([undefined, true])
    unmount()
  } finally {
    vi.useRealTimers()
  }
})

test('a window that is closed while the line is away takes nothing of an acceptance along: it lies sealed for its person, and is there when he opens it again', async () => {
  const server = { isAway: false, kept: null as CaseData | null }
  vi.stubGlobal('fetch', async (url: string, o: { body?: string }) => {
    if (server.isAway) throw new TypeError('Failed to fetch')
    const path = new URL(url, 'http://x').pathname.split('/').at(-1)
    if (path === 'keep-input') server.kept = (JSON.parse(o.body!) as { body: CaseData }).body
    const at = '2020-03-02 09:00:00'
    const data = path === 'key' ? { key: 'cd'.repeat(32) } : path === 'input' ? { businessId: '7', body: server.kept, at } : { businessId: '7', at }
    return new Response(JSON.stringify({ code: 200, success: true, msg: '', data }), { headers: { 'content-type': 'application/json' } })
  })
  localStorage.clear()
  let form: CaseData = { fbfbm: ISSUER.fbfbm }
  const opened = () =>
    renderHook(() => useDraft({ on: true, typeCode: 'contract_sign', businessId: undefined, wide: false, kept: null, body: () => ({ form }) }))
  const turn = () => act(async () => void dispatchEvent(new Event('online')))
  const asides = () => Object.keys(localStorage).filter((n) => n.startsWith('chengbao.aside.'))
  const { result, unmount } = opened()
  await waitFor(() => expect(result.current.id).toBe('7'))
  fireEvent.keyDown(document.body)
  server.isAway = true
  form = { ...form, bgyy: '分家' }
  await turn()
  await waitFor(() => expect(result.current.unkept).toMatch(/^网络连接失败.*，已加密暂存在本机$/))
  expect([asides().length, JSON.stringify({ ...localStorage }).includes('分家')]).toEqual([1, false])
  unmount()
  server.isAway = false
  const read = () => readStoredDraft({ businessTypeCode: 'contract_sign' })
  expect(await read()).toMatchObject({ businessId: '7', body: { form: { bgyy: '分家' } } })
  // whoever else sits down here reads what the server has for him, and nothing of it
  signIn({ mark: 'n', expires_in: 3600, tenant_id: '000000', account: 'town' } as TokenAnswer)
  expect((await read())?.body).not.toMatchObject({ form: { bgyy: '分家' } })
  // sent, or given up, it lies here no more
  signIn({ mark: 'm', expires_in: 3600, tenant_id: '000000', account: 'village' } as TokenAnswer)
  const again = opened()
  await waitFor(() => expect(again.result.current.id).toBe('7'))
  fireEvent.keyDown(document.body)
  form = { ...form, bgyy: '分家析产' }
  await turn()
  await waitFor(() => expect([asides().length, server.kept]).toEqual([0, { form }]))
  server.isAway = true
  form = { ...form, bgyy: '再改' }
  await turn()
  await waitFor(() => expect(asides().length).toBe(1))
  server.isAway = false
  await giveUpDraft('7')
  expect(asides()).toEqual([])
  again.unmount()
})
