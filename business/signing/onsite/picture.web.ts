import { base64Of, fileInBase64, jpegOf } from '../../../services/files/picture.web.ts'

/** Longest side of a photo that is sent, in pixels, and the quality of its JPEG. */
const SIDE = 1600
const QUALITY = 0.8

/** A photo made as small as it is kept, as a data address. Rejects what is no picture. */
export async function smallPhoto(file: Blob): Promise<string> {
  const small = await jpegOf(file, QUALITY, SIDE)
  if (!small) throw new Error('no picture')
  return `data:image/jpeg;base64,${await fileInBase64(small)}`
}
/** A picture that the device gave, as a data address. */
export const pngAddress = (bytes: Uint8Array): string => `data:image/png;base64,${base64Of(bytes)}`
