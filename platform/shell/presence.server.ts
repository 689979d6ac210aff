// Who else has a record open at this moment: said once when it is opened and now and then after that, told by the live channel.
import { sql } from 'kysely'
import { problems } from '../../kit/model/problem.ts'
import { isId, permOf, type AnyResource } from '../../kit/model/resource.ts'
import { moved } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { route, type Route, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import type { LiveSource } from '../../runtime/live.server.ts'
import { PRESENCE, PRESENCE_SECONDS, presenceKey, type OpenBy } from './form-draft.ts'

type Asked = TextInput<'record' | 'id' | 'editing' | 'gone'>
/** Says that the caller has a record open (`gone` = 1: no longer) and answers who else has. Whoever may not see the record learns nothing, as of one that is not there. */
async function presence(ctx: Ctx, known: () => readonly AnyResource[], q: Asked): Promise<OpenBy[]> {
  const r = known().find((x) => x.name === q.record)
  if (!isId(q.id ?? '')) throw problems.badRequest({ zh: '请指定记录', en: 'Name a record' })
  const { tenantId, userId, viewer, perms } = ctx.who
  if (!r || !perms.has(permOf(r, 'view'))) return []
  const record = { tenantId, record: r.name, recordId: q.id! }
  if (q.gone === '1') {
    if (!viewer)
      await ctx.db
        .deleteFrom('record_presence')
        .where((e) => e.and(record))
        .where('userId', '=', userId)
        .execute()
    return []
  }
  if (!(await rows.find(ctx, r, { id: q.id! }))) return []
  const here = { isEditing: q.editing === '1' ? 1 : 0, at: ctx.now }
  // who looks through another's eyes has nothing open in that person's name
  if (!viewer)
    await ctx.db
      .insertInto('record_presence')
      .values({ ...record, userId, ...here })
      .onConflict((c) => c.columns(['tenantId', 'record', 'recordId', 'userId']).doUpdateSet(here))
      .execute()
  return ctx.db
    .selectFrom('record_presence as p')
    .innerJoin('sys_user as u', 'u.id', 'p.userId')
    .select(['u.realName as name', 'p.isEditing as isEditing'])
    .where('p.tenantId', '=', tenantId)
    .where('p.record', '=', r.name)
    .where('p.recordId', '=', q.id!)
    .where('p.userId', '<>', userId)
    .where('p.at', '>=', moved(ctx.now, -PRESENCE_SECONDS))
    .orderBy('p.isEditing', 'desc')
    .orderBy('u.id')
    .limit(20)
    .execute()
}
/** Who else has the records open that each of these people has: in one statement for all of them, of the few rows of what is open. */
export const presenceSource: LiveSource = {
  name: PRESENCE,
  async read(read, people, now) {
    const found = await read(sql<{ userId: string; record: string; recordId: string; others: OpenBy[] | null }>`
      select mine."userId"::text as "userId", mine.record, mine."recordId"::text as "recordId",
        (select json_agg(json_build_object('name', u."realName", 'isEditing', p."isEditing") order by p."isEditing" desc, u.id)
          from record_presence p join sys_user u on u.id = p."userId"
          where p."tenantId" = mine."tenantId" and p.record = mine.record and p."recordId" = mine."recordId" and p."userId" <> mine."userId"
            and p.at >= ${moved(now, -PRESENCE_SECONDS)}::timestamptz) as others
      from unnest(${people.map((p) => p.tenantId)}::text[], ${people.map((p) => p.userId)}::bigint[]) as who(tenant, id)
        join record_presence mine on mine."tenantId" = who.tenant and mine."userId" = who.id and mine.at >= ${moved(now, -PRESENCE_SECONDS)}::timestamptz`)
    const of = new Map<string, Record<string, OpenBy[]>>()
    for (const r of found) of.set(r.userId, { ...of.get(r.userId), [presenceKey(r.record, r.recordId)]: (r.others ?? []).slice(0, 20) })
    return of
  },
}
/**
 * `known`: every definition of the application. It writes and is a GET: said every twenty seconds (every two where there is no live channel), it is no change that the
 * audit would tell of.
 */
export const presenceRoute = (known: () => readonly AnyResource[]): Route =>
  route({
    method: 'GET',
    path: '/basic/presence',
    perm: 'signed-in',
    scope: 'tenant',
    audit: 'read',
    writes: true,
    summary: '谁也打开了这条记录',
    query: ['record', 'id', 'editing', 'gone'],
    run: (ctx, q) => presence(ctx, known, q),
  })
