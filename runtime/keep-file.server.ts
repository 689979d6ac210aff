import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * A small file that is made once and then kept: answers its text, made by `make` when it is missing. It appears under its name only whole and on disk,
 * so a server killed meanwhile leaves none; of two servers that make it at once, the first one's stays. Readable by the server's own user only.
 */
export async function keptFile(file: string, make: () => string): Promise<string> {
  const known = await readFile(file, 'utf8').catch((e: NodeJS.ErrnoException) => {
    if (e.code === 'ENOENT') return undefined
    throw e
  })
  if (known !== undefined) return known
  await mkdir(dirname(file), { recursive: true })
  const temp = `${file}.${randomUUID()}`
  const handle = await open(temp, 'wx', 0o600)
  try {
    await handle.writeFile(make())
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    // link never replaces
    await link(temp, file)
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code !== 'EEXIST') throw e
  } finally {
    await rm(temp, { force: true })
  }
  return readFile(file, 'utf8')
}

/** Puts a file's bytes, or the names in a folder, on disk: what a transaction is going to speak of must be there before it commits. */
export async function toDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
