import { PDFDocument } from '@cantoo/pdf-lib'
import sharp, { type Sharp } from 'sharp'
import { magnification, type CameraName, type Shot, type DeviceView } from '../../services/camera/device.ts'

/** How a page lies under the primary camera: the sensor is mounted a quarter turn to the left, and nobody lays paper straight. Degrees clockwise. */
const MOUNTED = 270
export const SKEW = 4
/** Pixels of a frame as the sensor gives it, and of the moving picture. */
const FRAME = { width: 1600, height: 1200 }
const PREVIEW = 800
/** Frames of the moving picture, so that one sees it move. */
export const FRAMES = 4
const TABLE = '#5b6470'

const svg = (width: number, height: number, inner: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${TABLE}"/>${inner}</svg>`)
/** A page with a heading, lines of writing and a seal, askew; upright here, the sensor turns it. Bars stand for writing: no font is needed. */
function page(frame: number): Buffer {
  const [w, h] = [FRAME.height, FRAME.width]
  const lines = Array.from({ length: 22 }, (_, i) => `<rect x="250" y="${420 + i * 42}" width="${i % 5 === 4 ? 340 : 700}" height="14" fill="#333"/>`).join('')
  const paper = `<g transform="rotate(${SKEW} ${w / 2} ${h / 2})"><rect x="180" y="190" width="840" height="1220" fill="#fdfdf8"/>
    <rect x="400" y="280" width="400" height="36" fill="#111"/>${lines}<circle cx="850" cy="1240" r="90" fill="none" stroke="#c8102e" stroke-width="14"/></g>`
  return svg(w, h, `${paper}<circle cx="${60 + frame * 30}" cy="60" r="18" fill="#2fb344"/>`)
}
/** Somebody before the second camera. */
function person(frame: number): Buffer {
  const { width, height } = FRAME
  const body = `<circle cx="800" cy="480" r="210" fill="#e8c39e"/><circle cx="725" cy="450" r="22"/><circle cx="875" cy="450" r="22"/>
    <path d="M720 570 q80 60 160 0" stroke="#222" stroke-width="14" fill="none"/><path d="M430 1200 q0 -420 370 -420 t370 420 z" fill="#35517a"/>`
  return svg(width, height, `${body}<circle cx="${60 + frame * 30}" cy="60" r="18" fill="#2fb344"/>`)
}
/** What a camera sees: zoomed into its middle, turned. */
async function seen(camera: CameraName, frame: number, v: DeviceView): Promise<Sharp> {
  const drawn = camera === 'primary' ? await sharp(page(frame)).rotate(MOUNTED).toBuffer() : person(frame)
  const k = magnification(v.zoom)
  const [width, height] = [Math.round(FRAME.width / k), Math.round(FRAME.height / k)]
  const part = { left: Math.round((FRAME.width - width) / 2), top: Math.round((FRAME.height - height) / 2), width, height }
  return sharp(await sharp(drawn).extract(part).resize(FRAME).png({ compressionLevel: 1 }).toBuffer()).rotate(v.rotate)
}
/** One frame of the moving picture as JPEG. */
export const previewFrame = async (camera: CameraName, frame: number, v: DeviceView): Promise<Buffer> =>
  sharp(await (await seen(camera, frame, v)).toBuffer())
    .resize({ width: PREVIEW, height: PREVIEW, fit: 'inside' })
    .jpeg({ quality: 70 })
    .toBuffer()
/** A photo as JPEG; a page is straightened when that is asked for. */
export async function devicePhoto(camera: CameraName, s: Shot): Promise<{ bytes: Buffer; width: number; height: number; skew: number }> {
  const skew = s.deskew && camera === 'primary' ? SKEW : 0
  const upright = await (await seen(camera, 0, s)).toBuffer()
  const { data, info } = await sharp(upright).rotate(-skew, { background: TABLE }).jpeg({ quality: s.quality }).toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height, skew }
}
/** Whether these bytes are a picture. */
export const isDevicePicture = (bytes: Buffer): Promise<boolean> =>
  sharp(bytes)
    .metadata()
    .then(
      (m) => m.format === 'jpeg' || m.format === 'png',
      () => false,
    )
/** A portrait as JPEG; a signature or a fingerprint as PNG. */
export const portrait = (): Promise<Buffer> => sharp(person(0)).resize(102, 126).jpeg().toBuffer()
export function stroke(width: number, height: number, what: 'signature' | 'finger'): Promise<Buffer> {
  const [x, y] = [width / 2, height / 2]
  const rings = Array.from({ length: 6 }, (_, i) => `<ellipse cx="${x}" cy="${y}" rx="${(i + 1) * (x / 8)}" ry="${(i + 1) * (y / 8)}"/>`).join('')
  const line = `<path d="M${x * 0.3} ${y} q${x * 0.2} ${-y} ${x * 0.4} 0 t${x * 0.4} 0 t${x * 0.4} 0"/>`
  const inner = `<g fill="none" stroke="#111" stroke-width="4">${what === 'finger' ? rings : line}</g>`
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inner}</svg>`))
    .png()
    .toBuffer()
}
/** One page a picture. */
export async function pdfOf(pictures: readonly Buffer[]): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  for (const bytes of pictures) {
    const picture = await pdf.embedJpg(await sharp(bytes).flatten({ background: '#fff' }).jpeg().toBuffer())
    pdf.addPage([picture.width, picture.height]).drawImage(picture, { x: 0, y: 0, width: picture.width, height: picture.height })
  }
  return Buffer.from(await pdf.save())
}
