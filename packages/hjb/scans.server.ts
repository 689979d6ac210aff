/** What lies in a package beside its tables, as attachments of the register: sketches and sources of books by the paths that books name, scans by the code in their name. */
import { copyFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import type { Text } from '../../kit/model/lang.ts'
import { Problem } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { QSZT, ZT } from '../../land/definitions/statuses.ts'
import { addRow, attachmentsOf, type AttachmentPlace } from '../../services/files/attachments.server.ts'
import { takeIn, type Stored } from '../../services/files/intake/intake.server.ts'
import { requireRoom } from '../../services/files/quota.server.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { plainPath, splitPaths } from '../checks/attachments.ts'
import type { StagedFile, StagedPackage } from '../package/staged.ts'
import type { PackageFile } from './scans.ts'
import { codeIn, OTHER, SKETCH } from './scans.ts'

type Tx = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
/** Books and households asked about at once. */
const AT_ONCE = 500
/** Refused files that the log names. */
const LOGGED = 200
/** Nothing is evidence here: what is filed already stands in rows of its own. */
const free = async () => {}

/** Files that rows of the register name, or whose own name is a code of it, with the row that each hangs on. */
async function wantedFiles(tx: Tx, county: string, files: readonly StagedFile[], signal: AbortSignal): Promise<PackageFile[]> {
  const byPath = new Map(files.map((f) => [f.path.toLowerCase(), f]))
  const wanted: PackageFile[] = []
  const named = async (item: PackageFile['item'], from: ReturnType<typeof sql>) => {
    for (let after = '0'; ;) {
      signal.throwIfAborted()
      const { rows } = await tx((ctx) =>
        sql<{ id: string; djbId: string; regionCode: string; said: string }>`select x.id, x."djbId", x."regionCode", x.said from (${from}) x
          where x."countyCode" = ${county} and x."tenantId" = ${ctx.who.tenantId} and x.id > ${after}::bigint order by x.id limit ${AT_ONCE}`.execute(ctx.db),
      )
      for (const { djbId, regionCode, said } of rows)
        for (const path of splitPaths(said)) {
          const file = byPath.get(plainPath(path).toLowerCase())
          if (file) wanted.push({ file, on: djbId, regionCode, item })
        }
      if (rows.length < AT_ONCE) return
      after = rows.at(-1)!.id
    }
  }
  await named(
    SKETCH,
    sql`select "countyCode", "tenantId", id, id as "djbId", "regionCode", dksyt as said from djb where qszt = ${QSZT.current} and dksyt is not null`,
  )
  await named(
    OTHER,
    sql`select q."countyCode", q."tenantId", q.id, b.id as "djbId", b."regionCode", q.fj as said from qslyzlfj q
      join djb b on b."countyCode" = q."countyCode" and b."tenantId" = q."tenantId" and b.cbjyqzbm = q.cbjyqzbm and b.qszt = ${QSZT.current} where q.fj is not null`,
  )
  const known = new Set(wanted.map((w) => w.file.path))
  const scans = files.flatMap((file) => {
    const code = known.has(file.path) ? undefined : codeIn(file.path)
    return code ? [{ file, code }] : []
  })
  for (let at = 0; at < scans.length; at += AT_ONCE) {
    signal.throwIfAborted()
    const part = scans.slice(at, at + AT_ONCE)
    const codes = [...new Set(part.map((s) => s.code))]
    const { rows } = await tx((ctx) =>
      sql<{
        code: string
        id: string
        regionCode: string
      }>`select cbfbm as code, id, "regionCode" from cbf where "countyCode" = ${county} and "tenantId" = ${ctx.who.tenantId}
          and zt = ${ZT.valid} and cbfbm = any(${codes}::text[])
        union all select cbjyqzbm, id, "regionCode" from djb where "countyCode" = ${county} and "tenantId" = ${ctx.who.tenantId}
          and qszt = ${QSZT.current} and cbjyqzbm = any(${codes}::text[])`.execute(ctx.db),
    )
    const of = new Map(rows.map((r) => [r.code, r]))
    for (const { file, code } of part) {
      const row = of.get(code)
      if (row) wanted.push({ file, on: String(row.id), regionCode: row.regionCode, item: OTHER })
    }
  }
  return wanted
}

/** What became of a package's files. `refused`: those that no attachment can be, with why; how many of them in all. */
export interface KeptFiles {
  kept: number
  known: number
  refusedCount: number
  refused: { path: string; why: Text }[]
}
/**
 * Makes attachments of the files of an opened package. Each once: what stands there under its name is left, so that a stopped run goes on where it was. A file that no attachment
 * can be is told and left out. @throws when the tenant has no room
 */
export async function keepFiles(
  p: { tx: Tx; storage: Storage; tenantId: string; folder: string; signal: AbortSignal; tell(done: number, total: number): void },
  pkg: StagedPackage,
): Promise<KeptFiles> {
  const out: KeptFiles = { kept: 0, known: 0, refusedCount: 0, refused: [] }
  const wanted = await wantedFiles(p.tx, pkg.county, pkg.files, p.signal)
  /** one file may be the source of many books: its bytes lie once */
  const stored = new Map<string, Stored>()
  for (const [i, { file, on, regionCode, item }] of wanted.entries()) {
    p.signal.throwIfAborted()
    if (i % 50 === 0) p.tell(i, wanted.length)
    const name = basename(file.path)
    const isThere = await p.tx(async (ctx) => (await attachmentsOf(ctx, on, item)).some((a) => a.name === name))
    if (isThere) {
      out.known++
      continue
    }
    try {
      let bytes = stored.get(file.path)
      if (!bytes) {
        await p.tx((ctx) => requireRoom(ctx, file.size))
        const copy = join(p.folder, `scan-${i}`)
        await copyFile(file.abs, copy)
        bytes = await takeIn(p.storage, copy, name, { tenantId: p.tenantId }).finally(() => rm(copy, { force: true }))
        stored.set(file.path, bytes)
      }
      const place: AttachmentPlace = { businessId: on, businessItem: item, regionCode }
      const one = bytes
      await p.tx((ctx) => addRow(ctx, free, one, place))
      out.kept++
    } catch (e) {
      if (!(e instanceof Problem) || e.status >= 500 || e.key === 'file-quota') throw e
      out.refusedCount++
      if (out.refused.length < LOGGED) out.refused.push({ path: file.path, why: { zh: e.say('zh'), en: e.say('en') } })
    }
  }
  return out
}
