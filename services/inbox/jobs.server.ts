import { sql } from 'kysely'
import { both } from '../../kit/model/lang.ts'
import { newId } from '../../kit/server/ids.server.ts'
import type { JobEnded } from '../../runtime/jobs.server.ts'
import { heard } from '../../runtime/said.ts'
import { inBoth } from './both.ts'
import type { NamesOf } from './names.server.ts'
import { INTO_INBOX, wantsKind } from './tell.server.ts'

/** Tells who asked for a job that it has ended, in the transaction that ends it. */
export const tellOfJob: JobEnded = async (tx, { id, kind, tenantId, userId, status, time }) => {
  const subject = status === 'done' ? both(`${kind.label}已完成`, `${kind.en}: done`) : both(`${kind.label}失败`, `${kind.en}: failed`)
  await sql`${INTO_INBOX}
    select ${tenantId}, u.id, 'job:' || ${id}, ${newId()}::bigint, 'job', ${inBoth(subject)}, 'job', ${id}::bigint, ${kind.opens}, u.id, ${time}::timestamptz
    from sys_user u where u."tenantId" = ${tenantId} and u.id = ${userId}::bigint and ${wantsKind('job')}
    on conflict ("tenantId", "userId", once) do update set subject = excluded.subject, id = excluded.id, "createTime" = excluded."createTime", "readTime" = null`.execute(
    tx,
  )
}
/** Titles of the reader's own jobs. */
export const jobNames: NamesOf = async (ctx, ids) => {
  const found = await ctx.db
    .selectFrom('job')
    .select(['id', 'title'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('createUser', '=', ctx.who.userId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(found.map((j) => [String(j.id), heard(j.title, ctx.lang)]))
}
