// The layers of the map: one of a service is switched on, and a click asks it and the parcels at once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGisSimulator, type GisSimulator } from '../../apps/simulators/gis.server.ts'
import { paddingFor } from '../../land/map/layers/padding.ts'
import { stage, visit, type Stage } from './stage.ts'

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
  // the village stands in the middle of what legend and buttons leave of the map
  const [top, right, bottom, left] = paddingFor([box.width, box.height], { left: 96, right: 48, below: 0 })
  await page.mouse.click(box.x + (left + box.width - right) / 2, box.y + (top + box.height - bottom) / 2)
  const card = page.locator('.ant-card', { hasText: '此处的要素' })
  await card.getByRole('tab', { name: /坑塘水面/ }).click()
  await card.getByText('上塘').first().waitFor()
  await s.picture(page, '05-layers')
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })
  await page.getByRole('switch', { name: '点击查询各图层' }).click()
  // what was chosen stays until a person turns away from it: to another search, region or layer, to empty land, or by Esc
  const [parcel] = (await county.get('/base-dlxx/dk/page', { regionCode: '512021119203', size: 1 })).data.records
  const popup = page.locator('.ant-card').filter({ hasText: parcel.dkbm }).filter({ hasText: '地块档案' })
  const find = page.getByRole('combobox', { name: '地名、地块、承包方、编码或坐标' })
  const choose = async () => {
    await visit(page, `/map/index?regionCode=512021119203&dkbm=${parcel.dkbm}`)
    await popup.waitFor()
  }
  for (const turn of [
    () => page.keyboard.press('Escape'),
    async () => {
      // far from any parcel: the map goes there first, and is clicked in its middle
      await visit(page, `/map/index?regionCode=512021119203&dkbm=${parcel.dkbm}&view=105.2,29.5,18`)
      await popup.waitFor()
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    },
    () => page.getByRole('checkbox', { name: '坑塘水面' }).uncheck(),
    async () => {
      await find.fill('没有这样的地块')
      await find.press('Enter')
    },
  ]) {
    await choose()
    await turn()
    await popup.waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('dkbm')).toBe(null)
  }
  // a place is offered by its name while it is typed, and chosen by the keys alone; another without land is shown where it lies
  await find.fill('玉顶')
  await page.locator('.ant-select-item-option', { hasText: '玉顶村' }).first().waitFor()
  await choose()
  await find.fill('周礼')
  await page.locator('.ant-select-item-option', { hasText: '周礼镇' }).first().waitFor()
  await find.press('ArrowDown')
  await find.press('Enter')
  await page.waitForURL((u) => u.searchParams.get('regionCode') === '512021119')
  await popup.waitFor({ state: 'detached' })
  expect(await find.inputValue()).toBe('周礼镇')
  await find.fill(parcel.dkbm)
  await page.locator('.ant-select-item-option', { hasText: parcel.dkbm }).first().click()
  await popup.waitFor()
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
