// @vitest-environment happy-dom
// What is to be corrected begins as the register has it: the part is done only once something of it was changed.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { App, Form } from 'antd'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { applicantFields } from '../../cases/web/Applicant.web.tsx'
import { useCase } from '../../cases/web/useCase.web.ts'
import { correctCbfScreen } from './Part.web.tsx'

afterEach(cleanup)
const around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>
    <App>{children}</App>
  </QueryClientProvider>
)

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
