import { sql } from 'kysely'
import sharp from 'sharp'
import svgCaptcha from 'svg-captcha'
import { Problem, problem, problems } from '../../kit/model/problem.ts'
import { localTime } from '../../kit/server/clock.server.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx, Who } from '../../kit/server/ctx.server.ts'
import type { DatabaseHandle, Tx } from '../../kit/server/db.server.ts'
import { BareAnswer, type Input, type RequestFacts, type Route, type Slice } from '../../kit/server/route.server.ts'
import { DEFAULT_STRATEGY, passwordWrong } from './password.ts'
import { decryptSm2, DUMMY, hashPassword, isPassword, randomToken, sameSecret, tokenHash, type Sm2Keys } from './secrets.server.ts'

const wrong = {
  credentials: problem(400, 'credentials', () => ({ zh: '用户名或密码错误', en: 'Wrong account or password' })),
  captcha: problem(400, 'captcha', () => ({ zh: '验证码不正确', en: 'The captcha is wrong' })),
  client: problem(401, 'client', () => ({ zh: '客户端认证失败!', en: 'Unknown client' })),
  grant: problem(400, 'grant', () => ({ zh: '不支持的授权类型', en: 'Unsupported grant type' })),
  refresh: problem(401, 'refresh', () => ({ zh: '登录已过期，请重新登录', en: 'The session is over; sign in again' })),
  password: problem<{ zh: string; en: string }>(400, 'password', (d) => d),
}

const ACCESS_SECONDS = 3600,
  REFRESH_SECONDS = 12 * 3600,
  IDLE_SECONDS = 1800,
  CAPTCHA_SECONDS = 300,
  NONCE_SECONDS = 300
const after = (ctx: Ctx, seconds: number) => localTime(new Date(Date.parse(`${ctx.now.replace(' ', 'T')}+08:00`) + seconds * 1000))

export interface SessionSettings {
  keys: Sm2Keys
  captcha: boolean
}

/** An account of a tenant as the caller it would be after sign-in: for work the server itself does in somebody's name. */
export async function whoOf(db: DatabaseHandle, tenantId: string, account: string): Promise<Who> {
  return db.transaction({ tenantId, system: true, readOnly: true }, async (tx) => {
    const u = await tx.selectFrom('sys_user').selectAll().where('tenantId', '=', tenantId).where('account', '=', account).executeTakeFirstOrThrow()
    const roleIds = String(u.roleId ?? '')
      .split(',')
      .filter(Boolean)
    const roles = (await tx.selectFrom('sys_role').select('roleAlias').where('id', 'in', roleIds).execute()).map((r: any) => r.roleAlias)
    const dept = await tx.selectFrom('sys_dept').select('regionCode').where('id', '=', String(u.deptId).split(',')[0]!).executeTakeFirst()
    return {
      userId: u.id,
      account,
      realName: u.realName,
      tenantId,
      deptId: String(u.deptId),
      roleIds,
      roles,
      regionCode: u.regionCode ?? dept?.regionCode ?? '',
      perms: await permsOf(tx, tenantId, roleIds, roles),
    }
  })
}

/** Button codes that roles hold; the administrator holds all. */
async function permsOf(tx: Tx, tenantId: string, roleIds: readonly string[], roles: readonly string[]): Promise<Set<string>> {
  const held = await sql<{ code: string }>`select m.code from menu m where m.category = 2 and
    (${roles.includes('administrator')} or exists (select 1 from role_menu rm where rm."menuId" = m.id and rm."tenantId" = ${tenantId} and rm."roleId"::text = any(${[...roleIds]}::text[])))`.execute(
    tx,
  )
  return new Set(held.rows.map((r) => r.code))
}

/** The caller behind a bearer token, or undefined. Rights are read afresh, so a changed role counts at once. */
export function whoIs(db: DatabaseHandle, now: () => Date = () => new Date()) {
  return async (facts: RequestFacts): Promise<Who | undefined> => {
    const token = /^bearer\s+([\w-]{20,100})$/i.exec(facts.headers['cpt-auth'] ?? '')?.[1]
    if (!token) return undefined
    const time = localTime(now())
    return db.transaction({ tenantId: '000000', system: true }, async (tx) => {
      const { rows } = await sql<any>`select s.*, u.account, u."realName", u."regionCode" as "ownRegion", u.status, d."regionCode" as "deptRegion",
          coalesce((select array_agg(r."roleAlias") from sys_role r where r."tenantId" = s."tenantId" and r.id::text = any(string_to_array(s."roleIds", ','))), '{}') as aliases
        from session s join sys_user u on u.id = s."userId" left join sys_dept d on d.id = s."deptId"
        where s."accessHash" = ${tokenHash(token)} and s.revoked = 0 and s."accessExpires" > ${time}::timestamptz and s."absoluteEnd" > ${time}::timestamptz`.execute(
        tx,
      )
      const s = rows[0]
      if (!s || s.status !== 1) return undefined
      const idle = (Date.parse(time.replace(' ', 'T')) - Date.parse(s.lastSeen.replace(' ', 'T'))) / 1000
      if (idle > IDLE_SECONDS) return undefined
      if (idle > 60) await tx.updateTable('session').set({ lastSeen: time }).where('id', '=', s.id).execute()
      const roleIds = s.roleIds.split(',').filter(Boolean)
      return {
        userId: s.userId,
        account: s.account,
        realName: s.realName,
        tenantId: s.tenantId,
        deptId: s.deptId ?? '0',
        roleIds,
        roles: s.aliases,
        regionCode: s.ownRegion ?? s.deptRegion ?? '',
        perms: await permsOf(tx, s.tenantId, roleIds, s.aliases),
        sessionId: s.id,
      }
    })
  }
}

function clientOf(facts: RequestFacts): { id: string; secret: string } {
  const m = /^Basic(?:%20|\s+)(.+)$/i.exec(facts.headers.authorization ?? '')
  const [id = '', secret = ''] = m ? Buffer.from(m[1]!, 'base64').toString('utf8').split(':') : []
  return { id, secret }
}

/**
 * The passwords of one request: each plaintext is `nonce|timestamp|password`, all under one nonce that we gave out and that is used up here.
 * A replay, or anything that is no such text, answers undefined.
 */
async function openPasswords(ctx: Ctx, keys: Sm2Keys, ciphers: readonly unknown[]): Promise<string[] | undefined> {
  const read = ciphers.map((c) => /^([\w-]{20,64})\|(\d*)\|([\s\S]+)$/.exec(decryptSm2(keys, String(c ?? '')) ?? ''))
  const nonce = read[0]?.[1]
  if (!nonce || read.some((m) => m?.[1] !== nonce)) return undefined
  const gone = await ctx.db.deleteFrom('login_nonce').where('nonce', '=', nonce).where('expires', '>', ctx.now).executeTakeFirst()
  return Number(gone.numDeletedRows) === 1 ? read.map((m) => m![3]!) : undefined
}

async function checkCaptcha(ctx: Ctx, facts: RequestFacts): Promise<void> {
  const { rows } = await sql<{
    answer: string
  }>`delete from captcha where key = ${facts.headers['captcha-key'] ?? ''} and expires > ${ctx.now}::timestamptz returning answer`.execute(ctx.db)
  const code = (facts.headers['captcha-code'] ?? '').toLowerCase()
  if (!rows[0] || !code || !sameSecret(rows[0].answer, tokenHash(code))) throw wrong.captcha()
}

/** The family's bare token answer. Source: platform-api.md 2.4; platform.md 3 (Session). */
async function openSession(ctx: Ctx, facts: RequestFacts, userId: string, choice: { deptId?: string; roleId?: string }, replaces?: any): Promise<BareAnswer> {
  const { rows } =
    await sql<any>`select u.*, s."mustModify", s."setTime" from sys_user u join user_secret s on s."userId" = u.id where u.id = ${userId}`.execute(ctx.db)
  const u = rows[0]
  const deptIds = String(u.deptId ?? '')
      .split(',')
      .filter(Boolean),
    roleIds = String(u.roleId ?? '')
      .split(',')
      .filter(Boolean)
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
    lastSeen: ctx.now,
    ip: ctx.ip,
    agent: (facts.headers['user-agent'] ?? '').slice(0, 300),
  }
  if (replaces) await ctx.db.updateTable('session').set(row).where('id', '=', replaces.id).execute()
  else
    await ctx.db
      .insertInto('session')
      .values({ ...row, id: ctx.newId(), createTime: ctx.now, absoluteEnd: after(ctx, REFRESH_SECONDS) })
      .execute()
  const dept = deptId ? await ctx.db.selectFrom('sys_dept').selectAll().where('id', '=', deptId).executeTakeFirst() : undefined
  const named = await ctx.db
    .selectFrom('sys_role')
    .select('roleAlias')
    .where('id', 'in', roles.length ? roles : ['0'])
    .execute()
  const days = (Date.parse(ctx.now) - Date.parse(u.setTime)) / 86_400_000
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
    password_expired: DEFAULT_STRATEGY.expireDays > 0 && days > DEFAULT_STRATEGY.expireDays,
    password_must_modify: u.mustModify === 1,
    detail: { type: 'web' },
  })
}

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
    await sql<any>`select u.id, u.status, u."tenantId", k.hash, k.failures, k."lockedUntil", t.status as tenant_status, t."expireTime" from sys_user u
    join user_secret k on k."userId" = u.id join tenant t on t.code = u."tenantId"
    where u."tenantId" = ${tenantId} and lower(u.account) = lower(${String(input.username ?? '').normalize('NFKC')}) for update of k`.execute(ctx.db)
  const u = rows[0]
  const password = (await openPasswords(ctx, s.keys, [input.password]))?.[0]
  const locked = u?.lockedUntil && u.lockedUntil > ctx.now
  const good = await isPassword(u && !locked ? u.hash : DUMMY, password ?? '')
  const open = u?.status === 1 && u.tenant_status === 1 && (!u.expireTime || u.expireTime > ctx.now)
  if (!u || locked || !good || !password || !open) {
    if (u && !locked) {
      const failures = u.failures + 1
      const lock = failures >= DEFAULT_STRATEGY.maxFail
      await ctx.db
        .updateTable('user_secret')
        .set({ failures: lock ? 0 : failures, lockedUntil: lock ? after(ctx, DEFAULT_STRATEGY.lockMinutes * 60) : null })
        .where('userId', '=', u.id)
        .execute()
      await audit(asTenant(ctx, u.tenantId, u.id, String(input.username)), {
        action: lock ? 'session.lock' : 'session.fail',
        object: 'sys_user',
        objectId: u.id,
      })
    }
    return failed(wrong.credentials(), ctx)
  }
  await ctx.db.updateTable('user_secret').set({ failures: 0, lockedUntil: null }).where('userId', '=', u.id).execute()
  await ctx.db.updateTable('sys_user').set({ lastLogin: ctx.now }).where('id', '=', u.id).execute()
  await audit(asTenant(ctx, u.tenantId, u.id, String(input.username)), { action: 'session.open', object: 'sys_user', objectId: u.id })
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
  return openSession(ctx, facts, rows[0].userId, { deptId: facts.headers['dept-id'] ?? '', roleId: facts.headers['role-id'] ?? '' }, rows[0])
}

async function token(ctx: Ctx, input: Input, facts: RequestFacts, s: SessionSettings): Promise<BareAnswer> {
  const c = clientOf(facts)
  const client = await ctx.db.selectFrom('client').selectAll().where('clientId', '=', c.id).executeTakeFirst()
  if (!client || !sameSecret(client.secretHash, tokenHash(c.secret))) return failed(wrong.client(), ctx)
  try {
    if (input.grant_type === 'refresh_token') return await refresh(ctx, input, facts)
    if (input.grant_type === 'password' || input.grant_type === 'captcha') return await signIn(ctx, input, facts, s)
  } catch (e) {
    if (e instanceof Problem) return failed(e, ctx)
    throw e
  }
  return failed(wrong.grant(), ctx)
}

async function captcha(ctx: Ctx, s: SessionSettings) {
  if (!s.captcha) return { key: '', image: '', enabled: false }
  const c = svgCaptcha.create({ size: 5, noise: 2, width: 130, height: 48, ignoreChars: '0oO1iIlL', background: '#f6f8f5' })
  const key = randomToken()
  await ctx.db.deleteFrom('captcha').where('expires', '<', ctx.now).execute()
  await ctx.db
    .insertInto('captcha')
    .values({ key, answer: tokenHash(c.text.toLowerCase()), expires: after(ctx, CAPTCHA_SECONDS) })
    .execute()
  const png = await sharp(Buffer.from(c.data)).png().toBuffer()
  return { key, image: `data:image/png;base64,${png.toString('base64')}`, enabled: true }
}

async function publicKey(ctx: Ctx, s: SessionSettings) {
  const nonce = randomToken()
  await ctx.db.deleteFrom('login_nonce').where('expires', '<', ctx.now).execute()
  await ctx.db
    .insertInto('login_nonce')
    .values({ nonce, expires: after(ctx, NONCE_SECONDS) })
    .execute()
  return { keyId: s.keys.keyId, publicKey: s.keys.publicKey, nonce, timestamp: Date.parse(`${ctx.now.replace(' ', 'T')}+08:00`) }
}

/** Changes the caller's password; all three come encrypted under one nonce. */
async function updatePassword(ctx: Ctx, input: Input, s: SessionSettings): Promise<void> {
  const fields = [
    ['oldPassword', '请输入原密码', 'Enter the old password'],
    ['newPassword', '请输入新密码', 'Enter the new password'],
    ['newPassword1', '请输入确认密码', 'Confirm the new password'],
  ] as const
  for (const [name, zh, en] of fields) if (!input[name]) throw problems.invalid([{ field: name, msg: ctx.lang === 'en' ? en : zh }])
  const plain = await openPasswords(
    ctx,
    s.keys,
    fields.map(([name]) => input[name]),
  )
  if (!plain) throw wrong.password({ zh: '密码加密信息已失效，请重试', en: 'The encrypted password is stale, try again' })
  const [old, fresh, again] = plain as [string, string, string]
  if (fresh !== again) throw problems.invalid([{ field: 'newPassword1', msg: ctx.lang === 'en' ? 'The passwords differ' : '两次密码不一致' }])
  const secret: any = await ctx.db.selectFrom('user_secret').selectAll().where('userId', '=', ctx.who.userId).forUpdate().executeTakeFirst()
  if (!(await isPassword(secret.hash, old))) throw wrong.password({ zh: '原密码不正确', en: 'The old password is wrong' })
  const bad = passwordWrong(fresh, ctx.who.account)
  if (bad) throw problems.invalid([{ field: 'newPassword', msg: bad[ctx.lang] }])
  for (const h of [secret.hash, ...secret.history])
    if (await isPassword(h, fresh))
      throw wrong.password({ zh: `不能使用最近${DEFAULT_STRATEGY.historyCount}次用过的密码`, en: 'That password was used before' })
  await ctx.db
    .updateTable('user_secret')
    .set({
      hash: await hashPassword(fresh),
      setTime: ctx.now,
      mustModify: 0,
      history: JSON.stringify([secret.hash, ...secret.history].slice(0, DEFAULT_STRATEGY.historyCount)),
    })
    .where('userId', '=', ctx.who.userId)
    .execute()
  await ctx.db
    .updateTable('session')
    .set({ revoked: 1 })
    .where('userId', '=', ctx.who.userId)
    .where('id', '<>', ctx.who.sessionId ?? '0')
    .execute()
  await audit(ctx, { action: 'session.password', object: 'sys_user', objectId: ctx.who.userId })
}

/** Sign-in and everything about one's own session. */
export function sessionSlice(s: SessionSettings): Slice {
  const at = (p: string) => `/cpt-auth/oauth/${p}`
  const routes: Route[] = [
    {
      method: 'POST',
      path: at('token'),
      perm: 'public',
      scope: 'platform',
      audit: 'session.open',
      summary: '登录、刷新令牌',
      body: 'any',
      query: ['tenantId', 'grant_type', 'scope', 'type'],
      asSystem: 'sign-in looks accounts up across tenants',
      rate: 'login',
      run: (c, i, f) => token(c, i, f, s),
    },
    {
      method: 'GET',
      path: at('captcha'),
      perm: 'public',
      scope: 'platform',
      audit: 'read',
      summary: '验证码',
      writes: true,
      asSystem: 'before sign-in',
      rate: 'login',
      run: (c) => captcha(c, s),
    },
    {
      method: 'GET',
      path: at('public-key'),
      perm: 'public',
      scope: 'platform',
      audit: 'read',
      summary: '口令加密公钥',
      writes: true,
      asSystem: 'before sign-in',
      run: (c) => publicKey(c, s),
    },
    {
      method: 'GET',
      path: at('logout'),
      perm: 'signed-in',
      scope: 'own',
      audit: 'session.close',
      summary: '退出登录',
      writes: true,
      asSystem: 'closes the own session',
      run: async (c) => {
        await c.db
          .updateTable('session')
          .set({ revoked: 1 })
          .where('id', '=', c.who.sessionId ?? '0')
          .execute()
      },
    },
    { method: 'GET', path: at('clear-cache'), perm: 'signed-in', scope: 'none', audit: 'read', summary: '清除缓存', run: async () => true },
    { method: 'GET', path: at('user-info'), perm: 'signed-in', scope: 'own', audit: 'read', summary: '当前用户', run: (c) => me(c) },
    {
      method: 'POST',
      path: '/cpt-user/update-password',
      perm: 'signed-in',
      scope: 'own',
      audit: 'session.password',
      summary: '修改密码',
      body: 'any',
      query: ['oldPassword', 'newPassword', 'newPassword1'],
      asSystem: 'reads the own secret',
      run: (c, i) => updatePassword(c, i, s),
    },
  ]
  return { name: 'session', resources: [], routes }
}

async function me(ctx: Ctx) {
  const u = await ctx.db.selectFrom('sys_user').selectAll().where('id', '=', ctx.who.userId).executeTakeFirst()
  return { ...u, roles: ctx.who.roles, permissions: [...ctx.who.perms] }
}
