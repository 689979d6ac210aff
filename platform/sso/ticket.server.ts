import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { secondsAfter } from '../credentials/change.server.ts'
import { randomToken, tokenHash } from '../credentials/secrets.server.ts'
import type { SourceIdentity } from './protocols.server.ts'
import { ssoRefusal } from './problems.ts'

const TICKET_SECONDS = 1800

/** Notes whom another service named; answers the account that is bound to that identity, if any. */
export async function knownAs(ctx: Ctx, at: { tenantId: string; sourceId: string }, who: SourceIdentity): Promise<{ id: string; userId: string | null }> {
  const row = { id: ctx.newId(), ...at, subject: who.subject, nickname: who.name, createTime: ctx.now }
  return (await ctx.db
    .insertInto('oauth_user')
    .values(row)
    .onConflict((c) => c.columns(['sourceId', 'subject']).doUpdateSet({ nickname: row.nickname }))
    .returning(['id', 'userId'])
    .executeTakeFirstOrThrow()) as { id: string; userId: string | null }
}
/** A ticket (`oauthId`) by which an identity without account is registered or bound within half an hour; a new one ends the former. */
export async function ticketFor(ctx: Ctx, id: string): Promise<string> {
  const oauthId = randomToken()
  await ctx.db
    .updateTable('oauth_user')
    .set({ ticketHash: tokenHash(oauthId), ticketExpires: secondsAfter(ctx, TICKET_SECONDS) })
    .where('id', '=', id)
    .execute()
  return oauthId
}
/** Binds the identity of a ticket to an account of the caller's tenant; the ticket is used up. */
export async function bindTicket(ctx: Ctx, oauthId: string, userId: string): Promise<void> {
  const found = await ctx.db
    .updateTable('oauth_user')
    .set({ userId, ticketHash: null, ticketExpires: null })
    .where('ticketHash', '=', tokenHash(oauthId))
    .where('ticketExpires', '>', ctx.now)
    .where('tenantId', '=', ctx.who.tenantId)
    .where('userId', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!found) throw ssoRefusal.ticket()
  await audit(ctx, { action: 'session.bind', object: 'sys_user', objectId: userId, diff: { oauthUser: [null, String(found.id)] } })
}
