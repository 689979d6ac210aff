// The eight lists of the uploader at the screens: files come in, are seen, renamed, put in order and removed; pasted and dropped with their folder.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phrases } from '../../kit/web/phrases.ts'
import { listWords, uploaderWords } from '../../services/develop/words.ts'
import { PDF, picture } from '../../services/files/testing.server.ts'
import { crowdOf, removeAsk, words, type ListType } from '../../services/files/uploader/upload-rules.ts'
import { stage, until, type Stage, visit } from './stage.ts'

const AT = '/cpt-resource/attach/endpoint'
type Lang = 'zh' | 'en'
let s: Stage
let dir = ''
let png: Buffer
beforeAll(async () => {
  s = await stage()
  dir = await mkdtemp(join(tmpdir(), 'chengbao-lists-'))
  png = await picture('png', 320)
})
afterAll(async () => {
  await s?.end()
  await rm(dir, { recursive: true, force: true })
})

const shown = (page: Page): Locator => page.locator('.uploader')
/** The page of the component with a list and options. */
/** Where all lists are shown. */
const PAGE = '/develop/uploader'
async function open(page: Page, listType: ListType, more = ''): Promise<void> {
  await visit(page, `${PAGE}?listType=${listType}${more}`)
  await page.getByText(`${uploaderWords.effect.zh} · ${listWords[listType].zh}`).waitFor()
  // those who may only read see no input
  await page.waitForLoadState('networkidle')
}
const send = (page: Page, ...files: readonly (readonly [name: string, bytes: Buffer])[]) =>
  shown(page)
    // a table repeats its head in a hidden row that measures widths
    .locator('input[type=file]')
    .first()
    .setInputFiles(files.map(([name, buffer]) => ({ name, mimeType: 'application/octet-stream', buffer })))
const act = (page: Page, word: string, name: string) => shown(page).getByRole('button', { name: `${word} ${name}`, exact: true })
/** Names on the buttons of the uploader. */
const buttons = async (page: Page) =>
  (
    await shown(page)
      .getByRole('button')
      .evaluateAll((all) => all.map((b) => b.ariaLabel ?? b.textContent))
  ).sort()
/** What the server keeps for a list, in its order. */
async function stored(listType: ListType): Promise<{ id: string; name: string }[]> {
  const admin = await s.w.as('admin')
  const businessId = (await s.w.db.pool.query(`select id::text from sys_user where account = 'admin' and "tenantId" = '000000'`)).rows[0].id
  return (await admin.get(`${AT}/list-by-businessId`, { businessId, businessItem: `preview.${listType}` })).data
}
const names = async (listType: ListType) => (await stored(listType)).map((a) => a.name)
async function remove(page: Page, name: string, lang: Lang = 'zh'): Promise<void> {
  await act(page, phrases.remove[lang], name).click()
  await page.getByText(removeAsk(name)[lang], { exact: true }).waitFor()
  await page.getByRole('dialog').last().getByRole('button', { name: phrases.ok[lang], exact: true }).click()
  await page.getByText(words.removed[lang], { exact: true }).first().waitFor()
  await act(page, phrases.remove[lang], name).waitFor({ state: 'detached' })
}
/** Opens a file and closes it again once its picture is there. */
async function look(page: Page, opener: Locator, name: string): Promise<void> {
  await opener.click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('img', { name, exact: true }).waitFor()
  await dialog.locator('.ant-modal-close').click()
  await dialog.waitFor({ state: 'detached' })
}
async function rename(page: Page, name: string, to: string): Promise<void> {
  await act(page, words.rename.zh, name).click()
  await shown(page).getByRole('textbox', { name: words.name.zh, exact: true }).fill(to)
  await act(page, phrases.save.zh, name).click()
}
/** Waits until the server keeps the files of a list in this order. */
const order = (listType: ListType, ...list: string[]) => until(() => names(listType)).toEqual(list)

test('text: names with their size; put in order, renamed, given up, removed; who may only read can save them', async () => {
  const page = await s.enter('admin', { at: PAGE })
  await open(page, 'text')
  await send(page, ['甲.pdf', PDF], ['乙.txt', Buffer.from('乙的内容')])
  const lines = shown(page).locator('.uploader-lines li')
  await until(() => lines.count()).toBe(2)
  await lines.nth(1).getByText('乙.txt', { exact: true }).waitFor()
  await lines.nth(0).getByText('1 KB', { exact: true }).waitFor()
  await lines.nth(1).dragTo(lines.nth(0))
  await order('text', '乙.txt', '甲.pdf')
  await act(page, words.rename.zh, '甲.pdf').click()
  await shown(page).getByRole('textbox', { name: words.name.zh, exact: true }).fill('不要')
  await act(page, phrases.cancel.zh, '甲.pdf').click()
  await rename(page, '甲.pdf', '合同')
  await lines.getByText('合同.pdf', { exact: true }).waitFor()
  await order('text', '乙.txt', '合同.pdf')
  await remove(page, '乙.txt')
  await order('text', '合同.pdf')
  await open(page, 'text', '&readOnly=1')
  await until(() => buttons(page)).toEqual(['合同.pdf', `${words.download.zh} 合同.pdf`].sort())
  expect(s.faults).toEqual([])
})

test('picture: a small picture before each name, a sign before what is none; moved with the keyboard', async () => {
  const page = await s.enter('admin', { at: PAGE })
  await open(page, 'picture')
  await send(page, ['一.png', png], ['二.pdf', PDF], ['三.png', await picture('png', 64)])
  const lines = shown(page).locator('.uploader-lines li')
  await until(() => lines.count()).toBe(3)
  await until(() => lines.locator('img.uploader-small').count()).toBe(2)
  await until(() => lines.locator('.anticon-file-pdf').count()).toBe(1)
  const third = shown(page).getByRole('button', { name: '三.png', exact: true })
  await third.press('Alt+ArrowUp')
  await order('picture', '一.png', '三.png', '二.pdf')
  await third.press('Alt+ArrowUp')
  await order('picture', '三.png', '一.png', '二.pdf')
  await until(() => third.evaluate((b) => b === document.activeElement)).toBe(true)
  await look(page, third, '三.png')
  await rename(page, '一.png', '院落')
  await order('picture', '三.png', '院落.png', '二.pdf')
  await remove(page, '三.png')
  await open(page, 'picture', '&readOnly=1')
  await until(async () => (await buttons(page)).filter((b) => b?.includes('院落'))).toEqual([`${words.download.zh} 院落.png`, '院落.png'].sort())
  await s.picture(page, '44-list-picture')
  expect(s.faults).toEqual([])
})

for (const listType of ['picture-card', 'thumbnail'] as const)
  test(`${listType}: cards with pictures, dragged into order; read only without the card that adds`, async () => {
    const page = await s.enter('admin', { at: PAGE })
    await open(page, listType)
    await send(page, ['甲.png', png], ['乙.png', await picture('png', 64)], ['丙.pdf', PDF])
    const cards = shown(page).locator('.uploader-cards li:not(.uploader-adder)')
    await until(() => cards.count()).toBe(3)
    await page.waitForFunction(() => {
      const all = [...document.querySelectorAll<HTMLImageElement>('.uploader-card img')]
      return all.length === 2 && all.every((i) => i.naturalWidth > 0)
    })
    await cards.nth(2).dragTo(cards.nth(0))
    await order(listType, '丙.pdf', '甲.png', '乙.png')
    await shown(page).getByRole('button', { name: '乙.png', exact: true }).press('Alt+ArrowLeft')
    await order(listType, '丙.pdf', '乙.png', '甲.png')
    await s.picture(page, listType === 'thumbnail' ? '46-list-thumbnail' : '45-list-cards')
    await page.reload()
    await until(() => cards.locator('.uploader-card').evaluateAll((all) => all.map((c) => c.ariaLabel))).toEqual(['丙.pdf', '乙.png', '甲.png'])
    await look(page, shown(page).getByRole('button', { name: '甲.png', exact: true }), '甲.png')
    await remove(page, '丙.pdf')
    await open(page, listType, '&readOnly=1')
    await cards.nth(1).waitFor()
    await until(async () => (await buttons(page)).filter((b) => b !== words.camera.zh)).toEqual(
      ['乙.png', `${words.download.zh} 乙.png`, '甲.png', `${words.download.zh} 甲.png`].sort(),
    )
    await until(async () => [await shown(page).locator('.uploader-add').count(), await shown(page).locator('[draggable=true]').count()]).toEqual([0, 0])
    expect(s.faults).toEqual([])
  })

test('picture-img: pictures in their own width, put in order; nothing else is taken', async () => {
  const page = await s.enter('admin', { at: PAGE })
  await open(page, 'picture-img')
  await send(page, ['a.pdf', PDF])
  await page.getByText('上传失败，只允许上传jpg、jpeg、png、bmp文件', { exact: true }).waitFor()
  await send(page, ['远景.png', png], ['近景.png', await picture('png', 200)])
  const items = shown(page).locator('.uploader-pictures li')
  await page.waitForFunction(() => [...document.querySelectorAll<HTMLImageElement>('.uploader-pictures img')].map((i) => i.offsetWidth).join() === '320,200')
  await items.nth(1).locator('img').dragTo(items.nth(0).locator('img'))
  await order('picture-img', '近景.png', '远景.png')
  await look(page, shown(page).getByRole('button', { name: '远景.png', exact: true }), '远景.png')
  await remove(page, '近景.png')
  await open(page, 'picture-img', '&readOnly=1')
  await items.getByRole('img', { name: '远景.png' }).waitFor()
  await until(async () => (await buttons(page)).filter((b) => b !== words.camera.zh)).toEqual([`${words.download.zh} 远景.png`, '远景.png'].sort())
  expect(s.faults).toEqual([])
})

test('grid: name, type, size, who and when in a table; the button in its head, no removal when it is read only; in English', async () => {
  const page = await s.enter('admin', { lang: 'en', at: `${PAGE}?listType=grid` })
  const heads = () =>
    shown(page)
      .locator('thead th')
      .evaluateAll((all) => all.map((h) => h.textContent.trim().replace(/\s+/g, ' ')))
  await shown(page).getByRole('columnheader', { name: words.name.en }).waitFor()
  await until(() => heads()).toEqual(
    [words.name, words.type, words.size, words.uploader, words.time, phrases.actions].map((w, i) => (i === 5 ? `${w.en} ${words.upload.en}` : w.en)),
  )
  await until(() => shown(page).locator('thead').getByRole('button', { name: words.upload.en }).count()).toBe(1)
  await send(page, ['map.png', png])
  const row = shown(page).getByRole('row').filter({ hasText: 'map' })
  await row.waitFor()
  const who = (await s.w.db.pool.query(`select "realName" from sys_user where account = 'admin' and "tenantId" = '000000'`)).rows[0].realName
  const cells = () => row.getByRole('cell').evaluateAll((all) => all.slice(0, 5).map((c) => c.textContent))
  await until(cells).toEqual(['map.png', 'png', '2 KB', who, expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d$/)])
  await act(page, words.rename.en, 'map.png').click()
  await shown(page).getByRole('textbox', { name: words.name.en, exact: true }).fill('village map')
  await shown(page).getByRole('textbox', { name: words.name.en, exact: true }).press('Enter')
  await row.getByText('village map.png', { exact: true }).waitFor()
  const [saved] = await Promise.all([page.waitForEvent('download'), act(page, words.download.en, 'village map.png').click()])
  expect(saved.suggestedFilename()).toBe('village map.png')
  await look(page, act(page, phrases.view.en, 'village map.png'), 'village map.png')
  await s.picture(page, '47-list-grid')
  await page.getByRole('switch', { name: uploaderWords.readOnly.en }).click()
  await act(page, phrases.remove.en, 'village map.png').waitFor({ state: 'detached' })
  const acts = [phrases.view, words.download].map((w) => `${w.en} village map.png`)
  await until(async () => (await buttons(page)).filter((b) => b !== words.camera.en)).toEqual(acts.sort())
  await page.getByRole('switch', { name: uploaderWords.readOnly.en }).click()
  await remove(page, 'village map.png', 'en')
  await shown(page).getByText(words.none.en, { exact: true }).waitFor()
  expect(s.faults).toEqual([])
})

test('diy: the custom list shows how far a file has come, renames in place and removes', async () => {
  const page = await s.enter('admin', { at: PAGE })
  await open(page, 'diy')
  const gate = Promise.withResolvers<void>()
  await page.route('**/endpoint/upload', async (route) => {
    await gate.promise
    await route.continue()
  })
  await send(page, ['协议.pdf', PDF])
  await shown(page).getByRole('progressbar', { name: '协议.pdf' }).waitFor()
  gate.resolve()
  const boxes = shown(page).locator('.uploader-boxes li')
  await boxes.getByText('协议.pdf', { exact: true }).waitFor()
  await shown(page).getByRole('progressbar').waitFor({ state: 'detached' })
  await boxes.getByText(/^1 KB · .+ · 20\d\d-\d\d-\d\d \d\d:\d\d$/).waitFor()
  await act(page, words.rename.zh, '协议.pdf').click()
  await shown(page).getByRole('textbox', { name: words.name.zh, exact: true }).fill('不要')
  await act(page, phrases.cancel.zh, '协议.pdf').click()
  await boxes.getByText('协议.pdf', { exact: true }).waitFor()
  await rename(page, '协议.pdf', '流转协议')
  await boxes.getByText('流转协议.pdf', { exact: true }).waitFor()
  await s.picture(page, '48-list-custom')
  await open(page, 'diy', '&readOnly=1')
  await until(() => buttons(page)).toEqual([`${words.download.zh} 流转协议.pdf`, '流转协议.pdf'].sort())
  await open(page, 'diy')
  await remove(page, '流转协议.pdf')
  await order('diy')
  expect(s.faults).toEqual([])
})

test('empty: no list, only the button and what is on its way; the limit counts what nobody sees', async () => {
  const page = await s.enter('admin', { at: PAGE })
  await open(page, 'empty', '&limit=2')
  await send(page, ['一.pdf', PDF])
  await order('empty', '一.pdf')
  await until(() => shown(page).locator('li').count()).toBe(0)
  await send(page, ['二.pdf', PDF], ['三.pdf', PDF])
  await page.getByText(crowdOf(2, 1, 2)!.zh, { exact: true }).waitFor()
  await send(page, ['二.pdf', PDF])
  await order('empty', '一.pdf', '二.pdf')
  await shown(page).getByRole('button', { name: words.upload.zh, exact: true, disabled: true }).waitFor()
  await open(page, 'empty', '&readOnly=1')
  await until(() => buttons(page)).toEqual([])
  expect(s.faults).toEqual([])
})

/** Drops files and folders of the disk on the uploader, as a person's mouse does. */
async function drop(page: Page, ...files: string[]): Promise<void> {
  const { x, y, width, height } = (await shown(page).boundingBox())!
  const at = { x: x + width / 2, y: y + height / 2, data: { items: [], files, dragOperationsMask: 1 } }
  const browser = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await browser.send('Input.dispatchDragEvent', { type, ...at })
}

test('a folder that is dropped sends what is in it, folder by folder; not what systems leave there, and nothing where one may only read', async () => {
  const folder = join(dir, '资料')
  await mkdir(join(folder, '照片'), { recursive: true })
  for (const [name, bytes] of [
    ['10号.pdf', PDF],
    ['2号.pdf', PDF],
    ['.DS_Store', Buffer.from('x')],
    ['Thumbs.db', Buffer.from('x')],
    ['照片/现场.png', png],
  ] as const)
    await writeFile(join(folder, name), bytes)
  await writeFile(join(dir, '单个.pdf'), PDF)
  const page = await s.enter('admin', { at: PAGE })
  await open(page, 'picture-card', '&readOnly=1')
  const before = await names('picture-card')
  await drop(page, folder)
  await open(page, 'picture-card')
  await drop(page, folder, join(dir, '单个.pdf'))
  await order('picture-card', ...before, '2号.pdf', '10号.pdf', '现场.png', '单个.pdf')
  expect(new URL(page.url()).pathname).toBe('/develop/uploader')
  await open(page, 'picture-card', '&limit=5')
  await drop(page, folder)
  await page.getByText(crowdOf(5, before.length + 4, 3)!.zh, { exact: true }).waitFor()
  expect(s.faults).toEqual([])
})

test('a picture in the clipboard is pasted where the focus is', async () => {
  const page = await s.enter('admin', { at: PAGE })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, 'thumbnail')
  const before = await names('thumbnail')
  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })])
  }, png.toString('base64'))
  await page.keyboard.press('Control+V')
  await shown(page).getByRole('button', { name: words.upload.zh, exact: true }).last().focus()
  await page.keyboard.press('Control+V')
  await order('thumbnail', ...before, 'image.png')
  expect(s.faults).toEqual([])
})
