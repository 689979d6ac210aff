import { localTime } from '../../../kit/server/clock.server.ts'
import { endWords } from '../../../runtime/jobs.server.ts'
import { messageJson } from '../../../runtime/said.ts'
import type { Routine } from '../../../runtime/maintenance.server.ts'
import { sweepFiles } from '../../files/cleanup.server.ts'
import type { Storage } from '../../files/storage/storage.server.ts'
import { EXPORT_STATUS } from './exports.ts'

/** How long an export can be downloaded. */
const KEEP_DAYS = 30
/** Rows of one round. */
const BATCH = 500
/** A file of the store without a record is younger than this while it is handed over. */
const SETTLE_MS = 3_600_000

/**
 * Every ten minutes: exports whose work ended without a word (the server died under it too often) have failed; records of more than thirty days go
 * with their files, and so do files that no record names.
 */
export const exportRoutine = (storage: Storage): Routine => ({
  name: 'exports',
  label: '清理导出',
  due: { minutes: 10 },
  async run(r) {
    const { now, system } = r
    const left = await system((tx) =>
      tx
        .updateTable('export_record')
        .set({ status: EXPORT_STATUS.failed, failReason: messageJson(endWords.died), endTime: localTime(now) })
        .where('status', 'in', [EXPORT_STATUS.queued, EXPORT_STATUS.exporting])
        .where((w) =>
          w.not(w.exists(w.selectFrom('job').select('job.id').whereRef('job.id', '=', 'export_record.jobId').where('job.status', 'in', ['queued', 'running']))),
        )
        .executeTakeFirst(),
    )
    const before = localTime(new Date(now.getTime() - KEEP_DAYS * 86_400_000))
    const old = await system((tx) =>
      tx
        .selectFrom('export_record')
        .select(['id', 'fileId'])
        .where('createTime', '<', before)
        .where('status', 'in', [EXPORT_STATUS.finished, EXPORT_STATUS.failed])
        .limit(BATCH)
        .execute(),
    )
    for (const x of old) if (x.fileId) await storage.remove(x.fileId)
    const gone = old.map((x) => x.id)
    if (gone.length > 0) await system((tx) => tx.deleteFrom('export_record').where('id', 'in', gone).execute())
    const loose = await sweepFiles(storage, r, SETTLE_MS, async (names) => {
      const rows = await system((tx) => tx.selectFrom('export_record').select('fileId').where('fileId', 'in', names).execute())
      return rows.map((x) => x.fileId)
    })
    return `${left.numUpdatedRows} failed, ${old.length} expired, ${loose} loose files`
  },
})
