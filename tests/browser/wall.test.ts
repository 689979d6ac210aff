// The screen on the wall: down into a region and back, how old its figures are while the line is away, and that it recovers by itself.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { words as homeWords } from '../../views/home/home.ts'
import { wallWords } from '../../views/large/words.ts'
import { stage, until, type Stage } from './stage.ts'

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
