// Large files at the screens: chunks, pause and resume, another browser that goes on, a second person who sends nothing; names, pictures, removal.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phrases } from '../../kit/web/phrases.ts'
import { picture } from '../../services/files/testing.server.ts'
import { giveUpAsk, removeAsk, unfinished, words } from '../../services/files/uploader/upload-rules.ts'
import { stage, until, type Stage, visit } from './stage.ts'

const MB = 2 ** 20
const AT = '/cpt-resource/attach/endpoint'
let s: Stage
let dir = ''
beforeAll(async () => {
  s = await stage()
  dir = await mkdtemp(join(tmpdir(), 'chengbao-upload-'))
})
afterAll(async () => {
  await s?.end()
  await rm(dir, { recursive: true, force: true })
})

/** A video of so many MB on disk. */
async function video(name: string, mb: number): Promise<string> {
  const bytes = randomBytes(mb * MB)
  bytes.write('\0\0\0\x18ftypmp42', 0, 'latin1')
  await writeFile(join(dir, name), bytes)
  return join(dir, name)
}
/** The files of a household, the n-th of the list. */
async function filesOf(page: Page, n: number): Promise<string> {
  const { records } = (await (await s.w.as('county')).get('/base-qssj/cbf/page', { size: 5 })).data
  await visit(page, `/land/cbf?open=edit.${records[n].id}`)
  await page.getByRole('tab', { name: '附件', exact: true }).click()
  await page.locator('.uploader input[type=file]').waitFor({ state: 'attached' })
  return records[n].id
}
const choose = (page: Page, files: string | { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('.uploader input[type=file]').setInputFiles(files)
const file = (page: Page, name: string) => page.locator('.uploader-lines').getByText(name, { exact: true })
const act = (page: Page, word: string, name: string) => page.getByRole('button', { name: `${word} ${name}`, exact: true })

/** Lets `free` chunks pass and holds the others until they are let go; tells how many were asked for. */
async function holding(page: Page, free: number) {
  let [asked, passed] = [0, 0]
  const gate = Promise.withResolvers<void>()
  const first = Promise.withResolvers<void>()
  await page.route('**/upload-chunk', async (route) => {
    asked += 1
    if (asked > free) await gate.promise
    const answer = await route.fetch().catch(() => undefined)
    // a chunk that was held while its upload was paused has nobody to answer to
    if (answer) await route.fulfill({ response: answer }).catch(() => undefined)
    passed += 1
    if (passed === free) first.resolve()
  })
  return { first: first.promise, release: () => gate.resolve(), asked: () => asked }
}

test('a large file goes up in chunks, is paused and resumed; another browser goes on; a second person sends nothing', async () => {
  const [big, other] = [await video('现场.mp4', 45), await video('补录.mp4', 45)]
  const page = await s.enter('county', { at: '/land/cbf' })
  const held = await holding(page, 1)
  const id = await filesOf(page, 0)
  await choose(page, big)
  await held.first
  await act(page, words.pause.zh, '现场.mp4').click()
  await page.getByText(`现场.mp4 · ${words.paused.zh}`, { exact: true }).waitFor()
  const { uploads } = (await (await s.w.as('county')).get(`${AT}/uploadPercentage`)).data
  expect(uploads).toMatchObject([{ attachName: '现场.mp4' }])
  await until(() => file(page, '现场.mp4').count()).toBe(0)
  await s.picture(page, '40-upload-paused')
  held.release()
  await act(page, words.resume.zh, '现场.mp4').click()
  await file(page, '现场.mp4').waitFor()

  const second = await s.enter('county', { at: '/land/cbf' })
  const cut = await holding(second, 1)
  await filesOf(second, 0)
  await choose(second, other)
  await cut.first
  await second.waitForFunction(() => [...document.querySelectorAll('.uploader-way .ant-progress')].some((p) => p.textContent !== '0%'))
  await second.context().close()
  const third = await s.enter('county', { at: '/land/cbf' })
  const sent = await holding(third, 9)
  await filesOf(third, 0)
  const { uploads: left } = (await (await s.w.as('county')).get(`${AT}/uploadPercentage`)).data
  await third.getByText(unfinished('补录.mp4', left[0].percentage).zh, { exact: true }).waitFor()
  await choose(third, other)
  await file(third, '补录.mp4').waitFor()
  expect(sent.asked()).toBe(2)
  await third.getByText(unfinished('补录.mp4', left[0].percentage).zh, { exact: true }).waitFor({ state: 'detached' })

  const dropped = await video('作废.mp4', 45)
  const fourth = await s.enter('county', { at: '/land/cbf' })
  const stuck = await holding(fourth, 1)
  await filesOf(fourth, 0)
  await choose(fourth, dropped)
  await stuck.first
  await act(fourth, phrases.cancel.zh, '作废.mp4').click()
  await fourth.getByText(/“作废.mp4”上次已传/).waitFor()
  await act(fourth, words.giveUp.zh, '作废.mp4').click()
  await fourth.getByText(giveUpAsk('作废.mp4').zh, { exact: true }).waitFor()
  await fourth.getByRole('button', { name: '确定', exact: true }).click()
  await fourth.getByText(/“作废.mp4”上次已传/).waitFor({ state: 'detached' })
  await until(async () => (await (await s.w.as('county')).get(`${AT}/uploadPercentage`)).data.uploads).toEqual([])
  await fourth.context().close()

  const admin = await s.enter('admin', { at: '/land/cbf' })
  const none = await holding(admin, 9)
  await filesOf(admin, 1)
  await choose(admin, big)
  await file(admin, '现场.mp4').waitFor()
  expect(none.asked()).toBe(0)
  const all = (await (await s.w.as('county')).get(`${AT}/list-by-businessId`, { businessId: id })).data
  expect(all.map((a: { name: string; attachSize: number }) => [a.name, a.attachSize])).toEqual([
    ['现场.mp4', 45 * MB],
    ['补录.mp4', 45 * MB],
  ])
  expect(s.faults).toEqual([])
})

test('a file is renamed in its line, a picture is shown, and what is removed is gone', async () => {
  const page = await s.enter('county', { at: '/land/cbf' })
  await filesOf(page, 2)
  await choose(page, [{ name: '门牌.jpg', mimeType: 'image/jpeg', buffer: await picture('jpeg', 400) }])
  await file(page, '门牌.jpg').click()
  await page.getByRole('dialog').last().getByRole('img', { name: '门牌.jpg' }).waitFor()
  await page.getByRole('dialog').last().getByRole('button', { name: phrases.close.zh }).or(page.locator('.ant-modal-close').last()).first().click()
  await act(page, words.rename.zh, '门牌.jpg').click()
  await page.getByRole('textbox', { name: words.name.zh, exact: true }).fill('院落')
  await act(page, phrases.save.zh, '门牌.jpg').click()
  await file(page, '院落.jpg').waitFor()
  await s.picture(page, '41-uploader')
  await choose(page, [{ name: `${'名'.repeat(65)}.jpg`, mimeType: 'image/jpeg', buffer: await picture('jpeg') }])
  await page.getByText('上传失败，文件名称长度不能超过64位', { exact: true }).waitFor()
  await act(page, phrases.remove.zh, '院落.jpg').click()
  await page.getByText(removeAsk('院落.jpg').zh, { exact: true }).waitFor()
  await page.getByRole('dialog').last().getByRole('button', { name: phrases.ok.zh, exact: true }).click()
  await page.getByText(words.removed.zh, { exact: true }).waitFor()
  await file(page, '院落.jpg').waitFor({ state: 'detached' })
  expect(s.faults).toEqual([])
})

test('a picture above 524288 bytes is sent as a smaller JPEG, one below as it is', async () => {
  const grey = { r: 128, g: 128, b: 128 }
  const noise = (width: number) => sharp({ create: { width, height: width, channels: 3, background: grey, noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
  const [large, small] = [await noise(1200).jpeg({ quality: 100 }).toBuffer(), await noise(300).jpeg({ quality: 100 }).toBuffer()]
  expect([large.length > 524_288, small.length < 524_288]).toEqual([true, true])
  const page = await s.enter('county', { at: '/land/cbf' })
  await page.evaluate(() => {
    const [own, real] = [window as unknown as { sent: number[] }, window.fetch]
    own.sent = []
    window.fetch = (input, init) => {
      const file = init?.body instanceof FormData ? init.body.get('file') : null
      if (file instanceof File) own.sent.push(file.size)
      return real(input, init)
    }
  })
  await filesOf(page, 3)
  for (const [name, buffer] of [
    ['大图.jpg', large],
    ['小图.jpg', small],
  ] as const) {
    await choose(page, [{ name, mimeType: 'image/jpeg', buffer }])
    await file(page, name).waitFor()
  }
  const [first, second] = await page.evaluate(() => (window as unknown as { sent: number[] }).sent)
  expect(first).toBeLessThan(large.length)
  expect(second).toBe(small.length)
  expect(s.faults).toEqual([])
})
