// A document camera for development and tests:
// PORT=38088 node tools/run.mjs apps/simulators/device.server.ts, then FAULT=busy … or POST /simulator {"fault":"busy"}.
// It speaks docs/device-service.md: real JPEG and PDF of drawn pages; what only a device can know (cards, codes, writing) is made up.
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  CAMERAS,
  CODE,
  DEVICE_PORT,
  IC_TYPES,
  PAD,
  DEVICE_PARTS,
  type CameraName,
  type CameraStates,
  type Code,
  type Rotation,
} from '../../services/camera/device.ts'
import { FRAMES, isDevicePicture, pdfOf, devicePhoto, portrait, previewFrame, stroke } from './device-pictures.server.ts'
import { sayLine, serve } from './serve.server.ts'

/** none; nothing is plugged in; another program holds the cameras; opening fails; the running camera is pulled out; it lies about everything */
export const FAULTS = ['none', 'no-device', 'busy', 'open-failed', 'unplugged', 'hostile'] as const
export type DeviceFault = (typeof FAULTS)[number]
export interface DeviceSimulator {
  url: string
  port: number
  /** what is wrong from now on */
  fault: DeviceFault
  /** cameras that are plugged in */
  cameras: readonly CameraName[]
  /** what the QR code before a camera says, the lines on a page; '' and none: nothing is there */
  code: string
  lines: readonly string[]
  /** whether somebody lays a card, a finger, or signs when asked */
  person: boolean
  /** what the card says that lies on the reader */
  card: Readonly<Record<keyof typeof CARD, string>>
  /** milliseconds of a second that it waits for somebody */
  second: number
  /** photos that were taken, as they were asked for */
  shots: object[]
  close(): Promise<void>
}
interface Settings {
  port?: number
  fault?: DeviceFault
  /** origins whose pages may call; pages of this machine when none are named */
  origins?: readonly string[]
}
const MOST_BODY = 96 * 2 ** 20
const FRAME_MS = 200
const LOCAL = /^https?:\/\/(127\.0\.0\.1|localhost)(:\d+)?$/
const CARD = {
  name: '张三',
  sex: '男',
  nation: '汉',
  birthday: '1980-01-01',
  address: '四川省资阳市安岳县岳阳镇示范村一组',
  number: '512021198001011239',
  issuer: '安岳县公安局',
  validFrom: '2016-01-01',
  validTo: '2036-01-01',
}
/** What a service that was taken over might answer. */
const LIES = {
  version: '<img src=x onerror=alert(1)>',
  primary: '__proto__',
  secondary: { run: 1 },
  parts: 'all',
  file: 'PHNjcmlwdD4=',
  width: -1,
  lines: [{}],
  text: 7,
}

type Body = Record<string, unknown>
const refused = (code: Code) => Object.assign(new Error(code), { refused: code })
async function bodyOf(request: IncomingMessage): Promise<Body> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += (part as Buffer).length
    if (size > MOST_BODY) throw refused('tooLarge')
    parts.push(part as Buffer)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8') || '{}') as Body
  } catch {
    throw refused('malformed')
  }
}
function number(v: unknown, least: number, most: number): number {
  const n = Number(v)
  if (v === null || v === '' || !Number.isInteger(n) || n < least || n > most) throw refused('malformed')
  return n
}
async function picture(v: unknown): Promise<Buffer> {
  const bytes = Buffer.from(String(v ?? ''), 'base64')
  if (!(await isDevicePicture(bytes))) throw refused('badPicture')
  return bytes
}
function turn(v: unknown): Rotation {
  const n = number(v, 0, 270)
  if (n % 90) throw refused('malformed')
  return n as Rotation
}

/** Starts the simulator. Its switches may be changed while it runs. */
export async function startDeviceSimulator({ port = 0, fault = 'none', origins = [] }: Settings = {}): Promise<DeviceSimulator> {
  const running = new Set<CameraName>()
  const frames = new Map<string, Promise<Buffer>>()
  const s: DeviceSimulator = {
    url: '',
    port: 0,
    fault,
    cameras: CAMERAS,
    code: 'CB-512021119203900001',
    lines: ['农村土地承包经营权', '承包合同'],
    person: true,
    card: CARD,
    second: 1000,
    shots: [],
    close: async () => {},
  }
  const plugged = (c: CameraName) => s.cameras.includes(c) && s.fault !== 'no-device' && !(s.fault === 'unplugged' && c === 'primary')
  function states(): CameraStates {
    for (const c of running) if (!plugged(c)) running.delete(c)
    const of = (c: CameraName) => (!plugged(c) ? 'no' : running.has(c) ? 'run' : 'ok')
    return { primary: of('primary'), secondary: of('secondary') }
  }
  function camera(v: unknown, mustRun: boolean): CameraName {
    if (!CAMERAS.includes(v as CameraName)) throw refused('malformed')
    const [c, all] = [v as CameraName, states()]
    if (CAMERAS.every((n) => all[n] === 'no')) throw refused('noDevice')
    if (all[c] === 'no') throw refused('noCamera')
    if (s.fault === 'busy') throw refused('busy')
    if (mustRun && all[c] !== 'run') throw refused('notOpen')
    return c
  }
  /** What only comes when somebody does something: it waits as long as it was told to. */
  async function somebody(b: Body, code: Code, there = s.person): Promise<void> {
    const seconds = number(b.timeout, 1, 120)
    if (there) return
    await new Promise((done) => setTimeout(done, seconds * s.second))
    throw refused(code)
  }
  const calls: Record<string, (b: Body) => Promise<unknown>> = {
    'GET /status': async () => ({ version: '1.0.0 (simulator)', ...states(), parts: s.fault === 'no-device' ? [] : DEVICE_PARTS }),
    'POST /camera/open': async (b) => {
      const c = camera(b.camera, false)
      if (s.fault === 'open-failed') throw refused('openFailed')
      running.add(c)
      return { camera: c }
    },
    'POST /camera/close': async (b) => {
      running.delete(camera(b.camera, false))
      return {}
    },
    'POST /camera/capture': async (b) => {
      const c = camera(b.camera, true)
      const shot = { zoom: number(b.zoom, 0, 9), rotate: turn(b.rotate), deskew: b.deskew === true, quality: number(b.quality, 1, 100) }
      const { bytes, ...facts } = await devicePhoto(c, shot)
      s.shots.push({ camera: c, ...shot })
      return { fileName: String(b.fileName ?? 'photo.jpg'), file: bytes.toString('base64'), ...facts }
    },
    'POST /ocr': async (b) => {
      await picture(b.file)
      if (s.lines.length === 0) throw refused('noText')
      return { lines: s.lines }
    },
    'POST /code': async (b) => {
      camera(b.camera, true)
      await somebody(b, 'scanTimeout', s.code !== '')
      return { text: s.code, format: 'qr' }
    },
    'POST /card/id': async (b) => {
      await somebody(b, 'noCard')
      return { ...s.card, photo: (await portrait()).toString('base64') }
    },
    'POST /card/ic': async (b) => {
      const type = number(b.type, IC_TYPES[0], IC_TYPES.at(-1)!)
      await somebody(b, 'noCard')
      return { type, number: `6210${type}00012345678` }
    },
    'POST /pad/sign': async (b) => {
      const [width, height] = [number(b.width ?? PAD.width, 100, 2000), number(b.height ?? PAD.height, 50, 1000)]
      await somebody(b, 'padCancelled')
      return { file: (await stroke(width, height, 'signature')).toString('base64'), width, height }
    },
    'POST /fingerprint': async (b) => {
      await somebody(b, 'noFinger')
      return { file: (await stroke(256, 360, 'finger')).toString('base64'), quality: 82 }
    },
    'POST /face': async (b) => {
      const [first, second] = [await picture(b.first), await picture(b.second)]
      if (!s.person) throw refused('noFace')
      const same = first.equals(second)
      return { score: same ? 99 : 31, same }
    },
    'POST /pdf': async (b) => {
      const files = Array.isArray(b.files) ? (b.files as Body[]) : []
      if (files.length === 0) throw refused('malformed')
      const ordered = [...files].sort((x, y) => Number(x.order) - Number(y.order))
      const bytes = await pdfOf(await Promise.all(ordered.map((f) => picture(f.file))))
      return { fileName: String(b.fileName ?? 'photos.pdf'), file: bytes.toString('base64'), pages: files.length }
    },
    'POST /simulator': async (b) => {
      if (!FAULTS.includes(b.fault as DeviceFault)) throw refused('malformed')
      s.fault = b.fault as DeviceFault
      return { fault: s.fault }
    },
  }
  /** The moving picture; it ends when the camera is pulled out or closed. */
  async function preview(url: URL, request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const c = camera(url.searchParams.get('camera'), true)
    const view = { zoom: number(url.searchParams.get('zoom'), 0, 9), rotate: turn(url.searchParams.get('rotate')) }
    reply.writeHead(200, { 'content-type': 'multipart/x-mixed-replace; boundary=frame', 'cache-control': 'no-store' })
    let gone = false
    request.on('close', () => (gone = true))
    for (let n = 0; !gone && states()[c] === 'run' && s.fault !== 'busy'; n++) {
      const key = [c, n % FRAMES, view.zoom, view.rotate].join()
      if (!frames.has(key)) frames.set(key, previewFrame(c, n % FRAMES, view))
      const bytes = await frames.get(key)!
      reply.write(`--frame\r\nContent-Type: image/jpeg\r\nContent-Length: ${bytes.length}\r\n\r\n`)
      reply.write(bytes)
      reply.write('\r\n')
      await new Promise((done) => setTimeout(done, FRAME_MS))
    }
    reply.end('--frame--\r\n')
  }
  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<unknown> {
    const url = new URL(request.url ?? '/', s.url)
    const { origin, host } = request.headers
    // a page of another site, or a name that was bent to this machine, gets nothing
    const known = origin === undefined || (origins.length ? origins.includes(origin) : LOCAL.test(origin))
    if (!known || !/^(127\.0\.0\.1|localhost):\d+$/.test(host ?? '')) throw refused('origin')
    if (origin) reply.setHeader('access-control-allow-origin', origin).setHeader('vary', 'Origin')
    if (request.method === 'OPTIONS') {
      reply.setHeader('access-control-allow-methods', 'GET, POST').setHeader('access-control-allow-headers', 'content-type')
      if (request.headers['access-control-request-private-network']) reply.setHeader('access-control-allow-private-network', 'true')
      return reply.writeHead(204).end()
    }
    const call = `${request.method} ${url.pathname}`
    if (call === 'GET /camera/preview') return preview(url, request, reply)
    if (!Object.hasOwn(calls, call)) throw refused('unknown')
    if (s.fault === 'hostile' && call !== 'POST /simulator') return sayLine(reply, 200, { code: 0, msg: LIES.version, data: LIES })
    return sayLine(reply, 200, { code: 0, msg: '', data: await calls[call]!(await bodyOf(request)) })
  }
  const served = await serve(port, (request, reply) => {
    answer(request, reply).catch((e: { refused?: Code }) => {
      const code = CODE[e.refused ?? 'badPicture']
      if (reply.headersSent) reply.destroy()
      else sayLine(reply, code >= 1000 ? (request.url?.startsWith('/camera/preview') ? 409 : 200) : code, { code, msg: e.refused ?? 'badPicture', data: null })
    })
  })
  s.url = served.url
  s.port = Number(new URL(served.url).port)
  s.close = served.close
  return s
}

if (import.meta.main) {
  const { PORT = String(DEVICE_PORT), FAULT = 'none', ORIGINS = '' } = process.env
  if (!FAULTS.includes(FAULT as DeviceFault)) throw new Error(`FAULT must be one of ${FAULTS.join(', ')}`)
  const s = await startDeviceSimulator({ port: Number(PORT), fault: FAULT as DeviceFault, origins: ORIGINS.split(',').filter(Boolean) })
  console.log(`document camera at ${s.url}`)
}
