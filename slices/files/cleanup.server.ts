import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Routine } from '../../kit/server/maintenance.server.ts'

/** An upload still under way is younger than this. */
const KEEP_MS = 24 * 3_600_000

/** Entries of a folder with their last change; none when there is no such folder, and none for what vanishes meanwhile. */
export async function entriesOf(folder: string): Promise<{ name: string; path: string; changed: number }[]> {
  const names = await readdir(folder).catch((e: NodeJS.ErrnoException) => {
    if (e.code === 'ENOENT') return [] as string[]
    throw e
  })
  const all = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        (s) => [{ name, path: join(folder, name), changed: s.mtimeMs }],
        () => [],
      ),
    ),
  )
  return all.flat()
}

/** Nightly: uploads that a killed server or a broken connection left in the folder for files on their way in. */
export const uploadCleanup = ({ dataDir }: { dataDir: string }): Routine => ({
  name: 'upload-cleanup',
  label: '清理上传残留',
  due: { at: '02:50' },
  async run({ now }) {
    const old = (await entriesOf(join(dataDir, 'tmp'))).filter((f) => f.name.startsWith('up-') && f.changed < now.getTime() - KEEP_MS)
    for (const f of old) await rm(f.path, { recursive: true, force: true })
    return `${old.length} files`
  },
})
