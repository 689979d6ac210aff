/** Bytes in base64. */
export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000))
  return btoa(text)
}
/** A file in base64. */
export const fileInBase64 = async (file: Blob): Promise<string> => base64Of(new Uint8Array(await file.arrayBuffer()))

/**
 * A picture as JPEG, upright, on white; null where the browser makes none. Rejects what is no picture that it reads.
 * @param quality 0 to 1
 * @param side its longest side at most, in pixels
 */
export async function jpegOf(file: Blob, quality: number, side = Infinity): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [bitmap.width, bitmap.height].map((n) => Math.max(1, Math.round(n * scale))) as [number, number]
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')!
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  pen.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return new Promise((made) => canvas.toBlob(made, 'image/jpeg', quality))
}

/** Longest side of a photo that is sent, in pixels, and the quality of its JPEG. */
const KEPT_SIDE = 1600
const KEPT_QUALITY = 0.8

/** A photo made as small as it is kept, as a data address. Rejects what is no picture. */
export async function smallPhoto(file: Blob): Promise<string> {
  const small = await jpegOf(file, KEPT_QUALITY, KEPT_SIDE)
  if (!small) throw new Error('no picture')
  return `data:image/jpeg;base64,${await fileInBase64(small)}`
}
/** A picture that the device gave, as a data address. */
export const pngAddress = (bytes: Uint8Array): string => `data:image/png;base64,${base64Of(bytes)}`
