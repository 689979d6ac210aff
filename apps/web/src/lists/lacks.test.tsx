// @vitest-environment happy-dom
// What a case of each type still lacks leads to a field of that very form, and takes the keyboard there; what bars it comes first; no answer is no list of faults.
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { screens } from './cases.tsx'
import { CaseForm } from '../../../../business/cases/web/form/CaseForm.web.tsx'
import type { TypeScreen } from '../../../../business/cases/web/screen.web.ts'
import { words } from '../../../../business/cases/web/words.ts'
import { setLang } from '../../../../kit/web/i18n.web.ts'
import { signIn, type TokenAnswer } from '../../../../kit/web/session.web.ts'
import { around } from '../../../../platform/parts/testing.ts'
import { pageFetch } from '../../../../services/camera/testing.server.ts'

const SCREENS: readonly TypeScreen[] = Object.values(screens)
configure({ asyncUtilTimeout: 20_000 })
const ANSWERS = {
  page: () => ({ records: [], total: 0 }),
  list: () => [],
  'list-by-businessId': () => [],
  dictionary: () => [],
  'keep-input': () => ({ businessId: '7', at: '2026-03-02 09:00:00' }),
}
beforeEach(() => {
  setLang('zh')
  signIn({ mark: 'm', expires_in: 3600, tenant_id: '000000', account: 'village', real_name: '村级经办', dept_region: '512021119203' } as TokenAnswer)
  vi.stubGlobal('fetch', pageFetch(ANSWERS, []))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const nothing = async () => undefined
const shown = (of: TypeScreen, start?: string) =>
  render(<CaseForm screen={of} files={[]} panels={{}} view={false} {...(start ? { start } : {})} onClose={nothing} onSaved={nothing} onRenew={nothing} />, {
    wrapper: around,
  })
const lacks = async () => {
  const card = (await screen.findByText(/^提交前还缺/)).closest<HTMLElement>('.ant-card')!
  return within(within(card).getByTestId('lacks')).getAllByRole('button')
}

test.each(SCREENS.map((s) => [s.type.code, s] as const))('%s: each link of what is missing takes the keyboard into its part', async (_code, of) => {
  shown(of)
  const links = await lacks()
  expect(links.length).toBeGreaterThan(2)
  for (const link of links) {
    link.focus()
    fireEvent.click(link)
    const at = document.activeElement as HTMLElement
    expect([link.textContent, at !== link, at.closest('section[id^="case-part-"]') !== null]).toEqual([link.textContent, true, true])
  }
  // a form that begins with a book has no issuer to choose
  expect(links.map((l) => l.textContent).includes('请选择发包方')).toBe(!('cbjyqzbm' in of.type.shape))
})

test('fields of the applicant are reached as those of the form are', async () => {
  shown(screens.change_transfer)
  const at = async (text: string) => {
    fireEvent.click((await lacks()).find((l) => l.textContent === text)!)
    return document.activeElement!.id
  }
  expect([await at('请输入权利人证件号码'), await at('请输入权利人联系电话')]).toEqual(['business_obligeIdCard', 'business_obligePhone'])
})

test('a household that has its contract is barred: told first, and its part is not done', async () => {
  const cbfbm = '512021119203010001'
  const book = { records: [{ id: '1', cbjyqzbm: `${cbfbm}J` }], total: 1 }
  vi.stubGlobal('fetch', pageFetch({ ...ANSWERS, page: () => book, detail: () => ({ id: '1', cbfbm, cbfmc: '许碧芳', jtcyList: [] }) }, []))
  shown(screens.contract_sign, cbfbm)
  await waitFor(async () => expect((await lacks())[0]!.textContent).toContain('已有家庭承包合同'))
  const rail = screen.getByRole('navigation', { name: words.parts.zh })
  // a number of faults that comes makes the rail no wider
  expect(rail.style.flex).toBe('0 0 176px')
  expect(within(within(rail).getByRole('button', { name: /发包方与承包方/ })).queryByLabelText(words.partDone.zh)).toBeNull()
})

test('no answer is told as what it is, not as something to correct, and what is typed says that it is not kept', async () => {
  const calls: string[] = []
  const away = async (input: string) => {
    calls.push(input)
    if (/keep-input|submit/.test(input)) throw new TypeError('Failed to fetch')
    return pageFetch(ANSWERS, [])(input)
  }
  vi.stubGlobal('fetch', away)
  const { container } = shown(screens.correct_fbf)
  fireEvent.keyDown(container)
  fireEvent.change(document.getElementById('business_obligePhone')!, { target: { value: '13812345678' } })
  window.dispatchEvent(new Event('online'))
  await screen.findByText(/^未保存：网络连接失败/)
  // what stands in the form is complete enough to be stored
  const field = (id: string, value: string) => fireEvent.change(document.getElementById(id)!, { target: { value } })
  field('business_obligeName', '王小花')
  expect(screen.queryByText(words.faults.zh)).toBeNull()
})
