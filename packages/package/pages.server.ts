import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const firstPage = 4096
/** Bytes read at once, and how many such blocks are kept: rows lie side by side, long texts on pages that are met again. */
const block = 2 ** 16
const keptBlocks = 16

/**
 * A file of pages that its reader takes for a Buffer: only the first page is in memory, slices are read when asked for and 1 MB of them is
 * kept. It serves a reader that slices whole pages and looks at single bytes of the first page only, as mdb-reader does. Call `close` when done.
 */
export function openPages(path: string): { bytes: Buffer; close(): void } {
  const file = openSync(path, 'r')
  const { size } = fstatSync(file)
  const kept = new Map<number, Buffer>()
  const read = (from: number, length: number) => {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - from)))
    let done = 0
    while (done < bytes.length) {
      const got = readSync(file, bytes, done, bytes.length - done, from + done)
      if (got === 0) break
      done += got
    }
    return bytes.subarray(0, done)
  }
  const blockAt = (number: number) => {
    const known = kept.get(number)
    if (known) return known
    const bytes = read(number * block, block)
    if (kept.size >= keptBlocks) kept.delete(kept.keys().next().value!)
    kept.set(number, bytes)
    return bytes
  }
  const slice = (from = 0, to = size) => {
    const number = Math.floor(from / block)
    const start = from - number * block
    return to - from <= block - start ? blockAt(number).subarray(start, start + to - from) : read(from, to - from)
  }
  const bytes = Object.defineProperties(read(0, firstPage), { length: { value: size }, slice: { value: slice }, subarray: { value: slice } })
  return { bytes, close: () => closeSync(file) }
}
