// Lists as a clerk has them before the eyes: how many columns stand whole and how many rows are seen, chips, what is kept, what is selected, keys, cards.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stage, until, visit, type Stage } from './stage.ts'

let s: Stage
beforeAll(async () => {
  s = await stage()
})
afterAll(() => s?.end())

/** A small office screen; the same at 125 %, as the browser has it then; a phone. */
const OFFICE = { width: 1366, height: 768 }
const ZOOMED = { width: 1093, height: 614 }
const PHONE = { width: 390, height: 844 }

/** Columns of the visible list that stand whole beside what is fixed, rows that are seen whole, and the height of a row. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const table = [...document.querySelectorAll('.list-table')].find((e) => e.checkVisibility())!
    const box = table.querySelector('.ant-table-content')!.getBoundingClientRect()
    const heads = [...table.querySelectorAll('thead th')].filter((h) => h.textContent.trim() && !h.classList.contains('kit-actions'))
    const end = table.querySelector('th.kit-actions')?.getBoundingClientRect().left ?? box.right
    const whole = heads.filter((h) => h.getBoundingClientRect().right <= end + 1)
    const rows = [...table.querySelectorAll('tbody tr.ant-table-row')].map((r) => r.getBoundingClientRect())
    return {
      columns: whole.map((h) => h.textContent.trim()),
      rows: rows.filter((r) => r.bottom <= Math.min(box.bottom, innerHeight) + 1).length,
      height: rows[0]?.height,
      sideways: document.documentElement.scrollWidth > innerWidth,
    }
  })
const first = (page: Page) => page.locator('.ant-table-row:visible').first().waitFor()
const REGISTERS = ['/land/dk', '/registry/cbht', '/registry/djb', '/registry/cbjyqz'] as const

test('fourteen households with eight columns are seen on a small screen, six at 125 %; the other registers show seven', async () => {
  const page = await s.enter('county', { ...OFFICE, at: '/land/cbf' })
  await first(page)
  const households = await seen(page)
  expect(households.columns.slice(0, 8)).toEqual(['承包方名称', '承包方编码', '发包方名称', '成员数量', '地块数', '合同总面积（亩）', '承包期限', '登记状态'])
  expect({ rows: households.rows >= 14, height: households.height, sideways: households.sideways }).toEqual({ rows: true, height: 36, sideways: false })
  for (const path of REGISTERS) {
    await visit(page, path)
    await first(page)
    const { columns } = await seen(page)
    expect(`${path} ${columns.length >= 7 ? 'has seven' : columns.join()}`).toBe(`${path} has seven`)
  }
  // nothing waits for this person; the heads stand all the same
  await visit(page, '/business/todo')
  await page.getByRole('columnheader', { name: '承诺办结日' }).waitFor()
  expect((await seen(page)).columns.slice(0, 7)).toEqual(['业务名称', '当前环节', '办理人', '承诺办结日', '权利人名称', '业务编号', '业务类型'])
  const zoomed = await s.enter('county', { ...ZOOMED, at: '/land/cbf' })
  await first(zoomed)
  const { columns, sideways } = await seen(zoomed)
  expect([columns.length >= 6, columns[0], sideways]).toEqual([true, '承包方名称', false])
  expect(s.faults).toEqual([])
})

test('what a person has laid out is there again in another browser: the height of a row, a hidden column, the width of one, the region tree', async () => {
  const page = await s.enter('town', { ...OFFICE, at: '/land/cbf' })
  await first(page)
  const kept = () => page.waitForResponse((r) => r.url().endsWith('/basic/user-setting/submit') && r.ok())
  await page.getByRole('button', { name: '列设置' }).click()
  await Promise.all([kept(), page.getByText('宽松', { exact: true }).click()])
  await Promise.all([kept(), page.getByRole('checkbox', { name: '登记状态' }).uncheck()])
  await Promise.all([kept(), page.getByRole('button', { name: '全部区域' }).click()])
  const grip = page.getByRole('button', { name: '调整列宽 发包方名称' })
  // the tree moves the heads aside: they stand before one is taken
  await page.getByRole('navigation', { name: '区域' }).waitFor()
  await grip.hover()
  const { x, y, height } = (await grip.boundingBox())!
  await page.mouse.move(x + 4, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + 64, y + height / 2)
  await Promise.all([kept(), page.mouse.up()])
  const other = await s.enter('town', { ...OFFICE, at: '/land/cbf' })
  await first(other)
  await until(async () => (await seen(other)).height).toBe(46)
  await other.getByRole('navigation', { name: '区域' }).waitFor()
  expect(await other.getByRole('columnheader', { name: '登记状态' }).count()).toBe(0)
  expect(Math.round((await other.getByRole('columnheader', { name: '发包方名称' }).boundingBox())!.width)).toBeGreaterThan(190)
  expect(s.faults).toEqual([])
})

test('filters are chips, what is selected stays over pages with its area, and the keys go through the rows', async () => {
  const page = await s.enter('county', { ...OFFICE, at: '/land/cbf?cbflx=1' })
  await first(page)
  await page.getByRole('list', { name: '筛选条件' }).getByText('农户').waitFor()
  const boxes = page.locator('.ant-table-row:visible').getByRole('checkbox')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  const before = await page.locator('.ant-table-row:visible').first().textContent()
  await page.locator('.ant-pagination-item-2').click()
  await until(() => page.locator('.ant-table-row:visible').first().textContent()).not.toBe(before)
  await boxes.nth(0).check()
  const bar = page.getByRole('group', { name: '已选数据' })
  await bar.getByText('已选择 3 条').waitFor()
  expect(await bar.textContent()).toMatch(/合同总面积（亩） \d+\.\d\d/)
  await page
    .locator('.list-title, h1')
    .first()
    .evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
  for (const key of ['j', 'j', 'k', 'x']) await page.keyboard.press(key)
  await bar.getByText('已选择 1 条').waitFor()
  expect(await boxes.nth(0).isChecked()).toBe(true)
  // what may be done with a row comes with it, within 96 points
  const actions = page.locator('.ant-table-row:visible .list-actions').nth(3)
  expect(await actions.evaluate((e) => getComputedStyle(e).opacity)).toBe('0')
  await page.locator('.ant-table-row:visible').nth(3).hover()
  await until(() => actions.evaluate((e) => getComputedStyle(e).opacity)).toBe('1')
  expect(await page.locator('th.kit-actions:visible').evaluate((e) => e.getBoundingClientRect().width)).toBeLessThanOrEqual(97)
  await page.keyboard.press('Enter')
  await page.waitForURL(/open=view/)
  expect(s.faults).toEqual([])
})

test('on a phone every row is a card with its name, its facts and what may be done with it', async () => {
  const page = await s.enter('village', { ...PHONE, at: '/land/cbf' })
  const card = page.locator('.list-card').first()
  await card.waitFor()
  const text = (await card.textContent()) ?? ''
  for (const fact of ['发包方名称', '成员数量', '地块数', '合同总面积（亩）', '承包期限', '登记状态']) expect(text).toContain(fact)
  await card.getByRole('button', { name: '查看' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  // what is selected is told at the lower edge of the window, above no card that somebody reads
  await card.getByRole('checkbox').click()
  const bar = page.getByRole('group', { name: '已选数据' })
  await bar.waitFor()
  await s.picture(page, '14-cards-selected')
  const low = await bar.evaluate((x) => x.getBoundingClientRect().bottom)
  expect([low > PHONE.height - 120, low <= PHONE.height]).toEqual([true, true])
  expect(s.faults).toEqual([])
})
