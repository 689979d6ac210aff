// A thousand contracts with their sketches as one job of the server program, which is killed twice in the middle: gone on with, no household twice, no page missing.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildContract } from '../factories.ts'
import { client, endPrograms, preparedPlace, signIn, spawnProgram, type Client, type Place } from '../crash/program.ts'
import { ok } from '../crash/businesses.ts'

const N = Number(process.env.PRINTS ?? 1000)
/** Households after whose telling the program is killed. */
const KILLED_AT = [Math.floor(N / 3), Math.floor((2 * N) / 3)]
const folder = mkdtempSync(join(tmpdir(), 'chengbao-test-prints-'))
let place: Place
beforeAll(async () => {
  place = await preparedPlace(async (a) => {
    for (let n = 0; n < N; n++) await buildContract(a, { name: `户${n}`, members: ['妻'], parcels: 2 })
  })
}, 1_800_000)
afterAll(async () => {
  await endPrograms()
  await place?.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** The job as its list shows it, once it is so; it is asked twice a second. */
async function jobWhere(c: Client, is: (j: any) => boolean): Promise<any> {
  for (;;) {
    const { records } = await ok(c, 'get', '/dzzw/print-job/page')
    if (is(records[0])) return records[0]
    await new Promise((done) => setTimeout(done, 500))
  }
}

test('it ends with a page of every household, recorded and counted once', async () => {
  let id = ''
  for (const [n, at] of KILLED_AT.entries()) {
    const p = spawnProgram()
    await p.start(place, { look: join(import.meta.dirname, '../crash/blind.ts') })
    const address = await p.serving()
    const c = client(address, await signIn(address, 'county'))
    if (n === 0) id = await ok(c, 'post', '/dzzw/print-job/start', { regionCode: '512021', forms: 'contract-sketch,djb', packing: '1', duplex: 1 })
    await jobWhere(c, (j) => Number(j.done) >= at)
    await p.kill('SIGKILL')
  }
  const p = spawnProgram()
  await p.start(place, { look: join(import.meta.dirname, '../crash/blind.ts') })
  const address = await p.serving()
  const c = client(address, await signIn(address, 'county'))
  // a job that two programs died over is not begun a third time by itself: it stands as stopped, and a person goes on with it
  const stopped = await jobWhere(c, (j) => j.status === '3')
  expect(Number(stopped.done)).toBeGreaterThanOrEqual(KILLED_AT[1]!)
  expect(Number(stopped.done)).toBeLessThan(N)
  await ok(c, 'post', '/dzzw/print-job/resume', { id })
  const done = await jobWhere(c, (j) => !['0', '1'].includes(j.status))
  expect([done.status, Number(done.done), Number(done.left)]).toEqual(['2', N, 0])

  const bytes = Buffer.from(await (await c.open('/dzzw/print-job/download', { id })).arrayBuffer())
  await p.kill('SIGTERM')
  // several files come packed, one as it is
  const isPacked = bytes.subarray(0, 2).toString() === 'PK'
  const file = join(folder, isPacked ? 'all.zip' : 'one.pdf')
  writeFileSync(file, bytes)
  if (isPacked) execFileSync('unzip', ['-q', file, '-d', folder])
  const volumes = isPacked ? execFileSync('unzip', ['-Z1', file], { encoding: 'utf8' }).trim().split('\n') : ['one.pdf']
  expect(volumes).toHaveLength(Math.ceil(N / 250))
  // every household has its bookmark in its place, and both forms of each begin on the front of a sheet
  const names: string[] = []
  let pages = 0
  for (const v of volumes) {
    const path = join(folder, v)
    pages += Number(/Pages:\s+(\d+)/.exec(execFileSync('pdfinfo', [path], { encoding: 'utf8' }))![1])
    const outline = execFileSync('mutool', ['show', path, 'outline'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
    const own = [...outline.matchAll(/户(\d+)/g)].map((m) => m[1]!)
    names.push(...own)
    const text = execFileSync('pdftotext', [path, '-'], { encoding: 'utf8', maxBuffer: 2 ** 28 })
    for (const name of own) expect([name, text.includes(`户${name}`)]).toEqual([name, true])
  }
  expect(names.map(Number)).toEqual(Array.from({ length: N }, (_, i) => i))

  const db = await place.open()
  try {
    const { rows: records } = await db.pool.query('select code, form, pages from print_record where "printId" = $1', [id])
    expect(new Set(records.map((r) => `${r.code} ${r.form}`)).size).toBe(2 * N)
    expect(records).toHaveLength(2 * N)
    expect(pages).toBe(records.reduce((n, r) => n + r.pages + (r.pages % 2), 0))
    const { rows: counted } = await db.pool.query('select "printCount" as n, count(*)::int as books from djb group by 1')
    expect(counted.map((x) => [Number(x.n), x.books])).toEqual([[1, N]])
  } finally {
    await db.close()
  }
}, 3_600_000)
