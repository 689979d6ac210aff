import { open } from 'node:fs/promises'
import type { StagedFile } from '../package/staged.ts'
import type { FileFact } from './facts.ts'

const headBytes = 65536
const tailBytes = 2048

/** Looks at head and tail of a pdf or picture: magic bytes, end mark, stated resolution. Never throws: an unreadable file is a fact. */
export async function inspectFile(file: StagedFile): Promise<FileFact> {
  try {
    const handle = await open(file.abs, 'r')
    try {
      const head = Buffer.alloc(Math.min(headBytes, file.size))
      const tail = Buffer.alloc(Math.min(tailBytes, file.size))
      await handle.read(head, 0, head.length, 0)
      await handle.read(tail, 0, tail.length, file.size - tail.length)
      return /\.pdf$/i.test(file.path) ? { fault: pdfFault(head, tail), dpi: null } : jpegFact(head, tail)
    } finally {
      await handle.close()
    }
  } catch (error) {
    return { fault: `读取失败（${error instanceof Error ? error.message : String(error)}）`, dpi: null }
  }
}

function pdfFault(head: Buffer, tail: Buffer): string {
  if (!head.subarray(0, 1024).includes('%PDF-')) return '不是PDF文件'
  if (!tail.includes('%%EOF')) return 'PDF文件不完整'
  return /\/Type\s*\/Pages\b[^>]*\/Count\s+0\b/.test(head.toString('latin1')) ? 'PDF没有页面' : ''
}

function jpegFact(head: Buffer, tail: Buffer): FileFact {
  if (head[0] !== 0xff || head[1] !== 0xd8) return { fault: '不是JPG图片', dpi: null }
  if (!tail.includes(Buffer.from([0xff, 0xd9]))) return { fault: 'JPG图片不完整', dpi: null }
  return { fault: '', dpi: jpegDpi(head) }
}

/** Resolution by the JFIF density or the EXIF XResolution, dots per inch; 0 if neither is there. */
function jpegDpi(head: Buffer): number {
  for (let at = 2; at + 18 < head.length && head[at] === 0xff;) {
    const marker = head[at + 1] ?? 0
    const length = head.readUInt16BE(at + 2)
    const body = head.subarray(at + 4, at + 2 + length)
    if (marker === 0xda) return 0
    if (marker === 0xe0 && body.toString('latin1', 0, 4) === 'JFIF' && body.length >= 12) {
      const dpi = toDpi(body.readUInt16BE(8), body[7] === 2 ? 3 : body[7] === 1 ? 2 : 0)
      if (dpi) return dpi
    }
    if (marker === 0xe1 && body.toString('latin1', 0, 4) === 'Exif') {
      const dpi = exifDpi(body.subarray(6))
      if (dpi) return dpi
    }
    at += 2 + length
  }
  return 0
}

/** unit as in EXIF: 2 = inch, 3 = centimetre, anything else = an aspect ratio without meaning. */
function toDpi(value: number, unit: number): number {
  return unit === 2 ? Math.round(value) : unit === 3 ? Math.round(value * 2.54) : 0
}

function exifDpi(tiff: Buffer): number {
  if (tiff.length < 14) return 0
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const start = long(4)
  if (start + 2 > tiff.length) return 0
  let value = 0
  let unit = 2
  for (let entry = start + 2, n = short(start); n > 0 && entry + 12 <= tiff.length; n--, entry += 12) {
    const tag = short(entry)
    const at = long(entry + 8)
    if (tag === 0x011a && at + 8 <= tiff.length) value = long(at) / (long(at + 4) || 1)
    if (tag === 0x0128) unit = short(entry + 8)
  }
  return toDpi(value, unit)
}
