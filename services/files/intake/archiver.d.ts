/** The part of archiver 8 that is used here; the package ships no types. */
declare module 'archiver' {
  import type { Readable } from 'node:stream'
  export class ZipArchive extends Readable {
    constructor(options: { store?: boolean; forceZip64?: boolean })
    append(source: Readable | string, data: { name: string; date?: Date }): this
    finalize(): Promise<void>
    abort(): this
  }
}
