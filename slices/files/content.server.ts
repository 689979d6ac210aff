import { open } from 'node:fs/promises'

/** Types a file may have, by its first bytes; the extension must fit. Source: security.md K15. */
const TYPES: Readonly<Record<string, { type: string; is: (b: Buffer) => boolean }>> = {
  jpg: { type: 'image/jpeg', is: (b) => b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff },
  jpeg: { type: 'image/jpeg', is: (b) => b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff },
  png: { type: 'image/png', is: (b) => b.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) },
  bmp: { type: 'image/bmp', is: (b) => b.subarray(0, 2).toString('latin1') === 'BM' },
  pdf: { type: 'application/pdf', is: (b) => b.subarray(0, 5).toString('latin1') === '%PDF-' },
  ofd: { type: 'application/ofd', is: (b) => b.subarray(0, 2).toString('latin1') === 'PK' },
  doc: { type: 'application/msword', is: (b) => b.readUInt32BE(0) === 0xd0cf11e0 },
  xls: { type: 'application/vnd.ms-excel', is: (b) => b.readUInt32BE(0) === 0xd0cf11e0 },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', is: (b) => b.subarray(0, 2).toString('latin1') === 'PK' },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', is: (b) => b.subarray(0, 2).toString('latin1') === 'PK' },
  zip: { type: 'application/zip', is: (b) => b.subarray(0, 2).toString('latin1') === 'PK' },
  mp4: { type: 'video/mp4', is: (b) => b.subarray(4, 8).toString('latin1') === 'ftyp' },
}
export const ACCEPTED = Object.keys(TYPES)
/** Extension of a name, lower case, without the dot. */
export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** The content type of a file whose bytes fit its name's extension, or undefined when they do not or the type is not taken. */
export async function contentType(path: string, name: string): Promise<string | undefined> {
  const t = TYPES[extensionOf(name)]
  if (!t) return undefined
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(16)
    await file.read(head, 0, 16, 0)
    return t.is(head) ? t.type : undefined
  } finally {
    await file.close()
  }
}
