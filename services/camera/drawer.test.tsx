// @vitest-environment happy-dom
// The photo tool at its screen, over the real simulator: every message of the specification that the tool can give, provoked. Source: platform.md 8.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startDeviceSimulator, type DeviceSimulator } from '../../apps/simulators/device.server.ts'
import { SignedDialog } from '../../signing/panel/SignDialogs.web.tsx'
import { words as caseWords } from '../../business/cases/web/words.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { sessionStore } from '../../kit/web/session.web.ts'
import { CAMERAS } from './device.ts'
import type { PhotoToolProps } from '../files/uploader/photo-tool.web.ts'
import PhotoDrawer from './PhotoDrawer.web.tsx'
import { pageFetch, type PageCall } from './testing.server.ts'
import { pictureLabel, selectLabel, words } from './words.ts'
import { unstyled } from '../../tests/unstyled.ts'

unstyled()

// a busy computer draws slowly
configure({ asyncUtilTimeout: 20_000 })
let sim: DeviceSimulator
beforeAll(async () => {
  sim = await startDeviceSimulator()
})
afterAll(() => sim.close())

const LISTED = [
  { id: '11', name: '一.jpg', extension: 'jpg', attachSize: 2048, businessItem: 'QT' },
  { id: '12', name: '二.png', extension: 'png', attachSize: 2048, businessItem: 'QT' },
  { id: '13', name: '三.pdf', extension: 'pdf', attachSize: 2048, businessItem: 'QT' },
]
let listed: typeof LISTED
let settings: { pluginUrl: string; port: number }
let calls: PageCall[]
const noCamera = () => Object.defineProperty(navigator, 'mediaDevices', { value: undefined, configurable: true })
beforeEach(() => {
  Object.assign(sim, { fault: 'none', cameras: CAMERAS, shots: [] })
  listed = LISTED
  settings = { pluginUrl: '', port: sim.port }
  calls = []
  localStorage.clear()
  noCamera()
  const answers: Record<string, () => unknown> = {
    'list-by-businessId': () => listed,
    link: () => listed.map((a) => ({ id: a.id, url: `/api/picture-of-${a.id}` })),
    settings: () => settings,
    offline_pdf: () => ({ id: '99', name: '合同.pdf' }),
    upload: () => ({ id: `2${calls.filter((c) => c.path === 'upload').length}`, name: 'x.jpg' }),
  }
  vi.stubGlobal('fetch', pageFetch(answers, calls))
  sessionStore.setState({ permission: { attach_add: true, attach_edit: true, attach_delete: true, attach_view: true } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
const sent = (path: string) => calls.filter((c) => c.path === path)
const around = (what: ReactNode) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigProvider button={{ autoInsertSpace: false }}>
        <App>{what}</App>
      </ConfigProvider>
    </QueryClientProvider>,
  )
/** A button by its words; the sign before them has a name of its own. */
const ending = (name: string) => ({ name: new RegExp(`(^|[a-z] )${name}$`) })
const shown = (props: Partial<PhotoToolProps> = {}) => around(<PhotoDrawer businessId="7" businessItem="QT" onClose={() => {}} {...props} />)
const press = (name: string) => fireEvent.click(screen.getByRole('button', ending(name)))
const said = (text: string) => screen.findByText(text)
const pick = (...files: File[]) => fireEvent.change(document.querySelector('input[type=file]')!, { target: { files } })
const jpeg = (name: string, bytes = 3) => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' })
const order = () => screen.getAllByRole('button', { name: /^第\d+张/ }).map((b) => b.title)
const confirm = async (question: string) => {
  await said(question)
  fireEvent.click(screen.getAllByRole('button', ending(phrases.ok.zh)).at(-1)!)
}

test('a connected device is told with the state of each camera; the zoom has ends; a photo carries a timestamp and comes upright and straight', async () => {
  sim.cameras = ['primary']
  listed = []
  shown()
  await said('设备已连接')
  await said('主摄像头：已连接且运行，副摄像头：未连接')
  press(words.smaller.zh)
  await said('已经最小的啦')
  for (let i = 0; i < 10; i++) press(words.larger.zh)
  await said('已经最大的啦')
  expect(screen.getByRole('status', { name: words.zoom.zh }).textContent).toBe('9')
  press(words.turn.zh)
  press(words.capture.zh)
  const thumb = await screen.findByRole('button', { name: /^第1张/ })
  expect(thumb.title).toMatch(/^\d{13}\.jpg$/)
  expect(sim.shots).toEqual([{ camera: 'primary', zoom: 9, rotate: 180, deskew: true, quality: 80 }])
  expect(screen.getByRole('img', { name: words.preview.zh }).getAttribute('src')).toContain('/camera/preview?camera=primary&zoom=9&rotate=180')
})

test('the secondary camera is neither turned nor straightened, and the first one is let go', async () => {
  listed = []
  shown()
  await said('设备已连接')
  fireEvent.click(screen.getByText(words.secondary.zh))
  await said(`${words.secondary.zh} 已连接且运行`)
  await said(`${words.primary.zh} 已连接`)
  press(words.capture.zh)
  await screen.findByRole('button', { name: /^第1张/ })
  expect(sim.shots).toEqual([{ camera: 'secondary', zoom: 0, rotate: 0, deskew: false, quality: 80 }])
})

test('a device without a camera, and a browser without one, are told; files can be chosen all the same', async () => {
  sim.fault = 'no-device'
  shown()
  await said('请检查设备是否插好~')
  await said('调用摄像头失败，支持https, 127.0.0.1,localhost三种地址方式调用摄像头')
  await said(words.filesOnly.zh)
  pick(jpeg('证件.jpg'))
  await screen.findByRole('button', { name: pictureLabel(3, '证件.jpg').zh })
})

test('a plug-in that does not run is told, and where it is downloaded; looking again finds it', async () => {
  const gone = await startDeviceSimulator()
  settings = { pluginUrl: '', port: gone.port }
  await gone.close()
  shown()
  await said('请检查高拍仪插件是否安装和启动')
  press(words.plugin.zh)
  await said('请配置高拍仪插件下载地址')
  cleanup()
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  settings = { pluginUrl: 'https://example.org/camera.exe', port: gone.port }
  shown()
  await said(words.filesOnly.zh)
  press(words.plugin.zh)
  expect(opened).toHaveBeenCalledWith('https://example.org/camera.exe', '_blank', 'noopener')
  const back = await startDeviceSimulator({ port: gone.port })
  press(words.detect.zh)
  await said('设备已连接')
  await back.close()
})

test('a device that answered too late once is used again, though its camera never stopped', async () => {
  listed = []
  let isLate = false
  const through = fetch
  vi.stubGlobal('fetch', (at: RequestInfo | URL, init?: RequestInit) =>
    isLate && String(at).endsWith('/status') ? Promise.reject(new DOMException('late', 'TimeoutError')) : through(at, init),
  )
  shown()
  await said('设备已连接')
  const capture = screen.getByRole('button', { name: new RegExp(words.capture.zh) })
  isLate = true
  await waitFor(() => expect(capture.hasAttribute('disabled')).toBe(true))
  isLate = false
  await waitFor(() => expect(capture.hasAttribute('disabled')).toBe(false))
})

test('a camera that another program took, or that was pulled out, is told, and nothing is added', async () => {
  listed = []
  shown()
  await said('设备已连接')
  sim.fault = 'busy'
  press(words.capture.zh)
  await said('摄像头被其他程序占用')
  sim.fault = 'unplugged'
  press(words.capture.zh)
  await said('摄像头不存在')
  await said(`${words.primary.zh} 未连接`)
  expect(screen.queryByRole('button', { name: /^第1张/ })).toBeNull()
})

test('a service that lies breaks nothing: it has no cameras, and what it sends is not shown', async () => {
  listed = []
  shown()
  await said('设备已连接')
  sim.fault = 'hostile'
  press(words.capture.zh)
  await said('设备返回的数据不正确')
  await said(`${words.primary.zh} 未连接`)
  expect(screen.queryByRole('button', { name: /^第1张/ })).toBeNull()
  expect(document.body.innerHTML).not.toContain('onerror')
})

test('nothing chosen is told before merging and before deleting; the picker takes pictures up to its limit', async () => {
  shown()
  await screen.findByRole('button', { name: pictureLabel(1, '一.jpg').zh })
  press(words.merge.zh)
  await said('请选择图片')
  cleanup()
  shown()
  await screen.findByRole('button', { name: pictureLabel(1, '一.jpg').zh })
  press(phrases.remove.zh)
  await said('请选择图片')
  pick(new File(['GIF89a'], '动.gif'))
  await said('上传失败，只允许上传png、jpg、jpeg文件')
  pick(jpeg('大.jpg', 10_485_761))
  await said('上传失败，上传文件不能超过 10240kb')
  pick(jpeg('正好.jpeg', 10_485_760))
  await screen.findByRole('button', { name: pictureLabel(3, '正好.jpeg').zh })
})

test('pictures are put in order by dragging and by keyboard; the server keeps it; what becomes a PDF goes in that order', async () => {
  shown({ cbhtId: '5', cbhtbm: '512021J' })
  const second = await screen.findByRole('button', { name: pictureLabel(2, '二.png').zh })
  pick(jpeg('三.jpg'))
  await screen.findByText(words.draft.zh)
  const dataTransfer = { types: ['text/photo'], getData: () => '12', setData: () => {} }
  fireEvent.dragStart(second.closest('li')!, { dataTransfer })
  fireEvent.drop(screen.getByTitle('一.jpg').closest('li')!, { dataTransfer })
  await waitFor(() => expect(sent('sort').map((c) => c.query)).toEqual(['?ids=12,11']))
  expect(order()).toEqual(['二.png', '一.jpg', '三.jpg'])
  const draft = screen.getByTitle('三.jpg')
  draft.focus()
  fireEvent.keyDown(draft, { key: 'ArrowLeft', altKey: true })
  await waitFor(() => expect(order()).toEqual(['二.png', '三.jpg', '一.jpg']))
  expect(document.activeElement?.getAttribute('title')).toBe('三.jpg')
  expect(sent('sort')).toHaveLength(1)
  fireEvent.click(screen.getByRole('checkbox', { name: selectLabel(1, '二.png').zh }))
  press(words.merge.zh)
  await confirm('确定合同以及地块示意图图片顺序正确并合成pdf？')
  await said(words.merged.zh)
  const body = JSON.parse(String(sent('offline_pdf')[0]!.body))
  expect(body).toMatchObject({ businessId: '7', businessItem: 'QT', cbhtId: '5', cbhtbm: '512021J' })
  expect(body.offlineFileList.map((f: { fileName: string; order: number; file: string }) => [f.fileName, f.order, f.file.slice(0, 5)])).toEqual([
    ['二.png', 1, 'data:'],
    ['三.jpg', 2, 'data:'],
  ])
  await waitFor(() => expect(screen.queryByTitle('三.jpg')).toBeNull())
})

test('saving sends what only this browser has, and keeps the order of all', async () => {
  shown()
  await screen.findByRole('button', { name: pictureLabel(2, '二.png').zh })
  pick(jpeg('三.jpg'))
  const draft = await screen.findByTitle('三.jpg')
  fireEvent.keyDown(draft, { key: 'ArrowUp', altKey: true })
  listed = [...LISTED, { id: '21', name: '三.jpg', extension: 'jpg', attachSize: 3, businessItem: 'QT' }]
  press(words.save.zh)
  await said(words.saved.zh)
  expect((sent('upload')[0]!.body as FormData).get('businessItem')).toBe('QT')
  expect(sent('sort').map((c) => c.query)).toEqual(['?ids=11,21,12'])
  await waitFor(() => expect(order()).toEqual(['一.jpg', '三.jpg', '二.png']))
  expect(screen.queryByText(words.draft.zh)).toBeNull()
})

test('deleting asks first; what stands with the business is removed there', async () => {
  shown()
  await screen.findByRole('button', { name: pictureLabel(2, '二.png').zh })
  fireEvent.click(screen.getByRole('checkbox', { name: selectLabel(2, '二.png').zh }))
  press(phrases.remove.zh)
  await confirm('确定删除选择的图片，删除后不可恢复？')
  await said('刪除成功')
  expect(sent('remove').map((c) => [c.method, c.query])).toEqual([['DELETE', '?ids=12']])
})

test('a read-only tool shows the pictures and does nothing else: no camera is asked for', async () => {
  shown({ readOnly: true })
  fireEvent.click(await screen.findByRole('button', { name: pictureLabel(1, '一.jpg').zh }))
  expect((await screen.findByRole('img', { name: '一.jpg' })).getAttribute('src')).toBe('/api/picture-of-11')
  for (const name of [words.capture, words.merge, words.save, phrases.remove, words.detect]) expect(screen.queryByRole('button', ending(name.zh))).toBeNull()
  expect(document.querySelectorAll('input')).toHaveLength(0)
  expect(sent('device')).toEqual([])
})

test('a kind that takes PDF only keeps no pictures; one that takes pictures only makes no PDF', async () => {
  shown({ accept: ['pdf'] })
  await said('设备已连接')
  expect(screen.queryByRole('button', ending(words.save.zh))).toBeNull()
  cleanup()
  shown({ accept: ['jpg', 'png'] })
  await screen.findByRole('button', ending(words.save.zh))
  expect(screen.queryByRole('button', ending(words.merge.zh))).toBeNull()
})

test('the paper of a signed contract is photographed, and its PDF is what is handed in', async () => {
  listed = []
  const done = vi.fn(async () => undefined)
  around(<SignedDialog businessId="7" of={{ id: '5', cbhtbm: '512021J' }} onClose={() => {}} onDone={done} />)
  press(caseWords.photoTool.zh)
  await said('设备已连接')
  press(words.capture.zh)
  await screen.findByRole('button', { name: /^第1张/ })
  press(words.merge.zh)
  await confirm('确定合同以及地块示意图图片顺序正确并合成pdf？')
  await said('合同.pdf')
  expect(JSON.parse(String(sent('offline_pdf')[0]!.body))).toMatchObject({ businessItem: 'CBHT', cbhtId: '5', cbhtbm: '512021J' })
  press(caseWords.upload.zh)
  await waitFor(() => expect(done).toHaveBeenCalled())
  expect(JSON.parse(String(sent('upload-contract-file')[0]!.body))).toMatchObject({ contractId: '5', attachId: '99' })
  expect(sent('upload')).toEqual([])
})
