// The nightly look at filed files: seconds over so many files of 100 kB, stopped in the middle and gone on with, and what it finds.
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { archiveRoutine } from '../business/archives/nightly.server.ts'
import { localTime } from '../kit/server/clock.server.ts'
import { openMaintenance } from '../runtime/maintenance.server.ts'
import { folderStorage, storageName } from '../services/files/storage/storage.server.ts'
import { world } from '../tests/world.ts'
import { figure, forget, judge, memory, print } from './measure.ts'

const MB = 2 ** 20
const N = Number(process.argv.find((a) => a.startsWith('--files='))?.slice(8) ?? 100_000)
const BYTES = 100_000
/** Papers of a volume. */
const PAPERS = 10
/** Seconds for a hundred thousand files, and most bytes over the memory before. */
const LIMIT = { seconds: 600, memory: 150 * MB }
const GROUP = '51202111920303'

const w = await world()
const wrong: string[] = []
const folder = join(w.dataDir, 'files')
const pathOf = (name: string) => join(folder, name.slice(0, 2), name.slice(2, 4), name)

/** So many files in the store, each other bytes, with the rows of their volumes: as they lie once they were filed. */
async function fill(): Promise<void> {
  const bytes = randomBytes(BYTES)
  const volumes = N / PAPERS
  const common = {
    countyCode: '512021',
    tenantId: '000000',
    createUser: '1',
    createTime: w.ago(0),
    updateUser: '1',
    updateTime: w.ago(0),
    rev: 0,
    regionCode: GROUP,
  }
  const insert = async (table: 'attach' | 'file_detail' | 'file_group', rows: object[]) => {
    const names = Object.keys(rows[0]!)
    const columns = names.map((n) => `"${n}"`).join(', ')
    await w.db.pool.query(`insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`, [JSON.stringify(rows)])
  }
  for (let v = 0; v < volumes; v++) {
    const groupId = String(10_000_000 + v)
    const files: { name: string; sha256: string; id: string }[] = []
    for (let i = 0; i < PAPERS; i++) {
      const n = v * PAPERS + i
      bytes.writeUInt32BE(n)
      const name = storageName()
      await mkdir(dirname(pathOf(name)), { recursive: true })
      await writeFile(pathOf(name), bytes)
      files.push({ name, sha256: createHash('sha256').update(bytes).digest('hex'), id: String(20_000_000 + n) })
    }
    const of = files.map((f, i) => ({ ...common, id: f.id, name: `${i}.pdf`, ossName: f.name, extension: 'pdf', contentType: 'application/pdf', attachSize: BYTES, sha256: f.sha256, businessId: groupId, locked: 1 })) // prettier-ignore
    const papers = files.map((f, i) => ({ ...common, id: f.id, groupId, sort: i + 1, docType: '02', title: `文件${i}`, pages: 1, pageFrom: i + 1, pageTo: i + 1, businessId: groupId, attachId: f.id, sha256: f.sha256, size: BYTES, version: 1, isCurrent: 1, source: f.id })) // prettier-ignore
    await insert('attach', of)
    await insert('file_detail', papers)
    await insert('file_group', [{ ...common, id: groupId, archiveNo: `${GROUP}-C-${groupId}`, title: '案卷', groupType: 'C', fbfbm: GROUP, year: 2026, files: PAPERS, pages: PAPERS, retention: '1', securityLevel: '0', isOpen: '0', status: '0' }]) // prettier-ignore
  }
}
const storage = folderStorage(folder)
let at = new Date(w.now().getTime())
/** One night; `until` stops it after so many files. Answers what it said. */
async function night(until = Infinity): Promise<string> {
  const stop = new AbortController()
  let looked = 0
  const has: typeof storage.has = (name) => {
    if (++looked > until) stop.abort(new Error('stopped'))
    return storage.has(name)
  }
  const routine = archiveRoutine({ ...storage, has })
  const stopping: typeof routine = { ...routine, run: (r) => routine.run({ ...r, signal: AbortSignal.any([r.signal, stop.signal]) }) }
  at = new Date(at.getTime() + 86_400_000)
  const said: string[] = []
  const work = openMaintenance(w.db, [stopping], { enqueue: () => Promise.reject(new Error()), log: (m) => said.push(String(m)), now: () => at })
  await work.runDue()
  const { rows } = await w.db.pool.query(`select message from routine where name = 'archive-check'`)
  return String(rows[0].message ?? said.join(' '))
}

try {
  const made = performance.now()
  await fill()
  await w.db.pool.query('analyze attach, file_detail, file_group')
  console.log(`${N} files of ${BYTES} bytes in ${N / PAPERS} volumes made in ${figure((performance.now() - made) / 1000)} s, ${localTime(at)}`)
  const idle = memory(process.pid, 'VmRSS')
  forget(process.pid)
  const steps: string[][] = []
  const timed = async (name: string, until?: number) => {
    const [from, used] = [performance.now(), process.cpuUsage()]
    const said = await night(until)
    const seconds = (performance.now() - from) / 1000
    const { user, system } = process.cpuUsage(used)
    steps.push([name, figure(seconds), figure((user + system) / 1e6), said])
    return seconds
  }
  const half = await timed('stopped at a half', N / 2)
  const { rows: kept } = await w.db.pool.query('select id::text from archive_cursor')
  if (kept.length !== 1) wrong.push('no place was kept')
  const rest = await timed('gone on with')
  const looked = Number(/^(\d+) volumes/.exec(steps[1]![3]!)?.[1])
  if (!(looked <= N / PAPERS / 2 + 2)) wrong.push(`gone on with ${looked} volumes`)
  console.log(`\n${N} files, ${process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'embedded'}`)
  print(['', 'seconds', 'of the processors', 'said'], steps)
  const over = memory(process.pid, 'VmHWM') - idle
  const limit = (LIMIT.seconds * N) / 100_000
  console.log(`together ${figure(half + rest)} s (limit ${figure(limit)}), memory over before ${figure(over / MB)} MB (limit ${LIMIT.memory / MB})`)
  if (half + rest > limit) wrong.push(`${figure(half + rest)} s`)
  if (over > LIMIT.memory) wrong.push(`memory ${figure(over / MB)} MB`)
  judge(wrong)
} finally {
  await w.end()
}
