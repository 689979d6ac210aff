// A file of a gigabyte at the uploader of a real browser: the browser is killed at a third, the server at two thirds and again in the merge. How long
// each step takes, the most memory that every life of the server and the page held over their idle size, and whether the page stayed free.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { arrived, choose, killStage, openFiles, until, type Window } from '../tests/browser/kill-stage.ts'
import { figure, forget, judge, memory, print } from './measure.ts'

const MB = 2 ** 20
const SIZE = Number(process.argv.find((a) => a.startsWith('--mb='))?.slice(5) ?? 1024) * MB
const SLICE = 20 * MB
const CHUNKS = Math.ceil(SIZE / SLICE)
/** Most that a process may hold over the idle size, bytes, whatever the size of the file. */
const LIMIT = 256 * MB
const AT = '/cpt-resource/attach/endpoint'
const NAME = '航拍.mp4'

const rows: string[][] = []
const held: Held[] = []
const wrong: string[] = []
const hold = (so: boolean, what: string) => so || wrong.push(what)
async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now()
  const done = await work()
  rows.push([name, figure((performance.now() - from) / 1000)])
  return done
}
interface Held {
  kind: 'server' | 'page'
  name: string
  idle: number
  most: number
}
/** Watches a process: the answer tells what it held at most. */
function watch(kind: Held['kind'], name: string, pid: number): () => void {
  const idle = memory(pid, 'VmRSS')
  forget(pid)
  return () => void held.push({ kind, name, idle, most: memory(pid, 'VmHWM') })
}
/** What each process held at most over the least that one of its kind held idle: one that begins with much garbage hides nothing. */
const overIdle = (h: Held): number => h.most - Math.min(...held.filter((x) => x.kind === h.kind).map((x) => x.idle))
/** Watches a page: its process, and how long at most it did nothing else. Answers ms. */
async function watchPage(name: string, w: Window): Promise<() => Promise<number>> {
  await w.page.evaluate(() => {
    const page = window as unknown as { longest: number }
    let last = performance.now()
    page.longest = 0
    setInterval(() => {
      const now = performance.now()
      page.longest = Math.max(page.longest, now - last)
      last = now
    }, 20)
  })
  const told = watch('page', name, (await w.pids()).tab)
  return async () => {
    told()
    return w.page.evaluate(() => (window as unknown as { longest: number }).longest)
  }
}

const dir = await mkdtemp(join(tmpdir(), 'chengbao-big-'))
const path = join(dir, NAME)
const s = await killStage()
try {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')]
  const out = await open(path, 'wx')
  for (let at = 0; at < SIZE; at += SLICE) {
    const bytes = randomBytes(Math.min(SLICE, SIZE - at))
    if (at === 0) bytes.write('\0\0\0\x18ftypmp42', 0, 'latin1')
    for (const d of [md5, sha256]) d.update(bytes)
    await out.write(bytes)
  }
  await out.close()
  const [key, digest] = [md5.digest('hex'), sha256.digest('hex')]
  const county = await s.as('county')
  const { records } = (await county.get('/base-qssj/cbf/page', { size: '5' }))!.data
  const [home, next] = records.map((r: { id: string }) => r.id) as [string, string]
  const opened = async (account: string, id: string) => {
    const w = await s.enter(account)
    await openFiles(w, s.url, id)
    return w
  }

  const first = await opened('county', home)
  let server = watch('server', 'first life', s.server().pid)
  let page = await watchPage('first browser', first)
  await choose(first, path)
  await step('digests, until the first piece', () => until(async () => (await s.kept()) > 0))
  await step('pieces, until a third', () => until(async () => (await s.kept()) >= CHUNKS / 3))
  let longest = await page()
  await first.kill()

  const second = await opened('county', home)
  page = await watchPage('second browser', second)
  const there = await s.kept()
  await choose(second, path)
  await step('digests in the second browser', () => until(async () => (await s.kept()) > there))
  await step('pieces, until two thirds', () => until(async () => (await s.kept()) >= (CHUNKS * 2) / 3))
  server()
  await s.server().kill('SIGKILL')
  const left = await s.kept()
  await step('server killed: the next one serves', s.start)
  server = watch('server', 'second life', s.server().pid)
  await step('the page goes on by itself', () => until(async () => (await s.kept()) > left))
  const merging = async () => {
    const names = (await readdir(join(s.place.dataDir, 'tmp'))).filter((n) => n.startsWith('up-merge-'))
    // a file that is whole leaves the folder
    const sizes = await Promise.all(
      names.map((n) =>
        stat(join(s.place.dataDir, 'tmp', n)).then(
          (f) => f.size,
          () => SIZE,
        ),
      ),
    )
    return sizes.some((n) => n > SIZE / 3)
  }
  await step('the other pieces, and a third of the merge', () => until(merging))
  server()
  await s.server().kill('SIGKILL')
  hold((await county.get(`${AT}/list-by-businessId`, { businessId: home })) === undefined, 'the server is not dead')
  await step('server killed in the merge: the next one serves', s.start)
  server = watch('server', 'third life', s.server().pid)
  await step('the page goes on by itself: merged', () => arrived(second, NAME))
  longest = Math.max(longest, await page())
  hold(second.pieces() === CHUNKS - there, `the second browser sent ${second.pieces()} pieces of ${CHUNKS - there}`)

  const files = (await county.get(`${AT}/list-by-businessId`, { businessId: home }))!.data as { id: string; attachSize: number; sha256: string }[]
  hold(files.length === 1 && files[0]!.attachSize === SIZE && files[0]!.sha256 === digest, `attachments: ${JSON.stringify(files)}`)
  const got = createHash('sha256')
  await step('download', async () => {
    for await (const part of (await county.open(`${AT}/download`, { id: files[0]!.id })).body!) got.update(part)
  })
  hold(got.digest('hex') === digest, 'the download has another SHA-256')

  const admin = await opened('admin', next)
  page = await watchPage('second person', admin)
  await choose(admin, path)
  await step('a second person: digests and copy', () => arrived(admin, NAME))
  longest = Math.max(longest, await page())
  hold(admin.pieces() === 0, `the second person sent ${admin.pieces()} pieces`)
  server()

  const other = await s.as('admin', '100001')
  const asked = async (attachMd5: string, sha: string) => JSON.stringify(await other.post(`${AT}/check-file`, { attachMd5, sha256: sha, sliceOffset: SLICE }))
  const known = await asked(key, digest)
  hold(known === (await asked(randomBytes(16).toString('hex'), randomBytes(32).toString('hex'))), `another tenant was answered ${known}`)
  const source = await open(path)
  for (let i = 0; i < Math.min(2, CHUNKS); i++) {
    const { bytesRead, buffer } = await source.read(Buffer.alloc(SLICE), 0, SLICE, i * SLICE)
    const bytes = buffer.subarray(0, bytesRead)
    const facts = { attachMd5: key, attachName: NAME, attachSize: String(SIZE), attachChunk: String(CHUNKS) }
    const piece = { chunkMd5: createHash('md5').update(bytes).digest('hex'), chunkSize: String(bytesRead), chunkIndex: String(i) }
    const a = await other.upload(`${AT}/upload-chunk`, { name: 'blob', bytes }, { ...facts, ...piece })
    hold(a?.data?.code === 5, `another tenant's piece: ${JSON.stringify(a)}`)
  }
  await source.close()

  console.log(`${SIZE / MB} MB in ${CHUNKS} pieces; the first browser was killed after ${there}, the server after ${left}`)
  print(['step', 'seconds'], rows)
  console.log()
  const mb = (bytes: number) => figure(bytes / MB)
  print(
    ['process', '', 'MB idle', 'MB at most', 'over the least idle'],
    held.map((h) => [h.kind, h.name, mb(h.idle), mb(h.most), mb(overIdle(h))]),
  )
  for (const h of held) hold(overIdle(h) <= LIMIT, `${h.kind}, ${h.name}: ${mb(overIdle(h))} MB over the least idle`)
  console.log(`\nthe page stood still for ${figure(longest)} ms at most; another tenant was answered ${known}`)
  judge(wrong)
} finally {
  await s.end()
  await rm(dir, { recursive: true, force: true })
}
