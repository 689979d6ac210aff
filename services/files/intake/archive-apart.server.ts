import { inThread } from '../../../runtime/thread.server.ts'
import type { ArchiveTask } from './archive.server.ts'
import { fileProblems } from '../problems.ts'

/** Megabytes that the thread may hold: entries are read through and never kept. */
const HEAP_MB = 64
/** Reads an archive through in a thread of its own (archive.server.ts). @throws a problem that names what is wrong */
export const checkArchive = (task: ArchiveTask): Promise<void> =>
  inThread(new URL('./archive-worker.server.ts', import.meta.url), task, {
    heapMb: HEAP_MB,
    tooLarge: () => fileProblems.unsafe({ zh: '压缩文件解压后过大', en: 'the archive is too large when unpacked' }),
  })
