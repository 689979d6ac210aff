import { endWords } from '../../../runtime/jobs.server.ts'
import { messageJson } from '../../../runtime/said.ts'
import { localTime } from '../../../kit/server/clock.server.ts'
import type { Routine } from '../../../runtime/maintenance.server.ts'
import { sweepFiles } from '../../files/cleanup.server.ts'
import type { Storage } from '../../files/storage/storage.server.ts'
import { BATCH } from './imports.ts'

/** How long a preview waits for a decision, and how long a written batch can be withdrawn. */
const KEEP_DAYS = 30,
  KEEP_WRITTEN_DAYS = 180
/** Batches of one round. */
const BATCHES = 200
/** A file of the store without a batch is younger than this while it is handed over. */
const SETTLE_MS = 3_600_000
const DAY_MS = 86_400_000

/**
 * Every ten minutes: batches whose job ended without a word (the server died under it too often) are given back; old batches go with their rows,
 * which hold personal data, and so do files that no batch names.
 */
export const importRoutine = (storage: Storage): Routine => ({
  name: 'imports',
  label: '清理导入',
  due: { minutes: 10 },
  async run(r) {
    const { now, system } = r
    const ended = await system((tx) =>
      tx
        .updateTable('import_batch')
        .set((w) => ({
          status: w.case().when('status', '=', BATCH.reading).then(BATCH.failed).when('done', '>', 0).then(BATCH.written).else(BATCH.ready).end(),
          failReason: messageJson(endWords.died),
          endTime: localTime(now),
        }))
        .where('status', 'in', [BATCH.reading, BATCH.writing, BATCH.withdrawing])
        .where((w) =>
          w.not(w.exists(w.selectFrom('job').select('job.id').whereRef('job.id', '=', 'import_batch.jobId').where('job.status', 'in', ['queued', 'running']))),
        )
        .executeTakeFirst(),
    )
    const before = (days: number) => localTime(new Date(now.getTime() - days * DAY_MS))
    const old = await system((tx) =>
      tx
        .selectFrom('import_batch')
        .select(['id', 'fileId'])
        .where('createTime', '<', before(KEEP_DAYS))
        .where((w) => w.or([w('status', 'in', [BATCH.ready, BATCH.failed]), w('createTime', '<', before(KEEP_WRITTEN_DAYS))]))
        .where('status', 'not in', [BATCH.reading, BATCH.writing, BATCH.withdrawing])
        .limit(BATCHES)
        .execute(),
    )
    for (const b of old) if (b.fileId) await storage.remove(b.fileId)
    const ids = old.map((b) => b.id)
    if (ids.length > 0) await system((tx) => tx.deleteFrom('import_batch').where('id', 'in', ids).execute())
    const loose = await sweepFiles(storage, r, SETTLE_MS, async (names) => {
      const rows = await system((tx) => tx.selectFrom('import_batch').select('fileId').where('fileId', 'in', names).execute())
      return rows.map((x) => x.fileId)
    })
    return `${ended.numUpdatedRows} ended, ${old.length} expired, ${loose} loose files`
  },
})
