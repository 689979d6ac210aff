import { afterAll, beforeAll, expect, test } from 'vitest'
import { stage, type Stage } from './stage.ts'

let s: Stage
beforeAll(async () => {
  s = await stage()
})
afterAll(() => s?.end())

test('a clerk signs in and sees the village on lists and map', async () => {
  const page = await s.enter('county')
  await page.getByText('1,738').first().waitFor()
  await s.picture(page, '01-home')
  await page.goto(`${s.url}/land/cbf`)
  await page.getByText('共 365 条').waitFor()
  await s.picture(page, '02-cbf')
  await page.goto(`${s.url}/land/dk`)
  await page.getByText('共 1882 条').waitFor()
  await s.picture(page, '03-dk')
  await page.goto(`${s.url}/map/index`)
  await page.locator('canvas').first().waitFor()
  await page.waitForLoadState('networkidle')
  await s.picture(page, '04-map')
  expect(s.faults).toEqual([])
})

test('a household is found by its name', async () => {
  const page = await s.enter('county')
  const name = (await (await s.w.as('county')).get('/base-qssj/cbf/page', { size: 1 })).data.records[0].cbfmc as string
  await page.goto(`${s.url}/land/cbf?cbfmc=${encodeURIComponent(name)}`)
  await page.locator('table').getByText(name).first().waitFor()
  expect(s.faults).toEqual([])
})
