import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { localTime } from '../../kit/server/clock.server.ts'
import type { Tx } from '../../kit/server/db.server.ts'
import type { Routine, RoutineRun } from '../../runtime/maintenance.server.ts'
import { emptyBin } from './bin.server.ts'
import { chunkFolder } from './chunks/chunk-store.server.ts'
import { entriesOf, type Storage } from './storage/storage.server.ts'

/** An upload still under way is younger than this; an upload in chunks waits for its browser for a week. */
const KEEP_MS = 24 * 3_600_000
const KEEP_PIECES_MS = 7 * KEEP_MS
const BATCH = 500
/** Times of files are the machine's, or those of the store: the product's clock, which tests move, says nothing of them. */
const isOlder = ({ changed }: { changed: number }, ms: number): boolean => changed < Date.now() - ms

async function inBatches<T>(list: AsyncIterable<T>, work: (batch: T[]) => Promise<void>): Promise<void> {
  let batch: T[] = []
  for await (const x of list) {
    batch.push(x)
    if (batch.length < BATCH) continue
    await work(batch)
    batch = []
  }
  if (batch.length) await work(batch)
}

/**
 * Removes stored files that no row names: a server was killed before its commit, or the row was removed. Answers their number.
 * @param keepMs a younger file may be on its way to its row
 * @param named which of these names stand in a row
 */
export async function sweepFiles(
  storage: Storage,
  { signal }: RoutineRun,
  keepMs: number,
  named: (names: string[]) => Promise<(string | null)[]>,
): Promise<number> {
  let swept = 0
  await inBatches(storage.all(), async (batch) => {
    signal.throwIfAborted()
    const old = batch.filter((f) => isOlder(f, keepMs)).map((f) => f.name)
    if (old.length === 0) return
    const kept = new Set(await named(old))
    for (const name of old.filter((n) => !kept.has(n))) {
      await storage.remove(name)
      swept += 1
    }
  })
  return swept
}
/** Rows whose file is missing. They are evidence and stay; the message names the first of them. */
async function lostFiles(storage: Storage, { signal, system }: RoutineRun): Promise<string[]> {
  const lost: string[] = []
  let [county, id] = ['', '0']
  for (;;) {
    signal.throwIfAborted()
    const page = await system((tx) =>
      sql<{ countyCode: string; id: string; ossName: string | null }>`select "countyCode", id, "ossName" from attach
        where ("countyCode", id) > (${county}, ${id}::bigint) order by "countyCode", id limit ${BATCH}`.execute(tx),
    )
    for (const row of page.rows) if (row.ossName && !(await storage.has(row.ossName))) lost.push(row.id)
    const last = page.rows.at(-1)
    if (!last) return lost
    ;[county, id] = [last.countyCode, last.id]
  }
}
/** Uploads in chunks that nobody went on with, and folders of chunks without their upload. */
async function sweepChunks(dataDir: string, { now, system }: RoutineRun): Promise<number> {
  const folder = chunkFolder(dataDir)
  const before = localTime(new Date(now.getTime() - KEEP_PIECES_MS))
  await system((tx) => tx.deleteFrom('attach_upload').where('updateTime', '<', before).execute())
  // folders first: one made after that belongs to an upload that the query sees
  const folders = (await entriesOf(folder.root)).filter((f) => /^\d{1,19}$/.test(f.name) && isOlder(f, KEEP_MS))
  if (folders.length === 0) return 0
  const names = folders.map((f) => f.name)
  const open = await system((tx) => tx.selectFrom('attach_upload').select('id').where('id', 'in', names).where('attachId', 'is', null).execute())
  const alive = new Set(open.map((u) => String(u.id)))
  const dead = names.filter((n) => !alive.has(n))
  for (const n of dead) await folder.drop(n)
  return dead.length
}
/** What each tenant's files weigh, counted anew. */
const weighAll = ({ now, system }: RoutineRun) =>
  system((tx) =>
    sql`insert into attach_usage ("tenantId", bytes, "updateTime") select "tenantId", sum("attachSize"), ${localTime(now)}::timestamptz from attach group by "tenantId"
      on conflict ("tenantId") do update set bytes = excluded.bytes, "updateTime" = excluded."updateTime"`.execute(tx),
  )

interface CleanupParts {
  dataDir: string
  storage: Storage
  /** which of these names stand elsewhere than with an attachment; none by default */
  named?(tx: Tx, names: string[]): Promise<(string | null)[]>
}
/** Nightly: what killed servers, broken connections and removed rows left on disk; rows whose file is missing are told. */
export const uploadCleanup = ({ dataDir, storage, named = async () => [] }: CleanupParts): Routine => ({
  name: 'upload-cleanup',
  label: '清理上传残留',
  due: { at: '02:50' },
  async run(r) {
    const old = (await entriesOf(join(dataDir, 'tmp'))).filter((f) => f.name.startsWith('up-') && isOlder(f, KEEP_MS))
    for (const f of old) await rm(f.path, { recursive: true, force: true })
    const chunks = await sweepChunks(dataDir, r)
    await emptyBin(r)
    const swept = await sweepFiles(storage, r, KEEP_MS, async (names) => {
      const rows = await r.system((tx) => tx.selectFrom('attach').select('ossName').where('ossName', 'in', names).execute())
      const binned = await r.system((tx) => tx.selectFrom('attach_bin').select('ossName').where('ossName', 'in', names).execute())
      return [...rows.map((x) => x.ossName), ...binned.map((x) => x.ossName), ...(await r.system((tx) => named(tx, names)))]
    })
    const lost = await lostFiles(storage, r)
    await weighAll(r)
    return `${old.length} files, ${chunks} uploads in chunks, ${swept} stored files without row, ${lost.length} rows without file${lost.length ? `: ${lost.slice(0, 20).join(', ')}` : ''}`
  },
})
