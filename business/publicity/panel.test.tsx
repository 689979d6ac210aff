// @vitest-environment happy-dom
// What the task publicity says to whoever has it: how many days are left, the photo as long as it is not there, and the terms that a renewal posts.
import { cleanup, configure, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../../kit/web/i18n.web.ts'
import { setButtons, signIn, type TokenAnswer } from '../../kit/web/session.web.ts'
import { pageFetch } from '../../services/camera/testing.server.ts'
import type { CaseRow } from '../cases/web/form.web.ts'
import { words } from '../cases/web/words.ts'
import { PublicityPanel } from './PublicityPanel.web.tsx'
import { remarked } from './remarks.ts'
import { around } from '../../platform/parts/testing.ts'

configure({ asyncUtilTimeout: 20_000 })
const household = { cbfbm: '1', cbfmc: '张三', members: [], parcels: [], term: { cbqxq: '2028-10-01', cbqxz: '2058-09-30', before: '2028-09-30', roundNo: 3 } }
const households = remarked([household], {
  typeCode: 'contract_renew',
  lines: [],
  names: new Map(),
  known: new Set<string>(),
  cut: new Set<string>(),
  fates: new Map<string, string>(),
})
let daysLeft = 3
beforeEach(() => {
  daysLeft = 3
  signIn({ mark: 'm', expires_in: 3600, tenant_id: '000000', account: 'town', real_name: '镇经办' } as TokenAnswer)
  const round = {
    id: '5',
    status: '1',
    round: 1,
    title: '公示',
    startDate: '2026-03-02',
    days: 15,
    endDate: '2099-03-16',
    place: '村委会',
    snapshot: { households },
  }
  vi.stubGlobal('fetch', pageFetch({ 'detail-by-task': () => ({ ...round, daysLeft }), changed: () => ({ changes: [] }), dictionary: () => [] }, []))
})
afterEach(() => {
  cleanup()
  setLang('zh')
  vi.unstubAllGlobals()
})
const row = { id: '7', taskId: '9', businessName: '延包', files: [], contracts: [] } as unknown as CaseRow
const nothing = async () => undefined
/** What the panel says of the days and the papers. */
async function told(papersMissing: boolean): Promise<string> {
  const { unmount } = render(<PublicityPanel row={row} acting papersMissing={papersMissing} onChange={nothing} />, { wrapper: around })
  const said = (await screen.findByRole('alert')).textContent
  unmount()
  return said
}

test('the photo is asked for only as long as it is missing', async () => {
  expect(await told(true)).toContain(words.proofHint.zh)
  const without = await told(false)
  expect([without.includes(words.proofHint.zh), without.includes('公示期')]).toEqual([false, true])
})

test('the days that are left are counted by the server, whatever day the computer of the office has', async () => {
  const button = async () => {
    const { unmount } = render(<PublicityPanel row={row} acting onChange={nothing} />, { wrapper: around })
    const [said, complete] = [
      (await screen.findByRole('alert')).textContent,
      screen.queryByRole('button', { name: words.complete.zh }) as HTMLButtonElement | null,
    ]
    const isOff = complete?.disabled
    unmount()
    return [said.includes('3'), said.includes(words.periodOver.zh), isOff]
  }
  setButtons([{ id: '1', parentId: '0', code: 'publicity_edit', name: '', path: '', category: 2, sort: 1 }])
  expect(await button()).toEqual([true, false, true])
  // the last day is far away by the computer's clock
  daysLeft = 0
  expect(await button()).toEqual([false, true, false])
})

test('which posting it is does not read like a round of contracting; the old and the new term stand with the household', async () => {
  const { unmount } = render(<PublicityPanel row={row} acting onChange={nothing} />, { wrapper: around })
  await screen.findByText('公示轮次')
  expect(screen.queryByText('轮次')).toBeNull()
  await screen.findByText(/承包期限由2028年09月30日延长至2058年09月30日（自2028年10月01日起，第3轮承包期）/)
  unmount()
  setLang('en')
  render(<PublicityPanel row={row} acting onChange={nothing} />, { wrapper: around })
  await screen.findByText(/contract term 2028-10-01 to 2058-09-30 \(the one before ends on 2028-09-30, round 3\)/)
  expect(screen.getByText('Posting')).toBeTruthy()
})
