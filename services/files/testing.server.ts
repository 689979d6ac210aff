import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import * as yauzl from 'yauzl'

export const md5 = (b: Buffer): string => createHash('md5').update(b).digest('hex')

/** An MP4 by its head, of so many bytes of chance: it is neither drawn again nor packed. */
export function video(bytes: number): Buffer {
  const b = randomBytes(bytes)
  b.write('\0\0\0\x18ftypmp42', 0, 'latin1')
  return b
}
/** A PDF as somebody wrote it: objects by number, then a trailer; no references to them. */
export const pdfOf = (...objects: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.4\n'),
    ...objects.flatMap((o, i) => [Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(o as string), Buffer.from('\nendobj\n')]),
    Buffer.from(`trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n0\n%%EOF\n`),
  ])
/** A document of one empty page: any paper that nobody reads. */
export const PDF = pdfOf('<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>', '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>')
/** A small picture. */
export const picture = (format: 'png' | 'jpeg', size = 8): Promise<Buffer> =>
  sharp({ create: { width: size, height: size, channels: 3, background: '#2468ac' } })
    .toFormat(format)
    .toBuffer()

export interface ZipEntry {
  name: string
  bytes?: Buffer
  /** what the directory says instead of the truth */
  declared?: number
  mode?: number
  flags?: number
}
/** A ZIP as an attacker writes it: names, sizes and modes are taken as they are given. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = []
  const heads: Buffer[] = []
  let at = 0
  for (const e of entries) {
    const bytes = e.bytes ?? Buffer.from('x')
    const [name, packed] = [Buffer.from(e.name), deflateRawSync(bytes)]
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x800 | (e.flags ?? 0), 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(e.declared ?? bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(((e.mode ?? 0o100644) << 16) >>> 0, 6)
    tail.writeUInt32LE(at, 10)
    heads.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([20, 3]), common, tail, name]))
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(heads)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end])
}
/** A document of an office program with what it must have, and more. */
export const office = (kind: 'docx' | 'xlsx', more: readonly ZipEntry[] = []): Buffer =>
  zipOf([{ name: '[Content_Types].xml' }, { name: kind === 'docx' ? 'word/document.xml' : 'xl/workbook.xml' }, ...more])

/** Chunks of a file, numbered from 0, with the fields of the chunk record. Source: platform.md 3. */
export function chunksOf(bytes: Buffer, attachName: string, chunk: number): { fields: Record<string, string>; bytes: Buffer }[] {
  const n = Math.ceil(bytes.length / chunk)
  return Array.from({ length: n }, (_, i) => {
    const part = bytes.subarray(i * chunk, (i + 1) * chunk)
    return {
      bytes: part,
      fields: {
        attachMd5: md5(bytes),
        attachName,
        attachSize: String(bytes.length),
        attachChunk: String(n),
        chunkMd5: md5(part),
        chunkSize: String(part.length),
        chunkIndex: String(i),
      },
    }
  })
}

/** What an archive holds, by name. */
export async function unzipped(zip: Buffer): Promise<Map<string, Buffer>> {
  const dir = await mkdtemp(join(tmpdir(), 'unzipped-'))
  try {
    await writeFile(join(dir, 'a.zip'), zip)
    const opened = await yauzl.openPromise(join(dir, 'a.zip'), { lazyEntries: true, decodeStrings: false, autoClose: false })
    const out = new Map<string, Buffer>()
    for await (const e of opened.eachEntry()) {
      const parts: Buffer[] = []
      for await (const c of await opened.openReadStreamPromise(e)) parts.push(c as Buffer)
      out.set(e.fileName.toString(), Buffer.concat(parts))
    }
    opened.close()
    return out
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
