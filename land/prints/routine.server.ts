import { join } from 'node:path'
import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { localTime } from '../../kit/server/clock.server.ts'
import { endWords } from '../../runtime/jobs.server.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'
import { messageJson } from '../../runtime/said.ts'
import { sweepFiles } from '../../services/files/cleanup.server.ts'
import { entriesOf, type Storage } from '../../services/files/storage/storage.server.ts'
import { PRINT } from './print-job.ts'

/** How long a printed file can be fetched, and a stopped job gone on with. */
const KEEP_DAYS = 30
const BATCH = 500
/** A file of the store without a job is younger than this while it is handed over. */
const SETTLE_MS = 3_600_000

/** Every ten minutes: jobs whose work ended without a word stand as stopped and can be gone on with; files older than thirty days go, the records stay. */
export const printsRoutine = ({ prints, dataDir }: { prints: Storage; dataDir: string }): Routine => ({
  name: 'prints',
  label: '清理打印文件',
  due: { minutes: 10 },
  async run(r) {
    const { now, system } = r
    const stuck = await system((tx) =>
      tx
        .selectFrom('print_job')
        .select(['id', 'countyCode'])
        .where('status', 'in', [PRINT.queued, PRINT.printing])
        .where((w) =>
          w.not(
            w.exists(
              w
                .selectFrom('job')
                .select('job.id')
                .where('job.id', '=', sql<string>`print_job."jobId"::bigint`)
                .where('job.status', 'in', ['queued', 'running']),
            ),
          ),
        )
        .limit(BATCH)
        .execute(),
    )
    const before = localTime(new Date(now.getTime() - KEEP_DAYS * 86_400_000))
    const old = await system((tx) =>
      tx.selectFrom('print_job').select(['id', 'countyCode', 'fileId']).where('createTime', '<', before).where('fileId', 'is not', null).limit(BATCH).execute(),
    )
    const set = (of: { id?: unknown; countyCode?: unknown }, values: Record<string, unknown>) =>
      system((tx) => tx.updateTable('print_job').set(values).where('countyCode', '=', of.countyCode).where('id', '=', of.id).execute())
    for (const x of stuck) await set(x, { status: PRINT.failed, failReason: messageJson(endWords.died), endTime: localTime(now) })
    for (const x of old) {
      await prints.remove(x.fileId!)
      await set(x, { fileId: null })
    }
    for (const work of await entriesOf(join(dataDir, 'prints', 'work')))
      if (now.getTime() - work.changed > KEEP_DAYS * 86_400_000) await rm(work.path, { recursive: true, force: true })
    const loose = await sweepFiles(prints, r, SETTLE_MS, async (names) => {
      const rows = await system((tx) => tx.selectFrom('print_job').select('fileId').where('fileId', 'in', names).execute())
      return rows.map((x) => x.fileId)
    })
    return `${stuck.length} stopped, ${old.length} expired, ${loose} loose files`
  },
})
