// The photo tool at the screens: the document camera through its service, the browser's own camera, files alone.
import { AxeBuilder } from '@axe-core/playwright'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDeviceSimulator, type DeviceSimulator } from '../../apps/simulators/device.server.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { PARAMS } from '../../platform/settings/params.ts'
import { CAMERAS as CAMERA_NAMES } from '../../services/camera/device.ts'
import { pictureLabel, selectLabel, statesText, words } from '../../services/camera/words.ts'
import { picture } from '../../services/files/testing.server.ts'
import { words as fileWords } from '../../services/files/uploader/upload-rules.ts'
import { stage, until, type Stage } from './stage.ts'

const AT = '/cpt-resource/attach/endpoint'
/** Two cameras that are made up, and a person who agrees. */
const CAMERAS = ['--use-fake-device-for-media-stream=device-count=2', '--use-fake-ui-for-media-stream']
let s: Stage
let sim: DeviceSimulator
/** A port on which nobody listens. */
let nobody: number
beforeAll(async () => {
  s = await stage({}, true, CAMERAS)
  sim = await startDeviceSimulator()
  const gone = await startDeviceSimulator()
  nobody = gone.port
  await gone.close()
  const admin = await s.w.as('admin')
  await admin.post('/cpt-system/param/submit', { paramName: '高拍仪端口', paramKey: PARAMS.cameraPort.key, paramValue: String(sim.port) })
})
afterAll(async () => {
  await s?.end()
  await sim?.close()
})

/** Opens the tool over the files of the n-th household; answers the drawer and the household. */
async function tool(page: Page, n: number, lang: 'zh' | 'en' = 'zh'): Promise<{ id: string; drawer: Locator }> {
  const { records } = (await (await s.w.as('county')).get('/base-qssj/cbf/page', { size: 5 })).data
  await page.goto(`${s.url}/land/cbf?open=edit.${records[n].id}`)
  await page.getByRole('tab', { name: lang === 'zh' ? '附件' : 'Files', exact: true }).click()
  await page.getByRole('button', { name: fileWords.camera[lang], exact: true }).click()
  return { id: records[n].id, drawer: page.getByRole('dialog', { name: words.title[lang] }) }
}
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const press = (drawer: Locator, name: string) => drawer.getByRole('button', { name }).last().click()
const yes = (page: Page, lang: 'zh' | 'en' = 'zh') => page.getByRole('dialog').last().getByRole('button', { name: phrases.ok[lang], exact: true }).click()
const thumbs = (drawer: Locator) => drawer.locator('.camera-thumbs button')
const names = (drawer: Locator) => thumbs(drawer).evaluateAll((all) => all.map((b) => (b as HTMLElement).title))
const stored = async (id: string): Promise<{ id: string; name: string }[]> =>
  (await (await s.w.as('county')).get(`${AT}/list-by-businessId`, { businessId: id })).data
const bytes = async (id: string) => (await (await s.w.as('county')).get(`${AT}/download`, { id })).raw
/** What browsers say when nobody listens at the port is no fault of the page. */
const faults = () => s.faults.filter((f) => !(f.includes('net::ERR_CONNECTION_REFUSED') && f.includes(`127.0.0.1:${nobody}`)))
/** A clerk at a browser whose desk has its device at another port. */
async function enterAt(port: number, lang: 'zh' | 'en'): Promise<Page> {
  const page = await s.enter('county', { lang, at: '/info/index' })
  await page.addInitScript((p) => localStorage.setItem('chengbao.camera', JSON.stringify({ port: p })), port)
  return page
}

test('the document camera: photos upright and straight, put in order, saved in that order, and one PDF of them', async () => {
  const page = await s.enter('county', { at: '/info/index' })
  const { id, drawer } = await tool(page, 0)
  await toast(page, words.connected.zh)
  await toast(page, statesText({ primary: 'run', secondary: 'ok' }).zh)
  await page.waitForFunction(() => (document.querySelector('img.camera-still') as HTMLImageElement | null)?.naturalHeight === 800)
  for (let n = 1; n <= 3; n++) {
    await press(drawer, words.capture.zh)
    await thumbs(drawer)
      .nth(n - 1)
      .waitFor()
  }
  const [a, b, c] = (await names(drawer)) as [string, string, string]
  for (const name of [a, b, c]) expect(name).toMatch(/^\d{13}\.jpg$/)
  await thumbs(drawer).nth(2).dragTo(thumbs(drawer).nth(0))
  await until(() => names(drawer)).toEqual([c, a, b])
  await thumbs(drawer).nth(2).press('Alt+ArrowLeft')
  await until(() => names(drawer)).toEqual([c, b, a])
  await press(drawer, words.save.zh)
  await toast(page, words.saved.zh)
  await until(async () => (await stored(id)).map((f) => f.name)).toEqual([c, b, a])
  const facts = await sharp(await bytes((await stored(id))[0]!.id)).metadata()
  expect(facts.height! > facts.width!).toBe(true)
  await drawer.getByRole('checkbox', { name: selectLabel(1, c).zh }).check()
  await drawer.getByRole('checkbox', { name: selectLabel(3, a).zh }).check()
  await press(drawer, words.merge.zh)
  await page.getByText(words.askMerge.zh, { exact: true }).waitFor()
  await yes(page)
  await toast(page, words.merged.zh)
  const pdf = (await stored(id)).find((f) => f.name.endsWith('.pdf'))!
  expect((await PDFDocument.load(await bytes(pdf.id))).getPageCount()).toBe(2)

  sim.fault = 'unplugged'
  await toast(page, words.noDevice.zh)
  sim.fault = 'none'
  await page.waitForFunction(() => (document.querySelector('img.camera-still') as HTMLImageElement | null)?.naturalHeight === 800)
  await press(drawer, phrases.remove.zh)
  await page.getByText(words.askRemove.zh, { exact: true }).waitFor()
  await yes(page)
  await toast(page, fileWords.removed.zh)
  await until(async () => (await stored(id)).map((f) => f.name)).toEqual([b, pdf.name])
  await drawer.locator('.ant-drawer-close').click()
  await drawer.waitFor({ state: 'detached' })
  // the drawer is gone before the device has heard of it
  await until(async () => (await (await fetch(`${sim.url}/status`)).json()).data.primary).toBe('ok')
  await page.context().close()

  // another person, another browser: the order is the server's
  const second = await s.enter('admin', { at: '/info/index' })
  await tool(second, 0)
  await second.getByRole('button', { name: pictureLabel(1, b).zh }).waitFor()
  await second.context().close()
  expect(faults()).toEqual([])
})

test('without the service the browser’s own camera takes the photos, in English', async () => {
  const page = await enterAt(nobody, 'en')
  const { id, drawer } = await tool(page, 1, 'en')
  await toast(page, words.noPlugin.en)
  await drawer.getByText(words.bySource.browser.en, { exact: true }).waitFor()
  await page.waitForFunction(() => ((document.querySelector('video.camera-live') as HTMLVideoElement | null)?.videoWidth ?? 0) > 0)
  await drawer.getByText(words.secondary.en, { exact: true }).click()
  await drawer.getByText(`${words.secondary.en} connected and running`, { exact: true }).waitFor()
  await page.waitForFunction(() => ((document.querySelector('video.camera-live') as HTMLVideoElement | null)?.videoWidth ?? 0) > 0)
  await press(drawer, words.larger.en)
  await press(drawer, words.turn.en)
  await press(drawer, words.capture.en)
  await thumbs(drawer).first().waitFor()
  await press(drawer, words.save.en)
  await toast(page, words.saved.en)
  const facts = await sharp(await bytes((await stored(id))[0]!.id)).metadata()
  // the made-up camera lies; a quarter turn stands it up
  expect([facts.format, facts.height! > facts.width!]).toEqual(['jpeg', true])
  await page.context().close()
  expect(faults()).toEqual([])
})

test('with files alone: what the picker takes, what closing would lose', async () => {
  const page = await enterAt(nobody, 'zh')
  await page.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }))
  const { id, drawer } = await tool(page, 2)
  await drawer.getByText(words.filesOnly.zh, { exact: true }).waitFor()
  const input = drawer.locator('input[type=file]')
  await input.setInputFiles([{ name: '动.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }])
  await toast(page, '上传失败，只允许上传png、jpg、jpeg文件')
  const jpeg = await picture('jpeg', 40)
  await input.setInputFiles(['一.jpg', '二.png'].map((name) => ({ name, mimeType: 'image/jpeg', buffer: jpeg })))
  await thumbs(drawer).nth(1).waitFor()
  const { violations } = await new AxeBuilder({ page })
    .include('.ant-drawer-open:has(.camera)')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
    .analyze()
  const barriers = violations.filter((v) => v.impact === 'serious' || v.impact === 'critical')
  expect(barriers.map((v) => `${v.id}: ${v.nodes[0]!.html.slice(0, 200)}`)).toEqual([])
  await drawer.locator('.ant-drawer-close').click()
  await page.getByText(phrases.unsaved.zh, { exact: true }).waitFor()
  await page.getByRole('dialog').last().getByRole('button', { name: phrases.cancel.zh, exact: true }).click()
  await press(drawer, words.merge.zh)
  await yes(page)
  await toast(page, words.merged.zh)
  await thumbs(drawer).first().waitFor({ state: 'detached' })
  await until(async () => (await stored(id)).map((f) => f.name)).toEqual([`${id}.pdf`])
  await drawer.locator('.ant-drawer-close').click()
  await drawer.waitFor({ state: 'detached' })
  expect(faults()).toEqual([])
  await page.context().close()
})

/** What the specification has the tool say, to the letter, and ours in English. Source: platform.md 5, 8, 9. */
const SAID = {
  connected: ['设备已连接', 'Device connected'],
  states: ['主摄像头：已连接且运行，副摄像头：已连接', 'Primary camera: connected and running, Secondary camera: connected'],
  alone: ['主摄像头：已连接且运行，副摄像头：未连接', 'Primary camera: connected and running, Secondary camera: not connected'],
  smallest: ['已经最小的啦', 'This is the smallest already'],
  largest: ['已经最大的啦', 'This is the largest already'],
  noPicture: ['请选择图片', 'Select pictures'],
  noPluginUrl: ['请配置高拍仪插件下载地址', 'Set the download address of the document-camera plug-in first'],
  merge: [
    '确定合同以及地块示意图图片顺序正确并合成pdf？',
    'Are the pictures of the contract and parcel sketch in the right order? They will be merged into one PDF.',
  ],
  remove: ['确定删除选择的图片，删除后不可恢复？', 'Delete the selected pictures? They cannot be recovered.'],
  removed: ['刪除成功', 'Deleted'],
  noDevice: ['请检查设备是否插好~', 'Check that the device is plugged in'],
  noPlugin: ['请检查高拍仪插件是否安装和启动', 'Check that the document-camera plug-in is installed and running'],
  failed: [
    '调用摄像头失败，支持https, 127.0.0.1,localhost三种地址方式调用摄像头',
    'The camera can only be used at addresses with https, 127.0.0.1 or localhost',
  ],
  type: ['上传失败，只允许上传png、jpg、jpeg文件', 'Upload failed: only png、jpg、jpeg files'],
  size: ['上传失败，上传文件不能超过 10240kb', 'Upload failed: at most 10240 kB'],
  notSent: ['上传【一.jpg】失败，失败原因：未知错误', 'Upload of “一.jpg” failed: Unknown error'],
} as const

test.each(['zh', 'en'] as const)('every message of the photo tool is provoked (%s)', async (lang) => {
  const told = (page: Page, what: keyof typeof SAID) => toast(page, SAID[what][lang === 'zh' ? 0 : 1])
  const household = lang === 'zh' ? 3 : 4
  const page = await s.enter('county', { lang, at: '/info/index' })
  const { drawer } = await tool(page, household, lang)
  await told(page, 'connected')
  await told(page, 'states')
  await press(drawer, words.smaller[lang])
  await told(page, 'smallest')
  for (let i = 0; i < 10; i++) await press(drawer, words.larger[lang])
  await told(page, 'largest')
  await press(drawer, words.merge[lang])
  await told(page, 'noPicture')
  await press(drawer, words.plugin[lang])
  await told(page, 'noPluginUrl')
  const input = drawer.locator('input[type=file]')
  await input.setInputFiles([{ name: '动.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }])
  await told(page, 'type')
  await input.setInputFiles([{ name: '大.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(10_485_761) }])
  await told(page, 'size')
  await input.setInputFiles([{ name: '一.jpg', mimeType: 'image/jpeg', buffer: await picture('jpeg', 40) }])
  await thumbs(drawer).first().waitFor()
  await press(drawer, words.merge[lang])
  await told(page, 'merge')
  await page.getByRole('dialog').last().getByRole('button', { name: phrases.cancel[lang], exact: true }).click()
  await page.route('**/endpoint/upload', (r) => r.fulfill({ status: 500, contentType: 'application/json', body: '{}' }))
  await press(drawer, words.save[lang])
  await told(page, 'notSent')
  await press(drawer, phrases.remove[lang])
  await told(page, 'remove')
  await yes(page, lang)
  await told(page, 'removed')
  sim.cameras = ['primary']
  await press(drawer, words.detect[lang])
  await told(page, 'alone')
  sim.fault = 'no-device'
  await press(drawer, words.detect[lang])
  await told(page, 'noDevice')
  Object.assign(sim, { fault: 'none', cameras: CAMERA_NAMES })
  await page.context().close()

  const far = await enterAt(nobody, lang)
  await far.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }))
  await tool(far, household, lang)
  await told(far, 'noPlugin')
  await told(far, 'failed')
  await far.context().close()
  expect(faults().filter((f) => !/status of 500/.test(f))).toEqual([])
  s.faults.length = 0
})
