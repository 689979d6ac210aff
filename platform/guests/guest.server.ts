import { sql } from 'kysely'
import { checkValue } from '../../kit/model/check.ts'
import { text } from '../../kit/model/field.ts'
import { invalidField } from '../../kit/model/problem.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { ids, type RequestFacts, type Route, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { readNewPassword, storePassword, type SessionSettings } from '../credentials/change.server.ts'
import { hashPassword } from '../credentials/secrets.server.ts'
import { wrong } from '../credentials/problems.ts'
import { bindTicket } from '../sso/ticket.server.ts'
import { numberParam, takesGuests } from '../settings/number-param.server.ts'
import { PARAMS } from '../settings/params.ts'
import { checkCaptcha, usingUp } from '../session/captcha.server.ts'
import { isWaiting } from '../session/admit.server.ts'
import { idList } from '../../kit/model/resource.ts'
import { refusal } from '../rights/people-problems.ts'
import { user } from '../definitions/system.ts'
import { accountTaken, requireMayAssign, requireQuota, syncSessions, usersBelow } from '../people/user-guard.server.ts'
import { secretText, userChange } from '../people/user.server.ts'

/** What a form must not leave empty, in the specification's words. Source: platform.md 5 (Registration). */
const NEEDED = [
  ['tenantId', '请先输入租户编号', 'Please enter the tenant id'],
  ['account', '请先输入账号名称', 'Please enter the account'],
  ['password', '请先输入密码', 'Please enter the password'],
] as const

/** Refuses a further guest where too many wait. The tenant is held, so that of two who register at once one waits for the other. */
async function requirePlace(ctx: Ctx): Promise<void> {
  const { tenantId } = ctx.who
  await ctx.db.selectFrom('tenant').select('id').where('code', '=', tenantId).forUpdate().execute()
  const { n } = (await ctx.db
    .selectFrom('sys_user')
    .select(sql<string>`count(*)`.as('n'))
    .where('tenantId', '=', tenantId)
    .where('roleId', '=', '-1')
    .where('status', '<>', 1)
    .executeTakeFirst()) as { n: string }
  if (Number(n) >= (await numberParam(ctx, PARAMS.waiting))) throw refusal.manyGuests()
}

/**
 * POST register-guest: a stranger asks a tenant for an account. The row has no role, department or post (-1), is not enabled and waits for approval.
 * The password comes SM2-encrypted. What he is told does not depend on whether somebody has the account already: then nothing is stored.
 * Source: platform-api.md 2.8; platform.md 5.
 */
async function registerGuest(
  ctx: Ctx,
  input: TextInput<'tenantId' | 'name' | 'account' | 'password' | 'oauthId'>,
  facts: RequestFacts,
  s: SessionSettings,
): Promise<void> {
  // used up first: no other answer is had without one
  if (s.captcha) await checkCaptcha(ctx, facts)
  const given = NEEDED.find(([n]) => !input[n]?.trim())
  if (given) throw invalidField(given[0], { zh: given[1], en: given[2] })
  const { tenantId = '' } = input
  const account = (input.account ?? '').normalize('NFKC').trim()
  const name = input.name || account
  for (const [field, v, f] of [
    ['account', account, user.fields.account],
    ['name', name, user.fields.realName],
  ] as const) {
    const msg = checkValue(f, v)
    if (msg) throw invalidField(field, msg)
  }
  const tenant = await ctx.db.selectFrom('tenant').select(['status', 'expireTime']).where('code', '=', tenantId).executeTakeFirst()
  if (!tenant || tenant.status !== 1 || (tenant.expireTime && tenant.expireTime <= ctx.now)) throw wrong.tenantUnknown()
  if (!(await takesGuests(ctx, tenantId))) throw refusal.noGuests()
  const there: Ctx = { ...ctx, who: { ...ctx.who, tenantId, account } }
  const plain = await readNewPassword(there, s.keys, { tenantId, account }, input.password)
  await requirePlace(there)
  if (await accountTaken(there, account)) {
    // as long as for a new one
    await hashPassword(plain)
    return audit(there, { action: 'sys_user.register-taken', object: 'sys_user', objectId: '0' })
  }
  const id = await rows.insert(there, user, {
    account,
    name: name.slice(0, 20),
    realName: name,
    roleId: '-1',
    deptId: '-1',
    postId: '-1',
    status: 0,
    userType: 1,
  })
  await storePassword(there, { id, tenantId }, plain, 0)
  // an identity of another tenant's service is none here: the ticket is not found
  if (input.oauthId) await bindTicket(there, input.oauthId, id)
}

/** POST approve: lets waiting guests in, with the roles and departments that the administrator gives them; they count against the licence from now on. */
async function approve(ctx: Ctx, input: TextInput<'ids' | 'roleIds' | 'deptIds'>): Promise<void> {
  const wanted = ids(input)
  if (wanted.length === 0) throw refusal.noUser()
  const roleId = idList(input.roleIds).join(','),
    deptId = idList(input.deptIds).join(',')
  const need = (field: 'roleId' | 'deptId') => {
    const f = user.fields[field]
    throw invalidField(field, checkValue(f, '')!)
  }
  if (!roleId) need('roleId')
  if (!deptId) need('deptId')
  await requireMayAssign(ctx, { roleId, deptId })
  for (const u of await usersBelow(ctx, wanted)) {
    if (!isWaiting(u)) throw refusal.notWaiting()
    await requireQuota(ctx)
    await rows.update(ctx, user, u.id, { roleId, deptId, postId: null, status: 1 })
    await syncSessions(ctx, { id: u.id, roleId, deptId, status: 1 })
  }
}

/** A stranger asks for an account, an administrator lets him in. Source: platform-api.md 2.8, 3.6. */
export const guestRoutes = (s: SessionSettings): Route[] => [
  userChange('approve', '审批注册用户', 'sys_user_approve', 'sys_user.update', { query: ['ids', 'roleIds', 'deptIds'], run: approve }),
  userChange('register-guest', '访客注册', 'public', 'sys_user.register', {
    query: ['tenantId', 'name', 'account', 'password', 'oauthId'],
    body: { tenantId: text('租户编号'), name: text('姓名'), account: text('账号'), password: secretText('密码', 'Password'), oauthId: text('第三方账号') },
    asSystem: 'a guest has no tenant of his own yet',
    headers: ['Captcha-Key', 'Captcha-Code'],
    rate: 'login',
    run: usingUp((ctx, i, f) => registerGuest(ctx, i, f, s)),
  }),
]
