// The layers of the map: one of a service is switched on, and a click asks it and the parcels at once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGisSimulator, type GisSimulator } from '../../apps/simulators/gis.server.ts'
import { stage, type Stage } from './stage.ts'

let s: Stage, sim: GisSimulator
beforeAll(async () => {
  s = await stage()
})
afterAll(async () => {
  await s?.end()
  await sim?.close()
})

test('a layer is switched on and drawn; a click tells what lies there in it and in the parcels', async () => {
  const [county, admin] = [await s.w.as('county'), await s.w.as('admin')]
  const [west, south, east, north] = (await county.get('/map/dk/extent', { regionCode: '512021119203' })).data.extent as [number, number, number, number]
  const middle = [(west + east) / 2, (south + north) / 2] as const
  sim = await startGisSimulator({ at: middle })
  const service = await admin.post('/yzt/gis-service/submit', { name: '水利', type: 'features', url: `${sim.url}/ogc`, sort: 1 })
  expect(service.code).toBe(200)
  const form = await s.enter('admin', { at: '/gis/layer' })
  await form.getByRole('button', { name: '新增' }).first().click()
  const dialog = form.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '图层名称' }).fill('坑塘水面')
  await dialog.getByRole('combobox', { name: '图形服务' }).click()
  await form.locator('.ant-select-dropdown:visible').getByTitle('水利').click()
  await dialog.getByRole('textbox', { name: '服务内图层' }).fill('ponds')
  await dialog.getByRole('textbox', { name: '字段' }).fill('name=名称')
  await dialog.getByRole('button', { name: /^(保存|确定|提交)$/ }).click()
  await dialog.waitFor({ state: 'hidden' })
  const page = await s.enter('county', { at: '/map/index?regionCode=512021119203' })
  await page.locator('canvas').first().waitFor()
  await page.getByRole('tab', { name: '图层' }).click()
  await page.getByRole('checkbox', { name: '坑塘水面' }).check()
  await expect.poll(() => sim.asked.some((u) => u.includes('/collections/ponds/items'))).toBe(true)
  await page.getByRole('switch', { name: '点击查询各图层' }).click()
  const box = (await page.getByRole('application').boundingBox())!
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  const card = page.locator('.ant-card', { hasText: '此处的要素' })
  await card.getByRole('tab', { name: /坑塘水面/ }).click()
  await card.getByText('上塘').first().waitFor()
  await s.picture(page, '05-layers')
  // on a telephone the map has the screen, and its tools come over it
  const phone = await s.enter('county', { at: '/map/index?regionCode=512021119203', width: 390, height: 844 })
  await phone.locator('canvas').first().waitFor()
  expect((await phone.getByRole('application').boundingBox())!.width).toBeGreaterThan(330)
  await phone
    .getByRole('button', { name: '收起或展开左侧' })
    .or(phone.getByRole('button', { name: '收起或展开右侧' }))
    .first()
    .click()
  await phone.getByRole('tab', { name: '图层' }).click()
  await s.picture(phone, '05-layers-390')
  expect(s.faults).toEqual([])
})
