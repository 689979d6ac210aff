/** Pictures that come with a signature, each taken apart and made anew, so that nothing but what is seen is kept. */

import sharp from 'sharp'
import { LIMITS } from '../contract/sign-flow.ts'
import { remoteProblems } from '../contract/remote-problems.ts'

/** Most pixels of a picture that is read at all, and the size that is kept, in pixels. */
const MOST_PIXELS = 4_000_000
const KEPT = { width: 900, height: 400 }
/** A name has at least so much ink: share of the pixels of the sheet, and sides of what is drawn. */
const INK = { share: 0.002, side: 24 }

/**
 * @param given base64 of a PNG with a transparent ground, with or without `data:image/png;base64,`
 * @returns a PNG of the strokes alone; throws sign-picture for no picture, one that is too large, and one on which nothing is written
 */
export async function handwriting(given: unknown): Promise<Buffer> {
  const text = String(given ?? '').replace(/^data:image\/png;base64,/, '')
  if (!text || text.length > LIMITS.pictureBytes * 1.4 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw remoteProblems.picture()
  const bytes = Buffer.from(text, 'base64')
  if (bytes.subarray(1, 4).toString('latin1') !== 'PNG') throw remoteProblems.picture()
  const unread = () => {
    throw remoteProblems.picture()
  }
  const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS }).ensureAlpha().raw().toBuffer({ resolveWithObject: true }).catch(unread)
  let [ink, left, right, top, bottom] = [0, info.width, 0, info.height, 0]
  for (let i = 3, n = 0; i < data.length; i += 4, n += 1) {
    if (data[i]! < 64) continue
    const [x, y] = [n % info.width, Math.floor(n / info.width)]
    ink += 1
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const [width, height] = [right - left + 1, bottom - top + 1]
  if (ink < INK.share * info.width * info.height || width < INK.side || height < INK.side) throw remoteProblems.picture()
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
    .extract({ left, top, width, height })
    .resize({ ...KEPT, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer()
}

/** Longest side of a photo of the act and of a fingerprint, in pixels; most pixels of a picture that is read. */
const SIDE = { photo: 1600, finger: 600 } as const
const MOST_SHOT = 40_000_000
/** @param given base64 with or without the head of a data address. @throws sign-evidence-picture */
async function remade(given: unknown, what: 'photo' | 'finger') {
  const wrong = () => remoteProblems.evidencePicture({ what })
  const text = String(given ?? '').replace(/^data:image\/(png|jpeg);base64,/, '')
  if (text.length > LIMITS.shotBytes * 1.4 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw wrong()
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length === 0) throw wrong()
  const picture = sharp(bytes, { limitInputPixels: MOST_SHOT })
  const seen = await picture.metadata().catch(() => {
    throw wrong()
  })
  if (seen.format !== 'png' && seen.format !== 'jpeg') throw wrong()
  return picture.rotate().resize({ width: SIDE[what], height: SIDE[what], fit: 'inside', withoutEnlargement: true })
}
const broken = (what: 'photo' | 'finger') => (): never => {
  throw remoteProblems.evidencePicture({ what })
}
/** A photo of the act as JPEG, upright. @throws sign-evidence-picture */
export const photoOfAct = async (given: unknown): Promise<Buffer> => (await remade(given, 'photo')).jpeg({ quality: 80 }).toBuffer().catch(broken('photo'))
/** A fingerprint as PNG. @throws sign-evidence-picture */
export const fingerprint = async (given: unknown): Promise<Buffer> => (await remade(given, 'finger')).png().toBuffer().catch(broken('finger'))
