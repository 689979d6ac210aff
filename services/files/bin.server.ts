// The bin: a removed file lies thirty days in it and can be put back where it was. Source: business-flows.md 11.
import { sql } from 'kysely'
import { isId } from '../../kit/model/resource.ts'
import { problems } from '../../kit/model/problem.ts'
import { ref } from '../../kit/model/field.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import { answering, reading, route, type Route } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { personName } from '../../platform/people/name.ts'
import type { RoutineRun } from '../../runtime/maintenance.server.ts'
import { attach, type Attach } from './attach.ts'
import { attach_bin, BIN_DAYS } from './bin.ts'
import type { Frozen } from './owners.server.ts'
import { requireRoom, weigh } from './quota.server.ts'

/** Keeps the rows of files that are being removed. */
export const keepInBin = (ctx: Ctx, files: readonly Attach[]): Promise<unknown> =>
  rows.insertMany(
    ctx,
    attach_bin,
    files.map(({ regionCode, name, attachSize, businessId, businessItem, ossName, ...rest }) => ({
      regionCode: regionCode!,
      attachId: rest.id,
      name,
      attachSize,
      businessId,
      businessItem,
      ossName,
      remover: personName(ctx.who),
      removedTime: ctx.now,
      content: {
        extension: rest.extension,
        contentType: rest.contentType,
        sha256: rest.sha256,
        attachMd5: rest.attachMd5,
        sourceSha256: rest.sourceSha256,
        attachSort: rest.attachSort,
      },
    })),
  )
/** Puts a removed file back under its own id, where files may still come. @throws not-found once its days are over, no-room */
async function putBack(ctx: Ctx, frozen: Frozen, id: unknown): Promise<string> {
  const of = await rows.get(ctx, attach_bin, String(id ?? ''), true)
  const place = { businessId: of.businessId ?? '', businessItem: of.businessItem ?? '' }
  await frozen(ctx, { ...place, files: [] })
  const kept = of.content as unknown as Pick<Attach, 'extension' | 'contentType' | 'sha256' | 'attachMd5' | 'sourceSha256' | 'attachSort'>
  await weigh(ctx, of.attachSize ?? 0)
  await rows.insert(ctx, attach, {
    ...kept,
    id: of.attachId!,
    regionCode: of.regionCode!,
    name: of.name!,
    attachSize: of.attachSize,
    ossName: of.ossName,
    businessId: of.businessId,
    businessItem: of.businessItem,
    locked: 0,
  })
  await rows.erase(ctx, attach_bin, [of.id])
  await requireRoom(ctx, 0)
  return of.attachId!
}
const { name, attachSize, businessItem, remover, removedTime } = attach_bin.fields
const LISTED = { name, attachSize, businessItem, remover, removedTime }
/** What lies in the bin of a business, the last removed first; and its way back. */
export const binRoutes = (frozen: Frozen): Route[] => [
  answering(
    reading('land', 'attach_view')(`${attach_bin.path}/list`, '附件回收站', ['businessId'], async (ctx, q) => {
      if (!isId(q.businessId ?? '')) throw problems.badRequest({ zh: '业务编号不正确', en: 'The business id is malformed' })
      return scoped(ctx, attach_bin)
        .select(['attach_bin.id', 'attach_bin.name', 'attach_bin.attachSize', 'attach_bin.businessItem', 'attach_bin.remover', 'attach_bin.removedTime'])
        .where('attach_bin.businessId', '=', q.businessId!)
        .orderBy('attach_bin.id', 'desc')
        .execute()
    }),
    { as: 'rows', of: LISTED, also: ['id'] },
  ),
  route({
    method: 'POST',
    path: `${attach_bin.path}/restore`,
    perm: 'attach_delete',
    scope: 'land',
    audit: 'attach.restore',
    summary: '恢复已删除附件',
    body: { id: ref('回收站文件', 'attach_bin', { en: 'Removed file', required: true }) },
    answer: 'id',
    run: (ctx, q) => putBack(ctx, frozen, q.id),
  }),
]
/** Empties the bin of what has lain in it for its days; the sweep takes the bytes. Answers how many rows went. */
export async function emptyBin({ now, system }: RoutineRun): Promise<number> {
  const before = localTime(new Date(now.getTime() - BIN_DAYS * 86_400_000))
  const gone = await system((tx) =>
    sql`delete from attach_bin b using (select "countyCode", id from attach_bin where "removedTime" < ${before}::timestamptz limit 5000) old
      where b."countyCode" = old."countyCode" and b.id = old.id`.execute(tx),
  )
  return Number(gone.numAffectedRows ?? 0)
}
