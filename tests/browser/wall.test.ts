// The screen on the wall: down into a region and back, how old its figures are while the line is away, and that it recovers by itself; a board laid out by hand for it.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phrases } from '../../kit/web/phrases.ts'
import { boardWords, panelPlace } from '../../views/boards/words.ts'
import { words as homeWords } from '../../views/home/home.ts'
import { wallWords } from '../../views/large/words.ts'
import { actOn, stage, told, until, type Stage } from './stage.ts'

let s: Stage
beforeAll(async () => {
  s = await stage()
})
afterAll(() => s?.end())

test('the wall goes into a region and back, keeps its figures while the line is away and says how old they are, and takes new ones when it is there again', async () => {
  const page = await s.enter('large', { at: '/large', width: 1920, height: 1080 })
  const way = page.getByRole('navigation', { name: homeWords.byRegion.zh }).getByRole('button')
  const panel = (name: string) => page.getByRole('region', { name, exact: true })
  const ranked = panel(wallWords.ranking.zh).getByRole('button')
  const state = page.getByRole('status')
  for (const key of ['figures', 'types', 'months', 'map', 'ticker', 'funnel', 'ways', 'push', 'ranking', 'grades', 'purposes'] as const)
    await panel(wallWords[key].zh).waitFor()
  // letters on the wall are read from afar
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('.large *')]
      .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent?.trim()) && e.getClientRects().length > 0)
      .filter((e) => Number.parseFloat(getComputedStyle(e).fontSize) < 18)
      .map((e) => e.textContent),
  )
  expect(small).toEqual([])
  await until(() => way.count()).toBe(1)
  const town = (await ranked.first().textContent())!
  await ranked.first().click()
  await until(() => way.allTextContents()).toEqual([expect.any(String), town])
  await until(() => page.getByRole('heading', { level: 1 }).textContent()).toContain(town)
  await until(() => ranked.allTextContents()).not.toContain(town)
  await way.first().click()
  await until(() => way.count()).toBe(1)

  // a region that has not been seen yet cannot be fetched: what was there stays, with its age
  await page.context().setOffline(true)
  await ranked.first().click()
  await until(() => way.count()).toBe(2)
  await until(() => ranked.allTextContents()).not.toContain(town)
  await ranked.first().click()
  await until(() => way.count()).toBe(3)
  await until(() => state.textContent()).toContain(wallWords.lost.zh)
  await until(() => state.textContent()).toContain(wallWords.asOf.zh)
  expect(await panel(wallWords.figures.zh).locator('dd').count()).toBe(4)
  await page.context().setOffline(false)
  await until(() => state.textContent()).not.toContain(wallWords.lost.zh)
  await s.onlyFaults(/ERR_INTERNET_DISCONNECTED|Failed to load resource|Failed to fetch/)
})

const button = (at: Page | Locator, name: string) => at.getByRole('button', { name, exact: true })
/** Chooses a line of a list that opens. */
async function choose(page: Page, at: Page | Locator, label: string, line: string): Promise<void> {
  await at.getByRole('combobox', { name: label }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(line, { exact: true }).click()
}
/** Drags from the middle of something by so many pixels. */
async function drag(page: Page, what: Locator, dx: number, dy: number): Promise<void> {
  const { x, y, width, height } = (await what.boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + dx, y + height / 2 + dy, { steps: 8 })
  await page.mouse.up()
}

test('a board is laid out by hand on a small office screen, stands there when the page is loaded anew, and is shown on the wall', async () => {
  const page = await s.enter('admin', { at: '/figures/boards', width: 1366, height: 768 })
  await button(page, phrases.add.zh).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('看板名称').fill('县领导大屏')
  await choose(page, form, '显示位置', '大屏')
  await button(form, phrases.save.zh).click()
  await told(page, phrases.added.zh)
  const row = page.getByRole('row').filter({ hasText: '县领导大屏' })
  await actOn(row, boardWords.design.zh)
  const designer = page.getByRole('dialog').filter({ hasText: boardWords.keys.zh })
  const places = () => designer.getByRole('listitem').evaluateAll((all) => all.map((e) => e.getAttribute('aria-label')))
  for (const [shape, indicator] of [
    ['数字', '承包合同'],
    ['排名', '合同面积'],
  ] as const) {
    await choose(page, designer, boardWords.shape.zh, shape)
    await choose(page, designer, boardWords.indicator.zh, indicator)
    await button(designer, boardWords.addPanel.zh).click()
  }
  expect(await places()).toEqual([panelPlace('承包合同', { x: 0, y: 0, w: 3, h: 2 }).zh, panelPlace('合同面积', { x: 3, y: 0, w: 3, h: 4 }).zh])
  // by the mouse: the corner makes it larger, the title moves it; by the keys one step back
  const grid = designer.getByRole('list', { name: boardWords.grid.zh })
  const column = (await grid.boundingBox())!.width / 12
  const first = designer.getByRole('listitem').first()
  await drag(page, first.getByTitle(boardWords.resize.zh), 3 * column, 84)
  await until(places).toEqual([panelPlace('承包合同', { x: 0, y: 0, w: 6, h: 3 }).zh, panelPlace('合同面积', { x: 3, y: 3, w: 3, h: 4 }).zh])
  await drag(page, designer.getByRole('heading', { name: '合同面积' }), 4 * column, -3 * 84)
  await until(places).toEqual([panelPlace('承包合同', { x: 0, y: 0, w: 6, h: 3 }).zh, panelPlace('合同面积', { x: 7, y: 0, w: 3, h: 4 }).zh])
  await designer.getByRole('listitem').nth(1).focus()
  await page.keyboard.press('ArrowLeft')
  const laid = [panelPlace('承包合同', { x: 0, y: 0, w: 6, h: 3 }).zh, panelPlace('合同面积', { x: 6, y: 0, w: 3, h: 4 }).zh]
  await until(places).toEqual(laid)
  // nothing is out of sight to the side
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
  await button(designer, boardWords.save.zh).click()
  await told(page, boardWords.saved.zh)
  await page.reload()
  await actOn(row, boardWords.design.zh)
  await until(places).toEqual(laid)

  const wall = await s.enter('large', { at: '/large', width: 1920, height: 1080 })
  const contracts = (await wall.getByRole('region', { name: wallWords.figures.zh, exact: true }).getByText(/合同/).first().textContent()) ?? ''
  expect(contracts).not.toBe('')
  await choose(wall, wall, boardWords.choose.zh, '县领导大屏')
  const shown = wall.getByRole('region').or(wall.getByRole('group')).filter({ hasText: '承包合同' })
  await shown.first().waitFor()
  await until(() => wall.locator('.board-number').first().textContent()).toMatch(/^\d[\d,]*份$/)
  await until(() => wall.locator('.board-body li').count()).toBeGreaterThan(0)
  await s.onlyFaults(/^$/)
})
