import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as yauzl from 'yauzl'
import { both } from '../../kit/model/lang.ts'
import { Problem } from '../../kit/model/problem.ts'
import { inRegion } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { JobKind, JobRun } from '../../runtime/jobs.server.ts'
import { takeIn } from '../../services/files/intake/intake.server.ts'
import { contract_scan, SCAN } from '../definitions/contract-draft.ts'
import { cbhtProblems } from './problems.ts'
import { contractNamed, fileScan, MOST_SCAN, pagesOf, requireFileless, requireFit, SCANS_JOB, type ScanParts } from './scans.server.ts'

/** Files of one archive at most. */
const MOST_FILES = 5000
const STEP = both('归档合同扫描件', 'Filing scanned contracts')

/** Name of a file of an archive without its folders: what its flag does not call UTF-8 is, in this country, GB 18030. */
function nameOf(e: yauzl.Entry): string {
  const decoder = new TextDecoder(e.generalPurposeBitFlag & 0x800 ? 'utf-8' : 'gb18030')
  return decoder.decode(e.fileName).split(/[\\/]/).at(-1)!
}
const isFile = (e: yauzl.Entry): boolean => !/[\\/]$/.test(e.fileName.toString('latin1')) && !e.fileName.toString('latin1').startsWith('__MACOSX')

/** Takes one file out of the archive and puts it before a second person. @throws why it is not filed */
async function fileOne(p: ScanParts, job: JobRun, o: { zip: yauzl.ZipFile; entry: yauzl.Entry; name: string; to: string; qdsj: string | null }): Promise<void> {
  const code = /^(\d{18}[JQ]?)\.pdf$/i.exec(o.name)?.[1]
  if (!code) throw cbhtProblems.badName({ name: o.name })
  if (o.entry.uncompressedSize > MOST_SCAN) throw cbhtProblems.tooLarge({ name: o.name, mb: MOST_SCAN / 2 ** 20 })
  // what is refused anyway is not unpacked
  const cbhtbm = await job.tx(async (ctx) => {
    const c = await contractNamed(ctx, code)
    await requireFileless(ctx, c)
    return c.cbhtbm!
  })
  await pipeline(await o.zip.openReadStreamPromise(o.entry), createWriteStream(o.to, { mode: 0o600 }))
  const pages = await pagesOf(o.to, o.name)
  await requireFit(p, o.to, cbhtbm)
  const stored = await takeIn(p.storage, o.to, o.name, { tenantId: job.who.tenantId })
  await job.tx((ctx) => fileScan(ctx, p.frozen, { code, stored, pages, qdsj: o.qdsj, batchId: job.id }))
}
/** What is not filed stands in the county that its name tells, else where who sent it sits. */
function keepFailed(ctx: Ctx, job: JobRun, name: string, why: Problem): Promise<string> {
  const code = /^\d{18}[JQ]?/.exec(name)?.[0]
  const regionCode = code && inRegion(code.slice(0, 6), job.who.regionCode) ? code.slice(0, 6) : job.who.regionCode.padEnd(6, '0')
  const said = { fileName: name.slice(0, 255), cbhtbm: code ?? null, reason: why.say(job.lang) }
  return rows.insert(ctx, contract_scan, { ...said, regionCode, status: SCAN.failed, batchId: job.id, proposer: job.who.realName })
}
/** What of the batch was handled before a server died. */
const handled = async (ctx: Ctx, batchId: string): Promise<Set<string>> => {
  const found = await scoped(ctx, contract_scan).select('contract_scan.fileName').where('contract_scan.batchId', '=', batchId).execute()
  return new Set(found.map((r) => r.fileName ?? ''))
}
const counts = async (ctx: Ctx, batchId: string) => {
  const found = await scoped(ctx, contract_scan).select('contract_scan.status').where('contract_scan.batchId', '=', batchId).execute()
  const failed = found.filter((r) => r.status === SCAN.failed).length
  return { taken: found.length - failed, failed }
}

/** Files the scans of an archive one by one; what is not filed is kept with its reason. A killed one goes on where it stood. */
export const scansJob = (p: ScanParts): JobKind => ({
  kind: SCANS_JOB,
  label: '合同扫描件批量上传',
  en: 'Batch upload of scanned contracts',
  long: true,
  opens: '/registry/contract-scan',
  async run(job, payload) {
    const ossName = String(payload.ossName)
    const folder = join(p.dataDir, 'tmp', `scans-${job.id}`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      const archive = join(folder, 'archive.zip')
      await pipeline(p.storage.stream(ossName), createWriteStream(archive, { mode: 0o600 }))
      const zip = await yauzl.openPromise(archive, { lazyEntries: true, decodeStrings: false, autoClose: false })
      try {
        const entries: yauzl.Entry[] = []
        for await (const e of zip.eachEntry()) {
          if (isFile(e)) entries.push(e)
          if (entries.length > MOST_FILES) throw cbhtProblems.tooMany({ n: entries.length, max: MOST_FILES })
        }
        const done = await job.tx((ctx) => handled(ctx, job.id))
        for (const [i, entry] of entries.entries()) {
          job.signal.throwIfAborted()
          const name = nameOf(entry)
          if (!done.has(name)) await one(p, job, { zip, entry, name, to: join(folder, `${i}.pdf`), qdsj: (payload.qdsj as string | null) ?? null })
          await job.progress(Math.min(99, Math.floor((100 * (i + 1)) / entries.length)), STEP, i + 1, entries.length)
        }
      } finally {
        zip.close()
      }
      const result = await job.finish((ctx) => counts(ctx, job.id))
      await p.storage.remove(ossName)
      return result
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
})
async function one(p: ScanParts, job: JobRun, o: Parameters<typeof fileOne>[2]): Promise<void> {
  try {
    await fileOne(p, job, o)
  } catch (e) {
    if (!(e instanceof Problem)) throw e
    await job.tx((ctx) => keepFailed(ctx, job, o.name, e))
  } finally {
    await rm(o.to, { force: true })
  }
}
