import { md5, sha256 } from './digest.ts'

export interface Digested {
  attachMd5: string
  sha256: string
  /** digests of the pieces, in order */
  chunks: string[]
}
export type FromWorker = { percent: number } | { done: Digested } | { failed: string }

/** Reads a file piece by piece and tells digests of the whole and of each piece; the page stays free meanwhile. */
async function digest(file: File, size: number): Promise<void> {
  const [whole, sha] = [md5(), sha256()]
  const chunks: string[] = []
  for (let at = 0; at < file.size; at += size) {
    const bytes = new Uint8Array(await file.slice(at, at + size).arrayBuffer())
    const piece = md5()
    for (const d of [whole, sha, piece]) d.add(bytes)
    chunks.push(piece.end())
    tell({ percent: Math.floor(((at + bytes.length) / file.size) * 100) })
  }
  tell({ done: { attachMd5: whole.end(), sha256: sha.end(), chunks } })
}
const tell = (m: FromWorker) => self.postMessage(m)
self.addEventListener('message', (e: MessageEvent<{ file: File; size: number }>) => {
  digest(e.data.file, e.data.size).catch((x: unknown) => tell({ failed: x instanceof Error ? x.message : String(x) }))
})
