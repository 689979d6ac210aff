// @vitest-environment happy-dom
// The buttons of a case and of its dialogs: the way out first, the main act at the right, which says who gets the case next.
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../../../../kit/web/i18n.web.ts'
import { signIn, type TokenAnswer } from '../../../../kit/web/session.web.ts'
import { around } from '../../../../platform/parts/testing.ts'
import { pageFetch } from '../../../../services/camera/testing.server.ts'
import { CaseHead } from './CaseHead.web.tsx'
import { Foot } from '../../../../kit/web/dialogs.web.tsx'
import { Decide } from '../Decide.web.tsx'
import type { CaseRow } from '../form.web.ts'
import { words } from '../words.ts'

beforeEach(() => {
  signIn({ mark: 'm', expires_in: 3600, tenant_id: '000000', account: 'village', real_name: '村级经办' } as TokenAnswer)
  vi.stubGlobal('fetch', pageFetch({ dictionary: () => [{ dictKey: 'check', dictValue: '初审' }] }, []))
})
afterEach(() => {
  cleanup()
  setLang('zh')
  vi.unstubAllGlobals()
})
const nothing = () => undefined
const on = {
  save: nothing,
  start: nothing,
  pass: nothing,
  return: nothing,
  delegate: nothing,
  opinion: nothing,
  takeBack: nothing,
  revoke: nothing,
  undo: nothing,
  flow: nothing,
  leave: nothing,
}
const buttons = () => screen.getAllByRole('button')
const next = { taskKey: 'check', names: ['刘芳', '王强', '赵六'] }

test.each(['zh', 'en'] as const)('the head of a case ends with its main act, which names who gets it and keeps its own name (%s)', (lang) => {
  setLang(lang)
  const { rerender } = render(<CaseHead typeCode="contract_sign" editing="all" on={on} next={next} />, { wrapper: around })
  const submit = screen.getByRole('button', { name: words.saveCommit[lang] })
  expect([buttons()[0]!.textContent, buttons().at(-1)]).toEqual([words.back[lang], submit])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(words.accept[lang])
  expect(submit.textContent).toBe(`${words.saveCommit[lang]}${lang === 'zh' ? '给 刘芳、王强 等' : ' to 刘芳, 王强 …'}`)
  expect(submit.getAttribute('aria-description')).toMatch(/刘芳.*王强.*赵六/)
  rerender(<CaseHead typeCode="contract_sign" editing="all" on={on} />)
  expect(submit.textContent).toBe(words.saveCommit[lang])
  // what it would refuse stands on it
  rerender(<CaseHead typeCode="contract_sign" editing="all" on={on} next={next} lacks={7} />)
  expect([submit.textContent, submit.title]).toEqual(
    lang === 'zh' ? ['保存并提交 · 还缺7项', '还缺7项'] : [`${words.saveCommit.en} · 7 still to fill in`, '7 still to fill in'],
  )
  const row = { status: '1', actions: ['pass', 'return', 'revoke'], taskKey: 'check' } as unknown as CaseRow
  rerender(<CaseHead row={row} task="check" typeCode="contract_sign" editing="nothing" on={on} next={next} />)
  expect(buttons().at(-1)).toBe(screen.getByRole('button', { name: words.passCheck[lang] }))
})

test('the question before a task is passed names who gets the case, and its main act stands at the right; a return does not', async () => {
  const decide = { id: '1', typeCode: 'contract_sign', taskKey: 'survey', next, onClose: nothing, onDecide: async () => true }
  const { rerender } = render(<Decide {...decide} result="pass" />, { wrapper: around })
  await screen.findByText(/可由 刘芳、王强、赵六 办理/)
  expect(
    buttons()
      .slice(-2)
      .map((b) => b.textContent.replace(' ', '')),
  ).toEqual(['取消', '确定'])
  rerender(<Decide {...decide} result="return" />)
  expect(screen.queryByText(/刘芳/)).toBeNull()
})

test('the foot of a dialog: a note, the way out, then the acts with the main one last', () => {
  const cancel = vi.fn()
  const { rerender } = render(
    <Foot note="已选 2 块" onCancel={cancel}>
      <button>退回</button>
      <button>通过</button>
    </Foot>,
    { wrapper: around },
  )
  const words = () => buttons().map((b) => b.textContent.replace(' ', ''))
  expect(words()).toEqual(['取消', '退回', '通过'])
  fireEvent.click(buttons()[0]!)
  expect(cancel).toHaveBeenCalledOnce()
  rerender(<Foot disabled cancel={{ zh: '关闭', en: 'Close' }} onCancel={cancel} />)
  expect([words(), (buttons()[0] as HTMLButtonElement).disabled]).toEqual([['关闭'], true])
})
