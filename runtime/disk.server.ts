import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes below a folder; none where there is no such folder, and none of a file that goes meanwhile. */
export async function sizeOfFolder(folder: string): Promise<number> {
  let sum = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []))
    if (entry.isFile())
      sum += await stat(join(entry.parentPath, entry.name)).then(
        (s) => s.size,
        () => 0,
      )
  return sum
}

/** Bytes that are free on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
