// Marks of the map: whose each is, who sees it, and who may change it.
import { sql } from 'kysely'
import { invalidField, problem, problems } from '../../kit/model/problem.ts'
import { inRegion } from '../../kit/model/region-code.ts'
import type { AnyQuery } from '../../kit/server/any-query.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { listColumns, paging, scoped } from '../../kit/server/query.server.ts'
import { textIn, ids, route, rowIdOf, type Input, type Route } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { holdTurn } from '../../platform/definitions/turn.server.ts'
import { MARK_LIMITS, map_mark, markWrong, type MapMark } from './mark.ts'

export const markProblems = {
  marksMany: problem(400, 'marks-many', () => ({ zh: `每人最多保存${MARK_LIMITS.marks}个地图标记`, en: `At most ${MARK_LIMITS.marks} marks of one person` })),
}
/** The button of those who take back what others of their region share. */
const SHARE = 'list_view_share'
/** Whether the caller may change a mark: its maker; a shared one also who looks after what is shared in its region. */
const mayWrite = ({ who }: Ctx, m: Pick<MapMark, 'userId' | 'isShared' | 'regionCode'>): boolean =>
  m.userId === who.userId || (m.isShared === 1 && who.perms.has(SHARE) && inRegion(m.regionCode ?? '', who.regionCode))
/** A person's own marks, and those shared at or above his region. */
function seen(ctx: Ctx): AnyQuery {
  const { userId, regionCode } = ctx.who
  return (scoped(ctx, map_mark) as AnyQuery).where(
    sql<boolean>`(map_mark."userId" = ${userId} or map_mark."isShared" = 1 and starts_with(${regionCode}::text, coalesce(map_mark."regionCode", '')))`,
  )
}
async function page(ctx: Ctx, q: Input) {
  const { current, size, offset } = paging({ size: 200, ...q })
  const from = q.kind ? seen(ctx).where('map_mark.kind', '=', textIn(q, 'kind')) : seen(ctx)
  const found = await from
    .leftJoin('sys_user', (j) => j.onRef('sys_user.id', '=', 'map_mark.userId').onRef('sys_user.tenantId', '=', 'map_mark.tenantId'))
    .select([...listColumns(map_mark), 'map_mark.body', 'sys_user.realName as userName'])
    .orderBy('map_mark.kind')
    .orderBy('map_mark.title')
    .orderBy('map_mark.id')
    .limit(size)
    .offset(offset)
    .execute()
  const { n } = await from.select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow()
  const total = Number(n)
  return { records: found.map((m) => ({ ...m, mayEdit: mayWrite(ctx, m as MapMark) ? 1 : 0 })), total, size, current, pages: Math.ceil(total / size) }
}
/** A mark as it was sent, looked through. */
function drafted(b: Input, stored: Partial<MapMark> = {}) {
  const wrong = rows.protectedWrong(map_mark, b, stored, map_mark.derived)
  if (wrong.length) throw problems.invalid(wrong)
  const draft = rows.readFields(map_mark, b, map_mark.derived, stored)
  const fault = markWrong(draft.kind, draft.body)
  if (fault) throw invalidField('body', fault)
  return draft
}
async function save(ctx: Ctx, b: Input): Promise<string> {
  if (b.id) return update(ctx, b)
  const draft = drafted(b)
  await holdTurn(ctx)
  const own = scoped(ctx, map_mark).where('map_mark.userId', '=', ctx.who.userId)
  const { n } = await (own as AnyQuery).select(sql<string>`count(*)`.as('n')).executeTakeFirstOrThrow()
  if (Number(n) >= MARK_LIMITS.marks) throw markProblems.marksMany()
  return rows.insert(ctx, map_mark, { ...draft, userId: ctx.who.userId, regionCode: ctx.who.regionCode || null })
}
/** The row, where the caller may change it; what he does not see does not exist for him. */
async function mine(ctx: Ctx, id: string): Promise<MapMark> {
  const row = await rows.get(ctx, map_mark, id, true)
  if (mayWrite(ctx, row)) return row
  const isSeen = await seen(ctx).select('map_mark.id').where('map_mark.id', '=', row.id).executeTakeFirst()
  throw isSeen ? problems.forbidden({ perm: SHARE }) : problems.notFound({ zh: map_mark.label, en: map_mark.en })
}
async function update(ctx: Ctx, b: Input): Promise<string> {
  const before = await mine(ctx, rowIdOf(b))
  return rows.update(ctx, map_mark, before.id, drafted(b, before), b)
}
async function remove(ctx: Ctx, q: Input): Promise<void> {
  const list = ids(q)
  if (list.length === 0) throw problems.noneSelected()
  for (const id of list) await mine(ctx, id)
  await rows.erase(ctx, map_mark, list)
}

// a wall with a map keeps nothing: marks are for who sees parcels
const plain = { perm: 'dk_view', scope: 'tenant' } as const
// who only looks, as the auditor, writes nothing
const writing = { perm: ['dk_edit', 'business_commit'], scope: 'tenant' } as const
/** Marks of the map: list, save, remove. */
export const mapMarkRoutes: Route[] = [
  {
    ...plain,
    method: 'GET',
    path: `${map_mark.path}/page`,
    audit: 'read',
    summary: '地图标记分页',
    query: ['kind', 'current', 'size'],
    answer: { as: 'page', of: map_mark, also: ['body', 'mayEdit', 'userName'] },
    run: page,
  },
  {
    ...writing,
    method: 'POST',
    path: `${map_mark.path}/submit`,
    audit: 'map_mark.save',
    summary: '新增或修改地图标记',
    body: map_mark.fields,
    derived: map_mark.derived!,
    answer: 'id',
    run: save,
  },
  route({
    ...writing,
    method: 'POST',
    path: `${map_mark.path}/remove`,
    audit: 'map_mark.delete',
    summary: '删除地图标记',
    query: ['ids'],
    answer: 'nothing',
    run: remove,
  }),
]
