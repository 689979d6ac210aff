import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipOf } from '../../services/files/testing.server.ts'
import { unpack } from './archive.server.ts'

/** A package like the one in `zip`, with the bytes of its files as `change` gives them back (undefined = as they are). */
export async function spoiled(zip: string, change: (path: string, bytes: Buffer) => Buffer | undefined): Promise<Buffer> {
  const dir = await mkdtemp(join(tmpdir(), 'spoiled-'))
  try {
    const { root, files } = await unpack(zip, join(dir, 'all'))
    const entries = await Promise.all(
      files.map(async ({ path, abs }) => {
        const bytes = await readFile(abs)
        return { name: `${root}/${path}`, bytes: change(path, bytes) ?? bytes }
      }),
    )
    return zipOf(entries)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Every polygon record of a .shp with the places of its points in the file: bytes of x, y follows 8 bytes on. */
export function* pointsIn(shp: Buffer): Generator<{ record: number; box: number; points: number[] }> {
  for (let at = 100, record = 0; at + 8 < shp.length; at += 8 + shp.readInt32BE(at + 4) * 2, record++) {
    const content = at + 8
    if (shp.readInt32LE(content) === 0) continue
    const first = content + 44 + shp.readInt32LE(content + 36) * 4
    const points = Array.from({ length: shp.readInt32LE(content + 40) }, (_, n) => first + n * 16)
    yield { record, box: content + 4, points }
  }
}
