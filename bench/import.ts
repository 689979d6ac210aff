import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import copyStreams from 'pg-copy-streams'
import type { Ctx, Who } from '../kit/server/ctx.server.ts'
import { newId } from '../kit/server/ids.server.ts'
import type { Text } from '../kit/model/lang.ts'
import type { JobRun } from '../runtime/jobs.server.ts'
import { analyse, auditPackage, receivePackage, submitPackage, transferPackage } from '../packages/hjb/hjb.server.ts'
import { ANALYSE, hjbJobs, WRITE } from '../packages/hjb/jobs.server.ts'
import { stepText } from '../packages/hjb/words.ts'
import { readTable } from '../packages/package/mdb.server.ts'
import { openPackage } from '../packages/package/open.server.ts'
import type { StagedPackage } from '../packages/package/staged.ts'
import { figure, judge, median, print } from './measure.ts'
import { addressOf, contextOf, drop, open, type Bench } from './setup.ts'

/** Ours with every check : ogr2ogr of the layers plus COPY of the tables, without any; an import that freezes its books : the same without. Source: the table of limits in README.md. */
const LIMIT = { bare: 2.5, freezing: 1.3 } as const
const ROUNDS = 3
const NAME = 'benchimport'
/** The test package: one village, 1,882 parcels. */
export const PACKAGE = join(import.meta.dirname, '../tests/packages/A.zip')
const LAYERS = ['DK', 'JZD', 'JZX'],
  REST = ['XJXZQ', 'XJQY', 'CJQY', 'ZJQY', 'QYJX', 'KZD', 'JBNTBHQ', 'DZDW', 'XZDW', 'MZDW', 'ZJ']

const importer = (tenantId: string): Who => ({
  userId: '1',
  account: 'bench',
  realName: '',
  tenantId,
  deptId: '1',
  roleIds: [],
  roles: ['administrator'],
  regionCode: '',
  perms: new Set(['view', 'add', 'edit', 'delete', 'audit', 'transfer'].map((v) => `hjb_${v}`)),
})

async function clock(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** Milliseconds of the three steps. `contents`: of the write, what it took to freeze the books. */
export interface Ours {
  receive: number
  checks: number
  write: number
  contents: number
}
export type Step = Exclude<keyof Ours, 'contents'>
/** Upload, checks, audit and write as a person does them, in a tenant of their own; the jobs run here without the queue's waiting. */
export async function ours(b: Bench, zip: string, region: string, dataDir: string, tenantId: string, done: (step: Step) => void = () => {}): Promise<Ours> {
  const who = importer(tenantId),
    ask = <T>(work: (ctx: Ctx) => Promise<T>) => b.db.transaction({ tenantId }, (tx) => work(contextOf(tx, who)))
  const path = join(dataDir, `${tenantId}.zip`)
  await copyFile(zip, path)
  const kinds = hjbJobs({ dataDir })
  // reported when the books begin to be frozen, and when those of a village are
  const frozen: number[] = []
  const progress = async (_: number, step: Text) => void (step.en === stepText('contents').en && frozen.push(performance.now()))
  const job = (id: string): JobRun => ({ id, who, lang: 'zh', signal: new AbortController().signal, tx: ask, finish: ask, progress })
  const run = (kind: string, infoId: string) => kinds.find((k) => k.kind === kind)!.run(job(newId()), { infoId })
  let id = ''
  const receive = await clock(async () => {
    const sha256 = createHash('sha256')
    await pipeline(createReadStream(path), sha256)
    const upload = { path, name: basename(zip), size: (await stat(path)).size, sha256: sha256.digest('hex'), type: 'application/zip' }
    id = (await receivePackage(ask, dataDir, upload, { regionCode: region, name: 'bench', year: 2016 })).id
  })
  done('receive')
  const checks = await clock(async () => {
    await ask((ctx) => analyse(ctx, id))
    await run(ANALYSE, id)
  })
  done('checks')
  const write = await clock(async () => {
    await ask((ctx) => submitPackage(ctx, { id, toAudit: true }))
    await ask((ctx) => auditPackage(ctx, { id, result: '1', opinion: 'bench' }))
    await ask((ctx) => transferPackage(ctx, id))
    await run(WRITE, id)
  })
  done('write')
  return { receive, checks, write, contents: frozen.at(-1)! - frozen[0]! }
}

const csv = (v: string | number | null) => (v === null ? '' : `"${String(v).replaceAll('"', '""')}"`)
/** The tables as CSV, made before the clock runs: reading Access is no part of the limit. */
const tablesOf = (pkg: StagedPackage) =>
  pkg.tables
    .filter((t) => t.count > 0)
    .map((t) => ({
      name: t.name,
      columns: t.columns.map((c) => c.name),
      text: [...readTable(pkg, t.name)].map((r) => t.columns.map((c) => csv(r[c.name] ?? null)).join(',')).join('\n'),
    }))

/** The unpacked files of every layer under its name, side by side, as ogr2ogr wants them. */
async function layFiles(pkg: StagedPackage): Promise<void> {
  await mkdir(join(pkg.dir, 'layers'))
  for (const layer of pkg.layers)
    for (const [kind, part] of Object.entries(layer.parts)) if (part) await link(part.abs, join(pkg.dir, 'layers', `${layer.name}.${kind}`))
}

/** The bare limit: unpacked shapefiles by ogr2ogr (COPY mode) and the tables by COPY, into empty tables with a spatial index and no constraint. */
async function bare(b: Bench, pkg: StagedPackage, tables: ReturnType<typeof tablesOf>): Promise<number> {
  await b.bare.query('drop schema if exists bare cascade; create schema bare')
  for (const t of tables) await b.bare.query(`create table bare."${t.name}" (${t.columns.map((c) => `"${c}" text`).join(', ')})`)
  const at = new URL(addressOf(NAME))
  const target = `PG:host=${at.hostname} port=${at.port || 5432} dbname=${NAME} user=${decodeURIComponent(at.username)}${at.password ? ` password=${decodeURIComponent(at.password)}` : ''}`
  return clock(async () => {
    for (const layer of pkg.layers.filter((l) => [...LAYERS, ...REST].includes(l.name) && l.parts.shp)) {
      const r = spawnSync(
        'ogr2ogr',
        [
          '-f',
          'PostgreSQL',
          target,
          join(pkg.dir, 'layers', `${layer.name}.shp`),
          '-nln',
          `bare.${layer.name.toLowerCase()}`,
          '-t_srs',
          'EPSG:4326',
          '--config',
          'PG_USE_COPY',
          'YES',
          '--config',
          'SHAPE_ENCODING',
          layer.encoding === 'utf-8' ? 'UTF-8' : 'GBK',
          '-lco',
          'GEOMETRY_NAME=geom',
        ],
        { encoding: 'utf8' },
      )
      if (r.status !== 0) throw new Error(`ogr2ogr of ${layer.name}: ${r.stderr}`)
    }
    const client = await b.bare.connect()
    try {
      for (const t of tables) await pipeline(Readable.from([t.text]), client.query(copyStreams.from(`copy bare."${t.name}" from stdin with (format csv)`)))
    } finally {
      client.release()
    }
  })
}

/** Whole imports of a package: what freezing the books adds to each, as the import : itself less the time between the reports of these steps. Answers what is over. */
export async function freezing(zip: string, rounds = ROUNDS): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'chengbao-bench-'))
  await drop(NAME)
  const b = await open(NAME)
  try {
    const { county } = await openPackage(zip, join(dataDir, 'bare'))
    const all: (Ours & { whole: number })[] = []
    for (let round = 0; round <= rounds; round++) {
      const one = await ours(b, zip, county, dataDir, String(300_000 + round))
      // the first round warms; the first import into a database has no figures of tables to plan by, so it is told apart
      const told = { ...one, whole: one.receive + one.checks + one.write }
      if (round > 0) all.push(told)
      else console.log(`\nFirst import: ${figure(told.whole)} ms, of it contents ${figure(one.contents)} ms`)
    }
    const of = (get: (r: (typeof all)[number]) => number) => median(all.map(get))
    const ratio = of((r) => r.whole / (r.whole - r.contents))
    console.log(`\nFreezing the books of ${basename(zip)}, ${b.engine}; limit ${LIMIT.freezing} for an import : the same without`)
    print(
      ['import ms', 'write ms', 'contents ms', 'import : without', 'write : without', ''],
      [
        [
          ...[of((r) => r.whole), of((r) => r.write), of((r) => r.contents)].map(figure),
          ratio.toFixed(2),
          of((r) => r.write / (r.write - r.contents)).toFixed(2),
          ratio > LIMIT.freezing ? 'OVER' : '',
        ],
      ],
    )
    return ratio > LIMIT.freezing ? [`freezing of ${basename(zip)}`] : []
  } finally {
    await b.close()
    await drop(NAME)
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Imports a package in alternation with ogr2ogr and prints the steps and the ratio. Needs DATABASE_URL and
 * ogr2ogr (Debian: gdal-bin). Answers the packages over the limit.
 */
export async function imports(zip: string, rounds = ROUNDS): Promise<string[]> {
  if (spawnSync('ogr2ogr', ['--version']).status !== 0) throw new Error('ogr2ogr is not here (Debian: apt-get install gdal-bin)')
  const dataDir = await mkdtemp(join(tmpdir(), 'chengbao-bench-'))
  await drop(NAME)
  const b = await open(NAME)
  try {
    const pkg = await openPackage(zip, join(dataDir, 'bare'))
    await layFiles(pkg)
    const tables = tablesOf(pkg),
      all: (Ours & { whole: number; bare: number })[] = []
    for (let round = 0; round <= rounds; round++) {
      const limit = await bare(b, pkg, tables),
        one = await ours(b, zip, pkg.county, dataDir, String(200_000 + round))
      // the first round warms both
      if (round > 0) all.push({ ...one, whole: one.receive + one.checks + one.write, bare: limit })
    }
    const of = (get: (r: (typeof all)[number]) => number) => median(all.map(get))
    const ratio = of((r) => r.whole / r.bare)
    console.log(
      `\nImport of ${basename(zip)}, ${pkg.layers.find((l) => l.name === 'DK')?.counts.dbf} parcels, ${b.engine}; limit ${LIMIT.bare} for ours with all checks : ogr2ogr + COPY`,
    )
    print(
      ['receive ms', 'checks ms', 'write ms', 'ours ms', 'ogr2ogr + COPY ms', 'ratio', 'write alone : bare', ''],
      [
        [
          ...[of((r) => r.receive), of((r) => r.checks), of((r) => r.write), of((r) => r.whole), of((r) => r.bare)].map(figure),
          ratio.toFixed(2),
          of((r) => r.write / r.bare).toFixed(2),
          ratio > LIMIT.bare ? 'OVER' : '',
        ],
      ],
    )
    return ratio > LIMIT.bare ? [`import of ${basename(zip)}`] : []
  } finally {
    await b.close()
    await drop(NAME)
    await rm(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const zip = process.argv.slice(2).find((a) => !a.startsWith('--')) ?? PACKAGE
  const isOver = await freezing(zip)
  judge([...isOver, ...(process.argv.includes('--freezing') ? [] : await imports(zip))])
}
