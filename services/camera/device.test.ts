// The browser's adapter against the simulator, over HTTP: every call of docs/device-service.md, its refusals, and answers of a program that lies.
import { request } from 'node:http'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SKEW } from '../../apps/simulators/device-pictures.server.ts'
import { FAULTS, startDeviceSimulator, type DeviceSimulator } from '../../apps/simulators/device.server.ts'
import { CAMERAS, CODE, fileNameOf, IC_TYPES, DEVICE_PARTS, deviceText, wrongOf } from './device.ts'
import { deviceService, isDeviceError, type DeviceService } from './device.web.ts'

let sim: DeviceSimulator
let device: DeviceService
beforeAll(async () => {
  sim = await startDeviceSimulator()
  device = deviceService(sim.port)
})
afterAll(() => sim.close())
beforeEach(async () => {
  Object.assign(sim, { fault: 'none', cameras: CAMERAS, code: 'CB-1', lines: ['承包合同'], person: true, shots: [] })
  for (const c of CAMERAS) await device.close(c)
})
const SHOT = { zoom: 0, rotate: 90, deskew: true, quality: 85 } as const
/** What a call fails with. */
const wrong = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (e) => (isDeviceError(e) ? e.wrong : e),
  )
const jpeg = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .jpeg()
    .toBuffer()
const blob = (b: Uint8Array) => new Blob([new Uint8Array(b)])

test('the two cameras are told apart: not connected, connected, running', async () => {
  sim.cameras = ['primary']
  expect(await device.status()).toEqual({ version: '1.0.0 (simulator)', primary: 'ok', secondary: 'no', parts: DEVICE_PARTS })
  await device.open('primary')
  expect(await device.status()).toMatchObject({ primary: 'run', secondary: 'no' })
  await device.close('primary')
  expect(await device.status()).toMatchObject({ primary: 'ok' })
  sim.fault = 'no-device'
  expect(await device.status()).toMatchObject({ primary: 'no', secondary: 'no', parts: [] })
})

test('a photo of the primary camera is a JPEG, turned upright and straightened; the wish goes with the call', async () => {
  await device.open('primary')
  const p = await device.capture('primary', SHOT, '1763740000000.jpg')
  expect(p).toMatchObject({ fileName: '1763740000000.jpg', skew: SKEW })
  const facts = await sharp(p.bytes).metadata()
  expect([facts.format, facts.width, facts.height]).toEqual(['jpeg', p.width, p.height])
  expect(p.height).toBeGreaterThan(p.width)
  const lying = await device.capture('primary', { ...SHOT, rotate: 0, deskew: false, zoom: 9 }, 'a.jpg')
  expect(lying).toMatchObject({ width: 1600, height: 1200, skew: 0 })
  expect(sim.shots).toEqual([
    { camera: 'primary', ...SHOT },
    { camera: 'primary', ...SHOT, rotate: 0, deskew: false, zoom: 9 },
  ])
})

/** Reads the moving picture until it has so many frames; answers them. */
async function frames(url: string, n: number): Promise<Buffer[]> {
  const stop = new AbortController()
  const r = await fetch(url, { signal: stop.signal })
  expect(r.headers.get('content-type')).toBe('multipart/x-mixed-replace; boundary=frame')
  let held = Buffer.alloc(0)
  const found: Buffer[] = []
  for await (const part of r.body!) {
    held = Buffer.concat([held, part])
    for (let head = held.indexOf('\r\n\r\n'); head >= 0; head = held.indexOf('\r\n\r\n')) {
      const length = Number(/content-length: (\d+)/i.exec(held.subarray(0, head).toString('latin1'))![1])
      if (held.length < head + 4 + length) break
      found.push(held.subarray(head + 4, head + 4 + length))
      held = held.subarray(head + 4 + length + 2)
    }
    if (found.length >= n) break
  }
  stop.abort()
  return found.slice(0, n)
}
test('the preview is a stream of JPEG frames that move, zoomed and turned as asked', async () => {
  await device.open('primary')
  const [a, b] = await frames(device.previewUrl('primary', { zoom: 0, rotate: 90 }), 2)
  const [near] = await frames(device.previewUrl('primary', { zoom: 9, rotate: 0 }, 1), 1)
  expect((await sharp(a).metadata()).height).toBe(800)
  expect((await sharp(near).metadata()).width).toBe(800)
  expect(a!.equals(b!)).toBe(false)
  expect((await fetch(device.previewUrl('secondary', { zoom: 0, rotate: 0 }))).status).toBe(409)
})

test('what else hangs on the device: cards, signature, finger, faces, writing, codes, PDF', async () => {
  const [one, other] = [blob(await jpeg('#fff')), blob(await jpeg('#000'))]
  const card = await device.idCard(5)
  expect([card.name, card.number]).toEqual(['张三', '512021198001011239'])
  expect((await sharp(card.photo).metadata()).format).toBe('jpeg')
  for (const type of IC_TYPES) expect(await device.icCard(type, 5)).toContain(`6210${type}`)
  const { width, height, format } = await sharp(await device.sign(5)).metadata()
  expect([width, height, format]).toEqual([600, 250, 'png'])
  expect((await device.fingerprint(5)).quality).toBe(82)
  expect(await device.face(one, one)).toEqual({ score: 99, same: true })
  expect(await device.face(one, other)).toEqual({ score: 31, same: false })
  expect(await device.ocr(one)).toEqual(['承包合同'])
  await device.open('secondary')
  expect(await device.scan('secondary', 5)).toEqual({ text: 'CB-1', format: 'qr' })
  const pdf = await device.pdf([one, other], '合同.pdf')
  expect(pdf.fileName).toBe('合同.pdf')
  expect((await PDFDocument.load(pdf.bytes)).getPageCount()).toBe(2)
})

test('every refusal has its own name', async () => {
  const picture = blob(await jpeg('#fff'))
  expect(await wrong(device.capture('primary', SHOT, 'a.jpg'))).toBe('notOpen')
  sim.cameras = ['secondary']
  expect(await wrong(device.open('primary'))).toBe('noCamera')
  sim.cameras = CAMERAS
  sim.fault = 'no-device'
  expect(await wrong(device.open('primary'))).toBe('noDevice')
  sim.fault = 'open-failed'
  expect(await wrong(device.open('primary'))).toBe('openFailed')
  sim.fault = 'busy'
  expect(await wrong(device.open('primary'))).toBe('busy')
  sim.fault = 'none'
  await device.open('primary')
  sim.fault = 'unplugged'
  expect(await wrong(device.capture('primary', SHOT, 'a.jpg'))).toBe('noCamera')
  sim.fault = 'none'
  await device.open('primary')
  Object.assign(sim, { code: '', lines: [], person: false })
  expect(await wrong(device.scan('primary', 1))).toBe('scanTimeout')
  expect(await wrong(device.idCard(1))).toBe('noCard')
  expect(await wrong(device.sign(1))).toBe('padCancelled')
  expect(await wrong(device.fingerprint(1))).toBe('noFinger')
  expect(await wrong(device.face(picture, picture))).toBe('noFace')
  expect(await wrong(device.ocr(picture))).toBe('noText')
  expect(await wrong(device.ocr(new Blob(['<svg/>'])))).toBe('badPicture')
  expect(await wrong(device.icCard(8 as 1, 1))).toBe('malformed')
  expect(await wrong(device.capture('primary', { ...SHOT, zoom: 10 }, 'a.jpg'))).toBe('malformed')
  expect(await wrong(device.pdf([], 'a.pdf'))).toBe('malformed')
})

test('nobody listening is told from a program that answers nonsense', async () => {
  const gone = await startDeviceSimulator()
  await gone.close()
  expect(await wrong(deviceService(gone.port).status())).toBe('away')
  await device.open('primary')
  sim.fault = 'hostile'
  expect(await device.status()).toEqual({ version: '<img src=x onerror=alert(1)>', primary: 'no', secondary: 'no', parts: [] })
  const picture = blob(await jpeg('#fff'))
  for (const call of [
    () => device.capture('primary', SHOT, 'a.jpg'),
    () => device.sign(1),
    () => device.idCard(1),
    () => device.fingerprint(1),
    () => device.face(picture, picture),
    () => device.pdf([picture], 'a.pdf'),
  ])
    expect(await wrong(call())).toBe('strange')
  expect(await device.ocr(picture)).toEqual([])
  expect([deviceText('a\u0000\u202eb'), deviceText({}), deviceText('名'.repeat(999)).length]).toEqual(['a  b', '', 200])
  expect([fileNameOf('../../etc/pass<wd>.jpg', 'x'), fileNameOf({}, 'x.jpg'), fileNameOf('..', 'x.jpg')]).toEqual(['pass_wd_.jpg', 'x.jpg', 'x.jpg'])
  expect([wrongOf(CODE.busy), wrongOf('__proto__'), wrongOf(0), wrongOf(9999)]).toEqual(['busy', 'strange', 'strange', 'strange'])
})

/** A call as a page of `origin` makes it. */
const ask = (method: string, path: string, headers: Record<string, string>) =>
  new Promise<{ status: number; headers: Record<string, unknown> }>((done, failed) => {
    const r = request(new URL(path, sim.url), { method, headers }, (reply) => {
      reply.resume()
      done({ status: reply.statusCode!, headers: reply.headers })
    })
    r.on('error', failed)
    r.end()
  })
test('only pages of allowed origins may call, the loopback name cannot be borrowed, and a private network is asked first', async () => {
  const origin = 'http://127.0.0.1:8080'
  expect((await ask('GET', '/status', { origin })).headers['access-control-allow-origin']).toBe(origin)
  expect((await ask('GET', '/status', { origin: 'https://evil.example' })).status).toBe(403)
  expect((await ask('GET', '/status', { host: 'evil.example:38088' })).status).toBe(403)
  const preflight = await ask('OPTIONS', '/camera/open', {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
    'access-control-request-private-network': 'true',
  })
  expect(preflight).toMatchObject({ status: 204, headers: { 'access-control-allow-headers': 'content-type', 'access-control-allow-private-network': 'true' } })
  expect((await ask('GET', '/nothing', {})).status).toBe(404)
  const site = await startDeviceSimulator({ origins: ['https://chengbao.example'] })
  const answer = await fetch(`${site.url}/status`, { headers: { origin: 'https://chengbao.example' } })
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://chengbao.example')
  await site.close()
})

test('a fault can be switched while it runs', async () => {
  for (const fault of FAULTS) {
    const r = await fetch(`${sim.url}/simulator`, { method: 'POST', body: JSON.stringify({ fault }) })
    expect([r.status, sim.fault]).toEqual([200, fault])
  }
})
