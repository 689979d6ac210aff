import { sql } from 'kysely'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { wrong } from '../credentials/problems.ts'
import { tokenHash } from '../credentials/secrets.server.ts'
import { fromBase32, keyUri, newTotpSecret, recoveryCodes, stepOfCode } from './totp.server.ts'

/** Whose authenticator. */
export interface AuthenticatorOwner {
  id: string
  tenantId: string
  account: string
}
const ISSUER = 'Chengbao'
const about = (userId: string) => `user_totp.${userId}`
const secretOf = (s: Sealer, row: { userId: string; sealed: string }) => fromBase32(s.open(row.sealed, about(row.userId)))
const audited = (ctx: Ctx, u: AuthenticatorOwner, action: string) =>
  audit({ ...ctx, who: { ...ctx.who, tenantId: u.tenantId, userId: u.id, account: u.account } }, { action, object: 'sys_user', objectId: u.id })

/** A new secret that waits for its first code; one that waited before is gone. Told once, as text and as what a picture says. */
export async function beginTotp(ctx: Ctx, s: Sealer, u: AuthenticatorOwner): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret()
  const row = { userId: u.id, tenantId: u.tenantId, sealed: s.seal(secret, about(u.id)), confirmed: 0, lastStep: 0, createTime: ctx.now }
  const { rows } = await sql`insert into user_totp ("userId", "tenantId", sealed, confirmed, "lastStep", "createTime")
    values (${row.userId}, ${row.tenantId}, ${row.sealed}, 0, 0, ${row.createTime}) on conflict ("userId")
    do update set sealed = excluded.sealed, "lastStep" = 0, "createTime" = excluded."createTime" where user_totp.confirmed = 0 returning "userId"`.execute(
    ctx.db,
  )
  if (rows.length === 0) throw wrong.hasTotp()
  return { secret, uri: keyUri(ISSUER, u.account, secret) }
}

/** Uses a code up: true once for each step, and only when it is later than the last one taken. */
async function takeStep(ctx: Ctx, s: Sealer, userId: string, code: string, confirmed: 0 | 1): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('user_totp')
    .select(['userId', 'sealed'])
    .where('userId', '=', userId)
    .where('confirmed', '=', confirmed)
    .executeTakeFirst()
  const step = row && /^\d{6}$/.test(code) ? stepOfCode(secretOf(s, row), code, ctx.now) : undefined
  if (step === undefined) return false
  const taken = await ctx.db
    .updateTable('user_totp')
    .set({ lastStep: String(step), confirmed: 1 })
    .where('userId', '=', userId)
    .where('lastStep', '<', String(step))
    .executeTakeFirst()
  return Number(taken.numUpdatedRows) === 1
}
/** Makes the waiting authenticator the person's own when its first code is right, and answers the recovery codes; undefined when the code is wrong. */
export async function confirmTotp(ctx: Ctx, s: Sealer, u: AuthenticatorOwner, code: string): Promise<string[] | undefined> {
  if (!(await takeStep(ctx, s, u.id, code, 0))) return undefined
  await audited(ctx, u, 'session.totp-set')
  return freshRecovery(ctx, u)
}
/** New recovery codes, told once; the former ones are worth nothing from now on. */
export async function freshRecovery(ctx: Ctx, u: AuthenticatorOwner): Promise<string[]> {
  const codes = recoveryCodes()
  await ctx.db.deleteFrom('user_recovery').where('userId', '=', u.id).execute()
  await ctx.db
    .insertInto('user_recovery')
    .values(codes.map((c) => ({ userId: u.id, tenantId: u.tenantId, hash: tokenHash(c) })))
    .execute()
  return codes
}
/** Whether a text is a code of the person's authenticator or one of the recovery codes; it is used up. */
export async function takeAuthenticatorCode(ctx: Ctx, s: Sealer, u: AuthenticatorOwner, code: string): Promise<boolean> {
  if (await takeStep(ctx, s, u.id, code, 1)) return true
  const gone = await ctx.db.deleteFrom('user_recovery').where('userId', '=', u.id).where('hash', '=', tokenHash(code.trim().toLowerCase())).executeTakeFirst()
  if (Number(gone.numDeletedRows) !== 1) return false
  await audited(ctx, u, 'session.recovery-code')
  return true
}
/** Takes authenticator and recovery codes away. */
export async function dropTotp(ctx: Ctx, u: AuthenticatorOwner): Promise<void> {
  await ctx.db.deleteFrom('user_totp').where('userId', '=', u.id).where('tenantId', '=', u.tenantId).execute()
  await ctx.db.deleteFrom('user_recovery').where('userId', '=', u.id).where('tenantId', '=', u.tenantId).execute()
  await audited(ctx, u, 'session.totp-drop')
}
