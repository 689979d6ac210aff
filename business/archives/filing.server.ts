// Filing: a finished business goes into its volumes, each paper once, its files locked from then on. Source: business-flows.md 11; invariant I35.
import { both, type Text } from '../../kit/model/lang.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { joinable, scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { sha256 } from '../../runtime/sha256.server.ts'
import { attach } from '../../services/files/attach.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { weigh } from '../../services/files/quota.server.ts'
import { business, type Business } from '../cases/definitions/business.ts'
import { STATUS } from '../cases/rules/flow.ts'
import type { Registry } from '../cases/handling/handling.server.ts'
import { file_detail } from './archive.ts'
import { ARCHIVE_KIND, bundlesOf, missingPapers, undoneBundles, type Bundle, type ToFile } from './collect.server.ts'
import { attachmentsById, storedFile } from './files.server.ts'
import { inspected } from './inspect.server.ts'
import { volumeEnd, withPages, type VolumeOf } from './order.ts'
import { archiveProblems } from './problems.ts'
import { textList, unfitFile } from './unfit.ts'
import { pagesOfPdf } from './volume-pdf.server.ts'
import { countiesOf, heldVolume, filedPapers, recount, volumesOf } from './volumes.server.ts'

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

const titleOf = (v: Bundle): string => (v.groupType === 'C' ? `${v.cbfmc || v.cbfbm}土地承包经营权档案` : `${v.fbfmc}${v.year}年土地承包管理档案`)

/** What names a paper in its volume: each case has its application there, its approval sheet, its receipt. */
const sourceOf = (b: Pick<Business, 'id'>, { source }: Pick<ToFile, 'source'>): string => `${b.id}:${source}`
/** Sources that lie in a volume already, of a business: in the one that grows, or in one that was closed. */
async function sourcesIn(ctx: Ctx, of: VolumeOf, businessId: string): Promise<Set<string>> {
  const volumes = await volumesOf(ctx, of)
  if (volumes.length === 0) return new Set()
  const found = await scoped(ctx, file_detail)
    .select(['file_detail.source'])
    .where('file_detail.countyCode', 'in', countiesOf(volumes))
    .where(
      'file_detail.groupId',
      'in',
      volumes.map((v) => v.id),
    )
    .where('file_detail.businessId', '=', businessId)
    .execute()
  return new Set(found.map((f) => f.source ?? ''))
}

/** A paper as a file: one that is there, or one that was just made and stored. */
interface Ready extends ToFile {
  /** its attachment, once there is one */
  id?: string
  /** where it lies, of one that was made */
  ossName?: string
  sha256: string
  size: number
  pages: number
}
/** Makes what has to be printed, looks through the files of others, and refuses what cannot be kept. @throws archive-unfit */
async function prepared({ storage }: FilingParts, tx: Tx, tenantId: string, papers: readonly ToFile[]): Promise<Ready[]> {
  const files = await tx((ctx) =>
    attachmentsById(
      ctx,
      papers.flatMap((p) => p.attachId ?? []),
    ),
  )
  const out: Ready[] = []
  const unfit: Text[] = []
  for (const p of papers) {
    if (!p.attachId) {
      out.push(await printedFile(storage, tenantId, p))
      continue
    }
    const a = files.get(p.attachId)
    const look = a && (await inspected(storage, storedFile(a)))
    const why = look ? look.faults.map((f) => f.msg) : [both('文件不存在', 'the file is missing')]
    if (a && look && why.length === 0) out.push({ ...p, id: p.attachId, sha256: look.sha256, size: Number(a.attachSize ?? 0), pages: look.pages })
    else unfit.push(unfitFile(p.title, why))
  }
  if (unfit.length) throw archiveProblems.unfit({ names: textList(unfit) })
  return out
}
/** A paper that the product prints, in the store. */
async function printedFile(storage: Storage, tenantId: string, p: ToFile): Promise<Ready> {
  const bytes = await p.make!()
  return { ...p, ossName: await storage.put(bytes, tenantId), sha256: sha256(bytes), size: bytes.length, pages: await pagesOfPdf(bytes) }
}

/** Papers that came into a volume in one transaction: how many are new there, the number of the volume, and the files that were made, by their source. */
interface Put {
  n: number
  archiveNo: string
  made: ReadonlyMap<string, string>
}
/** Puts papers into their volume in one transaction; what lies there already stays. */
async function put(ctx: Ctx, b: Pick<Business, 'id' | 'businessCode'>, v: Bundle, papers: readonly Ready[]): Promise<Put> {
  const volume = await heldVolume(ctx, { ...v, title: titleOf(v) })
  const there = await sourcesIn(ctx, v, b.id)
  const fresh = papers.filter((p) => !there.has(sourceOf(b, p)))
  const made = new Map<string, string>()
  if (fresh.length === 0) return { n: 0, archiveNo: volume.archiveNo!, made }
  const last = volumeEnd(await filedPapers(ctx, volume))
  await lockFiles(
    ctx,
    fresh.flatMap((p) => p.id ?? []),
  )
  for (const p of fresh) if (!p.id) made.set(p.source, await kept(ctx, b, v, p))
  await rows.insertMany(
    ctx,
    file_detail,
    withPages(fresh, last.pages).map((p, i) => ({
      regionCode: volume.regionCode!,
      groupId: volume.id,
      sort: last.sort + i + 1,
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
      attachId: p.id ?? made.get(p.source)!,
      sha256: p.sha256,
      size: p.size,
      version: 1,
      isCurrent: 1,
      source: sourceOf(b, p),
      filedTime: ctx.now,
    })) as Parameters<typeof rows.insertMany<typeof file_detail>>[2],
  )
  await recount(ctx, volume)
  return { n: fresh.length, archiveNo: volume.archiveNo!, made }
}
/** The row of a file that filing has made: it hangs on its business, and is locked from the first moment. */
async function kept(ctx: Ctx, b: Pick<Business, 'id'>, v: Bundle, p: Ready): Promise<string> {
  await weigh(ctx, p.size)
  return rows.insert(ctx, attach, {
    regionCode: v.regionCode,
    name: `${p.title.replace(/[\\/:*?"<>|]/g, ' ').slice(0, 60)}.pdf`,
    ossName: p.ossName!,
    extension: 'pdf',
    contentType: 'application/pdf',
    attachSize: p.size,
    sha256: p.sha256,
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
 * @throws archive-not-done, archive-missing with the list, archive-unfit
 */
export async function fileBusiness(
  p: FilingParts,
  tx: Tx,
  businessId: string,
  at?: { signal?: AbortSignal; step?: (done: number, total: number) => Promise<void> },
): Promise<Filed> {
  const { b, bundles } = await tx(async (ctx) => {
    const found = await rows.get(ctx, business, businessId)
    // taken back: what was filed of it stays as history, and the decision comes to it
    if (found.undone === 1) return { b: found, bundles: await undoneBundles(p.of, ctx, found) }
    if (found.status !== STATUS.done) throw archiveProblems.notDone({ code: found.businessCode ?? '' })
    const missing = await missingPapers(p.of, ctx, found)
    if (missing.length) throw archiveProblems.missing({ names: textList(missing) })
    return { b: found, bundles: await bundlesOf(p.of, ctx, found) }
  })
  let filed = 0
  const volumes = new Set<string>()
  // what is common to several volumes is printed once
  const made = new Map<string, Ready>()
  for (const [i, v] of bundles.entries()) {
    at?.signal?.throwIfAborted()
    const todo = await tx((ctx) => missingIn(ctx, b, v))
    const fresh = todo.filter((t) => !made.has(t.source))
    for (const r of await prepared(p, tx, b.tenantId, fresh)) made.set(r.source, r)
    const papers = todo.map((t) => made.get(t.source)!)
    if (papers.length) {
      const done = await tx(async (ctx) => {
        // held until the papers lie there: who takes the case back waits, and his decision comes behind them
        return (await heldUndone(ctx, b)) === (b.undone === 1) ? put(ctx, b, v, papers) : undefined
      })
      // taken back meanwhile: what lies there stays, and the decision comes to it
      if (!done) return withMore(await fileBusiness(p, tx, businessId, at), filed, volumes)
      filed += done.n
      volumes.add(done.archiveNo)
      // a file that was made for one volume is the file of the next ones
      for (const [source, id] of done.made) made.set(source, { ...made.get(source)!, id })
    }
    await at?.step?.(i + 1, bundles.length)
  }
  return { filed, volumes: [...volumes] }
}
/** Whether a case is taken back by now; it is held until the transaction ends. */
async function heldUndone(ctx: Ctx, b: Pick<Business, 'id' | 'regionCode'>): Promise<boolean> {
  const held = await joinable(ctx, business)
    .select('business.undone')
    .where('business.countyCode', '=', countyOf(b.regionCode))
    .where('business.id', '=', b.id)
    .forUpdate()
    .executeTakeFirst()
  return Number(held?.undone ?? 0) === 1
}
const withMore = (later: Filed, filed: number, volumes: ReadonlySet<string>): Filed => ({
  filed: filed + later.filed,
  volumes: [...new Set([...volumes, ...later.volumes])],
})
/** What of a bundle does not lie in its volume yet. */
async function missingIn(ctx: Ctx, b: Pick<Business, 'id'>, v: Bundle): Promise<ToFile[]> {
  const [there, papers] = [await sourcesIn(ctx, v, b.id), await v.papers(ctx)]
  return papers.filter((x) => !there.has(sourceOf(b, x)))
}
