// What a look at volumes reads of the database: some volumes at once, each statement in their county.
import { sql } from 'kysely'
import { both } from '../../kit/model/lang.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import { attach, type Attach } from '../../services/files/attach.ts'
import { file_detail, type FileDetail, type FileGroup } from './archive.ts'
import { attachmentsOfPapers } from './files.server.ts'
import type { FileFault } from './inspect.server.ts'
import { countiesOf, filedPapers, type VolumeRef } from './volumes.server.ts'

/** A finding of a volume: of one of its papers, of a file outside it, or of itself. */
export interface ArchiveFinding extends FileFault {
  objectId: string
  title: string
  pageFrom: number | null
  /** of the case of a paper or file */
  businessCode?: string | null
}
/** A volume with its papers and their files, and what its rows alone tell is wrong. */
export interface VolumeContent {
  papers: readonly FileDetail[]
  files: ReadonlyMap<string, Attach>
  found: readonly ArchiveFinding[]
}

/** Papers that the audit log says were filed, by volume: the most that a volume counted, since none is taken out. Whoever takes rows away cannot take that. */
export async function auditedCounts(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; files: number | null }>`select "objectId" as id, max((diff -> 'files' ->> 1)::int) as files from audit_event e
    where "tenantId" = ${ctx.who.tenantId} and object = 'file_group' and "objectId" in (${sql.join(ids)}) and diff -> 'files' is not null
    group by "objectId"`.execute(ctx.db)
  return new Map(rows.map((r) => [r.id, Number(r.files ?? 0)]))
}
interface Counted {
  id: string
  title: string | null
  files: number
  pages: number
  there: number
  last: number
}
/**
 * Volumes of which papers went with their rows: they counted more than lie in them. The counts of a volume and its papers are read by one statement, since
 * something may be filed meanwhile; the audit log before it, so that it can only know of less.
 */
async function lacking(ctx: Ctx, volumes: readonly VolumeRef[]): Promise<ArchiveFinding[]> {
  const ids = volumes.map((v) => v.id)
  const audited = await auditedCounts(ctx, ids)
  const { rows } = await sql<Counted>`select g.id::text, g.title, coalesce(g.files, 0) as files, coalesce(g.pages, 0) as pages, count(d.id)::int as there,
      coalesce(max(d."pageTo"), 0) as last from file_group g
    left join file_detail d on d."countyCode" = g."countyCode" and d."tenantId" = g."tenantId" and d."groupId" = g.id
    where g."countyCode" in (${sql.join(countiesOf(volumes))}) and g."tenantId" = ${ctx.who.tenantId} and g.id in (${sql.join(ids)})
    group by g."countyCode", g.id`.execute(ctx.db)
  return rows.flatMap((c) => {
    const filed = Math.max(c.files, audited.get(c.id) ?? 0)
    if (c.there >= filed && c.last >= c.pages) return []
    return [
      {
        item: 'count' as const,
        objectId: c.id,
        title: c.title ?? '',
        pageFrom: null,
        msg: both(
          `已归档${filed}件、${c.pages}页，现存${c.there}件、${c.last}页，卷内文件记录缺失`,
          `${filed} papers of ${c.pages} pages were filed, ${c.there} of ${c.last} pages are there: records of papers are missing`,
        ),
      },
    ]
  })
}
/** Files of the businesses of volumes that lie in no volume, by business. */
async function untracked(ctx: Ctx, papers: readonly FileDetail[]): Promise<Map<string, ArchiveFinding[]>> {
  const businesses = [...new Set(papers.flatMap((d) => d.businessId ?? []))]
  if (businesses.length === 0) return new Map()
  const filed = scoped(ctx, file_detail)
    .select('file_detail.id')
    .whereRef('file_detail.countyCode', '=', sql.ref('attach.countyCode'))
    .whereRef('file_detail.attachId', '=', sql.ref('attach.id'))
  const codes = new Map(papers.map((d) => [d.businessId, d.businessCode]))
  const outside = await scoped(ctx, attach)
    .select(['attach.id', 'attach.name', 'attach.businessId'])
    .where('attach.businessId', 'in', businesses)
    .where((e) => e.not(e.exists(filed)))
    .orderBy('attach.id')
    .execute()
  return Map.groupBy(
    outside.map(({ id, name, businessId }) => ({
      item: 'untracked' as const,
      objectId: String(id),
      title: name ?? '',
      pageFrom: null,
      msg: both(`业务附件【${name}】未归档`, `file ${name} of the business lies in no volume`),
      businessId: String(businessId),
      businessCode: codes.get(String(businessId)) ?? null,
    })),
    (f) => f.businessId,
  )
}

/** What lies in volumes, by volume. */
export async function volumeContents(ctx: Ctx, volumes: readonly VolumeRef[]): Promise<ReadonlyMap<string, VolumeContent>> {
  const all = await filedPapers(ctx, ...volumes)
  const files = await attachmentsOfPapers(ctx, all)
  const [outside, lost] = [await untracked(ctx, all), await lacking(ctx, volumes)]
  const by = Map.groupBy(all, (d) => d.groupId!)
  return new Map(
    volumes.map((v) => {
      const papers = by.get(v.id) ?? []
      const businesses = new Set(papers.flatMap((d) => d.businessId ?? []))
      const found = [...lost.filter((f) => f.objectId === v.id), ...[...businesses].flatMap((b) => outside.get(b) ?? [])]
      return [v.id, { papers, files, found }]
    }),
  )
}

/** A volume that was begun and is gone. */
export type LostVolume = Pick<FileGroup, 'id' | 'regionCode' | 'archiveNo' | 'title'>
const AT_ONCE = 500
/** Volumes that the audit log saw begin and nobody remove as long as they were empty, and that are not there: those among the next events behind `after`, and the last of these. */
export async function lostVolumes(ctx: Ctx, after: string): Promise<{ lost: LostVolume[]; last: string | undefined }> {
  const { rows: begun } = await sql<{ event: string; id: string; regionCode: string; archiveNo: string | null; title: string | null }>`
    select e.id::text as event, "objectId" as id, "regionCode", diff -> 'archiveNo' ->> 1 as "archiveNo", diff -> 'title' ->> 1 as title from audit_event e
    where "tenantId" = ${ctx.who.tenantId} and action = 'file_group.insert' and e.id > ${after}::bigint order by e.id limit ${AT_ONCE}`.execute(ctx.db)
  const last = begun.length === AT_ONCE ? begun.at(-1)!.event : undefined
  if (begun.length === 0) return { lost: [], last }
  const { rows: there } = await sql<{ id: string }>`select id::text from file_group where "countyCode" in (${sql.join(countiesOf(begun))})
    and "tenantId" = ${ctx.who.tenantId} and id in (${sql.join(begun.map((b) => b.id))})`.execute(ctx.db)
  const known = new Set(there.map((t) => t.id))
  const gone = begun.filter((b) => !known.has(b.id))
  if (gone.length === 0) return { lost: [], last }
  const { rows: removed } = await sql<{ id: string }>`select "objectId" as id from audit_event where "tenantId" = ${ctx.who.tenantId} and object = 'file_group'
    and "objectId" in (${sql.join(gone.map((g) => g.id))}) and action = 'file_group.delete'`.execute(ctx.db)
  // only a volume in which nothing ever lay is removed by hand: of another the removal covers what was taken out of it before
  const filed = await auditedCounts(
    ctx,
    gone.map((g) => g.id),
  )
  const byHand = new Set(removed.flatMap((r) => ((filed.get(r.id) ?? 0) > 0 ? [] : [r.id])))
  return {
    lost: gone.filter((g) => !byHand.has(g.id)).map(({ id, regionCode, archiveNo, title }) => ({ id, regionCode, archiveNo, title: title ?? '' })),
    last,
  }
}
/** What is told of it. */
export const lostFinding = ({ id, title }: LostVolume): ArchiveFinding => ({
  item: 'volume',
  objectId: id,
  title: title ?? '',
  pageFrom: null,
  msg: both('案卷记录缺失，审计日志中没有空卷的删除记录', 'the record of the volume is missing, and the audit log knows of no removal of an empty volume'),
})
