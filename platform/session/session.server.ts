import type { Ctx } from '../../kit/server/ctx.server.ts'
import { route, type Route, type Slice } from '../../kit/server/route.server.ts'
import { captcha, usingUp } from './captcha.server.ts'
import { publicKey, updatePassword } from '../credentials/change.server.ts'
import { factorRoutes } from './factor.server.ts'
import { prepare } from './prepare.server.ts'
import { PREPARE, TOKEN_NAMES } from './sent.server.ts'
import { purposeRoute, sessionsRoutes } from './sessions.server.ts'
import { password_strategy } from '../credentials/strategy.ts'
import { flagParam } from '../settings/number-param.server.ts'
import { PARAMS } from '../settings/params.ts'
import { strategyRoutes } from '../credentials/strategy.server.ts'
import { token, type SignInParts } from './token.server.ts'

export type { SessionSettings } from '../credentials/change.server.ts'
export type { SignInParts } from './token.server.ts'
export { whoIs, whoOf } from './who.server.ts'

/** Sign-in and everything about one's own session. */
export function sessionSlice(s: SignInParts): Slice {
  const at = (p: string) => `/cpt-auth/oauth/${p}`
  const routes: Route[] = [
    route({
      method: 'POST',
      path: at('token'),
      answer: 'bare',
      headers: ['Authorization', 'Tenant-Id', 'Dept-Id', 'Role-Id', 'User-Type', 'Captcha-Key', 'Captcha-Code'],
      perm: 'public',
      scope: 'platform',
      audit: 'session.open',
      summary: '登录、刷新令牌',
      body: 'any',
      query: TOKEN_NAMES,
      asSystem: 'sign-in looks accounts up across tenants',
      rate: 'login',
      entrance: true,
      run: (c, i, f) => token(c, i, f, s),
    }),
    route({
      method: 'POST',
      path: at('prepare'),
      perm: 'public',
      scope: 'platform',
      audit: 'session.prepare',
      summary: '登录准备',
      body: PREPARE,
      asSystem: 'before sign-in',
      rate: 'login',
      entrance: true,
      run: usingUp((c, i: Parameters<typeof prepare>[1], f) => prepare(c, i, f, s)),
    }),
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
      entrance: true,
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
      rate: 'login',
      entrance: true,
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
    purposeRoute,
    route({
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
    }),
  ]
  return { name: 'session', resources: [password_strategy], routes: [...routes, ...factorRoutes(s.sealer), ...sessionsRoutes, ...strategyRoutes] }
}

async function me(ctx: Ctx) {
  const u = await ctx.db.selectFrom('sys_user').selectAll().where('id', '=', ctx.who.userId).executeTakeFirst()
  const asksPurpose = Number(await flagParam(ctx, PARAMS.purpose))
  return { ...u, roles: ctx.who.roles, permissions: [...ctx.who.perms], asksPurpose, purpose: ctx.who.purpose ?? null }
}
