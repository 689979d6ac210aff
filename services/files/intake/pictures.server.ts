import sharp from 'sharp'
import { both, type Text } from '../../../kit/model/lang.ts'
import { Problem } from '../../../kit/model/problem.ts'
import { fileProblems } from '../problems.ts'

/** Pixels a picture has at most: a small file may unfold to gigabytes. */
const MAX_PIXELS = 100_000_000
const JPEG_QUALITY = 90
const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const
const RECODED = ['image/jpeg', 'image/png']
export const isRecoded = (type: string): boolean => RECODED.includes(type)

const DAMAGED = both('图片不完整或已损坏', 'the picture is incomplete or damaged')
/** Draws; the size of the picture is asked before its pixels are. @throws pixels, unsafe */
async function drawn(of: string | Buffer, work: () => Promise<Buffer>): Promise<Buffer> {
  try {
    const { width, height } = await sharp(of, { ...options, limitInputPixels: false }).metadata()
    if (width * height > MAX_PIXELS) throw fileProblems.pixels({ width, height, most: MAX_PIXELS })
    return await work()
  } catch (e) {
    throw e instanceof Problem ? e : fileProblems.unsafe(DAMAGED)
  }
}
/**
 * A picture drawn again from its pixels, turned as its camera says: nothing that was hidden behind, between or in them stays (scripts, archives,
 * places, names). Source: security.md K15, D8.
 */
export const recode = (path: string, type: string): Promise<Buffer> =>
  drawn(path, () => {
    const picture = sharp(path, options).autoOrient()
    return (type === 'image/png' ? picture.png() : picture.jpeg({ quality: JPEG_QUALITY })).toBuffer()
  })

/** Longer side of a page in pixels: A4 at 300 to the inch. */
const PAGE_PIXELS = 3508
/** A photo as JPEG for a page; answers its bytes. */
export const forPage = (bytes: Buffer): Promise<Buffer> =>
  drawn(bytes, () =>
    sharp(bytes, options)
      .autoOrient()
      .resize({ width: PAGE_PIXELS, height: PAGE_PIXELS, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 80 })
      .toBuffer(),
  )
/** Why a picture cannot be drawn to its last line; undefined where it can. */
export const pictureFault = (bytes: Buffer): Promise<Text | undefined> =>
  drawn(bytes, () => sharp(bytes, options).resize(16, 16, { fit: 'fill' }).toBuffer()).then(
    () => undefined,
    (e: Problem) => (e.key === fileProblems.unsafe(DAMAGED).key ? DAMAGED : e.words),
  )
