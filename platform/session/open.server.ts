import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Row } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { RawResponse, type RequestFacts } from '../../kit/server/route.server.ts'
import { secondsAfter } from '../credentials/change.server.ts'
import { passwordAge } from '../credentials/password.ts'
import { randomToken, tokenHash } from '../credentials/secrets.server.ts'
import { strategyOf } from '../credentials/strategy.server.ts'
import type { user } from '../definitions/system.ts'
import { regionName } from '../regions/lookup.server.ts'
import { numberParam } from '../settings/number-param.server.ts'
import { PARAMS } from '../settings/params.ts'
import { idList } from '../../kit/model/resource.ts'

/** How long tokens last where the application that asks says nothing; and how long a session lasts at least, however short its tokens are. */
const USUAL = { access: 3600, refresh: 12 * 3600 }
const SESSION_SECONDS = 12 * 3600

/** The application that asks for tokens, by its Basic header. Source: platform-api.md 2.2. */
export function clientOf(facts: RequestFacts): { id: string; secret: string } {
  const m = /^Basic(?:%20|\s+)(.+)$/i.exec(facts.headers.authorization ?? '')
  const [id = '', secret = ''] = m ? Buffer.from(m[1]!, 'base64').toString('utf8').split(':') : []
  return { id, secret }
}
/** Seconds that the tokens of the asking application last: what is set at it. Source: platform-api.md 2.7, 3.13. */
export async function lifetimesOf(ctx: Ctx, facts: RequestFacts): Promise<{ access: number; refresh: number }> {
  const { id } = clientOf(facts)
  const c = await ctx.db.selectFrom('client').select(['accessTokenValidity', 'refreshTokenValidity']).where('clientId', '=', id).executeTakeFirst()
  return { access: c?.accessTokenValidity ?? USUAL.access, refresh: c?.refreshTokenValidity ?? USUAL.refresh }
}
/** The constant text of the compatible API's token answer. Source: platform-api.md 2.4. */
const LICENSE = 'powered by chengbao'

/** What only the server can have added to a refresh token: it tells a spent one from an invented one. `hash` is that of the person's password. */
export const proofOf = (secret: string, id: string, hash: string): string => createHmac('sha256', hash).update(`refresh ${id} ${secret}`).digest('hex')
function refreshToken(id: string, hash: string): string {
  const secret = randomToken()
  return `${secret}.${id}.${proofOf(secret, id, hash)}`
}

/** Ends those sessions of a person that a further one leaves no room for: the ones unseen for longest. Source: security.md K25. */
async function makeRoom(ctx: Ctx, tenantId: string, userId: string): Promise<void> {
  const most = await numberParam(ctx, PARAMS.sessions, tenantId)
  await sql`update session set revoked = 1 where id in (select id from session where "userId" = ${userId} and revoked = 0
    order by "lastSeen" desc, id desc offset ${most - 1})`.execute(ctx.db)
}

/** Department and role that somebody wants to work as; what is not theirs is not taken. */
export interface AccountChoice {
  deptId?: string
  roleId?: string
}

/** A session as it is stored, as far as its renewal asks. */
export interface StoredSession {
  id: string
  tenantId: string
  userId: string
  deptId: string | null
  roleIds: string
  lastSeen: string
  /** the application that opened it; none: before that was kept */
  clientId: string | null
}
type Opened = Row<typeof user> & { mustModify: number; setTime: string; hash: string }

/**
 * Opens a session, or renews the row `replaces`, and answers the compatible API's bare token answer; `more` is told beside it.
 * Source: platform-api.md 2.4; platform.md 3 (Session).
 */
export async function openSession(
  ctx: Ctx,
  facts: RequestFacts,
  userId: string,
  choice: AccountChoice,
  replaces?: StoredSession,
  more: object = {},
): Promise<RawResponse> {
  const { rows } =
    await sql<Opened>`select u.*, s."mustModify", s."setTime", s.hash from sys_user u join user_secret s on s."userId" = u.id where u.id = ${userId}`.execute(
      ctx.db,
    )
  const u = rows[0]!
  const deptIds = idList(u.deptId),
    roleIds = idList(u.roleId)
  const deptId = choice.deptId && deptIds.includes(choice.deptId) ? choice.deptId : (replaces?.deptId ?? deptIds[0] ?? null)
  const chosen = choice.roleId ? choice.roleId.split(',').filter((r) => roleIds.includes(r)) : []
  const roles = chosen.length ? chosen : replaces ? replaces.roleIds.split(',') : roleIds
  const id: string = replaces?.id ?? ctx.newId()
  const access = randomToken(),
    refresh = refreshToken(id, u.hash)
  const lasts = await lifetimesOf(ctx, facts)
  const row = {
    tenantId: u.tenantId,
    userId,
    deptId,
    roleIds: roles.join(','),
    accessHash: tokenHash(access),
    refreshHash: tokenHash(refresh),
    accessExpires: secondsAfter(ctx, lasts.access),
    refreshExpires: secondsAfter(ctx, lasts.refresh),
    clientId: clientOf(facts).id,
    ip: ctx.ip,
    agent: (facts.headers['user-agent'] ?? '').slice(0, 300),
  }
  if (replaces) await ctx.db.updateTable('session').set(row).where('id', '=', replaces.id).execute()
  else {
    await makeRoom(ctx, u.tenantId, userId)
    await ctx.db
      .insertInto('session')
      .values({ ...row, id, lastSeen: ctx.now, createTime: ctx.now, absoluteEnd: secondsAfter(ctx, Math.max(SESSION_SECONDS, lasts.refresh)) })
      .execute()
  }
  const dept = deptId ? await ctx.db.selectFrom('sys_dept').selectAll().where('id', '=', deptId).executeTakeFirst() : undefined
  const named = await ctx.db
    .selectFrom('sys_role')
    .select('roleAlias')
    .where('id', 'in', roles.length ? roles : ['0'])
    .execute()
  const region = u.regionCode ?? dept?.regionCode ?? ''
  const place = region ? await regionName(ctx, region) : ''
  const age = passwordAge(u.setTime, ctx.now, await strategyOf(ctx.db, u.tenantId))
  return new RawResponse({
    access_token: access,
    refresh_token: refresh,
    token_type: 'bearer',
    expires_in: lasts.access,
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
    role_name: named.map((r) => r.roleAlias).join(','),
    avatar: u.avatar ?? '',
    dept_name: dept?.deptName ?? '',
    dept_region: region,
    dept_region_name: place ?? '',
    password_expired: age.expired,
    password_days_left: age.daysLeft,
    password_must_modify: u.mustModify === 1,
    detail: { type: 'web' },
    license: LICENSE,
    ...more,
  })
}
