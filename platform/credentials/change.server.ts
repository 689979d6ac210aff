import { sql } from 'kysely'
import { audit } from '../../kit/server/audit.server.ts'
import { momentOf, moved } from '../../kit/server/clock.server.ts'
import { invalidField } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { RawResponse, type TextInput } from '../../kit/server/route.server.ts'
import { passwordWrong } from './password.ts'
import { wrong } from './problems.ts'
import { decryptSm2, hashPassword, isPassword, randomToken, type Sm2Keys } from './secrets.server.ts'
import { strategyOf } from './strategy.server.ts'

export interface SessionSettings {
  keys: Sm2Keys
  captcha: boolean
  /** the address of the site as its people know it; '' or absent = as requests name it */
  publicUrl?: string
}
const NONCE_SECONDS = 300
/** The request's time and some seconds, as columns have it. */
export const secondsAfter = (ctx: Ctx, seconds: number): string => moved(ctx.now, seconds)

/**
 * The passwords of one request: each plaintext is `nonce|timestamp|password`, all under one nonce that we gave out and that is used up here.
 * A replay, or anything that is no such text, answers undefined.
 */
export async function openPasswords(ctx: Ctx, keys: Sm2Keys, ciphers: readonly unknown[]): Promise<string[] | undefined> {
  const read = ciphers.map((c) => /^([\w-]{20,64})\|(\d*)\|([\s\S]+)$/.exec(decryptSm2(keys, String(c ?? '')) ?? ''))
  const nonce = read[0]?.[1]
  if (!nonce || read.some((m) => m?.[1] !== nonce)) return undefined
  const { rows } = await sql<{ spent: boolean }>`select spend_nonce(${nonce}, ${ctx.now}::timestamptz) as spent`.execute(ctx.db)
  return rows[0]!.spent ? read.map((m) => m![3]!) : undefined
}

/** GET public-key: the key for passwords on the wire and a nonce that is good for one request. */
export async function publicKey(ctx: Ctx, s: SessionSettings) {
  const nonce = randomToken()
  await ctx.db.deleteFrom('login_nonce').where('expires', '<', ctx.now).execute()
  await ctx.db
    .insertInto('login_nonce')
    .values({ nonce, expires: secondsAfter(ctx, NONCE_SECONDS) })
    .execute()
  return { keyId: s.keys.keyId, publicKey: s.keys.publicKey, nonce, timestamp: momentOf(ctx.now) }
}

/**
 * The one password that a form sends twice, both encrypted under one nonce, checked against the tenant's strategy.
 * `second` may be missing where the client compared them itself. Source: platform.md 5.
 */
export async function readNewPassword(ctx: Ctx, keys: Sm2Keys, who: { tenantId: string; account: string }, first: unknown, second?: unknown): Promise<string> {
  const plain = await openPasswords(ctx, keys, second === undefined ? [first] : [first, second])
  if (!plain) throw wrong.stale()
  if (plain.length === 2 && plain[0] !== plain[1]) throw invalidField('password2', { zh: '两次密码输入不一致', en: 'The passwords differ' })
  const bad = passwordWrong(plain[0]!, who.account, await strategyOf(ctx.db, who.tenantId))
  if (bad) throw invalidField('password', bad)
  return plain[0]!
}

/** Seconds that a password lasts which its person has to change. */
const INITIAL_SECONDS = 24 * 3600
/**
 * Stores a password that somebody else chose: for a new account, or over a forgotten one. It opens the lock; `mustModify` forces a change at sign-in, and
 * such a password opens one session within a day.
 */
export async function storePassword(ctx: Ctx, u: { id: string; tenantId: string }, plain: string, mustModify: number): Promise<void> {
  const known = await ctx.db.selectFrom('user_secret').select(['hash', 'history']).where('userId', '=', u.id).forUpdate().executeTakeFirst()
  const fresh = {
    hash: await hashPassword(plain),
    setTime: ctx.now,
    mustModify,
    failures: 0,
    lockedUntil: null,
    initialUntil: mustModify ? secondsAfter(ctx, INITIAL_SECONDS) : null,
  }
  if (!known) {
    await ctx.db
      .insertInto('user_secret')
      .values({ ...fresh, userId: u.id, tenantId: u.tenantId, history: '[]' })
      .execute()
    return
  }
  const { historyCount } = await strategyOf(ctx.db, u.tenantId)
  const history = JSON.stringify([known.hash, ...known.history].slice(0, historyCount))
  await ctx.db
    .updateTable('user_secret')
    .set({ ...fresh, history })
    .where('userId', '=', u.id)
    .where('tenantId', '=', u.tenantId)
    .execute()
}

/** An account whose wrong passwords are counted. */
export interface Counted {
  id: string
  account: string
  tenantId: string
  failures: number
  lockedUntil: string | null
}
/** The request in the name of an account that is not signed in yet. */
export const asAccount = (ctx: Ctx, u: { tenantId: string; id: string; account: string }): Ctx => ({
  ...ctx,
  who: { ...ctx.who, tenantId: u.tenantId, userId: u.id, account: u.account.slice(0, 64) },
})

/** Whether an account is locked by failures at this moment. */
export const isLocked = (ctx: Ctx, u: Pick<Counted, 'lockedUntil'>): boolean => !!u.lockedUntil && u.lockedUntil > ctx.now

/** Counts a wrong password or code; the last one that the tenant allows locks the account, which it answers. */
export async function countFailure(ctx: Ctx, u: Counted): Promise<boolean> {
  const strategy = await strategyOf(ctx.db, u.tenantId)
  const failures = u.failures + 1
  const lock = failures >= strategy.maxFail
  await ctx.db
    .updateTable('user_secret')
    .set({ failures: lock ? 0 : failures, lockedUntil: lock ? secondsAfter(ctx, strategy.lockMinutes * 60) : null })
    .where('userId', '=', u.id)
    .execute()
  await audit(asAccount(ctx, u), { action: lock ? 'session.lock' : 'session.fail', object: 'sys_user', objectId: u.id })
  return lock
}

/** Changes the caller's password; all three come encrypted under one nonce. A wrong old one counts as a failed sign-in. Source: security.md K22. */
export async function updatePassword(
  ctx: Ctx,
  input: TextInput<'oldPassword' | 'newPassword' | 'newPassword1'>,
  s: SessionSettings,
): Promise<RawResponse | void> {
  const fields = [
    ['oldPassword', '请输入原密码', 'Enter the old password'],
    ['newPassword', '请输入新密码', 'Enter the new password'],
    ['newPassword1', '请输入确认密码', 'Confirm the new password'],
  ] as const
  for (const [name, zh, en] of fields) if (!input[name]) throw invalidField(name, { zh, en })
  const plain = await openPasswords(
    ctx,
    s.keys,
    fields.map(([name]) => input[name]),
  )
  if (!plain) throw wrong.stale()
  const [old, fresh, again] = plain as [string, string, string]
  if (fresh !== again) throw invalidField('newPassword1', { zh: '两次密码不一致', en: 'The passwords differ' })
  const secret = await ctx.db.selectFrom('user_secret').selectAll().where('userId', '=', ctx.who.userId).forUpdate().executeTakeFirstOrThrow()
  const { userId: id, tenantId, account } = ctx.who
  const counted: Counted = { id, tenantId, account, failures: Number(secret.failures), lockedUntil: secret.lockedUntil as string | null }
  const locked = isLocked(ctx, counted)
  if (locked || !(await isPassword(secret.hash, old))) {
    // a guess must be counted although the call fails: the refusal is answered, not thrown. Whoever guesses on ends the session that he holds.
    const isOver = locked || (await countFailure(ctx, counted))
    if (isOver)
      await ctx.db
        .updateTable('session')
        .set({ revoked: 1 })
        .where('id', '=', ctx.who.sessionId ?? '0')
        .execute()
    const p = wrong.password({ zh: '原密码不正确', en: 'The old password is wrong' })
    return new RawResponse({ code: p.status, success: false, data: null, msg: p.say(ctx.lang), key: p.key }, p.status)
  }
  const strategy = await strategyOf(ctx.db, ctx.who.tenantId)
  const bad = passwordWrong(fresh, ctx.who.account, strategy)
  if (bad) throw invalidField('newPassword', bad)
  const former: string[] = [secret.hash, ...secret.history].slice(0, strategy.historyCount)
  for (const h of former)
    if (await isPassword(h, fresh)) throw wrong.password({ zh: `不能使用最近${strategy.historyCount}次用过的密码`, en: 'That password was used before' })
  await ctx.db
    .updateTable('user_secret')
    .set({ hash: await hashPassword(fresh), setTime: ctx.now, mustModify: 0, initialUntil: null, failures: 0, history: JSON.stringify(former) })
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
