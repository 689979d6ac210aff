// Each night every filed file is read again: what changed, is missing or lies outside is named by household, business and page. Source: business-flows.md 11.
import { sql } from 'kysely'
import { both, type Text } from '../../kit/model/lang.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { flatRows, scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { Routine, RoutineRun } from '../../runtime/maintenance.server.ts'
import type { Attach } from '../../services/files/attach.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { archive_check, file_group, type FileDetail, type FileGroup } from './archive.ts'
import { volumeContents, lostFinding, lostVolumes, type ArchiveFinding, type VolumeContent } from './contents.server.ts'
import { storedFile } from './files.server.ts'
import { gaps } from './order.ts'
import { hashFault, inspected, propertyOf, type Item, type Moment } from './inspect.server.ts'
import type { VolumeRef } from './volumes.server.ts'

const finding = (d: Pick<FileDetail, 'id' | 'title' | 'pageFrom' | 'businessCode'>, item: Item, msg: Text): ArchiveFinding => ({
  item,
  msg,
  objectId: d.id,
  title: d.title ?? '',
  pageFrom: d.pageFrom,
  businessCode: d.businessCode,
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
/** Files that are read at once by night: while the store brings one, others are added up. */
const READ_AT_ONCE = 8
/** What is wrong with the papers of a volume, each looked at, so many at once. */
async function lookAt(
  storage: Storage,
  v: VolumeRef,
  { papers, files, found }: VolumeContent,
  moment: Moment,
  signal?: AbortSignal,
): Promise<ArchiveFinding[]> {
  const faults: ArchiveFinding[][] = papers.map(() => [])
  const left = papers.entries()
  const look = async () => {
    for (const [i, d] of left) {
      signal?.throwIfAborted()
      faults[i] = await faultsOf(storage, files, d, moment, signal)
    }
  }
  // by day each is opened, one after the other
  await Promise.all(Array.from({ length: moment === 'night' ? READ_AT_ONCE : 1 }, look))
  const gap = gaps(papers as Parameters<typeof gaps>[0]).map((title) => ({
    item: 'pages' as const,
    objectId: v.id,
    title,
    pageFrom: null,
    msg: both(`【${title}】的页号不连续`, `the page numbers of ${title} leave a gap`),
  }))
  return [...faults.flat(), ...gap, ...found]
}
/** Looks through a volume by day. What lies on disk is read outside of transactions. With a signal it waits for its threads as long as it takes. */
export async function lookThrough(
  tx: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>,
  storage: Storage,
  v: VolumeRef,
  signal?: AbortSignal,
): Promise<ArchiveFinding[]> {
  const content = await tx((ctx) => volumeContents(ctx, [v]))
  return lookAt(storage, v, content.get(v.id)!, 'close', signal)
}

/** Why a volume cannot be closed or handed over: each of its papers with what is wrong. */
export const saidOf = (found: readonly ArchiveFinding[]): Text =>
  both(found.map((f) => `${f.title}：${f.msg.zh}`).join('；'), found.map((f) => `${f.title}: ${f.msg.en}`).join('; '))

/** Keeps what a look at a volume found: new findings with their day, those that stand with the last one; what is mended goes. Answers how many stand. */
export async function keepFindings(
  ctx: Ctx,
  v: Pick<FileGroup, 'id' | 'regionCode' | 'archiveNo' | 'title'>,
  found: readonly ArchiveFinding[],
): Promise<number> {
  const before = await flatRows(scoped(ctx, archive_check), archive_check)
    .where('archive_check.countyCode', '=', countyOf(v.regionCode!))
    .where('archive_check.groupId', '=', v.id)
    .execute()
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
      volumeTitle: v.title,
      businessCode: f.businessCode ?? null,
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
/** Volumes that are read of the database at once, and after which the place is kept: so many are looked through once more where a server died. */
const AT_ONCE = 20
interface Cursor {
  tenantId: string
  county: string
  id: string
}
/** A volume of the night, with whether something was found of it before. */
interface NightVolume extends VolumeRef {
  tenantId: string
  countyCode: string
  isFaulty: boolean
}
type System = RoutineRun['system']
const keepPlace = (system: System, { tenantId, county, id }: Cursor) =>
  system((t) =>
    sql`insert into archive_cursor (one, "tenantId", county, id) values (1, ${tenantId}, ${county}, ${id})
      on conflict (one) do update set "tenantId" = excluded."tenantId", county = excluded.county, id = excluded.id`.execute(t),
  )
/** The next volumes behind a place. */
const volumesAfter = async (system: System, at: Cursor | undefined) =>
  (
    await system((tx) =>
      sql<NightVolume>`select g."tenantId", g."countyCode", g."regionCode", g.id::text,
          exists (select from archive_check c where c."countyCode" = g."countyCode" and c."tenantId" = g."tenantId" and c."groupId" = g.id) as "isFaulty"
        from file_group g where (g."tenantId", g."countyCode", g.id) > (${at?.tenantId ?? ''}, ${at?.county ?? ''}, ${at?.id ?? '0'}::bigint)
        order by g."tenantId", g."countyCode", g.id limit ${BATCH}`.execute(tx),
    )
  ).rows
/** Those that are read at once: of one tenant, and no more than so many. */
const together = (page: readonly NightVolume[]): NightVolume[][] =>
  [...Map.groupBy(page, (v) => v.tenantId).values()].flatMap((own) =>
    Array.from({ length: Math.ceil(own.length / AT_ONCE) }, (_, i) => own.slice(i * AT_ONCE, (i + 1) * AT_ONCE)),
  )
/** Volumes that are gone with all that lay in them; what is found stands among the findings of the night. Answers how many. */
async function lookForLost({ system, as, signal }: RoutineRun): Promise<number> {
  const { rows: tenants } = await system((tx) => sql<{ code: string }>`select code from tenant order by code`.execute(tx))
  let n = 0
  for (const { code } of tenants)
    for (let after: string | undefined = '0'; after !== undefined;) {
      signal.throwIfAborted()
      const from: string = after
      after = await as(code, async (ctx) => {
        const { lost, last } = await lostVolumes(ctx, from)
        for (const v of lost) n += await keepFindings(ctx, v, [lostFinding(v)])
        return last
      })
    }
  return n
}
/**
 * The nightly look at all filed files. Where it stands is kept every few volumes, so that one that was stopped goes on there; one that came to the end begins
 * anew the next night.
 */
export const archiveRoutine = (storage: Storage): Routine => ({
  name: 'archive-check',
  label: '档案检查',
  due: { at: '03:20' },
  async run(r) {
    const { signal, system, as } = r
    let at = await system(async (tx) => (await sql<Cursor>`select "tenantId", county, id from archive_cursor where one = 1`.execute(tx)).rows[0])
    let [volumes, faults] = [0, 0]
    const read = (some: readonly NightVolume[] | undefined) => some && as(some[0]!.tenantId, (ctx) => volumeContents(ctx, some))
    try {
      for (;;) {
        signal.throwIfAborted()
        const page = await volumesAfter(system, at)
        const groups = together(page)
        let next = read(groups[0])
        for (const [i, some] of groups.entries()) {
          const contents = (await next)!
          // while these are read from the store, the database brings the next ones
          next = read(groups[i + 1])
          // what goes wrong ahead is told when its turn comes
          next?.catch(() => {})
          for (const v of some) {
            signal.throwIfAborted()
            const found = await lookAt(storage, v, contents.get(v.id)!, 'night', signal)
            // nothing was found and nothing stood: nothing is written
            if (found.length || v.isFaulty) faults += await as(v.tenantId, async (ctx) => keepFindings(ctx, await rows.get(ctx, file_group, v.id), found))
            at = { tenantId: v.tenantId, county: v.countyCode, id: v.id }
            volumes += 1
          }
          if (at) await keepPlace(system, at)
        }
        if (page.length < BATCH) break
      }
      faults += await lookForLost(r)
    } catch (e) {
      // a server that stops in order keeps the place itself
      if (at) await keepPlace(system, at).catch(() => {})
      throw e
    }
    await system((tx) => sql`delete from archive_cursor where one = 1`.execute(tx))
    return `${volumes} volumes, ${faults} findings`
  },
})
