import { int, ref, text } from '../../../kit/model/field.ts'
import type { Fields } from '../../../kit/model/resource.ts'

/** What check-file answers: 0 send the chunks, 1 copy, 2 send those that are missing, 10 merge. Source: platform.md 4. */
export const CHECK = { absent: 0, exists: 1, partly: 2, whole: 10 } as const
/** Status values of a chunk upload. Source: platform.md 4. */
export const UPLOAD_STATUS = {
  unknown: 0,
  fileExists: 1,
  chunkExists: 2,
  fileAbsent: 3,
  chunkAbsent: 4,
  chunkUploaded: 5,
  merged: 6,
  copied: 8,
  complete: 10,
} as const
/** Progress marks: chunks bring an upload to 80 percent, where the merge begins; a copy begins at 50. Source: platform.md 4. */
export const MARK = { copy: 50, merge: 80, done: 100 } as const

const KEY = text('文件摘要', { en: 'Digest of the file', required: true, max: 64 })
const SHA = text('文件SHA-256', { en: 'SHA-256 of the file', max: 64 })
const PLACE = { businessId: ref('业务', 'business', { en: 'Business' }), businessItem: text('附件类别', { en: 'Kind', max: 64 }) }
const NAME = text('文件名称', { en: 'File name', max: 255 })
/** Bodies of the chunk calls. Source: platform.md 3 (chunk upload record), 7. */
export const bodies = {
  upload: { fileName: NAME, ...PLACE },
  uploadChunk: {
    attachMd5: KEY,
    attachName: NAME,
    attachSize: int('文件大小', { en: 'Size' }),
    attachChunk: int('分片数量', { en: 'Chunks' }),
    chunkMd5: text('分片摘要', { en: 'Digest of the chunk', required: true, max: 64 }),
    chunkSize: int('分片大小', { en: 'Size of the chunk' }),
    chunkIndex: int('分片序号', { en: 'Number of the chunk' }),
  },
  checkFile: { attachMd5: KEY, sliceOffset: int('分片位置', { en: 'Slice offset' }), sha256: SHA },
  checkChunk: { attachMd5: KEY, chunkMd5: text('分片摘要', { en: 'Digest of the chunk', required: true, max: 64 }) },
  mergeChunk: { attachMd5: KEY, sha256: SHA, attachName: NAME, fileName: NAME, ...PLACE },
  giveUp: { attachMd5: KEY },
  copyFile: { attachMd5: KEY, sha256: SHA, attachName: NAME, fileName: NAME, ...PLACE },
} satisfies Record<string, Fields>

/** Bytes of a chunk at most, chunks of a file at most, uploads of a person under way at most. */
export const CHUNK_LIMITS = { chunkBytes: 64 * 2 ** 20, chunks: 2000, uploads: 20 } as const

export interface Chunk {
  chunkIndex: number
  chunkSize: number
}
/** Whether chunks are all there: as many as the file has, one after the other (from 0 or from 1), with as many bytes as the file has. */
export function isWhole(chunks: readonly Chunk[], o: { attachChunk: number; attachSize: number }): boolean {
  const indexes = chunks.map((p) => p.chunkIndex).sort((a, b) => a - b)
  const first = indexes[0]
  return (
    chunks.length === o.attachChunk &&
    (first === 0 || first === 1) &&
    indexes.every((x, i) => x === first! + i) &&
    chunks.reduce((n, p) => n + p.chunkSize, 0) === o.attachSize
  )
}
/** Percent of an upload whose chunks come in: 0 to 80. */
export const percentOf = (chunks: readonly Chunk[], attachSize: number): number => {
  const sent = chunks.reduce((n, p) => n + p.chunkSize, 0)
  return attachSize ? Math.min(MARK.merge, Math.floor((sent / attachSize) * MARK.merge)) : 0
}
/** Indexes of chunks that have to be sent: `have` are digests that the server holds, one for each chunk. Chunks that are alike are sent again together. */
export function missingOf(chunks: readonly string[], have: readonly string[]): number[] {
  const count = (list: readonly string[]) => list.reduce((m, c) => m.set(c, (m.get(c) ?? 0) + 1), new Map<string, number>())
  const [wanted, held] = [count(chunks), count(have)]
  return chunks.flatMap((c, i) => ((held.get(c) ?? 0) < wanted.get(c)! ? [i] : []))
}
