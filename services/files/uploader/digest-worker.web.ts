import { md5, browserSha256 } from './digest.ts'

export interface Digested {
  attachMd5: string
  sha256: string
  /** digests of the chunks, in order */
  chunks: string[]
}
export type DigestMessage = { percent: number } | { done: Digested } | { failed: string }

/** Bytes that are held at once. */
const BLOCK = 4 * 2 ** 20

/** Reads a file block by block and tells digests of the whole and of each chunk; the page stays free meanwhile. */
async function digest(file: File, size: number): Promise<void> {
  const [whole, sha] = [md5(), browserSha256()]
  const chunks: string[] = []
  for (let at = 0; at < file.size; at += size) {
    const chunk = md5()
    const end = Math.min(at + size, file.size)
    for (let from = at; from < end; from += BLOCK) {
      const bytes = new Uint8Array(await file.slice(from, Math.min(from + BLOCK, end)).arrayBuffer())
      for (const d of [whole, sha, chunk]) d.add(bytes)
      tell({ percent: Math.floor(((from + bytes.length) / file.size) * 100) })
    }
    chunks.push(chunk.end())
  }
  tell({ done: { attachMd5: whole.end(), sha256: sha.end(), chunks } })
}
const tell = (m: DigestMessage) => self.postMessage(m)
self.addEventListener('message', (e: MessageEvent<{ file: File; size: number }>) => {
  digest(e.data.file, e.data.size).catch((x: unknown) => tell({ failed: x instanceof Error ? x.message : String(x) }))
})
