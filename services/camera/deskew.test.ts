import sharp from 'sharp'
import { expect, test } from 'vitest'
import { devicePhoto } from '../../apps/simulators/device-pictures.server.ts'
import { skewOf, type Grey } from './deskew.ts'

const greyOf = async (bytes: Buffer): Promise<Grey> => {
  const { data, info } = await sharp(bytes).resize(420, 420, { fit: 'inside' }).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}
const page = async (turn: number) => {
  const straight = (await devicePhoto('primary', { zoom: 0, rotate: 90, deskew: true, quality: 90 })).bytes
  return greyOf(await sharp(straight).extract({ left: 120, top: 150, width: 1060, height: 1340 }).rotate(turn, { background: '#5b6470' }).jpeg().toBuffer())
}

test('a page that lies askew tells its angle to within three tenths of a degree', async () => {
  for (const turn of [-14, -6.3, -1, 1, 4, 11.5]) expect(Math.abs(skewOf(await page(turn)) - turn)).toBeLessThanOrEqual(0.3)
})
test('a straight page, an empty picture and noise are left as they are', async () => {
  expect(skewOf(await page(0))).toBe(0)
  const [width, height] = [200, 150]
  expect(skewOf({ width, height, data: new Uint8Array(width * height).fill(90) })).toBe(0)
  let seed = 7
  const noise = Uint8Array.from({ length: width * height }, () => (seed = (seed * 1103515245 + 12345) % 2147483648) >> 16)
  expect(skewOf({ width, height, data: noise })).toBe(0)
})
