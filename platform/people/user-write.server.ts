import { sql, type RawBuilder } from 'kysely'
import sharp from 'sharp'
import { json, text } from '../../kit/model/field.ts'
import { both } from '../../kit/model/lang.ts'
import { checkValue } from '../../kit/model/check.ts'
import { invalidField, problems } from '../../kit/model/problem.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { rowIdOf, textIn, type SentDraft, type SentRow, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { readNewPassword, storePassword, type SessionSettings } from '../credentials/change.server.ts'
import { passwordWrong, type PasswordStrategy } from '../credentials/password.ts'
import { wrong } from '../credentials/problems.ts'
import { strategyOf } from '../credentials/strategy.server.ts'
import { idList } from '../../kit/model/resource.ts'
import { randomPassword } from '../seed/accounts.server.ts'
import { refusal } from '../rights/people-problems.ts'
import { user } from '../definitions/system.ts'
import { accountTaken, requireAdminRemains, requireMayAssign, requireQuota, syncSessions, usersBelow, type GuardedUser } from './user-guard.server.ts'

/** Open work of people, which stands above; handed in by the application. */
export interface PeopleWork {
  open(ctx: Ctx, userIds: readonly string[]): Promise<readonly { id: string; userId: string; name: string }[]>
  handOver(ctx: Ctx, work: readonly { id: string; userId: string; name: string }[], to: string): Promise<void>
}
/** How many pieces of open work are named in a sentence. */
const NAMED = 5
/** Who leaves hands over: nobody is removed or switched off while work of his is open. @throws open-work */
async function requireHandedOver(ctx: Ctx, work: PeopleWork, users: readonly GuardedUser[]): Promise<void> {
  const open = await work.open(
    ctx,
    users.map((u) => u.id),
  )
  const [first] = open
  if (!first) return
  const own = open.filter((t) => t.userId === first.userId)
  const names = own.slice(0, NAMED).map((t) => t.name)
  const who = users.find((u) => u.id === first.userId)
  throw refusal.openWork({ who: who?.realName || who?.account || '', n: own.length, names: [...names, ...(own.length > NAMED ? ['…'] : [])].join('、') })
}
/** POST hand-over: the open work of a user goes to another one. @throws no-open-work, not-found */
export async function handOverWork(ctx: Ctx, work: PeopleWork, input: TextInput<'userId' | 'to'>): Promise<void> {
  const [from] = await usersBelow(ctx, chosen(input.userId).slice(0, 1))
  const open = await work.open(ctx, [from!.id])
  if (open.length === 0) throw refusal.noOpenWork()
  await usersBelow(ctx, chosen(input.to).slice(0, 1))
  await work.handOver(ctx, open, chosen(input.to)[0]!)
}

/** The users that a call names in a list; none is refused. */
export function chosen(list: unknown): string[] {
  const all = idList(list)
  if (all.length === 0) throw refusal.noUser()
  return [...new Set(all)]
}

/** A random password that fits the strategy. */
export function fittingPassword(account: string, s: PasswordStrategy): string {
  for (;;) {
    const p = (randomPassword() + randomPassword().repeat(4)).slice(0, Math.max(16, s.minLength))
    if (!passwordWrong(p, account, s)) return p
  }
}

/** What a new account is given. */
const MADE = { userType: 1 } as const
/** A user as the form sends one; a new one with the password, encrypted. */
type SentUser = SentRow<typeof user> & { readonly password?: unknown; readonly password2?: unknown }
/**
 * POST cpt-user/submit and update. Without password a new account cannot sign in until one is set by reset-password.
 * `password` and `password2` come SM2-encrypted under one nonce. Answers the id.
 */
export async function saveUser(ctx: Ctx, input: SentUser, s: SessionSettings, work: PeopleWork): Promise<string> {
  // every account is made for the web; other platforms are named afterwards
  const draft = await rows.checkedDraft(ctx, user, input, ['password', 'password2'], MADE)
  const taken = () => invalidField('account', wrong.accountTaken().words)
  if (!input.id) {
    await requireMayAssign(ctx, draft)
    await requireQuota(ctx)
    if (await accountTaken(ctx, draft.account)) throw taken()
    const id = await rows.insert(ctx, user, { ...draft, ...MADE })
    await setFirst(ctx, s, { id, account: draft.account }, input)
    return id
  }
  if (input.password !== undefined) throw problems.unknownParameter({ name: 'password' })
  const [before] = (await usersBelow(ctx, [rowIdOf(input)])) as [GuardedUser]
  if (before.id === ctx.who.userId && draft.status === 0) throw refusal.self()
  if (draft.status === 0 && before.status !== 0) await requireHandedOver(ctx, work, [before])
  await requireMayAssign(ctx, draft, before)
  if (await accountTaken(ctx, draft.account, before.id)) throw taken()
  if (before.roleId === '-1') await requireQuota(ctx)
  await rows.update(ctx, user, before.id, draft, input)
  await syncSessions(ctx, { ...draft, id: before.id })
  await requireAdminRemains(ctx)
  return before.id
}

async function setFirst(ctx: Ctx, s: SessionSettings, u: { id: string; account: string }, input: SentUser): Promise<void> {
  const who = { tenantId: ctx.who.tenantId, account: u.account }
  const strategy = await strategyOf(ctx.db, ctx.who.tenantId)
  const plain = input.password ? await readNewPassword(ctx, s.keys, who, input.password, input.password2) : fittingPassword(u.account, strategy)
  await storePassword(ctx, { id: u.id, tenantId: ctx.who.tenantId }, plain, input.password ? strategy.forceFirstChange : 1)
}

/** @throws open-work */
export async function removeUsers(ctx: Ctx, wanted: readonly string[], work: PeopleWork): Promise<void> {
  rows.requirePerm(ctx, user, 'delete')
  if (wanted.length === 0) throw problems.noneSelected()
  if (wanted.includes(ctx.who.userId)) throw refusal.self()
  await requireHandedOver(ctx, work, await usersBelow(ctx, wanted))
  await rows.remove(ctx, user, wanted)
  await requireAdminRemains(ctx)
}

/** POST grant: replaces the roles of users, of one alone as they were seen; open sessions follow at once. @throws changed */
export async function grantUsers(ctx: Ctx, input: TextInput<'userIds' | 'roleIds'> & { readonly rev?: unknown }): Promise<void> {
  const users = await usersBelow(ctx, chosen(input.userIds))
  const roleIds = [...new Set(idList(input.roleIds))]
  if (roleIds.length === 0) throw refusal.noRole()
  await requireMayAssign(ctx, { roleId: roleIds.join(',') })
  if (users.length === 1) rows.requireSeen(ctx, users[0]!, input.rev)
  for (const u of users) {
    await rows.update(ctx, user, u.id, { roleId: roleIds.join(',') })
    await syncSessions(ctx, { ...u, roleId: roleIds.join(',') })
  }
  await requireAdminRemains(ctx)
}

/** POST reset-password: a random password for each user, answered once and to be changed at the next sign-in; their sessions end. */
export async function resetPasswords(
  ctx: Ctx,
  input: TextInput<'userIds'>,
): Promise<{ userId: string; account: string; realName: string; password: string }[]> {
  const users = await usersBelow(ctx, chosen(input.userIds))
  if (users.some((u) => u.id === ctx.who.userId)) throw wrong.password({ zh: '请通过修改密码更改自己的密码', en: 'Change your own password yourself' })
  const strategy = await strategyOf(ctx.db, ctx.who.tenantId)
  const out = []
  for (const u of users) {
    const password = fittingPassword(u.account, strategy)
    await storePassword(ctx, { id: u.id, tenantId: ctx.who.tenantId }, password, 1)
    await ctx.db.updateTable('session').set({ revoked: 1 }).where('userId', '=', u.id).where('tenantId', '=', ctx.who.tenantId).execute()
    await audit(ctx, { action: 'sys_user.reset', object: user.name, objectId: u.id })
    out.push({ userId: u.id, account: u.account, realName: u.realName, password })
  }
  return out
}

/** POST unlock: forgets failures and the lock. */
export async function unlockUsers(ctx: Ctx, input: TextInput<'userIds'>): Promise<void> {
  const users = await usersBelow(ctx, chosen(input.userIds))
  for (const u of users) {
    await ctx.db
      .updateTable('user_secret')
      .set({ failures: 0, lockedUntil: null })
      .where('userId', '=', u.id)
      .where('tenantId', '=', ctx.who.tenantId)
      .execute()
    await audit(ctx, { action: 'sys_user.unlock', object: user.name, objectId: u.id })
  }
}

export const PLATFORM_BODY = { userId: text('用户'), userType: text('用户平台'), userExt: json('平台信息') }
/** POST update-platform: on which front ends a person works (1 web, 2 app, 3 other), and free data for them. */
export async function updatePlatform(ctx: Ctx, input: SentDraft<typeof PLATFORM_BODY>): Promise<void> {
  const [u] = (await usersBelow(ctx, chosen(input.userId))) as [GuardedUser]
  const type = Number(input.userType)
  if (![1, 2, 3].includes(type)) throw invalidField('userType', { zh: '用户平台不在可选范围内', en: 'Platform is not one of the options' })
  await rows.update(ctx, user, u.id, { userType: type, userExt: extOf(ctx, input.userExt) }, rows.ifSaid(input))
}
function extOf(ctx: Ctx, v: unknown): unknown {
  const bad = () => invalidField('userExt', { zh: '平台信息应为JSON对象', en: 'The platform data is not a JSON object' })
  if (v === undefined || v === null || v === '') return null
  try {
    const o = typeof v === 'string' ? (JSON.parse(v) as unknown) : v
    if (!o || typeof o !== 'object' || Array.isArray(o) || JSON.stringify(o).length > 4000) throw bad()
    return o
  } catch {
    throw bad()
  }
}

const OWN = ['name', 'realName', 'phone', 'email'] as const
type SentInfo = SentDraft<Pick<(typeof user)['fields'], (typeof OWN)[number] | 'avatar'>>
/**
 * A person takes neither the name nor the telephone of another one: names stand under opinions and in registers, a telephone signs in. What stays as it is may
 * be shared, and the administrator, who knows both, may write the same name twice. Source: docs/adr/0081.
 */
async function requireOwnWords(ctx: Ctx, input: SentInfo): Promise<void> {
  const before = await rows.get(ctx, user, ctx.who.userId)
  const [names, phone] = [
    (['name', 'realName'] as const).filter((n) => input[n] !== undefined && input[n] !== before[n]),
    input.phone !== undefined && input.phone !== before.phone ? textIn(input, 'phone') : undefined,
  ]
  const others = (test: RawBuilder<boolean>) =>
    ctx.db
      .selectFrom('sys_user')
      .select('id')
      .where('tenantId', '=', ctx.who.tenantId)
      .where('id', '!=', ctx.who.userId)
      .where(test)
      .limit(1)
      .executeTakeFirst()
  for (const n of names) {
    const word = textIn(input, n).trim()
    if (await others(sql<boolean>`(name = ${word} or "realName" = ${word} or lower(account) = lower(${word}))`))
      throw invalidField(
        n,
        both('该名称已由其他用户使用，确为同名的请由管理员修改', 'Another user is known by this name; if it is yours too, ask the administrator'),
      )
  }
  if (phone !== undefined && (await others(sql<boolean>`phone = ${phone}`)))
    throw invalidField('phone', both('该手机号码已由其他用户使用', 'Another user has this mobile number'))
}
/** POST update-info: what people may change about themselves; the id of the body must be their own. */
export async function updateInfo(ctx: Ctx, input: SentInfo): Promise<void> {
  if (input.id && rowIdOf(input) !== ctx.who.userId) throw problems.notFound({ zh: user.label, en: user.en })
  const given = OWN.filter((n) => input[n] !== undefined)
  const faults = given.flatMap((n) => {
    const msg = checkValue(n === 'email' ? user.fields.email : { ...user.fields[n], required: true }, input[n])
    return msg ? [{ field: n, msg }] : []
  })
  if (faults.length) throw problems.invalid(faults)
  await requireOwnWords(ctx, input)
  const values: Record<string, unknown> = Object.fromEntries(given.map((n) => [n, input[n] === '' ? null : input[n]]))
  if (input.avatar !== undefined) values.avatar = await avatarOf(ctx, input.avatar)
  await rows.update(ctx, user, ctx.who.userId, values, rows.ifSaid(input))
}

const MOST_AVATAR = 500 * 1024
/** A picture of at most 500 kB, jpg or png, drawn anew as a small one that fits the column; an unchanged one stays. Source: platform.md 9; security.md K15. */
async function avatarOf(ctx: Ctx, v: unknown): Promise<string | null> {
  if (!v) return null
  const sent = String(v)
  const bad = (zh: string, en: string) => invalidField('avatar', { zh, en })
  const before = await rows.get(ctx, user, ctx.who.userId)
  if (sent === before.avatar) return sent
  const data = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/=]+)$/.exec(sent)
  if (!data) throw bad('上传失败，只允许上传jpg、png文件', 'Upload failed: only jpg、png files')
  const bytes = Buffer.from(data[2]!, 'base64')
  if (bytes.length > MOST_AVATAR) throw problems.fileTooLarge({ kb: 500 })
  for (const quality of [70, 45, 20, 5]) {
    const small = await sharp(bytes, { limitInputPixels: 40_000_000 })
      .resize(64, 64, { fit: 'cover' })
      .webp({ quality })
      .toBuffer()
      .catch(() => undefined)
    if (!small) throw bad('头像无法识别', 'The avatar cannot be read')
    const out = `data:image/webp;base64,${small.toString('base64')}`
    if (out.length <= 2000) return out
  }
  throw bad('头像无法识别', 'The avatar cannot be read')
}
