import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PerformanceObserver } from 'node:perf_hooks'
import { openPackage } from '../packages/package/open.server.ts'
import { layerOf } from '../packages/package/staged.ts'
import { ours, PACKAGE, type Ours, type Step } from './import.ts'
import { figure, judge, print } from './measure.ts'
import { drop, open } from './setup.ts'

const MB = 2 ** 20
/** The heap a package of any size is imported in, MB: without a cap the engine lets garbage lie until it feels like it, with it it dies of need. */
const HEAP = 256
/** Most that the process may hold over its idle size, bytes: what the cap leaves, and what lies outside the heap. Source: the limits in README.md. */
const LIMIT = 400 * MB
const NAME = 'benchmemory'
/** First word of the command line of a process that imports one package. */
const ONE = '--one'

/** What one package costs its process. Bytes; `live` = most heap that a full collection left in use, over the idle process. */
interface Cost {
  idle: number
  peak: Record<Step, number>
  live: number
  ms: Ours
}

/** The kernel's own record of the most memory held since `forget`, bytes (Linux). */
const peakOf = () => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'latin1'))![1]) * 1024
const forget = () => writeFileSync('/proc/self/clear_refs', '5')

/** Imports one package in this process and prints its cost as JSON. */
async function one(zip: string, county: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'chengbao-bench-'))
  const b = await open(NAME)
  try {
    globalThis.gc!()
    const { rss: idle, heapUsed } = process.memoryUsage()
    const peak: Cost['peak'] = { receive: 0, checks: 0, write: 0 }
    let live = 0
    const observer = new PerformanceObserver((list) => {
      const full = list.getEntries().some((e) => (e as unknown as { detail: { kind: number } }).detail.kind === 4)
      if (full) live = Math.max(live, process.memoryUsage().heapUsed - heapUsed)
    })
    observer.observe({ entryTypes: ['gc'] })
    forget()
    const ms = await ours(b, zip, county, dataDir, '200000', (step) => {
      peak[step] = peakOf()
      forget()
    })
    observer.disconnect()
    console.log(JSON.stringify({ idle, peak, live, ms } satisfies Cost))
  } finally {
    await b.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** County and number of parcels of a package. */
async function factsOf(zip: string): Promise<{ county: string; parcels: number }> {
  const dir = await mkdtemp(join(tmpdir(), 'chengbao-bench-'))
  try {
    const pkg = await openPackage(zip, join(dir, 'package'))
    return { county: pkg.county, parcels: layerOf(pkg, 'DK')?.counts.dbf ?? 0 }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

function costOf(zip: string, county: string): Cost {
  const child = spawnSync(process.execPath, ['--expose-gc', `--max-old-space-size=${HEAP}`, import.meta.filename, ONE, zip, county], {
    encoding: 'utf8',
    maxBuffer: 16 * MB,
  })
  if (child.status !== 0) throw new Error(`${basename(zip)}: ${child.stderr}`)
  return JSON.parse(child.stdout.trim().split('\n').at(-1)!) as Cost
}

/** Imports every package in a process and a database of its own, and prints what the steps hold at most over the idle process. */
async function memory(zips: readonly string[]): Promise<string[]> {
  const rows: { zip: string; parcels: number; over: number; cost: Cost }[] = []
  for (const zip of zips) {
    const { county, parcels } = await factsOf(zip)
    await drop(NAME)
    const cost = costOf(zip, county)
    rows.push({ zip, parcels, cost, over: Math.max(...Object.values(cost.peak)) - cost.idle })
  }
  await drop(NAME)
  rows.sort((a, b) => a.parcels - b.parcels)
  const mb = (bytes: number) => figure(bytes / MB)
  console.log(`\nMemory of an import in a heap of ${HEAP} MB; limit ${mb(LIMIT)} MB for the peak over idle`)
  print(
    ['package', 'parcels', 'idle MB', 'checks +MB', 'write +MB', ': smallest', 'live heap +MB', 'checks s', 'write s', ''],
    rows.map(({ zip, parcels, over, cost }) => [
      basename(zip),
      String(parcels),
      ...[cost.idle, cost.peak.checks - cost.idle, cost.peak.write - cost.idle].map(mb),
      (over / rows[0]!.over).toFixed(2),
      mb(cost.live),
      ...[cost.ms.checks, cost.ms.write].map((ms) => figure(ms / 1000)),
      over > LIMIT ? 'OVER' : '',
    ]),
  )
  return rows.filter((row) => row.over > LIMIT).map((row) => `memory of ${basename(row.zip)}`)
}

const [first, ...rest] = process.argv.slice(2)
if (first === ONE) await one(rest[0]!, rest[1]!)
else judge(await memory(first ? [first, ...rest] : [PACKAGE]))
