import { open, readFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import type { StagedFile } from './staged.ts'

/**
 * Reader over one file, forward unless it is told where to go, with a fixed window: has(n) asks without waiting, fill(n) reads on, take(n) hands out n bytes
 * that stay valid until the next fill. Memory is the window, whatever the file's size.
 */
export interface ByteReader {
  size: number
  has(n: number): boolean
  fill(n: number): Promise<boolean>
  take(n: number): Buffer
  skip(n: number): void
  /** goes to a place of the file, forward or back */
  seek(at: number): void
  close(): Promise<void>
}

const windowBytes = 2 ** 18

/** Opens a file for forward reading from its first byte. Errors of the file system pass through. */
export async function openBytes(path: string): Promise<ByteReader> {
  const handle: FileHandle = await open(path)
  const { size } = await handle.stat()
  let buffer = Buffer.alloc(Math.min(windowBytes, Math.max(size, 1)))
  let start = 0
  let end = 0
  let position = 0
  const has = (n: number) => end - start >= n
  const fill = async (n: number) => {
    if (has(n)) return true
    if (position - (end - start) + n > size) return false
    // the same window again: a new one for every step would pile up outside the heap until it is collected
    const rest = buffer.subarray(start, end)
    if (n > buffer.length) buffer = Buffer.alloc(Math.max(n, windowBytes))
    rest.copy(buffer)
    end = rest.length
    start = 0
    while (end < buffer.length) {
      const { bytesRead } = await handle.read(buffer, end, buffer.length - end, position)
      if (bytesRead === 0) break
      end += bytesRead
      position += bytesRead
    }
    return has(n)
  }
  const take = (n: number) => {
    start += n
    return buffer.subarray(start - n, start)
  }
  const skip = (n: number) => {
    if (has(n)) start += n
    else {
      position += n - (end - start)
      start = end = 0
    }
  }
  const seek = (at: number) => {
    const first = position - end
    // within the window it is not read again
    if (at >= first && at <= position) start = at - first
    else {
      position = at
      start = end = 0
    }
  }
  return { size, has, fill, take, skip, seek, close: () => handle.close() }
}

/** A file that is read whole: refused above `most` bytes, so that a foreign giant under a known name cannot fill the memory. */
export async function readWhole(file: StagedFile, most: number): Promise<Buffer> {
  if (file.size > most) throw new Error(`文件超过 ${most} 字节`)
  return readFile(file.abs)
}
