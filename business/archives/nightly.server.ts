// Each night every filed file is read again: what changed, is missing or lies outside is named by household, business and page. Source: business-flows.md 11.
import { sql } from 'kysely'
import { both, type Text } from '../../kit/model/lang.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { Routine, RoutineRun } from '../../runtime/maintenance.server.ts'
import { attach, type Attach } from '../../services/files/attach.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { archive_check, file_detail, file_group, type FileDetail, type FileGroup } from './archive.ts'
import { attachmentsById, storedFile } from './files.server.ts'
import { gaps } from './order.ts'
import { hashFault, inspected, propertyOf, type FileFault, type Item, type Moment } from './inspect.server.ts'
import { filedPapers } from './volumes.server.ts'

/** A finding of a volume: of one of its papers, of a file outside it, or of itself. */
export interface ArchiveFinding extends FileFault {
  objectId: string
  title: string
  pageFrom: number | null
}

const finding = (d: Pick<FileDetail, 'id' | 'title' | 'pageFrom'>, item: Item, msg: Text): ArchiveFinding => ({
  item,
  msg,
  objectId: d.id,
  title: d.title ?? '',
  pageFrom: d.pageFrom,
})
/** Faults of one filed paper at a moment. */
async function faultsOf(storage: Storage, files: ReadonlyMap<string, Attach>, d: FileDetail, moment: Moment, signal?: AbortSignal): Promise<ArchiveFinding[]> {
  const a = files.get(d.attachId ?? '')
  if (!a) return [finding(d, 'there', both('附件记录缺失', 'the record of its file is missing'))]
  const f = storedFile(a)
  if (f.sha256 !== d.sha256)
    return [finding(d, 'place', both('附件记录的摘要与归档时不一致', 'the digest in the record of its file is not the one that was filed'))]
  if (moment === 'night') {
    const changed = await hashFault(storage, f)
    return changed ? [finding(d, changed.item, changed.msg)] : []
  }
  return (await inspected(storage, f, signal)).faults.map((x) => finding(d, x.item, x.msg))
}
/** Files of the businesses of a volume that lie in no volume. */
async function untracked(ctx: Ctx, papers: readonly FileDetail[]): Promise<ArchiveFinding[]> {
  const businesses = [...new Set(papers.flatMap((d) => d.businessId ?? []))]
  if (businesses.length === 0) return []
  const filed = scoped(ctx, file_detail)
    .select('file_detail.id')
    .whereRef('file_detail.countyCode', '=', sql.ref('attach.countyCode'))
    .whereRef('file_detail.attachId', '=', sql.ref('attach.id'))
  const outside = await scoped(ctx, attach)
    .select(['attach.id', 'attach.name'])
    .where('attach.businessId', 'in', businesses)
    .where((e) => e.not(e.exists(filed)))
    .orderBy('attach.id')
    .execute()
  return outside.map(({ id, name }) => ({
    item: 'untracked' as const,
    objectId: String(id),
    title: name ?? '',
    pageFrom: null,
    msg: both(`业务附件【${name}】未归档`, `file ${name} of the business lies in no volume`),
  }))
}
/** Files of a volume that are read at once. */
const READ_AT_ONCE = 4
/** Looks through a volume. `read` outside of transactions: what lies on disk. With a signal it waits for its threads as long as it takes. */
export async function lookThrough(
  tx: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>,
  storage: Storage,
  v: Pick<FileGroup, 'id'>,
  moment: Moment,
  signal?: AbortSignal,
): Promise<ArchiveFinding[]> {
  const { papers, files, outside } = await tx(async (ctx) => {
    const all = await filedPapers(ctx, v.id)
    return {
      papers: all,
      files: await attachmentsById(
        ctx,
        all.flatMap((d) => d.attachId ?? []),
      ),
      outside: await untracked(ctx, all),
    }
  })
  const out: ArchiveFinding[] = []
  // by night a file is only read: while the store brings one, others are added up; else each is opened, one after the other
  const atOnce = moment === 'night' ? READ_AT_ONCE : 1
  for (let i = 0; i < papers.length; i += atOnce)
    out.push(...(await Promise.all(papers.slice(i, i + atOnce).map((d) => faultsOf(storage, files, d, moment, signal)))).flat())
  for (const title of gaps(papers as Parameters<typeof gaps>[0]))
    out.push({ item: 'pages', objectId: v.id, title, pageFrom: null, msg: both(`【${title}】的页号不连续`, `the page numbers of ${title} leave a gap`) })
  return [...out, ...outside]
}

/** Why a volume cannot be closed or handed over: each of its papers with what is wrong. */
export const saidOf = (found: readonly ArchiveFinding[]): Text =>
  both(found.map((f) => `${f.title}：${f.msg.zh}`).join('；'), found.map((f) => `${f.title}: ${f.msg.en}`).join('; '))

/** Keeps what a look at a volume found: new findings with their day, those that stand with the last one; what is mended goes. Answers how many stand. */
export async function keepFindings(ctx: Ctx, v: FileGroup, found: readonly ArchiveFinding[]): Promise<number> {
  const before = await flatRows(scoped(ctx, archive_check), archive_check).where('archive_check.groupId', '=', v.id).execute()
  const key = (f: { objectId: string | null; item: string | null }) => `${f.objectId} ${f.item}`
  const now = new Map(found.map((f) => [key(f), f]))
  await rows.eraseMany(
    ctx,
    archive_check,
    before.filter((b) => !now.has(key(b))),
  )
  for (const b of before.filter((x) => now.has(key(x)))) {
    await rows.change(ctx, archive_check, b, { lastSeen: ctx.now })
    now.delete(key(b))
  }
  await rows.insertMany(
    ctx,
    archive_check,
    [...now.values()].map((f) => ({
      regionCode: v.regionCode!,
      groupId: v.id,
      objectId: f.objectId,
      archiveNo: v.archiveNo!,
      title: f.title.slice(0, 200),
      pageFrom: f.pageFrom,
      property: propertyOf(f.item),
      item: f.item,
      msg: f.msg.zh.slice(0, 254),
      msgEn: f.msg.en.slice(0, 254),
      firstSeen: ctx.now,
      lastSeen: ctx.now,
    })) as Parameters<typeof rows.insertMany<typeof archive_check>>[2],
  )
  return found.length
}

const BATCH = 100
/** Volumes after which the place is kept: so many are looked through once more where a server died. */
const KEEP_EVERY = 20
interface Cursor {
  tenantId: string
  county: string
  id: string
}
type System = RoutineRun['system']
const keepPlace = (system: System, { tenantId, county, id }: Cursor) =>
  system((t) =>
    sql`insert into archive_cursor (one, "tenantId", county, id) values (1, ${tenantId}, ${county}, ${id})
      on conflict (one) do update set "tenantId" = excluded."tenantId", county = excluded.county, id = excluded.id`.execute(t),
  )
/** The next volumes behind a place, each with whether something was found of it before. */
const volumesAfter = async (system: System, at: Cursor | undefined) =>
  (
    await system((tx) =>
      sql<{ tenantId: string; countyCode: string; id: string; isFaulty: boolean }>`select g."tenantId", g."countyCode", g.id::text,
          exists (select from archive_check c where c."countyCode" = g."countyCode" and c."tenantId" = g."tenantId" and c."groupId" = g.id) as "isFaulty"
        from file_group g where (g."tenantId", g."countyCode", g.id) > (${at?.tenantId ?? ''}, ${at?.county ?? ''}, ${at?.id ?? '0'}::bigint)
        order by g."tenantId", g."countyCode", g.id limit ${BATCH}`.execute(tx),
    )
  ).rows
/**
 * The nightly look at all filed files. Where it stands is kept every few volumes, so that one that was stopped goes on there; one that came to the end begins
 * anew the next night.
 */
export const archiveRoutine = (storage: Storage): Routine => ({
  name: 'archive-check',
  label: '档案检查',
  due: { at: '03:20' },
  async run({ signal, system, as }) {
    let at = await system(async (tx) => (await sql<Cursor>`select "tenantId", county, id from archive_cursor where one = 1`.execute(tx)).rows[0])
    let [volumes, faults] = [0, 0]
    try {
      for (;;) {
        signal.throwIfAborted()
        const page = await volumesAfter(system, at)
        for (const v of page) {
          signal.throwIfAborted()
          const tx = <T>(work: (ctx: Ctx) => Promise<T>) => as(v.tenantId, work)
          const found = await lookThrough(tx, storage, v, 'night')
          // nothing was found and nothing stood: nothing is written
          if (found.length || v.isFaulty) faults += await tx(async (ctx) => keepFindings(ctx, await rows.get(ctx, file_group, v.id), found))
          at = { tenantId: v.tenantId, county: v.countyCode, id: v.id }
          if (++volumes % KEEP_EVERY === 0) await keepPlace(system, at)
        }
        if (page.length < BATCH) break
      }
    } catch (e) {
      // a server that stops in order keeps the place itself
      if (at) await keepPlace(system, at).catch(() => {})
      throw e
    }
    await system((tx) => sql`delete from archive_cursor where one = 1`.execute(tx))
    return `${volumes} volumes, ${faults} findings`
  },
})
