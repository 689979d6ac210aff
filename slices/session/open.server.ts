import { sql } from 'kysely'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { BareAnswer, type RequestFacts } from '../../kit/server/route.server.ts'
import { after } from './change.server.ts'
import { passwordAge } from './password.ts'
import { randomToken, tokenHash } from './secrets.server.ts'
import { strategyOf } from './strategy.server.ts'
import { idList } from './who.server.ts'

const ACCESS_SECONDS = 3600,
  REFRESH_SECONDS = 12 * 3600

/** Department and role that somebody wants to work as; what is not theirs is not taken. */
export interface Choice {
  deptId?: string
  roleId?: string
}

/**
 * Opens a session, or renews the row `replaces`, and answers the family's bare token answer; `more` is told beside it.
 * Source: platform-api.md 2.4; platform.md 3 (Session).
 */
export async function openSession(ctx: Ctx, facts: RequestFacts, userId: string, choice: Choice, replaces?: any, more: object = {}): Promise<BareAnswer> {
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
    ...more,
  })
}
