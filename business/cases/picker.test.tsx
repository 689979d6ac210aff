// @vitest-environment happy-dom
// Who may be chosen as the other party: what stands against a book is said where it is chosen.
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { setLang } from '../../kit/web/i18n.web.ts'
import { pageFetch, type PageCall } from '../../services/camera/testing.server.ts'
import { BookPicker } from '../parts/Book.web.tsx'
import { around } from '../../platform/parts/testing.ts'

configure({ asyncUtilTimeout: 20_000 })
afterEach(() => {
  cleanup()
  setLang('zh')
  vi.unstubAllGlobals()
})
const [OWN, FAR] = ['51202111920301', '51202111920302']
const book = (cbfmc: string, fbfbm: string, reasons: string[] = []) => ({ cbfmc, cbjyqzbm: `${fbfbm}0007J`, eligible: reasons.length === 0, reasons })
const type = (typed: string) => {
  const input = screen.getByRole('combobox')
  fireEvent.mouseDown(input)
  fireEvent.change(input, { target: { value: typed } })
}
const option = (label: string) => waitFor(() => screen.getByText(label, { selector: '.ant-select-item-option-content' }).closest('.ant-select-item-option')!)
const isOff = (e: Element) => e.classList.contains('ant-select-item-option-disabled')

test('a household that another case holds is shown with the reason and cannot be chosen', async () => {
  const calls: PageCall[] = []
  const chosen = vi.fn()
  const records = [book('程光杰', OWN, ['存在在办业务']), { ...book('孔树', OWN), cbjyqzbm: `${OWN}0008J` }]
  vi.stubGlobal('fetch', pageFetch({ listEligibleForBusiness: () => ({ records }) }, calls))
  render(<BookPicker item="change_exchange_1" among={{ regionCode: '512021119203' }} onChange={chosen} />, { wrapper: around })
  type('程')
  const held = await option(`程光杰 ${OWN}0007J（存在在办业务）`)
  expect(isOff(held)).toBe(true)
  fireEvent.click(held)
  expect(chosen).not.toHaveBeenCalled()
  const free = await option(`孔树 ${OWN}0008J`)
  expect(isOff(free)).toBe(false)
  fireEvent.click(free)
  expect(chosen.mock.calls[0]![0]).toBe(`${OWN}0008J`)
  expect(calls.at(-1)!.query).toContain('businessTypeCode=change_exchange')
})

test('a household of another issuer is found to be told that it does not merge', async () => {
  vi.stubGlobal('fetch', async (input: string) => {
    const { searchParams } = new URL(input, 'http://test')
    const records = searchParams.has('fbfbm') ? [] : [book('雷明成', FAR)]
    return new Response(JSON.stringify({ code: 200, success: true, msg: '', data: { records } }), { headers: { 'content-type': 'application/json' } })
  })
  const beyond = { among: { regionCode: '512021119203' }, why: { zh: '只能合并同一发包方的农户', en: 'Only households of the same issuer can merge' } }
  render(<BookPicker item="change_merge_1" among={{ fbfbm: OWN }} beyond={beyond} onChange={() => undefined} />, { wrapper: around })
  type('雷')
  expect(isOff(await option(`雷明成 ${FAR}0007J（只能合并同一发包方的农户）`))).toBe(true)
  act(() => setLang('en'))
  type('雷明')
  await option(`雷明成 ${FAR}0007J（Only households of the same issuer can merge）`)
})
