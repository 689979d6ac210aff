import { sql } from 'kysely'
import { text } from '../../kit/model/field.ts'
import { problems } from '../../kit/model/problem.ts'
import type { Fields } from '../../kit/model/resource.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { route, type RawResponse, type RequestFacts, type Route, type Run, type TextInput } from '../../kit/server/route.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { usersBelow } from '../people/user-guard.server.ts'
import { accountsBy, comeIn, admissionFailed, shutOut } from './admit.server.ts'
import { countFailure, isLocked } from '../credentials/change.server.ts'
import { beginTotp, confirmTotp, dropTotp, freshRecovery, takeAuthenticatorCode, type AuthenticatorOwner } from './authenticator.server.ts'
import { openChallenge, takeTry } from './challenge.server.ts'
import { wrong } from '../credentials/problems.ts'
import { mustHaveFactor } from '../credentials/second-factor.ts'
import { strategyOf } from '../credentials/strategy.server.ts'
import { buttonsOf } from './who.server.ts'

/** POST token with grant_type=totp: challenge and code open the session; who had to set an authenticator up is told the recovery codes beside it. */
export async function totpGrant(ctx: Ctx, input: TextInput<'challenge' | 'code'>, facts: RequestFacts, s: Sealer, clientId: string): Promise<RawResponse> {
  const asked = await takeTry(ctx, input.challenge, clientId)
  const [u] = asked ? await accountsBy(ctx, sql`u.id = ${asked.userId}`) : []
  if (!asked || !u || isLocked(ctx, u)) return admissionFailed(wrong.challenge(), ctx)
  const shut = shutOut(ctx, u)
  if (shut) return admissionFailed(shut, ctx)
  const code = (input.code ?? '').trim()
  const codes = asked.enroll ? await confirmTotp(ctx, s, u, code) : undefined
  if (asked.enroll ? !codes : !(await takeAuthenticatorCode(ctx, s, u, code))) {
    await countFailure(ctx, u)
    return admissionFailed(wrong.totp(), ctx)
  }
  await ctx.db.deleteFrom('login_challenge').where('userId', '=', u.id).execute()
  return comeIn(ctx, facts, u, codes ? { recovery_codes: codes } : {})
}

/** The secret of an authenticator that must be set up between the two factors. */
export async function beginAtSignIn(ctx: Ctx, input: TextInput<'challenge'>, s: Sealer) {
  const asked = await openChallenge(ctx, input.challenge)
  const [u] = asked?.enroll ? await accountsBy(ctx, sql`u.id = ${asked.userId}`) : []
  if (!u) throw wrong.challenge()
  return beginTotp(ctx, s, u)
}

const self = (ctx: Ctx): AuthenticatorOwner => ({ id: ctx.who.userId, tenantId: ctx.who.tenantId, account: ctx.who.account })
const policyOf = async (ctx: Ctx): Promise<string> => (await strategyOf(ctx.db, ctx.who.tenantId)).secondFactor

/** Whether the policy demands an authenticator of the caller. */
const isDemanded = async (ctx: Ctx): Promise<boolean> => mustHaveFactor(await policyOf(ctx), await buttonsOf(ctx.db, self(ctx)))

/** What a person sees of the own second factor: the tenant's policy, whether it demands one, whether one is set up, recovery codes left. */
async function state(ctx: Ctx) {
  const row = await ctx.db.selectFrom('user_totp').select(['createTime']).where('userId', '=', ctx.who.userId).where('confirmed', '=', 1).executeTakeFirst()
  const left = await ctx.db
    .selectFrom('user_recovery')
    .select(sql<string>`count(*)`.as('n'))
    .where('userId', '=', ctx.who.userId)
    .executeTakeFirstOrThrow()
  return {
    policy: await policyOf(ctx),
    demanded: (await isDemanded(ctx)) ? 1 : 0,
    enrolled: row ? 1 : 0,
    createTime: row?.createTime ?? null,
    recoveryLeft: Number(left.n),
  }
}

/** Does something that only the holder of the authenticator may; a wrong code counts as a failed sign-in, so it is answered, not thrown. */
async function proved(ctx: Ctx, s: Sealer, code: string | undefined, work: () => Promise<unknown>): Promise<unknown> {
  if ((await state(ctx)).enrolled === 0) throw wrong.noTotp()
  const [u] = await accountsBy(ctx, sql`u.id = ${ctx.who.userId}`)
  if (!u || isLocked(ctx, u)) return admissionFailed(wrong.totp(), ctx)
  if (await takeAuthenticatorCode(ctx, s, self(ctx), code ?? '')) return work()
  await countFailure(ctx, u)
  return admissionFailed(wrong.totp(), ctx)
}

/** An administrator takes the authenticator of people away who lost it, and ends their sessions. */
async function resetTotp(ctx: Ctx, input: TextInput<'userIds'>): Promise<void> {
  const userIds = (input.userIds ?? '').split(',').filter(Boolean)
  if (userIds.length === 0) throw problems.noneSelected()
  for (const u of await usersBelow(ctx, userIds)) {
    await ctx.db.deleteFrom('user_totp').where('userId', '=', u.id).where('tenantId', '=', ctx.who.tenantId).execute()
    await ctx.db.deleteFrom('user_recovery').where('userId', '=', u.id).where('tenantId', '=', ctx.who.tenantId).execute()
    await ctx.db.updateTable('session').set({ revoked: 1 }).where('userId', '=', u.id).where('tenantId', '=', ctx.who.tenantId).execute()
    await audit(ctx, { action: 'session.totp-reset', object: 'sys_user', objectId: u.id })
  }
}

/** Calls about second factors. Source: security.md K24, D8; the paths are ours. */
export function factorRoutes(s: Sealer): Route[] {
  const code = { code: text('动态口令', { en: 'Code', max: 20 }) }
  const own = <B extends Fields>(verb: string, summary: string, body: B, run: Run<never, NoInfer<B>, 'POST'>): Route =>
    route({ method: 'POST', path: `/cpt-auth/totp/${verb}`, perm: 'signed-in', scope: 'own', audit: `session.totp-${verb}`, summary, rate: 'login', body, run })
  return [
    { method: 'GET', path: '/cpt-auth/totp/state', perm: 'signed-in', scope: 'own', audit: 'read', summary: '本人二次认证', run: state },
    own('begin', '生成动态口令密钥', {}, async (ctx) => {
      if ((await policyOf(ctx)) === '0') throw wrong.totpOff()
      return beginTotp(ctx, s, self(ctx))
    }),
    own('confirm', '绑定动态口令', code, async (ctx, b) => {
      const codes = await confirmTotp(ctx, s, self(ctx), b.code ?? '')
      return codes ? { recoveryCodes: codes } : admissionFailed(wrong.totp(), ctx)
    }),
    own('recovery', '重新生成恢复码', code, (ctx, b) => proved(ctx, s, b.code, async () => ({ recoveryCodes: await freshRecovery(ctx, self(ctx)) }))),
    own('remove', '解绑动态口令', code, async (ctx, b) => {
      if (await isDemanded(ctx)) throw wrong.totpRequired()
      return proved(ctx, s, b.code, () => dropTotp(ctx, self(ctx)))
    }),
    route({
      method: 'POST',
      path: '/cpt-user/reset-totp',
      perm: 'sys_user_reset',
      scope: 'tenant',
      audit: 'session.totp-reset',
      summary: '重置用户二次认证',
      query: ['userIds'],
      run: resetTotp,
    }),
  ]
}
