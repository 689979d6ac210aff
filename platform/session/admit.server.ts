import { sql, type RawBuilder } from 'kysely'
import type { Problem } from '../../kit/model/problem.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { RawResponse, type RequestFacts } from '../../kit/server/route.server.ts'
import { asAccount } from '../credentials/change.server.ts'
import { challengeFor } from './challenge.server.ts'
import { openSession } from './open.server.ts'
import { wrong } from '../credentials/problems.ts'

/** An account as sign-in looks at it, with its password's state and its tenant's. */
export interface AdmittedAccount {
  id: string
  account: string
  status: number
  roleId: string | null
  tenantId: string
  hash: string
  failures: number
  lockedUntil: string | null
  /** of a password that has to be changed: until when it opens a session */
  initialUntil: string | null
  tenantStatus: number
  expireTime: string | null
}

/** The accounts (at most two) that fit a condition on `u`, locked against a second sign-in at the same time. */
export async function accountsBy(ctx: Ctx, condition: RawBuilder<unknown>): Promise<AdmittedAccount[]> {
  const { rows } =
    await sql<AdmittedAccount>`select u.id, u.account, u.status, u."roleId", u."tenantId", k.hash, k.failures, k."lockedUntil", case when k."mustModify" = 1 then k."initialUntil" end as "initialUntil", t.status as "tenantStatus", t."expireTime"
    from sys_user u join user_secret k on k."userId" = u.id join tenant t on t.code = u."tenantId" where ${condition} order by u.id limit 2 for update of k`.execute(
      ctx.db,
    )
  return rows
}

/** A guest who registered and was not approved yet: no role, not enabled. Source: platform-api.md 2.8. */
export const isWaiting = (u: { status: number | null; roleId: unknown }): boolean => u.status !== 1 && u.roleId === '-1'

/** Failed sign-ins must be counted although the request fails, so failure is answered, not thrown. Both styles of the compatible API's clients find their fields. */
export const admissionFailed = (p: Problem, ctx: Ctx, data: unknown = null): RawResponse =>
  new RawResponse({ error: p.key, error_code: p.key, error_description: p.say(ctx.lang), code: p.status, success: false, msg: p.say(ctx.lang), data }, p.status)

/** Why somebody who proved to be this account may not come in, or undefined. Told only to those who proved it. */
export function shutOut(ctx: Ctx, u: AdmittedAccount): Problem | undefined {
  if (u.status !== 1) return isWaiting(u) ? wrong.waiting() : wrong.credentials()
  return u.tenantStatus !== 1 || (u.expireTime && u.expireTime <= ctx.now) ? wrong.tenantOver() : undefined
}

/** Whether an account works on another platform (1 web, 2 app, 3 other) than the client through which it comes in. Source: platform-api.md 3.2 (userType). */
async function isOnOther(ctx: Ctx, u: AdmittedAccount, clientId: string): Promise<boolean> {
  const [c, own] = [
    await ctx.db.selectFrom('client').select('userType').where('clientId', '=', clientId).executeTakeFirst(),
    await ctx.db.selectFrom('sys_user').select('userType').where('id', '=', u.id).executeTakeFirst(),
  ]
  return !!c?.userType && c.userType !== (own?.userType ?? WEB)
}
const WEB = 1

/** After the first factor: whoever has, or must have, a second one is asked for it; the others come in. */
export async function admit(ctx: Ctx, facts: RequestFacts, u: AdmittedAccount, clientId: string): Promise<RawResponse> {
  const shut = shutOut(ctx, u) ?? ((await isOnOther(ctx, u, clientId)) ? wrong.otherPlatform() : undefined)
  if (shut) return admissionFailed(shut, ctx)
  const asked = await challengeFor(ctx, u, clientId)
  if (asked) return admissionFailed(asked.enroll ? wrong.enroll() : wrong.secondFactor(), ctx, asked)
  return comeIn(ctx, facts, u)
}

/** Every factor was right: the counters begin anew and a session opens. */
export async function comeIn(ctx: Ctx, facts: RequestFacts, u: AdmittedAccount, more: object = {}): Promise<RawResponse> {
  await ctx.db
    .updateTable('user_secret')
    .set({ failures: 0, lockedUntil: null, ...(u.initialUntil ? { initialUntil: ctx.now } : {}) })
    .where('userId', '=', u.id)
    .execute()
  await ctx.db.updateTable('sys_user').set({ lastLogin: ctx.now }).where('id', '=', u.id).execute()
  await audit(asAccount(ctx, u), { action: 'session.open', object: 'sys_user', objectId: u.id })
  const choice = { deptId: facts.headers['dept-id'] ?? '', roleId: facts.headers['role-id'] ?? '' }
  return openSession(ctx, facts, u.id, choice, undefined, more)
}
