// What hangs on the device at the counter, at the screens: an identity card read into a form, writing and codes in the photo tool; a device that lies.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startDeviceSimulator, type DeviceSimulator } from '../../apps/simulators/device.server.ts'
import { labelOf } from '../../kit/model/field.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { PARAMS } from '../../platform/settings/params.ts'
import { CAMERAS } from '../../services/camera/device.ts'
import { askOverwrite, cardRead, words, wrongText } from '../../services/camera/words.ts'
import { words as fileWords } from '../../services/files/uploader/upload-rules.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { words as land } from '../../land/definitions/words.ts'
import { sample } from '../samples.ts'
import { stage, told, until, type Stage, visit } from './stage.ts'

const { acts } = words
let s: Stage
let sim: DeviceSimulator
let usual: DeviceSimulator['card']
beforeAll(async () => {
  s = await stage()
  sim = await startDeviceSimulator()
  usual = sim.card
  const admin = await s.w.as('admin')
  await admin.post('/cpt-system/param/submit', { paramName: '高拍仪端口', paramKey: PARAMS.cameraPort.key, paramValue: String(sim.port) })
})
afterAll(async () => {
  await s?.end()
  await sim?.close()
})
beforeEach(() => Object.assign(sim, { fault: 'none', cameras: CAMERAS, person: true, second: 10, card: usual }))

const press = (at: Page | Locator, name: string) => at.getByRole('button', { name, exact: true }).last().click()
const read = (page: Page, line = '') => page.getByRole('button', { name: new RegExp(`${words.readCard.zh}${line ? ` ${line}` : ''}$`) }).click()
const field = (page: Page, f: { label: string }) => page.locator('.ant-drawer').getByRole('textbox', { name: new RegExp(`^(\\* )?${f.label}`) })
const answer = async (page: Page, question: string, button: string) => {
  await page.getByText(question, { exact: true }).waitFor()
  await page.getByRole('dialog').last().getByRole('button', { name: button, exact: true }).click()
}
const county = () => s.w.as('county')
const households = async (): Promise<{ id: string; cbfbm: string; fbfbm: string }[]> =>
  (await (await county()).get('/base-qssj/cbf/page', { size: 5 })).data.records
/** The photo tool over the files of the n-th household, its device connected. */
async function tool(page: Page, n: number): Promise<{ of: { id: string; cbfbm: string }; drawer: Locator }> {
  const of = (await households())[n]!
  await visit(page, `/land/cbf?open=edit.${of.id}`)
  await page.getByRole('tab', { name: '附件', exact: true }).click()
  await press(page, fileWords.camera.zh)
  await told(page, words.connected.zh)
  await page.waitForFunction(() => (document.querySelector('img.camera-still') as HTMLImageElement | null)?.naturalHeight === 800)
  return { of, drawer: page.getByRole('dialog', { name: words.title.zh }) }
}
const thumbs = (drawer: Locator) => drawer.locator('.camera-thumbs button')

test('no card, a number that is none, and a device that lies are told; the form stays as it was, and leaving it is asked about only when it changed', async () => {
  const page = await s.enter('county', { at: '/land/cbf' })
  // an issuer of whom no book speaks: the principal of another is corrected by a business
  const [free] = (
    await s.w.db.pool.query(`select r.code from region r where r.code like '512021%' and length(r.code) = 12
      and not exists (select from fbf f where f."regionCode" = r.code) order by r.code limit 1`)
  ).rows
  const { data: id } = await (await county()).post('/base-qssj/fbf/save', sample(fbf, { regionCode: free.code }))
  const records = [{ id: String(id) }] as const
  await visit(page, `/land/fbf?open=edit.${records[0].id}`)
  const head = field(page, fbf.fields.fbffzrxm)
  await head.waitFor()
  const before = await head.inputValue()
  sim.person = false
  await read(page)
  await told(page, wrongText('noCard').zh)
  sim.person = true
  sim.card = { ...usual, number: '<img src=x onerror=alert(1)>' }
  await read(page)
  await told(page, wrongText('strange').zh)
  sim.fault = 'hostile'
  await read(page)
  await told(page, wrongText('strange').zh)
  await until(() => head.inputValue()).toBe(before)
  Object.assign(sim, { fault: 'none', card: usual })
  await read(page)
  await answer(page, askOverwrite([labelOf(fbf.fields.fbffzrxm), labelOf(fbf.fields.fzrzjhm)]).zh, phrases.ok.zh)
  await told(page, cardRead(usual.name).zh)
  await until(async () => [await head.inputValue(), await field(page, fbf.fields.fzrzjhm).inputValue()]).toEqual([usual.name, usual.number])
  await press(page, phrases.cancel.zh)
  await answer(page, phrases.unsaved.zh, phrases.cancel.zh)
  await press(page, phrases.save.zh)
  await told(page, phrases.updated.zh)
  await until(async () => (await (await county()).get('/base-qssj/fbf/detail', { id: records[0].id })).data).toMatchObject({
    fbffzrxm: usual.name,
    fzrzjhm: usual.number,
  })
  await page.context().close()
  expect(s.faults).toEqual([])
})

test('writing on a photo is copied; no code in time is told; a code leads to its household in a window of its own', async () => {
  const page = await s.enter('county', { at: '/land/cbf' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { of, drawer } = await tool(page, 1)
  await drawer.getByRole('button', { name: words.capture.zh }).last().click()
  await thumbs(drawer).first().waitFor()
  await press(drawer, acts.ocr.zh)
  const text = page.getByRole('textbox', { name: acts.ocr.zh, exact: true })
  await until(() => text.inputValue()).toBe('农村土地承包经营权\n承包合同')
  const dialog = page.getByRole('dialog', { name: acts.ocr.zh })
  await dialog.getByRole('button', { name: words.copy.zh }).hover()
  await s.picture(page, '65-photo-text', false)
  await dialog.getByRole('button', { name: words.copy.zh }).click()
  await told(page, words.copied.zh)
  await until(() => page.evaluate(() => navigator.clipboard.readText())).toBe('农村土地承包经营权\n承包合同')
  await dialog.getByRole('button', { name: phrases.close.zh, exact: true }).last().click()

  sim.code = ''
  await press(drawer, acts.code.zh)
  await told(page, '扫码超时')
  await page.getByText(words.hints.code.zh, { exact: true }).waitFor({ state: 'detached' })
  sim.code = of.cbfbm
  await press(drawer, acts.code.zh)
  const [other] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('link', { name: '查看承包方' }).click()])
  await other.getByRole('row').getByText(of.cbfbm, { exact: true }).first().waitFor()
  expect(new URL(other.url()).search).toBe(`?cbfbm=${of.cbfbm}`)
  await other.close()
  await page.context().close()
  expect(s.faults).toEqual([])
})

test('a signature from the pad is kept with the papers of its household; the card of a new member fills his line and is stored', async () => {
  const page = await s.enter('county', { at: '/land/cbf' })
  // members of a registered household change by a business: this one is not registered
  await s.w.db.pool.query(`update cbf set djzt = '0' where id = $1`, [(await households())[2]!.id])
  const { of, drawer } = await tool(page, 2)
  await press(drawer, acts.pad.zh)
  await thumbs(drawer).first().waitFor()
  await drawer.getByRole('button', { name: words.save.zh }).last().click()
  await told(page, words.saved.zh)
  const papers = async (): Promise<{ name: string }[]> =>
    (await (await county()).get('/cpt-resource/attach/endpoint/list-by-businessId', { businessId: of.id })).data
  await until(async () => (await papers()).map((f) => f.name)).toEqual([expect.stringMatching(/^签名\d{13}\.png$/)])
  await drawer.locator('.ant-drawer-close').click()
  await drawer.waitFor({ state: 'detached' })

  await page.getByRole('tab', { name: '家庭成员', exact: true }).click()
  const removers = page.getByRole('button', { name: land.removeMember.zh, exact: true })
  await removers.first().waitFor()
  const before = await removers.count()
  await page.getByRole('button', { name: land.addMember.zh }).click()
  await read(page, String(before + 1))
  await told(page, cardRead(usual.name).zh)
  await page.getByLabel(labelOf(jtcy.fields.yhzgx).zh, { exact: true }).nth(before).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle('子', { exact: true }).click()
  await press(page, phrases.save.zh)
  await told(page, phrases.updated.zh)
  const { jtcyList } = (await (await county()).get('/base-qssj/cbf/detail', { id: of.id })).data
  expect(jtcyList.at(-1)).toMatchObject({ cyxm: usual.name, cyzjhm: usual.number, cyxb: '1' })
  await page.context().close()
  expect(s.faults).toEqual([])
})
