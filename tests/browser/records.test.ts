import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { barriers } from './every-screen.ts'
import { stage, until, visit, type Stage } from './stage.ts'

let s: Stage
beforeAll(async () => {
  s = await stage()
})
afterAll(() => s?.end())

interface Kind {
  /** what its page is called, in Chinese */
  name: string
  list: string
  page: string
  detail: string
  code: string
  /** texts that the head shows of the record, as the API tells it */
  facts(row: Record<string, any>): string[]
}
const mu = (v: unknown) => `${String(v)} 亩`
const KINDS: readonly Kind[] = [
  {
    name: '发包方',
    list: '/land/fbf',
    page: '/base-qssj/fbf/page',
    detail: '/base-qssj/fbf/detail',
    code: 'fbfbm',
    facts: (f) => [f.fbfmc, f.fbffzrxm, f.lxdh],
  },
  {
    name: '承包方',
    list: '/land/cbf',
    page: '/base-qssj/cbf/page',
    detail: '/base-qssj/cbf/detail',
    code: 'cbfbm',
    facts: (c) => [c.cbfmc, '已登记', `${c.cbfcysl} 人`, `${c.cbdkzs} 块`, mu(c.htzmjm), `${c.cbqxz} 到期`],
  },
  {
    name: '地块',
    list: '/land/dk',
    page: '/base-dlxx/dk/page',
    detail: '/base-dlxx/dk/detail',
    code: 'dkbm',
    facts: (d) => [d.dkmc, d.cbfmc, mu(d.scmjm), mu(d.qqmjm)],
  },
  {
    name: '承包合同',
    list: '/registry/cbht?qszt=1',
    page: '/base-qssj/cbht/page',
    detail: '/base-qssj/cbht/detail',
    code: 'cbhtbm',
    facts: (c) => [c.cbfmc, c.fbfmc, mu(c.htzmjm), `${c.cbdkzs} 块`, c.qdsj],
  },
  {
    name: '登记簿',
    list: '/registry/djb',
    page: '/base-qssj/djb/wzx/page',
    detail: '/base-qssj/djb/detailById',
    code: 'cbjyqzbm',
    facts: (b) => [b.cbfmc, b.fbfmc, mu(b.htzmjm), `${b.cbfcysl} 人`, b.djsj],
  },
  {
    name: '经营权证',
    list: '/registry/cbjyqz',
    page: '/base-qssj/cbjyqz/page',
    detail: '/base-qssj/cbjyqz/detail',
    code: 'cbjyqzbm',
    facts: (z) => [z.cbfmc, z.fzjg, z.fzrq],
  },
]
const record = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).and(page.locator('.record-page'))
const shown = (page: Page) => page.locator('.shell-page:visible .ant-table-row')
/** How far the list is scrolled, the page or the body of its table; scrolls it first where `to` is given. */
const scrolled = (page: Page, to?: number) =>
  page.evaluate((y) => {
    const shell = [...document.querySelectorAll('.shell-page')].find((e) => e.clientHeight > 0)!
    const parts = [shell, ...shell.querySelectorAll('.ant-table-body')]
    if (y !== undefined) parts.forEach((e) => (e.scrollTop = y))
    return parts.reduce((sum, e) => sum + e.scrollTop, 0)
  }, to)
const addressOf = (page: Page) => page.evaluate(() => location.pathname + location.search)

for (const kind of KINDS)
  test(`${kind.name}: its page opens from the list, says what the API says, steps by key, is no barrier, and the way back is the list as it was`, async () => {
    const clerk = await s.w.as('county')
    const asked = Object.fromEntries(new URL(kind.list, s.url).searchParams)
    const { records } = (await clerk.get(kind.page, { ...asked, current: 1, size: 10 })).data
    const page = await s.enter('county', { at: kind.list, width: 1366, height: 768 })
    await shown(page).first().waitFor()
    await page.waitForLoadState('networkidle')
    const [before, place] = [await addressOf(page), await scrolled(page, 60)]
    const [first, second] = records
    await shown(page).filter({ hasText: first[kind.code] }).first().getByRole('button', { name: '查看', exact: true }).click()
    const at = record(page, kind.name)
    await at.getByRole('heading', { level: 1 }).waitFor()
    const { data } = await clerk.get(kind.detail, { id: first.id })
    const head = at.locator('.record-head')
    for (const fact of kind.facts(data)) await head.getByText(fact).first().waitFor()
    await head.getByText(first[kind.code], { exact: true }).waitFor()
    // nothing of it is a field that cannot be filled in
    expect(await at.locator('input:disabled, textarea:disabled').count()).toBe(0)
    // the list beneath is nobody's while the record lies over it
    expect(await shown(page).first().isVisible()).toBe(false)
    await page.waitForLoadState('networkidle')
    expect(await barriers(page)).toEqual([])
    // the neighbours, by key and by button
    await page.keyboard.press('j')
    await head.getByText(second[kind.code], { exact: true }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await head.getByText(first[kind.code], { exact: true }).waitFor()
    await at.getByRole('button', { name: '下一条' }).click()
    await head.getByText(second[kind.code], { exact: true }).waitFor()
    await page.keyboard.press('k')
    await head.getByText(first[kind.code], { exact: true }).waitFor()
    expect(await at.getByRole('button', { name: '上一条' }).isDisabled()).toBe(true)
    await s.picture(page, `70-record-${kind.code}`)
    // however many were looked at, one step back is the list
    await page.goBack()
    await at.waitFor({ state: 'detached' })
    expect(await addressOf(page)).toBe(before)
    await shown(page).first().waitFor()
    expect(await scrolled(page)).toBe(place)
    expect(s.faults).toEqual([])
  })

test('a filter and a later page stay: the neighbours are those of the list, over the end of its page', async () => {
  const clerk = await s.w.as('county')
  const { data: one } = await clerk.get('/base-qssj/cbf/page', { fbfbm: '51202111920301', current: 1, size: 10 })
  const { data: two } = await clerk.get('/base-qssj/cbf/page', { fbfbm: '51202111920301', current: 2, size: 10 })
  const list = '/land/cbf?fbfbm=51202111920301&size=10&current=2'
  const page = await s.enter('county', { at: list })
  await shown(page).filter({ hasText: two.records[0].cbfbm }).first().getByRole('button', { name: '查看', exact: true }).click()
  const at = record(page, '承包方')
  await at.getByText(`第 11 / ${one.total} 条`).waitFor()
  // whether the page before has come or not
  await page.keyboard.press('k')
  await at.locator('.record-head').getByText(one.records[9].cbfbm, { exact: true }).waitFor()
  await at.getByText(`第 10 / ${one.total} 条`).waitFor()
  await at.getByRole('button', { name: '返回列表' }).click()
  await page.waitForURL((u) => u.searchParams.get('fbfbm') === '51202111920301' && !u.searchParams.has('open'))
  await shown(page).filter({ hasText: one.records[9].cbfbm }).first().waitFor()
  expect(s.faults).toEqual([])
})

test('a record stands beside its list, whose rows are seen and open the next one there; the bar of what is selected lies over fixed columns', async () => {
  const { records } = (await (await s.w.as('county')).get('/base-qssj/cbf/page', { size: 2 })).data
  const page = await s.enter('county', { at: `/land/cbf?open=view.${records[0].id}`, lang: 'en' })
  const at = record(page, 'Contractor')
  await at.getByRole('button', { name: 'Show beside the list' }).click()
  const row = shown(page).filter({ hasText: records[1].cbfbm }).first()
  await until(() => row.isVisible()).toBe(true)
  await row.getByRole('button', { name: 'View', exact: true }).click()
  await at.locator('.record-head').getByText(records[1].cbfbm, { exact: true }).waitFor()
  await at.getByRole('button', { name: 'Full page' }).click()
  await until(() => row.isVisible()).toBe(false)
  await at.getByRole('button', { name: 'Back to the list' }).click()
  await row.getByRole('checkbox').click()
  const bar = page.getByRole('group', { name: 'Selected rows' })
  // what is seen at its left end is the bar itself
  const isOnTop = await bar.evaluate((b) => {
    const { left, top, height } = b.getBoundingClientRect()
    return b.contains(document.elementFromPoint(left + 4, top + height / 2))
  })
  expect(isOnTop).toBe(true)
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  expect(s.faults).toEqual([])
})

test('a clerk of another village sees no record by its address, and is told so in words', async () => {
  const page = await s.enter('town2', { at: '/wel/index' })
  // ids are given by the clock: this one not before 2079
  await visit(page, '/land/cbf?open=view.8999999999999999999')
  await page.getByText('没有找到这条记录').waitFor()
  await page.getByRole('button', { name: '返回列表' }).last().click()
  await shown(page).first().waitFor()
  await s.onlyFaults(/status of 404/)
})

test('at 390 pixels a household is one column with its acts in a bar at the bottom, and nothing runs out of the page', async () => {
  const [{ id }] = (await (await s.w.as('county')).get('/base-qssj/cbf/page', { size: 1 })).data.records
  const page = await s.enter('county', { at: `/land/cbf?open=view.${id}`, width: 390, height: 844 })
  const at = record(page, '承包方')
  await at.getByRole('group', { name: '操作' }).getByRole('button', { name: '办理业务' }).waitFor()
  await page.waitForLoadState('networkidle')
  const box = (await at.getByRole('group', { name: '操作' }).boundingBox())!
  expect(Math.round(box.y + box.height)).toBe(844)
  await until(() => page.evaluate(() => document.querySelector('.record-page')!.scrollWidth - document.querySelector('.record-page')!.clientWidth)).toBe(0)
  expect(await barriers(page)).toEqual([])
  await s.picture(page, '71-record-phone')
  expect(s.faults).toEqual([])
})

test('edit is the ordinary form over the page and leads back to it; the timeline tells who changed what, before and after', async () => {
  const [{ id, cbfbm, lxdh }] = (await (await s.w.as('county')).get('/base-qssj/cbf/page', { size: 1 })).data.records
  const page = await s.enter('county', { at: `/land/cbf?open=view.${id}` })
  const at = record(page, '承包方')
  await at.getByRole('button', { name: '编辑', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.locator('#cbf-form_lxdh').fill('13800138000')
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'detached' })
  await at.locator('.record-facts').getByText('13800138000').waitFor()
  await at.getByRole('tab', { name: '变更历史', exact: true }).click()
  const line = at.locator('.ant-timeline-item, .ant-steps-item').first()
  await line.getByText('13800138000').waitFor()
  await line.getByText(lxdh).waitFor()
  await line.getByText(/经办 县级/).waitFor()
  await line.getByText(/^撤回：/).waitFor()
  // an earlier version beside the latest, and who saw the record in full
  await at.getByRole('button', { name: '与最新版本对比' }).first().click()
  const beside = page.getByRole('dialog')
  await beside.getByRole('row').filter({ hasText: '13800138000' }).filter({ hasText: lxdh }).getByText('≠').waitFor()
  await page.keyboard.press('Escape')
  await beside.waitFor({ state: 'detached' })
  const told = (await (await s.w.as('county')).get('/base-qssj/cbf/history', { cbfbm })).data.at(-1)
  expect([told.by, told.role, told.place].map(Boolean)).toEqual([true, true, true])
  await line.getByText(told.place).waitFor()
  expect(s.faults).toEqual([])
})
