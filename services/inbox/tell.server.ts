import { sql, type RawBuilder } from 'kysely'
import type { Text } from '../../kit/model/lang.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { inBoth } from './both.ts'
import type { InboxKind } from './inbox.ts'

/** What a person is told. Its words hold nothing of a person: of what it is about, a reader gets the name when he reads, if he may see it then. */
export interface NewMessage {
  kind: InboxKind
  subject: Text
  about?: { of: string; id: string }
  /** the page that it leads to */
  link?: string
  /** names what is told: nobody is told it twice */
  once: string
  /** tells who does it, too */
  oneself?: boolean
}

/** Into which columns every message is written. */
export const INTO_INBOX = sql`insert into inbox_message ("tenantId", "userId", once, id, kind, subject, about, "aboutId", link, "createUser", "createTime")`
/** `u`, a row of sys_user in the statement around, has not switched this kind off. */
export const wantsKind = (kind: InboxKind): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from inbox_muted m where m."tenantId" = u."tenantId" and m."userId" = u.id and m.kind = ${kind})`

/**
 * Tells the people of whom `who` is true (a condition on `u`, see people/reach) in the transaction of what causes it: one statement, whatever their number. Who has
 * switched the kind off is not told, nor who does it himself.
 */
export async function tellPeople(ctx: Ctx, who: RawBuilder<boolean>, t: NewMessage): Promise<void> {
  const { tenantId, userId } = ctx.who
  await sql`${INTO_INBOX}
    select u."tenantId", u.id, ${t.once}, ${ctx.newId()}::bigint, ${t.kind}, ${inBoth(t.subject)}, ${t.about?.of ?? null}, ${t.about?.id ?? null}::bigint,
      ${t.link ?? null}, ${userId}::bigint, ${ctx.now}::timestamptz
    from sys_user u where u."tenantId" = ${tenantId} and u.status = 1 and (${t.oneself ?? false} or u.id <> ${userId}::bigint) and ${who}
      and ${wantsKind(t.kind)}
    on conflict ("tenantId", "userId", once) do nothing`.execute(ctx.db)
}

/** What was told of something is done with: it is marked as read, for everybody. */
export const settleInbox = async (ctx: Ctx, of: string, id: string, kinds: readonly InboxKind[]): Promise<void> => {
  await sql`update inbox_message set "readTime" = ${ctx.now}::timestamptz where "tenantId" = ${ctx.who.tenantId} and about = ${of} and "aboutId" = ${id}::bigint
    and kind = any(${[...kinds]}::text[]) and "readTime" is null`.execute(ctx.db)
}
/** What was told of these is told no more: whoever got it has it no longer. */
export const forgetInbox = async (ctx: Ctx, of: string, ids: readonly string[]): Promise<void> => {
  await ctx.db
    .deleteFrom('inbox_message')
    .where('tenantId', '=', ctx.who.tenantId)
    .where('about', '=', of)
    .where('aboutId', 'in', [...ids])
    .execute()
}
