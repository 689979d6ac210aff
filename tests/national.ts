// A register of its own that packages go into and come out of.
import { createHash } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { clock } from '../kit/server/clock.server.ts'
import type { Ctx, Who } from '../kit/server/ctx.server.ts'
import type { DatabaseHandle } from '../kit/server/db.server.ts'
import * as rows from '../kit/server/rows.server.ts'
import { checkPackage } from '../packages/checks/checks.server.ts'
import { writeChanges } from '../packages/export/changes.server.ts'
import { CHANGES_FILE, CHANGES_HEAD, type ChangesHead, type UnitChange } from '../packages/package/changes.ts'
import { writeNationalPackage } from '../packages/export/write.server.ts'
import { importDemo } from '../packages/hjb/demo.server.ts'
import { HJB } from '../packages/hjb/flow.ts'
import { analyse, auditPackage, receivePackage, submitPackage, transferPackage } from '../packages/hjb/hjb.server.ts'
import { hjbJobs } from '../packages/hjb/jobs.server.ts'
import { writePackage } from '../packages/intake/write.server.ts'
import { hjb } from '../packages/package/hjb.ts'
import { readLayer } from '../packages/package/layer.server.ts'
import { readTable } from '../packages/package/mdb.server.ts'
import { openPackage } from '../packages/package/open.server.ts'
import type { StagedPackage } from '../packages/package/staged.ts'
import { openJobs } from '../runtime/job-queue.server.ts'
import { freshDatabase } from './states.ts'
import { contextFor } from '../runtime/jobs.server.ts'

const person = (tenantId: string): Who => ({
  userId: '1',
  account: 'u1',
  realName: '',
  tenantId,
  deptId: '1',
  roleIds: [],
  roles: ['administrator'],
  regionCode: '',
  perms: new Set(['view', 'add', 'edit', 'delete', 'audit', 'transfer'].map((v) => `hjb_${v}`)),
})

/** Opens a register with the jobs of packages running: an empty one of its own, or the one that is `given`, which stays; `county`: of the packages that go in. */
export async function packageRegister(county: string, given?: DatabaseHandle) {
  const { db, drop } = given ? { db: given, drop: async () => {} } : await freshDatabase('schema')
  const dataDir = await mkdtemp(join(tmpdir(), 'national-'))
  let ahead = 0
  const now = () => new Date(clock().getTime() + ahead)
  const jobs = openJobs(
    db,
    hjbJobs({ dataDir }),
    (e) => {
      throw e
    },
    now,
  )
  jobs.start()
  const ask = <T>(who: Who, work: (ctx: Ctx) => Promise<T>) =>
    db.transaction({ tenantId: who.tenantId }, (tx) => work(contextFor(tx, who, now, 'test', jobs.enqueue)))
  const runOf = (tenantId: string) => ({
    lang: 'zh' as const,
    mark: 'test',
    signal: new AbortController().signal,
    progress: async () => {},
    tx: <T>(work: (ctx: Ctx) => Promise<T>) => ask(person(tenantId), work),
  })
  return {
    db,
    dataDir,
    imported: (tenantId: string, file: string) =>
      importDemo({ as: ask, who: person(tenantId), idle: () => jobs.idle(), dataDir }, { file, regionCode: county, name: '安岳县', year: 2016 }),
    /** takes a package in without its checks: the register keeps its own rules all the same */
    async written(tenantId: string, file: string) {
      const copy = join(dataDir, `written-${basename(file)}`)
      await copyFile(file, copy)
      const pkg = await openPackage(file, join(dataDir, `write-${basename(file)}`))
      const upload = { path: copy, name: basename(file), size: 1, sha256: pkg.sha256, type: 'application/zip' }
      await ask(person(tenantId), async (ctx) => {
        const { id } = await receivePackage((work) => work(ctx), dataDir, upload, { regionCode: county, name: '安岳县', year: 2016, packageKind: 'full' })
        const quiet = { signal: new AbortController().signal, tell: () => {} }
        await writePackage({ ctx, pkg, table: (name) => readTable(pkg, name), ...quiet }, id)
        await rows.update(ctx, hjb, id, { status: HJB.initialised })
      })
    },
    async exported(tenantId: string, name: string, regionCode = county) {
      const path = join(dataDir, name)
      const rows = await writeNationalPackage(runOf(tenantId), { regionCode, year: '2016' }, dataDir, path)
      return { path, rows, pkg: await openPackage(path, join(dataDir, `open-${name}`)) }
    },
    idle: () => jobs.idle(),
    as: <T>(tenantId: string, work: (ctx: Ctx) => Promise<T>) => ask(person(tenantId), work),
    /** what people do from now on they do so many minutes later */
    later: (minutes: number) => void (ahead += minutes * 60_000),
    /** a change package since a day or `last`: its file, and what stands in it */
    async changes(tenantId: string, name: string, since: string) {
      const path = join(dataDir, name)
      await writeChanges(runOf(tenantId), { regionCode: county, since }, path)
      const opened = await openPackage(path, join(dataDir, `open-${name}`))
      const text = async (file: string) => readFile(opened.files.find((f) => f.path === file)!.abs, 'utf8')
      const lines = (await text(CHANGES_FILE)).split('\n').filter(Boolean)
      return { path, head: JSON.parse(await text(CHANGES_HEAD)) as ChangesHead, units: lines.map((l) => JSON.parse(l) as UnitChange) }
    },
    /** takes an increment in as people do, of some households alone where they are named; answers the package as it ends */
    async taken(tenantId: string, file: string, cbfbms?: readonly string[], packageKind = 'increment') {
      const copy = join(dataDir, `up-${basename(file)}`)
      await copyFile(file, copy)
      const sha256 = createHash('sha256')
        .update(await readFile(file))
        .digest('hex')
      const upload = { path: copy, name: basename(file), size: 1, sha256, type: 'application/zip' }
      const who = person(tenantId)
      const { id } = await receivePackage((work) => ask(who, work), dataDir, upload, { regionCode: county, name: 'x', year: 2016, packageKind })
      const stands = async () => {
        await jobs.idle()
        return ask(who, async (ctx) => (await rows.get(ctx, hjb, id)).status)
      }
      await ask(who, (ctx) => analyse(ctx, id))
      const checked = await stands()
      if (checked !== HJB.passed) return { id, status: checked }
      await ask(who, (ctx) => submitPackage(ctx, { id, toAudit: true }))
      await ask(who, (ctx) => auditPackage(ctx, { id, result: '1', opinion: '同意' }))
      await ask(who, (ctx) => transferPackage(ctx, id, cbfbms))
      return { id, status: await stands() }
    },
    async end() {
      await jobs.stop()
      if (!given) await db.close()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
/** Everything that the standard asks of a package, in an order of its own. */
export async function packageContent(pkg: StagedPackage) {
  const tables = Object.fromEntries(pkg.tables.map((t) => [t.name, [...readTable(pkg, t.name)].map((r) => JSON.stringify(r)).toSorted()]))
  const layers: Record<string, string[]> = {}
  for (const layer of pkg.layers) {
    const rows: string[] = []
    for await (const { attrs, geometry } of readLayer(pkg, layer)) rows.push(JSON.stringify([attrs, geometry]))
    layers[layer.name] = rows.toSorted()
  }
  const fields = Object.fromEntries(pkg.layers.map((l) => [l.name, l.fields]))
  const paths = pkg.files
    .map((f) => f.path)
    .filter((p) => !/^矢量数据\//.test(p))
    .toSorted()
  return { tables, layers, fields, paths, codes: pkg.codeTable, summary: pkg.summary, crs: pkg.crs && { ...pkg.crs, source: '' } }
}
type Content = Awaited<ReturnType<typeof packageContent>>
/** What came out without the points that came in with no number: those of corners that the package names nowhere; and how many these are. */
export function withoutAdded(out: Content, came: Content): { content: Content; added: number } {
  const known = new Set(came.layers.JZD)
  const JZD = out.layers.JZD!.filter((row) => known.has(row))
  return { content: { ...out, layers: { ...out.layers, JZD } }, added: out.layers.JZD!.length - JZD.length }
}
/** What the checks find, each by severity, rule and object. */
export const findingsOf = async (pkg: StagedPackage, workDir: string) => {
  const found: string[] = []
  for await (const f of checkPackage(pkg, { today: '2026-03-02', workDir })) found.push(`${f.severity} ${f.rule} ${f.object}`)
  return found.toSorted()
}
