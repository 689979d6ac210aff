import { sql } from 'kysely'
import { Problem } from '../../kit/model/problem.ts'
import { isId } from '../../kit/model/resource.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { DeferredResponse, RawResponse, RequestFacts, TextInput } from '../../kit/server/route.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import type { SmsParts } from '../messages/send.server.ts'
import { accountsBy, admit, admissionFailed } from './admit.server.ts'
import { checkCaptcha } from './captcha.server.ts'
import { secondsAfter, openPasswords, type SessionSettings, asAccount, countFailure, isLocked } from '../credentials/change.server.ts'
import { totpGrant } from './factor.server.ts'
import { scopeFits } from '../clients/client.ts'
import { clientGrant } from './client.server.ts'
import { clientOf, lifetimesOf, openSession, type StoredSession, proofOf, type AccountChoice } from './open.server.ts'
import { phoneGrant, tenantOf } from './phone.server.ts'
import type { SentSignIn, SignInStep } from './sent.server.ts'
import { wrong } from '../credentials/problems.ts'
import { DUMMY, isPassword, sameSecret, tokenHash } from '../credentials/secrets.server.ts'
import { strategyOf } from '../credentials/strategy.server.ts'
import { idleSeconds } from './who.server.ts'
import { idList } from '../../kit/model/resource.ts'

/** One more way to sign in, named by its grant_type. A `DeferredResponse` may call other services: no transaction is open then. */
export type Grant = (ctx: Ctx, input: SentSignIn, facts: RequestFacts, clientId: string) => Promise<RawResponse | DeferredResponse>

/** What sign-in needs beside the settings that passwords need. */
export interface SignInParts extends SessionSettings, SmsParts {
  sealer: Sealer
  /** whether people may switch department and role */
  switchMode: boolean
  grants: Readonly<Record<string, Grant>>
  /** what may come before a sign-in, by name; see prepare.server.ts */
  steps: Readonly<Record<string, SignInStep>>
}

async function signIn(ctx: Ctx, input: SentSignIn, facts: RequestFacts, s: SignInParts, clientId: string): Promise<RawResponse> {
  if (s.captcha) await checkCaptcha(ctx, facts)
  else if (input.grant_type === 'captcha' && facts.headers['captcha-key'])
    await ctx.db.deleteFrom('captcha').where('key', '=', facts.headers['captcha-key']).execute()
  const account = (input.username ?? '').normalize('NFKC')
  const [u] = await accountsBy(ctx, sql`u."tenantId" = ${tenantOf(input, facts)} and lower(u.account) = lower(${account})`)
  const password = (await openPasswords(ctx, s.keys, [input.password]))?.[0]
  const locked = u && isLocked(ctx, u)
  const good = await isPassword(u && !locked ? u.hash : DUMMY, password ?? '')
  // once used, its end is in the past
  if (u && !locked && good && password)
    return u.initialUntil && u.initialUntil <= ctx.now ? admissionFailed(wrong.initialOver(), ctx) : admit(ctx, facts, u, clientId)
  if (u && !locked) await countFailure(ctx, u)
  else await noteFailure(ctx, tenantOf(input, facts), u)
  return admissionFailed(wrong.credentials(), ctx)
}

/** A try at an account that nobody has, or that is locked: nothing is counted, but whoever tries many is seen. The account's name may be a slipped password. */
async function noteFailure(ctx: Ctx, tenantId: string, u?: { id: string; account: string; tenantId: string }): Promise<void> {
  const known = u ?? (await ctx.db.selectFrom('tenant').select('code as tenantId').where('code', '=', tenantId).executeTakeFirst())
  const of = { id: u?.id ?? '0', account: u?.account ?? '', tenantId: known?.tenantId ?? ctx.who.tenantId }
  await audit(asAccount(ctx, of), { action: 'session.try', object: 'sys_user', objectId: of.id })
}

/** The department and role that a refresh switches to: both or neither, and only one's own. Source: platform.md 5, 6. */
async function switchOf(ctx: Ctx, facts: RequestFacts, s: SignInParts, userId: string): Promise<AccountChoice | Problem> {
  const choice = { deptId: facts.headers['dept-id'] ?? '', roleId: facts.headers['role-id'] ?? '' }
  if (!s.switchMode || (!choice.deptId && !choice.roleId)) return {}
  if (!choice.deptId) return wrong.needDept()
  if (!choice.roleId) return wrong.needRole()
  const u = await ctx.db.selectFrom('sys_user').select(['deptId', 'roleId']).where('id', '=', userId).executeTakeFirstOrThrow()
  const held = idList(u.deptId).includes(choice.deptId) && idList(choice.roleId).every((r) => idList(u.roleId).includes(r))
  return held ? choice : wrong.notHeld()
}

/** Windows that renew the same token so soon after one another belong to one person. */
const TOGETHER_SECONDS = 5
/**
 * A refresh token that was spent before is in two hands: its session ends, whoever holds the new one. Invented tokens end nothing.
 * Source: security.md 5.4, K26.
 */
async function endIfSpent(ctx: Ctx, facts: RequestFacts, token: string): Promise<void> {
  const [secret = '', id = '', proof = ''] = token.split('.')
  if (!isId(id)) return
  const renewedBefore = secondsAfter(ctx, (await lifetimesOf(ctx, facts)).access - TOGETHER_SECONDS)
  const { rows } = await sql<{ id: string; account: string; tenantId: string; hash: string }>`select u.id, u.account, u."tenantId", k.hash
    from session s join sys_user u on u.id = s."userId" join user_secret k on k."userId" = u.id
    where s.id = ${id} and s.revoked = 0 and s."refreshHash" <> ${tokenHash(token)} and s."accessExpires" < ${renewedBefore}::timestamptz for update of s`.execute(
    ctx.db,
  )
  const u = rows[0]
  if (!u || !sameSecret(proof, proofOf(secret, id, u.hash))) return
  await ctx.db.updateTable('session').set({ revoked: 1 }).where('id', '=', id).execute()
  await audit(asAccount(ctx, u), { action: 'session.reuse', object: 'sys_user', objectId: u.id })
}

async function refresh(ctx: Ctx, { refresh_token: sent = '' }: TextInput<'refresh_token'>, facts: RequestFacts, s: SignInParts): Promise<RawResponse> {
  const { rows } = await sql<StoredSession>`select * from session where "refreshHash" = ${tokenHash(sent)} and revoked = 0
    and "refreshExpires" > ${ctx.now}::timestamptz and "absoluteEnd" > ${ctx.now}::timestamptz for update`.execute(ctx.db)
  if (!rows[0]) {
    await endIfSpent(ctx, facts, sent)
    return admissionFailed(wrong.refresh(), ctx)
  }
  // what one application was given, another one does not renew: it might be allowed more
  if (rows[0].clientId && rows[0].clientId !== clientOf(facts).id) return admissionFailed(wrong.refresh(), ctx)
  // a browser that was left alone renews its token by itself: that is no sign of a person
  const { idleMinutes } = await strategyOf(ctx.db, rows[0].tenantId)
  if (idleSeconds(rows[0].lastSeen, ctx.now) > idleMinutes * 60) return admissionFailed(wrong.refresh(), ctx)
  const choice = await switchOf(ctx, facts, s, rows[0].userId)
  if (choice instanceof Problem) return admissionFailed(choice, ctx)
  const { userId: id, tenantId } = rows[0]
  await audit(asAccount(ctx, { id, tenantId, account: '' }), { action: 'session.refresh', object: 'sys_user', objectId: id })
  return openSession(ctx, facts, id, choice, rows[0])
}

/** POST oauth/token: a new session or a refreshed one; failures are answered as the compatible API does. Source: platform-api.md 2.3-2.5. */
export async function token(ctx: Ctx, input: SentSignIn, facts: RequestFacts, s: SignInParts): Promise<RawResponse | DeferredResponse> {
  const c = clientOf(facts)
  const client = await ctx.db
    .selectFrom('client')
    .innerJoin('client_secret', 'client_secret.clientId', 'client.id')
    .select(['client_secret.secretHash', 'client.authorizedGrantTypes', 'client.scope'])
    .where('client.clientId', '=', c.id)
    .executeTakeFirst()
  if (!client || !sameSecret(client.secretHash, tokenHash(c.secret))) return admissionFailed(wrong.client(), ctx)
  const grant = input.grant_type ?? ''
  // the second half of a sign-in whose first half this client was allowed
  if (grant === 'totp') return totpGrant(ctx, input, facts, s.sealer, c.id)
  if (!idList(client.authorizedGrantTypes).includes(grant)) return admissionFailed(wrong.grant(), ctx)
  if (grant !== 'refresh_token' && !scopeFits(client.scope, input.scope ?? '')) return admissionFailed(wrong.scope(), ctx)
  try {
    if (grant === 'refresh_token') return await refresh(ctx, input, facts, s)
    if (grant === 'password' || grant === 'captcha') return await signIn(ctx, input, facts, s, c.id)
    if (grant === 'client_credentials') return await clientGrant(ctx, c.id)
    if (grant === 'sms_code') return await phoneGrant(ctx, input, facts, s, c.id)
    if (Object.hasOwn(s.grants, grant)) return await s.grants[grant]!(ctx, input, facts, c.id)
  } catch (e) {
    if (e instanceof Problem) return admissionFailed(e, ctx)
    throw e
  }
  return admissionFailed(wrong.grant(), ctx)
}
