import { spawnSync } from 'node:child_process'
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writeXlsxStream } from 'hucre/xlsx'
import { cellOf, type ExportCell, type CellPlan } from '../services/exchange/exports/cells.ts'
import { dk } from '../land/definitions/dk.ts'
import { openCounty } from './county.ts'
import { figure, judge, median, print, sizesOf } from './measure.ts'
import { COUNTY, nameOf, type Bench } from './setup.ts'

const MB = 2 ** 20
/** Limits of the whole process while a list of any length is exported, and of the time against the library. Source: README.md. */
const LIMIT = { memory: 250 * MB, ratio: 1.3, list: 1.5 }
const LIST = `/base-dlxx/dk/page?current=1&size=10&regionCode=${COUNTY}102205`
const CALLS = 400
/** First word of the command line of a process that measures one thing. */
const ONE = '--one'
const MODES = ['export', 'library', 'driver', 'list'] as const
type Mode = (typeof MODES)[number]
interface Figures {
  rows: number
  seconds: number
  idle: number
  peak: number
  /** median milliseconds of a list request before and during an export */
  alone?: number
  during?: number
}

/** The kernel's own record of the most memory held since `forget`, bytes (Linux). */
const peakOf = () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'latin1'))![1]) * 1024
const forget = () => writeFileSync('/proc/self/clear_refs', '5')
const nap = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Asks for the export as the browser does and waits until it can be fetched. */
async function exported(b: Bench): Promise<number> {
  const { id } = JSON.parse(String(await b.get('/widget/export?type=1013&entity=dk'))).data as { id: string }
  for (;;) {
    await nap(50)
    const { rows } = await b.bare.query(
      `select r.status, r."failReason", j.result ->> 'rows' as done from export_record r left join job j on j.id = r."jobId" where r.id = $1`,
      [id],
    )
    if (rows[0].status === 3) throw new Error(rows[0].failReason)
    if (rows[0].status === 2 && rows[0].done) return Number(rows[0].done)
  }
}

const PLAIN: CellPlan[] = ['dkbm', 'dkmc', 'dklb', 'tdlylx', 'dldj', 'tdyt', 'sfjbnt', 'cbfmc', 'scmj', 'scmjm', 'qqmjm']
  .concat(['dkdz', 'dkxz', 'dknz', 'dkbz', 'zjrxm', 'sfqqqg', 'djzt', 'lzzt', 'dyzt', 'yyzt'])
  .map((title) => ({ title, width: 16, as: ['area', 'int'].includes(dk.fields[title as keyof typeof dk.fields].kind) ? 'number' : 'text' }))
const NAMES = PLAIN.map((p) => p.title)
/** The library over rows that come as fast as they are asked for. */
async function library(rows: AsyncIterable<ExportCell[]>): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'chengbao-bench-'))
  const columns = PLAIN.map((p) => ({ header: p.title, width: p.width, ...(p.as === 'text' ? { numFmt: '@' } : {}) }))
  const stream = writeXlsxStream(rows, { name: 'dk', columns, freezePane: { rows: 1 } })
  await pipeline(Readable.fromWeb(stream as never), createWriteStream(join(dir, 'bare.xlsx')))
  await rm(dir, { recursive: true })
}
const STEP = 1000
/** All parcels of the county through the bare driver, by the list's order. */
async function* read(b: Bench): AsyncGenerator<ExportCell[]> {
  const select = `select id, "regionCode", ${NAMES.map((n) => `"${n}"`).join(', ')} from dk where "tenantId" = '000000' and "regionCode" >= $1 and "regionCode" < $2`
  let after: unknown[] = ['', '', '0']
  for (;;) {
    const { rows } = await b.bare.query(`${select} and ("regionCode", dkbm, id) > ($3, $4, $5) order by "regionCode", dkbm, id limit ${STEP}`, [
      COUNTY,
      `${COUNTY}~`,
      ...after,
    ])
    for (const r of rows) yield PLAIN.map((p) => cellOf(p, r[p.title]))
    if (rows.length < STEP) return
    const last = rows.at(-1)
    after = [last.regionCode, last.dkbm, last.id]
  }
}
/** The first rows of the county again and again: the library alone, without a database. */
async function* repeated(b: Bench, parcels: number): AsyncGenerator<ExportCell[]> {
  const some: ExportCell[][] = []
  for await (const row of read(b)) if (some.push(row) === 1000) break
  for (let i = 0; i < parcels; i++) yield some[i % some.length]!
}

/** Medians of list requests, one after the other with a breath between, as people ask. */
async function listMedian(b: Bench, until: () => boolean): Promise<number> {
  const taken: number[] = []
  while (!until() || taken.length < CALLS) {
    const from = performance.now()
    await b.get(LIST)
    taken.push(performance.now() - from)
    await nap(5)
    if (taken.length >= CALLS * 20) break
  }
  return median(taken)
}

async function one(mode: Mode, parcels: number): Promise<void> {
  const b = await openCounty(parcels, process.env.BENCH_NAME || nameOf(parcels))
  b.jobs.start()
  for (let i = 0; i < 300; i++) await b.get(LIST)
  const idle = process.memoryUsage().rss
  const out: Figures = { rows: parcels, seconds: 0, idle, peak: 0 }
  forget()
  const from = performance.now()
  if (mode === 'export') out.rows = await exported(b)
  else if (mode === 'driver') await library(read(b))
  else if (mode === 'library') await library(repeated(b, parcels))
  else {
    let count = 0
    out.alone = await listMedian(b, () => ++count > CALLS)
    let over = false
    const work = exported(b).then(() => (over = true))
    out.during = await listMedian(b, () => over)
    await work
  }
  out.seconds = (performance.now() - from) / 1000
  out.peak = peakOf()
  console.log(JSON.stringify(out))
  await b.jobs.stop()
  await b.close()
}
/**
 * A capped heap, for the figure of memory: without a cap the engine lets rubbish lie until it feels like it, and the figure says nothing of what an
 * export needs. Times are taken without it.
 */
const CAPPED = ['--max-old-space-size=100', '--max-semi-space-size=1']
/** Measures one thing in a process of its own, so that nothing else counts. */
function figures(mode: Mode, parcels: number, flags: readonly string[] = []): Figures {
  const child = spawnSync(process.execPath, [...flags, import.meta.filename, ONE, mode, String(parcels)], {
    encoding: 'utf8',
    maxBuffer: 16 * MB,
    env: { ...process.env, ...(flags.length > 0 ? { MALLOC_ARENA_MAX: '1' } : {}) },
  })
  if (child.status !== 0) throw new Error(`${mode}: ${child.stderr}`)
  return JSON.parse(child.stdout.trim().split('\n').at(-1)!) as Figures
}

/** Times are compared in so many rounds, the sides one after the other, where one does not take minutes. */
const roundsOf = (parcels: number) => (parcels > 200_000 ? 1 : 3)
/**
 * All parcels of a county to Excel: the product (asked over HTTP, read under row-level security, written by its thread, stored) against the library alone over
 * as many rows from memory, and against driver and library in one loop; the most memory of the whole process; a list request before and meanwhile.
 */
function measure(parcels: number): string[] {
  const sides = ['export', 'library', 'driver'] as const
  const rounds = Array.from({ length: roundsOf(parcels) }, () => sides.map((m) => figures(m, parcels)) as [Figures, Figures, Figures])
  const seconds = sides.map((_m, i) => median(rounds.map((r) => r[i]!.seconds)))
  const against = (i: 1 | 2) => median(rounds.map((r) => r[0].seconds / r[i].seconds))
  const memory = figures('export', parcels, CAPPED)
  const list = figures('list', parcels)
  const growth = list.during! / list.alone!
  console.log(`\nExport of ${memory.rows} parcels, ${PLAIN.length} columns`)
  print(
    ['', 'seconds', 'export : it'],
    sides.map((m, i) => [m, figure(seconds[i]!), i === 0 ? '' : against(i as 1 | 2).toFixed(2)]),
  )
  console.log(`memory of the whole process ${figure(memory.peak / MB)} MB, idle ${figure(memory.idle / MB)} MB (limit ${LIMIT.memory / MB})`)
  console.log(`a list request ${figure(list.alone!)} ms alone, ${figure(list.during!)} ms during an export: ${growth.toFixed(2)} (limit ${LIMIT.list})`)
  return [
    ...(against(1) > LIMIT.ratio ? [`time of ${parcels} against the library`] : []),
    ...(memory.peak > LIMIT.memory ? [`memory of ${parcels}`] : []),
    ...(growth > LIMIT.list ? [`list requests during ${parcels}`] : []),
  ]
}

const [first, ...rest] = process.argv.slice(2)
if (first === ONE) await one(rest[0] as Mode, Number(rest[1]))
else judge(sizesOf(process.argv.slice(2)).flatMap(measure))
