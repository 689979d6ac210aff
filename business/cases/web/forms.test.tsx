// @vitest-environment happy-dom
// What a form of a case does for whoever fills it: it proposes what is known of a new household, takes the only hit at the keyboard, says whose name is missing,
// and calls a part done only when something of it was changed.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { App, Form } from 'antd'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { today } from '../../../kit/web/clock.web.ts'
import { setLang } from '../../../kit/web/i18n.web.ts'
import { signIn, type TokenAnswer } from '../../../kit/web/session.web.ts'
import { FbfPicker } from '../../../land/parts/FbfPicker.web.tsx'
import { pageFetch, type PageCall } from '../../../services/camera/testing.server.ts'
import { changeContractScreen } from '../../types/change_contract/Part.web.tsx'
import { contractSignScreen } from '../../types/contract_sign/Part.web.tsx'
import { changeTransferScreen } from '../../types/change_transfer/Part.web.tsx'
import { correctCbfScreen } from '../../types/correct_cbf/Part.web.tsx'
import type { Form as CaseData } from '../business.ts'
import { applicantFields } from './Applicant.web.tsx'
import { HouseholdPart } from './HouseholdPart.web.tsx'
import type { TypeScreen } from './screen.web.ts'
import { useCase } from './useCase.web.ts'

const ISSUERS = [
  { fbfbm: '51202111920301', fbfmc: '玉顶村1组', fbfdz: '周礼镇玉顶村1组', yzbm: '642350' },
  { fbfbm: '51202111920302', fbfmc: '玉顶村2组', fbfdz: '周礼镇玉顶村2组', yzbm: '642350' },
]
let calls: PageCall[] = []
/** Answers of the server; `issuers`: what lists of issuers hold, by what was typed. */
const serve = (issuers: () => readonly object[]) =>
  vi.stubGlobal(
    'fetch',
    pageFetch(
      {
        page: () => ({ records: issuers(), total: issuers().length, current: 1, size: 30 }),
        detail: () => ISSUERS[0],
        dictionary: () => [],
        settings: () => ({ pluginUrl: '', port: 0 }),
      },
      calls,
    ),
  )
beforeEach(() => {
  calls = []
  signIn({ mark: 'm', expires_in: 3600, tenant_id: '000000', account: 'village', real_name: '村级经办' } as TokenAnswer)
  serve(() => ISSUERS)
})
afterEach(() => {
  cleanup()
  setLang('zh')
  vi.unstubAllGlobals()
})
const around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>
    <App>{children}</App>
  </QueryClientProvider>
)
const nothing = () => undefined
const aboutSign = { item: 'contract_sign_1', doSign: true }

test('a new household lives where its issuer is; who takes the application asked, wrote down and looked at it, today', async () => {
  let form: CaseData = { cbf: {} }
  function Part() {
    const [own, set] = useState<CaseData>(form)
    form = own
    const props = { about: aboutSign, editing: 'all' as const, faults: [], onApplicant: nothing, onRegister: nothing, onShow: nothing }
    return <HouseholdPart {...props} name="cbf" fbfbm="51202111920301" form={own} onChange={(patch) => set((f) => ({ ...f, ...patch }))} />
  }
  render(<Part />, { wrapper: around })
  const me = '村级经办'
  expect(form).toEqual({ cbf: {} })
  fireEvent.click(screen.getByText('新增承包方'))
  await waitFor(() => expect(form.cbf).toMatchObject({ cbfdz: '周礼镇玉顶村1组', yzbm: '642350' }))
  expect(form.cbf).toMatchObject({ cbfdcy: me, cbfdcrq: today(), gsjsr: me, gsshr: me, gsshrq: today() })
  // what is typed stays
  fireEvent.change(screen.getByLabelText('承包方地址'), { target: { value: '玉顶村1组8号' } })
  fireEvent.change(screen.getByLabelText('承包方调查员'), { target: { value: '李勘' } })
  await waitFor(() => expect(form.cbf).toMatchObject({ cbfdz: '玉顶村1组8号', cbfdcy: '李勘' }))
  // only who it is is left to be typed
  const lacking = contractSignScreen.type.read({ ...contractSignScreen.first(), fbfbm: '51202111920301', cbf: form.cbf }, aboutSign).wrong
  expect(lacking.map((w) => w.field).filter((f) => f.startsWith('cbf.') && !f.startsWith('cbf.jtcyList'))).toEqual(['cbf.cbfmc', 'cbf.cbfzjhm'])
  expect(lacking.filter((w) => w.field.startsWith('cbht'))).toEqual([])
})

test('a form that begins with its issuer has the focus there; the only issuer of a clerk is chosen, one of several is not', async () => {
  const took = vi.fn()
  const { unmount } = render(<FbfPicker first onChange={took} />, { wrapper: around })
  expect(document.activeElement).toBe(screen.getByRole('combobox'))
  await waitFor(() => expect(calls.length).toBe(1))
  expect(took).not.toHaveBeenCalled()
  unmount()
  serve(() => ISSUERS.slice(0, 1))
  render(<FbfPicker first onChange={took} />, { wrapper: around })
  await waitFor(() => expect(took.mock.calls).toEqual([['51202111920301']]))
  // in a form that begins with something else nothing is chosen, and the focus stays where it was
  cleanup()
  took.mockClear()
  render(<FbfPicker onChange={took} />, { wrapper: around })
  expect(document.activeElement).toBe(document.body)
  await waitFor(() => expect(calls.length).toBe(3))
  expect(took).not.toHaveBeenCalled()
})

test('Enter takes the only hit, also when the answer comes after the key; of several hits that come late none', async () => {
  let answer = ISSUERS.slice(1)
  serve(() => answer)
  const took = vi.fn()
  render(<FbfPicker onChange={took} />, { wrapper: around })
  const box = screen.getByRole('combobox')
  fireEvent.change(box, { target: { value: '2组' } })
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(took.mock.calls).toEqual([['51202111920302']]))
  answer = ISSUERS
  took.mockClear()
  const before = calls.length
  fireEvent.change(box, { target: { value: '玉顶' } })
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(calls.length).toBeGreaterThan(before))
  await act(async () => {})
  expect(took).not.toHaveBeenCalled()
})

/** A new case of a type, as its page holds it. */
const caseOf = (of: TypeScreen) =>
  renderHook(
    () => {
      const [base] = Form.useForm()
      return useCase({ screen: of, base, editing: 'all', applicant: applicantFields })
    },
    { wrapper: around },
  ).result
test.each([
  [
    'correct_cbf',
    correctCbfScreen,
    'correction',
    { cbfmc: '张三', cbfzjlx: '1', cbfzjhm: '511011********1234', jtcyList: [{ id: '1', cyxm: '张三' }] },
    { cbfmc: '张叁' },
  ],
  ['change_contract', changeContractScreen, 'change', { jtcyList: [{ id: '1', cyxm: '张三' }], dk: [], lxdh: null }, { lxdh: '19900001234' }],
] as const)('what is to be changed is not done while it only repeats the register: %s', (_name, of, part, register, change) => {
  const it = caseOf(of)
  act(() => {
    it.current.change({ ...register, cbjyqzbm: '512021119203010001J' })
    it.current.props(part).onRegister(register)
  })
  const told = () => it.current.lacks.filter((l) => l.msg.includes('尚未更改任何内容')).map((l) => l.part)
  expect(it.current.stateOf(part)).toEqual({ wrong: 0, missing: 1 })
  expect(told()).toEqual([part])
  act(() => it.current.change(change))
  expect(it.current.stateOf(part)).toEqual({ wrong: 0, missing: 0 })
  expect(told()).toEqual([])
})

test('a list of faults says whose name and number are missing, in either language', () => {
  const said = () => {
    const it = caseOf(contractSignScreen)
    act(() => it.current.change({ cbf: { cbflx: '1', cbfzjlx: '1', jtcyList: [{ yhzgx: '02' }] } }))
    return it.current.lacks.map((l) => l.msg)
  }
  const chosen = () => caseOf(changeTransferScreen).current.lacks.map((l) => l.msg)
  expect(chosen()).toContain('请选择受让方')
  const zh = said()
  expect(zh).toEqual(expect.arrayContaining(['请输入承包方名称', '承包方：请输入邮政编码', '承包方 成员第1行：请输入成员姓名', '请输入权利人证件号码']))
  setLang('en')
  expect(chosen()).toContain('Please select the receiver')
  const en = said()
  const wanted = ['Contractor: Please enter Name', 'Contractor Member 1: Please enter Name', 'Applicant: Please enter ID number']
  expect(en).toEqual(expect.arrayContaining(wanted))
  // the applicant's own field names whom it means
  expect(en.filter((m) => m.startsWith('Please enter'))).toEqual(['Please enter Applicant'])
})
