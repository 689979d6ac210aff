// Filing: a finished business goes into its volumes, each paper once, its files locked from then on. Source: business-flows.md 11; invariant I35.
import { createHash } from 'node:crypto'
import { both, type Text } from '../../kit/model/lang.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable, scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { attach } from '../../services/files/attach.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { weigh } from '../../services/files/quota.server.ts'
import { business, type Business } from '../cases/business.ts'
import type { Registry } from '../cases/handling.server.ts'
import { file_detail } from './archive.ts'
import { ARCHIVE_KIND, bundlesOf, isFileable, missingPapers, type Bundle, type ToFile } from './collect.server.ts'
import { inspected } from './inspect.server.ts'
import { withPages } from './order.ts'
import { archiveProblems } from './problems.ts'
import { heldVolume, knownVolume, filedPapers, recount } from './volumes.server.ts'

export interface FilingParts {
  of: Registry
  storage: Storage
}
/** A transaction of whoever files. */
type Tx = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
/** What came of filing one business: papers that are new in their volumes. */
export interface Filed {
  filed: number
  volumes: string[]
}

const joined = (list: readonly Text[]): Text => both(list.map((t) => t.zh).join('、'), list.map((t) => t.en).join(', '))
const titleOf = (v: Bundle): string => (v.groupType === 'C' ? `${v.cbfmc || v.cbfbm}土地承包经营权档案` : `${v.fbfmc}${v.year}年土地承包管理档案`)

/** Sources that lie in a volume already, of a business. */
async function sourcesIn(ctx: Ctx, groupId: string, businessId: string): Promise<Set<string>> {
  const found = await scoped(ctx, file_detail)
    .select(['file_detail.source'])
    .where('file_detail.groupId', '=', groupId)
    .where('file_detail.businessId', '=', businessId)
    .execute()
  return new Set(found.map((f) => f.source ?? ''))
}

/** A paper as a file: one that is there, or one that was just made and stored. */
interface Ready extends ToFile {
  id?: string
  stored?: { ossName: string; size: number; hash: string }
  sha256: string
  size: number
  pages: number
}
/** Makes what has to be printed, looks through every file, and refuses what cannot be kept. @throws archive-unfit */
async function prepared({ storage }: FilingParts, tx: Tx, tenantId: string, papers: readonly ToFile[]): Promise<Ready[]> {
  const ids = papers.flatMap((p) => p.attachId ?? [])
  const known = ids.length ? await tx(async (ctx) => joinable(ctx, attach).selectAll('attach').where('attach.id', 'in', ids).execute()) : []
  const files = new Map(known.map((a) => [String(a.id), a]))
  const out: Ready[] = []
  const unfit: Text[] = []
  for (const p of papers) {
    if (p.attachId) {
      const a = files.get(p.attachId)
      const look = a
        ? await inspected(storage, { ossName: String(a.ossName), sha256: String(a.sha256 ?? ''), contentType: String(a.contentType ?? '') })
        : undefined
      if (!a || !look || look.faults.length) {
        const why = look ? joined(look.faults.map((f) => f.msg)) : both('文件不存在', 'the file is missing')
        unfit.push(both(`${p.title}（${why.zh}）`, `${p.title} (${why.en})`))
        continue
      }
      out.push({ ...p, id: p.attachId, sha256: look.sha256, size: Number(a.attachSize ?? 0), pages: look.pages })
      continue
    }
    const bytes = await p.make!()
    const ossName = await storage.put(bytes, tenantId)
    const hash = createHash('sha256').update(bytes).digest('hex')
    const look = await inspected(storage, { ossName, sha256: hash, contentType: 'application/pdf' })
    out.push({ ...p, stored: { ossName, size: bytes.length, hash }, sha256: hash, size: bytes.length, pages: look.pages })
  }
  if (unfit.length) throw archiveProblems.unfit({ names: joined(unfit) })
  return out
}

/** Puts papers into their volume in one transaction; what lies there already stays. Answers how many are new, and the number of the volume. */
async function put(ctx: Ctx, b: Pick<Business, 'id' | 'businessCode'>, v: Bundle, papers: readonly Ready[]): Promise<{ n: number; archiveNo: string }> {
  const volume = await heldVolume(ctx, { ...v, title: titleOf(v) })
  const there = await sourcesIn(ctx, volume.id, b.id)
  const fresh = papers.filter((p) => !there.has(p.source))
  if (fresh.length === 0) return { n: 0, archiveNo: volume.archiveNo! }
  const before = await filedPapers(ctx, volume.id)
  const last = Math.max(0, ...before.map((d) => d.pageTo ?? 0))
  const sort = Math.max(0, ...before.map((d) => d.sort ?? 0))
  const ids: string[] = []
  for (const p of fresh) ids.push(p.id ?? (await kept(ctx, b, v, p)))
  await rows.insertMany(
    ctx,
    file_detail,
    withPages(fresh, last).map((p, i) => ({
      regionCode: volume.regionCode!,
      groupId: volume.id,
      sort: sort + i + 1,
      docType: p.docType,
      title: p.title,
      author: p.author.slice(0, 100),
      docNo: p.docNo.slice(0, 60),
      docDate: p.docDate,
      pages: p.pages,
      pageFrom: p.pageFrom,
      pageTo: p.pageTo,
      businessId: b.id,
      businessCode: b.businessCode,
      attachId: ids[i]!,
      sha256: p.sha256,
      size: p.size,
      version: 1,
      isCurrent: 1,
      source: p.source,
      filedTime: ctx.now,
    })) as Parameters<typeof rows.insertMany<typeof file_detail>>[2],
  )
  await lockFiles(ctx, ids)
  await recount(ctx, volume)
  return { n: fresh.length, archiveNo: volume.archiveNo! }
}
/** The row of a file that filing has made: it hangs on its business, and is locked from the first moment. */
async function kept(ctx: Ctx, b: Pick<Business, 'id'>, v: Bundle, p: Ready): Promise<string> {
  const { ossName, size, hash } = p.stored!
  await weigh(ctx, size)
  return rows.insert(ctx, attach, {
    regionCode: v.regionCode,
    name: `${p.title.replace(/[\\/:*?"<>|]/g, ' ').slice(0, 60)}.pdf`,
    ossName,
    extension: 'pdf',
    contentType: 'application/pdf',
    attachSize: size,
    sha256: hash,
    businessId: b.id,
    businessItem: ARCHIVE_KIND,
    locked: 1,
  })
}
/** Locks files that were filed: none is removed, renamed or replaced from now on (I35). */
export async function lockFiles(ctx: Ctx, ids: readonly string[]): Promise<void> {
  for (const id of new Set(ids)) {
    const a = await rows.get(ctx, attach, id, true)
    if (a.locked !== 1) await rows.update(ctx, attach, id, { locked: 1 })
  }
}

/**
 * Files a finished business into its volumes: each volume in a transaction of its own, so that a renewal of a village goes on where it was killed. Repeating it
 * adds nothing.
 * @throws archive-not-done, archive-missing with the list, archive-unfit, archive-closed
 */
export async function fileBusiness(
  p: FilingParts,
  tx: Tx,
  businessId: string,
  at?: { signal?: AbortSignal; step?: (done: number, total: number) => Promise<void> },
): Promise<Filed> {
  const { b, bundles } = await tx(async (ctx) => {
    const found = await rows.get(ctx, business, businessId)
    if (!isFileable(found)) throw archiveProblems.notDone({ code: found.businessCode ?? '' })
    const missing = await missingPapers(p.of, ctx, found)
    if (missing.length) throw archiveProblems.missing({ names: joined(missing) })
    return { b: found, bundles: await bundlesOf(p.of, ctx, found) }
  })
  let filed = 0
  const volumes = new Set<string>()
  // what is common to several volumes is printed once
  const made = new Map<string, Ready>()
  for (const [i, v] of bundles.entries()) {
    at?.signal?.throwIfAborted()
    const todo = await tx(async (ctx) => missingIn(ctx, b, v))
    const fresh = todo.filter((t) => !made.has(t.source))
    for (const r of await prepared(p, tx, b.tenantId, fresh)) made.set(r.source, r)
    if (todo.length) {
      const { n, archiveNo } = await tx((ctx) =>
        put(
          ctx,
          b,
          v,
          todo.map((t) => made.get(t.source)!),
        ),
      )
      filed += n
      volumes.add(archiveNo)
      await rememberFiles(
        tx,
        b,
        todo.map((t) => made.get(t.source)!),
      )
    }
    await at?.step?.(i + 1, bundles.length)
  }
  return { filed, volumes: [...volumes] }
}
/** What of a bundle does not lie in its volume yet. */
async function missingIn(ctx: Ctx, b: Pick<Business, 'id'>, v: Bundle): Promise<ToFile[]> {
  const volume = await knownVolume(ctx, v)
  if (!volume) return v.papers
  const there = await sourcesIn(ctx, volume.id, b.id)
  return v.papers.filter((x) => !there.has(x.source))
}
/** A file that was made for the first volume is the file of the next ones. */
async function rememberFiles(tx: Tx, b: Pick<Business, 'id'>, list: readonly Ready[]): Promise<void> {
  const made = list.filter((r) => r.stored && !r.id)
  if (made.length === 0) return
  const found = await tx((ctx) =>
    scoped(ctx, file_detail)
      .select(['file_detail.source', 'file_detail.attachId'])
      .where('file_detail.businessId', '=', b.id)
      .where(
        'file_detail.source',
        'in',
        made.map((r) => r.source),
      )
      .execute(),
  )
  for (const r of made) {
    const id = found.find((f) => f.source === r.source)?.attachId
    if (id) r.id = String(id)
  }
}
