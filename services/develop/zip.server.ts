import { ZipArchive } from 'archiver'
import type { Readable } from 'node:stream'

/** The same content is the same archive: the earliest time that the format knows. */
const EARLIEST = new Date('1980-01-01T00:00:00Z')

/** A ZIP of texts, each by its path, written while it is sent. */
export function zipOf(files: readonly { path: string; text: string }[]): Readable {
  const zip = new ZipArchive({})
  for (const f of files) zip.append(f.text, { name: f.path, date: EARLIEST })
  zip.finalize().catch((e: Error) => zip.destroy(e))
  return zip
}
