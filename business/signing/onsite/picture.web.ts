/** Longest side of a photo that is sent, in pixels, and the quality of its JPEG. */
const SIDE = 1600
const QUALITY = 0.8

/** A photo made as small as it is kept, as a data address. Rejects what is no picture. */
export async function smallPhoto(file: Blob): Promise<string> {
  const whole = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, SIDE / Math.max(whole.width, whole.height))
  const sheet = document.createElement('canvas')
  sheet.width = Math.max(1, Math.round(whole.width * scale))
  sheet.height = Math.max(1, Math.round(whole.height * scale))
  sheet.getContext('2d')!.drawImage(whole, 0, 0, sheet.width, sheet.height)
  return sheet.toDataURL('image/jpeg', QUALITY)
}
/** Bytes of a picture as a data address. */
export function dataAddress(bytes: Uint8Array, type: 'image/png' | 'image/jpeg'): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000))
  return `data:${type};base64,${btoa(text)}`
}
