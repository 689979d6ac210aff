// A register of its own that packages go into and come out of.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clock } from '../kit/server/clock.server.ts'
import type { Ctx, Who } from '../kit/server/ctx.server.ts'
import { checkPackage } from '../packages/checks/checks.server.ts'
import { writeNationalPackage } from '../packages/export/write.server.ts'
import { importDemo } from '../packages/hjb/demo.server.ts'
import { hjbJobs } from '../packages/hjb/jobs.server.ts'
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

/** Opens the register, empty, with the jobs of packages running; `county`: of the packages that go in. */
export async function packageRegister(county: string) {
  const { db, drop } = await freshDatabase('schema')
  const dataDir = await mkdtemp(join(tmpdir(), 'national-'))
  const jobs = openJobs(db, hjbJobs({ dataDir }), (e) => {
    throw e
  })
  jobs.start()
  const ask = <T>(who: Who, work: (ctx: Ctx) => Promise<T>) =>
    db.transaction({ tenantId: who.tenantId }, (tx) => work(contextFor(tx, who, clock(), 'test', jobs.enqueue)))
  return {
    db,
    dataDir,
    imported: (tenantId: string, file: string) =>
      importDemo({ as: ask, who: person(tenantId), idle: () => jobs.idle(), dataDir }, { file, regionCode: county, name: '安岳县', year: 2016 }),
    async exported(tenantId: string, name: string, regionCode = county) {
      const path = join(dataDir, name)
      const run = {
        lang: 'zh' as const,
        mark: 'test',
        signal: new AbortController().signal,
        progress: async () => {},
        tx: <T>(work: (ctx: Ctx) => Promise<T>) => ask(person(tenantId), work),
      }
      const rows = await writeNationalPackage(run, { regionCode, year: '2016' }, dataDir, path)
      return { path, rows, pkg: await openPackage(path, join(dataDir, `open-${name}`)) }
    },
    async end() {
      await jobs.stop()
      await db.close()
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
/** What the checks find, each by severity, rule and object. */
export const findingsOf = async (pkg: StagedPackage, workDir: string) => {
  const found: string[] = []
  for await (const f of checkPackage(pkg, { today: '2026-03-02', workDir })) found.push(`${f.severity} ${f.rule} ${f.object}`)
  return found.toSorted()
}
