// @vitest-environment happy-dom
// What is to be corrected begins as the register has it: the part is done only once something of it was changed.
import { act, cleanup, render, renderHook, waitFor } from '@testing-library/react'
import { Form } from 'antd'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Form as CaseData } from '../../cases/definitions/business.ts'
import { applicantFields } from '../../cases/web/form/Applicant.web.tsx'
import { BookPart, startOf } from '../../parts/Book.web.tsx'
import { useCase } from '../../cases/web/form/useCase.web.ts'
import { correctCbfScreen } from './Part.web.tsx'
import { around } from '../../../platform/parts/testing.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('what is to be corrected is not done while it only repeats the register', () => {
  const it = renderHook(
    () => {
      const [base] = Form.useForm()
      return useCase({ screen: correctCbfScreen, base, editing: 'all', applicant: applicantFields })
    },
    { wrapper: around },
  ).result
  const register = { cbfmc: '张三', cbfzjlx: '1', cbfzjhm: '511011********1234', jtcyList: [{ id: '1', cyxm: '张三', cybzsm: null }] }
  const told = () => it.current.lacks.filter((l) => l.msg.includes('尚未更改任何内容')).map((l) => l.part)
  act(() => it.current.change({ ...register, cbjyqzbm: '512021119203010001J' }))
  expect(told()).toEqual([])
  act(() => it.current.props('correction').onRegister(register))
  expect([it.current.stateOf('correction'), told()]).toEqual([{ wrong: 0, missing: 1 }, ['correction']])
  act(() => it.current.change({ cbfmc: '张叁' }))
  expect([it.current.stateOf('correction'), told()]).toEqual([{ wrong: 0, missing: 0 }, []])
  // typed back it changes nothing again, and what was kept comes back in another order, without what is empty
  act(() => it.current.change({ cbfmc: '张三', jtcyList: [{ cyxm: '张三', id: '1' }] }))
  expect(told()).toEqual(['correction'])
})

test('a case that begins from a contractor takes the household’s book, or where there is none the one in another way', async () => {
  const cbfbm = '512021119203010001'
  const answer = (status: number, data: unknown) =>
    new Response(JSON.stringify({ code: status, success: status === 200, msg: '', data }), { status, headers: { 'content-type': 'application/json' } })
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname, searchParams } = new URL(input, 'http://test')
    const code = searchParams.get('cbjyqzbm')
    if (pathname.endsWith('/djb/detail')) asked.push(String(code))
    if (pathname.endsWith('/djb/detail')) return code === `${cbfbm}Q` ? answer(200, { id: '9', cbjyqzbm: code, cbfmc: '石坝合作社' }) : answer(404, null)
    return answer(200, pathname.endsWith('/cbf/detail') ? { cbfbm, cbfmc: '石坝合作社', fbfbm: '51202111920301', jtcyList: [] } : [])
  })
  let form: CaseData = startOf(cbfbm)
  function Part() {
    const [own, set] = useState<CaseData>(form)
    form = own
    const nothing = () => undefined
    const put = (patch: CaseData) => set((f) => ({ ...f, ...patch }))
    const props = { about: { item: 'correct_cbf_3', doSign: false }, editing: 'all' as const, faults: [] }
    const does = { onApplicant: nothing, onRegister: nothing, onShow: nothing, onChange: put, onType: put }
    return <BookPart {...props} {...does} form={own} filled={() => ({ lxdh: '1' })} />
  }
  render(<Part />, { wrapper: around })
  await waitFor(() => expect(form).toEqual({ cbjyqzbm: `${cbfbm}Q`, djbId: '9', fbfbm: '51202111920301', lxdh: '1' }))
  expect(asked).toEqual([`${cbfbm}J`, `${cbfbm}Q`])
})
