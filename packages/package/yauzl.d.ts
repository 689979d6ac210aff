/** The part of yauzl 3 that is used here; the package ships no types. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream'
  export interface Entry {
    fileName: Buffer
    generalPurposeBitFlag: number
    compressedSize: number
    uncompressedSize: number
    crc32: number
    externalFileAttributes: number
    relativeOffsetOfLocalHeader: number
    extraFields: { id: number; data: Buffer }[]
  }
  export interface ZipFile {
    close(): void
    eachEntry(): AsyncIterable<Entry>
    openReadStreamPromise(entry: Entry): Promise<Readable>
  }
  export function fromBufferPromise(bytes: Buffer, options: { lazyEntries: true; decodeStrings: false }): Promise<ZipFile>
  export function openPromise(path: string, options: { lazyEntries: true; decodeStrings: false; autoClose: false }): Promise<ZipFile>
}
