// @vitest-environment happy-dom
// What one key draws in the acceptance of a case: its own field, and what stands in it twice; the page follows when the typing pauses. Counted, not timed.
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { screens } from './cases.tsx'
import { CaseForm } from '../../../../business/cases/web/form/CaseForm.web.tsx'
import type { TypeScreen } from '../../../../business/cases/web/screen.web.ts'
import { labelOf, type Field } from '../../../../kit/model/field.ts'
import { setLang } from '../../../../kit/web/i18n.web.ts'
import { signIn, type TokenAnswer } from '../../../../kit/web/session.web.ts'
import { cbdkxx } from '../../../../land/definitions/cbht.ts'
import { jtcy } from '../../../../land/definitions/jtcy.ts'
import { around } from '../../../../platform/parts/testing.ts'
import { pageFetch, type PageCall } from '../../../../services/camera/testing.server.ts'
import { rendered } from '../../../../tests/renders.ts'
import { unstyled } from '../../../../tests/unstyled.ts'

// before React's DOM is loaded, which tells nobody afterwards
await vi.hoisted(async () => (await import('../../../../tests/renders.ts')).watchRenders())
unstyled()
configure({ asyncUtilTimeout: 20_000 })
const FBFBM = '51202111920301'
const CBFBM = `${FBFBM}0001`
const member = (id: string, cyxm: string, yhzgx: string, cyzjhm: string) => ({ id, cyxm, cyxb: '1', yhzgx, cyzjlx: '1', cyzjhm, sfgyr: '1', cybz: '0' })
const MEMBERS = [
  member('1', '郑天成', '02', '51202119560302001X'),
  member('2', '郑大山', '20', '512021198003020034'),
  member('3', '郑小林', '20', '512021198203020039'),
]
const LINE = { dkbm: `${FBFBM}00001`, dkmc: '门前田', scmj: '1000.00', scmjm: '1.50', htmj: '1000.00', htmjm: '1.50' }
const BOOK = { id: '9', cbjyqzbm: `${CBFBM}J`, cbfbm: CBFBM, fbfbm: FBFBM, cbfmc: '郑天成', jtcyList: MEMBERS, dkList: [LINE] }
const ANSWERS = {
  page: () => ({ records: [], total: 0 }),
  list: () => [],
  'list-by-businessId': () => [],
  dictionary: () => [],
  rounds: () => [],
  'keep-input': () => ({ businessId: '7', at: '2026-03-02 09:00:00' }),
  detail: () => BOOK,
  detailById: () => BOOK,
}
let calls: PageCall[]
beforeEach(() => {
  calls = []
  setLang('zh')
  signIn({ mark: 'm', expires_in: 3600, tenant_id: '000000', account: 'village', real_name: '村级经办', dept_region: '512021119203' } as TokenAnswer)
  vi.stubGlobal('fetch', pageFetch(ANSWERS, calls))
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  vi.unstubAllGlobals()
})
const nothing = async () => undefined
/** A case of a type with what somebody typed before, at rest; its clock goes on by `pass` alone. */
async function opened(of: TypeScreen, body: object, ready: () => unknown): Promise<void> {
  const kept = { businessId: '7', body: body as never, at: '2026-03-02 09:00:00' }
  render(<CaseForm screen={of} files={[]} panels={{}} view={false} kept={kept} onClose={nothing} onSaved={nothing} onRenew={nothing} />, { wrapper: around })
  await waitFor(ready)
  await act(() => new Promise((done) => setTimeout(done, 300)))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'requestAnimationFrame', 'cancelAnimationFrame'] })
  await still()
}
const later = setTimeout
/** Waits until nothing is drawn any more: what waits for a while, as dictionaries do, is asked for and answered, however slowly the computer does it. */
async function still(): Promise<void> {
  for (let calm = 0, i = 0; calm < 80 && i < 1600; i++) {
    rendered()
    await pass(1000)
    await act(() => new Promise((done) => later(done, 20)))
    calm = rendered().length > 0 ? 0 : calm + 1
  }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** Types texts key by key, 40 ms each, then pauses; answers what each key drew but the first, which also says that there is something to lose, and what the pause drew. */
async function typed(input: HTMLElement, texts: readonly string[]): Promise<{ keys: string[][]; pause: string[] }> {
  act(() => input.focus())
  await still()
  const keys: string[][] = []
  for (const value of texts) {
    rendered()
    fireEvent.keyDown(input)
    fireEvent.input(input, { target: { value } })
    await pass(40)
    keys.push(rendered())
  }
  await pass(1000)
  const pause = rendered()
  await act(async () => input.blur())
  return { keys: keys.slice(1), pause }
}
/** What a key may not draw: the page, the parts of its rail and of what stands beside it, a table. */
const PAGE = ['CaseForm', 'CaseHead', 'CaseParts', 'Lacks', 'Preflight', 'PartBody', 'Table']
const drawsLittle = (name: string, { keys, pause }: Awaited<ReturnType<typeof typed>>, most: number) => {
  for (const key of keys) expect([name, key.filter((n) => PAGE.includes(n)), key.length > most ? key : 'few']).toEqual([name, [], 'few'])
  // the page has followed; that its draft is kept draws it again
  const drawn = pause.filter((n) => n === 'CaseForm').length
  expect([name, drawn > 0, pause.length / drawn > 600 ? pause : 'few']).toEqual([name, true, 'few'])
}
const cell = (f: Field, n: number) => screen.getAllByLabelText(labelOf(f).zh)[n]!

test('a key in the form of a new household draws its own field, in its name those that follow it too', async () => {
  const jtcyList = MEMBERS.map(({ id: _, ...m }) => m)
  const cbf = { cbflx: '1', cbfmc: '郑天成', cbfzjlx: '1', cbfzjhm: MEMBERS[0]!.cyzjhm, jtcyList }
  const cbht = { cbfs: '110', cbqx: 30, cbqxq: '2027-01-01', cbqxz: '2056-12-31' }
  await opened(screens.contract_sign, { form: { fbfbm: FBFBM, cbf, dk: [{ ...LINE, sfqqqg: '2', cbjyqqdfs: '110' }], cbht } }, () => cell(jtcy.fields.cyxm, 2))
  drawsLittle('a name of a member', await typed(cell(jtcy.fields.cyxm, 2), ['王', '王小', '王小明']), 40)
  drawsLittle('a number', await typed(cell(jtcy.fields.cyzjhm, 2), ['5', '51', '512']), 80)
  drawsLittle('a phone', await typed(document.getElementById('cbf_lxdh')!, ['1', '13', '139']), 80)
  drawsLittle('the household', await typed(document.getElementById('cbf_cbfmc')!, ['周', '周天', '周天明']), 110)
  drawsLittle('an area', await typed(screen.getByLabelText(`${labelOf(cbdkxx.fields.htmjm).zh} ${LINE.dkbm}`), ['1', '1.2', '1.25']), 12)
})

test('a key in a table of a change draws its cell; what was typed stays when the page follows, and goes to the server', async () => {
  const form = { cbjyqzbm: BOOK.cbjyqzbm, djbId: '9', fbfbm: FBFBM, jtcyList: MEMBERS, dk: [], leaving: [], cuts: [], corrected: [], beside: [], hfqz: '1' }
  const name = () => screen.getByLabelText(`${labelOf(jtcy.fields.cyxm).zh} 3`) as HTMLInputElement
  await opened(screens.change_contract, { businessItemCode: 'change_contract_1', form }, name)
  drawsLittle('a member', await typed(name(), ['王', '王小', '王小明']), 12)
  const reason = document.querySelector<HTMLTextAreaElement>('[data-field="bgyy"] textarea, [data-field="bgyy"] input')!
  drawsLittle('a reason', await typed(reason, ['分', '分家', '分家了']), 12)
  expect([name().value, reason.value]).toEqual(['王小明', '分家了'])
  // a key that comes while the page is drawn is not lost
  act(() => name().focus())
  fireEvent.input(name(), { target: { value: '王小' } })
  await pass(251)
  fireEvent.input(name(), { target: { value: '王小雨' } })
  expect(name().value).toBe('王小雨')
  await act(async () => name().blur())
  expect(name().value).toBe('王小雨')
  act(() => void window.dispatchEvent(new Event('online')))
  await pass(100)
  const sent = calls.filter((c) => c.path === 'keep-input').map((c) => JSON.parse(String(c.body)).body.form)
  expect([sent.at(-1).jtcyList[2].cyxm, sent.at(-1).bgyy]).toEqual(['王小雨', '分家了'])
})
