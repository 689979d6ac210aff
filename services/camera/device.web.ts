import * as d from './device.ts'
import { fileInBase64 } from '../files/picture.web.ts'

/** Bytes of an answer at most: a photo of ten megabytes as base64, and a document of many. */
const MOST_ANSWER = 64 * 2 ** 20
/** How long an answer may take, in milliseconds: the status, a photo, and what waits for a person (beside the wait itself). */
const SOON = 2_000
const WORK = 30_000

/** A device that refused, is away, or said something that cannot be used. */
export interface DeviceError extends Error {
  wrong: d.DeviceWrong
}
export const isDeviceError = (e: unknown): e is DeviceError => e instanceof Error && 'wrong' in e
/** What went wrong with a call to the device, whatever was thrown. */
export const wrongIn = (e: unknown): d.DeviceWrong => (isDeviceError(e) ? e.wrong : 'strange')
const failure = (wrong: d.DeviceWrong): DeviceError => Object.assign(new Error(`device: ${wrong}`), { wrong })

/** Reads an answer up to a limit, whatever its head says of its length. */
async function read(r: Response): Promise<unknown> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (const reader = r.body!.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > MOST_ANSWER) {
      await reader.cancel()
      throw failure('strange')
    }
    parts.push(value)
  }
  return JSON.parse(await new Blob(parts).text())
}

/**
 * The device service at the reader's own desk: a program that speaks HTTP on the loopback address. Every call throws a DeviceError; what the
 * service says is never shown as it is. Source: docs/device-service.md; platform.md 7 (local device service).
 */
export function deviceService(port: number) {
  const at = `http://127.0.0.1:${port}`
  async function call<T>(method: 'GET' | 'POST', path: string, body: unknown, wait: number, as: (data: unknown) => T): Promise<T> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    let response: Response
    try {
      response = await fetch(at + path, {
        method,
        ...sent,
        signal: AbortSignal.timeout(wait),
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        redirect: 'error',
      })
    } catch {
      throw failure('away')
    }
    try {
      const { code, data } = d.record(await read(response))
      if (code !== d.CODE.ok) throw failure(d.wrongOf(code))
      return as(data)
    } catch (e) {
      throw isDeviceError(e) ? e : failure('strange')
    }
  }
  const post = <T>(path: string, body: unknown, as: (data: unknown) => T, wait = WORK) => call('POST', path, body, wait, as)
  const waiting = <T>(path: string, body: object, seconds: number, as: (data: unknown) => T) =>
    post(path, { ...body, timeout: seconds }, as, seconds * 1000 + WORK)
  return {
    status: () => call('GET', '/status', undefined, SOON, d.statusOf),
    open: (camera: d.CameraName) => post('/camera/open', { camera }, () => undefined),
    close: (camera: d.CameraName) => post('/camera/close', { camera }, () => undefined, SOON),
    /** Address of the moving picture, for an `img`. `again` tells two streams of the same view apart. */
    previewUrl: (camera: d.CameraName, view: d.DeviceView, again = 0) =>
      `${at}/camera/preview?camera=${camera}&zoom=${view.zoom}&rotate=${view.rotate}&n=${again}`,
    /** A photo; `fileName` is its name when the service names none. */
    capture: (camera: d.CameraName, shot: d.Shot, fileName: string) => post('/camera/capture', { camera, fileName, ...shot }, (v) => d.photoOf(v, fileName)),
    /** What is written on a picture, line by line. */
    ocr: async (picture: Blob) =>
      post('/ocr', { file: await fileInBase64(picture) }, (v) => {
        const { lines } = d.record(v)
        return Array.isArray(lines)
          ? lines
              .slice(0, 1000)
              .map((l) => d.deviceText(l, 500))
              .filter(Boolean)
          : []
      }),
    /** What the next QR or bar code before a camera says, within `seconds`. */
    scan: (camera: d.CameraName, seconds: number) =>
      waiting('/code', { camera }, seconds, (v) => ({ text: d.deviceText(d.record(v).text, 2000), format: d.deviceText(d.record(v).format, 20) })),
    idCard: (seconds: number) => waiting('/card/id', {}, seconds, d.idCardOf),
    icCard: (type: d.IcType, seconds: number) => waiting('/card/ic', { type }, seconds, (v) => d.deviceText(d.record(v).number, 64)),
    /** A signature as PNG. */
    sign: (seconds: number, size: { width: number; height: number } = d.PAD) =>
      waiting('/pad/sign', size, seconds, (v) => d.decodeDeviceBytes(d.record(v).file, 'png')),
    /** A fingerprint as PNG, with its quality (0-100). */
    fingerprint: (seconds: number) =>
      waiting('/fingerprint', {}, seconds, (v) => ({
        bytes: d.decodeDeviceBytes(d.record(v).file, 'png'),
        quality: d.deviceNumber(d.record(v).quality, 0, 100),
      })),
    /** How alike two faces are (0-100), and whether the service takes them for one person. */
    face: async (first: Blob, second: Blob) =>
      post('/face', { first: await fileInBase64(first), second: await fileInBase64(second) }, (v) => ({
        score: d.deviceNumber(d.record(v).score, 0, 100),
        same: d.record(v).same === true,
      })),
    /** Pictures as one PDF, in this order. */
    pdf: async (pictures: readonly Blob[], fileName: string) => {
      const files = await Promise.all(pictures.map(async (p, i) => ({ file: await fileInBase64(p), order: i + 1 })))
      return post('/pdf', { files, fileName }, (v): d.Picture => ({
        fileName: d.fileNameOf(d.record(v).fileName, fileName),
        bytes: d.decodeDeviceBytes(d.record(v).file, 'pdf'),
      }))
    },
  }
}
export type DeviceService = ReturnType<typeof deviceService>
