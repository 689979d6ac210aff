// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Lang } from '../../../kit/model/lang.ts'
import { setLang } from '../../../kit/web/i18n.web.ts'
import { phrases } from '../../../kit/web/phrases.ts'
import { sessionStore } from '../../../kit/web/session.web.ts'
import { crowdOf, uploadFailed, faultOf, mayBeJpeg, slicingOf, words, type ListType } from './upload-rules.ts'
import { Uploader } from './Uploader.web.tsx'

const LISTED = [
  { id: '1', name: '一.jpg', extension: 'jpg', attachSize: 2048, businessItem: 'QT' },
  { id: '2', name: '二.pdf', extension: 'pdf', attachSize: 3 << 20, businessItem: 'QT' },
  { id: '3', name: '三.pdf', extension: 'pdf', attachSize: 1, businessItem: 'CBHT' },
]
let calls: { path: string; query: string; method: string; body: unknown }[] = []
/** Calls that are refused, each with the message that comes with it. */
let refused: Record<string, string> = {}
/** what an upload waits for before it is answered */
let held: Promise<void> | undefined
beforeEach(() => {
  calls = []
  refused = {}
  held = undefined
  const answers: Record<string, unknown> = {
    'list-by-businessId': LISTED,
    link: [{ id: '1', url: '/api/picture-of-1' }],
    uploadPercentage: { uploads: [] },
    upload: { id: '9', name: '新.pdf' },
    update: {},
  }
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://test')
    const path = url.pathname.split('/').at(-1)!
    calls.push({ path, query: url.search, method: init.method ?? 'GET', body: init.body })
    if (path === 'upload') await held
    const code = path in refused ? 400 : 200
    const body = { code, success: code === 200, msg: refused[path] ?? '', data: answers[path] ?? null }
    return new Response(JSON.stringify(body), { status: code, headers: { 'content-type': 'application/json' } })
  })
  sessionStore.setState({ permission: { attach_add: true, attach_edit: true, attach_delete: true, attach_view: true } })
})
afterEach(() => {
  cleanup()
  setLang('zh')
  vi.unstubAllGlobals()
})
const shown = (listType: ListType, props: Partial<Parameters<typeof Uploader>[0]> = {}) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigProvider button={{ autoInsertSpace: false }}>
        <App>
          <Uploader businessId="7" businessItem="QT" listType={listType} {...props} />
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  )
const sent = (path: string) => calls.filter((c) => c.path === path)
const choose = (...names: string[]) => {
  const input = document.querySelector('input[type=file]')!
  fireEvent.change(input, { target: { files: names.map((n) => new File(['%PDF-1.4'], n, { lastModified: 1 })) } })
}

test('lines show the files of their kind only, with their size; a name is edited in place and kept with Enter', async () => {
  shown('text')
  await screen.findByText('二.pdf')
  expect(screen.queryByText('三.pdf')).toBeNull()
  screen.getByText('3.0 MB')
  fireEvent.click(screen.getByRole('button', { name: `${words.rename.zh} 二.pdf` }))
  const input = screen.getByRole('textbox', { name: words.name.zh })
  expect((input as HTMLInputElement).value).toBe('二')
  fireEvent.change(input, { target: { value: '新名' } })
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 })
  await waitFor(() => expect(sent('update').map((c) => JSON.parse(String(c.body)))).toEqual([{ id: '2', name: '新名' }]))
})

test('every kind of list shows what it is for', async () => {
  for (const [type, names] of [
    ['picture', ['一.jpg', '二.pdf']],
    ['grid', ['一.jpg', '二.pdf']],
  ] as const) {
    shown(type)
    for (const n of names) await screen.findByText(n)
    cleanup()
  }
  for (const type of ['picture-card', 'thumbnail', 'picture-img'] as const) {
    shown(type)
    const picture = await screen.findByAltText('一.jpg')
    expect(picture.getAttribute('src')).toBe('/api/picture-of-1')
    cleanup()
  }
  shown('diy', { children: (u) => <b>{u.files.length} Stück</b> })
  await screen.findByText('2 Stück')
  cleanup()
  shown('empty')
  await waitFor(() => expect(sent('list-by-businessId').length).toBeGreaterThan(0))
  expect(screen.queryByText('一.jpg')).toBeNull()
})

test('a read-only grid has no button to add or to delete; another has both', async () => {
  shown('grid', { readOnly: true })
  const row = (await screen.findByText('二.pdf')).closest('tr')!
  expect(
    within(row)
      .getAllByRole('button')
      .map((b) => b.getAttribute('aria-label')),
  ).toEqual([`${phrases.view.zh} 二.pdf`, `${words.download.zh} 二.pdf`])
  expect(document.querySelector('input[type=file]')).toBeNull()
  cleanup()
  shown('grid')
  await screen.findByRole('button', { name: `${phrases.remove.zh} 二.pdf` })
  await screen.findByRole('button', { name: words.upload.zh })
})

test('too many files are refused with the limit, what is there and what was chosen', async () => {
  shown('text', { limit: 3 })
  await screen.findByText('二.pdf')
  choose('a.pdf', 'b.pdf')
  await screen.findByText('最多上传3个文件，已上传2个，本次选择2个')
  expect(sent('upload')).toEqual([])
})

test('a refused file is told with its reason and leaves the list', async () => {
  refused = { upload: '空间不足' }
  shown('text')
  await screen.findByText('二.pdf')
  choose('坏.pdf')
  await screen.findByText('上传【坏.pdf】失败，失败原因：空间不足')
  await waitFor(() => expect(document.querySelectorAll('.uploader-way li')).toHaveLength(0))
})

test('a file that is on its way is not sent a second time; when it has arrived it may be', async () => {
  const gate = Promise.withResolvers<void>()
  held = gate.promise
  shown('text')
  await screen.findByText('二.pdf')
  choose('新.pdf')
  await waitFor(() => expect(sent('upload')).toHaveLength(1))
  choose('新.pdf')
  await screen.findByText(words.underWay.zh)
  expect(sent('upload')).toHaveLength(1)
  gate.resolve()
  await waitFor(() => expect(document.querySelectorAll('.uploader-way li')).toHaveLength(0))
  choose('新.pdf')
  await waitFor(() => expect(sent('upload')).toHaveLength(2))
})

test('pasted files are sent, and dragging a file onto another reorders', async () => {
  shown('text')
  const second = (await screen.findByText('二.pdf')).closest('li')!
  fireEvent.paste(document.querySelector('.uploader')!, { clipboardData: { files: [new File(['%PDF-1.4'], '贴.pdf')] } })
  await waitFor(() => expect(sent('upload')).toHaveLength(1))
  const dataTransfer = { types: ['text/attach'], files: [], getData: () => '2', setData: () => {} }
  fireEvent.dragStart(second, { dataTransfer })
  fireEvent.drop(screen.getByText('一.jpg').closest('li')!, { dataTransfer })
  await waitFor(() => expect([...document.querySelectorAll('.uploader-lines .uploader-name')].map((n) => n.textContent)).toEqual(['二.pdf', '一.jpg']))
  await waitFor(() => expect(sent('sort').map((c) => [c.method, c.query])).toEqual([['POST', '?ids=2%2C1']]))
})

const LANGS: readonly Lang[] = ['zh', 'en']
test.each(LANGS)('every message of the uploader is provoked (%s)', async (lang) => {
  setLang(lang)
  const said = (zh: string, en: string) => screen.findByText(lang === 'zh' ? zh : en)
  const chosen = (name: string, bytes = 1) =>
    fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [new File([new Uint8Array(bytes)], name)] } })
  const take = async (props: Parameters<typeof shown>[1], name?: string, bytes?: number, type: ListType = 'text') => {
    cleanup()
    shown(type, props)
    await waitFor(() => expect(sent('list-by-businessId').length).toBeGreaterThan(0))
    await waitFor(() => expect(document.querySelector('input[type=file]')).not.toBeNull())
    if (name) chosen(name, bytes)
  }
  await take({}, `${'名'.repeat(65)}.pdf`)
  await said('上传失败，文件名称长度不能超过64位', 'Upload failed: the file name has more than 64 characters')
  await take({ accept: ['pdf', 'jpg'] }, 'a.exe')
  await said('上传失败，只允许上传pdf、jpg文件', 'Upload failed: only pdf、jpg files')
  await take({ sizeKb: 10 }, 'a.pdf', 10_241)
  await said('上传失败，上传文件不能超过 10kb', 'Upload failed: at most 10 kB')
  await take({ before: () => true }, 'a.pdf', (5 << 20) + 1, 'empty')
  await said('上传失败，上传文件不能超过5M!', 'Upload failed: at most 5 MB!')
  expect(sent('upload')).toEqual([])
  await take({ limit: 3 })
  await screen.findByText('二.pdf')
  choose('a.pdf', 'b.pdf')
  await said('最多上传3个文件，已上传2个，本次选择2个', 'At most 3 files: 2 uploaded already, 2 chosen now')
  refused = { upload: '空间不足' }
  await take({}, '坏.pdf')
  await said('上传【坏.pdf】失败，失败原因：空间不足', 'Upload of “坏.pdf” failed: 空间不足')
  refused = { upload: '' }
  await take({}, '哑.pdf')
  await said('上传【哑.pdf】失败，失败原因：未知错误', 'Upload of “哑.pdf” failed: Unknown error')

  const erase = async () => {
    cleanup()
    shown('text')
    fireEvent.click(await screen.findByRole('button', { name: `${phrases.remove[lang]} 二.pdf` }))
    await said('确定删除文件二.pdf？ 删除后无法恢复！', 'Delete the file 二.pdf? It cannot be recovered!')
    fireEvent.click(screen.getAllByRole('button', { name: phrases.ok[lang] }).at(-1)!)
  }
  refused = { remove: '附件已归档' }
  await erase()
  await said('刪除失败：附件已归档', 'Deleting failed: 附件已归档')
  refused = {}
  await erase()
  await said('刪除成功', 'Deleted')
})

test('limits are said to the letter', () => {
  const file = (name: string, size = 1) => ({ name, size })
  expect(faultOf(file(`${'名'.repeat(65)}.pdf`), {})?.zh).toBe('上传失败，文件名称长度不能超过64位')
  expect(faultOf(file(`${'名'.repeat(64)}.pdf`), {})).toBeUndefined()
  expect(faultOf(file('a.exe'), { accept: ['pdf', 'jpg'] })?.zh).toBe('上传失败，只允许上传pdf、jpg文件')
  expect(faultOf(file('a.jpeg'), { accept: ['jpg'] })).toBeUndefined()
  expect(faultOf(file('a.pdf', 10241), { sizeKb: 10 })?.zh).toBe('上传失败，上传文件不能超过 10kb')
  expect(faultOf(file('a.pdf', (5 << 20) + 1), {}, true)?.zh).toBe('上传失败，上传文件不能超过5M!')
  expect(faultOf(file('a.jpg', (5 << 20) + 1), {}, true)).toBeUndefined()
  expect(crowdOf(3, 2, 1)).toBeUndefined()
  expect(uploadFailed('a', 'b').zh).toBe('上传【a】失败，失败原因：b')
  expect(slicingOf({})).toEqual({ size: 20 << 20, count: 5, parallel: false })
  expect(slicingOf({ size: 1, count: 1, parallel: true })).toEqual({ size: 10 << 20, count: 3, parallel: true })
})

test('pictures become JPEG only where JPEG is taken', () => {
  expect(['a.jpeg', 'a.png', 'a.BMP', 'a.pdf'].map((n) => mayBeJpeg(n))).toEqual([true, true, true, false])
  expect(['a.jpg', 'a.png', 'a.bmp'].map((n) => mayBeJpeg(n, ['png', 'bmp']))).toEqual([true, false, false])
  expect(mayBeJpeg('a.png', ['jpeg', 'png'])).toBe(true)
})
