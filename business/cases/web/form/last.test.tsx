// @vitest-environment happy-dom
// The last task of a case says that it registers; what somebody may not do is greyed with its reason; who has the case next is named.
import { act, cleanup, configure, fireEvent, render, renderHook, screen } from '@testing-library/react'
import type { FormInstance } from 'antd'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../../../../kit/web/i18n.web.ts'
import { signIn, type TokenAnswer } from '../../../../kit/web/session.web.ts'
import { pageFetch } from '../../../../services/camera/testing.server.ts'
import { CasePage } from './CasePage.web.tsx'
import { Decide } from '../Decide.web.tsx'
import { PassMany } from '../lists/PassMany.web.tsx'
import type { CaseRow } from '../form.web.ts'
import { useCaseCalls, type CallsOf } from './useCaseCalls.web.ts'
import type { CaseValues } from './useCaseValues.web.ts'
import { nextIs, words } from '../words.ts'
import { around } from '../../../../platform/parts/testing.ts'

configure({ asyncUtilTimeout: 20_000 })
beforeEach(() => {
  signIn({ mark: 'm', expires_in: 3600, tenant_id: '000000', account: 'county', real_name: '县级经办' } as TokenAnswer)
  vi.stubGlobal('fetch', pageFetch({ dictionary: () => [] }, []))
})
afterEach(() => {
  cleanup()
  setLang('zh')
  vi.unstubAllGlobals()
})
const nothing = async () => undefined

const effect = { zh: '两户并为一户。', en: 'Two households become one.' }
test('the question before the last task says that the case is registered and how, in either language; before another task and at a return it does not', () => {
  const asked = (isLast: boolean, result: 'pass' | 'return' = 'pass') => {
    const holders = ['张三', '李四', '王五', '赵六', '孙七', '周八']
    const decide = (
      <Decide
        id="1"
        typeCode={'change_merge'}
        taskKey={'recheck'}
        result={result}
        isLast={isLast}
        holders={holders}
        effect={effect}
        onClose={nothing}
        onDecide={async () => true}
      />
    )
    const { unmount } = render(decide, { wrapper: around })
    const said = screen.getByRole('dialog').textContent
    unmount()
    return said
  }
  expect(asked(true)).toContain('这是最后环节，确定后办结登簿，不能撤销。确定提交？')
  expect(asked(true)).toContain(effect.zh)
  expect(asked(true)).toContain('涉及合同6份：张三、李四、王五、赵六、孙七等。')
  expect(asked(false)).not.toContain('涉及合同')
  expect([asked(false).includes(words.passAsk.zh), asked(false).includes(effect.zh)]).toEqual([true, false])
  expect(asked(true, 'return')).not.toContain('办结登簿')
  setLang('en')
  expect(asked(true)).toContain('This is the last task: the case will be registered and can no longer be revoked.')
  expect(asked(true)).toContain(effect.en)
  expect(asked(true)).toContain('Contracts: 6, of 张三, 李四, 王五, 赵六, 孙七 and others.')
  // what is printed on a Chinese paper is proposed in Chinese
  expect(asked(false)).toContain('同意')
})

test('many cases that are passed together show which of them end, and leave out what this person may not do, with the reason', () => {
  const row = (id: string, more: object) => ({ id, businessName: `第${id}件`, status: '2', taskKey: 'recheck', currentActive: 'recheck', taskId: id, ...more })
  const rows = [row('1', { isLast: true }), row('2', { isLast: false }), row('3', { isLast: true, apart: 'register' })]
  render(<PassMany of={rows} onClose={nothing} />, { wrapper: around })
  expect(screen.getByText('其中1件是最后环节，通过后办结登簿，不能撤销')).toBeTruthy()
  expect(screen.getAllByText(words.ends.zh)).toHaveLength(1)
  expect(screen.getAllByText('由您受理，须由他人办理').length).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: '通过 2 件' })).toBeTruthy()
})

test('what was done says where the case is now and who may do it', () => {
  expect([nextIs(words.submitted, '初审', ['镇级经办二']).zh, nextIs(words.submitted, '初审').zh]).toEqual([
    '提交成功，当前环节：初审（镇级经办二）',
    '提交成功，当前环节：初审',
  ])
  expect(nextIs(words.submitted, 'Check', ['A', 'B']).en).toBe('Submitted. It is now at: Check (A, B)')
})

test('what is refused because somebody else passed the case on says who did and where the case is; another refusal stays what it is', async () => {
  const fetched = (taskId: string) =>
    vi.stubGlobal('fetch', async (url: string) => {
      const { pathname } = new URL(url, 'http://x')
      const body = pathname.endsWith('/business/detail')
        ? { code: 200, data: { id: '7', status: '2', taskId, taskName: '初审' } }
        : pathname.endsWith('/done-task')
          ? { code: 200, data: [{ assigneeName: '村经办' }, { assigneeName: '镇级经办' }] }
          : { code: 409, key: 'not-allowed-now', msg: '当前环节不允许该操作' }
      return new Response(JSON.stringify(body), { status: body.code })
    })
  const form = { validateFields: async () => ({}), setFields: () => {}, getFieldsValue: () => ({}) } as unknown as FormInstance
  const values = { latest: { current: {} }, draw: () => {}, merge: () => {} } as unknown as CaseValues
  const row = { id: '7', rev: 1, status: '2', taskId: '70', processInstanceId: '9' } as unknown as CaseRow
  const { result } = renderHook(
    () =>
      useCaseCalls({
        values,
        base: form,
        row,
        editing: 'areas',
        guard: { set: () => {} } as unknown as CallsOf['guard'],
        checked: () => [],
        place: (f) => f,
        onAsked: () => {},
        onRefused: () => {},
      }),
    { wrapper: around },
  )
  const refused = async () => {
    await act(() => result.current.run('save', false, () => result.current.post('update')))
    return result.current.tried.map((t) => t.msg)
  }
  fetched('71')
  expect(await refused()).toEqual(['该业务已由镇级经办办理，现在环节【初审】，本页不是最新内容，请返回列表重新打开'])
  fetched('70')
  expect(await refused()).toEqual(['当前环节不允许该操作'])
})

test('a draft of a case that others saved since is not taken over it unasked; one of the case as it is goes on', async () => {
  const row = { id: '7', rev: 3, status: '1', businessTypeCode: 'contract_sign', actions: ['update'], files: [], task: null }
  let body: object = { id: '7', rev: 2, businessName: '合同签订', form: {} }
  const kept = () => ({ businessId: '7', body, at: '2026-03-02 09:00:00' })
  vi.stubGlobal('fetch', pageFetch({ detail: () => row, input: kept, dictionary: () => [] }, []))
  const none = () => undefined
  const open = () => render(<CasePage id="7" panels={{}} screens={{}} view={false} onClose={none} onSaved={none} />, { wrapper: around })
  open()
  expect(await screen.findByText('该业务此后已有变动。继续录入并保存，会覆盖此后保存的内容。')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '继续上次录入' }))
  expect(await screen.findByText(words.typeMissing.zh)).toBeTruthy()
  cleanup()
  // one that lay aside in the browser until the case was begun elsewhere knows of no state of it
  body = { businessName: '合同签订', form: {} }
  open()
  expect(await screen.findByText(/会覆盖此后保存的内容/)).toBeTruthy()
  cleanup()
  body = { ...body, id: '7', rev: 3 }
  open()
  expect(await screen.findByText(words.typeMissing.zh)).toBeTruthy()
})
