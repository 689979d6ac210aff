import { sql } from 'kysely'
import { Problem } from '../../kit/model/problem.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { BareAnswer, type Input, type RequestFacts } from '../../kit/server/route.server.ts'
import { checkCaptcha } from './captcha.server.ts'
import { after, openPasswords, type SessionSettings } from './change.server.ts'
import { passwordAge } from './password.ts'
import { wrong } from './problems.ts'
import { DUMMY, isPassword, randomToken, sameSecret, tokenHash } from './secrets.server.ts'
import { strategyOf } from './strategy.server.ts'
import { idleSeconds, idList } from './who.server.ts'

const ACCESS_SECONDS = 3600,
  REFRESH_SECONDS = 12 * 3600

function clientOf(facts: RequestFacts): { id: string; secret: string } {
  const m = /^Basic(?:%20|\s+)(.+)$/i.exec(facts.headers.authorization ?? '')
  const [id = '', secret = ''] = m ? Buffer.from(m[1]!, 'base64').toString('utf8').split(':') : []
  return { id, secret }
}

/** The family's bare token answer. Source: platform-api.md 2.4; platform.md 3 (Session). */
async function openSession(ctx: Ctx, facts: RequestFacts, userId: string, choice: { deptId?: string; roleId?: string }, replaces?: any): Promise<BareAnswer> {
  const { rows } =
    await sql<any>`select u.*, s."mustModify", s."setTime" from sys_user u join user_secret s on s."userId" = u.id where u.id = ${userId}`.execute(ctx.db)
  const u = rows[0]
  const deptIds = idList(u.deptId),
    roleIds = idList(u.roleId)
  const deptId = choice.deptId && deptIds.includes(choice.deptId) ? choice.deptId : (replaces?.deptId ?? deptIds[0] ?? null)
  const chosen = choice.roleId ? choice.roleId.split(',').filter((r) => roleIds.includes(r)) : []
  const roles = chosen.length ? chosen : replaces ? replaces.roleIds.split(',') : roleIds
  const access = randomToken(),
    refresh = randomToken()
  const row = {
    tenantId: u.tenantId,
    userId,
    deptId,
    roleIds: roles.join(','),
    accessHash: tokenHash(access),
    refreshHash: tokenHash(refresh),
    accessExpires: after(ctx, ACCESS_SECONDS),
    refreshExpires: after(ctx, REFRESH_SECONDS),
    ip: ctx.ip,
    agent: (facts.headers['user-agent'] ?? '').slice(0, 300),
  }
  if (replaces) await ctx.db.updateTable('session').set(row).where('id', '=', replaces.id).execute()
  else
    await ctx.db
      .insertInto('session')
      .values({ ...row, id: ctx.newId(), lastSeen: ctx.now, createTime: ctx.now, absoluteEnd: after(ctx, REFRESH_SECONDS) })
      .execute()
  const dept = deptId ? await ctx.db.selectFrom('sys_dept').selectAll().where('id', '=', deptId).executeTakeFirst() : undefined
  const named = await ctx.db
    .selectFrom('sys_role')
    .select('roleAlias')
    .where('id', 'in', roles.length ? roles : ['0'])
    .execute()
  const age = passwordAge(u.setTime, ctx.now, await strategyOf(ctx.db, u.tenantId))
  return new BareAnswer({
    access_token: access,
    refresh_token: refresh,
    token_type: 'bearer',
    expires_in: ACCESS_SECONDS,
    tenant_id: u.tenantId,
    user_id: userId,
    dept_id: deptId ?? '',
    post_id: u.postId ?? '',
    role_id: roles.join(','),
    oauth_id: '',
    account: u.account,
    user_name: u.account,
    nick_name: u.name ?? u.realName,
    real_name: u.realName,
    role_name: named.map((r: any) => r.roleAlias).join(','),
    avatar: u.avatar ?? '',
    dept_name: dept?.deptName ?? '',
    dept_region: u.regionCode ?? dept?.regionCode ?? '',
    password_expired: age.expired,
    password_days_left: age.daysLeft,
    password_must_modify: u.mustModify === 1,
    detail: { type: 'web' },
  })
}

/** A guest who registered and was not approved yet: no role, not enabled. Source: platform-api.md 2.8. */
export const isWaiting = (u: { status: number; roleId: unknown }): boolean => u.status !== 1 && u.roleId === '-1'

/** Failed sign-ins must be counted although the request fails, so failure is answered, not thrown. */
const failed = (p: Problem, ctx: Ctx) =>
  new BareAnswer(
    { error: p.key, error_code: p.key, error_description: p.say(ctx.lang), code: p.status, success: false, msg: p.say(ctx.lang), data: null },
    p.status,
  )

async function signIn(ctx: Ctx, input: Input, facts: RequestFacts, s: SessionSettings): Promise<BareAnswer> {
  if (s.captcha) await checkCaptcha(ctx, facts)
  else if (input.grant_type === 'captcha' && facts.headers['captcha-key'])
    await ctx.db.deleteFrom('captcha').where('key', '=', facts.headers['captcha-key']).execute()
  const tenantId = String(input.tenantId || facts.headers['tenant-id'] || '000000')
  const { rows } =
    await sql<any>`select u.id, u.status, u."roleId", u."tenantId", k.hash, k.failures, k."lockedUntil", t.status as tenant_status, t."expireTime" from sys_user u
    join user_secret k on k."userId" = u.id join tenant t on t.code = u."tenantId"
    where u."tenantId" = ${tenantId} and lower(u.account) = lower(${String(input.username ?? '').normalize('NFKC')}) for update of k`.execute(ctx.db)
  const u = rows[0]
  const password = (await openPasswords(ctx, s.keys, [input.password]))?.[0]
  const locked = u?.lockedUntil && u.lockedUntil > ctx.now
  const good = await isPassword(u && !locked ? u.hash : DUMMY, password ?? '')
  const me = u && asTenant(ctx, u.tenantId, u.id, String(input.username))
  if (!u || locked || !good || !password) {
    if (u && !locked) {
      const strategy = await strategyOf(ctx.db, u.tenantId)
      const failures = u.failures + 1
      const lock = failures >= strategy.maxFail
      await ctx.db
        .updateTable('user_secret')
        .set({ failures: lock ? 0 : failures, lockedUntil: lock ? after(ctx, strategy.lockMinutes * 60) : null })
        .where('userId', '=', u.id)
        .execute()
      await audit(me, { action: lock ? 'session.lock' : 'session.fail', object: 'sys_user', objectId: u.id })
    }
    return failed(wrong.credentials(), ctx)
  }
  const shut =
    u.status !== 1
      ? isWaiting(u)
        ? wrong.waiting()
        : wrong.credentials()
      : u.tenant_status !== 1 || (u.expireTime && u.expireTime <= ctx.now)
        ? wrong.tenantOver()
        : undefined
  if (shut) return failed(shut, ctx)
  await ctx.db.updateTable('user_secret').set({ failures: 0, lockedUntil: null }).where('userId', '=', u.id).execute()
  await ctx.db.updateTable('sys_user').set({ lastLogin: ctx.now }).where('id', '=', u.id).execute()
  await audit(me, { action: 'session.open', object: 'sys_user', objectId: u.id })
  return openSession(ctx, facts, u.id, { deptId: facts.headers['dept-id'] ?? '', roleId: facts.headers['role-id'] ?? '' })
}
const asTenant = (ctx: Ctx, tenantId: string, userId: string, account: string): Ctx => ({
  ...ctx,
  who: { ...ctx.who, tenantId, userId, account: account.slice(0, 64) },
})

async function refresh(ctx: Ctx, input: Input, facts: RequestFacts): Promise<BareAnswer> {
  const { rows } = await sql<any>`select * from session where "refreshHash" = ${tokenHash(String(input.refresh_token ?? ''))} and revoked = 0
    and "refreshExpires" > ${ctx.now}::timestamptz and "absoluteEnd" > ${ctx.now}::timestamptz for update`.execute(ctx.db)
  if (!rows[0]) return failed(wrong.refresh(), ctx)
  // a browser that was left alone renews its token by itself: that is no sign of a person
  const { idleMinutes } = await strategyOf(ctx.db, rows[0].tenantId)
  if (idleSeconds(rows[0].lastSeen, ctx.now) > idleMinutes * 60) return failed(wrong.refresh(), ctx)
  return openSession(ctx, facts, rows[0].userId, { deptId: facts.headers['dept-id'] ?? '', roleId: facts.headers['role-id'] ?? '' }, rows[0])
}

/** POST oauth/token: a new session or a refreshed one; failures are answered as the family does. Source: platform-api.md 2.3-2.5. */
export async function token(ctx: Ctx, input: Input, facts: RequestFacts, s: SessionSettings): Promise<BareAnswer> {
  const c = clientOf(facts)
  const client = await ctx.db
    .selectFrom('client')
    .innerJoin('client_secret', 'client_secret.clientId', 'client.id')
    .select(['client_secret.secretHash', 'client.authorizedGrantTypes'])
    .where('client.clientId', '=', c.id)
    .executeTakeFirst()
  if (!client || !sameSecret(client.secretHash, tokenHash(c.secret))) return failed(wrong.client(), ctx)
  if (
    !String(client.authorizedGrantTypes ?? '')
      .split(',')
      .includes(String(input.grant_type))
  )
    return failed(wrong.grant(), ctx)
  try {
    if (input.grant_type === 'refresh_token') return await refresh(ctx, input, facts)
    if (input.grant_type === 'password' || input.grant_type === 'captcha') return await signIn(ctx, input, facts, s)
  } catch (e) {
    if (e instanceof Problem) return failed(e, ctx)
    throw e
  }
  return failed(wrong.grant(), ctx)
}
