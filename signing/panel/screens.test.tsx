// @vitest-environment happy-dom
// The screens of contracts on paper: nothing is accepted unseen, a refused scan says why where it was sent, what was chosen stays chosen.
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../../kit/web/i18n.web.ts'
import { setButtons, signIn, type TokenAnswer } from '../../kit/web/session.web.ts'
import { pageFetch, type PageCall } from '../../services/camera/testing.server.ts'
import type { CaseRow } from '../../business/cases/web/form.web.ts'
import { words as caseWords } from '../../business/cases/web/words.ts'
import { ExamineDialog } from './ExamineDialog.web.tsx'
import { ScanForm } from './ScanForm.web.tsx'
import { earlyStart, SignPanel } from './SignPanel.web.tsx'
import { words } from '../contract/words.ts'
import { around } from '../../platform/parts/testing.ts'

vi.mock('../../services/files/preview/PdfView.web.tsx', () => ({
  // pages are drawn when the test says so
  default: ({ title, onDrawn }: { title: string; onDrawn(): void }) => (
    <button type="button" onClick={onDrawn}>
      draw {title}
    </button>
  ),
}))
configure({ asyncUtilTimeout: 20_000 })
const calls: PageCall[] = []
const CONTRACT = { id: '1', cbhtbm: '512021119203010001J', cbfmc: '张三', signStatus: '3', signWay: '3' }
beforeEach(() => {
  calls.length = 0
  signIn({ mark: 'm', expires_in: 3600, tenant_id: '000000', account: 'town2', real_name: '镇级经办二' } as TokenAnswer)
  vi.stubGlobal('fetch', pageFetch({ dictionary: () => [], settings: () => ({ pluginUrl: '', port: 0 }) }, calls))
})
afterEach(() => {
  cleanup()
  setLang('zh')
  vi.unstubAllGlobals()
})
const nothing = async () => undefined
const buttonOf = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name: new RegExp(`^${name.split('').join(' ?')}$`) })

test('a scan is accepted only when it and the print beside it are drawn; it may be rejected before', async () => {
  render(<ExamineDialog of={CONTRACT} onClose={nothing} onDone={nothing} />, { wrapper: around })
  const draw = (title: string) => screen.findByText(`draw ${title}`).then((b) => fireEvent.click(b))
  const accept = () => buttonOf(words.accept.zh)
  expect([accept().disabled, accept().title, buttonOf(words.reject.zh).disabled]).toEqual([true, words.acceptWaits.zh, false])
  await draw(words.scan.zh)
  expect(accept().disabled).toBe(true)
  await draw(words.print.zh)
  await waitFor(() => expect(accept().disabled).toBe(false))
  fireEvent.click(accept())
  await waitFor(() => expect(calls.some((c) => c.path === 'examine')).toBe(true))
})

test('why a scan is refused stands in the dialog until it is tried again', async () => {
  const answers = [Promise.reject(new Error('第1页分辨率过低（130dpi），应不低于150dpi')), new Promise(() => undefined)]
  answers[0]!.catch(() => undefined)
  const sent: string[] = []
  const { container } = render(<ScanForm name="signed" businessId="7" onClose={nothing} onSend={(_id, day) => (sent.push(day), answers[sent.length - 1]!)} />, {
    wrapper: around,
  })
  vi.stubGlobal('fetch', pageFetch({ upload: () => ({ id: '9' }) }, calls))
  fireEvent.change(container.querySelector('input[type=file]')!, { target: { files: [new File(['%PDF'], 'signed.pdf', { type: 'application/pdf' })] } })
  await screen.findByText('signed.pdf')
  const send = () => fireEvent.submit(container.querySelector('form')!)
  send()
  expect((await screen.findByRole('alert')).textContent).toContain('第1页分辨率过低')
  send()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('contracts whose way was chosen stay ticked, so that signing begins with the next press; the only one is ticked from the beginning', async () => {
  const unsigned = { ...CONTRACT, signStatus: '99', signWay: null }
  const of = (...contracts: object[]) => ({ id: '7', contracts }) as unknown as CaseRow
  vi.stubGlobal('fetch', pageFetch({ dictionary: () => [{ dictKey: '3', dictValue: '线下签署' }], settings: () => ({}) }, calls))
  const changed = vi.fn(nothing)
  const tick = () => screen.getAllByRole<HTMLInputElement>('checkbox')[1]!
  const { unmount } = render(<SignPanel row={of(unsigned, { ...unsigned, id: '99' })} acting onChange={changed} />, { wrapper: around })
  expect(tick().checked).toBe(false)
  unmount()
  render(<SignPanel row={of(unsigned)} acting onChange={changed} />, { wrapper: around })
  expect(tick().checked).toBe(true)
  fireEvent.click(buttonOf(caseWords.chooseWay.zh))
  const dialog = await screen.findByRole('dialog')
  fireEvent.submit(dialog.querySelector('form')!)
  await waitFor(() => expect(changed).toHaveBeenCalled())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect([calls.some((c) => c.path === 'choose-sign-way'), tick().checked]).toEqual([true, true])
})

test('signing that begins without a way asks for it first, and goes on by it; on paper there is nothing to begin', async () => {
  const row = { id: '7', contracts: [{ ...CONTRACT, signStatus: '99', signWay: null }] } as unknown as CaseRow
  const ways = [
    { dictKey: '2', dictValue: '远程签署' },
    { dictKey: '3', dictValue: '线下签署' },
  ]
  vi.stubGlobal('fetch', pageFetch({ dictionary: () => ways, dictionaries: () => ways.map((v) => ({ ...v, code: 'sign_way' })), settings: () => ({}) }, calls))
  setButtons([{ id: '1', parentId: '0', code: 'sign_edit', name: '', path: '', category: 2, sort: 1 }])
  render(<SignPanel row={row} acting onChange={nothing} />, { wrapper: around })
  const choose = async (way: string, act: string) => {
    fireEvent.click(screen.getAllByRole('button', { name: caseWords.startSign.zh }).at(-1)!)
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(await screen.findByRole('radio', { name: way }))
    expect(dialog.querySelector('form button[type=submit]')!.textContent.replace(' ', '')).toBe(act)
    fireEvent.submit(dialog.querySelector('form')!)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await choose('线下签署', '确定')
  expect(calls.map((c) => c.path)).not.toContain('start')
  await choose('远程签署', caseWords.startSign.zh)
  await waitFor(() => expect(calls.map((c) => c.path).slice(-3)).toContain('start'))
})

test('a first term that begins before its contract is signed is told; one that goes on, and one whose contract is signed, is not', () => {
  const form = { cbht: { cbqxq: '2020-01-01' } }
  expect(earlyStart(form, [{ id: '1', qdsj: null }])).toBe('2020-01-01')
  expect(earlyStart({ cbht: { cbqxq: '2999-01-01' } }, [{ id: '1', qdsj: null }])).toBeUndefined()
  expect(earlyStart(form, [{ id: '1', qdsj: '2020-02-01' }])).toBeUndefined()
  expect(earlyStart({}, [{ id: '1', qdsj: null }])).toBeUndefined()
})
