// @vitest-environment happy-dom
// What hangs on the device beside its cameras, in the photo tool and over the real simulator: writing, codes, signature, fingerprint, faces.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startDeviceSimulator, type DeviceSimulator } from '../../apps/simulators/device.server.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { sessionStore } from '../../kit/web/session.web.ts'
import { CAMERAS } from './device.ts'
import PhotoDrawer from './PhotoDrawer.web.tsx'
import { pageFetch, type PageCall } from './testing.server.ts'
import { facesSaid, words, wrongText } from './words.ts'
import { unstyled } from '../../tests/unstyled.ts'

unstyled()

configure({ asyncUtilTimeout: 20_000 })
let sim: DeviceSimulator
beforeAll(async () => {
  sim = await startDeviceSimulator()
})
afterAll(() => sim.close())
let calls: PageCall[]
beforeEach(() => {
  Object.assign(sim, { fault: 'none', cameras: CAMERAS, person: true, second: 10, code: '512021119203900001', lines: ['农村土地承包经营权', '承包合同'] })
  calls = []
  localStorage.clear()
  Object.defineProperty(navigator, 'mediaDevices', { value: undefined, configurable: true })
  const answers = {
    'list-by-businessId': () => [],
    settings: () => ({ pluginUrl: '', port: sim.port }),
    upload: () => ({ id: `2${calls.filter((c) => c.path === 'upload').length}`, name: 'x' }),
  }
  vi.stubGlobal('fetch', pageFetch(answers, calls))
  sessionStore.setState({ permission: { attach_add: true, attach_view: true, cbf_view: true } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const shown = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ConfigProvider button={{ autoInsertSpace: false }}>
        <App>
          <PhotoDrawer businessId="7" businessItem="QT" onClose={() => {}} />
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  )
const { acts } = words
/** A button by its words; the sign before them has a name of its own. */
const button = (name: string) => screen.findByRole('button', { name: new RegExp(`(^|[a-z] )${name}$`) })
/** Presses a button once it can be. */
const press = async (name: string) => {
  const it = await button(name)
  await waitFor(() => expect(it.hasAttribute('disabled')).toBe(false))
  fireEvent.click(it)
}
const said = (text: string) => screen.findByText(text)
const pictures = () => screen.queryAllByRole('button', { name: /^第\d+张/ }).map((b) => b.title)
const taken = (n: number) => waitFor(() => expect(pictures()).toHaveLength(n))
const ready = async () => {
  shown()
  await said(words.connected.zh)
}

test('writing on the pictures that are selected becomes a text to be corrected and copied', async () => {
  const copied = vi.fn(async () => {})
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: copied }, configurable: true })
  await ready()
  await press(acts.ocr.zh)
  await said('请选择图片')
  await press(words.capture.zh)
  await taken(1)
  await press(acts.ocr.zh)
  const area = (await screen.findByRole('textbox', { name: acts.ocr.zh })) as HTMLTextAreaElement
  expect(area.value).toBe('农村土地承包经营权\n承包合同')
  fireEvent.change(area, { target: { value: '承包合同' } })
  await press(words.copy.zh)
  await said(words.copied.zh)
  expect(copied).toHaveBeenCalledWith('承包合同')
})

test('a page without writing is told', async () => {
  sim.lines = []
  await ready()
  await press(words.capture.zh)
  await taken(1)
  await press(acts.ocr.zh)
  await said(wrongText('noText').zh)
})

test('a code under the camera leads to its screen when it is one of the register and the person may see it', async () => {
  await ready()
  await press(acts.code.zh)
  expect((await screen.findByRole('link', { name: '查看承包方' })).getAttribute('href')).toBe('/land/cbf?cbfbm=512021119203900001')
  cleanup()
  sessionStore.setState({ permission: { attach_add: true, attach_view: true } })
  for (const code of ['512021119203900001', 'javascript:alert(1)']) {
    sim.code = code
    await ready()
    await press(acts.code.zh)
    expect(((await screen.findByRole('textbox', { name: acts.code.zh })) as HTMLTextAreaElement).value).toBe(code)
    expect(screen.queryByRole('link')).toBeNull()
    cleanup()
  }
})

test('no code in time is told', async () => {
  sim.code = ''
  await ready()
  await press(acts.code.zh)
  await said('扫码超时')
})

test('signature, fingerprint and face become pictures beside the photos, named by what they are, and are saved as those are', async () => {
  await ready()
  for (const [i, act] of (['pad', 'fingerprint', 'face'] as const).entries()) {
    await press(acts[act].zh)
    await taken(i + 1)
  }
  const [pad, finger, face] = pictures()
  expect(pad).toMatch(/^签名\d{13}\.png$/)
  expect(finger).toMatch(/^指纹\d{13}\.png$/)
  expect(face).toMatch(/^人脸\d{13}\.jpg$/)
  // the camera of the face is let go, the one that is looked through is not
  expect((await (await fetch(`${sim.url}/status`)).json()).data).toMatchObject({ primary: 'run', secondary: 'ok' })
  await press(words.save.zh)
  await said(words.saved.zh)
  const sent = calls.filter((c) => c.path === 'upload').map((c) => c.body as FormData)
  expect(sent.map((b) => (b.get('file') as File).name)).toEqual([pad, finger, face])
  expect(sent.map((b) => b.get('businessItem'))).toEqual(['QT', 'QT', 'QT'])
})

test('nobody who signs, no finger, no face, no second camera: each is told, and nothing is added', async () => {
  sim.person = false
  await ready()
  await press(acts.pad.zh)
  await said('没有签名')
  await press(acts.fingerprint.zh)
  await said('没有采集到指纹')
  await press(acts.face.zh)
  await said('没有识别到人脸')
  sim.cameras = ['primary']
  await press(acts.face.zh)
  await said('摄像头不存在')
  expect(pictures()).toEqual([])
})

test('two pictures are compared: one person or not', async () => {
  await ready()
  await press(acts.compare.zh)
  await said(words.twoPictures.zh)
  await press(acts.face.zh)
  await taken(1)
  await press(words.capture.zh)
  await taken(2)
  await press(acts.compare.zh)
  await said(facesSaid(false, 31).zh)
  fireEvent.click(screen.getByRole('checkbox', { name: /^选择第2张/ }))
  await press(acts.face.zh)
  await taken(3)
  await press(acts.compare.zh)
  await said(facesSaid(true, 99).zh)
})

test('a device that lies adds nothing and is told', async () => {
  await ready()
  sim.fault = 'hostile'
  await press(acts.pad.zh)
  await said(wrongText('strange').zh)
  expect(pictures()).toEqual([])
})

test('a device without a camera still takes signatures; one without parts offers none of this', async () => {
  sim.cameras = []
  shown()
  await said(words.filesOnly.zh)
  expect((await button(acts.code.zh)).hasAttribute('disabled')).toBe(true)
  await press(acts.pad.zh)
  await taken(1)
  cleanup()
  sim.fault = 'no-device'
  shown()
  await said(words.filesOnly.zh)
  for (const act of Object.values(acts)) expect(screen.queryByRole('button', { name: act.zh })).toBeNull()
  expect(screen.getByRole('button', { name: new RegExp(phrases.remove.zh) })).toBeTruthy()
})

test('an IC card of the chosen kind is read and its number shown to be copied; a reader without a card says so', async () => {
  await ready()
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: words.icType.zh }))
  fireEvent.click(await screen.findByTitle(`${words.icType.zh} 5`))
  await press(acts.icCard.zh)
  const text = (await screen.findByRole('textbox', { name: acts.icCard.zh })) as HTMLTextAreaElement
  expect(text.value).toContain('62105')
})
