import { compressed } from '../files/uploader/send.web.ts'
import { skewOf, type Grey } from './deskew.ts'
import { magnification, type Shot } from './device.ts'

/** Longer side of the small grey picture in which the skew is looked for. */
const SMALL = 420
/** Degrees below which straightening blurs more than it helps. */
const LEAST_SKEW = 0.3
const rad = (degrees: number) => (degrees * Math.PI) / 180

function canvasOf(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  return [canvas, canvas.getContext('2d', { willReadFrequently: true })!]
}
/** The picture turned about its middle onto a new canvas of this size; what was outside is white. */
function drawn(source: CanvasImageSource, from: [number, number], size: [number, number], angle: number, scale: number): HTMLCanvasElement {
  const [canvas, pen] = canvasOf(...size)
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, ...size)
  pen.translate(size[0] / 2, size[1] / 2)
  pen.rotate(rad(angle))
  pen.scale(scale, scale)
  pen.drawImage(source, -from[0] / 2, -from[1] / 2, ...from)
  return canvas
}
function greyOf(canvas: HTMLCanvasElement): Grey {
  const k = Math.min(1, SMALL / Math.max(canvas.width, canvas.height))
  const [width, height] = [Math.round(canvas.width * k), Math.round(canvas.height * k)]
  const [, pen] = canvasOf(width, height)
  pen.drawImage(canvas, 0, 0, width, height)
  const { data } = pen.getImageData(0, 0, width, height)
  return { width, height, data: Uint8Array.from({ length: width * height }, (_, i) => (data[4 * i]! * 3 + data[4 * i + 1]! * 6 + data[4 * i + 2]!) / 10) }
}
/** A frame of the browser's camera as the device would have given it: zoomed into its middle, turned, straightened, as JPEG. */
export async function developed(source: CanvasImageSource, width: number, height: number, s: Shot): Promise<Blob> {
  const lying = s.rotate % 180 !== 0
  const size: [number, number] = lying ? [height, width] : [width, height]
  let canvas = drawn(source, [width, height], size, s.rotate, magnification(s.zoom))
  const skew = s.deskew ? skewOf(greyOf(canvas)) : 0
  if (Math.abs(skew) >= LEAST_SKEW) canvas = drawn(canvas, size, size, -skew, 1)
  const blob = await new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/jpeg', s.quality / 100))
  if (!blob) throw new Error('no picture')
  return blob
}
/** A picture as the merging call takes it: compressed when it is large, as a data address. */
export async function dataUrlOf(picture: Blob, name: string): Promise<string> {
  const small = await compressed(new File([picture], name, { type: picture.type }))
  return new Promise((done, failed) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => done(String(reader.result)))
    reader.addEventListener('error', () => failed(reader.error))
    reader.readAsDataURL(small)
  })
}
