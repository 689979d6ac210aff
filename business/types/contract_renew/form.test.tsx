// @vitest-environment happy-dom
// Extending households: what is missing in the register is said at the issuer before anything is typed, and nothing that it stops can be ticked.
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { Form } from 'antd'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../../../kit/web/i18n.web.ts'
import { setButtons, signIn, type TokenAnswer } from '../../../kit/web/session.web.ts'
import { IssuerStart } from '../../cases/web/lists/IssuerStart.web.tsx'
import { applicantFields } from '../../cases/web/form/Applicant.web.tsx'
import { useCase } from '../../cases/web/form/useCase.web.ts'
import { contractRenewScreen } from './Part.web.tsx'
import { words } from './words.ts'
import { around } from '../../../platform/parts/testing.ts'

const went = vi.fn()
vi.mock('@tanstack/react-router', async (real) => ({ ...(await real<object>()), useNavigate: () => went }))
const FBFBM = '51202111920301'
const REASON = '发包方尚未登记下一轮承包期（延包方案）'
let rounds: { roundNo: number; fromDay: string; toDay: string; planId: string | null }[] = []
beforeEach(() => {
  rounds = [{ roundNo: 2, fromDay: '1998-10-01', toDay: '2028-09-30', planId: null }]
  signIn({ mark: 'm', expires_in: 3600, tenant_id: '000000', account: 'town', real_name: '镇级经办' } as TokenAnswer)
  const book = { id: '9', cbjyqzbm: `${FBFBM}0001J`, cbfmc: '乔刚云', cbqxz: '2028-09-30', eligible: false, reasons: [REASON], warnings: [] }
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname } = new URL(input, 'http://test')
    const data = pathname.endsWith('/fbf/rounds')
      ? rounds
      : pathname.endsWith('/renew/page')
        ? { records: [book], total: 1 }
        : pathname.endsWith('/checkFbfInfo')
          ? { ok: true, missing: [] }
          : pathname.endsWith('/fbf/detail')
            ? { fbfbm: FBFBM, fbfmc: '玉顶村1组' }
            : pathname.endsWith('/page')
              ? { records: [], total: 0 }
              : []
    return new Response(JSON.stringify({ code: 200, success: true, msg: '', data }), { status: 200, headers: { 'content-type': 'application/json' } })
  })
})
afterEach(() => {
  cleanup()
  went.mockReset()
  setLang('zh')
  vi.unstubAllGlobals()
})
const grant = (codes: readonly string[]) =>
  setButtons(codes.map((code, n) => ({ id: String(n), parentId: '0', code, name: code, path: '', category: 2, sort: n })))
const nothing = () => undefined
const props = {
  form: { ...contractRenewScreen.first(), fbfbm: FBFBM },
  about: { item: 'contract_renew_1', doSign: true },
  editing: 'all' as const,
  faults: [],
  onChange: nothing,
  onType: nothing,
  onApplicant: nothing,
  onRegister: nothing,
  onShow: nothing,
}
const [Issuer, Households] = contractRenewScreen.parts.map((p) => p.Part) as [any, any]
const theCase = () =>
  renderHook(
    () => {
      const [base] = Form.useForm()
      return useCase({ screen: contractRenewScreen, base, editing: 'all', applicant: applicantFields })
    },
    { wrapper: around },
  ).result

test('without a plan in force it stands under the issuer, with the way to where one is recorded, and the step is not done', async () => {
  grant(['making_plan_view', 'making_plan_add'])
  render(<Issuer {...props} />, { wrapper: around })
  await screen.findByText(REASON)
  fireEvent.click(screen.getByRole('button', { name: words.toPlan.zh }))
  expect(went).toHaveBeenCalledWith({ to: '/extension/plan', search: { open: `add.${FBFBM}` } })
  const it = theCase()
  act(() => it.current.change({ fbfbm: FBFBM }))
  await waitFor(() => expect(it.current.lacks.map((l) => l.msg)).toContain(REASON))
  expect(it.current.stateOf('issuer')).toEqual({ wrong: 0, missing: 1 })
})
test('who may not record one is told who does; with a plan nothing is said', async () => {
  grant(['making_plan_view', 'fbf_plan_view'])
  render(<Issuer {...props} />, { wrapper: around })
  await screen.findByText(words.noPlanHow.zh)
  expect(screen.queryByRole('button', { name: words.toPlan.zh })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: words.seePlan.zh }))
  expect(went).toHaveBeenCalledWith({ to: '/extension/plan', search: { fbfbm: FBFBM } })
  cleanup()
  grant(['fbf_plan_view'])
  render(<Issuer {...props} />, { wrapper: around })
  fireEvent.click(await screen.findByRole('button', { name: words.seeRounds.zh }))
  expect(went).toHaveBeenCalledWith({ to: '/land/fbf', search: { list: 'rounds', fbfbm: FBFBM } })
  cleanup()
  rounds.push({ roundNo: 3, fromDay: '2028-10-01', toDay: '2058-09-30', planId: '7' })
  const it = theCase()
  act(() => it.current.change({ fbfbm: FBFBM }))
  render(<Issuer {...props} />, { wrapper: around })
  await waitFor(() => expect(it.current.stateOf('issuer')).toEqual({ wrong: 0, missing: 0 }))
  expect(screen.queryByText(REASON)).toBeNull()
})
test('a household that its reason stops cannot be ticked', async () => {
  render(<Households {...props} />, { wrapper: around })
  await screen.findByText(REASON)
  expect((screen.getByRole('checkbox', { name: /乔刚云/ }) as HTMLInputElement).disabled).toBe(true)
})
test('from the row of an issuer its correction begins with it; an extension that waits for its plan says so and does not', async () => {
  const types = [{ code: 'correct_fbf' }, { code: 'contract_renew', why: words.noPlan }] as const
  render(<IssuerStart fbfbm={FBFBM} fbfmc="玉顶村1组" types={types} onClose={nothing} />, { wrapper: around })
  screen.getByText(REASON)
  expect(((await screen.findByRole('button', { name: 'contract_renew' })) as HTMLButtonElement).disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'correct_fbf' }))
  expect(went).toHaveBeenCalledWith({ to: '/business/all', search: { open: `add.correct_fbf.${FBFBM}` } })
})
