import { join } from 'node:path'
import type { Routine } from '../../runtime/maintenance.server.ts'
import { entriesOf } from '../../services/files/storage/storage.server.ts'
import { dropFolder } from './storage.server.ts'

/** Nightly: work folders (DATA_DIR/work/hjb-<job>) whose job neither waits nor runs any more. */
export const packageCleanup = ({ dataDir }: { dataDir: string }): Routine => ({
  name: 'hjb-cleanup',
  label: '清理汇交工作目录',
  due: { at: '02:55' },
  async run({ system }) {
    // folders first: one made after that belongs to a job that the query sees
    const folders = (await entriesOf(join(dataDir, 'work'))).flatMap((f) => {
      const id = /^hjb-(\d{1,19})$/.exec(f.name)?.[1]
      return id ? [{ id, path: f.path }] : []
    })
    if (folders.length === 0) return '0 folders'
    const open = await system((tx) =>
      tx
        .selectFrom('job')
        .select('id')
        .where('status', 'in', ['queued', 'running'])
        .where(
          'id',
          'in',
          folders.map((f) => f.id),
        )
        .execute(),
    )
    const busy = new Set(open.map((j) => j.id))
    const left = folders.filter((f) => !busy.has(f.id))
    for (const f of left) await dropFolder(f.path)
    return `${left.length} folders`
  },
})
